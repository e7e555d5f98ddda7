"""The keys of every element in the order of its model: what it is, where it comes from, when, for whom, what it does.

A key takes with it the comments above it, the one behind it and the empty line above it. What has an order of the
author's own keeps it (see `Place.in_order`), and so does what an anchor names, since its aliases may stand for elements
of another model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .roles import Place
from .tree import Branch, Entry, Leaf, Node


def put_in_order(branch: Branch, place: Place) -> None:
    """Bring the keys of all elements in a part of a file into order, in place."""
    for entry in branch.entries:
        if isinstance(entry.value, Branch) and entry.value.anchor is None:
            put_in_order(entry.value, place.item() if entry.key is None else place.child(entry.key.text))
    by_key = {each.key.text: each for each in branch.entries if each.key is not None and each.key.style != "alias"}
    if len(by_key) == len(branch.entries):
        ordered = [by_key[key] for key in place.in_order(list(by_key))]
        if ordered != branch.entries and _bindings(ordered) == _bindings(branch.entries):
            _close_up(branch.entries[0])
            branch.entries = ordered


def _close_up(first: Entry) -> None:
    """An empty line above the first key parts it from what is around the element, not from its other keys."""
    first.gap = False
    if first.lead:
        first.lead[0] = replace(first.lead[0], gap=False)


def _bindings(entries: Sequence[Entry]) -> tuple[dict[int, int | None], dict[str, int]]:
    """Which value every alias in the entries stands for, if it is one of theirs, and what each anchor names after them.
    An order with other ones says something else."""
    meant: dict[int, int | None] = {}
    named: dict[str, int] = {}
    for node in _nodes(entries):
        if isinstance(node, Leaf) and node.style == "alias":
            meant[id(node)] = named.get(node.text)
        elif node.anchor is not None:
            named[node.anchor] = id(node)
    return meant, named


def _nodes(entries: Sequence[Entry]) -> Iterator[Node]:
    """The keys and values, and all that is in them, as they stand in the file."""
    for entry in entries:
        if entry.key is not None:
            yield entry.key
        yield entry.value
        if isinstance(entry.value, Branch):
            yield from _nodes(entry.value.entries)
