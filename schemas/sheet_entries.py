"""Entries from a table: `entries: {from: cards.csv}` reads a file that lies beside the YAML file; of a workbook the
first sheet, or the one that is named, `from: cards.xlsx#Winter`.

The first row holds headings, the first column the names of the entries, whatever its heading is. Every other heading
is a key of an entry, or the way to a key further in, with dots (`count`, `vp`, `play.effects`, `count.2`); a cell says
what a plain value of YAML under that key would say, and nothing where it is empty. What comes of it are the mappings
that YAML would have given, so that no later stage knows the difference; their places are those of the cells, and a key
stands where its heading does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from .find import home_of, is_folder, leads_outside, tables_beside
from .kinds import FROM, HOLDERS, HOLDING_BLOCKS, EntryDecl
from .left_out import NOTHING, LeftOut
from .nearest import did_you_mean
from .parts import Part
from .sheet_files import sheet_text
from .sheets import Cell, Row, Sheet, read_sheet
from .source import Report, Span
from .table_names import TABLES, column_name, is_workbook, split_name
from .tree import Mapping, Node, Scalar, Sequence, Word, cite, with_items

MAX_TABLES = 200

MAX_ALL_CELLS = 300_000
"""How many cells the tables of a ruleset may have, each as often as it is named."""

TEXT_HEADING = re.compile(r"(text|title)\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3})")
"""The heading of a column with words in another language, which `sheet_texts` reads."""
ENTRY = Part("element", EntryDecl)
"""What an entry is, for the keys in it."""

_NUMBER = re.compile(r"[-+]?[0-9]+(?:[.,]0+)?")
_WHOLE = re.compile(r"\+?(-?[0-9]+)(?:[.,](?!000\Z)0+)?")
"""A number as a program may show it, and one that can only be whole: `1,000` may be a thousand."""
_TRUTHS = {each: each.lower() for each in ("TRUE", "FALSE", "True", "False", "true", "false")}
_ITEM = re.compile(r"[^,\[\]\s](?:[^,\[\]]*[^,\[\]\s])?")

Path_ = tuple[Word, ...]


@dataclass(slots=True)
class Tables:
    """What was read of the tables of one ruleset or overlay: their texts by their shown paths and by their names, and
    what of them could not be read (None: that is not known)."""

    files: dict[str, str] = field(default_factory=dict)
    contents: list[tuple[str, str]] = field(default_factory=list)
    left_out: LeftOut | None = NOTHING
    cells: int = 0

    def lost(self, what: LeftOut | None) -> None:
        """Note that something is missing."""
        self.left_out = None if what is None or self.left_out is None else self.left_out | what


def with_tables(tree: Mapping, part: Path, shown: str, tables: Tables, report: Report) -> Mapping:
    """The tree of one file with the entries of tables in the place of the keys that name them.

    Args:
        tree: what the YAML file holds.
        part: the folder or file of the ruleset or overlay that it is a part of.
        shown: the path of the YAML file as people see it.
        tables: takes what is read.
        report: takes what is wrong.
    """
    filler = _Filler(part, shown, tables, report)
    items: list[tuple[str, Node]] = []
    for key, value in tree.items():
        inside = filler.sections(value) if key in HOLDING_BLOCKS and isinstance(value, Mapping) else value
        items.append((key, inside))
    return filler.sections(with_items(tree, items))


def entries_in(text: str, shown: str, report: Report) -> Mapping:
    """The entries of a table alone; what is wrong goes to the report."""
    sheet = read_sheet(text, shown)
    report.extend(sheet.diagnostics)
    reader = _Entries(_Filler(Path(), shown, Tables(), report), sheet, "")
    sound = sheet.rows and not sheet.diagnostics and reader.is_laid_out()
    return Mapping(reader.read(reader.columns()) if sound else (), Span(shown, 1, 1, 1, 1))


@dataclass(slots=True)
class _Filler:
    part: Path
    shown: str
    tables: Tables
    report: Report

    def sections(self, node: Mapping) -> Mapping:
        """What holds sections, with the tables of their elements filled in."""
        items: list[tuple[str, Node]] = []
        for key, value in node.items():
            inner = HOLDERS.get(key)
            items.append((key, self._elements(value, key, inner) if inner and isinstance(value, Mapping) else value))
        return with_items(node, items)

    def _elements(self, node: Mapping, section: str, inner: str) -> Node:
        items: list[tuple[str, Node]] = []
        for name, element in node.items():
            held = element.get(inner) if isinstance(element, Mapping) else None
            told = held.get(FROM) if isinstance(held, Mapping) else None
            if isinstance(element, Mapping) and isinstance(held, Mapping) and isinstance(told, Scalar):
                filled = self._entries(held, told, section)
                own = [(key, filled if key == inner else value) for key, value in element.items()]
                element = with_items(element, own)
            items.append((name, element))
        return with_items(node, items)

    def _entries(self, node: Mapping, told: Scalar, section: str) -> Mapping:
        """Entries written in YAML together with those of a table, in the place where it is named."""
        result: dict[Word, Node] = {}
        for key, value in node.items():
            own = [(Word(key, node.key_span(key)), value)]
            for name, entry in self._rows(told, section) if key == FROM else own:
                first = next((each for each in result if each == name), None)
                if first is None:
                    result[name] = entry
                    continue
                hint = "keep one of them, or choose another name for one of the two"
                first_at = (first.span, "first declared here")
                self.report.error("YUP212", f"the entry {cite(name)} is declared twice", name.span, hint, first_at)
        return Mapping(result.items(), node.span)

    def _rows(self, told: Scalar, section: str) -> Iterator[tuple[Word, Node]]:
        sheet = self._sheet(told)
        entries = _Entries(self, sheet, section) if sheet is not None else None
        if sheet is None or entries is None or not sheet.rows or sheet.diagnostics or not entries.is_laid_out():
            self.tables.lost(None)
            return
        yield from entries.read(entries.columns())

    # ------------------------------------------------------------ the file

    def _sheet(self, told: Scalar) -> Sheet | None:
        whole = told.text
        name, _ = split_name(whole)
        folder = self.part if is_folder(self.part) else self.part.parent
        if not re.fullmatch(r"[^./\\:\0][^/\\:\0]*", name) or Path(name).suffix not in TABLES:
            endings = f"{', '.join(TABLES[:-1])} or {TABLES[-1]}"
            hint = f"a table lies in the same folder and ends in {endings}: `from: cards.csv`"
            ending = Path(name).suffix
            if ending.lower() in TABLES and ending not in TABLES:
                hint = f"its name must end in small letters: {cite(name.removesuffix(ending) + ending.lower())}"
            message = f"{cite(whole)} is not the name of a table" if whole else "the name of a table is missing"
            self.report.error("YUP130", message, told.span, hint)
            return None
        path = folder / name
        if not path.is_file():
            beside = [each.name for each in tables_beside(folder)]
            there = f"there are {', '.join(f'`{each}`' for each in beside[:10])}" if beside else ""
            hint = did_you_mean(name, beside) or there
            self.report.error("YUP121", f"there is no file {cite(name)} beside this one", told.span, hint)
            return None
        if leads_outside(path, home_of(self.part) or folder):
            message = "this file is a link that leads out of the ruleset's folder"
            self.report.error("YUP124", message, told.span, "put the file itself into the folder")
            return None
        shown = self.shown[: self.shown.rfind("/") + 1] + whole
        if shown not in self.tables.files:
            if len(self.tables.files) == MAX_TABLES:
                self.report.error("YUP123", f"a ruleset has at most {MAX_TABLES} tables", told.span)
                return None
            text = sheet_text(path, shown, self.report, told.span)
            if text is None:
                return None
            self.tables.files[shown] = text
            self.tables.contents.append((whole, text))
        sheet = read_sheet(self.tables.files[shown], shown)
        self.report.extend(sheet.diagnostics)
        self.tables.cells += sum(len(row.cells) for row in sheet.rows)
        if self.tables.cells > MAX_ALL_CELLS:
            self.report.error("YUP123", f"a ruleset takes at most {MAX_ALL_CELLS:,} cells from tables", told.span)
            return None
        if not sheet.rows and not sheet.diagnostics:
            here = Span(shown, 1, 1, 1, 1)
            self.report.error(
                "YUP133", "this table is empty", here, "its first row holds the headings, as `card,count,vp`"
            )
        return sheet


@dataclass(slots=True)
class _Entries:
    """Reads the rows of one table."""

    filler: _Filler
    sheet: Sheet
    section: str
    _report: Report = field(default_factory=Report)
    _known: set[Span] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._report = self.filler.report
        self._known = {each.span for each in self._report.diagnostics}

    def is_laid_out(self) -> bool:
        """Whether headings stand in the first row and names in the first column; tells once for all of it if not."""
        first, *others = self.sheet.rows
        heads = [cell for cell in first.cells if cell.text]
        if len({cell.text for cell in heads}) == 1 and any(sum(bool(c.text) for c in row.cells) > 1 for row in others):
            hint = "delete what stands above the headings, or write a heading above each column"
            self._report.error("YUP133", f"{cite(heads[0].text)} stands alone in the first row", heads[0].span, hint)
            return False
        if not any(row.cells[0].text for row in self.sheet.rows):
            hint = "the first column holds the names of the entries: delete the empty ones before it"
            self._report.error("YUP134", "the first column of this table is empty", heads[0].span, hint)
            return False
        return True

    def columns(self) -> list[tuple[int, Path_]]:
        """The columns after that of the names, with what their headings stand for; without those whose headings are
        none, of which that is told."""
        found: dict[Path_, tuple[int, Cell]] = {}
        twice: set[Path_] = set()
        for number, cell in list(enumerate(self.sheet.rows[0].cells))[1:]:
            if TEXT_HEADING.fullmatch(cell.text):
                continue
            way = _way(cell)
            if not cell.text:
                self._without_heading(number)
            elif cell.span in self._known:  # its fault is told already
                self._lose(number)
            elif not all(way):
                hint = "a heading is a key of an entry, or the way to one with dots between, as `play.effects`"
                self._report.error("YUP133", f"{cite(cell.text)} cannot be a heading", cell.span, hint)
                self._lose(number)
            elif way in found:
                here = (found[way][1].span, "the first one stands here")
                self._report.error("YUP133", f"the heading {cite(cell.text)} stands here twice", cell.span, "", here)
                self._lose(number)
                twice.add(way)
            else:
                found[way] = (number, cell)
        for way in [each for each in found if len(each) > 1]:
            cell = found[way][1]
            above = next((way[:length] for length in range(1, len(way)) if way[:length] in found), None)
            if above is not None and self._both(found[above][0], found[way][0]):
                message = f"{cite('.'.join(above))} is a value and cannot have a key {cite(way[len(above)])}"
                here = (found[above][1].span, "the heading of the value")
                self._report.error("YUP133", message, cell.span, "take one of the two columns away", here)
                self._lose(found.pop(way)[0])
        for way in twice & found.keys():  # which of the two is meant is not known
            self._lose(found.pop(way)[0])
        return [(number, way) for way, (number, _) in found.items()]

    def _both(self, one: int, other: int) -> bool:
        """Whether some row has something in both columns."""
        return any(
            max(one, other) < len(row.cells) and row.cells[one].text and row.cells[other].text
            for row in self.sheet.rows[1:]
        )

    def _lose(self, number: int) -> None:
        """Note that the cells of a column are missing."""
        cells = [row.cells[number] for row in self.sheet.rows if number < len(row.cells)]
        self.filler.tables.lost(LeftOut.of(_words(cells), {self.section}, {self.section}))

    def _without_heading(self, number: int) -> None:
        """Tell of a column that has no heading, at its first cell, unless it is empty."""
        cells = (row.cells[number] for row in self.sheet.rows[1:] if number < len(row.cells))
        filled = next((cell for cell in cells if cell.text), None)
        if filled is not None:
            hint = "write the key into the first row, or take the column away"
            self._report.error(
                "YUP133", f"the column {column_name(number)} of this cell has no heading", filled.span, hint
            )
            self._lose(number)

    def read(self, columns: list[tuple[int, Path_]]) -> Iterator[tuple[Word, Node]]:
        """The entries; a row with a faulty cell is left out."""
        rows = self.sheet.rows[1:]
        forms = {number: _form(rows, number) for number, _ in columns}
        width = len(self.sheet.rows[0].cells)
        for row in rows:
            if self._is_faulty(row, width):
                self.filler.tables.lost(LeftOut.of(_words(row.cells), {self.section}))
                continue
            entry = _Tree(row.span)
            for number, way in columns:
                if number < len(row.cells) and row.cells[number].text:
                    entry.put(way, _node(row.cells[number], way, forms[number]))
                elif len(way) == 1:
                    here = row.cells[number].span if number < len(row.cells) else row.cells[-1].span
                    entry.blank.append(Word(way[0], here))
            yield Word(row.cells[0].text, row.cells[0].span), entry.mapping()

    def _is_faulty(self, row: Row, width: int) -> bool:
        before = len(self._report.diagnostics)
        known = any(cell.span in self._known for cell in row.cells)
        for cell in row.cells:
            if cell.is_error:
                hint = "put the formula right that it comes from, and paste its values"
                if cell.text.startswith("##"):
                    hint = "the column was too narrow for what is in it: widen it, and save the table again"
                self._report.error(
                    "YUP136", f"{cite(cell.text)} is an error of the spreadsheet program", cell.span, hint
                )
            elif cell.is_formula:
                hint = "formulas are never worked out here: copy the cells, and paste their values in their place"
                self._report.error("YUP135", f"{cite(cell.text)} is a formula", cell.span, hint)
        if not row.cells[0].text:
            filled = next(cell for cell in row.cells if cell.text)
            hint = "the first column holds the names of the entries"
            self._report.error("YUP134", f"the row {row.number} has no name in its first cell", filled.span, hint)
        beyond = next((cell for cell in row.cells[width:] if cell.text), None)
        if beyond is not None:
            hint = "a text that holds the sign between the cells stands in quotes"
            if is_workbook(beyond.span.file):
                hint = "write a heading above the cell, or empty it"
            heads = f"is {width} heading" if width == 1 else f"are {width} headings"
            message = f"the row {row.number} has {len(row.cells)} cells, and there {heads}"
            self._report.error("YUP134", message, beyond.span, hint)
        return known or len(self._report.diagnostics) > before


@dataclass(slots=True)
class _Tree:
    """A mapping while its keys are put in."""

    span: Span
    items: dict[Word, Node | _Tree] = field(default_factory=dict)
    blank: list[Word] = field(default_factory=list)

    def put(self, way: Path_, value: Node) -> None:
        """Set what stands at a way of keys, of which none holds a value already."""
        inner = self.items.setdefault(way[0], _Tree(value.span)) if way[1:] else value
        if isinstance(inner, _Tree):
            inner.put(way[1:], value)
        else:
            self.items[way[0]] = inner

    def mapping(self) -> Mapping:
        """The mapping, of the source tree."""
        own = ((key, value.mapping() if isinstance(value, _Tree) else value) for key, value in self.items.items())
        return Mapping(own, self.span, tuple(self.blank))


def _way(cell: Cell) -> Path_:
    """The keys of a heading, each with its place; an empty one where there is none between dots."""
    words: list[Word] = []
    start = 0
    for piece in cell.text.split("."):
        words.append(Word(piece, cell.at(start, start + len(piece))))
        start += len(piece) + 1
    return tuple(words)


def _words(cells: Iterable[Cell]) -> set[str]:
    """All words of some cells that could be names."""
    return {word for cell in cells for word in re.findall(r"[A-Za-z_]\w*", cell.text)}


def _form(rows: tuple[Row, ...], number: int) -> str:
    """What all cells of a column are, as spreadsheet programs show it: `number` (`4`, or `4,0`), `truth` (`TRUE`), or
    any text."""
    texts = [row.cells[number].text for row in rows if number < len(row.cells) and row.cells[number].text]
    if all(_NUMBER.fullmatch(each) for each in texts):
        return "number"
    return "truth" if all(each in _TRUTHS for each in texts) else ""


def _node(cell: Cell, way: Path_, form: str) -> Node:
    """What YAML would give for the text of a cell: a list where only a list can stand."""
    text = cell.text
    whole = _WHOLE.fullmatch(text) if form == "number" else None
    if whole is not None:
        text = whole[1]
    elif form == "truth":
        text = _TRUTHS[text]
    part = ENTRY
    for key in way:
        part = part.child(key)
    if part.kind == "list":
        return Sequence((_scalar(each.group(), cell, each.start()) for each in _ITEM.finditer(text)), cell.span)
    found = Scalar(text, "plain", cell.span, pieces=cell.pieces, in_cell=cell.text if text != cell.text else "")
    return replace(found, style="single") if found.is_empty else found  # `null` is a word here


def _scalar(text: str, cell: Cell, start: int) -> Scalar:
    span = cell.at(start, start + len(text))
    return Scalar(text, "plain", span, pieces=((0, span.line, span.column),))
