"""Sheets for a printer without colours: greys, and patterns of lines in place of light colours, or they were alike."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..documents.colours import light
from ..documents.drawing import Box, Disc, Mark, Outline, Point, Shape, Text, Window, line
from .fonts import Fonts
from .model import Kit

FEW_GREY = 12
"""Between the parts of a grey there is no more than this."""
PALE = 150
"""A lighter colour has a pattern; what is darker is grey, with light letters."""
LEAST = 4.0
"""What is narrower, in millimetres, has no pattern."""
APART, THIN, INK = 2.4, 0.18, "#8c8c8c"
"""How far the lines of a pattern are from one another, how wide they are, and their colour."""
PATTERNS: Sequence[Sequence[float]] = (
    (45.0,),
    (135.0,),
    (0.0,),
    (90.0,),
    (45.0, 135.0),
    (0.0, 90.0),
    (22.0,),
    (158.0,),
)
"""The directions of the lines of each pattern, in degrees."""
Span = tuple[float, float, float, float]
ROUND = 24
"""So many corners stand for a circle."""


def without_colours(kit: Kit, fonts: Fonts) -> None:
    """Turn all sheets grey. A colour has the same pattern on all of them."""
    patterns: dict[str, Sequence[float]] = {}
    for sheet in kit.sheets:
        hatched: list[Span] = []
        sheet.marks = [mark for each in sheet.marks for mark in _marks(each, fonts, patterns, hatched)]


def _behind(text: Text, fonts: Fonts) -> Box:
    """A white ground as large as a text: it is read on a pattern too."""
    wide = fonts.width(text.text, text.size, bold=text.bold)
    left = text.x - (wide / 2 if text.anchor == "middle" else 0.0)
    return Box(left - 0.3, text.y - text.size * 0.8, wide + 0.6, text.size, "#ffffff")


def _marks(mark: Mark, fonts: Fonts, patterns: dict[str, Sequence[float]], hatched: list[Span]) -> Iterator[Mark]:
    match mark:
        case Text():
            if light(mark.colour) < PALE and any(x0 < mark.x < x1 and y0 < mark.y < y1 for x0, y0, x1, y1 in hatched):
                yield _behind(mark, fonts)
            yield replace(mark, colour=_grey(mark.colour))
        case Outline():
            yield replace(mark, fill=_grey(mark.fill))
        case Window():
            inside = (each for part in mark.inside for each in _marks(part, fonts, patterns, hatched))
            yield replace(mark, inside=tuple(inside))
        case Box() | Disc() | Shape():
            fill = _grey(mark.fill)
            if not _is_coloured(mark.fill) or light(mark.fill) < PALE:
                yield replace(mark, fill=fill, stroke=_grey(mark.stroke))
                return
            angles = patterns.setdefault(mark.fill, PATTERNS[len(patterns) % len(PATTERNS)])
            yield replace(mark, fill="#ffffff", stroke="")
            xs, ys = [x for x, _ in _outline(mark)], [y for _, y in _outline(mark)]
            hatched.append((min(xs), min(ys), max(xs), max(ys)))
            for angle in angles:
                yield from _hatched(_outline(mark), angle)
            yield replace(mark, fill="", stroke=_grey(mark.stroke) or "#6b6b6b")
        case _:
            yield mark


def _is_coloured(colour: str) -> bool:
    if not colour:
        return False
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(parts) - min(parts) > FEW_GREY


def _grey(colour: str) -> str:
    """A colour without its hue."""
    return "" if not colour else "#" + f"{round(light(colour)):02x}" * 3


def _outline(mark: Box | Disc | Shape) -> list[Point]:
    match mark:
        case Box():
            right, bottom = mark.x + mark.width, mark.y + mark.height
            return [(mark.x, mark.y), (right, mark.y), (right, bottom), (mark.x, bottom)]
        case Disc():
            turns = (2 * math.pi * each / ROUND for each in range(ROUND))
            return [(mark.x + mark.radius * math.cos(each), mark.y + mark.radius * math.sin(each)) for each in turns]
        case Shape():
            return list(mark.points)


def _hatched(points: Sequence[Point], angle: float) -> Iterator[Mark]:
    """Lines in a direction over what an outline encloses; all patterns of one direction go on from one to the next."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if min(max(xs) - min(xs), max(ys) - min(ys)) < LEAST:
        return
    across, along = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    levels = [-along * x + across * y for x, y in points]
    for number in range(math.ceil(min(levels) / APART), int(max(levels) // APART) + 1):
        level, found = number * APART, list[float]()
        for (x1, y1), (x2, y2), one, other in zip(
            points, [*points[1:], points[0]], levels, [*levels[1:], levels[0]], strict=True
        ):
            if (one <= level) != (other <= level):
                share = (level - one) / (other - one)
                x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
                found.append(across * x + along * y)
        found.sort()
        for start, end in zip(found[::2], found[1::2], strict=False):
            ends = [(across * at - along * level, along * at + across * level) for at in (start, end)]
            yield line(*ends[0], *ends[1], INK, THIN)
