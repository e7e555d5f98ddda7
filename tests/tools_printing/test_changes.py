"""What an overlay changes, printed for whoever has the base on paper."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from yupana.schemas.compose import list_rulesets
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN, read_pdf
from yupana.tests.tools_printing.test_cards import small
from yupana.tools.documents.drawing import Text
from yupana.tools.printing.changes import Contents, since
from yupana.tools.printing.components import Component
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import contents, make_kit
from yupana.tools.printing.paper import PrintSettings

pytestmark = LATIN

OVERLAYS = [f"{each.name}+{overlay}" for each in list_rulesets() for overlay in each.overlays]
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
        subject_of(target, "", None), PrintSettings(only=("cards", "tokens")), find_fonts(), subject_of(base, "", None)
    )
    return Counter(each.name for sheet in kit.sheets for each in sheet.pieces if each.sort != "back"), kit.gone


def test_what_is_new_is_printed_and_nothing_else(tmp_path: Path) -> None:
    assert changes(tmp_path) == ({"three": 1}, [])


def test_of_what_there_is_more_of_the_others_are_printed(tmp_path: Path) -> None:
    assert changes(tmp_path, CHANGE % "count: 5") == ({"three": 1, "one": 2}, [])


def test_what_says_something_else_is_printed_again(tmp_path: Path) -> None:
    assert changes(tmp_path, CHANGE % "worth: 7") == ({"three": 1, "one": 3}, ["3 × One"])
    assert changes(tmp_path, CHANGE % 'text: "Draw two."') == ({"three": 1, "one": 3}, ["3 × One"])


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


@pytest.mark.parametrize(
    "name",
    ["kuhn_poker+ace", *(pytest.param(each, marks=pytest.mark.slow) for each in OVERLAYS)],
)
def test_what_there_was_without_what_is_taken_out_and_with_what_is_printed_is_the_game(name: str) -> None:
    """By what stands on each piece, and who it is of."""
    fonts, settings = find_fonts(), PrintSettings()
    new, old = (contents(subject_of(each, "", None), settings, fonts) for each in (name, name.partition("+")[0]))
    changed = since(new, old)
    box = faces(old.pieces)
    for each in changed.gone:
        many, _, title = each.partition(" × ")
        if title:
            box.subtract({face: int(many) for face in box if face[0] == title and still(face, old) != still(face, new)})
    box.update(faces(changed.pieces))
    assert +box == faces(new.pieces)


Face = tuple[str, object]


def faces(pieces: list[Component]) -> Counter[Face]:
    """How many pieces there are of each face, under what they are called."""
    found: Counter[Face] = Counter()
    for each in pieces:
        called = each.title if each.whose in ("", each.title) else f"{each.title} ({each.whose})"
        found[called, replace(each, count=0, colour="")] += each.count
    return found


def still(face: Face, of: Contents) -> int:
    """How many of a face there are."""
    return faces(of.pieces)[face]


def test_new_cards_look_like_the_old_ones_from_behind(tmp_path: Path) -> None:
    """They lie in one stack."""
    base, path = small(tmp_path), tmp_path / "more.yaml"
    path.write_text(OVERLAY, encoding="utf-8")
    below, above = subject_of(base, "", None), subject_of(f"{base}+{path}", "", None)
    settings = PrintSettings(only=("cards",))
    (_, old), (_, new) = (
        make_kit(*each).sheets for each in ((below, settings, find_fonts()), (above, settings, find_fonts(), below))
    )
    assert {mark.text for mark in old.marks if isinstance(mark, Text)} == {"Small", "Deed"}
    assert {mark.text for mark in new.marks if isinstance(mark, Text)} == {"Small", "Deed"}
