"""Grids drawn with characters: compact, with coordinates at the edge, or as boxes; hexes in rows half a cell apart.

What is drawn comes as names, places and lines of text; nothing here knows a game or reads a state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from ..shell.colours import FAINT, STRESSED
from .canvas import Canvas

Place = tuple[str, float, float]
"""A space and where its middle stands, in units of its grid."""


Cells = Mapping[str, Sequence[Text]]
"""The lines that stand in each space."""


def draw_grid(
    places: Sequence[Place], cells: Cells, *, room: int, width: int = 0, boxes: bool | None = None,
    wanted: Collection[str] = (),
) -> list[Text]:  # fmt: skip
    """A grid, compact if `boxes` is false, or is not given and no cell has two lines; `room` is the width there is.
    In a compact one empty spaces that are `wanted` stand out."""
    if boxes is None:
        boxes = max((len(lines) for lines in cells.values()), default=0) > 1
    if boxes:
        return draw_boxes(places, cells, room=room, width=width)
    return draw_compact(places, cells, room=room, width=width, wanted=wanted)


Lines = dict[str, list[Text]]


def laid_out(places: Sequence[Place], said: Cells, cells: Lines) -> tuple[list[Place], Lines]:
    """The rows and columns of a board on which tiles are laid, from one before the first in which something is to one
    behind the last; all where nothing is."""
    used = [(x, y) for name, x, y in places if said[name]]
    if not used:
        return list(places), cells
    (left, top), (right, bottom) = map(min, zip(*used, strict=True)), map(max, zip(*used, strict=True))
    kept = [(name, x, y) for name, x, y in places if left - 1 <= x <= right + 1 and top - 1 <= y <= bottom + 1]
    return kept, {name: cells[name] for name, _, _ in kept if name in cells}


def narrowed(places: Sequence[Place], cells: Lines, face: int, room: int) -> Lines:
    """The cells as they are, or where there is no room for them with one sign for each sign of a face, not two."""
    across = max((x for _, x, _ in places), default=0) - min((x for _, x, _ in places), default=0) + 1
    widest = max((line.cell_len for lines in cells.values() for line in lines), default=0)
    if across * (widest + 3) + 1 <= room:
        return cells
    return {
        name: [*[_every_second(line) for line in lines[:face]], *lines[face:]] if len(lines) >= face else lines
        for name, lines in cells.items()
    }


def _every_second(line: Text) -> Text:
    return Text("").join([line[at : at + 1] for at in range(1, len(line), 2)])


# ---------------------------------------------------------------- compact


def draw_compact(
    places: Sequence[Place], cells: Cells, *, room: int, width: int = 0, wanted: Collection[str] = ()
) -> list[Text]:
    """A grid with one line for each row and its coordinates at the edge. Spaces are as wide as what is in them (one
    character, `width` and more); an empty one is a dot, on hexes the end of its name."""
    if not places:
        return []
    rows = _rows(places)
    left = min(x for _, x, _ in places)
    halves = any((x - left) % 1 for _, x, _ in places)
    labels = None if halves else edge_labels(places)
    shown = {name: joined(cells[name]) for name, _, _ in places}
    marked = frozenset(wanted)

    def manner(name: str) -> str:
        return STRESSED if name in marked else FAINT

    if halves:
        for row in rows:
            begin = len(_letters([name for name, _, _ in row]))
            shown.update({name: Text(name[begin:], manner(name)) for name, _, _ in row if not shown[name].plain})
    else:
        shown.update({name: Text("·", manner(name)) for name, _, _ in places if not shown[name].plain})
    wide = max(width, *(text.cell_len for text in shown.values()))
    wide += halves and wide % 2 == 0  # so that half a step is whole
    across = max(x for _, x, _ in places) - left + 1
    ends = [(row[0][0], row[-1][0]) for row in rows]
    if labels is not None:
        ends = [(labels[1][row[0][2]], labels[1][row[0][2]]) for row in rows]
    edge = max(len(each) for pair in ends for each in pair)
    wide = max(1, min(wide, int((room - 2 * edge - 4) / across) - 1))
    step = wide + 1

    def at(x: float) -> int:
        return edge + 2 + round((x - left) * step)

    page = Canvas(min(room, at(left + across) + edge + 2), len(rows) + 2)
    if labels is not None:
        for x, label in labels[0].items():
            for line in (0, len(rows) + 1):
                page.write(at(x) + (wide - 1) // 2, line, Text(label[:step], FAINT))
    for number, (row, (first, last)) in enumerate(zip(rows, ends, strict=True), start=1):
        begin = edge if labels is not None else at(row[0][1]) - 2
        page.write(begin - len(first), number, Text(first, FAINT))
        page.write(at(row[-1][1]) + wide + 1, number, Text(last, FAINT))
        for name, x, _ in row:
            _fill(page, [shown[name]], at(x), number, wide, 1)
    lines = page.lines()
    return lines[1:] if labels is None else lines


def joined(lines: Sequence[Text], between: str = " ") -> Text:
    """The lines of a cell as one."""
    return Text(between).join([line for line in lines if line.plain])


def _rows(places: Sequence[Place]) -> list[list[Place]]:
    found: dict[float, list[Place]] = {}
    for place in places:
        found.setdefault(place[2], []).append(place)
    return [sorted(found[y], key=lambda place: place[1]) for y in sorted(found)]


def edge_labels(places: Sequence[Place]) -> tuple[dict[float, str], dict[float, str]] | None:
    """What to write above each column and beside each row, if every space's name is made of the two."""
    by_place = {(x, y): name for name, x, y in places}
    columns, rows = {x for x, _ in by_place}, {y for _, y in by_place}
    for first, turned in ((columns, False), (rows, True)):
        begin = {one: _letters([name for at, name in by_place.items() if at[turned] == one]) for one in first}
        end: dict[float, set[str]] = {}
        for at, name in by_place.items():
            end.setdefault(at[not turned], set()).add(name[len(begin[at[turned]]) :])
        if all(len(each) == 1 and min(each) for each in end.values()) and all(begin.values()):
            ends = {other: min(each) for other, each in end.items()}
            both = (begin, ends) if not turned else (ends, begin)
            return tuple({at: label.strip("_") for at, label in each.items()} for each in both)  # type: ignore[return-value]
    return None


def _letters(names: Sequence[str]) -> str:
    """What names begin with, without the beginning of a number that only some have."""
    low, high = min(names), max(names)
    begin = low[: next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))]
    cut_short = any(name[len(begin) : len(begin) + 1].isdigit() for name in names)
    return (begin.rstrip("0123456789") or begin) if len(names) > 1 and cut_short else begin


# ---------------------------------------------------------------- boxes


def draw_boxes(places: Sequence[Place], cells: Cells, *, room: int, width: int = 0) -> list[Text]:
    """A grid whose spaces stand at whole or half units. `room` is the width of the terminal; the `width` of a cell is
    taken from what is in the cells unless it is given, and shrinks until the board fits."""
    if not places:
        return []
    left, top = min(x for _, x, _ in places), min(y for _, _, y in places)
    across = max(x for _, x, _ in places) - left + 1
    halves = any((x - left) % 1 for _, x, _ in places)
    high = max(len(cells[name]) for name, _, _ in places) or 1
    wide = width or max(max(cell_len(name), *_lengths(cells[name])) for name, _, _ in places) + 2
    wide += 1 - wide % 2  # an odd width has a middle, where most lines of one sign want to be
    wide = max(1, min(wide, int((room - 1) / across) - 1))
    if halves and wide % 2 == 0:
        wide -= 1
    corners = {name: (round((x - left) * (wide + 1)), round((y - top) * (high + 1))) for name, x, y in places}
    bottom, right = max(row for _, row in corners.values()), max(column for column, _ in corners.values())
    page = Canvas(right + wide + 2, bottom + high + 2)
    for column, row in corners.values():
        page.box(column, row, wide + 1, high + 1)
    for name, (column, row) in corners.items():
        _fill(page, cells[name], column + 1, row + 1, wide, high)
    return page.lines()


def _lengths(lines: Sequence[Text]) -> list[int]:
    return [0, *(line.cell_len for line in lines)]


def _fill(page: Canvas, lines: Sequence[Text], x: int, y: int, wide: int, high: int) -> None:
    """The lines of a cell in the middle of its box; what is too long is cut."""
    first = y + (high - len(lines)) // 2
    for row, line in enumerate(lines):
        shown = line.copy()
        shown.truncate(wide)
        page.write(x + (wide - shown.cell_len) // 2, first + row, shown)
