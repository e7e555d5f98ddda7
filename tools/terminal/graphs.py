"""Boards of listed spaces drawn with characters: the spaces in rows, as they lie, with lines for their links."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from .boards import Cells, Place
from .canvas import Canvas, wrap

ROUNDS = 120
"""So many times the places of spaces are improved where a look has none."""


@dataclass(frozen=True, slots=True)
class Line:
    """A link to be drawn: `solid`, `dotted` or `double`, with a label in its middle."""

    start: str
    end: str
    manner: str = "dotted"
    label: str = ""


def draw_graph(
    places: Sequence[Place],
    links: Iterable[Line],
    cells: Cells,
    *,
    room: int,
    width: int = 24,
    height: int = 0,
    boxes: bool = False,
) -> list[Text]:
    """Spaces in rows, as they lie above each other, over the `room` there is across, with lines for links. Between
    the rows is left what `height` allows. Lines of a space longer than `width` go on in the next."""
    if not places:
        return []
    edge = 1 if boxes else 0
    wrapped = {
        name: [part for line in cells[name] for part in wrap(line, width)] or [Text("")] for name, _, _ in places
    }
    wide = {name: max(line.cell_len for line in lines) + 4 * edge for name, lines in wrapped.items()}
    levels = [part for level in _levels(places) for part in _fitting(level, wide, room)]
    highs = [max(len(wrapped[name]) for name, _, _ in level) + 2 * edge for level in levels]
    gap = 0
    if len(levels) > 1:
        gap = max(1, min(2, (height - sum(highs)) // (len(levels) - 1)))
    corners: dict[str, tuple[int, int]] = {}
    top = 0
    for level, high in zip(levels, highs, strict=True):
        for name, x in _spread(level, wide, room, places):
            corners[name] = (x, top + (high - len(wrapped[name]) - 2 * edge) // 2)
        top += high + gap
    page = Canvas(room, top)
    middle = {name: (x + wide[name] // 2, y + (len(wrapped[name]) + 2 * edge) // 2) for name, (x, y) in corners.items()}
    lines = list(links)
    for link in lines:
        page.line(middle[link.start], middle[link.end], link.manner)
    for name, (x, y) in corners.items():
        page.clear(x - 1, y, wide[name] + 2, len(wrapped[name]) + 2 * edge)
        if boxes:
            page.box(x, y, wide[name] - 1, len(wrapped[name]) + 1)
        for row, line in enumerate(wrapped[name]):
            page.write(x + (wide[name] - line.cell_len) // 2, y + edge + row, line)
    for link in lines:
        if link.label:
            (x, y), (u, v) = middle[link.start], middle[link.end]
            page.label((x, y), (u, v), Text(link.label))
    return page.lines()


def _levels(places: Sequence[Place]) -> list[list[Place]]:
    """The spaces by height; heights that hardly differ, as those of a layout by springs, are one."""
    heights = sorted({y for *_, y in places})
    most = max(2, math.ceil(2 * math.sqrt(len(places))))
    near = 0.0 if len(heights) <= most + len(places) // 3 else (heights[-1] - heights[0]) / most
    found: list[list[Place]] = []
    begun = -math.inf
    for place in sorted(places, key=lambda each: (each[2], each[1])):
        if not found or place[2] - begun > near:
            found.append([])
            begun = place[2]
        found[-1].append(place)
    return found


def _fitting(level: list[Place], wide: Mapping[str, int], room: int) -> list[list[Place]]:
    """A level in as many parts as are needed for what stands in them to fit side by side."""
    parts = 1
    while parts < len(level) and any(
        sum(wide[name] + 2 for name, _, _ in level[first::parts]) > room for first in range(parts)
    ):
        parts += 1
    return [sorted(level[first::parts], key=lambda each: each[1]) for first in range(parts)]


def _spread(
    level: Sequence[Place], wide: Mapping[str, int], room: int, places: Sequence[Place]
) -> list[tuple[str, int]]:
    """Where each space of a level begins: where it lies, moved aside as far as the others need."""
    left, right = min(x for _, x, _ in places), max(x for _, x, _ in places)
    widest = max(wide.values())
    span = (right - left) or 1
    free = max(room - widest, 0)
    ordered = sorted(level, key=lambda each: each[1])
    gap = max(2, min(6, (room - sum(wide[name] for name, _, _ in level)) // max(1, len(level) - 1)))
    starts, end = [], 0
    for name, x, _ in ordered:
        middle = (x - left) / span * free + widest / 2 if right > left else room / 2
        starts.append(max(end, round(middle - wide[name] / 2)))
        end = starts[-1] + wide[name] + gap
    limit = room
    for number in reversed(range(len(ordered))):
        starts[number] = max(0, min(starts[number], limit - wide[ordered[number][0]]))
        limit = starts[number] - gap
    return [(name, starts[number]) for number, (name, _, _) in enumerate(ordered)]


def spring_layout(names: Sequence[str], links: Iterable[tuple[str, str]]) -> list[Place]:
    """Places for the spaces of a graph that has none: linked ones near each other, others apart.

    Force-directed placement after Fruchterman and Reingold (1991), started on a circle, hence the same every time.
    """
    count = len(names)
    index = {name: number for number, name in enumerate(names)}
    pairs = {tuple(sorted((index[a], index[b]))) for a, b in links if a != b}
    points = [complex(math.cos(math.tau * i / count), math.sin(math.tau * i / count)) for i in range(count)]
    ideal = 1 / math.sqrt(count) if count else 1.0
    for step in range(ROUNDS):
        force = [0j] * count
        for i in range(count):
            for j in range(i):
                gap = points[i] - points[j]
                push = gap * (ideal / max(abs(gap), 1e-3)) ** 2
                force[i] += push
                force[j] -= push
        for i, j in pairs:
            gap = points[i] - points[j]
            pull = gap * abs(gap) / ideal
            force[i] -= pull
            force[j] += pull
        heat = 0.2 * (1 - step / ROUNDS)
        points = [p + f / max(abs(f), 1e-9) * min(abs(f), heat) for p, f in zip(points, force, strict=True)]
    return [(name, point.real, point.imag) for name, point in zip(names, points, strict=True)]
