"""A file of separated values that is edited by the names of its rows and columns; every cell that is not touched stays
byte for byte as it stands."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import dataclass

from yupana.schemas.errors import UsageError
from yupana.schemas.sheets import in_cell, is_cut_elsewhere, protected, read_sheet, separator_of, separator_told

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(slots=True, eq=False)
class _Line:
    """A row of the file: its cells as they are written, and its line end."""

    cells: list[str]
    end: str

    def put(self, column: int, written: str) -> None:
        """Set a cell, with empty ones before it where they are missing."""
        self.cells += [""] * (column + 1 - len(self.cells))
        self.cells[column] = written


class CsvFile:
    """The file, edited step by step. Raises UsageError for one that is written too strangely for that."""

    def __init__(self, data: bytes, shown: str) -> None:
        self.data, self.shown = data, shown
        self._mark = next((each for each in (BOM_UTF8, BOM_UTF16_LE, BOM_UTF16_BE) if data.startswith(each)), b"")
        self._encoding = {BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}.get(self._mark, "utf-8")
        self.before = data[len(self._mark) :].decode(self._encoding)
        self._cut_elsewhere = False
        plain = _LINE_END.sub("\n", self.before)
        self._separator = separator_of(plain, shown)
        found = _LINE_END.search(self.before)
        self._line_end = found.group() if found else "\n"
        self._lines = list(self._split())
        rows = read_sheet(plain, shown).rows
        if not rows or any(row.number > len(self._lines) for row in rows):
            raise UsageError(f"`{shown}` is to be edited by hand: its rows cannot be told apart.")
        self._head = self._lines[rows[0].number - 1]
        self._headings = [cell.text for cell in rows[0].cells]
        self._rows = {row.cells[0].text: self._lines[row.number - 1] for row in rows[1:]}
        self._quoted = all(cell.startswith('"') for cell in self._head.cells)

    @property
    def text(self) -> str:
        """The text of the file as it is now. It says which sign stands between cells, where a program that takes
        another one for it would run a part of what was put in."""
        text = "".join(self._separator.join(line.cells) + line.end for line in self._lines)
        is_told = self._cut_elsewhere and not separator_told(text)
        return (f"sep={self._separator}{self._line_end}" if is_told else "") + text

    @property
    def after(self) -> bytes:
        """The whole file as it is now."""
        return self._mark + self.text.encode(self._encoding)

    def has(self, name: str) -> bool:
        """Whether there is a row of this name."""
        return name in self._rows

    def headings(self) -> list[str]:
        """The headings, of the first column too."""
        return self._headings

    def set(self, name: str, heading: str, text: str) -> None:
        """Set a cell; a column that is not there comes behind all others."""
        self._rows[name].put(self._column(heading), self._written(protected(text)))

    def clear(self, name: str, heading: str) -> None:
        """Empty a cell."""
        if heading in self._headings[1:]:
            line, column = self._rows[name], self._column(heading)
            if column < len(line.cells):
                line.put(column, self._written(""))

    def remove(self, name: str) -> None:
        """Take a row away."""
        self._lines.remove(self._rows.pop(name))

    def rename(self, former: str, name: str) -> None:
        """Give a row another name."""
        line = self._rows[name] = self._rows.pop(former)
        line.put(0, self._written(name))

    def add(self, name: str, cells: dict[str, str], *, after: str | None) -> None:
        """Put in a row, behind another one; without it, at the end."""
        columns = {self._column(heading): protected(text) for heading, text in cells.items()}
        texts = [name, *(columns.get(column, "") for column in range(1, len(self._headings)))]
        line = _Line([self._written(each) for each in texts], self._line_end)
        rows = {id(each) for each in (self._head, *self._rows.values())}
        last = self._rows.get(after or "") or next(each for each in reversed(self._lines) if id(each) in rows)
        if not last.end:
            last.end, line.end = self._line_end, ""
        self._lines.insert(self._lines.index(last) + 1, line)
        self._rows[name] = line

    def _column(self, heading: str) -> int:
        if heading not in self._headings[1:]:
            self._head.put(len(self._headings), self._written(heading))
            self._headings.append(heading)
        return self._headings.index(heading, 1)

    def _written(self, text: str) -> str:
        self._cut_elsewhere |= is_cut_elsewhere(text)
        cell = in_cell(text, self._separator)
        return f'"{cell}"' if self._quoted and cell[:1] != '"' else cell.replace("\n", self._line_end)

    def _split(self) -> Iterator[_Line]:
        """All rows of the file; they are those that the ruleset reads."""
        text, separator = self.before, re.escape(self._separator)
        # behind the closing quote there may be blanks
        cell = re.compile(rf'(?:[^\S{separator}\r\n]*"(?:[^"]|"")*")?[^{separator}\r\n]*')
        at = 0
        while at < len(text):
            cells = []
            while True:
                found = cell.match(text, at)
                assert found is not None
                cells.append(found.group())
                at = found.end()
                if text[at : at + 1] != self._separator:
                    break
                at += 1
            end = _LINE_END.match(text, at)
            at = end.end() if end else at
            yield _Line(cells, end.group() if end else "")
