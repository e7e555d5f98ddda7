"""Cells with contents in rows, such as tracks and boards of players: every column as wide as what stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from ..shell.colours import FAINT
from .canvas import wrap

Cell = Sequence[Text] | None
"""The lines of a cell; None where there is none."""


def draw_sheet(rows: Sequence[Sequence[Cell]], *, room: int) -> list[Text]:
    """The rows below each other, their cells side by side with a bar between. A line that is empty in all cells of a
    row is left out; cells too wide for the room go on in a further line, between words: where the columns have no room
    for that the last of them stand below the others."""
    across = max((len(row) for row in rows), default=0)
    columns = [[row[number] for row in rows if number < len(row)] for number in range(across)]
    least = [max((_least(line) for cell in column for line in cell or ()), default=0) for column in columns]
    wide = [max((line.cell_len for cell in column for line in cell or ()), default=0) for column in columns]
    lines: list[Text] = []
    for first, last in _blocks(least, room):
        narrowed = _narrowed(wide[first:last], least[first:last], room - (last - first) - 1)
        lines += _drawn([row[first:last] for row in rows], narrowed)
    return lines


def _least(line: Text) -> int:
    """How wide the longest word is; where letters are wide a line may end behind each."""
    return max((2 if cell_len(word) > len(word) else len(word) for word in line.plain.split()), default=0)


def _blocks(least: Sequence[int], room: int) -> list[tuple[int, int]]:
    """Columns side by side, from the first to before the last: as few blocks as there may be, about as large as each
    other."""
    for count in range(1, len(least) + 1):
        size = -(-len(least) // count)
        blocks = [(first, min(first + size, len(least))) for first in range(0, len(least), size)]
        if all(sum(least[first:last]) + last - first + 1 <= room for first, last in blocks):
            return blocks
    return [(number, number + 1) for number in range(len(least))]


def _drawn(rows: Sequence[Sequence[Cell]], wide: Sequence[int]) -> list[Text]:
    lines: list[Text] = []
    for row in rows:
        cells = [_wrapped(cell, width) for cell, width in zip(row, wide, strict=False)]
        for number in range(max((len(cell) for cell in cells if cell is not None), default=0)):
            parts = [cell[number] if cell is not None and number < len(cell) else Text() for cell in cells]
            if any(part.plain for part in parts):
                lines.append(_line(parts, wide, [cell is not None for cell in cells]))
    return lines


def _narrowed(wide: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """The widths, of which the widest give way until all fit into the room, none to less than its longest word has
    unless it stands by itself."""
    most = max(wide)
    if len(wide) == 1:
        return [min(most, room)]
    while most > 1 and sum(min(each, max(most, word)) for each, word in zip(wide, least, strict=True)) > room:
        most -= 1
    return [min(each, max(most, word)) for each, word in zip(wide, least, strict=True)]


def _wrapped(cell: Cell, width: int) -> Cell:
    return None if cell is None else [part for line in cell for part in wrap(line, width)]


def _line(parts: Sequence[Text], wide: Sequence[int], there: Sequence[bool]) -> Text:
    line = Text()
    for number, (part, width) in enumerate(zip(parts, wide, strict=False)):
        bar = there[number] or (number > 0 and there[number - 1])
        line.append("│" if bar else " ", FAINT)
        shown = part.copy()
        shown.truncate(width)
        line.append_text(shown)
        line.append(" " * (width - shown.cell_len))
    line.append("│" if there[len(parts) - 1] else "", FAINT)
    line.rstrip()
    return line
