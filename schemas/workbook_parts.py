"""What is common to workbooks of all formats: their parts, unpacked within bounds, and the cells that are read."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from .nearest import did_you_mean
from .opened import MAX_BYTES, line_feeds
from .sheets import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MOST_FAULTS
from .table_names import column_name
from .tree import cite

try:
    from defusedxml import DefusedXmlException, sax

    DAMAGED: tuple[type[Exception], ...] = (SAXException, DefusedXmlException)
except ImportError:  # an extra brings it
    sax = None
    DAMAGED = (SAXException,)

CONTENT = "content.xml"
"""The part of an OpenDocument file with all cells."""
_TYPES = "[Content_Types].xml"

MAX_PART = 16 * 1024 * 1024
MAX_TAGS = 600_000
MAX_PARTS = 5_000
MAX_MERGED = 100_000
MAX_FORM = 255
"""How many bytes a part of a workbook may unpack to, how many tags all parts may have, how many parts there are, how
many cells may be merged, and how long the code of a format may be (no program writes longer ones)."""

_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How the formats let parts be packed: what unpacks other packings cannot be told how much it may unpack."""

AGAIN = "save it again in the spreadsheet program, as XLSX or ODS"


class UnreadableError(Exception):
    """A workbook, or a sheet of it, cannot be read: a code, why, and what to do."""

    def __init__(self, message: str, hint: str = "", code: str = "YUP139") -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint


@dataclass(slots=True)
class Grid:
    """The cells of a sheet while they are read; rows count from 1, columns from 0."""

    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    dates: list[tuple[int, int]] = field(default_factory=list)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    size: int = 0
    cells: int = 0

    def put(self, row: int, column: int, text: str) -> None:
        """Set a cell. Raises UnreadableError where a table has no such cell."""
        if not text.strip():
            return
        place = f"{column_name(column)}{row}"
        if row > MAX_ROWS:
            raise UnreadableError(
                f"a table has at most {MAX_ROWS} rows, and here is something in the cell {place}",
                "delete what stands below the entries",
                "YUP131",
            )
        if column >= MAX_COLUMNS:
            raise UnreadableError(
                f"a table has at most {MAX_COLUMNS} columns, and here is something in the cell {place}",
                "delete what stands beside the entries",
                "YUP131",
            )
        self.cells += 1
        if self.cells > MAX_CELLS:
            raise UnreadableError(f"a table has at most {MAX_CELLS:,} cells", "", "YUP131")
        self.size += len(text)
        if self.size > MAX_BYTES:
            raise UnreadableError(f"this sheet holds more than {MAX_BYTES >> 20} million characters", "", "YUP131")
        self.rows.setdefault(row, {})[column] = line_feeds(text)

    def spread(self) -> None:
        """Put what merged cells show, from the first row and column of each to its last, into each of them that lies in
        the table."""
        last, width = max(self.rows, default=0), max((max(row) for row in self.rows.values()), default=0)
        filled = 0
        for top, left, bottom, right in self.merged:
            text = self.rows.get(top, {}).get(left, "")
            rows = range(top, min(bottom, last) + 1) if text else ()
            columns = range(left, min(right, width) + 1)
            filled += len(rows) * len(columns)
            if filled > MAX_MERGED:
                raise UnreadableError("too many cells of this sheet are merged", "take them apart", "YUP131")
            for row, column in product(rows, columns):
                if row in self.rows:  # an empty row stays empty
                    self.put(row, column, text)

    def put_date(self, row: int, column: int, text: str) -> None:
        """Set a cell that holds a date or a time."""
        self.put(row, column, text)
        if len(self.dates) < MOST_FAULTS:
            self.dates.append((row, column))


def can_read() -> bool:
    """Whether the package is installed that reads what strangers wrote."""
    return sax is not None


class Archive:
    """The parts of a workbook, unpacked when they are asked for and only so far. Raises UnreadableError."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.tags = 0
        if len(data) > MAX_BYTES:
            hint = "take pictures and other sheets out of it, or save the sheet as CSV"
            raise UnreadableError(f"{cite(name)} is larger than {MAX_BYTES >> 20} MiB", hint, "YUP105")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self.parts = {each.filename: each for each in self._zip.infolist()}
        except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, OSError):
            what = "ODS" if name.endswith(".ods") else "XLSX"
            hint = f"save it as {what}, without a password"
            raise UnreadableError(f"{cite(name)} is not a file of the format {what}", hint) from None
        if len(self.parts) > MAX_PARTS:
            raise UnreadableError(f"{cite(name)} has more than {MAX_PARTS} parts", AGAIN)

    def read(self, part: str, handler: Tags, *, needed: bool = True) -> None:
        """Hand the tags of a part to a handler; one that is not there has none."""
        about = self.parts.get(part)
        if about is None:
            is_of = ".ods" if CONTENT in self.parts else ".xlsx" if _TYPES in self.parts else ""
            if needed and is_of and not self.name.endswith(is_of):
                hint = f"call it so that its name ends in {is_of}, here and behind `from`"
                raise UnreadableError(f"{cite(self.name)} is a workbook of another format", hint)
            if needed:
                raise UnreadableError(f"{cite(self.name)} is damaged: it has no part {cite(part)}", AGAIN)
            return
        try:
            if about.compress_type not in _PACKINGS:
                raise NotImplementedError
            with self._zip.open(about) as file:
                data = file.read(MAX_PART + 1)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, EOFError, OSError, zlib.error):
            hint = "save it without a password"
            raise UnreadableError(f"the part {cite(part)} of {cite(self.name)} cannot be unpacked", hint) from None
        if len(data) > MAX_PART:
            message = f"{cite(self.name)} unpacks to more than {MAX_PART >> 20} MiB"
            raise UnreadableError(message, "delete what stands below and beside the entries", "YUP131")
        handler.archive = self
        try:
            sax.parseString(data, handler, forbid_dtd=True)
        except (LookupError, ValueError) as fault:
            if type(fault) not in (LookupError, ValueError):  # those two come of encodings that the parser lacks
                raise
            raise SAXException("an unknown encoding") from None


class Tags(ContentHandler):
    """Takes the tags of a part of a workbook. `begin` and `end` are told of them, and `taken` gives what stands between
    them since it was set to nothing."""

    archive: Archive

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[str] = []

    def begin(self, tag: str, given: Any) -> None:
        """A tag opens, with its attributes."""

    def end(self, tag: str) -> None:
        """A tag closes."""

    def taken(self) -> str:
        """The characters that have come since then, which are forgotten."""
        text = "".join(self._pieces)
        self._pieces.clear()
        return text

    def forget(self) -> None:
        """Begin to collect characters anew."""
        self._pieces.clear()

    def startElement(self, name: str, attrs: Any) -> None:  # noqa: N802
        """Told by the parser."""
        self.archive.tags += 1
        if self.archive.tags > MAX_TAGS:
            raise UnreadableError(f"{cite(self.archive.name)} has too many cells", "keep one table in it", "YUP131")
        self.begin(name, attrs)

    def endElement(self, name: str) -> None:  # noqa: N802
        """Told by the parser."""
        self.end(name)

    def characters(self, content: str) -> None:
        """Told by the parser."""
        self._pieces.append(content)


def chosen(name: str, sheets: Sequence[tuple[str, bool]], wanted: str) -> int:
    """The number of the sheet that is wanted: by its name, or the first that is not hidden.

    Raises UnreadableError.
    """
    names = [each for each, _ in sheets]
    if not sheets:
        raise UnreadableError(f"there is no sheet in {cite(name)}")
    if not wanted:
        return next((number for number, (_, hidden) in enumerate(sheets) if not hidden), 0)
    if wanted not in names:
        there = f"there are {', '.join(cite(each) for each in names[:10])}"
        raise UnreadableError(f"there is no sheet {cite(wanted)} in {cite(name)}", did_you_mean(wanted, names) or there)
    return names.index(wanted)


def shown_number(text: str, form: str = "") -> str:
    """A number as a cell shows it: with fifteen digits, whole where it is whole, as `007` and `50%` where the format
    says so."""
    try:
        value = float(text)
    except ValueError:
        return text
    if not abs(value) < 1e15:
        return text
    if "%" in form:
        decimals = re.search(r"\.(0+)", form)
        return f"{value * 100:.{len(decimals[1]) if decimals else 0}f}%"
    whole = str(int(value)) if value == int(value) else f"{value:.15g}"
    return whole.zfill(len(form)) if re.fullmatch("00+", form) else whole
