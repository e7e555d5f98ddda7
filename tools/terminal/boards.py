"""Boards drawn with characters: square and hex grids as boxes (hexes in rows set off by half a cell), graphs as boxes
joined by dotted lines.

What is drawn comes as names, places and lines of text; nothing here knows a game or reads a state.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

# box drawing by which of (up, right, down, left) meet in a character
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8

Place = tuple[str, float, float]
"""A space and where its middle stands, in units of its grid."""


Cells = Mapping[str, Sequence[Text]]
"""The lines that stand in each space."""


class Canvas:
    """A page of characters with styles; box edges that meet become joints."""

    def __init__(self, width: int, height: int) -> None:
        self._characters = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]
        self._edges = [[0] * width for _ in range(height)]
        self.width, self.height = width, height

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """The edges of a box whose corners are (x, y) and (x + width, y + height)."""
        for column in range(x, x + width):
            for row in (y, y + height):
                self._edges[row][column] |= _RIGHT
                self._edges[row][column + 1] |= _LEFT
        for row in range(y, y + height):
            for column in (x, x + width):
                self._edges[row][column] |= _DOWN
                self._edges[row + 1][column] |= _UP

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Blank a rectangle."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._characters[row][column] = " "
                self._edges[row][column] = 0

    def write(self, x: int, y: int, text: Text) -> None:
        """A line of styled text; what would fall off the page is left out."""
        column = x
        for piece, style in _pieces(text):
            for character in piece:
                wide = cell_len(character)
                if wide and 0 <= y < self.height and column >= 0 and column + wide <= self.width:
                    self._characters[y][column] = character
                    self._styles[y][column] = style
                    if wide == 2:
                        self._characters[y][column + 1] = ""
                column += wide

    def dots(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A dotted line."""
        steps = max(abs(end[0] - start[0]), 2 * abs(end[1] - start[1]), 1)
        for step in range(0, steps + 1, 2 if start[1] == end[1] else 1):
            x = round(start[0] + (end[0] - start[0]) * step / steps)
            y = round(start[1] + (end[1] - start[1]) * step / steps)
            if 0 <= y < self.height and 0 <= x < self.width:
                self._characters[y][x] = "·"
                self._styles[y][x] = "dim"

    def lines(self) -> list[Text]:
        """The page, without the blanks at the ends of lines."""
        page = []
        for characters, styles, edges in zip(self._characters, self._styles, self._edges, strict=True):
            drawn = [
                (_JOINTS[edge], "dim") if character == " " and edge else (character, style)
                for character, style, edge in zip(characters, styles, edges, strict=True)
            ]
            page.append(runs(drawn))
        while page and not page[-1].plain:
            page.pop()
        return page


def runs(drawn: Iterable[tuple[str, str]]) -> Text:
    """Characters with styles as one line without blanks at its end; what has one style in a row is one run of it.
    Blanks go with what is before them, unless that has a ground of its own."""
    line, held, last = Text(), "", ""
    for character, own in drawn:
        style = last if character == " " and not own and " on " not in last else own
        if style != last:
            line.append(held, last or None)
            held, last = "", style
        held += character
    line.append(held, last or None)
    line.rstrip()
    return line


def _pieces(text: Text) -> Iterable[tuple[str, str]]:
    styles = [str(text.style)] * len(text.plain)
    for span in text.spans:
        for place in range(span.start, min(span.end, len(styles))):
            styles[place] = str(span.style)
    return zip(text.plain, styles, strict=True)


def draw_grid(places: Sequence[Place], cells: Cells, *, room: int, width: int = 0) -> list[Text]:
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


def draw_graph(
    places: Sequence[Place],
    links: Iterable[tuple[str, str]],
    cells: Cells,
    *,
    room: int,
    width: int = 24,
) -> list[Text]:
    """Spaces as boxes at their places, stretched over the room there is, with dotted lines for links. Lines that are
    longer than `width` go on in the next."""
    if not places:
        return []
    wrapped = {name: [part for line in cells[name] for part in _wrap(line, width)] for name, _, _ in places}
    boxes = _place_boxes(places, wrapped, room)
    page = Canvas(
        max(x + wide for x, _, wide, _ in boxes.values()) + 1, max(y + high for _, y, _, high in boxes.values()) + 1
    )
    middle = {name: (x + wide // 2, y + high // 2) for name, (x, y, wide, high) in boxes.items()}
    for start, end in links:
        page.dots(middle[start], middle[end])
    for name, (x, y, wide, high) in boxes.items():
        page.clear(x, y, wide + 1, high + 1)
        page.box(x, y, wide, high)
        _fill(page, wrapped[name], x + 1, y + 1, wide - 1, high - 1)
    return page.lines()


def _wrap(line: Text, width: int) -> list[Text]:
    """The line in pieces of at most `width`, cut at blanks where there are any."""
    pieces = []
    while line.cell_len > width:
        cut = line.plain.rfind(" ", 1, width + 1)
        cut = cut if cut > 0 else width
        pieces.append(line[:cut])
        line = line[cut:]
        line = line[len(line.plain) - len(line.plain.lstrip()) :]
    return [*pieces, line]


Box = tuple[int, int, int, int]
"""x, y, width and height, in characters."""


def _place_boxes(places: Sequence[Place], cells: Cells, room: int) -> dict[str, Box]:
    """The boxes of all spaces, over the whole width; one that would lie on another goes to the nearest free place."""
    size = {name: (max(_lengths(cells[name])) + 3, max(1, len(cells[name])) + 1) for name, _, _ in places}
    left, top = min(x for _, x, _ in places), min(y for _, _, y in places)
    span_x = max(x for _, x, _ in places) - left or 1
    span_y = max(y for _, _, y in places) - top or 1
    widest, highest = max(wide for wide, _ in size.values()), max(high for _, high in size.values())
    height = (len({round(y, 3) for *_, y in places}) - 1) * (highest + 1)
    boxes: dict[str, Box] = {}
    for name, x, y in sorted(places, key=lambda place: (place[2], place[1])):
        wide, high = size[name]
        column = round((x - left) / span_x * max(room - widest - 2, widest)) + (widest - wide) // 2
        row = round((y - top) / span_y * height)
        boxes[name] = _free((column, row, wide, high), boxes.values(), room)
    return {name: boxes[name] for name, _, _ in places}


def _free(box: Box, others: Iterable[Box], room: int) -> Box:
    """The box, moved to the nearest place (a line counts as two columns) where it lies on no other."""
    taken = list(others)
    x, y, wide, high = box
    for far in range(1000):
        for down in range(far // 2 + 1):
            aside = far - 2 * down
            for column, row in ((x - aside, y + down), (x + aside, y + down)):
                moved = (column, row, wide, high)
                if 0 <= column < max(room - wide, 1) and not any(_overlap(moved, other) for other in taken):
                    return moved
    return (x, max(row + height for _, row, _, height in taken) + 1, wide, high)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one[0] <= other[0] + other[2]
        and other[0] <= one[0] + one[2]
        and one[1] <= other[1] + other[3]
        and other[1] <= one[1] + one[3]
    )


def spring_layout(names: Sequence[str], links: Iterable[tuple[str, str]], rounds: int = 120) -> list[Place]:
    """Places for the spaces of a graph that has none: linked ones near each other, others apart.

    Force-directed placement after Fruchterman and Reingold (1991), started on a circle, hence the same every time.
    """
    count = len(names)
    index = {name: number for number, name in enumerate(names)}
    pairs = {tuple(sorted((index[a], index[b]))) for a, b in links if a != b}
    points = [complex(math.cos(math.tau * i / count), math.sin(math.tau * i / count)) for i in range(count)]
    ideal = 1 / math.sqrt(count) if count else 1.0
    for step in range(rounds):
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
        heat = 0.2 * (1 - step / rounds)
        points = [p + f / max(abs(f), 1e-9) * min(abs(f), heat) for p, f in zip(points, force, strict=True)]
    return [(name, point.real, point.imag) for name, point in zip(names, points, strict=True)]
