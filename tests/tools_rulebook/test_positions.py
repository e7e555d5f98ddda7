"""Worked examples and the set-up, drawn from positions that are played."""

from __future__ import annotations

import re
from pathlib import Path

from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change

LOOK = """\
look:
  boards: {yard: {cell: "{it.mark}"}, map: {at: {east: [2, 0], west: [0, 0], south: [0, 1]}}}
  player: "money {me.money}"
  colours: {red: "#c00000"}
"""


def drawn(depot: Path, name: str) -> str:
    return (depot.parent / f"book.{name}.svg").read_text(encoding="utf-8")


def test_an_example_is_drawn_before_and_after(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(LOOK, encoding="utf-8")
    yupana("rulebook", "depot", "-o", "book.md")
    before, after = (drawn(depot, f"a_cell_is_marked_once-yard-{when}") for when in ("before", "after"))
    assert "circle" not in before
    assert "#c0392b" not in before
    assert after.count("<circle") == 1
    assert 'fill="#c00000"' in after
    assert ">R</text>" in after
    assert after.count('stroke="#c0392b"') == 1, "the one cell that has changed stands out"
    text = (depot.parent / "book.md").read_text(encoding="utf-8")
    assert "| **Red** | money 4 | money 5 |" in text, "what else has changed for a player"
    story = text.partition("A cell is marked once")[2]
    assert story.index("before.svg") < story.index("What is done") < story.index("money 5")


def test_what_only_code_could_say_is_not_said(depot: Path, yupana: Yupana) -> None:
    change(depot, "then: [red.money == 5, not rich(red)]", "then: all(c.mark == none for c in Cell if c != a1)")
    text = yupana("rulebook", "depot").out
    story = text.partition("A cell is marked once")[2].partition("## ")[0]
    assert "for every" not in story
    assert "is nothing" not in story
    assert "Red: mark: a1." in story


def test_rules_stand_beside_the_examples_that_show_them(depot: Path, yupana: Yupana) -> None:
    change(depot, "examples: {holds: examples}", "examples: {holds: examples 1}")
    text = yupana("rulebook", "depot").out
    assert [*map(text.count, ("**D-1** A player", "**D-2** *(ruling)*", "What is done"))] == [1, 1, 1]
    assert re.search(r"\*\*D-1\*\* .*\n\n.*\n#### A cell is marked once\n", text)
    change(depot, "examples: {holds: examples 1}", "examples: {holds: examples 9}")
    assert "there is no section of the rulebook `9`" in yupana("check", "depot").out


def test_the_set_up_is_drawn(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(LOOK.replace("{it.mark}", "{it.mark}{red}"), encoding="utf-8")
    change(depot, "setup: {holds: [setup, numbers]}", "setup: {holds: [setup, start, numbers]}")
    yupana("rulebook", "depot", "-o", "book.md")
    assert drawn(depot, "start-yard").count("<circle") == 4
    assert "### The boards at the start" in (depot.parent / "book.md").read_text(encoding="utf-8")


def test_what_is_done_is_told_in_the_language_of_the_book(yupana: Yupana) -> None:
    text = yupana("rulebook", "cargo_empire", "--lang", "de").out
    assert "#### Nicht zu viel bezahlen\n" in text
    assert "- Rot: Braun von Lissabon nach Paris liefern, 1 Lok." in text
    assert "| **Rot** | Hand (4): 2 × Lastwagenkarte, 2 × Lokkarte | Hand (3): 2 × Lastwagenkarte, Lokkarte |" in text


def test_a_page_that_plays_no_examples_has_their_texts(depot: Path, yupana: Yupana) -> None:
    from yupana.tools.book.make import make
    from yupana.tools.book.writing import maker_of
    from yupana.tools.documents.markdown import to_markdown

    maker, _ = maker_of(str(depot), "", as_json=False)
    text = to_markdown(make(maker, played=False))
    assert "Two players want one cell." in text
    assert "What is done" not in text
