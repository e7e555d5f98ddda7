"""What leaves the program as it is cannot change how a game plays, and is not said to; what does not is."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tests.tools_compare.small import TEXT, edited
from yupana.tools.compare.model import Change
from yupana.tools.compare.sides import open_sides
from yupana.tools.renaming.alike import compare_sides

Edit = tuple[str, str]

SAME: dict[str, list[Edit]] = {
    "who sees a field, written out": [("sold: int 0..99", "sold: {type: int 0..99, visible: all}")],
    "a number worked out": [("me.sold += 1", "me.sold += 3 - 2")],
    "another way to say it": [("me.coins += value_of(sack)", "me.coins = me.coins + value_of(sack)")],
    "a constant in the place of its value": [("cost: {coins: fee}", "cost: {coins: 1}")],
    "both at once": [("fee: 1", "fee: 2"), ("cost: {coins: fee}", "cost: {coins: fee - 1}")],
}
PLAYS: dict[str, list[Edit]] = {
    "who sees a field": [("sold: int 0..99", "sold: {type: int 0..99, visible: none}")],
    "a number": [("fee: 1", "fee: 3 - 1")],
    "an order": [("me.coins += value_of(sack)\n      me.sold += 1", "me.sold += 1\n      me.coins += value_of(sack)")],
    "what makes up for each other only in part": [("fee: 1", "fee: 2"), ("{coins: fee}", "{coins: fee // 3}")],
}


def changes(folder: Path, edits: list[Edit]) -> list[Change]:
    for name, text in (("old", TEXT), ("new", edited(*edits))):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    with open_sides(str(folder / "old.yaml"), str(folder / "new.yaml")) as (old, new):
        return compare_sides(old, new).difference.changes


@pytest.mark.parametrize("case", SAME)
def test_what_leaves_the_program_as_it_is_plays_the_same(tmp_path: Path, case: str) -> None:
    found = changes(tmp_path, SAME[case])
    assert found
    assert not any(each.plays for each in found), [each.path for each in found if each.plays]


@pytest.mark.parametrize("case", PLAYS)
def test_what_makes_another_program_can_change_how_the_game_plays(tmp_path: Path, case: str) -> None:
    assert any(each.plays for each in changes(tmp_path, PLAYS[case]))


def test_each_change_is_told_apart_even_where_something_has_another_name(tmp_path: Path) -> None:
    found = changes(tmp_path, [*SAME["who sees a field, written out"], ("[5, 6]", "[5, 7]"), ("pay:", "give:")])
    assert {each.path: (each.kind, each.plays) for each in found} == {
        "players.fields.sold": ("changed", False),
        "tables.price": ("changed", True),
        "procedures.give": ("renamed", False),
    }


def test_it_is_said_in_every_form(yupana: Yupana, files: Files) -> None:
    files(*SAME["a number worked out"])
    out = " ".join(yupana("diff", "old.yaml", "new.yaml").out.split())
    assert "none of them changes how the game plays; 1 leaves the program as it is." in out
    assert "plays the same: the program is what it is without this change" in out
    told = yupana("diff", "old.yaml", "new.yaml", "--json").document
    assert (told["plays"], told["changes"][0]["plays"], told["changes"][0]["same_program"]) == (False, False, True)
