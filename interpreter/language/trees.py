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
    """All nodes of a tree, or of several, in the order in which they are written."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple | list):
            waiting.extend(reversed(one))
        elif isinstance(one, Node):
            yield one
            waiting.extend(getattr(one, name) for name in reversed(all_slots(type(one))))
