"""The walks through a syntax tree: what its nodes are made of, all that stand in it, whether two say the same, and the
same with others in their place; and conditions turned round and denied."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from .nodes import Binary, Call, Compare, Conditional, Expr, Name, Node, Unary

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The comparison of numbers that says the same with its sides exchanged."""

_SLOTS: dict[type, tuple[str, ...]] = {}
_SAID: dict[type, tuple[str, ...]] = {}


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


def same(one: object, other: object) -> bool:
    """Whether two trees say the same, wherever they stand."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other, strict=True))
    if type(one) is not type(other):
        return False
    if isinstance(one, Node):
        return all(same(getattr(one, name), getattr(other, name)) for name in said_slots(type(one)))
    return one == other


def said_slots(kind: type) -> tuple[str, ...]:
    """The attribute names of a node class, without those that are places."""
    names = _SAID.get(kind)
    if names is None:
        names = _SAID[kind] = tuple([name for name in all_slots(kind) if not name.endswith("span")])
    return names


def transformed(part: Any, change: Callable[[Node], Any]) -> Any:
    """A tree, or several, with other nodes in the place of those for which `change` gives one; where it gives None, the
    node stays, with what is inside it transformed. What does not change stays the very same thing."""
    if isinstance(part, tuple):
        row = tuple([transformed(each, change) for each in part])
        return row if any(one is not other for one, other in zip(row, part, strict=True)) else part
    if not isinstance(part, Node):
        return part
    made = change(part)
    if made is not None:
        return made
    before = {name: getattr(part, name) for name in all_slots(type(part))}
    after = {name: transformed(each, change) for name, each in before.items()}
    changed = {name: each for name, each in after.items() if each is not before[name]}
    return replace(part, **changed) if changed else part


def joined(node: Expr, word: str) -> list[Expr]:
    """The parts of `a and b and c`, or of the like with `or`; a node that is none, alone."""
    if isinstance(node, Binary) and node.op == word:
        return [*joined(node.left, word), *joined(node.right, word)]
    return [node]


IT = "it"
"""What the formula of an attribute, or the condition of a cell, is about."""
_CHOOSING = (Conditional, Compare, Call)


def is_formula(node: Expr) -> bool:
    """Whether an expression is more than a value that is written down: it asks of `it`, or chooses."""
    parts = list(descend(node))
    asks = any(isinstance(each, Name) and each.name == IT for each in parts)
    chooses = any(isinstance(each, _CHOOSING) for each in parts)
    logical = any(isinstance(each, Binary) and each.op in ("and", "or") for each in parts)
    return asks or chooses or logical or (isinstance(node, Unary) and node.op == "not")
