"""What an overlay changes, printed for whoever has the base on paper."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN, read_pdf
from yupana.tests.tools_printing.test_cards import small
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.paper import Wish
from yupana.tools.printing.printing import subject_of

pytestmark = LATIN

OVERLAY = """
ruleset: {name: more, title: More, language: 4, extends: small, text: Another game.}
kinds:
  Deed:
    entries:
      three: {worth: 3, text: "Take three."}
"""
CHANGE = "change: {kinds: {Deed: {entries: {one: {%s}}}}}"
REMOVE = "remove: {kinds: {Deed: {entries: [two]}}}"


def changes(folder: Path, *more: str) -> tuple[Counter[str], list[str]]:
    """The cards that are printed of an overlay alone, and what is taken out."""
    base, path = small(folder), folder / "more.yaml"
    path.write_text("\n".join([OVERLAY, *more]), encoding="utf-8")
    target = f"{base}+{path}"
    kit = make_kit(
        subject_of(target, "", None), Wish(only=("cards", "tokens")), find_fonts(), subject_of(base, "", None)
    )
    return Counter(each.name for sheet in kit.sheets for each in sheet.pieces if each.sort != "back"), kit.gone


def test_what_is_new_is_printed_and_nothing_else(tmp_path: Path) -> None:
    assert changes(tmp_path) == ({"three": 1}, [])


def test_of_what_there_is_more_of_the_others_are_printed(tmp_path: Path) -> None:
    assert changes(tmp_path, CHANGE % "count: 5") == ({"three": 1, "one": 2}, [])


def test_what_says_something_else_is_printed_again(tmp_path: Path) -> None:
    assert changes(tmp_path, CHANGE % "worth: 7") == ({"three": 1, "one": 3}, [])
    assert changes(tmp_path, CHANGE % 'text: "Draw two."') == ({"three": 1, "one": 3}, [])


def test_what_there_is_less_of_is_told(tmp_path: Path) -> None:
    assert changes(tmp_path, CHANGE % "count: 1", REMOVE) == ({"three": 1}, ["2 × One", "1 × Two"])


@pytest.mark.slow
def test_the_command(yupana: Yupana, tmp_path: Path) -> None:
    output = tmp_path / "kit.pdf"
    ran = yupana("print", "cuzco_feld+sixteenth", "-o", str(output), "--only-changes", "--only", "cards,rulebook")
    assert ran.code == 0, ran.err
    text = " ".join("".join(side.text for side in read_pdf(output)).split())
    assert "MOD-1" in text
    assert "CFE-GOD-04" not in text
    assert yupana("print", "cuzco_feld", "-o", str(output), "--only-changes").code == 2
    ran = yupana("print", "tic_tac_toe+misere", "-o", str(output), "--only-changes", "--only", "tokens")
    assert ran.code == 2
    assert "changes nothing of tokens" in ran.err
