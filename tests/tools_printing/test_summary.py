"""What a player reads of a turn: in words, never in code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.schemas.compose import list_rulesets
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.book.summary import summary
from yupana.tools.documents.model import Block, Chapter, Grid, Items, Paragraph, Run, Terms
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.paper import PrintSettings

QUICK = ("tic_tac_toe", "chess", "cargo_empire")
SHIPPED = [*QUICK, *(pytest.param(x.name, marks=pytest.mark.slow) for x in list_rulesets() if x.name not in QUICK)]


def runs(blocks: tuple[Block, ...]) -> Iterator[Run]:
    """Every stretch of text."""
    for block in blocks:
        match block:
            case Items():
                for item in block.items:
                    yield from item.text
                    yield from runs(item.inside)
            case Terms():
                yield from (run for _, told in block.terms for run in told)
            case Grid():
                yield from (run for row in block.rows for cell in row for run in cell)
            case Paragraph():
                yield from block.text


def told(chapters: list[Chapter]) -> str:
    """All that stands there."""
    return "".join(run.text for chapter in chapters for run in runs(chapter.blocks))


@pytest.mark.parametrize("name", SHIPPED)
def test_no_code_stands_on_a_summary(name: str) -> None:
    chapters = summary(subject_of(name, "", None).maker)
    assert chapters
    assert not [run.text for chapter in chapters for run in runs(chapter.blocks) if run.style == "code"]
    text = told(chapters)
    assert not [sign for sign in ("==", ">=", "`", "_", "loop while", "()", "elif") if sign in text], text


GAME = """
ruleset: {name: dig, title: Dig, language: 4, text: A game.}
rulebook:
  sections: {"1": All}
  rules:
    D-1: {section: "1", text: Each digs once in a turn.}
    D-R1: {section: "1", status: ruling, text: A hole is a hole.}
players: {min: 2, max: 2, names: [ann, ben], fields: {ap: {type: int, start: 9}, holes: {type: int}}}
constants: {price: 2}
actions:
  dig: {text: Dig a hole, cost: {ap: price}, effects: me.holes += 1}
  fill: {text: Fill all holes, cost: {ap: me.holes}, effects: me.holes = 0}
flow:
  - rounds: round
    times: 3
    source: D-1
    steps:
      - {turns: turn, source: [D-1, D-R1], do: "if me.holes < 9: offer main"}
      - {phase: rest, text: Everybody rests, do: "for p in players: p.ap += 1"}
scoring: {items: {holes: {points: me.holes}}}
"""


def test_rules_are_told_where_a_step_has_no_text(tmp_path: Path) -> None:
    """Each rule once, no ruling; a step that says something is told in these words; a price only if it is a number."""
    path = tmp_path / "dig.yaml"
    path.write_text(GAME, encoding="utf-8")
    text = told(summary(subject_of(str(path), "", None).maker))
    assert text.count("Each digs once in a turn.") == 1
    assert "A hole is a hole" not in text
    assert "Everybody rests." in text
    assert "3 times" in text
    assert "Dig a hole. (2 AP)" in text or "Dig a hole. (2 ap)" in text
    assert "Fill all holes." in text
    assert text.count("(") == 1


@LATIN
@pytest.mark.parametrize("name", SHIPPED)
def test_a_summary_is_on_one_page(name: str) -> None:
    """In letters that can be read; many short lines of what players may do stand in two columns."""
    kit = make_kit(subject_of(name, "", None), PrintSettings(only=("summary",), backs="none"), find_fonts())
    assert len(kit.sheets) == len({piece.name for sheet in kit.sheets for piece in sheet.pieces})
