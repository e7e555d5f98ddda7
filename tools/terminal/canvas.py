"""A page of characters with styles, on which boards are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text

from ..shell.colours import FAINT

# box drawing by which of (up, right, down, left) meet in a character
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8

_SIGNS = {"solid": "─│╱╲", "dotted": "····", "double": "═║::"}
"""What lines are made of: level, upright, rising and falling."""


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
                self._styles[row][column] = ""
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

    def line(self, start: tuple[int, int], end: tuple[int, int], manner: str = "dotted") -> None:
        """A straight line: `solid`, `dotted` or `double`."""
        across, down = end[0] - start[0], end[1] - start[1]
        steep = abs(across) <= 0.5 * abs(down)
        flat = abs(across) > 3 * abs(down)
        sign = _SIGNS[manner][1 if steep else 0 if flat else 2 if (across > 0) != (down > 0) else 3]
        steps = max(abs(across), abs(down), 1)
        for step in range(0, steps + 1, 2 if manner == "dotted" and flat else 1):
            x = round(start[0] + across * step / steps)
            y = round(start[1] + down * step / steps)
            if 0 <= y < self.height and 0 <= x < self.width:
                self._characters[y][x] = sign
                self._styles[y][x] = FAINT

    def label(self, start: tuple[int, int], end: tuple[int, int], text: Text) -> None:
        """A text in the middle of a line, or as near to it as nothing but lines is in the way."""
        for part in (4, 3, 5, 2, 6):
            x = round(start[0] + (end[0] - start[0]) * part / 8) - text.cell_len // 2
            y = round(start[1] + (end[1] - start[1]) * part / 8)
            if 0 <= y < self.height and all(
                0 <= at < self.width
                and (self._styles[y][at] == FAINT or self._characters[y][at] == " ")
                and not self._edges[y][at]
                for at in range(x - 1, x + text.cell_len + 1)
            ):
                self.write(x, y, text)
                return

    def lines(self) -> list[Text]:
        """The page, without the blanks at the ends of lines."""
        page = []
        for characters, styles, edges in zip(self._characters, self._styles, self._edges, strict=True):
            drawn = [
                (_JOINTS[edge], FAINT) if character == " " and edge else (character, style)
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


def wrap(line: Text, width: int, hang: int = 0) -> list[Text]:
    """The line in pieces of at most `width` cells, cut at blanks where there are any, rather behind a comma or where
    three blanks stand between different things. Letters may be two cells wide. All pieces but the first are set in by
    `hang`."""
    pieces: list[Text] = []
    hang = min(hang, width // 3)
    while line.cell_len > width:
        fitting = _fitting(line.plain, width)
        first = len(line.plain) - len(line.plain.lstrip()) + 1
        cut = line.plain.rfind(" ", first, fitting + 1)
        behind = line.plain.rfind(", ", first, fitting) + 1
        cut = behind if behind > fitting * 2 // 3 else cut if cut > 0 else fitting
        apart = line.plain.rfind("   ", first, fitting + 3)
        cut = apart if apart > fitting // 2 else cut
        pieces.append(line[:cut])
        line = line[cut:]
        line = Text.assemble(" " * hang, line[len(line.plain) - len(line.plain.lstrip()) :])
    return [*pieces, line]


def folded(line: Text, width: int) -> list[Text]:
    """A line of a text, which goes on set in by two where it is too long."""
    return [
        part for each in line.split("\n")
        for part in wrap(each, width, len(each.plain) - len(each.plain.lstrip()) + 2)
    ] or [line]  # fmt: skip


def columns(cells: Sequence[Text], width: int, *, dense: bool = False) -> list[Text]:
    """As many cells in a line as fit, counted downwards; unless they shall be `dense`, few long ones below each
    other."""
    longest = max(cell.cell_len for cell in cells) + 2
    most = len(cells) if dense or longest <= 12 else len(cells) // 3
    across = min(max(1, (width + 2) // longest), max(1, most), 16)
    down = -(-len(cells) // across)
    lines = []
    for first in range(down):
        line = Text()
        for cell in cells[first::down]:
            line.append_text(cell)
            line.append(" " * (longest - cell.cell_len))
        line.rstrip()
        lines.append(line)
    return lines


def _fitting(text: str, width: int) -> int:
    """How many characters fit, at least one."""
    left = width
    for number, each in enumerate(text):
        left -= cell_len(each)
        if left < 0:
            return max(number, 1)
    return len(text)
