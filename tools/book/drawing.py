"""Pictures of boards: hexes, squares, and listed spaces joined by links, with a key below.

The same plan gives the same drawing, number for number.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace

from yupana.schemas.grids import Grid

from ..documents.drawing import Box, Disc, Drawing, Mark, Point, Shape, Text, line, moved
from ..documents.model import Picture
from .board import MARKS, Edge, Plan, Spot
from .grounds import Ground, around, bare, bounds, cells_of, islands, lands, outlines, space, under
from .held import INK, laid, size_of_rows, width_of

NO_GROUND = Ground()
FAINT, PAPER = "#8a8475", "#fdfcf8"
STRESS = "#c0392b"
"""The edge of spaces in which something has changed."""
TIP = "#6b6352"
"""The colour of links that lead one way."""
BAR = "#a8562f"
"""Edges and corners of cells that stand out."""
LINKS = (
    ("#8a7a55", (), 4.0), ("#3f7fae", (7.0, 5.0), 2.5), ("#a8562f", (2.0, 5.0), 3.0),
    ("#5f7f3f", (12.0, 4.0, 2.0, 4.0), 2.5),
)  # fmt: skip
"""Colour, dashes and width of the kinds of links."""

DOTTED = (7.0, 5.0)
"""The dashes of links that the look says are dotted."""

PAGE = (660.0, 900.0)
"""The room on an A4 page, upright, for a picture with its caption, in pixels; a picture laid across has the two
exchanged."""

ROOM = ((58.0, 46.0), (40.0, 34.0), (26.0, 24.0), (14.0, 14.0))
"""The room between boxes that stand beside and above one another: the first that fits on a page, where links bear
labels, which hide a short link; else the last."""

HOLED = 15.0
"""The room for the word above round places."""

MARGIN = 8.0
"""The room around a board."""

SMALL = 24.0
"""How wide a cell of a shape is."""

MOST_TRIED = 2_000_000
"""So many times two boxes are compared at most to find how far apart they stand."""

READABLE = 0.8
"""A board that would have to be made smaller than this to fit on a page is laid across, or printed in parts."""


def picture(plan: Plan, title: str, name: str, caption: str = "") -> Picture:
    """The picture of a board, laid across the page where it is larger so."""
    drawing = draw(plan)
    width, height = drawing.width, drawing.height
    upright, across = min(PAGE[0] / width, PAGE[1] / height), min(PAGE[1] / width, PAGE[0] / height)
    return Picture.of(drawing, title, name, caption, wide=upright < READABLE and across > upright)


def draw(plan: Plan, room: Point = (0.0, 0.0)) -> Drawing:
    """The drawing of a board; `room` is what stays free in every listed space to lay pieces on."""
    if plan.grid is None:
        marks, (left, top, right, bottom) = _graph(plan, room)
    else:
        marks, (left, top, right, bottom) = _cells(plan.grid, plan.spots, ground=plan.ground or NO_GROUND)
        marks += _bars(plan.grid, plan.bars)
    width = max(right - left, 220.0)
    key, height = _key(plan, left, bottom + 22, width)
    rim = 0.0 if plan.ground is not None and plan.ground.colour else MARGIN
    drawing = Drawing.within(left - rim, top - rim, left + width + rim, bottom + height + rim, [*marks, *key])
    return replace(drawing, under=0 if plan.grid is not None or plan.ground is None else bare(plan.ground))


def draw_shape(cells: Sequence[tuple[int, int]], grid: Grid) -> Drawing:
    """A small drawing of a shape; its anchor is darker."""
    spots = [Spot("", *grid.drawn(at), "", "#d9cda8" if at == (0, 0) else "#f0ead6") for at in cells]
    marks, (left, top, right, bottom) = _cells(grid, spots, SMALL / grid.step[0])
    return Drawing.within(left - 2, top - 2, right + 2, bottom + 2, marks)


def _sign(x: float, y: float, half: float, colour: str) -> Mark:
    """The sign of something that is so or not: each has a form of its own, so that it is known without colours too."""
    form = MARKS.index(colour) % 4 if colour in MARKS else 0
    if form == 0:
        return Disc(x, y, half, colour)
    far = half * 1.2
    forms = (
        ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)),
        ((x, y - far), (x + far, y + half), (x - far, y + half)),
        ((x, y - far), (x + far, y), (x, y + far), (x - far, y)),
    )
    return Shape(forms[form - 1], colour)


def _text(x: float, y: float, text: str, size: float, colour: str = INK, *, bold: bool = False) -> Text:
    return Text(x, y, text, size, colour, bold, "middle")


def _fit(text: str, size: float, width: float) -> float:
    """A size in which the text is not wider than this."""
    wide = width_of(text, size)
    return size if wide <= width else max(size * width / wide, 4.5)


# ---------------------------------------------------------------- grids


def _cells(
    grid: Grid, spots: Sequence[Spot], size: float = 27.0, *, ground: Ground = NO_GROUND
) -> tuple[list[Mark], tuple[float, float, float, float]]:
    """The cells of a grid on their ground; `size` is half the height of one."""
    across = grid.step[0] * size
    cells = cells_of(grid, [(spot.name, (spot.x, spot.y)) for spot in spots], size)
    marks: list[Mark] = list(under(ground, grid, cells, size))
    for spot, cell in zip(spots, cells, strict=True):
        drawn = space(ground, cell, spot.fill or PAPER, "#9b917a")
        marks += [] if drawn is None else [drawn]
        named = spot if drawn is not None or not grid.crossed else replace(spot, label="")
        marks += _inside(named, *cell.at, size, across * grid.filled)
    for spot, cell in zip(spots, cells, strict=True):
        if spot.stressed:
            (x, y), share = cell.at, 0.93
            edge = tuple((x + (dx - x) * share, y + (dy - y) * share) for dx, dy in cell.corners)
            marks.append(Shape(edge, "", STRESS, 2.6))
    marks += bounds(ground, cells, size)
    if ground.colour or ground.sides:
        return marks, around(ground, cells, size)
    xs, ys = [cell.at[0] for cell in cells], [cell.at[1] for cell in cells]
    return marks, (min(xs) - across / 2, min(ys) - size, max(xs) + across / 2, max(ys) + size)


def _bars(grid: Grid, bars: Sequence[Sequence[Point]], size: float = 27.0) -> list[Mark]:
    """Edges and corners that stand out."""
    across, down = grid.step[0] * size, grid.step[1] * size
    marks: list[Mark] = []
    for bar in bars:
        ends = [(x * across, y * down) for x, y in bar]
        if len(ends) == 2:
            (x0, y0), (x1, y1) = ends
            short = 0.14  # between two edges of a line one sees where one ends
            cut = (x0 + (x1 - x0) * short, y0 + (y1 - y0) * short, x1 + (x0 - x1) * short, y1 + (y0 - y1) * short)
            marks.append(line(*cut, BAR, 3.5))
        else:
            marks.append(Disc(*ends[0], 3.6, BAR))
    return marks


def _inside(spot: Spot, x: float, y: float, half: float, width: float) -> list[Mark]:
    """Name, lines and marks of a cell; in a position what lies there, below its name in small letters."""
    marks: list[Mark] = []
    if spot.held:
        if spot.label:
            marks.append(_text(x, y - half * 0.66, spot.label, _fit(spot.label, 7, width * 0.8), "#3f3a30"))
        return [*marks, *laid(spot.held, x, y + half * 0.14, width * 0.84, half * 1.3)]
    lines = spot.lines[:2]
    if spot.label:
        has_more = lines or spot.marks
        down, size = -half * 0.30 if has_more else 3, _fit(spot.label, 9, width)
        ink = "#4f4a3d" if spot.fill else FAINT if has_more else "#6f6a5c"
        marks.append(_text(x, y + down, spot.label, size, ink))
    for number, each in enumerate(lines):
        marks.append(_text(x, y + half * 0.12 + number * 10, each, _fit(each, 9.5, width)))
    for number, colour in enumerate(spot.marks):
        at = x + (number - (len(spot.marks) - 1) / 2) * 9
        marks.append(_sign(at, y + half * 0.5, 3.5, colour))
    return marks


# ---------------------------------------------------------------- graphs


def _graph(plan: Plan, room: Point) -> tuple[list[Mark], tuple[float, float, float, float]]:
    ground = plan.ground or NO_GROUND
    sizes = [_formed(_box_size(spot, room), ground.form) for spot in plan.spots]
    step_x, step_y = _steps(plan.spots, sizes, ROOM if any(edge.label for edge in plan.edges) else ROOM[-1:])
    at = [(spot.x * step_x, spot.y * step_y) for spot in plan.spots]
    meeting = sizes if ground.shown != "points" else [(9.0, 9.0)] * len(sizes)
    drawn: dict[tuple[int, int], int] = {}
    marks: list[Mark] = []
    labels: list[Mark] = []
    bends: list[Point] = []
    for edge in plan.edges:
        pair = (min(edge.a, edge.b), max(edge.a, edge.b))
        number = drawn[pair] = drawn.get(pair, -1) + 1
        link = _link(plan, edge, at, meeting, number, labels, bends)
        marks.append(link)
        if ground.lines.get(edge.kind) == "double":
            marks.append(replace(link, stroke=PAPER, thick=link.thick * 0.4))
    top, low = min(y for _, y in at), max(y for _, y in at)
    for spot, (x, y), (width, height) in zip(plan.spots, at, sizes, strict=True):
        if ground.shown == "triangles" and top < y < low:  # what lies between them is as high as the board
            marks += _box(replace(spot, fill=""), x, (top + low) / 2, width, low - top + height)
        else:
            marks += _space(ground, spot, (x, y), (width, height), hangs=y < (top + low) / 2)
    places = {spot.name: (xy, size) for spot, xy, size in zip(plan.spots, at, sizes, strict=True)}
    below, above = islands(ground, places)
    marks = [*below, *marks, *labels, *above]
    edges = [(x - w / 2, y - h / 2, x + w / 2, y + h / 2) for (x, y), (w, h) in zip(at, sizes, strict=True)]
    edges += [(x - 4, y - 4, x + 4, y + 4) for x, y in bends]  # a link may be drawn round the outermost space
    edges += [(x, y, x, y) for each in outlines(ground, (step_x, step_y)).values() for x, y in each]
    edges += [(each.x, each.y, each.x + each.width, each.y + each.height) for each in below if isinstance(each, Box)]
    edges += [(each.x, each.y - each.size, each.x, each.y) for each in above if isinstance(each, Text)]
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    beyond = MARGIN if ground.colour else 0.0
    frame = min(lefts) - beyond, min(tops) - beyond, max(rights) + beyond, max(bottoms) + beyond
    fills = {spot.name: spot.fill or PAPER for spot in plan.spots}
    return [*lands(ground, (step_x, step_y), frame, fills), *marks], frame


def _space(ground: Ground, spot: Spot, at: Point, size: tuple[float, float], *, hangs: bool) -> list[Mark]:
    """A listed space as its look has it drawn: `hangs` from the upper edge of the board."""
    (x, y), (width, height) = at, size
    if ground.shown == "points":
        name = _text(x + 9, y + 16, spot.label, 8, FAINT)
        return [Disc(x, y, 4.5, TIP), replace(name, anchor="start")]
    if ground.shown == "triangles":
        way = height / 2 if hangs else -height / 2
        corners = (x - width / 2, y - way), (x + width / 2, y - way), (x + 2, y + way), (x - 2, y + way)
        named = _text(x, y - way * 0.9 + 3, spot.label, _fit(spot.label, 9, width * 0.8), INK)
        return [Shape(corners, spot.fill or PAPER, "#6b6352", 1.0), named]
    if spot.name in ground.areas:  # its colour is that of its area
        return _box(replace(spot, fill=""), x, y, width, height)
    return _box(spot, x, y, width, height)


def _formed(size: Point, form: Point | None) -> Point:
    """A size that is made longer until it has a form."""
    if form is None:
        return size
    (wide, high), (across, down) = size, form
    return (wide, max(high, wide * down / across)) if down >= across else (max(wide, high * across / down), high)


def _box_size(spot: Spot, room: Point) -> tuple[float, float]:
    lines = _rows(spot)
    inside = size_of_rows(spot.held)
    width = max(width_of(spot.label, 11), *(width_of(each, 9) for each in lines), 12 * len(spot.marks), 18, inside[0])
    wide, high = max(width + 14, room[0]), 20 + 11 * len(lines) + (9 if spot.marks else 0) + room[1] + inside[1]
    if spot.holes is not None:
        wide = max(wide, spot.holes.wide + 8)
        high += HOLED + spot.holes.rows(wide - 8) * spot.holes.wide
    return wide, high


def _holes(spot: Spot, x: float, bottom: float, width: float) -> list[Mark]:
    """The round places at the foot of a space, under a word for what they are for."""
    if spot.holes is None:
        return []
    wide, across, rows = spot.holes.wide, spot.holes.across(width - 8), spot.holes.rows(width - 8)
    top = bottom - 4 - rows * wide
    marks: list[Mark] = [_text(x, top - 3, spot.holes.title, 9, "#4f4a3d")]
    for at in range(spot.holes.many):
        row, here = at // across, min(across, spot.holes.many - at // across * across)
        left = x + (at % across - (here - 1) / 2) * wide
        marks.append(Disc(left, top + (row + 0.5) * wide, wide / 2 - 1.2, "", "#9b917a", 0.8))
    return marks


def _rows(spot: Spot) -> list[str]:
    return spot.lines[:4]


def _steps(
    spots: Sequence[Spot], sizes: Sequence[tuple[float, float]], rooms: Sequence[tuple[float, float]]
) -> tuple[float, float]:
    """How far apart columns and rows are so that no two boxes of these sizes meet: with the first of these rooms
    between them that lets the board be printed in its own size, else with the last."""
    for beside, above in rooms:
        size, step_x, step_y = _steps_with(spots, sizes, beside, above)
        if size >= 1.0:
            break
    return step_x, step_y


def _steps_with(
    spots: Sequence[Spot], sizes: Sequence[tuple[float, float]], beside: float, above: float
) -> tuple[float, float, float]:
    """Of all distances that leave so much room those that are printed largest, and how large that is."""
    xs, ys = sorted({each.x for each in spots}), sorted({each.y for each in spots})
    span_x, span_y = (xs[-1] - xs[0]) or 1, (ys[-1] - ys[0]) or 1
    wide, high = max(each[0] for each in sizes), max(each[1] for each in sizes)
    pairs = [
        (abs(a.x - b.x), abs(a.y - b.y), (m[0] + n[0]) / 2 + beside, (m[1] + n[1]) / 2 + above)
        for (a, m), (b, n) in itertools.combinations(zip(spots, sizes, strict=True), 2)
    ]
    # boxes in one row must stand beside one another
    least = max((wanted / x for x, y, wanted, _ in pairs if x > 1e-6 and y <= 1e-6), default=0.0)
    steps = {max(least, 140 / span_x), *(wanted / x for x, _, wanted, _ in pairs if x > 1e-6 and wanted / x > least)}
    found: list[tuple[float, float, float, float]] = []
    tried = sorted(steps)
    for step_x in tried[:: max(1, len(tried) * len(pairs) // MOST_TRIED)]:
        # the others need so much room above one another, if they do not stand beside one another
        close = (need / y for x, y, wanted, need in pairs if y > 1e-6 and x * step_x < wanted - 1e-6)
        step_y = max(max(close, default=0.0), 60 / span_y)
        width, height = span_x * step_x + wide, span_y * step_y + high
        size = max(min(PAGE[0] / width, PAGE[1] / height), min(PAGE[1] / width, PAGE[0] / height))
        found.append((min(size, 1.0), -abs(math.log(width / height)), step_x, step_y))
    size, _, step_x, step_y = max(found)  # of equals the one that is most nearly as wide as high
    return size, step_x, step_y


def _box(spot: Spot, x: float, y: float, width: float, height: float) -> list[Mark]:
    edge, dashes = ("#a59c86", (3.0, 3.0)) if spot.again else ("#6b6352", ())
    edge, thick = (STRESS, 2.6) if spot.stressed else (edge, 1.2)
    left, top = x - width / 2, y - height / 2
    marks: list[Mark] = [Box(left, top, width, height, spot.fill or PAPER, edge, thick, 6.0, dashes)]
    marks.append(_text(x, top + 14, spot.label, 11, INK, bold=True))
    for number, each in enumerate(_rows(spot), 1):
        marks.append(_text(x, top + 14 + 11 * number, each, 9, "#4f4a3d"))
    if spot.held:
        wide, high = size_of_rows(spot.held)
        marks += laid(spot.held, x, top + 18 + 11 * len(_rows(spot)) + high / 2, wide, high)
    marks += _holes(spot, x, top + height - (9 if spot.marks else 0), width)
    for number, colour in enumerate(spot.marks):
        at = x + (number - (len(spot.marks) - 1) / 2) * 10
        marks.append(_sign(at, y + height / 2 - 7, 3.5, colour))
    return marks


def _link(
    plan: Plan,
    edge: Edge,
    at: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    number: int,
    labels: list[Mark],
    bends: list[Point],
) -> Shape:
    (x1, y1), (x2, y2) = at[edge.a], at[edge.b]
    colour, dashes, thick = _pen(plan, edge.kind)
    directed = plan.links[edge.kind][1]
    length = math.hypot(x2 - x1, y2 - y1) or 1
    others = [(each, size) for n, (each, size) in enumerate(zip(at, sizes, strict=True)) if n not in (edge.a, edge.b)]
    bend = 14.0 * number * (1 if number % 2 else -1)
    for wanted in _BENDS:
        mx, my = (x1 + x2) / 2 - (y2 - y1) / length * wanted, (y1 + y2) / 2 + (x2 - x1) / length * wanted
        if abs(wanted) >= abs(bend) and not _meets((x1, y1), (mx, my), (x2, y2), others):
            bend = wanted
            break
    mx, my = (x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend
    bends.append(((x1 + 2 * mx + x2) / 4, (y1 + 2 * my + y2) / 4))  # where the curve itself passes
    if directed:
        x2, y2 = _border(mx, my, x2, y2, sizes[edge.b])
        thick, colour = 1.3, TIP
    if edge.label:
        x, y = bends[-1]
        wide = width_of(edge.label, 9) + 8
        labels.append(Box(x - wide / 2, y - 7, wide, 14, "#ffffff", colour, 1.0, 7.0))
        labels.append(_text(x, y + 3.2, edge.label, 9))
    points = ((x1, y1), (mx, my), (x2, y2)) if bend else ((x1, y1), (x2, y2))
    curved = frozenset((1,)) if bend else frozenset[int]()
    return Shape(points, "", colour, thick, closed=False, dashes=dashes, bends=curved, tip=directed)


def _pen(plan: Plan, kind: int) -> tuple[str, tuple[float, ...], float]:
    """The colour, dashes and width of the links of a kind: as the look says, so far as it does."""
    colour, dashes, thick = LINKS[kind % len(LINKS)]
    said = plan.ground.lines.get(kind) if plan.ground is not None else None
    return colour, dashes if said is None else DOTTED if said == "dotted" else (), thick


_BENDS = [0.0, *(sign * size for size in range(14, 200, 14) for sign in (1.0, -1.0))]
"""How far the middle of a link may be drawn aside so that it passes behind no box."""


def _meets(start: Point, middle: Point, end: Point, boxes: Sequence[tuple[Point, tuple[float, float]]]) -> bool:
    """Whether the curve from start to end, drawn toward the middle, passes behind one of the boxes."""
    for step in range(1, 24):
        t = step / 24
        x = (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * middle[0] + t * t * end[0]
        y = (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * middle[1] + t * t * end[1]
        for (left, top), (width, height) in boxes:
            if abs(x - left) < width / 2 + 3 and abs(y - top) < height / 2 + 3:
                return True
    return False


def _border(x1: float, y1: float, x2: float, y2: float, size: tuple[float, float]) -> tuple[float, float]:
    """Where the line to the middle of a box meets its border."""
    dx, dy = x1 - x2, y1 - y2
    if not dx and not dy:
        return x2, y2
    across = size[0] / 2 / abs(dx) if dx else math.inf
    down = size[1] / 2 / abs(dy) if dy else math.inf
    share = min(across, down, 1.0)
    return x2 + dx * share, y2 + dy * share


# ---------------------------------------------------------------- key


def _key(plan: Plan, left: float, top: float, width: float) -> tuple[list[Mark], float]:
    """The explanation of colours, marks and lines, in rows; and how high it is."""
    entries: list[tuple[str, Mark]] = []
    for word, colour in plan.colours:
        entries.append((word, Box(-2, -11, 15, 15, colour, "#9b917a", 1.0)))
    for word, colour in plan.marks:
        entries.append((word, _sign(6, -3.5, 4, colour)))
    used = {edge.kind for edge in plan.edges}
    for number, (word, directed) in enumerate(plan.links):
        if number in used and (len(plan.links) > 1 or plan.grid is not None or not directed):
            colour, dashes, thick = _pen(plan, number)
            colour, thick = (TIP, 1.3) if directed else (colour, thick)
            entries.append((word, line(-4, -3.5, 14, -3.5, colour, thick, *dashes)))
    marks: list[Mark] = []
    x, y = left + 6, top
    for word, sign in entries:
        wide = width_of(word, 11) + 38
        if x > left + 6 and x + wide > left + width:
            x, y = left + 6, y + 18
        marks += [moved(sign, x, y), Text(x + 18, y, word, 11, INK)]
        x += wide
    return marks, (y - top + 26) if entries else 0
