"""Tables that are kept in spreadsheet programs: files of separated values, every cell with its place.

What such programs write is understood: UTF-8 with and without a byte order mark, UTF-16 with one, cells in quotes with
line ends inside, `,`, `;` and tabs between cells (the first row tells which), blanks around a text. A cell is text:
what it means is decided where it is read. Nothing in a file is ever computed. A text that looks like a formula has a
`'` in front, as people type it in such programs. Workbooks are read as such texts too (see `workbooks`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from numbers import Number

from .plain import REFUSED
from .source import Code, Diagnostic, Span
from .table_names import is_workbook

MAX_ROWS = 10_000
MAX_COLUMNS = 200
MAX_CELLS = 100_000
MAX_CELL = 20_000
"""How many rows, columns and cells a table may have, and how many characters a cell."""

_FILES, _TEXTS = 64, 3
"""How many files are remembered, and how many texts of each."""

_BLANKS = " \t\u00a0\u2007\u202f\u3000\u200b"
_AROUND = _BLANKS + "\r\n"
_QUOTED = re.compile(r'"([^"]*(?:""[^"]*)*)"')
_IN_QUOTES = re.compile(r'"[^"]*"')
_TOLD = re.compile(r"sep=(.)(?=\n|\Z)", re.IGNORECASE)
_TURN = re.compile(r'""|\n')
MOST_FAULTS = 20

_CAPITALS = "A-Z\u00c0-\u00dc\u0100-\u017f\u0410-\u042f"
ERROR = re.compile(
    rf"#(N/[ABD]|NV|\u041d/\u0414|[\u00a1\u00bf]?[{_CAPITALS}]+(/[0{_CAPITALS}]+)?[!?]|GETTING_DATA|##+)|Err:[0-9]{{3}}"
)
FORMULA = re.compile(r"=.|[-+@]\$?[A-Z]{1,3}\$?[0-9]+\b|[-+@][A-Z.]{2,}\(", re.DOTALL)
"""What the errors and the formulas of spreadsheet programs look like, where none are meant to be."""
_SIGNS = r"=@\uff1d\uff20\ufe66\ufe6b", r"+\uff0b\uff0d\ufe62\ufe63"
_RUN = rf"[\s\u200b]*(?:[{''.join(_SIGNS)}]|-(?![0-9]+(?:[.,][0-9]+)*%?\Z))(?=.)"
"""What a spreadsheet program may work out, or run: `+cmd|' /C calc'!A0` too. A number below 0 is none."""
_RUNNABLE = re.compile(_RUN, re.DOTALL)
_CUT = re.compile(rf'[;,\t\n][\s\u200b"]*(?:[{_SIGNS[0]}]|[-{_SIGNS[1]}][^;,\t\n]*[|(!])')
"""What would be one if the sign before it stood between two cells; quotes there are doubled, which is an empty text."""
_PROTECTED = re.compile(rf"'+(?:{_RUN}|(?:{ERROR.pattern})\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without quotes and without blanks around it, and where each character stands. `is_text` if a
    `'` says that it is a text, whatever it looks like."""

    text: str
    span: Span
    pieces: tuple[tuple[int, int, int], ...]
    is_text: bool = False

    @property
    def is_formula(self) -> bool:
        """Whether it holds a formula."""
        return not self.is_text and FORMULA.match(self.text) is not None

    @property
    def is_error(self) -> bool:
        """Whether a formula that went wrong has left its error here."""
        return not self.is_text and ERROR.fullmatch(self.text) is not None

    def at(self, start: int, end: int) -> Span:
        """Where the characters from `start` to before `end` stand."""
        return Code(self.text, self.span, (), self.pieces).at(start, end)

    def offset(self, line: int, column: int) -> int:
        """The number of the character that stands at a place of the file, or of the nearest one."""
        known = [each for each in self.pieces if each[1:] <= (line, column)] or [self.pieces[0]]
        start, at_line, at_column = known[-1]
        found = start + column - at_column if at_line == line else start
        return min(max(found, 0), len(self.text))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of cells; `number` counts from 1, as spreadsheet programs do."""

    number: int
    cells: tuple[Cell, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in any of its cells."""
        return not any(cell.text for cell in self.cells)

    @property
    def span(self) -> Span:
        """From its first cell to its last."""
        return self.cells[0].span.to(self.cells[-1].span)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its rows that are not empty (the first holds the headings), and what is wrong with the file. After a
    fault the rows are those before it."""

    rows: tuple[Row, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def read_sheet(text: str, shown: str) -> Sheet:
    """The table in a file of separated values; what ends in .tsv has tabs between its cells. Of a file that is edited
    the last texts are remembered."""
    return _sheets_of(shown)(text)


@lru_cache(maxsize=_FILES)
def _sheets_of(shown: str) -> Callable[[str], Sheet]:
    """What reads the texts of one file."""
    return lru_cache(maxsize=_TEXTS)(lambda text: _read(text, shown))


def _read(text: str, shown: str) -> Sheet:
    faults = _refused(text, shown)
    if "\0" in text:
        return Sheet((), tuple(faults))
    told = _TOLD.match(text)
    splitter = _Splitter(text, shown, separator_of(text, shown))
    if told:
        splitter.position, splitter.line, splitter.number = told.end(), 1, 1
        splitter.pass_line()
    splitter.split()
    return Sheet(tuple(splitter.rows), (*faults, *splitter.faults))


def separator_of(text: str, shown: str) -> str:
    """What stands between the cells of a table."""
    told = _TOLD.match(text)
    known = "\t" if shown.endswith(".tsv") else "," if is_workbook(shown) else ""
    return told[1] if told else known or _separator(text)


def protected(text: str) -> str:
    """A text as a cell holds it: with a `'` in front where a program could take it for a formula or an error. What is
    read of it is the text, without blanks around it as of all cells."""
    marked = _RUNNABLE.match(text) or ERROR.fullmatch(text) or _PROTECTED.match(text)
    return f"'{text.strip(_AROUND)}" if marked else text


def separated(rows: Iterable[Sequence[str]], separator: str = ",") -> str:
    """The text of a table with these cells."""
    return "".join(separator.join(in_cell(each, separator) for each in row) + "\n" for row in rows)


def exchanged(rows: Sequence[Sequence[object]], separator: str = ",") -> str:
    """The text of a table for spreadsheet programs, in which nothing is run: neither where a program takes another sign
    for what stands between cells, as many do by the language of the system. Where that could be, the file says which
    sign it is. Numbers stay numbers, and what is None is empty."""
    cells = [[_exchangeable(each) for each in row] for row in rows]
    told = any(is_cut_elsewhere(each) for row in cells for each in row)
    head = f"sep={separator}\n" if told else ""
    return head + separated(cells, separator)


def _exchangeable(value: object) -> str:
    return "" if value is None else str(value) if isinstance(value, Number) else protected(str(value))


def is_cut_elsewhere(text: str) -> bool:
    """Whether a program that takes another sign for what stands between cells could run a part of a text."""
    return _CUT.search(text) is not None


def separator_told(text: str) -> bool:
    """Whether the text of a table says itself what stands between its cells."""
    return _TOLD.match(text) is not None


def in_cell(text: str, separator: str) -> str:
    """A cell as it stands in a file: in quotes where it must be."""
    needs = separator in text or any(each in text for each in '"\r\n') or text != text.strip(_BLANKS)
    return '"' + text.replace('"', '""') + '"' if needs or text[:4].lower() == "sep=" else text


def _refused(text: str, shown: str) -> list[Diagnostic]:
    """Characters that cannot be seen, as YAML files cannot have them either; tabs may stand between cells."""
    faults: list[Diagnostic] = []
    for number, line in enumerate(text.split("\n"), 1):
        found = REFUSED.search(line.replace("\t", " "))
        if found is None:
            continue
        message = f"the invisible character U+{ord(found.group()):04X} is not allowed"
        hint = "save the table with the encoding UTF-8" if found.group() == "\0" else "delete it"
        span = Span(shown, number, found.start() + 1, number, found.start() + 2)
        faults.append(Diagnostic("YUP104", "error", message, span, hint))
        if len(faults) == MOST_FAULTS or found.group() == "\0":
            break
    return faults


def _separator(text: str) -> str:
    """What stands between the cells of the first row that is not empty."""
    bare = _IN_QUOTES.sub("", text[:MAX_CELL])
    first = next((line for line in bare.split("\n") if line.strip(_BLANKS + ",;")), "")
    return max(",;\t", key=first.count)


class _Splitter:
    """Takes a text apart into rows of cells."""

    def __init__(self, text: str, shown: str, separator: str) -> None:
        self.text, self.shown, self.separator = text, shown, separator
        self.position = self.line_start = 0
        self.line, self.number, self.count = 1, 0, 0
        self.rows: list[Row] = []
        self.faults: list[Diagnostic] = []
        self._blanks = _BLANKS.replace(separator, "")
        self._begin = re.compile(f"[{self._blanks}]*")
        self._plain = re.compile(f"[^{re.escape(separator)}\\n]*")
        nothing = f"[{self._blanks}{re.escape(separator)}]*"
        self._nothing, self._empty_rows = re.compile(nothing), re.compile(f"(?:{nothing}\\n)+")

    def split(self) -> None:
        """All rows, up to the first fault."""
        while self.position < len(self.text) and not self.faults:
            empty = self._empty_rows.match(self.text, self.position)
            if empty is not None:
                self.number += empty.group().count("\n")
                self.line += empty.group().count("\n")
                self.position = self.line_start = empty.end()
                continue
            self.number += 1
            row = Row(self.number, tuple(self._cells()))
            if row.cells and not row.is_empty:
                self.rows.append(row)
            if len(self.rows) > MAX_ROWS:
                self._fault("YUP131", f"a table has at most {MAX_ROWS} rows", row.span)

    def pass_line(self) -> None:
        """Go on to the next line."""
        self.position += 1
        self.line += 1
        self.line_start = self.position

    def _cells(self) -> list[Cell]:
        """The cells of a row, without the empty ones at its end."""
        cells: list[Cell] = []
        looked = self.position
        while not self.faults:
            if self.position >= looked:
                looked = self._end_of_nothing()
                if self.text[looked : looked + 1] in ("", "\n"):
                    self.position = looked
                    break
            cells.append(self._cell())
            if len(cells[-1].text) > MAX_CELL:
                self._fault("YUP131", f"a cell has at most {MAX_CELL} characters", cells[-1].span)
            elif len(cells) > MAX_COLUMNS:
                self._fault("YUP131", f"a table has at most {MAX_COLUMNS} columns", cells[-1].span)
            elif self.count + len(cells) > MAX_CELLS:
                self._fault("YUP131", f"a table has at most {MAX_CELLS:,} cells", cells[-1].span)
            if self.text[self.position : self.position + 1] != self.separator:
                break
            self.position += 1
        if self.position < len(self.text) and not self.faults:
            self.pass_line()
        while len(cells) > 1 and not cells[-1].text:
            cells.pop()
        self.count += len(cells)
        return cells

    def _end_of_nothing(self) -> int:
        """Where something stands next, or the line ends."""
        found = self._nothing.match(self.text, self.position)
        return found.end() if found else self.position

    def _cell(self) -> Cell:
        begin = self._begin.match(self.text, self.position)
        start = begin.end() if begin else self.position
        if self.text[start : start + 1] == '"':
            quoted = _QUOTED.match(self.text, start)
            if quoted is None:
                hint = 'write `"` after the text; a `"` inside of it is written twice'
                self._fault("YUP132", "this quote is never closed", self._here(start, start + 1), hint)
                return self._made(start + 1, self.text[start + 1 :].partition("\n")[0], skip=False)
            cell = self._made(start + 1, quoted[1], skip=True)
            self.position = quoted.end()
            blanks = self._begin.match(self.text, self.position)
            self.position = blanks.end() if blanks else self.position
            if self.text[self.position : self.position + 1] not in ("", "\n", self.separator):
                hint = 'put the whole cell in quotes; a `"` inside of it is written twice'
                here = self._here(self.position, self.position + 1)
                self._fault("YUP132", "the cell goes on after its closing quote", here, hint)
            return cell
        plain = self._plain.match(self.text, self.position)
        return self._made(self.position, plain.group() if plain else "", skip=False)

    def _made(self, start: int, raw: str, *, skip: bool) -> Cell:
        """The cell with a raw text that stands at a position; in quotes, two quotes are one and line ends count."""
        if not skip:
            text = raw.strip(self._blanks)
            column = start - self.line_start + 1 + (raw.find(text) if text else 0)
            span = Span(self.shown, self.line, column, self.line, column + len(text))
            self.position = start + len(raw)
            return _without_mark(Cell(text, span, ((0, self.line, column),)))
        text = raw.strip(self._blanks + "\n")[: 2 * MAX_CELL + 2]  # two quotes are one; what is longer is refused
        lead = raw.find(text) if text else 0
        begin = lead_line = start + lead
        for _ in range(self.text.count("\n", start, begin)):
            self.line += 1
            self.line_start = self.text.index("\n", self.line_start) + 1
        pieces = [(0, self.line, lead_line - self.line_start + 1)]
        made, last = "", 0
        for turn in _TURN.finditer(text):
            made += text[last : turn.start()] + turn.group()[0]
            last = turn.end()
            if turn.group() == "\n":
                self.line += 1
                self.line_start = begin + last
            pieces.append((len(made), self.line, begin + last - self.line_start + 1))
        made += text[last:]
        first, end = pieces[0], begin + len(text)
        span = Span(self.shown, first[1], first[2], self.line, max(end - self.line_start + 1, first[2]))
        for _ in range(self.text.count("\n", end, start + len(raw))):
            self.line += 1
            self.line_start = self.text.index("\n", max(self.line_start, end)) + 1
            end = self.line_start
        self.position = start + len(raw)
        return _without_mark(Cell(made, span, tuple(pieces)))

    def _here(self, start: int, end: int) -> Span:
        column = start - self.line_start + 1
        return Span(self.shown, self.line, column, self.line, column + end - start)

    def _fault(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.faults.append(Diagnostic(code, "error", message, span, hint))


def _without_mark(cell: Cell) -> Cell:
    """The cell without the `'` that says of a formula that it is none."""
    if cell.text[:1] != "'" or not _PROTECTED.match(cell.text):
        return cell
    (start, line, column), *others = cell.pieces
    pieces = ((start, line, column + 1), *((offset - 1, *place) for offset, *place in others))
    span = replace(cell.span, column=cell.span.column + 1)
    return Cell(cell.text[1:], span, tuple((first, row, at) for first, row, at in pieces), is_text=True)
