"""Workbooks in the format OpenDocument (ODS): which sheets there are, and the cells of one."""

from __future__ import annotations

import re
from typing import Any

from .sheets import protected
from .workbook_parts import CONTENT, Archive, Grid, Tags, chosen, shown_number

_CELLS = ("table:table-cell", "table:covered-table-cell")
_ASIDE = ("office:annotation", "table:table", "draw:frame", "text:ruby-text", "table:shapes")
"""What may stand in a cell or a sheet and is no part of its text: notes, tables of their own, pictures, readings."""


def read_ods(archive: Archive, wanted: str) -> Grid:
    """The cells of a sheet, by its name or the first. Raises UnreadableError."""
    sheets = _Sheets()
    archive.read(CONTENT, sheets)
    number = chosen(archive.name, [(name, style in sheets.hidden) for name, style in sheets.found], wanted)
    cells = _Cells(number)
    archive.read(CONTENT, cells)
    return cells.grid


class _Sheets(Tags):
    """The sheets: their names and styles, and which styles hide them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.hidden: set[str] = set()
        self._style = ""
        self._depth = 0

    def begin(self, tag: str, given: Any) -> None:
        if tag == "style:style":
            self._style = given.get("style:name", "")
        elif tag == "style:table-properties" and given.get("table:display") == "false":
            self.hidden.add(self._style)
        elif tag == "table:table":
            self._depth += 1
            if self._depth == 1:
                self.found.append((given.get("table:name", ""), given.get("table:style-name", "")))

    def end(self, tag: str) -> None:
        self._depth -= tag == "table:table"


class _Cells(Tags):
    """The cells of the sheet with a number, in which rows and cells that are alike are told once with their number."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.grid = Grid()
        self._left = number + 1  # sheets that begin before the cells count
        self._aside = 0  # how deep in what is no part of the sheet or of the cell
        self._row, self._column = 1, 0
        self._times = self._across = 1
        self._cells: list[tuple[int, int, str, bool]] = []
        self._given: dict[str, str] = {}
        self._in_cell = False
        self._rows: list[str] = []

    def begin(self, tag: str, given: Any) -> None:
        if tag == "table:table" and not self._in_cell and not self._aside:
            self._left -= 1
            return
        if tag in _ASIDE:
            self._aside += 1
        if self._left or self._aside:
            return
        if tag == "table:table-row":
            self._times = _count(given, "table:number-rows-repeated")
            self._column = 0
            self._cells = []
        elif tag in _CELLS:
            self._given, self._in_cell = dict(given.items()), True
            self._across = _count(given, "table:number-columns-repeated")
            self._rows = []
            self.forget()
        elif tag == "text:p":
            self.forget()
        elif tag == "text:s":
            self.characters(" " * min(_count(given, "text:c"), 100))
        elif tag == "text:tab":
            self.characters("\t")
        elif tag == "text:line-break":
            self.characters("\n")

    def characters(self, content: str) -> None:
        """Told by the parser; what stands aside is left out."""
        if not self._aside:
            super().characters(content)

    def end(self, tag: str) -> None:
        if tag in _ASIDE and self._aside:
            self._aside -= 1
            return
        if tag == "table:table":
            self._left -= self._left == 0  # the sheet is over
            return
        if self._left or self._aside:
            return
        if tag == "text:p":
            self._rows.append(self.taken())
        elif tag in _CELLS:
            self._cell(covered=tag != "table:table-cell")
            self._in_cell = False
        elif tag == "table:table-row":
            self._put()

    def _cell(self, *, covered: bool) -> None:
        text, is_date = self._cell_text()
        if text.strip() and not covered:  # a blank cell may be told to be there a thousand million times
            wide = _count(self._given, "table:number-columns-spanned")
            high = _count(self._given, "table:number-rows-spanned")
            if wide > 1 or high > 1:
                here = (self._row, self._column)
                self.grid.merged.append((*here, self._row + high - 1, self._column + wide - 1))
            self._cells.append((self._column, self._across, text, is_date))
        self._column += self._across

    def _cell_text(self) -> tuple[str, bool]:
        """What the cell shows, and whether that is a date or a time."""
        given = self._given
        kind, value = given.get("office:value-type", ""), given.get("office:value", "")
        text = "\n".join(self._rows)
        formula = given.get("table:formula")
        if formula is not None and not kind and not text:
            return f"={formula.partition(':=')[2] or formula.lstrip('=')}", False
        if given.get("calcext:value-type") == "error":
            return text, False
        if kind == "float" and text.isalpha() and value in ("0", "1"):  # `TRUE` in the language of the program
            return ("true" if value == "1" else "false"), False
        if kind in ("float", "currency"):
            padded = re.fullmatch("0[0-9]+", text) and _is_number(value) and float(text) == float(value)
            return text if padded else shown_number(value), False
        if kind == "percentage":
            return shown_number(f"{float(value) * 100:.12g}") + "%" if _is_number(value) else text, False
        if kind == "boolean":
            return ("true" if given.get("office:boolean-value") == "true" else "false"), False
        if kind in ("date", "time"):
            return text or given.get(f"office:{kind}-value", ""), True
        return protected(text or given.get("office:string-value", "")), False

    def _put(self) -> None:
        for _ in range(self._times if self._cells else 0):
            for column, across, text, is_date in self._cells:
                for number in range(column, column + across):
                    (self.grid.put_date if is_date else self.grid.put)(self._row, number, text)
            self._row += 1
        if not self._cells:
            self._row += self._times


def _count(given: Any, key: str) -> int:
    text = given.get(key, "1")
    return max(int(text), 1) if text.isdecimal() and len(text) < 10 else 1


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < 1e15
    except ValueError:
        return False
