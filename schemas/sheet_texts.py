"""The words of entries in other languages that stand in their table: columns such as `text.ja` and `title.ja`.

They say what a file of texts would say (see `texts`): the former translates the text of an entry, the latter gives what
players read for its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from .find import files_of, shown, tables_beside
from .kinds import FROM, HOLDERS, HOLDING_BLOCKS
from .reader import load_text, read_text
from .sheet_entries import TEXT_HEADING
from .sheet_files import sheet_text
from .sheets import Sheet, read_sheet
from .source import Report, Span
from .table_names import split_name
from .tree import Mapping, Node, Scalar, Word

_GROUPS = {"text": "texts", "title": "names"}


def languages_in_tables(part: Path) -> set[str]:
    """The languages for which a table of a ruleset or overlay has columns."""
    heads = [cell.text for _, _, sheet in _tables(part) for cell in sheet.rows[0].cells]
    return {found[2] for each in heads if (found := TEXT_HEADING.fullmatch(each))}


def texts_in_tables(part: Path, lang: str) -> Mapping:
    """What the tables of a ruleset or overlay say in a language, as a file of texts would say it."""
    groups: dict[str, list[tuple[Word, Node]]] = {"names": [], "texts": []}
    for section, element, sheet in _tables(part):
        for number, head in enumerate(sheet.rows[0].cells):
            found = TEXT_HEADING.fullmatch(head.text)
            if found is None or found[2] != lang:
                continue
            for row in sheet.rows[1:]:
                if number < len(row.cells) and row.cells[number].text:
                    cell, name = row.cells[number], row.cells[0].text
                    path = f"{section}.{element}.{HOLDERS[section]}.{name}"
                    named = f"{element}.{name}" if section == "kinds" else name
                    key = path if found[1] == "text" else named
                    groups[_GROUPS[found[1]]].append(
                        (Word(key, cell.span), Scalar(cell.text, "plain", cell.span, pieces=cell.pieces))
                    )
    span = Span(shown(part), 1, 1, 1, 1)
    return Mapping([(Word(key, span), Mapping(items, span)) for key, items in groups.items() if items], span)


def _tables(part: Path) -> Iterator[tuple[str, str, Sheet]]:
    """The tables that the files of a part name, each with the section and the element whose entries it holds."""
    beside = {each.name: each for each in tables_beside(part)}
    for file in files_of(part) if beside else ():
        text = read_text(file, shown(file), Report())
        tree = load_text(text, shown(file), Report()) if text is not None else None
        for (*_, section, element), name in tables_named(tree) if tree is not None else ():
            sheet = _sheet(beside, name)
            if sheet.rows and not sheet.diagnostics:
                yield section, element, sheet


def _sheet(beside: dict[str, Path], name: str) -> Sheet:
    """The table of a name, with the sheet of a workbook; an empty one where it cannot be read."""
    file, _ = split_name(name)
    path = beside.get(file)
    if path is None:
        return Sheet(())
    there = shown(path) + name[len(file) :]
    told = sheet_text(path, there, Report())
    return read_sheet(told, there) if told is not None else Sheet(())


def tables_named(tree: Mapping) -> Iterator[tuple[tuple[str, ...], str]]:
    """The tables that a file of a ruleset names: the way to the element whose entries each holds (a block of an
    overlay, section, element), and what names it."""
    for way in ((), *((block,) for block in HOLDING_BLOCKS)):
        holder = tree.get(way[0]) if way else tree
        for section, key in HOLDERS.items():
            elements = holder.get(section) if isinstance(holder, Mapping) else None
            for name, element in elements.items() if isinstance(elements, Mapping) else ():
                held = element.get(key) if isinstance(element, Mapping) else None
                told = held.get(FROM) if isinstance(held, Mapping) else None
                if isinstance(told, Scalar):
                    yield (*way, section, name), told.text
