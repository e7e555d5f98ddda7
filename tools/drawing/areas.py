"""The areas of a map around places: each holds what is nearer to its place than to any other.

What lies around them is kept away by places of nobody, so a map has a coast and not a frame. Borders are as irregular
as those of a map: each is broken in the middle again and again and moved aside a little (midpoint displacement), by a
number that depends on its ends alone. So neighbours agree, and the same places give the same map.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

Point = tuple[float, float]

BREAKS = 3
"""So often a border is broken."""

BEND = 0.15
"""How far a break is moved aside, at most, in lengths of the piece."""

SHORT = 0.34
"""A piece shorter than this part of the reach is not broken."""


SHAPES = (1.0, 1.35, 1.8)
"""How wide for their height the rooms are that are tried."""

BEYOND = 1.12
"""How much larger a room is than what lies wholly in its area."""

PLACES = 9
"""So many places across and down are tried as the middle of a room."""


def areas(places: Sequence[Point], reach: float) -> list[list[Point]]:
    """The outlines of the areas around `places` (all different); none goes much farther from its place than `reach`.
    Areas that touch have the same border. Takes a time that grows with the square of the number of places."""
    around = list(_around(places, reach))
    return [_drawn(_area(place, [*places, *around], reach), reach * SHORT) for place in places]


def together(outlines: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """The outlines of areas as one: borders that two of them share are left out, and what they enclose belongs to them.
    Areas that do not touch stay apart; the largest comes first."""
    edges = [(outline[at - 1], end) for outline in outlines for at, end in enumerate(outline)]
    shared = {(end, start) for start, end in edges}
    onward: dict[Point, list[Point]] = {}
    for start, end in edges:
        if (start, end) not in shared:
            onward.setdefault(start, []).append(end)
    found: list[list[Point]] = []
    while onward:
        loop, at = list[Point](), next(iter(onward))
        while at in onward:  # it ends where it began
            loop.append(at)
            at = onward[at].pop()
            if not onward[loop[-1]]:
                del onward[loop[-1]]
        found.append(loop)
    turned = _turned(max(outlines, key=lambda each: abs(_turned(each)), default=()))
    return sorted((each for each in found if _turned(each) * turned > 0), key=lambda each: -abs(_turned(each)))


def _turned(outline: Sequence[Point]) -> float:
    """Twice what an outline encloses; below zero if it goes around the other way."""
    return sum(outline[at - 1][0] * y - x * outline[at - 1][1] for at, (x, y) in enumerate(outline))


def room(outline: Sequence[Point]) -> tuple[Point, Point]:
    """The largest upright rectangle of a few forms in an area, and a little more, for what stands there seldom fills
    its corners: its middle, and its width and height."""
    return _room(tuple(outline))


@lru_cache(maxsize=1_000)
def _room(outline: tuple[Point, ...]) -> tuple[Point, Point]:
    """While rules are edited the same areas are looked at again and again."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    corners = [point for at, end in enumerate(outline) for point in _points(outline[at - 1], end, max(wide, high) / 16)]
    best, most = ((xs[0], ys[0]), (0.0, 0.0)), 0.0
    for step in range(PLACES * PLACES):
        x = min(xs) + wide * (step % PLACES + 1) / (PLACES + 1)
        y = min(ys) + high * (step // PLACES + 1) / (PLACES + 1)
        if not _inside(outline, x, y):
            continue
        for shape in SHAPES:
            half = min(max(abs(px - x) / shape, abs(py - y)) for px, py in corners)
            if half * half * shape > most:
                best, most = ((x, y), (2 * half * shape * BEYOND, 2 * half * BEYOND)), half * half * shape
    return best


def _points(start: Point, end: Point, step: float) -> list[Point]:
    """Points of a line, from its start on and not farther apart than a step, without its end."""
    many = max(1, math.ceil(math.dist(start, end) / step))
    return [(start[0] + (end[0] - start[0]) * n / many, start[1] + (end[1] - start[1]) * n / many) for n in range(many)]


def _inside(outline: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies in an area (how often a line to the right crosses the border)."""
    within = False
    for at, (bx, by) in enumerate(outline):
        ax, ay = outline[at - 1]
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            within = not within
    return within


def _around(places: Sequence[Point], reach: float) -> Iterator[Point]:
    """Places of nobody: those of a lattice of triangles, each moved a little, that are far from all."""
    step = reach * 0.9
    xs, ys = [each[0] for each in places], [each[1] for each in places]
    rows = range(int((min(ys) - 3 * reach) // step), int((max(ys) + 3 * reach) // step) + 2)
    columns = range(int((min(xs) - 3 * reach) // step), int((max(xs) + 3 * reach) // step) + 2)
    for row in rows:
        for column in columns:
            x = (column + row % 2 / 2 + _part((column, row)) * 0.5) * step
            y = (row + _part((row, column)) * 0.5) * step
            if all(math.hypot(x - px, y - py) > 1.45 * reach for px, py in places):
                yield x, y


def _area(place: Point, places: Sequence[Point], reach: float) -> list[Point]:
    far = 4 * reach
    outline = [(place[0] + dx, place[1] + dy) for dx, dy in ((-far, -far), (far, -far), (far, far), (-far, far))]
    for other in sorted(places, key=lambda each: math.dist(each, place)):
        if other != place:
            if math.dist(other, place) > 2 * max(math.dist(each, place) for each in outline):
                break
            outline = _nearer(outline, place, other)
    return outline


def _nearer(outline: list[Point], place: Point, other: Point) -> list[Point]:
    """What of a convex outline is nearer to a place than to another (Sutherland and Hodgman)."""
    dx, dy = other[0] - place[0], other[1] - place[1]
    middle = dx * (place[0] + other[0]) / 2 + dy * (place[1] + other[1]) / 2
    found: list[Point] = []
    for at, end in enumerate(outline):
        start = outline[at - 1]
        a, b = (dx * x + dy * y - middle for x, y in (start, end))
        if (a > 0) != (b > 0):
            part = a / (a - b)
            found.append((start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        if b <= 0:
            found.append(end)
    return found


def _drawn(outline: list[Point], short: float) -> list[Point]:
    corners = [(round(x, 1), round(y, 1)) for x, y in outline]
    return [each for at, end in enumerate(corners) for each in _broken(corners[at - 1], end, BREAKS, short)]


def _broken(start: Point, end: Point, breaks: int, short: float) -> list[Point]:
    """A border from one point to another, without the first."""
    if breaks == 0 or math.dist(start, end) < short:
        return [end]
    (ax, ay), (bx, by) = low, high = min(start, end), max(start, end)
    aside = _part((low, high)) * 2 * BEND
    middle = round((ax + bx) / 2 - (by - ay) * aside, 1), round((ay + by) / 2 + (bx - ax) * aside, 1)
    return [*_broken(start, middle, breaks - 1, short), *_broken(middle, end, breaks - 1, short)]


def _part(of: object) -> float:
    """A number from -0.5 to 0.5 that is always the same for the same."""
    return blake2b(repr(of).encode(), digest_size=1).digest()[0] / 255 - 0.5
