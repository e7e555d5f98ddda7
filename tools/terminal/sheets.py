"""Cells with contents in rows, such as tracks and boards of players: every column as wide as what stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..shell.colours import FAINT
from .canvas import wrap

Cell = Sequence[Text] | None
"""The lines of a cell; None where there is none."""


def draw_sheet(rows: Sequence[Sequence[Cell]], *, room: int) -> list[Text]:
    """The rows below each other, their cells side by side with a bar between. A line that is empty in all cells of a
    row is left out; cells too wide for the room go on in a further line."""
    across = max((len(row) for row in rows), default=0)
    if not across:
        return []
    columns = [[row[number] for row in rows if number < len(row)] for number in range(across)]
    wide = [max((line.cell_len for cell in column for line in cell or ()), default=0) for column in columns]
    wide = _narrowed(wide, room - across - 1)
    lines: list[Text] = []
    for row in rows:
        cells = [_wrapped(cell, width) for cell, width in zip(row, wide, strict=False)]
        for number in range(max((len(cell) for cell in cells if cell is not None), default=0)):
            parts = [cell[number] if cell is not None and number < len(cell) else Text() for cell in cells]
            if any(part.plain for part in parts):
                lines.append(_line(parts, wide, [cell is not None for cell in cells]))
    return lines


def _narrowed(wide: Sequence[int], room: int) -> list[int]:
    """The widths, of which the widest give way until all fit into the room."""
    most = max(wide)
    while most > 1 and sum(min(each, most) for each in wide) > room:
        most -= 1
    return [min(each, most) for each in wide]


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
