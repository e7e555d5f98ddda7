"""Pictures for virtual tables: one of each card at 300 dpi, a list, and decks that Tabletop Simulator can read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN
from yupana.tests.tools_printing.test_cards import small
from yupana.tests.tools_printing.test_faces import game
from yupana.tools.printing.tabletop import ACROSS, DOWN, LARGEST, grid_of

pytestmark = LATIN
Image = pytest.importorskip("PIL.Image")


def written(yupana: Yupana, target: str, folder: Path, *more: str) -> dict[str, Any]:
    """What a command says that writes pictures into a folder."""
    ran = yupana("print", target, "-o", str(folder), "--json", *more)
    assert (ran.code, ran.err) == (0, "")
    told: dict[str, Any] = json.loads(ran.out)
    return told


def saved(folder: Path) -> dict[str, Any]:
    """The saved object."""
    (path,) = (folder / "tabletop").glob("*.json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_each_picture_has_its_size_in_pixels_and_stands_in_the_list_once(yupana: Yupana, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    told = written(yupana, game(tmp_path), folder, "--only", "cards,tokens")
    listed = json.loads((folder / "kit.json").read_text(encoding="utf-8"))["pictures"]
    assert len({each["file"] for each in listed}) == len(listed) == 4
    assert {each["name"]: each["count"] for each in listed} == {"one": 3, "two": 1, "hill": 1, "dale": 1}
    for each in listed:
        for file in (each["file"], each["back"]):
            with Image.open(folder / file) as picture:
                assert picture.size == tuple(round(side / 25.4 * 300) for side in each["size"])
    files = [path for path in folder.rglob("*.png") if path.parent.name != "tabletop"]
    assert len(files) == told["pictures"] == 4 + 1 + 2  # two cards, two tiles, one back, the other sides of the tiles


def test_decks_have_each_card_as_often_as_it_is_there(yupana: Yupana, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert written(yupana, small(tmp_path), folder, "--only", "cards")["decks"] == 1
    (deck,) = saved(folder)["ObjectStates"]
    assert deck["Name"] == "DeckCustom"
    assert deck["DeckIDs"] == [100, 100, 100, 101]
    assert [each["CardID"] for each in deck["ContainedObjects"]] == deck["DeckIDs"]
    assert [each["Nickname"] for each in deck["ContainedObjects"]] == ["One", "One", "One", "Two"]
    (look,) = deck["CustomDeck"].values()
    with Image.open(folder / "tabletop" / look["FaceURL"]) as sheet:
        wide, high = round(63 / 25.4 * 300), round(88 / 25.4 * 300)
        assert sheet.size == (look["NumWidth"] * wide, look["NumHeight"] * high)
        free = sheet.convert("RGB").crop(((look["NumWidth"] - 1) * wide, (look["NumHeight"] - 1) * high, *sheet.size))
        assert free.getextrema() == ((255, 255),) * 3
    assert (folder / "tabletop" / look["BackURL"]).is_file()


def things(value: Any) -> list[dict[str, Any]]:
    """All things that are saved, those in others too."""
    return [each for own in value for each in (own, *things(own.get("ContainedObjects", [])))]


def test_what_is_saved_is_as_the_format_says(yupana: Yupana, tmp_path: Path) -> None:
    """Of https://kb.tabletopsimulator.com/custom-content/save-file-format/ and what it says of custom decks."""
    folder = tmp_path / "out"
    written(yupana, "cargo_empire", folder, "--players", "2")
    told = saved(folder)
    every = things(told["ObjectStates"])
    assert {"Custom_Tile", "Custom_Tile_Stack", "Custom_Board", "DeckCustom", "Card"} == {
        each["Name"] for each in every
    }
    assert len({each["GUID"] for each in every}) == len(every) > 100
    assert all(re.fullmatch("[0-9a-f]{6}", each["GUID"]) and each["Nickname"] for each in every)
    axes = {f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"}
    assert all(set(each["Transform"]) == axes and all(map(is_number, each["Transform"].values())) for each in every)
    assert all(each["ColorDiffuse"] == {"r": 1.0, "g": 1.0, "b": 1.0} for each in every)
    for name in ("Date", "VersionNumber", "GameMode", "GameType", "Table", "Sky", "LuaScript", "XmlUI"):
        assert told[name] == ""
    decks = [each for each in every if each["Name"] == "DeckCustom"]
    keys = [key for each in decks for key in each["CustomDeck"]]
    assert len(keys) == len(set(keys)) == 3
    for deck in decks:
        ((number, look),) = deck["CustomDeck"].items()
        assert 2 <= look["NumWidth"] <= 10
        assert 2 <= look["NumHeight"] <= 7
        assert look["BackIsHidden"] is True
        assert look["UniqueBack"] is False  # one picture is the back of all
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        places = {each - int(number) * 100 for each in deck["DeckIDs"]}
        assert places == set(range(len(places)))
        assert max(places) < look["NumWidth"] * look["NumHeight"] - 1
        assert all(card["CustomDeck"] == deck["CustomDeck"] and card["Hands"] for card in deck["ContainedObjects"])
        assert deck["Transform"]["rotZ"] == 180.0  # face down
    for each in every:
        image = each.get("CustomImage")
        assert (image is None) == (each["Name"] in ("DeckCustom", "Card"))
        if each["Name"].startswith("Custom_Tile"):
            assert image["CustomTile"]["Type"] in (0, 1, 2, 3)
            assert image["CustomTile"]["Stackable"] == (each["Name"] == "Custom_Tile_Stack") == ("Number" in each)
    tiles = [each for each in every if each["Name"] == "Custom_Tile" and each["CustomImage"]["ImageSecondaryURL"]]
    assert len(tiles) == 12  # with two sides


SAVE = (
    "SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity", "Tags", "Gravity", "PlayArea",
    "Table", "Sky", "Note", "TabStates", "LuaScript", "LuaScriptState", "XmlUI", "ObjectStates",
)  # fmt: skip
THING = (
    "GUID", "Name", "Transform", "Nickname", "Description", "ColorDiffuse", "Locked", "Grid", "Snap", "Autoraise",
    "Sticky", "Tooltip",
)  # fmt: skip
OWN = {
    "DeckCustom": ("DeckIDs", "CustomDeck", "ContainedObjects", "SidewaysCard", "HideWhenFaceDown"),
    "Card": ("CardID", "CustomDeck", "SidewaysCard", "HideWhenFaceDown", "Hands"),
    "Custom_Tile": ("CustomImage",),
    "Custom_Tile_Stack": ("CustomImage", "Number"),
    "Custom_Board": ("CustomImage",),
}
LOOK = ("Type", "FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack")
IMAGE = ("ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale")
TILE = ("Type", "Thickness", "Stackable", "Stretch")
"""The keys of a saved object, by the documentation of the format and the types that others have written for it: those
of a save, of all things, of each sort of them, of a deck's look, of a picture, and of a tile."""


def lacking(told: dict[str, Any]) -> list[str]:
    """The keys that a saved object lacks."""
    wanted = [(told, SAVE)]
    for each in things(told.get("ObjectStates", [])):
        image = each.get("CustomImage", {})
        wanted += [(each, (*THING, *OWN[each.get("Name", "Card")]))]
        wanted += [(look, LOOK) for look in each.get("CustomDeck", {}).values()]
        wanted += [(image, IMAGE)] if image else []
        wanted += [(image["CustomTile"], TILE)] if "CustomTile" in image else []
        if str(each.get("Name")).startswith("Custom_Tile"):
            wanted += [(image, ("CustomTile",))]
    return sorted({key for value, keys in wanted for key in keys if key not in value})


def test_no_key_of_the_format_is_missing(yupana: Yupana, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(yupana, "cargo_empire", folder, "--players", "2")
    assert lacking(saved(folder)) == []
    for keys in (SAVE, THING, *OWN.values(), LOOK, IMAGE, TILE):
        for key in keys:
            assert key in lacking(_without(saved(folder), key)), key


def _without(value: Any, key: str) -> Any:
    """A value without a key, wherever it stands."""
    if isinstance(value, dict):
        return {own: _without(each, key) for own, each in value.items() if own != key}
    return [_without(each, key) for each in value] if isinstance(value, list) else value


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def test_every_picture_that_is_named_is_there(yupana: Yupana, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(yupana, game(tmp_path), folder, "--only", "cards,tokens")

    def named(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [each for key, each in value.items() if key.endswith("URL") and each]
            return own + [found for each in value.values() for found in named(each)]
        return [found for each in value for found in named(each)] if isinstance(value, list) else []

    files = named(saved(folder))
    assert files
    assert all((folder / "tabletop" / each).is_file() for each in files)


@pytest.mark.parametrize(("many", "grid"), [(1, (2, 2)), (9, (10, 2)), (10, (10, 2)), (19, (10, 2)), (69, (10, 7))])
def test_a_sheet_is_as_large_as_its_cards_need(many: int, grid: tuple[int, int]) -> None:
    """And has a free place at its end."""
    assert grid_of(many) == grid
    assert grid[0] * grid[1] > many
    assert grid[0] <= ACROSS
    assert grid[1] <= DOWN


@pytest.mark.slow
def test_no_sheet_is_larger_than_can_be_shown(yupana: Yupana, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    written(yupana, "cuzco_feld", folder, "--only", "cards")
    sheets = list((folder / "tabletop").glob("[0-9][0-9]_*.png"))
    assert sheets
    for path in sheets:
        with Image.open(path) as sheet:
            assert max(sheet.size) <= LARGEST


def test_a_game_without_such_parts_has_no_pictures(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("print", "tic_tac_toe", "-o", str(tmp_path / "out"), "--only", "cards")
    assert ran.code == 2
    assert "nothing to make pictures of" in ran.err
