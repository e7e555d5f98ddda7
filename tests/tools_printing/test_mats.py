"""A board for every player, and one for the table: all parts of mats, tracks for numbers, places for zones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.documents.drawing import Box, Disc, Mark, Text
from yupana.tools.printing.boards import Board
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.mats import mats
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.printing.tokens import DISC

pytestmark = LATIN


def made(name: str, players: int | None = None, settings: PrintSettings | None = None) -> Iterator[Board]:
    """The boards of a game."""
    return mats(subject_of(name, "", players), settings or PrintSettings(), find_fonts())


def marks(name: str, players: int | None = None) -> dict[str, list[Mark]]:
    """What is on the boards of a game, by whose they are."""
    found: dict[str, list[Mark]] = {}
    for each in made(name, players):
        found.setdefault(each.name, []).extend(each.drawing.marks)
    return found


def words(name: str, players: int | None = None) -> dict[str, list[str]]:
    """What stands on the boards of a game, by whose they are."""
    return {who: [mark.text for mark in all_ if isinstance(mark, Text)] for who, all_ in marks(name, players).items()}


def test_each_player_has_all_parts_of_their_mat() -> None:
    """A hand is held, and needs no place."""
    found = words("cargo_empire")
    assert list(found) == ["red", "blue", "green", "yellow", "purple", "table"]
    wanted = {"Posts to place", "Perfect upgrades", "Brown cubes delivered", "Own cities", "Own goals"}
    assert {"Red", *wanted} <= set(found["red"])
    assert "Hand" not in found["red"]
    assert found["red"][1:] == found["blue"][1:]
    assert list(words("cargo_empire", 2)) == ["red", "blue", "table"]


def test_a_stock_has_a_place_for_each_piece_and_each_is_as_large_as_one() -> None:
    """With the number of players that needs most: 12 posts on the board and 2 on the map."""
    holes = [each for each in marks("cargo_empire")["red"] if isinstance(each, Disc)]
    assert len(holes) == 14
    assert all(2 * each.radius >= DISC for each in holes)
    middles = sorted((each.x, each.y) for each in holes)
    assert all(abs(x2 - x1) + abs(y2 - y1) >= DISC for (x1, y1), (x2, y2) in pairwise(middles))


def test_places_of_a_sheet_keep_their_rows() -> None:
    """The lower lane of a track lies below the upper one: what is free in a row stays free."""
    table = [each for each in marks("cargo_empire")["table"] if isinstance(each, Text)]
    starts = [each for each in table if each.text == "1" or each.text.startswith("1 ")]
    assert len(starts) == 6
    for upper, lower in zip(starts[::2], starts[1::2], strict=True):
        assert upper.x == pytest.approx(lower.x, abs=8.0)
        assert upper.y < lower.y


@pytest.mark.slow
def test_a_track_of_all_players_is_there_once() -> None:
    found = words("cuzco_feld")
    table = found["table"]
    assert [str(each) for each in range(16)] == table[table.index("Status") + 1 :][:16]
    assert [str(each) for each in range(100)] == table[table.index("Victory points") + 1 :][:100]
    assert not {"Status", "Points", "Victory points"} & set(found["red"])


@pytest.mark.slow
def test_a_place_is_as_large_as_what_lies_there_in_the_fullest_position() -> None:
    """Five goods in a row of the market, five dice on an action, one tile on a space, one arm of the overlay at each
    of the inner villages, one priest on a step."""
    boxes = [each for each in marks("cuzco_feld")["table"] if isinstance(each, Box)]
    stalls = [
        each for each in boxes if each.width > 90 and each.height > 62 and each.round == 1.5 and each.thick == 0.3
    ]
    assert len(stalls) == 6
    own = [each for each in marks("cuzco_feld")["red"] if isinstance(each, Box) and each.thick == 0.3]
    assert len([each for each in own if each.width > 30 and each.height > 35 and each.width < 35]) == 12
    assert len([each for each in boxes if 20 < each.width < 25 < each.height < 29 and each.thick == 0.3]) == 12


def test_a_number_that_goes_far_has_tens_and_ones_or_counters() -> None:
    told = [each.text for board in made("pizarro", 2) for each in board.drawing.marks if isinstance(each, Text)]
    assert told[told.index("VP") + 1 :][:3] == ["00", "10", "20"]
    settings = PrintSettings(counters=True)
    told = [
        each.text for board in made("pizarro", 2, settings) for each in board.drawing.marks if isinstance(each, Text)
    ]
    assert "VP" in told
    assert "00" not in told


def test_a_place_on_a_track_is_as_large_as_a_counter() -> None:
    for board in made("pizarro", 2):
        steps = [each for each in board.drawing.marks if isinstance(each, Box) and each.round == 1.2]
        assert all(min(each.width, each.height) >= 15.0 for each in steps)


WAYS = """
ruleset: {name: ways, title: Ways, language: 4, text: A game.}
players: {min: 2, max: 2, names: [ann, ben], fields: {coins: int, pace: int 0..paces}}
options: {long: {type: bool, default: false}}
constants: {paces: 3}
state: {now: {type: int, start: 1}}
kinds:
  Nook: {entries: {one: {}, two: {}}}
  Tile: {fields: {nook: Nook?}, entries: {ash: {}, oak: {}}}
zones: {pool: {of: Tile}}
flow: [{rounds: r, times: 1, steps: [{do: now = 2}]}]
scoring: {items: {p: {points: 1}}}
look:
  mats:
    path:
      size: [20, 10]
      parts:
        turns: {at: [0, 0], size: [20, 2], track: now, from: 1, to: 18 if long else 6}
        nooks: {at: [0, 2], size: [20, 8], of: Nook, cell: "{[t for t in Tile if t.nook == it]}"}
    own:
      each: Player
      size: [8, 4]
      parts: {purse: {at: [0, 0], size: [4, 4], stock: me.coins}, speed: {at: [4, 0], size: [4, 4], stock: me.pace}}
  faces: {Tile: {size: [34, 36]}}
  room: {coins: 7}
"""


def test_parts_are_as_long_and_as_large_as_any_game_needs(tmp_path: Path) -> None:
    """A track has the steps of the longest way to play; a number that goes far in words alone those that the look
    says, or the rules by a constant; a place has room for a piece that says that it lies there."""
    path = tmp_path / "ways.yaml"
    path.write_text(WAYS, encoding="utf-8")
    found = words(str(path))
    table, own = found["table"], found["ann"]
    assert table[table.index("Turns") + 1 :][:18] == [str(each) for each in range(1, 19)]
    assert own[own.index("Purse") + 1 :] == [*map(str, range(8)), "Speed", *map(str, range(4))]
    boxes = [each for each in marks(str(path))["table"] if isinstance(each, Box)]
    assert len([each for each in boxes if each.thick == 0.3 and each.width >= 34 and each.height >= 36]) == 2


def test_where_nothing_is_kept_there_is_no_board() -> None:
    assert words("tic_tac_toe") == words("hex") == {}


@pytest.mark.parametrize("paper", [(210.0, 297.0), (215.9, 279.4)])
def test_boards_that_lie_on_a_sheet_are_no_wider_than_the_paper(paper: tuple[float, float]) -> None:
    settings = PrintSettings(paper=paper)
    for each in made("cuzco_kk", None, settings):
        size = sorted((each.drawing.width, each.drawing.height))
        assert size[0] <= settings.room[0] + 0.1
        assert size[1] <= settings.room[1] + 0.1


@pytest.mark.parametrize("card", [(63.0, 88.0), (70.0, 120.0)])
def test_a_place_for_cards_is_as_large_as_a_card(card: tuple[float, float]) -> None:
    """Whether they are stacked or lie beside one another."""
    for each in made("leduc_poker", None, PrintSettings(card=card)):
        places = [mark for mark in each.drawing.marks if isinstance(mark, Box) and mark.dashes]
        assert all(box.width >= card[0] - 1 and box.height >= card[1] for box in places)


@pytest.mark.slow
def test_what_lies_in_a_zone_of_an_entry_has_a_place() -> None:
    """The piles of the gods; what lies on spaces, on sheets and in rows such as those of the market has its place
    there."""
    table = words("cuzco_feld")["table"]
    assert len([each for each in table if each.endswith(": God pile")]) == 5
    assert not [each for each in table if each.endswith(": Stall")]
    assert "Market" in table
    assert not [each for each in table if "shown" in each.casefold() or "placed" in each.casefold()]
