"""Aliases of YAML (`*name`) that are in the way of an edit: what stands in two places at once cannot change in one of
them until it is written out in the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ..format.tree import Branch, Entry, Leaf, Node

Value: TypeAlias = str | list[str] | dict[str, "Value"]
"""What is written: a text, a list of texts, or keys with such values."""


def in_the_way(root: Branch, way: Sequence[str]) -> tuple[Entry, Value] | None:
    """The first entry with an alias to be written out before what stands at a way may change, with what it stands for:
    one on the way itself, or one that stands for something on the way or within what stands there. None if all is
    free."""
    passed, inside = _passed(root, way)
    known: dict[str, Node] = {}
    for entry in _entries(root, known):
        value = entry.value
        if not (isinstance(value, Leaf) and value.style == "alias") or any(entry is each for each in inside):
            continue
        target = known.get(value.text)
        if target is None:
            continue
        is_on_way = any(value is each for each in passed)
        if is_on_way or any(target is each for each in (*passed, *(entry.value for entry in inside))):
            return entry, _value(target, known)
    return None


def _passed(root: Branch, way: Sequence[str]) -> tuple[list[Node], list[Entry]]:
    """The nodes that a way leads through, and all entries within the one at its end. An alias at the end is none of
    them: it is replaced as it stands."""
    passed: list[Node] = []
    here: Node = root
    for number, key in enumerate(way, 1):
        every = here.entries if isinstance(here, Branch) and here.is_map else []
        entry = next((each for each in every if each.key is not None and each.key.text == key), None)
        if entry is None:
            return passed, []
        here = entry.value
        if number < len(way) or not (isinstance(here, Leaf) and here.style == "alias"):
            passed.append(here)
    return passed, list(_entries(here, {})) if isinstance(here, Branch) else []


def _entries(branch: Branch, known: dict[str, Node]) -> Iterator[Entry]:
    """All entries in a node, in their order; `known` takes what has an anchor before its entries are met."""
    for entry in branch.entries:
        if entry.value.anchor is not None:
            known[entry.value.anchor] = entry.value
        yield entry
        if isinstance(entry.value, Branch):
            yield from _entries(entry.value, known)


def _value(node: Node, known: dict[str, Node]) -> Value:
    """What a node says, with what its aliases stand for."""
    if isinstance(node, Leaf):
        return _value(known[node.text], known) if node.style == "alias" and node.text in known else node.text
    if node.is_map:
        return {each.key.text: _value(each.value, known) for each in node.entries if each.key is not None}
    return [told for each in node.entries if isinstance(told := _value(each.value, known), str)]
