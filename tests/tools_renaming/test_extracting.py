"""Expressions become functions and functions what they say: there and back, the program is the same."""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import index
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.source import Span
from yupana.tests.found import ROOT
from yupana.tools.authoring.edits import Edit, apply
from yupana.tools.renaming.refactoring import extracted, inlined

GAMES = [("tic_tac_toe", 4), ("leduc_poker", 4)] + [
    pytest.param(game, 4, marks=pytest.mark.slow)
    for game in ("cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro")
]  # fmt: skip


def expressions(folder: Path) -> list[Span]:
    """Where expressions stand in the rules, in single lines."""
    found = dict[Span, None]()
    for element in index(compile_ruleset(folder)):
        if element.section in ("functions", "procedures", "actions"):
            for node in descend(tuple(each.node for each in element.pieces)):
                if isinstance(node, nodes.Call | nodes.Attribute) and node.span.line == node.span.end_line:
                    found.setdefault(node.span)
    return [*found]


def write(edits: dict[str, list[Edit]]) -> None:
    """Carry edits out."""
    for path, each in edits.items():
        Path(path).write_text(apply(Path(path).read_text(encoding="utf-8"), each), encoding="utf-8")


def program(folder: Path) -> str:
    """The program without its places."""
    compiled = compile_ruleset(folder)
    assert compiled.program is not None, compiled.diagnostics
    features = dataclasses.replace(compiled.program.features, digest="")
    return repr(dataclasses.replace(compiled.program, hash="", places=(), features=features))


@pytest.mark.parametrize(("game", "count"), GAMES)
def test_there_and_back(game: str, count: int, tmp_path: Path) -> None:
    folder = tmp_path / game
    shutil.copytree(ROOT / "rulesets" / game, folder)
    before, made = program(folder), 0
    texts = {each: each.read_bytes() for each in folder.rglob("*.yaml")}
    for span in random.Random(game).sample(expressions(folder), count):
        found = extracted(compile_ruleset(folder), span, {})
        if found is None:
            continue
        name, edits = found
        write(edits)
        assert program(folder) != before
        back = inlined(compile_ruleset(folder), f"functions.{name}", None, {})
        assert back is not None, span
        write(back)
        assert program(folder) == before, span
        made += 1
        for each, text in texts.items():
            each.write_bytes(text)
    assert made >= count // 4
