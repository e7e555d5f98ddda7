"""The one renderer of diagnostics: file, line and column, the message, the excerpt with the fault underlined, the hint,
and every related place with an excerpt of its own.

    rulesets/demo/game.yaml:12:17: error YUP201: unknown key `efects` of an action; did you mean `effects`?
       12 |     efects: pass
          |     ^~~~~~
       hint: an action may have `source`, `text`, …
    rulesets/demo/game.yaml:9:3: the action is declared here
        9 |   build:
          |   ^~~~~

What is said three times or more of the same word is shown once, with the other places in a line below it:

    also at rulesets/demo/game.yaml:31:5, 40:5 and rulesets/demo/more.yaml:3:5

A place in a table is shown in a little table, with the row of the headings and the faulty one; in front stands the
number of the row, above the letter of the column:

       rulesets/demo/cards.csv:3:12: error YUP204: `two` is not a whole number
              A       B      C
          1 | card    vp     count
          3 | wagon   4      two
            |                ^~~

A workbook has no lines; there the place is told as its program does: `rulesets/demo/cards.xlsx:C3:`.

Columns count characters, the underline counts what they take on a screen: a wide character takes two columns.
"""

from __future__ import annotations

import itertools
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping

from .plain import Painted, plain
from .sheets import Cell, Row, read_sheet
from .source import Diagnostic, Span
from .table_names import column_name, is_table, is_workbook

_BOLD, _DIM, _RED, _YELLOW, _CYAN, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[36m", "\x1b[0m"
_ALIKE = 3
"""So many diagnostics that say the same of a word are shown as one."""
_RELATED = 5
"""So many of the other places that a fault has a part in are shown with their lines; of the rest only where."""
_WIDEST = 160
"""A line of the file that is longer than this is cut to the part around the fault."""


def render(
    diagnostics: Diagnostic | Iterable[Diagnostic], files: Mapping[str, str] | None = None, *, colour: bool = False
) -> Painted:
    """The diagnostics as text for people; ends with a line end unless there are none. What comes from files is made
    plain.

    Args:
        diagnostics: one or several.
        files: the text of every file by its shown path; without a file's text there is no excerpt.
        colour: whether to use ANSI colours.
    """
    if isinstance(diagnostics, Diagnostic):
        diagnostics = [diagnostics]
    rows = _Texts(files or {})
    return Painted("\n".join(_block(first, more, rows, colour) for first, more in _alike(diagnostics, rows)))


class _Texts:
    """The texts of files; called, it gives the rows of one."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self._rows: dict[str, list[str]] = {}

    def __call__(self, name: str) -> list[str]:
        if name not in self._rows:
            self._rows[name] = self.whole(name).split("\n")
        return self._rows[name]

    def whole(self, name: str) -> str:
        """The text of a file, "" where there is none."""
        return self._files.get(name, "")


def _alike(diagnostics: Iterable[Diagnostic], rows: Callable[[str], list[str]]) -> list[tuple[Diagnostic, list[Span]]]:
    """The diagnostics in their order, without those that say of the same word what an earlier one says; their places
    stand beside that."""
    everything = list(diagnostics)
    groups: dict[tuple[str, ...], list[Diagnostic]] = {}
    for each in everything:
        if (word := _word(each.span, rows)) and f"`{word}`" in each.message and not each.related:
            groups.setdefault((each.severity, each.code, each.message, each.hint, word), []).append(each)
    more = {id(group[0]): [each.span for each in group[1:]] for group in groups.values() if len(group) >= _ALIKE}
    told = {id(each) for group in groups.values() if id(group[0]) in more for each in group[1:]}
    return [(each, more.get(id(each), [])) for each in everything if id(each) not in told]


def _word(span: Span, rows: Callable[[str], list[str]]) -> str:
    """What stands at a place of one line."""
    there = rows(span.file)
    if span.end_line != span.line or not 1 <= span.line <= len(there):
        return ""
    return there[span.line - 1][span.column - 1 : span.end_column - 1]


def _places(spans: list[Span], rows: Callable[[str], list[str]]) -> str:
    """`game.yaml:31:5, 40:5 and more.yaml:3:5`."""
    by_file: dict[str, list[str]] = {}
    for span in spans:
        by_file.setdefault(span.file, []).append(_place(span, rows))
    return " and ".join(f"{plain(file)}:{', '.join(there)}" for file, there in by_file.items())


def _place(span: Span, rows: Callable[[str], list[str]]) -> str:
    """Line and column; of a workbook the cell."""
    cell = cell_name("\n".join(rows(span.file)), span) if is_workbook(span.file) else ""
    return cell or f"{span.line}:{span.column}"


def documents(diagnostics: Iterable[Diagnostic], files: Mapping[str, str]) -> list[dict[str, object]]:
    """The diagnostics as data; one in a table with what spreadsheet programs call its cell.

    Args:
        diagnostics: the ones.
        files: the text of every file by its shown path.
    """
    found: list[dict[str, object]] = []
    for each in diagnostics:
        cell = cell_name(files.get(each.span.file, ""), each.span) if is_table(each.span.file) else ""
        found.append(each.to_json() | ({"cell": cell} if cell else {}))
    return found


def cell_name(text: str, span: Span) -> str:
    """What spreadsheet programs call the cell (`C3`) at a place of a table with this text; nothing outside of all."""
    found = _cell_at(text, span)
    return f"{column_name(found[2])}{found[1].number}" if found is not None else ""


def width(text: str) -> int:
    """How many columns a text takes on a screen."""
    total = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return total


def _block(diagnostic: Diagnostic, more: list[Span], rows: _Texts, colour: bool) -> str:
    def paint(text: str, *styles: str) -> str:
        return "".join(styles) + text + _PLAIN if colour else text

    def place(span: Span) -> str:
        return paint(f"{plain(span.file)}:{_place(span, rows)}: ", _BOLD) if span.file else ""

    def shown(span: Span, *styles: str) -> list[str]:
        if is_table(span.file):
            text = rows.whole(span.file)
            return _in_table(text, span, lambda text: paint(text, _DIM), lambda text: paint(text, *styles))
        there = rows(span.file)
        if not (1 <= span.line <= len(there) and there[span.line - 1].strip()):
            return []
        text, mark = _excerpt(there[span.line - 1], span)
        number = str(span.line)
        gutter = " " * (max(len(number), 4) + 1)
        first = paint(f"{number:>{len(gutter) - 1}} | ", _DIM) + text
        return [first, paint(f"{gutter}| ", _DIM) + paint(mark, *styles)]

    strong = _RED if diagnostic.severity == "error" else _YELLOW
    title = f"{diagnostic.severity} {diagnostic.code}:"
    lines = [place(diagnostic.span) + paint(title, _BOLD, strong) + " " + plain(diagnostic.message)]
    lines += shown(diagnostic.span, _BOLD, strong)
    if diagnostic.hint:
        lines.append("     " + paint("hint:", _CYAN) + " " + plain(diagnostic.hint))
    if more:
        lines.append("     " + paint("also at", _CYAN) + " " + _places(more, rows))
    rest: list[Span] = []
    for number, (span, message) in enumerate(diagnostic.related):
        if number < _RELATED:
            lines += [place(span) + plain(message), *shown(span, _CYAN)]
        else:
            rest.append(span)
    if rest:
        lines.append("     " + paint("also at", _CYAN) + " " + _places(rest, rows))
    return "\n".join(lines) + "\n"


def _excerpt(row: str, span: Span) -> tuple[str, str]:
    """The line of the file and the marks under it; of a span over several lines only the first is marked."""
    row = row.rstrip().replace("\t", " ")
    start = min(span.column - 1, len(row))
    end = len(row) if span.end_line > span.line else min(span.end_column - 1, len(row))
    end = max(end, start + 1)
    before, after = "", ""
    if len(row) > _WIDEST:
        cut = max(0, min(start - _WIDEST // 3, len(row) - _WIDEST))
        before, after = "…" if cut else "", "…" if cut + _WIDEST < len(row) else ""
        row, start, end = row[cut : cut + _WIDEST], start - cut, min(end - cut, _WIDEST)
    left, fault, right = plain(row[:start]), plain(row[start:end]), plain(row[end:])
    marked = max(width(fault), 1)
    return before + left + fault + right + after, " " * (width(before) + width(left)) + "^" + "~" * (marked - 1)


# ---------------------------------------------------------------- tables

_ROOM, _CELL_ROOM, _FAULT_ROOM = 100, 20, 60
"""How wide the excerpt of a table, its cells and the cell at fault may be."""


def _in_table(text: str, span: Span, dim: Callable[[str], str], mark: Callable[[str], str]) -> list[str]:
    """The row of the headings and the one with the fault, whose cell is marked; nothing outside of all rows."""
    found = _cell_at(text, span)
    if found is None:
        return []
    rows, row, faulty = found
    shown = _cell_at_fault(row.cells[faulty], span)
    lines = [rows[0], row] if row is not rows[0] else [row]
    columns = _columns(row, faulty, lines, width(shown[0]))
    texts = [[_cut(each, number) for number in columns] for each in lines]
    texts[-1][columns.index(faulty)] = shown[0]
    heads = [column_name(number) for number in columns]
    widths = [max(width(each) for each in column) for column in zip(heads, *texts, strict=True)]
    gap = ["" if following == number + 1 else "… " for number, following in itertools.pairwise(columns)]

    def joined(cells: list[str], breaks: list[str]) -> str:
        padded = [cell + " " * (room - width(cell)) for cell, room in zip(cells, widths, strict=True)]
        return "".join(cell + "   " + more for cell, more in zip(padded, [*breaks, ""], strict=True)).rstrip()

    before = joined([""] * columns.index(faulty) + ["#"] + [""] * len(columns[columns.index(faulty) + 1 :]), gap)
    blank = [" " * len(each) for each in gap]
    indent = len(before.partition("#")[0]) + shown[1]
    gutter = " " * (max(len(str(row.number)), 4) + 1)
    result = [f"{gutter}  {dim(joined(heads, blank))}"]
    for each, cells in zip(lines, texts, strict=True):
        result.append(dim(f"{each.number:>{len(gutter) - 1}} | ") + joined(cells, gap))
    return [*result, dim(f"{gutter}| ") + mark(" " * indent + "^" + "~" * (max(shown[2], 1) - 1))]


def _cell_at(text: str, span: Span) -> tuple[tuple[Row, ...], Row, int] | None:
    """The rows of a table with the one of a place and the number of its cell there; None outside of all rows."""
    rows = read_sheet(text, span.file).rows
    number = bisect_right(rows, span.line, key=lambda each: each.cells[0].span.line)
    if number == 0 or span.line > rows[number - 1].span.end_line:
        return None
    row = rows[number - 1]
    at = (span.line, span.column)
    ends = ((i, (cell.span.end_line, cell.span.end_column)) for i, cell in enumerate(row.cells))
    return rows, row, next((i for i, end in ends if at <= end), len(row.cells) - 1)


def _columns(row: Row, faulty: int, lines: list[Row], room: int) -> list[int]:
    """The columns that are shown: the first, that of the fault, and as many beside it as there is room for."""
    taken = {0, faulty}
    used = room + 3 + (max(width(_cut(each, 0)) for each in lines) + 3 if faulty else 0)
    number = max(len(each.cells) for each in lines)
    near = sorted(range(number), key=lambda each: (abs(each - faulty), each))
    for column in near:
        used += 0 if column in taken else max(width(_cut(each, column)) for each in lines) + 3
        if used > _ROOM:
            break
        taken.add(column)
    return sorted(taken)


def _cut(row: Row, number: int) -> str:
    """The text of a cell on one line, cut."""
    text = row.cells[number].text if number < len(row.cells) else ""
    line = plain(text[: _CELL_ROOM + 1].replace("\n", "↵"))
    return line[: _CELL_ROOM - 1] + "…" if len(line) > _CELL_ROOM else line


def _cell_at_fault(cell: Cell, span: Span) -> tuple[str, int, int]:
    """The text of the cell on one line, cut to what is around the fault; how far the mark is to the right, and how long
    it is."""
    start, end = cell.offset(span.line, span.column), cell.offset(span.end_line, span.end_column)
    if (span.end_line, span.end_column) >= (cell.span.end_line, cell.span.end_column):
        end = len(cell.text)
    end = max(end, start)
    cut = max(0, min(start - _FAULT_ROOM // 3, len(cell.text) - _FAULT_ROOM))
    line = cell.text.replace("\n", "↵")
    before, after = "…" if cut else "", "…" if cut + _FAULT_ROOM < len(line) else ""
    end = min(end, cut + _FAULT_ROOM)
    left, fault, right = plain(line[cut:start]), plain(line[start:end]), plain(line[end : cut + _FAULT_ROOM])
    return before + left + fault + right + after, width(before + left), width(fault)
