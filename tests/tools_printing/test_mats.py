"""A board for every player: tracks for numbers, places for zones, the sheets that each has."""

from __future__ import annotations

import pytest
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.documents.drawing import Box, Text
from yupana.tools.printing.boards import boards
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.mats import mats
from yupana.tools.printing.paper import PrintSettings

pytestmark = LATIN


def words(name: str, players: int | None = None) -> dict[str, list[str]]:
    """What stands on the boards of a game, by whose they are."""
    found: dict[str, list[str]] = {}
    for each in mats(subject_of(name, "", players), PrintSettings(), find_fonts()):
        found.setdefault(each.name, []).extend(mark.text for mark in each.drawing.marks if isinstance(mark, Text))
    return found


def test_each_player_has_a_board() -> None:
    found = words("cuzco_feld")
    assert list(found) == ["red", "yellow", "green", "blue", "table"]
    assert {"Red", "Points", "Circlets", "Mask board", "Upper 5", "Hand"} <= set(found["red"])
    assert found["red"][1:] == found["blue"][1:]
    assert list(words("cuzco_feld", 2)) == ["red", "yellow", "table"]


def test_a_track_has_a_place_for_every_value() -> None:
    """And a number that goes far one for its tens and one for its ones."""
    told = words("cuzco_feld")["red"]
    assert [str(each) for each in range(16)] == told[told.index("Status") + 1 :][:16]
    assert told[told.index("Points") + 1 :][:3] == ["00", "10", "20"]


def test_where_nothing_is_kept_there_is_no_board() -> None:
    assert words("tic_tac_toe") == words("hex") == {}


def test_boards_are_no_wider_than_the_paper() -> None:
    for each in mats(subject_of("cargo_empire", "", None), PrintSettings(), find_fonts()):
        assert each.drawing.width <= PrintSettings().room[0] + 0.1
        assert each.drawing.height <= PrintSettings().room[1] + 0.1


@pytest.mark.parametrize("card", [(63.0, 88.0), (70.0, 120.0)])
def test_a_place_for_cards_is_as_large_as_a_card(card: tuple[float, float]) -> None:
    """Whether they are stacked or lie beside one another."""
    settings = PrintSettings(card=card)
    for each in mats(subject_of("leduc_poker", "", None), settings, find_fonts()):
        places = [mark for mark in each.drawing.marks if isinstance(mark, Box) and mark.dashes]
        assert places
        assert all(box.width >= card[0] - 1 and box.height >= card[1] for box in places)


def test_what_lies_in_a_zone_of_an_entry_has_a_place() -> None:
    """The piles of the gods; what lies on spaces, on sheets and in rows such as those of the market has its place
    there."""
    table = words("cuzco_feld")["table"]
    assert len([each for each in table if each.endswith(": God pile")]) == 5
    assert not [each for each in table if each.endswith(": Stall")]
    sheets = boards(subject_of("cuzco_feld", "", None), PrintSettings(), find_fonts())
    rows = [mark.text for each in sheets for mark in each.drawing.marks if isinstance(mark, Text)]
    assert "Market" in rows
    assert not [each for each in table if "shown" in each.casefold() or "placed" in each.casefold()]
