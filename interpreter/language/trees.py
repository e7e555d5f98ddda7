"""What the nodes of a syntax tree are made of, all that stand in it, and conditions turned round and denied."""

from __future__ import annotations

from collections.abc import Iterator

from .nodes import Binary, Expr, Node

DENIED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
"""The comparison that holds where this one does not."""

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The comparison of numbers that says the same with its sides exchanged."""

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


def joined(node: Expr, word: str) -> list[Expr]:
    """The parts of `a and b and c`, or of the like with `or`; a node that is none, alone."""
    if isinstance(node, Binary) and node.op == word:
        return [*joined(node.left, word), *joined(node.right, word)]
    return [node]
