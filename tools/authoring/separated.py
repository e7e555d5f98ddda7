"""A file of separated values that is edited by the names of its rows and columns; every cell that is not touched stays
byte for byte as it stands."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field

from yupana.schemas.errors import UsageError
from yupana.schemas.sheets import in_cell, is_cut_elsewhere, protected, read_sheet, separator_of, separator_told

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(slots=True)
class _Line:
    """A row of the file: where it begins and ends, its line end with it, and where its cells do."""

    start: int
    end: int = 0
    cells: list[tuple[int, int]] = field(default_factory=list)

    @property
    def last(self) -> int:
        """Where its last cell ends."""
        return self.cells[-1][1]


class SeparatedFile:
    """The file, edited step by step. Raises UsageError for one that is written too strangely for that."""

    def __init__(self, data: bytes, shown: str) -> None:
        self.data, self.shown = data, shown
        self._mark = next((each for each in (BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE) if data.startswith(each)), b"")
        self._encoding = {BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}.get(self._mark, "utf-8")
        self._text = data[len(self._mark) :].decode(self._encoding)
        self.before, self._cut = self._text, False
        self._separator = separator_of(_LINE_END.sub("\n", self._text), shown)
        found = _LINE_END.search(self._text)
        self._line_end = found.group() if found else "\n"
        self._read()

    @property
    def text(self) -> str:
        """The text of the file as it is now. It says which sign stands between cells, where a program that takes
        another one for it would run a part of what was put in."""
        told = self._cut and not separator_told(self._text)
        return (f"sep={self._separator}{self._line_end}" if told else "") + self._text

    @property
    def after(self) -> bytes:
        """The whole file as it is now."""
        return self._mark + self.text.encode(self._encoding)

    def names(self) -> list[str]:
        """The names of the rows."""
        return list(self._rows)

    def headings(self) -> list[str]:
        """The headings, of the first column too."""
        return self._headings

    # ------------------------------------------------------------ editing

    def set(self, name: str, heading: str, text: str) -> None:
        """Set a cell; a column that is not there comes behind all others."""
        if heading not in self._headings[1:]:
            self._put(self._head, len(self._headings), heading)
        self._put(self._rows[name], self._headings.index(heading, 1), protected(text))

    def clear(self, name: str, heading: str) -> None:
        """Empty a cell."""
        if heading in self._headings[1:]:
            self._put(self._rows[name], self._headings.index(heading, 1), "")

    def remove(self, name: str) -> None:
        """Take a row away."""
        line = self._lines[self._rows[name]]
        self._edit(line.start, line.end, "")

    def rename(self, former: str, name: str) -> None:
        """Give a row another name."""
        self._put(self._rows[former], 0, name)

    def add(self, name: str, cells: dict[str, str], *, after: str | None) -> None:
        """Put in a row, behind another one; without it, at the end."""
        for heading in cells:
            if heading not in self._headings[1:]:
                self._put(self._head, len(self._headings), heading)
        told = [name, *(protected(cells.get(heading, "")) for heading in self._headings[1:])]
        row = self._separator.join(self._written(each) for each in told)
        number = self._rows[after] if after in self._rows else max(self._rows.values(), default=self._head)
        line = self._lines[number]
        ends = self._text[line.last : line.end].endswith(("\r", "\n"))
        self._edit(line.end, line.end, row + self._line_end if ends else self._line_end + row)

    def _put(self, number: int, column: int, text: str) -> None:
        line = self._lines[number]
        if column < len(line.cells):
            start, end = line.cells[column]
            self._edit(start, end, self._written(text))
        elif text:
            more = self._separator * (column - len(line.cells) + 1)
            self._edit(line.last, line.last, more + self._written(text))

    def _written(self, text: str) -> str:
        self._cut |= is_cut_elsewhere(text)
        cell = in_cell(text, self._separator)
        return f'"{cell}"' if self._quoted and cell[:1] != '"' else cell.replace("\n", self._line_end)

    def _edit(self, start: int, end: int, new: str) -> None:
        self._text = self._text[:start] + new + self._text[end:]
        self._read()

    # ------------------------------------------------------------ reading

    def _read(self) -> None:
        """Find all rows and cells; they are those that the ruleset reads."""
        self._lines = self._split()
        plain = _LINE_END.sub("\n", self._text)
        rows = read_sheet(plain, self.shown).rows
        if not rows or any(row.number > len(self._lines) for row in rows):
            raise UsageError(f"`{self.shown}` is to be edited by hand: its rows cannot be told apart.")
        self._head = rows[0].number - 1
        self._headings = [cell.text for cell in rows[0].cells]
        self._rows = {row.cells[0].text: row.number - 1 for row in rows[1:]}
        head = self._lines[self._head]
        self._quoted = all(self._text[start:end].startswith('"') for start, end in head.cells)

    def _split(self) -> list[_Line]:
        cell = re.compile(rf'[^\S{re.escape(self._separator)}\r\n]*"(?:[^"]|"")*"|[^{re.escape(self._separator)}\r\n]*')
        blank = re.compile(rf"[^{re.escape(self._separator)}\r\n]*")
        lines: list[_Line] = []
        at = 0
        while at < len(self._text):
            line = _Line(at)
            while True:
                start = at
                found = cell.match(self._text, at)
                at = found.end() if found else at
                rest = blank.match(self._text, at)  # blanks behind the closing quote
                at = rest.end() if rest else at
                line.cells.append((start, at))
                if self._text[at : at + 1] != self._separator:
                    break
                at += 1
            end = _LINE_END.match(self._text, at)
            at = end.end() if end else at
            line.end = at
            lines.append(line)
        return lines
