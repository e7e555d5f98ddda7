"""Colours that can be read on dark and on light terminals, whatever an author or a seat asks for.

A terminal's background is not known here, so every colour of text is brought to a brightness that stands out from black
and from white (a contrast of 3 and more, as WCAG 2 measures it, asks for a luminance between 0.1 and 0.3). Only the
brightness changes. Black and white would both become the same grey; these are drawn as they are, on a ground of their
own.
"""

from __future__ import annotations

import colorsys
from functools import cache

from rich.color import Color, ColorParseError
from rich.errors import StyleSyntaxError
from rich.style import Style
from yupana.schemas.colours import number_of

Triplet = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

LOW, HIGH = 0.12, 0.28
"""The luminances between which a colour can be read on black and on white."""

ON_LIGHT, ON_DARK = "#000000 on #b0b0b0", "#ffffff on #505050"
"""How black and white are drawn."""

_WORDS = {
    "red": "#cd0000", "green": "#00a000", "yellow": "#b8a000", "blue": "#3060ff", "magenta": "#cd00cd",
    "cyan": "#00a0a0", "black": "#000000", "white": "#ffffff", "bright_white": "#ffffff", "bright_black": "#7f7f7f",
    "orange": "#ff8c00", "brown": "#a0622d", "pink": "#ff80b0", "purple": "#a050d0", "violet": "#a050d0",
    "grey": "#7f7f7f", "gray": "#7f7f7f", "turquoise": "#40e0d0", "gold": "#d0a000", "silver": "#a0a0a0",
    "lime": "#60c000", "navy": "#3040c0", "teal": "#008080", "beige": "#c0a878", "ivory": "#ffffff",
    "crimson": "#dc143c", "indigo": "#5030c0", "amber": "#e0a000", "tan": "#c09060", "olive": "#808000",
}  # fmt: skip
"""Words for colours that terminals call otherwise, or show each in its own way."""


@cache
def readable(wanted: str) -> str:
    """A style that can be read on any background; empty for what is no colour.

    `wanted` is a word (`red`), a number (`#c08040`) or a style (`bold red`, `white on blue`); one with a ground of its
    own stays as it is unless its two colours are too near.
    """
    style = _style(wanted)
    if style is None:
        return ""
    manner = str(Style(bold=style.bold, italic=style.italic, underline=style.underline, reverse=style.reverse))
    shown = _with_ground(style) if style.bgcolor is not None else _plain(_triplet(style.color))
    return shown if manner == "none" else f"{manner} {shown}"


@cache
def css(wanted: str) -> str:
    """The colour that is meant, as CSS has it (`#c08040`), whether it can be read or not; empty for what is none. Of a
    style with a ground it is the colour on it."""
    style = _style(wanted)
    if style is None:
        return ""
    return _written(_triplet(style.color if style.color is not None else style.bgcolor))


def _style(wanted: str) -> Style | None:
    """The style that is meant; None for what is no colour."""
    word = wanted.strip().casefold()
    try:
        style = Style.parse(_WORDS.get(word) or number_of(word) or word)
    except StyleSyntaxError:
        return None
    return None if style.color is None and style.bgcolor is None else style


def _plain(colour: Triplet) -> str:
    hue, light, saturation = colorsys.rgb_to_hls(*colour)
    bright = luminance(colour)
    if bright < LOW and (saturation < 0.15 or light < 0.06):
        return ON_LIGHT
    if bright > HIGH and (light > 0.9 or (saturation < 0.15 and light > 0.8)):
        return ON_DARK
    low, high = 0.0, 1.0
    for _ in range(20):
        if LOW <= luminance(colour) <= HIGH:
            break
        low, high = (light, high) if luminance(colour) < LOW else (low, light)
        light = (low + high) / 2
        colour = colorsys.hls_to_rgb(hue, light, saturation)
    return _written(colour)


def _with_ground(style: Style) -> str:
    ground = _triplet(style.bgcolor)
    ink = _triplet(style.color) if style.color is not None else None
    if ink is None or contrast(luminance(ink), luminance(ground)) < 3:
        ink = (0.0, 0.0, 0.0) if luminance(ground) > 0.18 else (1.0, 1.0, 1.0)
    return f"{_written(ink)} on {_written(ground)}"


def luminance(colour: Triplet) -> float:
    """The relative luminance of sRGB, as WCAG 2 defines it: 0 for black, 1 for white."""
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    """The contrast of two luminances, from 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _triplet(colour: Color | None) -> Triplet:
    if colour is None or colour.is_default:
        return (0.5, 0.5, 0.5)
    try:
        named = Color.parse(_WORDS.get(colour.name, colour.name)).get_truecolor()
    except ColorParseError:
        named = colour.get_truecolor()
    return (named.red / 255, named.green / 255, named.blue / 255)


def _written(colour: Triplet) -> str:
    return "#" + "".join(f"{round(each * 255):02x}" for each in colour)


NUMBER, WARNING, STRESSED, FAINT = readable("cyan"), readable("yellow"), "bold", "dim"
"""How the table's own words are drawn: numbers of a menu, refusals, headings, asides."""
