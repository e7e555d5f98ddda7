"""The drawings of the rulebook as marks on paper: what the drawers of boards and counters write is read back.

Only what they write is understood: rectangles, circles, polygons, paths, texts, groups that are moved, arrow heads.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from xml.etree import ElementTree

from ..book.drawing import width_of
from .fonts import Fonts
from .model import Box, Disc, Mark, Point, Shape, Text, Window, moved

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STEP = re.compile(r"([MLHVQCZ])([^MLHVQCZ]*)")
_MOVED = re.compile(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)")
SMOOTH = 10
"""So many straight lines stand for a bend."""
_ARROW = 9.0
"""How long the head of an arrow is."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks from (0, 0), and how large they are together."""

    width: float
    height: float
    marks: tuple[Mark, ...]

    def scaled(self, factor: float) -> Drawing:
        """The same drawing larger or smaller."""
        return Drawing(self.width * factor, self.height * factor, tuple(_scaled(each, factor) for each in self.marks))


def read_svg(svg: str, fonts: Fonts) -> Drawing:
    """A drawing that a tool has made, in its own units."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(float, _NUMBER.findall(root.get("viewBox", "0 0 100 100")))
    reader = _Reader(fonts)
    return Drawing(width, height, tuple(moved(each, -left, -top) for each in reader.inside(root)))


class _Reader:
    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts

    def inside(self, node: ElementTree.Element) -> Iterator[Mark]:
        """The marks in an element."""
        for child in node:
            match child.tag.rpartition("}")[2]:
                case "g" | "svg":
                    found = _MOVED.match(child.get("transform", ""))
                    dx, dy = (float(found[1]), float(found[2])) if found is not None else _place(child)
                    yield from (moved(each, dx, dy) for each in self.inside(child))
                case "rect":
                    (x, y), wide, high = _place(child), _number(child, "width"), _number(child, "height")
                    pen = _fill(child), _stroke(child), _thick(child), _number(child, "rx"), _dashes(child)
                    yield Box(x, y, wide, high, *pen)
                case "circle":
                    place = _number(child, "cx"), _number(child, "cy"), _number(child, "r")
                    yield Disc(*place, _fill(child), _stroke(child), _thick(child))
                case "polygon":
                    numbers = [float(each) for each in _NUMBER.findall(child.get("points", ""))]
                    points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
                    yield Shape(points, _fill(child), _stroke(child), _thick(child))
                case "path":
                    yield from _path(child)
                case "text":
                    yield self._text(child)

    def _text(self, node: ElementTree.Element) -> Text:
        """A line in the room that its drawer took for it, however wide the letters are."""
        (x, y), size, text = _place(node), _number(node, "font-size"), "".join(node.itertext())
        bold = node.get("font-weight", "") in ("600", "700", "bold")
        wide, room = self._fonts.width(text, size, bold=bold), width_of(text, size) * 1.04
        if wide > room:
            size, wide = size * room / wide, room
        shift = {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", ""), 0.0)
        return Text(x - shift, y, text, size, node.get("fill", "#26241f"), bold)


def _path(node: ElementTree.Element) -> Iterator[Mark]:
    """The lines of a path, and the head of its arrow."""
    now: list[Point] = []
    closed = False
    for step, written in _STEP.findall(node.get("d", "")):
        numbers = [float(each) for each in _NUMBER.findall(written)]
        points = list(zip(numbers[::2], numbers[1::2], strict=False))
        match step:
            case "M" | "L":
                now += points
            case "H":
                now.append((numbers[0], now[-1][1]))
            case "V":
                now.append((now[-1][0], numbers[0]))
            case "Q" | "C":
                now += _bend([now[-1], *points])
            case _:
                closed = True
    stroke, thick = _stroke(node), _thick(node)
    fill = _fill(node) if closed else ""
    yield Shape(tuple(now), fill, stroke, thick, closed=closed, dashes=_dashes(node))
    if node.get("marker-end") and len(now) > 1:
        yield _head(now[-2], now[-1], stroke)


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


def _number(node: ElementTree.Element, key: str) -> float:
    return float(node.get(key, "0"))


def _place(node: ElementTree.Element) -> Point:
    return _number(node, "x"), _number(node, "y")


def _fill(node: ElementTree.Element) -> str:
    colour = node.get("fill", "#000000")
    return colour if colour.startswith("#") else ""


def _stroke(node: ElementTree.Element) -> str:
    colour = node.get("stroke", "")
    return colour if colour.startswith("#") else ""


def _thick(node: ElementTree.Element) -> float:
    return float(node.get("stroke-width", "1"))


def _dashes(node: ElementTree.Element) -> tuple[float, ...]:
    return tuple(float(each) for each in _NUMBER.findall(node.get("stroke-dasharray", "")))


def _scaled(mark: Mark, by: float) -> Mark:
    match mark:
        case Disc():
            return replace(mark, x=mark.x * by, y=mark.y * by, radius=mark.radius * by, thick=mark.thick * by)
        case Shape():
            points, dashes = tuple((x * by, y * by) for x, y in mark.points), tuple(each * by for each in mark.dashes)
            return replace(mark, points=points, thick=mark.thick * by, dashes=dashes)
        case Text():
            return replace(mark, x=mark.x * by, y=mark.y * by, size=mark.size * by)
        case _:
            placed = replace(mark, x=mark.x * by, y=mark.y * by, width=mark.width * by, height=mark.height * by)
            if isinstance(placed, Box):
                dashes = tuple(each * by for each in placed.dashes)
                return replace(placed, thick=placed.thick * by, round=placed.round * by, dashes=dashes)
            if isinstance(placed, Window):
                return replace(placed, inside=tuple(_scaled(each, by) for each in placed.inside))
            return placed
