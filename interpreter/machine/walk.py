"""Walks over the nodes of a program, for the passes that look at them without caring which they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..program import ir

Node = ir.Expr | ir.Stmt | ir.Terminator | ir.Clause | ir.Block


@lru_cache(maxsize=None)
def _fields(cls: type) -> tuple[str, ...]:
    """The fields that can hold nodes."""
    return tuple(
        [each.name for each in dataclasses.fields(cls) if any(w in str(each.type) for w in ("Expr", "Stmt", "Clause", "Block", "Terminator"))]
    )


def children(node: Any) -> Iterator[Any]:
    """The nodes directly inside a node, in order."""
    for name in _fields(type(node)):
        inside = getattr(node, name)
        if isinstance(inside, tuple):
            yield from inside
        elif inside is not None:
            yield inside


def descend(node: Any) -> Iterator[Any]:
    """The node and all nodes inside it."""
    rest = [node]
    while rest:
        each = rest.pop()
        yield each
        rest.extend(children(each))


def can_fault(node: ir.Expr) -> bool:
    """Whether evaluating the expression may end in a rule fault."""
    return any(getattr(each, "place", -1) >= 0 or isinstance(each, ir.Call) for each in descend(node))
