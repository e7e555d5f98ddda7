"""Programs with some of their nodes replaced. What does not change stays the same object."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..program import ir
from ..program.walk import children

Node = TypeVar("Node")


def rebuilt(node: Node, change: Callable[[Any], Any]) -> Node:
    """The node with each node directly inside it replaced by what `change` makes of it, in order of evaluation; a
    statement by a list of statements, too."""
    new: dict[str, Any] = {}
    for name in node.parts:  # type: ignore[attr-defined]
        old = getattr(node, name)
        if isinstance(old, tuple):
            made: Any = flat([change(each) for each in old])
            same = len(made) == len(old) and all(one is other for one, other in zip(made, old, strict=True))
        else:
            made = None if old is None else change(old)
            same = made is old
        if not same:
            new[name] = made
    return replace(node, **new) if new else node  # type: ignore[type-var]


def flat(made: Sequence[Any]) -> tuple[Any, ...]:
    """Nodes one after the other, those in lists too."""
    return tuple([each for part in made for each in (part if isinstance(part, list) else (part,))])


def bottom_up(node: Node, change: Callable[[Any], Any]) -> Node:
    """The node with every node inside it, and then itself, replaced by what `change` makes of it."""
    changed: Node = change(rebuilt(node, lambda each: bottom_up(each, change)))
    return changed


def size(node: object, most: int) -> int:
    """How many nodes an expression is made of, counted to `most` at the most."""
    count, rest = 0, [node]
    while rest and count < most:
        count += 1
        rest.extend(children(rest.pop()))
    return count


def with_slots(node: Node, values: Mapping[int, ir.Expr], slots: Mapping[int, int]) -> Node:
    """The node with locals replaced: those of `values` by expressions, those of `slots` (bound inside) renumbered."""

    def change(each: Any) -> Any:
        if isinstance(each, ir.Local):
            if each.slot in values:
                return values[each.slot]
            return ir.Local(slots[each.slot]) if each.slot in slots else each
        bound = {name: slots[getattr(each, name)] for name in each.binds if getattr(each, name) in slots}
        return replace(each, **bound) if bound else each

    return bottom_up(node, change)
