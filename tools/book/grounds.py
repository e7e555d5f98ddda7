"""What a board lies on, as its look says: ground, the areas of a map, coloured sides, and spaces that are no boxes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from yupana.schemas.grids import Grid

from ..documents.colours import mixed
from ..documents.drawing import Box, Disc, Mark, Point, Shape, Text, line

BORDER, LINE, INK = "#8d8266", "#6b6352", "#26241f"
"""The colours of the borders of areas, of lines between points, and of what is written around a grid."""
SIDE = 0.3
"""How thick a coloured side is, in halves of the height of a cell."""
ROUND, BOXED = 0.84, 0.86
"""How wide round spaces and boxes are for a cell of a grid."""
WRITTEN = 0.5
"""How large coordinates are, in halves of the height of a cell."""
EDGE = 0.13
"""How thick the border of a region is, in halves of the height of a cell."""
AROUND, COAST = 7.0, 2.0
"""How far the ground of a region goes around a listed space, and how thick its edge is."""
_PLACE = re.compile(r"([a-z]+|[a-z_]*?)_?(\d+)")


@dataclass(frozen=True, slots=True)
class Region:
    """Spaces that are outlined together in a colour, by their names, and what they are called; empty if nothing."""

    of: frozenset[str]
    colour: str
    title: str


@dataclass(frozen=True, slots=True)
class Ground:
    """What is under a board and around its spaces. `colour` is that of its ground; `shown` is how its spaces are drawn;
    `areas` are the outlines around places by the names of spaces, `backdrop` those of what else is there with their
    colours, in units of places; `sides` are the colours of the sides of a grid, `dots` the spaces that have one, and
    `lines` how links are drawn, by the number of their kind. `form` is how wide a listed space is for its height at
    most, where the look says it; `regions` are outlined."""

    colour: str = ""
    shown: str = ""
    areas: Mapping[str, Sequence[Point]] = field(default_factory=dict)
    backdrop: Sequence[tuple[str, Sequence[Point]]] = ()
    sides: Mapping[str, str] = field(default_factory=dict)
    dots: frozenset[str] = frozenset()
    lines: Mapping[int, str] = field(default_factory=dict)
    form: Point | None = None
    regions: Sequence[Region] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid as it is drawn: the name of its space, its middle and its corners."""

    name: str
    at: Point
    corners: tuple[Point, ...]


Frame = tuple[float, float, float, float]
"""The left, upper, right and lower edge of a drawing."""


# ---------------------------------------------------------------- maps


def outlines(ground: Ground, step: Point) -> dict[str, list[Point]]:
    """The outlines of areas by the names of their spaces, where columns and rows are so far apart."""
    return {name: [(x * step[0], y * step[1]) for x, y in each] for name, each in ground.areas.items()}


def lands(ground: Ground, step: Point, frame: Frame, fills: Mapping[str, str]) -> Iterator[Mark]:
    """What is under the spaces of a map: ground, what else is there, and their areas in their colours."""
    left, top, right, bottom = frame
    if ground.colour:
        yield Box(left, top, right - left, bottom - top, ground.colour, "", 0.2, 6.0)
    for colour, each in ground.backdrop:
        seen = within([(x * step[0], y * step[1]) for x, y in each], frame)
        yield Shape(tuple(seen) or ((left, top),), colour, colour if seen else "", 0.8)
    for name, outline in outlines(ground, step).items():
        if name in fills:
            yield Shape(tuple(outline), fills[name], BORDER, 1.4)


def bare(ground: Ground) -> int:
    """How many marks are ground on which nothing is: a sheet of paper with these alone need not be printed."""
    return bool(ground.colour) + len(ground.backdrop)


def within(outline: Sequence[Point], frame: Frame) -> list[Point]:
    """What of an outline lies in a frame (Sutherland and Hodgman)."""
    left, top, right, bottom = frame
    found = list(outline)
    for axis, edge, sign in ((0, left, 1.0), (0, right, -1.0), (1, top, 1.0), (1, bottom, -1.0)):
        points, found = found, []
        for at, end in enumerate(points):
            start = points[at - 1]
            a, b = (start[axis] - edge) * sign, (end[axis] - edge) * sign
            if (a < 0) != (b < 0):
                share = a / (a - b)
                found.append((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
            if b >= 0:
                found.append(end)
    return found


# ---------------------------------------------------------------- grids


def cells_of(grid: Grid, named: Sequence[tuple[str, Point]], size: float) -> list[Cell]:
    """The cells of a grid at their places; `size` is half the height of one."""
    made = []
    for name, (column, row) in named:
        x, y = column * grid.step[0] * size, row * grid.step[1] * size
        made.append(Cell(name, (x, y), tuple((x + dx * size, y + dy * size) for dx, dy in grid.corners)))
    return made


def under(ground: Ground, grid: Grid, cells: Sequence[Cell], size: float) -> Iterator[Mark]:
    """What is under the cells of a grid and around them: ground, coloured sides, lines between points, and dots."""
    left, top, right, bottom = around(ground, cells, size)
    if ground.colour:
        yield Box(left, top, right - left, bottom - top, ground.colour, "", 0.2, size * 0.25)
    pairs, outer = _borders(cells)
    for cell, start, end in outer:
        side = _side_of(cell, start, end, cells)
        if side in ground.sides:
            dx, dy = (start[0] + end[0]) / 2 - cell.at[0], (start[1] + end[1]) / 2 - cell.at[1]
            out = size * SIDE / 2 / (math.hypot(dx, dy) or 1)
            ends = start[0] + dx * out, start[1] + dy * out, end[0] + dx * out, end[1] + dy * out
            yield line(*ends, ground.sides[side], size * SIDE)
    if ground.shown == "points":
        for one, other in pairs:
            yield line(*one.at, *other.at, LINE, 1.0)
        yield from (Disc(*each.at, size * 0.11, LINE) for each in cells if each.name in ground.dots)
        if grid.crossed:
            yield from _written(cells, size)


def around(ground: Ground, cells: Sequence[Cell], size: float) -> Frame:
    """How far the ground of a grid goes: around its cells, with room for coloured sides and what is written there."""
    beyond = 0.0 if not ground.colour else size * 0.3
    beyond += size * SIDE if ground.sides else 0.0
    xs, ys = [x for each in cells for x, _ in each.corners], [y for each in cells for _, y in each.corners]
    return min(xs) - beyond, min(ys) - beyond, max(xs) + beyond, max(ys) + beyond


def space(ground: Ground, cell: Cell, fill: str, edge: str) -> Mark | None:
    """A cell as its look has it drawn; None where only lines meet."""
    xs, ys = [x for x, _ in cell.corners], [y for _, y in cell.corners]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    if ground.shown == "points":
        return None
    if ground.shown == "circles":
        return Disc(*cell.at, min(wide, high) / 2 * ROUND, fill, edge, 1.0)
    if ground.shown == "boxes":
        x, y, wide, high = cell.at[0] - wide * BOXED / 2, cell.at[1] - high * BOXED / 2, wide * BOXED, high * BOXED
        return Box(x, y, wide, high, fill, edge, 1.0, wide * 0.06)
    return Shape(cell.corners, fill, edge, 1.0)


def bounds(ground: Ground, cells: Sequence[Cell], size: float) -> Iterator[Mark]:
    """The borders of the regions of a grid, over its cells, and over the uppermost cell of each what it is called."""
    for region in ground.regions:
        inside = [each for each in cells if each.name in region.of]
        for _, start, end in _borders(inside)[1]:
            yield line(*start, *end, region.colour, size * EDGE)
        if inside and region.title:
            first = min(inside, key=lambda each: (each.at[1], each.at[0]))
            top = min(y for _, y in first.corners)
            at = first.at[0], top - size * 0.12
            yield Text(*at, region.title, size * WRITTEN, region.colour, bold=True, anchor="middle")


def islands(ground: Ground, places: Mapping[str, tuple[Point, Point]]) -> tuple[list[Mark], list[Mark]]:
    """What is under the listed spaces of regions, which stand at their places and are so large: each on ground that
    goes around it, joined with the next; and over all what they are called."""
    below, above = list[Mark](), list[Mark]()
    for region in ground.regions:
        inside = [places[name] for name in sorted(region.of & places.keys())]
        for colour, more in ((region.colour, AROUND + COAST), (mixed(region.colour, "#ffffff", 0.75), AROUND)):
            for (x, y), (wide, high) in inside:
                box = x - wide / 2 - more, y - high / 2 - more, wide + 2 * more, high + 2 * more
                below.append(Box(*box, colour, "", 0.2, 10.0))
            for one, other in _joined([at for at, _ in inside]):
                thick = min(min(size) for _, size in inside) * 0.4 + 2 * more
                below.append(line(*one, *other, colour, thick))
        if inside and region.title:
            (x, y), (wide, high) = min(inside, key=lambda each: (each[0][1], each[0][0]))
            told = Text(x - wide / 2, y - high / 2 - AROUND - COAST - 2, region.title, 11, region.colour, bold=True)
            above.append(told)
    return below, above


def _joined(places: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The shortest lines that join all (Prim)."""
    there, left = list(places[:1]), list(places[1:])
    while left:
        one, other = min(((a, b) for a in there for b in left), key=lambda pair: math.dist(*pair))
        left.remove(other)
        there.append(other)
        yield one, other


def _borders(cells: Sequence[Cell]) -> tuple[list[tuple[Cell, Cell]], list[tuple[Cell, Point, Point]]]:
    """Which cells touch each other, and the edges on whose other side none lies."""
    found: dict[tuple[int, int], list[tuple[Cell, Point, Point]]] = {}
    for cell in cells:
        for at, end in enumerate(cell.corners):
            start = cell.corners[at - 1]
            middle = round((start[0] + end[0]) * 5), round((start[1] + end[1]) * 5)
            near = ((middle[0] + dx, middle[1] + dy) for dx in (0, -1, 1) for dy in (0, -1, 1))
            key = next((each for each in near if each in found), middle)
            found.setdefault(key, []).append((cell, start, end))
    pairs = [(each[0][0], each[1][0]) for each in found.values() if len(each) == 2]
    return pairs, [each[0] for each in found.values() if len(each) == 1]


def _side_of(cell: Cell, start: Point, end: Point, cells: Sequence[Cell]) -> str:
    """The side of a board on which an edge of a cell lies."""
    dx, dy = (start[0] + end[0]) / 2 - cell.at[0], (start[1] + end[1]) / 2 - cell.at[1]
    ys = [each.at[1] for each in cells]
    if cell.at[1] <= min(ys) + 0.5 and dy < -0.5:
        return "top"
    if cell.at[1] >= max(ys) - 0.5 and dy > 0.5:
        return "bottom"
    return "left" if dx < 0 else "right"


def _written(cells: Sequence[Cell], size: float) -> Iterator[Mark]:
    """The names of rows at their left ends and of columns at their lower ends, where the names of spaces are made of
    both."""
    split = {each.name: found for each in cells if (found := _PLACE.fullmatch(each.name)) is not None}
    if len(split) != len(cells):
        return
    for part in (1, 2):
        lines: dict[str, list[Cell]] = {}
        for each in cells:
            lines.setdefault(split[each.name][part], []).append(each)
        level = all(max(e.at[1] for e in row) - min(e.at[1] for e in row) < 0.5 for row in lines.values())
        for text, row in lines.items():
            first = min(row, key=lambda each: each.at[0]) if level else max(row, key=lambda each: each.at[1])
            x, y = (first.at[0] - size * 0.8, first.at[1]) if level else (first.at[0], first.at[1] + size * 0.8)
            yield Text(x, y + size * WRITTEN * 0.35, text, size * WRITTEN, INK, anchor="middle")
