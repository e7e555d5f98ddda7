"""Whatever damage makes another program of a ruleset is a difference, and one that can change how it plays."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.elements import index
from yupana.interpreter.program import ir
from yupana.tests.docs.pages import BASE
from yupana.tests.rulesets.mutations import MUTATORS
from yupana.tools.compare.differences import compare

IN_THE_CODE = ("drop_line", "drop_block", "retype_value", "rename_word", "change_operator", "change_number")
DRAWS = 60


def _compiled(folder: Path, data: bytes) -> Compiled | None:
    path = folder / "game.yaml"
    path.write_bytes(data)
    try:
        compiled = compile_ruleset(str(path))
    except ValueError:
        return None  # tests/rulesets is where such a fault of ours is found
    return compiled if compiled.program is not None else None


def _what_runs(compiled: Compiled) -> ir.Program:
    """The program without what only tells where things stand and what they are called."""
    assert compiled.program is not None
    return dataclasses.replace(compiled.program, name="", hash="", title="", places=(), texts=())


@pytest.mark.parametrize("seed", [1, 2])
def test_another_program_is_a_difference_that_plays(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    draw = random.Random(seed)
    text = BASE.read_bytes()
    original = _compiled(tmp_path, text)
    assert original is not None
    assert original.ruleset is not None
    tried, missed = 0, []
    for _ in range(DRAWS):
        data = MUTATORS[draw.choice(IN_THE_CODE)](draw, text)
        compiled = _compiled(tmp_path, data)
        if compiled is None or compiled.ruleset is None:
            continue
        tried += 1
        found = compare(index(original.ruleset), index(compiled.ruleset))
        other = _what_runs(compiled) != _what_runs(original)
        if other and not found.plays and not found.counts["renamed"]:
            missed.append(data)
    assert tried > 4
    assert not missed, missed[0].decode()
