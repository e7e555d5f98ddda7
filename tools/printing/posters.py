"""Drawings over several sheets of paper that are glued together: each overlaps its neighbours, and marks say where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from yupana.schemas.errors import UsageError

from ..documents.drawing import Disc, Drawing, Mark, Point, Shape, Text, Window, line, moved
from .fitting import FAINT, label
from .fonts import Fonts
from .model import Piece, Sheet
from .paper import PrintSettings

OVERLAP = 8.0
"""So much of a drawing is on both of two sheets that are glued."""
CUT = "#7a756a"
MOST_SHEETS = 200
"""A board lies over so many sheets at most."""
SHRUNK = 0.88
"""A drawing is made smaller by so much at most to save sheets."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """The sheets of a drawing: their size, how many beside and below one another, and what each shows at most."""

    sheet: tuple[float, float]
    columns: int
    rows: int
    room: tuple[float, float]

    @property
    def many(self) -> int:
        return self.columns * self.rows


def poster(
    settings: PrintSettings,
    fonts: Fonts,
    drawing: Drawing,
    name: str,
    title: str,
    glue: Callable[[int], str],
    *,
    firm: bool = False,
) -> list[Sheet]:
    """The sheets of a drawing, which is made a little smaller to save some unless it is `firm`. `glue` is what is said
    of an edge on which the next sheet lies, by its number.

    Raises UsageError when there would be too many of them.
    """
    drawing = drawing if firm else drawing.scaled(shrunk(settings, drawing))
    grid = _grid(settings, (drawing.width, drawing.height))
    if grid.many > MOST_SHEETS:
        raise UsageError(f"The board `{name}` would lie over {grid.many:,} sheets, and {MOST_SHEETS} are the most.")
    places = [(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    shown = {at: tuple(_seen(settings, drawing, grid, at)) for at in places}
    on_it = replace(drawing, marks=drawing.marks[drawing.under :])
    shown = {at: each if any(_seen(settings, on_it, grid, at, fresh=True)) else () for at, each in shown.items()}
    sheets = []
    for at, inside in shown.items():
        if inside or grid.many == 1:
            sheet = Sheet(*grid.sheet, "boards", title)
            beside = [(at[0] + dx, at[1] + dy) for dx, dy in ((1, 0), (0, 1)) if shown.get((at[0] + dx, at[1] + dy))]
            _lay(sheet, settings, drawing, grid, at, name, inside)
            if grid.many > 1:
                sheet.marks += _marks(settings, fonts, grid, at, _window(settings, drawing, grid, at), glue, beside)
            sheets.append(sheet)
    return sheets


def sheets_for(settings: PrintSettings, drawing: Drawing, share: float = 1.0) -> int:
    """How many sheets a drawing needs, made so much larger or smaller."""
    return _grid(settings, (drawing.width * share, drawing.height * share)).many


def shrunk(settings: PrintSettings, drawing: Drawing) -> float:
    """How much smaller a drawing is laid to save sheets."""
    many = sheets_for(settings, drawing, SHRUNK)
    return _largest(settings, drawing, many) if many < sheets_for(settings, drawing) else 1.0


def _largest(settings: PrintSettings, drawing: Drawing, many: int) -> float:
    """The largest share of a drawing that needs no more than so many sheets."""
    shares = (1.0 - step / 100 for step in range(1, 13))
    return next((each for each in shares if sheets_for(settings, drawing, each) <= many), SHRUNK)


def _grid(settings: PrintSettings, size: tuple[float, float]) -> _Grid:
    """As few sheets as a drawing needs, upright or across."""
    found = []
    for sheet in (settings.paper, settings.paper[::-1]):
        room = sheet[0] - 2 * settings.margin, sheet[1] - 2 * settings.margin
        across, down = (
            1 if whole <= one + 0.01 else ceil((whole - OVERLAP - 0.01) / (one - OVERLAP))
            for whole, one in zip(size, room, strict=True)
        )
        found.append(_Grid(sheet, across, down, room))
    wide = size[0] > size[1]
    return min(found, key=lambda each: (each.many, (each.sheet[0] > each.sheet[1]) != wide))


def _window(
    settings: PrintSettings, drawing: Drawing, grid: _Grid, at: tuple[int, int]
) -> tuple[float, float, float, float]:
    """Where on a sheet a part of a drawing is seen."""
    wide, high = (
        min(one, whole - place * (one - OVERLAP))
        for one, whole, place in zip(grid.room, (drawing.width, drawing.height), at, strict=True)
    )
    if grid.many == 1:
        return (grid.sheet[0] - wide) / 2, (grid.sheet[1] - high) / 2, wide, high
    return settings.margin, settings.margin, wide, high


def _seen(
    settings: PrintSettings, drawing: Drawing, grid: _Grid, at: tuple[int, int], *, fresh: bool = False
) -> Iterator[Mark]:
    """What a sheet shows of a drawing; of what is `fresh` not what the sheets before it show too."""
    window = _window(settings, drawing, grid, at)
    dx, dy = window[0] - at[0] * (grid.room[0] - OVERLAP), window[1] - at[1] * (grid.room[1] - OVERLAP)
    inside = (moved(each, dx, dy) for each in drawing.marks)
    if fresh:
        left, top = (OVERLAP if place else 0.0 for place in at)
        window = window[0] + left, window[1] + top, window[2] - left, window[3] - top
    yield from (each for each in inside if _meets(each, window))


def _lay(
    sheet: Sheet,
    settings: PrintSettings,
    drawing: Drawing,
    grid: _Grid,
    at: tuple[int, int],
    name: str,
    inside: tuple[Mark, ...],
) -> None:
    """What one sheet shows of a drawing."""
    window = _window(settings, drawing, grid, at)
    sheet.marks.append(Window(*window, inside))
    sheet.pieces.append(Piece("board", name, *window))
    sheet.seams = int(at[0] > 0) + int(at[1] > 0)


def _marks(
    settings: PrintSettings,
    fonts: Fonts,
    grid: _Grid,
    at: tuple[int, int],
    window: tuple[float, float, float, float],
    glue: Callable[[int], str],
    beside: Sequence[tuple[int, int]],
) -> Iterator[Mark]:
    """Where to cut, where the next sheets come to lie (those `beside` it), and which number the sheet has."""
    left, top, wide, high = window
    right, bottom = left + wide, top + high
    long = min(5.0, settings.margin - 1.0)
    if long <= 0.5:
        return
    for x in (left, right):
        yield line(x, top - long - 0.5, x, top - 0.5, CUT, 0.15)
        yield line(x, bottom + 0.5, x, bottom + long + 0.5, CUT, 0.15)
    for y in (top, bottom):
        yield line(left - long - 0.5, y, left - 0.5, y, CUT, 0.15)
        yield line(right + 0.5, y, right + long + 0.5, y, CUT, 0.15)
    number = at[1] * grid.columns + at[0] + 1
    yield from label(fonts, f"{number}", left + 2, top - long, 8, long - 0.5, 3.5, bold=True, colour=FAINT).lines
    if (at[0] + 1, at[1]) in beside:
        x = right - OVERLAP
        yield from (_arrow(x, top - 0.6, 0, 1), _arrow(x, bottom + 0.6, 0, -1))
        told = glue(number + 1)
        yield from label(fonts, told, x - 62, bottom + 0.6, 60, long - 0.4, 2.6, colour=FAINT).lines
    if (at[0], at[1] + 1) in beside:
        y = bottom - OVERLAP
        yield from (_arrow(left - 0.6, y, 1, 0), _arrow(right + 0.6, y, -1, 0))
        told = glue(number + grid.columns)
        yield from label(fonts, told, left + 2, bottom + 0.6, 60, long - 0.4, 2.6, colour=FAINT).lines


def _arrow(x: float, y: float, dx: int, dy: int) -> Shape:
    """A small head that points to where an edge comes to lie."""
    side = 1.6
    back = (x - dx * 2.6, y - dy * 2.6)
    across, down = dy * side / 2, dx * side / 2
    return Shape(((x, y), (back[0] - across, back[1] - down), (back[0] + across, back[1] + down)), CUT)


def _meets(mark: Mark, window: tuple[float, float, float, float]) -> bool:
    """Whether a mark may be seen through a window."""
    points = list(corners(mark))
    left, top, wide, high = window
    return (
        max(x for x, _ in points) >= left
        and min(x for x, _ in points) <= left + wide
        and max(y for _, y in points) >= top
        and min(y for _, y in points) <= top + high
    )


def corners(mark: Mark) -> Iterator[Point]:
    """Points between which a mark lies."""
    match mark:
        case Shape():
            yield from mark.points
        case Disc():
            yield from ((mark.x - mark.radius, mark.y - mark.radius), (mark.x + mark.radius, mark.y + mark.radius))
        case Text():
            yield from ((mark.x, mark.y - mark.size), (mark.x + mark.size * len(mark.text), mark.y + mark.size))
        case _:
            yield from ((mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height))
