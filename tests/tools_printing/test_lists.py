"""What lies in the boxes of the four games, by the lists of their rulebooks, is in their kits: so many of each, with
the sides that it has. Where a list gives a number for each player, it is that of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.documents.drawing import Disc, Text
from yupana.tools.printing.boards import Board
from yupana.tools.printing.components import Component
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import contents
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.printing.tokens import size_of

pytestmark = [LATIN, pytest.mark.slow]

LISTS: Mapping[str, Mapping[str, int]] = {
    "cargo_empire": {
        "Tile": 12, "Colour": 60, "trading_post": 70, "Transport": 90, "CityCard": 24, "Goal": 12, "markers": 15,
    },
    "cuzco_kk": {
        "inca": 48, "triple": 56, "double": 20, "single_crop": 12, "single_village": 8, "irrigation_pond": 19,
        "solar_disc": 15, "extra_action": 12, "temple_2": 12, "temple_4": 11, "temple_6": 10, "temple_8": 8,
        "temple_10": 6, "FestivalCard": 30, "red": 2, "blue": 2, "green": 2, "yellow": 2,
    },
    "cuzco_feld": {
        "offering": 30, "inti_medal": 10, "food": 36, "Feather": 48, "GodCard": 60, "Tile": 72, "Mission": 61,
        "order_token_1": 1, "order_token_2": 1, "order_token_3": 1, "order_token_4": 1, "Good": 30, "game_round": 1,
        "ring_marker": 1, "quipu": 40, "Circlet": 24, "chasqui": 4, "priest": 16, "Die": 12, "colour_tile": 8,
        "round_0": 4, "Arm": 6, "red": 2, "yellow": 2, "green": 2, "blue": 2,
    },
    "cuzco_feld+pututus": {"Pututu": 15},
    "pizarro": {
        "Unit": 98, "Commander": 13, "Marker": 22, "control": 14, "battle_marker": 4, "siege_marker": 4, "season": 1,
        "chinchaysuyu": 1, "cuntisuyu": 1, "collasuyu": 1, "antisuyu": 1, "other_peoples": 1, "wall": 1,
        "siege_rounds": 1,
    },
}  # fmt: skip
"""Discs with the name of a player are what that player has on tracks: of points, of a status, of action points."""

TWO_SIDES = {"Tile": 12, "Circlet": 24, "round_0": 4, "Unit": 98, "Commander": 13}
OTHERS = {"cuzco_feld": ("Tile",)}
"""What has the same name in another game and one side alone."""


def box(name: str) -> tuple[list[Component], list[Board]]:
    """The cards and pieces of a kit, and its boards."""
    made = contents(subject_of(name, "", None), PrintSettings(only=("cards", "tokens", "boards")), find_fonts())
    return made.pieces, made.boards


def called(each: Component) -> str:
    """The name under which a component stands in the lists."""
    return each.name if each.kind in ("", "Player", "Cursor") else each.kind


@pytest.mark.parametrize("name", LISTS)
def test_a_kit_has_all_that_the_list_names(name: str) -> None:
    pieces, _ = box(name)
    many: Counter[str] = Counter()
    for each in pieces:
        many[called(each)] += each.count
    assert {each: many[each] for each in LISTS[name]} == LISTS[name]
    turned = Counter[str]()
    for each in pieces:
        turned[called(each)] += each.count if each.other is not None else 0
    known = {each: TWO_SIDES[each] for each in many if each in TWO_SIDES and each not in OTHERS.get(name[:10], ())}
    assert {each: turned[each] for each in known} == known


@pytest.mark.parametrize("name", ["cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro"])
def test_tiles_and_counters_can_be_handled(name: str) -> None:
    """Tiles are 20 mm wide at least, all others 15 mm."""
    subject, fonts = subject_of(name, "", None), find_fonts()
    pieces, _ = box(name)
    for each in pieces:
        if not each.is_card:
            least = 20.0 if each.sort == "tile" and each.drawing is None else 15.0
            assert min(size_of(subject, fonts, each)) >= least, each.name


def test_posts_beside_a_city_have_places() -> None:
    _, boards = box("cargo_empire")
    (board,) = (each for each in boards if each.name == "map")
    discs = [mark for mark in board.drawing.marks if isinstance(mark, Disc) and not mark.fill]
    assert len(discs) == 12 * 6
    assert all(2 * each.radius >= 15.0 for each in discs)


def test_what_lies_in_places_of_a_mat_has_no_track_beside_them() -> None:
    _, boards = box("pizarro")
    texts = [mark.text for each in boards for mark in each.drawing.marks if isinstance(mark, Text)]
    assert not any("Cursor" in each for each in texts)
    (at,) = (number for number, text in enumerate(texts) if text.startswith("Alliances"))
    assert texts[at + 1 : at + 9] == [str(each) for each in range(1, 9)]
    assert {"Wall", "Siege rounds"} <= set(texts)
