"""One item more in a list of a section, such as `lint: {allow: […]}`, with everything else left as it stands."""

from __future__ import annotations

import re

from yupana.schemas.reader import load_text
from yupana.schemas.source import Report
from yupana.schemas.tree import Mapping, Node, Sequence

from .edits import Edit

_LINE_END = re.compile(r"\r\n|\r|\n")


def with_item(text: str, section: str, key: str, item: str) -> Edit | None:
    """How a text of YAML gets one item more (in one line) under a key of a section, which is made where it is not
    there; None where what stands there is no list."""
    tree = load_text(text, "", Report())
    rows = _LINE_END.split(text)
    under = None if tree is None else tree.get(section)
    if under is None:
        return _at_end(rows, f"\n{section}:\n  {key}:\n    - {item}\n")
    if not isinstance(under, Mapping):
        return None
    items = under.get(key)
    if items is None:
        return _behind(rows, under, f"{{}}{key}:", item) if _is_block(rows, under) else None
    if not isinstance(items, Sequence):
        return None
    if items and _is_block(rows, items):
        column = items[-1].span.column
        line, end = _end(rows, items[-1])
        return Edit(line, end, line, end, f"\n{' ' * (column - 3)}- {item}")
    at = items.span
    if at.end_column > 1 and rows[at.end_line - 1][at.end_column - 2] == "]":
        return Edit(at.end_line, at.end_column - 1, at.end_line, at.end_column - 1, f"{', ' if items else ''}{item}")
    return None


def _is_block(rows: list[str], node: Mapping | Sequence) -> bool:
    return rows[node.span.line - 1][node.span.column - 1 : node.span.column] not in ("{", "[")


def _behind(rows: list[str], under: Mapping, head: str, item: str) -> Edit | None:
    last = next(reversed(under.values()), None)
    if last is None:
        return None
    line, end = _end(rows, last)
    indent = " " * (under.span.column - 1)
    return Edit(line, end, line, end, "\n" + head.format(indent) + f"\n{indent}  - {item}")


def _end(rows: list[str], node: Node) -> tuple[int, int]:
    """Behind the last line that a node stands in."""
    line = node.span.end_line if node.span.end_column > 1 else node.span.end_line - 1
    while line > 1 and not rows[line - 1].strip():
        line -= 1
    return line, len(rows[line - 1]) + 1


def _at_end(rows: list[str], more: str) -> Edit:
    last = len(rows)
    lead = "\n" if rows[-1] else ""
    return Edit(last, len(rows[-1]) + 1, last, len(rows[-1]) + 1, lead + more)
