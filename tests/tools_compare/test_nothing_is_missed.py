"""Whatever a change does to the program that runs, the comparison finds one that can change how it plays; and what it
calls unused can be taken out."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.index.analysis import changed
from yupana.interpreter.index.elements import Element, index
from yupana.interpreter.program import ir
from yupana.tests.docs.pages import BASE
from yupana.tests.rulesets.mutations import MUTATORS
from yupana.tools.compare.differences import compare
from yupana.tools.compare.usage import usage, without_unused

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


def _what_runs(compiled: Compiled | None) -> ir.Program:
    """The program without what only tells where things stand and what they are called."""
    assert compiled is not None
    assert compiled.program is not None
    return dataclasses.replace(compiled.program, name="", hash="", title="", places=(), texts=())


def _stays(element: Element) -> bool:
    return element.section == "options"


def _is_other(old: Compiled, new: Compiled) -> bool:
    """Whether the programs differ in what a game comes to."""
    assert old.ruleset is not None
    assert new.ruleset is not None
    before, after = index(old), index(new)
    used = usage(before, after, compare(before, after).pairing.pairs, _stays)
    bare = [
        changed(each, without_unused(each.ruleset.model_copy(update={"examples": {}, "invariants": {}}), used))
        for each in (old, new)
        if each.ruleset is not None
    ]
    return _what_runs(bare[0]) != _what_runs(bare[1])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_another_program_is_a_difference_that_plays(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    _try(tmp_path, seed, DRAWS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 11))
def test_in_many_more_edits_too(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    _try(tmp_path, seed, 4 * DRAWS)


def _try(folder: Path, seed: int, draws: int) -> None:
    draw = random.Random(seed)
    text = BASE.read_bytes()
    original = _compiled(folder, text)
    assert original is not None
    assert original.ruleset is not None
    tried, missed = 0, []
    for _ in range(draws):
        data = MUTATORS[draw.choice(IN_THE_CODE)](draw, text)
        compiled = _compiled(folder, data)
        if compiled is None or compiled.ruleset is None:
            continue
        tried += 1
        found = compare(index(original), index(compiled))
        if not found.plays and not found.counts["renamed"] and _is_other(original, compiled):
            missed.append(data)
    assert tried > 4
    assert not missed, missed[0].decode()
