"""Workbooks in the format of Excel (XLSX): which sheets there are, and the cells of one."""

from __future__ import annotations

import posixpath
import re
from datetime import datetime, timedelta
from typing import Any

from .sheets import protected
from .table_names import column_name, column_number
from .workbook_parts import MAX_FORM, Archive, Grid, Tags, UnreadableError, chosen, shown_number

_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_IN_QUOTES = re.compile(r'"[^"]*"|\\.|_.|\[(?!(?:h+|m+|s+)\])[^\]]*\]')
"""What says nothing of the kind of a format: texts, colours, conditions."""
_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The numbers of formats for dates and times that every program knows."""
_KNOWN = {9: "0%", 10: "0.00%"}


def read_xlsx(archive: Archive, wanted: str) -> Grid:
    """The cells of a sheet, by its name or the first. Raises UnreadableError."""
    place, others, of_1904 = _found(archive, wanted)
    strings, styles = _Strings(), _Styles()
    archive.read(others.get("sharedStrings", ""), strings, needed=False)
    archive.read(others.get("styles", ""), styles, needed=False)
    cells = _Cells(strings.found, styles.formats(), datetime(1904, 1, 1) if of_1904 else datetime(1899, 12, 30))
    archive.read(place, cells)
    return cells.grid


def sheet_part(archive: Archive, wanted: str) -> str:
    """The part of a workbook with the cells of a sheet, by its name or the first. Raises UnreadableError."""
    return _found(archive, wanted)[0]


def _found(archive: Archive, wanted: str) -> tuple[str, dict[str, str], bool]:
    """The part of a sheet, the other parts by what they are, and whether days count from 1904."""
    root = _Links()
    archive.read("_rels/.rels", root, needed=False)
    book = next((each for kind, each in root.links.values() if kind == "officeDocument"), "xl/workbook.xml")
    book = book.lstrip("/")
    sheets = _Sheets()
    archive.read(book, sheets)
    links = _Links()
    folder, _, name = book.rpartition("/")
    archive.read(posixpath.join(folder, "_rels", f"{name}.rels"), links)

    def part(target: str) -> str:
        return target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))

    known = [each for each in sheets.found if links.links.get(each[2], ("", ""))[0] == "worksheet"]
    number = chosen(archive.name, [(name, hidden) for name, hidden, _ in known], wanted)
    by_kind = {kind: part(target) for kind, target in links.links.values()}
    return part(links.links[known[number][2]][1]), by_kind, sheets.of_1904


def _bare(tag: str) -> str:
    return tag.rpartition(":")[2]


def _local(given: Any) -> dict[str, str]:
    return {_bare(key): value for key, value in given.items()}


class _Links(Tags):
    """The parts that a part names: kind and target by their ids."""

    def __init__(self) -> None:
        super().__init__()
        self.links: dict[str, tuple[str, str]] = {}

    def begin(self, tag: str, given: Any) -> None:
        if _bare(tag) == "Relationship":
            kind = given.get("Type", "").rpartition("/")[2]
            self.links[given.get("Id", "")] = (kind, given.get("Target", ""))


class _Sheets(Tags):
    """The sheets of a workbook: name, whether it is hidden, and the id of its part."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, bool, str]] = []
        self.of_1904 = False

    def begin(self, tag: str, given: Any) -> None:
        told = _local(given)
        if _bare(tag) == "sheet":
            self.found.append((told.get("name", ""), told.get("state", "visible") != "visible", told.get("id", "")))
        elif _bare(tag) == "workbookPr":
            self.of_1904 = told.get("date1904", "0") in ("1", "true")


class _Strings(Tags):
    """The texts that cells name by their numbers, without their readings."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._made: list[str] = []
        self._reading = False

    def begin(self, tag: str, given: Any) -> None:
        name = _bare(tag)
        if name == "si":
            self._made = []
        elif name == "rPh":
            self._reading = True
        elif name == "t":
            self.forget()

    def end(self, tag: str) -> None:
        name = _bare(tag)
        if name == "t" and not self._reading:
            self._made.append(_unescaped(self.taken()))
        elif name == "rPh":
            self._reading = False
        elif name == "si":
            self.found.append("".join(self._made))
            self._made = []


class _Styles(Tags):
    """The number formats of cells by the numbers of their styles."""

    def __init__(self) -> None:
        super().__init__()
        self._codes: dict[int, str] = {}
        self._used: list[int] = []
        self._in_cells = False

    def begin(self, tag: str, given: Any) -> None:
        name = _bare(tag)
        if name == "numFmt":
            code = given.get("formatCode", "")
            self._codes[_whole(given.get("numFmtId"))] = code if len(code) <= MAX_FORM else ""
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            self._used.append(_whole(given.get("numFmtId")))

    def end(self, tag: str) -> None:
        if _bare(tag) == "cellXfs":
            self._in_cells = False

    def formats(self) -> list[str]:
        """What each style shows a number as: "date", or the code of the format."""
        known = {each: "date" if self._is_date(each) else self._code(each) for each in set(self._used)}
        return [known[each] for each in self._used]

    def _code(self, number: int) -> str:
        return self._codes.get(number) or _KNOWN.get(number, "")

    def _is_date(self, number: int) -> bool:
        code = _IN_QUOTES.sub("", self._codes.get(number, "").split(";")[0])
        own = code != "" and "general" not in code.lower() and re.search("[dmyhs]", code, re.IGNORECASE) is not None
        return own or (number in _DATES and number not in self._codes)


class _Cells(Tags):
    """The cells of a sheet."""

    def __init__(self, strings: list[str], formats: list[str], first_day: datetime) -> None:
        super().__init__()
        self.grid = Grid()
        self._strings, self._formats, self._first_day = strings, formats, first_day
        self._row = self._column = 0
        self._kind = self._form = ""
        self._value: str | None = None
        self._formula: str | None = None
        self._inline: list[str] = []
        self._reading = False

    def begin(self, tag: str, given: Any) -> None:
        name = _bare(tag)
        if name == "row":
            self._row = _whole(given.get("r"), self._row + 1)
            self._column = -1
        elif name == "c":
            place = _REFERENCE.fullmatch(given.get("r", ""))
            self._column = column_number(place[1]) if place else self._column + 1
            self._kind = given.get("t", "n")
            style = _whole(given.get("s"))
            self._form = self._formats[style] if style < len(self._formats) else ""
            self._value = self._formula = None
            self._inline = []
        elif name in ("v", "f", "t"):
            self.forget()
        elif name == "rPh":
            self._reading = True
        elif name == "mergeCell":
            self._merge(given.get("ref", ""))

    def end(self, tag: str) -> None:
        name = _bare(tag)
        if name == "v":
            self._value = self.taken()
        elif name == "f":
            self._formula = self.taken()
        elif name == "t" and not self._reading:
            self._inline.append(_unescaped(self.taken()))
        elif name == "rPh":
            self._reading = False
        elif name == "c":
            self._put()

    def _merge(self, reference: str) -> None:
        corners = [_REFERENCE.fullmatch(each) for each in reference.split(":")]
        first, last = corners[0], corners[-1]
        if first is not None and last is not None:
            self.grid.merged.append((int(first[2]), column_number(first[1]), int(last[2]), column_number(last[1])))

    def _put(self) -> None:
        row, column, value = self._row, self._column, self._value
        put = self.grid.put
        if self._formula is not None and not value and self._kind != "str":
            put(row, column, f"={self._formula or '…'}")
        elif self._kind == "inlineStr":
            put(row, column, protected("".join(self._inline)))
        elif value is None:
            return
        elif self._kind == "s":
            number = _whole(value, -1)
            if not 0 <= number < len(self._strings):
                raise UnreadableError(f"the cell {column_name(column)}{row} names a text that is not in the file")
            put(row, column, protected(self._strings[number]))
        elif self._kind == "str":
            put(row, column, protected(_unescaped(value)))
        elif self._kind == "b":
            put(row, column, "true" if value.strip() == "1" else "false")
        elif self._kind == "d":
            self.grid.put_date(row, column, value)
        elif self._kind == "n" and self._form == "date":
            self.grid.put_date(row, column, self._day(value))
        else:  # a number, or the error of a formula
            put(row, column, value if self._kind == "e" else shown_number(value.strip(), self._form))

    def _day(self, value: str) -> str:
        """A date that is kept as the days since the first."""
        try:
            moment = self._first_day + timedelta(days=float(value))
        except (ValueError, OverflowError):
            return value
        shown = moment.isoformat(" ", "minutes")
        return shown.removesuffix(" 00:00") if float(value) >= 1 else moment.strftime("%H:%M")


def _whole(text: str | None, other: int = 0) -> int:
    return int(text) if text is not None and re.fullmatch("[0-9]{1,9}", text.strip()) else other


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
