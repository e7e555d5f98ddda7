"""Workbooks of spreadsheet programs (XLSX, ODS), read as the text of separated values that they stand for.

Only this text goes on from here, so a workbook is a table like any other: its rows and columns are those of the sheet.
Cells are taken as a person sees them: `4`, `true`, `007` where the format shows so, and of a formula the result that
the file keeps; what merged cells show stands in each of them. Rows and columns that are hidden count like others.
Nothing is worked out, and no picture, macro or link is looked at. A file may come from a stranger: what is unpacked is
bounded, and no XML with declarations of its own is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .sheets import read_sheet, separated
from .source import Diagnostic, Span
from .table_names import split_name
from .tree import cite
from .workbook_ods import read_ods
from .workbook_parts import AGAIN, DAMAGED, Archive, Grid, UnreadableError, can_read
from .workbook_xlsx import read_xlsx


@dataclass(frozen=True, slots=True)
class Book:
    """What a sheet of a workbook says: the text of separated values, and what is wrong in its cells. `unread` tells why
    there is nothing to read: a code, a message and a hint."""

    text: str = ""
    faults: tuple[Diagnostic, ...] = ()
    unread: tuple[str, str, str] | None = None


@lru_cache(maxsize=32)
def read_book(data: bytes, shown: str) -> Book:
    """What a workbook says.

    Args:
        data: the file.
        shown: its path as people see it, with the name of the sheet after a `#`; without, it is the first sheet that is
            not hidden.

    Never raises for what is in the file.
    """
    file, sheet = split_name(shown)
    name = file.rpartition("/")[2]
    if not can_read():
        message = f"reading {cite(name)} needs the package `defusedxml`, which is not installed"
        return Book(unread=("YUP139", message, "pip install 'yupana[sheets]'"))
    try:
        archive = Archive(data, name)
        return _book((read_ods if name.endswith(".ods") else read_xlsx)(archive, sheet), shown)
    except UnreadableError as fault:
        return Book(unread=(fault.code, fault.message, fault.hint))
    except DAMAGED:
        return Book(unread=("YUP139", f"{cite(name)} is damaged: the XML in it cannot be read", AGAIN))


def _book(grid: Grid, shown: str) -> Book:
    """The text of the cells, with the faults at their places. Raises UnreadableError."""
    grid.spread()
    last = max(grid.rows, default=0)
    rows = [grid.rows.get(number, {}) for number in range(1, last + 1)]
    lines = ([row.get(column, "") for column in range(max(row, default=-1) + 1)] for row in rows)
    text = separated(lines)
    cells = {row.number: row.cells for row in read_sheet(text, shown).rows}

    def at(row: int, column: int) -> Span:
        there = cells.get(row, ())
        return there[column].span if column < len(there) else Span(shown, 1, 1, 1, 1)

    faults: list[Diagnostic] = []
    for row, column in grid.dates:
        hint = "programs make dates of texts such as 3/4: give the cell the format Text, and type it again"
        message = f"{cite(grid.rows[row][column])} is a date or a time"
        faults.append(Diagnostic("YUP137", "error", message, at(row, column), hint))
    return Book(text, tuple(faults))
