"""Tables that entries are taken from (`entries: {from: cards.csv}`), as an editor shows them: what stands in a cell is
what would stand in YAML under its heading, in the entry that its row begins with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from yupana.schemas.kinds import HOLDERS
from yupana.schemas.reader import Mapping, Node, Word
from yupana.schemas.sheet_entries import TEXT_HEADING, entries_in
from yupana.schemas.sheet_texts import tables_named
from yupana.schemas.sheets import Row, read_sheet
from yupana.schemas.source import NOWHERE, Report, Span
from yupana.schemas.table_names import SEPARATED

from ..format.roles import Attributes
from ..format.roles import Place as Shape
from .caret import Caret, PartialFile, Path
from .lines import Lines, Place
from .schema_nodes import SchemaNode, children, holds

_MARK = "\ue000"
"""Stands where the caret is while a table is read."""

_WHOLE = 10**9
"""A line and a column after the end of every table."""


def tables_in(trees: Iterator[tuple[str, Mapping]]) -> dict[str, Path]:
    """The tables of separated values that some files name, by their shown paths, each with the way to its entries: a
    block of an overlay, section, element, and what holds entries there."""
    found: dict[str, Path] = {}
    for shown, tree in trees:
        for way, name in tables_named(tree):
            if name.endswith(SEPARATED):
                found.setdefault(str(PurePosixPath(shown).with_name(name)), (*way, HOLDERS[way[-2]]))
    return found


# ---------------------------------------------------------------- what stands where


def tree_of_table(text: str, shown: str, way: Path) -> Mapping:
    """The entries of a table, as the file that names it would have them."""
    whole = Span(shown, 1, 1, _WHOLE, _WHOLE)
    node: Node = Mapping(entries_in(text, shown, Report()).items(), whole)
    for key in reversed(way):
        node = Mapping([(Word(key, NOWHERE), node)], whole)
    assert isinstance(node, Mapping)
    return node


def way_in_table(tree: Mapping, attributes: Attributes, place: Place) -> list[SchemaNode]:
    """The keys around a place of a table, from the outermost to the innermost: of its heading, the name of its row, or
    its cell. Empty where nothing stands."""
    above: list[SchemaNode] = []
    rows = [*children(tree, Shape(attributes), ())]
    while len(rows) == 1 and rows[0].key is not None and not rows[0].key.span.line:  # what the table is named under
        above.append(rows[0])
        rows = [*children(rows[0].value, rows[0].shape, rows[0].keys)]
    here = [each for each in rows if each.key is not None and (holds(each.key.span, place) or holds(each.span, place))]
    for each in here or rows:  # no row is here: it may be a heading, which stands above all of them
        below = _way(each, place)
        if below:
            return [*above, *below]
    return []


def _way(spot: SchemaNode, place: Place) -> list[SchemaNode]:
    """From a key to what stands at a place, if that is there."""
    if spot.key is not None and holds(spot.key.span, place):
        return [spot]
    for each in children(spot.value, spot.shape, spot.keys):
        below = _way(each, place)
        if below:
            return [spot, *below]
    is_leaf = not isinstance(spot.value, Mapping)
    return [spot] if is_leaf and holds(spot.value.span, place) else []


# ---------------------------------------------------------------- what is being typed


def read_cells(lines: Lines, shown: str, at: Place, way: Path) -> PartialFile:
    """What stands at a place of a table that is being typed, and the other values of its row."""
    offset = lines.offset(at)
    rows = read_sheet(f"{lines.text[:offset]}{_MARK}{lines.text[offset:]}", shown).rows
    found = PartialFile()
    marked = ((row, number) for row in reversed(rows) for number, cell in enumerate(row.cells) if _MARK in cell.text)
    row, number = next(marked, (None, 0))
    if row is None:
        return found
    if row is rows[0]:
        _in_heading(found, row, number, (*way, rows[1].cells[0].text if rows[1:] else "_"))
    elif number == 0:
        found.keys.update(((*way, each.cells[0].text), each.number - 1) for each in rows[1:] if each is not row)
        found.caret = _typed(way, True, row.cells[0].text)
    else:
        entry = (*way, row.cells[0].text)
        heads = [None if TEXT_HEADING.fullmatch(each.text) else tuple(each.text.split(".")) for each in rows[0].cells]
        for head, cell in list(zip(heads, row.cells, strict=False))[1:]:
            if head is not None and cell.text:
                found.values[*entry, *head] = cell.text.replace(_MARK, "")
        head = heads[number] if number < len(heads) else None
        if head is not None:
            found.caret = _typed((*entry, *head), False, row.cells[number].text)
    return found


def _in_heading(found: PartialFile, row: Row, number: int, entry: Path) -> None:
    """A key is being typed, or one further in after a dot."""
    for other, cell in enumerate(row.cells[1:], 1):
        head = cell.text.split(".")
        if other != number and all(head):
            found.keys[*entry, *head] = found.keys[*entry, head[0]] = 0
    if number:
        before, after = row.cells[number].text.split(_MARK, 1)
        *outer, begun = before.split(".")
        found.caret = _typed((*entry, *outer), True, f"{begun}{_MARK}{after.partition('.')[0]}")


def _typed(path: Path, is_key: bool, text: str) -> Caret:
    before, after = text.split(_MARK, 1)
    return Caret(path, is_key, before + after.replace(_MARK, ""), len(before))
