"""A workbook (XLSX) that is edited cell by cell: only the part with the sheet is written anew, and of that only the
cells that say something else. All that its program keeps besides (formats, widths, pictures, other sheets) stays.

A row that is gone is left empty, and new rows come behind the last one: no row gets another number.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from yupana.schemas.errors import UsageError
from yupana.schemas.sheet_files import book_text
from yupana.schemas.sheets import read_sheet
from yupana.schemas.source import Report
from yupana.schemas.table_names import column_name, column_number, split_name
from yupana.schemas.workbook_parts import Archive, UnreadableError
from yupana.schemas.workbook_xlsx import sheet_part

_ROW = re.compile(r"(<row\b[^>]*?(?:/>|>.*?</row>))", re.DOTALL)
_END = "</sheetData>"
_CELL = re.compile(r"<c\b[^>]*?(?:/>|>.*?</c>)", re.DOTALL)
_NUMBER = re.compile(r'\br="([0-9]+)"')
_PLACE = re.compile(r'\br="([A-Z]+)([0-9]+)"')
_STYLE = re.compile(r'\bs="[0-9]+"')
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}")


@dataclass(slots=True)
class WorkbookFile:
    """The workbook, edited step by step. Raises UsageError for one that is written too strangely for that."""

    data: bytes
    shown: str
    before: str = ""
    _part: str = ""
    _pieces: list[str] = field(default_factory=list)
    """The XML of the sheet: what stands between the rows, and (every second one) these."""
    _at: dict[int, int] = field(default_factory=dict)
    """Where in the pieces the rows are, by their numbers."""
    _head: int = 1
    _headings: list[str] = field(default_factory=list)
    _rows: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        file, sheet = split_name(self.shown)
        try:
            archive = Archive(self.data, file.rpartition("/")[2])
            self._part = sheet_part(archive, sheet)
            with zipfile.ZipFile(io.BytesIO(self.data)) as whole:
                xml = whole.read(self._part).decode("utf-8")
        except (UnreadableError, UnicodeDecodeError, KeyError):
            raise self._strange() from None
        self._pieces = _ROW.split(xml)
        numbers = [_NUMBER.search(row) for row in self._pieces[1::2]]
        cells = [cell for row in self._pieces[1::2] for cell in _CELL.findall(row)]
        if _END not in self._pieces[-1] or not all(numbers) or not all(map(_PLACE.search, cells)):
            raise self._strange()
        for at, found in reversed(list(enumerate(numbers))):
            if found is not None:
                self._at[int(found[1])] = 2 * at + 1
        self.before = self.text
        table = read_sheet(self.before, self.shown).rows
        if not table:
            raise self._strange()
        self._head = table[0].number
        self._headings = [cell.text for cell in table[0].cells]
        self._rows = {row.cells[0].text: row.number for row in table[1:]}

    @property
    def text(self) -> str:
        """What the sheet says, as a text of separated values."""
        return book_text(self.after, self.shown, Report()) or ""

    @property
    def after(self) -> bytes:
        """The whole file as it is now."""
        made, xml = io.BytesIO(), "".join(self._pieces)
        with zipfile.ZipFile(io.BytesIO(self.data)) as old:
            if old.read(self._part).decode("utf-8") == xml:
                return self.data
            with zipfile.ZipFile(made, "w") as new:
                for about in old.infolist():
                    new.writestr(about, xml if about.filename == self._part else old.read(about))
        return made.getvalue()

    def has(self, name: str) -> bool:
        """Whether there is a row of this name."""
        return name in self._rows

    def headings(self) -> list[str]:
        """The headings, of the first column too."""
        return self._headings

    # ------------------------------------------------------------ editing

    def set(self, name: str, heading: str, text: str) -> None:
        """Set a cell; a column that is not there comes behind all others."""
        self._put(self._rows[name], self._column(heading), text)

    def clear(self, name: str, heading: str) -> None:
        """Empty a cell."""
        if heading in self._headings[1:]:
            self._put(self._rows[name], self._column(heading), "")

    def remove(self, name: str) -> None:
        """Empty a row."""
        number = self._rows.pop(name)
        at = self._at.get(number, 0)
        row = self._pieces[at]
        if not at or "<f" in row:
            raise self._formula()
        self._pieces[at] = re.sub(r">.*</row>\Z", "/>", row, flags=re.DOTALL)

    def rename(self, former: str, name: str) -> None:
        """Give a row another name."""
        self._put(self._rows[former], 0, name)
        self._rows[name] = self._rows.pop(former)

    def add(self, name: str, cells: dict[str, str], *, after: str | None) -> None:
        """Put in a row, behind the last one."""
        columns = {self._column(heading): text for heading, text in cells.items()}
        number = max(self._at)
        like = self._pieces[self._at[max(self._rows.values(), default=number)]]
        styles = {found[1]: _style(cell) for cell in _CELL.findall(like) if (found := _PLACE.search(cell))}
        written = [
            _written(column_name(column), number + 1, text, styles.get(column_name(column), ""))
            for column, text in sorted({0: name, **columns}.items())
        ]
        between, end, rest = self._pieces.pop().partition(_END)
        self._at[number + 1], self._rows[name] = len(self._pieces) + 1, number + 1
        self._pieces += [between, f'<row r="{number + 1}">{"".join(written)}</row>', end + rest]

    def _column(self, heading: str) -> int:
        if heading not in self._headings[1:]:
            self._put(self._head, len(self._headings), heading)
            self._headings.append(heading)
        return self._headings.index(heading, 1)

    def _put(self, number: int, column: int, text: str) -> None:
        if number not in self._at:
            raise self._strange()
        row = self._pieces[self._at[number]]
        cells = _CELL.findall(row)
        word = column_name(column)
        old = next((each for each in cells if f' r="{word}{number}"' in each.partition(">")[0]), None)
        if old is not None and "<f" in old:
            raise self._formula()
        written = _written(word, number, text, _style(old or ""))
        if old is not None:
            made = row.replace(old, written, 1)
        else:
            later = next((each for each in cells if _column_of(each) > column), None)
            opened = row if not row.endswith("/>") else f"{row[:-2]}></row>"
            made = opened.replace(later or "</row>", written + (later or "</row>"), 1)
        self._pieces[self._at[number]] = made

    def _strange(self) -> UsageError:
        return UsageError(
            f"The entries stand in the workbook `{self.shown}`, which is to be edited in its own program."
        )

    def _formula(self) -> UsageError:
        return UsageError(f"A cell that is to change holds a formula: edit `{self.shown}` in its own program.")


def _written(column: str, row: int, text: str, style: str) -> str:
    """A cell: a number, a text, or nothing."""
    head = f'<c r="{column}{row}"{style}'
    if not text:
        return f"{head}/>"
    if _WHOLE.fullmatch(text):
        return f"{head}><v>{text}</v></c>"
    return f'{head} t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'


def _style(cell: str) -> str:
    found = _STYLE.search(cell.partition(">")[0])
    return f" {found.group()}" if found else ""


def _column_of(cell: str) -> int:
    found = _PLACE.search(cell)
    return column_number(found[1] if found else "")
