"""Boards that are drawn as maps: the areas of their spaces, and backdrop around them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from yupana.interpreter.view.look import BoardPicture

from .areas import Point, areas, room, together

REACH = 0.8
"""How far an area goes from its place, in distances of neighbours."""

UNIT = 1.08
"""What the size of an area is measured by, in distances of neighbours: no more than a line of words needs."""


@dataclass(frozen=True, slots=True)
class Map:
    """The outline of each space's area by its name, the room in it (middle, width and height), grounds with their
    colours, and the `unit` by which letters are measured; all in units of places."""

    areas: Mapping[str, Sequence[Point]]
    rooms: Mapping[str, tuple[Point, Point]]
    backdrop: Sequence[tuple[str, Sequence[Point]]]
    unit: float


def map_of(board: BoardPicture) -> Map | None:
    """The map as which a board is drawn; None for one that is drawn otherwise, or whose spaces have no places."""
    look, places = board.look, {name: (x, y) for name, x, y in board.spaces}
    if look is None or look.spaces != "areas" or board.grid is not None:
        return None
    if len({*places.values()}) < max(len(places), 2):
        return None
    told = [(str(each.colour), at) for each in look.backdrop for at in each.at if len(at) == 2]
    ground = {(float(at[0]), float(at[1])): colour for colour, at in told}
    grounds = [(colour, place) for place, colour in ground.items() if place not in places.values()]
    near = median(min(math.dist(a, b) for b in places.values() if b != a) for a in places.values())
    outlines = areas([*places.values(), *(place for _, place in grounds)], REACH * near)
    around = dict(zip(places, outlines, strict=False))
    coloured: dict[str, list[Sequence[Point]]] = {}
    for (colour, _), outline in zip(grounds, outlines[len(places) :], strict=True):
        coloured.setdefault(colour, []).append(outline)
    corners = [point for each in around.values() for point in each]
    xs, ys = zip(*corners, strict=True)
    shown = (min(xs) - near, min(ys) - near, max(xs) + near, max(ys) + near)
    return Map(
        around,
        {name: room(each) for name, each in around.items()},
        [(colour, seen(outline, shown)) for colour, those in coloured.items() for outline in together(those)],
        round(UNIT * near, 2),
    )


def seen(outline: Sequence[Point], shown: tuple[float, float, float, float]) -> list[Point]:
    """An outline without the bends that lie beyond a side of what is shown (left, top, right, bottom)."""

    def beyond(point: Point) -> set[int]:
        (x, y), (left, top, right, bottom) = point, shown
        return {at for at, out in enumerate((x < left, y < top, x > right, y > bottom)) if out}

    kept: list[Point] = []
    for at, point in enumerate(outline):
        after = outline[(at + 1) % len(outline)]
        if not kept or not beyond(kept[-1]) & beyond(point) & beyond(after):
            kept.append(point)
    return kept
