"""What the cells of tables mean by the attributes that they are for, which are known when all files are put together: a
text is what the cell holds (`1.0`), the items of a list need no brackets (`wool, salt`), and a blank cell in the column
of a number is no 0 that anybody has written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from .kinds import HOLDERS
from .source import Diagnostic, Report
from .tree import Mapping, Node, Scalar, Word, with_items

_ITEMS = re.compile(r"[\w.+-]+(?: *, *[\w.+-]+)*")
_OF_SEVERAL = {"list": "[]", "set": "{}"}


def with_attributes(tree: Mapping, report: Report) -> Mapping:
    """The tree of a ruleset in which the cells of tables say what the attributes want. The report takes what is blank
    and should not be."""
    _tell_all_blanks(tree, report)
    constants = tree.get("constants")
    known = constants if isinstance(constants, Mapping) else Mapping()
    items: list[tuple[str, Node]] = []
    for section, node in tree.items():
        inner = HOLDERS.get(section)
        if inner is None or not isinstance(node, Mapping):
            items.append((section, node))
            continue
        elements = [(name, _element(element, inner, known)) for name, element in node.items()]
        items.append((section, with_items(node, elements)))
    return with_items(tree, items)


def _tell_all_blanks(tree: Mapping, report: Report) -> None:
    """Warn of cells that are blank though the attributes that they are for need a value and have no default: of each
    column once, at its first such cell."""
    for section, inner in HOLDERS.items():
        node = tree.get(section)
        for element in node.values() if isinstance(node, Mapping) else ():
            if isinstance(element, Mapping):
                _tell_blanks(element, inner, report)


def _tell_blanks(element: Mapping, inner: str, report: Report) -> None:
    attributes, defaults, held = (element.get(key) for key in ("attributes", "defaults", inner))
    if not isinstance(attributes, Mapping) or not isinstance(held, Mapping):
        return
    known = set(defaults) if isinstance(defaults, Mapping) else set()
    wanted = {str(name): text for name, node in attributes.items() if name not in known and (text := _needed(node))}
    found: dict[str, list[tuple[str, Word]]] = {}
    rows = [(name, entry) for name, entry in held.items() if isinstance(entry, Mapping)]
    for name, entry in rows:
        for each in entry.blank:
            if each in wanted and each not in entry:
                found.setdefault(str(each), []).append((str(name), each))
    for attribute, cells in found.items():
        if len(cells) == len(held):
            continue  # a column that is empty as a whole is yet to be filled in
        (name, first), others = cells[0], len(cells) - 1
        more = f", and {others} more in this column" if others else ""
        message = f"`{attribute}` of `{name}` is blank{more}: it is what {wanted[attribute]} begins with"
        hint = f"fill it in, or say what a blank is: `defaults: {{{attribute}: …}}`"
        report.add(Diagnostic("YUP138", "warning", message, first.span, hint))


def _needed(attribute: Node) -> str:
    """The type of an attribute that is a number or one of several things, so that a blank says nothing; else ""."""
    told = attribute.get("type") if isinstance(attribute, Mapping) else attribute
    text = told.text.strip() if isinstance(told, Scalar) else ""
    plain = re.fullmatch(r"int\b[^?\[]*|[A-Z]\w*", text)
    return f"`{text}`" if plain else ""


def _element(element: Node, inner: str, constants: Mapping) -> Node:
    attributes = element.get("attributes", Mapping()) if isinstance(element, Mapping) else None
    held = element.get(inner) if isinstance(element, Mapping) else None
    if not (isinstance(element, Mapping) and isinstance(attributes, Mapping) and isinstance(held, Mapping)):
        return element
    known = {str(name): change for name, node in attributes.items() if (change := _change(node, constants)) is not None}
    predicates = element.get("predicates")
    known |= dict.fromkeys(map(str, predicates if isinstance(predicates, Mapping) else ()), _truth)
    if not known:
        return element
    entries = [(name, _entry(entry, known)) for name, entry in held.items()]
    own = [(key, with_items(held, entries) if key == inner else value) for key, value in element.items()]
    return with_items(element, own)


def _entry(entry: Node, known: dict[str, Callable[[Scalar], Scalar]]) -> Node:
    if not isinstance(entry, Mapping):
        return entry
    items = [(key, _cell(value, known.get(key))) for key, value in entry.items()]
    return with_items(entry, items)


def _cell(value: Node, change: Callable[[Scalar], Scalar] | None) -> Node:
    return change(value) if change is not None and isinstance(value, Scalar) and value.pieces else value


def _change(attribute: Node, constants: Mapping) -> Callable[[Scalar], Scalar] | None:
    """What is done to the cells of an attribute; None for nothing."""
    told = attribute.get("type") if isinstance(attribute, Mapping) else attribute
    if not isinstance(told, Scalar):
        return None
    if told.text in _SINGLE:
        return _SINGLE[told.text]
    brackets = _OF_SEVERAL.get(told.text.partition("[")[0].strip())
    return None if brackets is None else lambda cell: _several(cell, brackets, constants)


def _text(cell: Scalar) -> Scalar:
    """What the cell holds."""
    return replace(cell, text=cell.in_cell, in_cell="") if cell.in_cell else cell


def _truth(cell: Scalar) -> Scalar:
    """`TRUE`, as spreadsheet programs show it, also among conditions."""
    word = cell.text.lower()
    return replace(cell, text=word, in_cell=cell.text) if cell.text != word and word in ("true", "false") else cell


_SINGLE = {"text": _text, "bool": _truth, "bool?": _truth}


def _several(cell: Scalar, brackets: str, constants: Mapping) -> Scalar:
    """Items with commas between them, in brackets; a constant by itself may be a list."""
    if not _ITEMS.fullmatch(cell.text) or cell.text in constants:
        return cell
    (_, line, column), *others = cell.pieces
    pieces = ((0, line, column), (1, line, column), *((start + 1, *place) for start, *place in others))
    places = tuple((start, row, at) for start, row, at in pieces)
    return replace(cell, text=brackets[0] + cell.text + brackets[1], pieces=places, in_cell=cell.text)
