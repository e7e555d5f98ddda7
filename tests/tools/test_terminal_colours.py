"""Colours at the table: readable on black and on white, whatever the seats are called."""

from __future__ import annotations

import pytest
from rich.color import Color
from rich.style import Style
from yupana.tools.shell.colours import contrast, luminance, readable
from yupana.tools.targets.rulesets import compile_target
from yupana.tools.terminal.paint import Painter

SEATS = [
    "black", "white", "red", "green", "blue", "yellow", "orange", "pink", "purple", "brown", "grey", "gray", "cyan",
    "magenta", "navy", "gold", "silver", "turquoise", "lime", "teal", "ivory", "bright_white", "bright_black",
    "bright_yellow", "bright_cyan", "#000000", "#000080", "#ffffff", "#ffffe0", "#fefefe", "#101010", "bold black",
    "white on white", "black on black", "yellow on blue",
]  # fmt: skip


def lit(colour: Color | None) -> float:
    assert colour is not None
    triplet = colour.get_truecolor()
    return luminance((triplet.red / 255, triplet.green / 255, triplet.blue / 255))


def assert_readable(shown: str) -> None:
    style = Style.parse(shown)
    grounds = [0.0, 1.0] if style.bgcolor is None else [lit(style.bgcolor)]
    assert min(contrast(lit(style.color), ground) for ground in grounds) >= 3, shown


@pytest.mark.parametrize("seat", SEATS)
def test_a_colour_can_be_read_on_black_and_on_white(seat: str) -> None:
    assert_readable(readable(seat))


def test_seats_that_are_colours_differ() -> None:
    seats = ["black", "white", "red", "green", "blue", "yellow", "grey", "purple", "orange"]
    assert len({readable(each) for each in seats}) == len(seats)


def test_a_seat_called_by_a_colour_is_drawn_so_that_it_can_be_read() -> None:
    painter = Painter({}, {}, ["black", "white", "anna"])
    assert_readable(painter.style("black"))
    assert_readable(painter.style("white"))
    assert painter.style("anna") == ""
    assert [str(span.style) for span in painter("black moves").spans] == [painter.style("black")]


@pytest.mark.parametrize("name", ["cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro"])
def test_the_colours_of_the_shipped_looks_can_be_read(name: str) -> None:
    ruleset = compile_target(name).ruleset
    assert ruleset is not None
    for wanted in ruleset.look.colours.values():
        assert_readable(readable(str(wanted)))


def test_what_is_no_colour_has_no_style() -> None:
    assert readable("anna") == readable("bold") == readable("") == ""
