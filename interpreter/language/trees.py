"""What the nodes of a syntax tree are made of, and all that stand in it."""

from __future__ import annotations

from collections.abc import Iterator

from .nodes import Node

_SLOTS: dict[type, tuple[str, ...]] = {}


def all_slots(kind: type) -> tuple[str, ...]:
    """The attribute names of a node class."""
    names = _SLOTS.get(kind)
    if names is None:
        found = (name for each in kind.__mro__ for name in getattr(each, "__slots__", ()))
        names = _SLOTS[kind] = tuple(name for name in found if name != "span")
    return names


def descend(part: object) -> Iterator[Node]:
    """All nodes of a tree, or of several, those around others before these."""
    if isinstance(part, Node):
        yield part
        for name in all_slots(type(part)):
            yield from descend(getattr(part, name))
    elif isinstance(part, tuple):
        for each in part:
            yield from descend(each)
