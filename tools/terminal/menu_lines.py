"""A menu's numbered rows as lines of text: options of one action under its name, short ones side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from rich.text import Text

from .menu import Row

Paint = Callable[[str], Text]


def menu_lines(menu: Sequence[Row], width: int, paint: Paint) -> list[Text]:
    """The lines for `width` characters; the numbers are those of the rows, from 1."""
    lines: list[Text] = []
    numbered = list(enumerate(menu, start=1))
    for name, group in groupby(numbered, key=lambda item: _name(item[1])):
        rows = list(group)
        if not name or len(rows) == 1:
            lines += _columns([(number, row.label, len(row.choices)) for number, row in rows], width, paint)
            continue
        lines.append(Text.assemble("  ", (name, "bold"), (f"  {len(rows)}", "dim")))
        lines += _columns([(number, row.choices[0].arguments_text, 1) for number, row in rows], width, paint)
    return lines


def _name(row: Row) -> str:
    """The action under whose name a row is put; none for a row of several options or without arguments."""
    only = row.choices[0]
    return only.name if len(row.choices) == 1 and only.arguments else ""


def _columns(cells: Sequence[tuple[int, str, int]], width: int, paint: Paint) -> list[Text]:
    """Numbered cells, as many in a line as fit, counted downwards."""
    parts = []
    for number, label, count in cells:
        line = Text.assemble((f"{number:>5} ", "cyan"), paint(label))
        if count > 1:
            line.append(f"  {count}", "dim")
        parts.append(line)
    longest = max(part.cell_len for part in parts) + 2
    across = min(max(1, width // longest), max(1, len(parts) // 3), 6)
    down = -(-len(parts) // across)
    lines = []
    for first in range(down):
        line = Text()
        for part in parts[first::down]:
            line.append_text(part)
            line.append(" " * (longest - part.cell_len))
        line.rstrip()
        lines.append(line)
    return lines
