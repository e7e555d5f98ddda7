"""Texts of a book whose words a condition chooses."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts
from yupana.tools.book.make import make_maker

GAME = """\
ruleset: {name: few, title: Few, language: 4}
players: {min: 2, max: 3, names: [red, blue, green]}
constants: {most: 3}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 2}]
rulebook:
  sections: {"1": All}
  rules:
    A-1: {section: "1", text: "TEXT"}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Each has {'many' if most > 2 else most} things.", "Each has many things."),
        ("Each has {'many' if most > 3 else most} things{none if most > 2 else ' at most'}.", "Each has 3 things."),
        ("{'It is {counted(most, card, cards)}' if most == 3 else 'None'}", "It is 3 cards"),
    ],
)
def test_a_condition_chooses_words(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "few.yaml"
    path.write_text(GAME.replace("TEXT", text), encoding="utf-8")
    compiled, report = compile_ruleset(path), Report()
    assert compiled.diagnostics == []
    maker = make_maker(compiled, Texts(), report)
    assert maker.figures.text(text, report) == told
    assert report.diagnostics == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{'a' if wrong else 'b'}", "unknown name `wrong`"),
        ("{'a' if most else 'b'}", "expected true or false, found a number"),
        ("{'a {wrong}' if most > 3 else 'b'}", "unknown name `wrong`"),
        ("{'a' == 'b'}", "a text can only be shown"),
    ],
)
def test_what_is_wrong_in_it_is_told(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "few.yaml"
    path.write_text(GAME.replace("TEXT", text), encoding="utf-8")
    assert {(each.code, each.message) for each in compile_ruleset(path).diagnostics} == {("YUP255", fault)}
