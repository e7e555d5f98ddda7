"""The entries of a kind as a table for a spreadsheet program, in the form that `entries: {from: FILE}` reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.nearest import did_you_mean
from yupana.schemas.parts import Part
from yupana.schemas.sheet_entries import ENTRY, entries_in
from yupana.schemas.sheet_holders import HOLDERS
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Node, Scalar, Sequence

Cells = dict[str, str]


def exported(target: str, kind: str, separator: str) -> str:
    """The table of the entries of a kind, or of the spaces of its board, of a ruleset with its overlays.

    Raises UsageError where there is no such ruleset or kind, or none is listed, and for what a table cannot hold.
    """
    composed = compose(target)
    if not composed.parts:
        raise UsageError("; ".join(each.message for each in composed.report.diagnostics))
    if composed.ruleset is None or composed.tree is None:
        raise UsageError(f"`{target}` has faults: run `yupana check {target}`.")
    found = listed(composed.tree)
    if kind not in found:
        near = did_you_mean(kind, found) or f"there are {', '.join(f'`{each}`' for each in found) or 'none'}"
        raise UsageError(f"`{target}` lists no entries of a kind `{kind}`; {near}.")
    return table_text(found[kind], kind.lower(), separator)


def listed(tree: Mapping) -> dict[str, Mapping]:
    """The entries of kinds, and the spaces of boards by their kinds, as they are listed."""
    found: dict[str, Mapping] = {}
    for section, key in HOLDERS.items():
        elements = tree.get(section)
        for name, element in elements.items() if isinstance(elements, Mapping) else ():
            held = element.get(key) if isinstance(element, Mapping) else None
            kind = element.get("kind") if isinstance(element, Mapping) and section == "boards" else None
            if isinstance(held, Mapping):
                found[kind.text if isinstance(kind, Scalar) else str(name)] = held
    return found


def table_text(entries: Mapping, first: str, separator: str = ",") -> str:
    """The table of some entries: a row for each, a column for each key that one of them has, in the order in which they
    are met, after one of the names with the heading `first`.

    What is read of it is what the entries say. Raises UsageError for what a table cannot hold.
    """
    rows = {str(name): dict(_cells(entry, name)) for name, entry in entries.items()}
    headings = list(dict.fromkeys(key for cells in rows.values() for key in cells))
    lines = [[first, *headings], *([name, *(cells.get(key, "") for key in headings)] for name, cells in rows.items())]
    text = "".join(separator.join(_quoted(cell, separator) for cell in line) + "\n" for line in lines)
    _must_mean(text, rows, separator)
    return text


def _cells(node: Node, name: str, way: tuple[str, ...] = (), part: Part = ENTRY) -> Iterator[tuple[str, str]]:
    """The cells of an entry, with their headings."""
    if isinstance(node, Scalar):
        if not node.is_empty:
            yield ".".join(way), node.text.rstrip("\n")
        elif way:
            raise UsageError(f"A table cannot hold `{'.'.join(way)}` of `{name}`: nothing stands there.")
    elif isinstance(node, Mapping):
        if way and not node:
            raise UsageError(f"A table cannot hold `{'.'.join(way)}` of `{name}`: a mapping with nothing in it.")
        for key, value in node.items():
            yield from _cells(value, name, (*way, str(key)), part.child(str(key)))
    elif isinstance(node, Sequence) and part.kind == "list" and all(_is_item(each) for each in node):
        yield ".".join(way), ", ".join(each.text for each in node if isinstance(each, Scalar))
    else:
        raise UsageError(f"A table cannot hold `{'.'.join(way)}` of `{name}`: a list stands there.")


def _is_item(node: Node) -> bool:
    return isinstance(node, Scalar) and re.fullmatch(r"[^,\[\]\n]+", node.text) is not None


def _quoted(cell: str, separator: str) -> str:
    needs = separator in cell or any(each in cell for each in '"\n') or cell != cell.strip()
    return '"' + cell.replace('"', '""') + '"' if needs else cell


def _must_mean(text: str, rows: dict[str, Cells], separator: str) -> None:
    """Raises UsageError unless what is read of a table is what was written."""
    report = Report()
    shown = "table.tsv" if separator == "\t" else "table.csv"
    found = entries_in(text, shown, report)
    if report.diagnostics:
        raise UsageError(f"These entries cannot be a table: {report.diagnostics[0].message}.")
    again = {str(name): dict(_cells(entry, name)) for name, entry in found.items()}
    for name, cells in rows.items():
        for key in {**cells, **again.get(name, {})}:
            if _bare(cells.get(key)) != _bare(again.get(name, {}).get(key)):
                raise UsageError(f"A table cannot hold `{key}` of `{name}` as it is: {cells.get(key)!r}.")


def _bare(cell: str | None) -> str | None:
    """What a cell says, without blanks around it."""
    return None if cell is None else cell.strip()
