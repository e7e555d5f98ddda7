"""Drawings as they lie on paper: curves as short lines, heads of arrows as shapes, and texts in the room that their
drawer took for them, however wide the letters of a font are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..book.held import width_of
from ..documents.drawing import Drawing, Mark, Point, Shape, Text
from .fonts import Fonts

SMOOTH = 10
"""So many straight lines stand for a bend."""
_ARROW = 9.0
"""How long the head of an arrow is."""


def on_paper(drawing: Drawing, fonts: Fonts) -> Drawing:
    """A drawing in its own units, as these fonts set it."""
    marks = [mark for each in drawing.marks for mark in _marks(each, fonts)]
    return replace(drawing, marks=tuple(marks))


def _marks(mark: Mark, fonts: Fonts) -> Iterator[Mark]:
    if isinstance(mark, Text):
        size, wide = mark.size, fonts.width(mark.text, mark.size, bold=mark.bold)
        room = width_of(mark.text, size) * 1.04
        if wide > room:
            size, wide = size * room / wide, room
        shift = wide / 2 if mark.anchor == "middle" else 0.0
        yield replace(mark, x=mark.x - shift, size=size, anchor="start")
    elif isinstance(mark, Shape) and not mark.closed:
        points = _straight(mark)
        yield replace(mark, points=tuple(points), bends=frozenset(), tip=False)
        if mark.tip and len(points) > 1:
            yield _head(points[-2], points[-1], mark.stroke)
    else:
        yield mark


def _straight(shape: Shape) -> list[Point]:
    """The points of a line, its curves as straight lines."""
    found: list[Point] = []
    bend: list[Point] = []
    for number, point in enumerate(shape.points):
        if number in shape.bends:
            bend.append(point)
        elif bend:
            found += _bend([found[-1], *bend, point])
            bend = []
        else:
            found.append(point)
    return found


def _bend(points: Sequence[Point]) -> list[Point]:
    """A curve as straight lines."""
    found = []
    for step in range(1, SMOOTH + 1):
        level, share = list(points), step / SMOOTH
        while len(level) > 1:
            level = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for (x1, y1), (x2, y2) in pairwise(level)]
        found.append(level[0])
    return found


def _head(before: Point, tip: Point, colour: str) -> Shape:
    way = math.atan2(tip[1] - before[1], tip[0] - before[0])
    sides = [(tip[0] - _ARROW * math.cos(way + bend), tip[1] - _ARROW * math.sin(way + bend)) for bend in (0.45, -0.45)]
    return Shape((tip, *sides), colour)
