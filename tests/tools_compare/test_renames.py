"""Renamed elements: guessed when everything else is equal, and not otherwise."""

from __future__ import annotations

import re
from pathlib import Path

from yupana.tests.tools_compare.small import TEXT, difference, only, told


def renamed(**names: str) -> str:
    """The small game with words exchanged wherever they stand."""
    text = TEXT
    for old, new in names.items():
        text = re.sub(rf"\b{old}\b", new, text)
    assert text != TEXT
    return text


def test_a_renamed_constant_is_one_change_with_its_followers(tmp_path: Path) -> None:
    change = only(difference(tmp_path, renamed(fee="due")))
    assert change.kind == "renamed"
    assert (change.old and change.old.path, change.path) == ("constants.fee", "constants.due")
    assert change.followers == ["actions.fetch", "examples.a_fee_is_paid"]
    assert not change.plays


def test_several_at_once_that_name_each_other(tmp_path: Path) -> None:
    found = difference(tmp_path, renamed(value_of="worth_of", dear="costly", Sack="Bag", pay="spend", pile="heap"))
    assert sorted(told(found)) == sorted(
        [
            "renamed kinds.Bag",
            "renamed zones.heap",
            "renamed functions.worth_of",
            "renamed functions.costly",
            "renamed procedures.spend",
        ]
    )


def test_entries_spaces_steps_fields_and_actions(tmp_path: Path) -> None:
    names = {"rye_sack": "rye_bag", "farm": "barn", "season": "year", "sold": "market", "fetch": "collect"}
    found = difference(tmp_path, renamed(**names))
    assert sorted(each.kind for each in found.changes) == ["renamed"] * 5, told(found)


def test_another_value_is_another_thing(tmp_path: Path) -> None:
    found = difference(tmp_path, renamed(fee="due").replace("due: 1", "due: 2"))
    assert {"added constants.due", "removed constants.fee"} <= set(told(found))


def test_of_two_alike_the_nearest_names_go_together(tmp_path: Path) -> None:
    old = TEXT.replace("  fee: 1\n", "  fee: 1\n  low_fee: 7\n  high_fine: 7\n")
    new = old.replace("low_fee", "low_fees").replace("high_fine", "high_fines")
    found = difference(tmp_path, new, old)
    assert [(each.old and each.old.name, each.new and each.new.name) for each in found.changes] == [
        ("low_fee", "low_fees"),
        ("high_fine", "high_fines"),
    ]


def test_a_change_beside_a_renaming_is_told_alone(tmp_path: Path) -> None:
    found = difference(tmp_path, renamed(fee="due").replace("size(pile) > 0", "size(pile) > 2"))
    assert sorted(told(found)) == ["changed actions.fetch", "renamed constants.due"]
    (change,) = (each for each in found.changes if each.kind == "changed")
    assert [part.key for part in change.parts] == ["when"]


def test_what_rows_and_columns_are_called_is_a_name(tmp_path: Path) -> None:
    new = TEXT.replace("rows: {worth:", "rows: {grade:").replace("columns: {rounds:", "columns: {seasons:")
    change = only(difference(tmp_path, new))
    assert (change.kind, change.path, change.plays) == ("renamed", "tables.price", False)
    assert [(part.key, part.old, part.new) for part in change.parts] == [
        ("renamed", "worth", "grade"),
        ("renamed", "rounds", "seasons"),
    ]
    more = only(difference(tmp_path, new.replace("[5, 6]", "[5, 7]")))
    assert (more.kind, more.plays) == ("changed", True)
    assert [(part.key, part.old, part.new) for part in more.parts[:1]] == [("cells.grade 3, seasons 3+", "6", "7")]
