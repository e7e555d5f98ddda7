"""Walks over the nodes of a program, for the passes that look at them without caring which they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import ir


def children(node: Any) -> Iterator[Any]:
    """The nodes directly inside a node, in order of evaluation."""
    for name in node.parts:
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


def height_above(node: Any, levels: int) -> bool:
    """Whether nodes are nested more than so many levels inside."""
    row = [node]
    for _ in range(levels):
        row = [inside for each in row for inside in children(each)]
        if not row:
            return False
    return True


def slots_set_in(*nodes: Any) -> dict[int, None]:
    """The slots that nodes or nodes inside them set or bind, each once."""
    return {slot: None for node in nodes for each in descend(node) for slot in bound_slots(each)}


def bound_slots(node: Any) -> tuple[int, ...]:
    """The slots that a node sets or binds."""
    return tuple([getattr(node, name) for name in node.binds])


def conjuncts(test: ir.Expr) -> list[ir.Expr]:
    """Tests that all must hold, in their order."""
    if isinstance(test, ir.Op) and test.op == "and":
        return [each for part in test.args for each in conjuncts(part)]
    return [test]


def domain_of(program: ir.Program, items: ir.Expr) -> ir.Domain | None:
    """The domain whose members a list has, if it is one of these."""
    match items:
        case ir.Op(op="domain", args=(ir.Const() as number,)):
            return program.domains[number.value]
    return None
