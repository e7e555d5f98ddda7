"""Members that are alike are counted at once.

How many members of a set have a certain attribute is asked by going through them; what attributes they have never
changes. So the members with it are worked out here, and what is left is an intersection of two sets: `count`, `any` and
`all` over the members of a set become operations on sets where the condition says nothing but constants of the member,
or compares such a constant with something that is the same for all members.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..program import ir
from ..program.facts import ProgramFacts
from ..program.reach import UNKNOWN, constant_value
from ..program.shapes import Shapes
from ..program.walk import descend
from .rewrite import Node, bottom_up

MOST = 256
"""Members of a domain, and values of an attribute, up to which it is done."""


def classes(program: ir.Program) -> ir.Program:
    """The program with questions about constants of members asked of sets."""
    made = _Classes(program)
    functions = [made.of(each, each) for each in program.functions]
    decisions = [made.of(program.functions[each.function], each) for each in program.decisions]
    return replace(program, functions=tuple(functions), decisions=tuple(decisions), tables=tuple(made.tables))


class _Classes:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.shapes = Shapes(program)
        self.facts = ProgramFacts(program)
        self.tables = list(program.tables)
        self.numbers: dict[tuple[tuple[int, ...], ...], int] = {}

    def of(self, function: ir.Function, node: Node) -> Node:
        """Code of a function, changed."""
        return bottom_up(node, lambda each: self.changed(function, each))

    def changed(self, function: ir.Function, node: Any) -> Any:
        """A comprehension as an operation on sets, if it can be."""
        if not isinstance(node, ir.Comp) or node.word not in ("count", "any", "all") or len(node.clauses) != 1:
            return node
        (clause,) = node.clauses
        if clause.stops or not (isinstance(clause.items, ir.Op) and clause.items.op == "members"):
            return node
        (group,) = clause.items.args
        size = self.shapes.of(function, group).size
        if size > MOST or (node.word == "all" and clause.test is not None):
            return node
        tests = [each for each in (clause.test, node.element) if each is not None]
        chosen = [self.chosen(each, clause.slot, size) for each in tests]
        if None in chosen:
            return node
        if node.word == "all":
            return ir.Op("set_le", (group, chosen[0]))
        for each in chosen:
            group = ir.Op("set_and", (group, each)) if not _is_all(each, size) else group
        count = ir.Op("set_size", (group,))
        return count if node.word == "count" else ir.Op("gt", (count, ir.Const(0)))

    def chosen(self, test: ir.Expr, slot: int, size: int) -> Any:
        """The members that a condition holds for, as an expression; None when it depends on more."""
        values = self.values(test, slot, size)
        if values is not None:
            return ir.ConstSet(tuple([member for member, value in enumerate(values) if value]), size)
        if not (isinstance(test, ir.Op) and test.op == "eq"):
            return None
        for mine, other in (test.args, test.args[::-1]):
            values = self.values(mine, slot, size)
            if values is not None and not _mentions(other, slot) and isinstance(other, (ir.Const, ir.Local, ir.Load)):
                return self.row(values, other, size)
        return None

    def values(self, node: ir.Expr, slot: int, size: int) -> list[int] | None:
        """The value for each member, where it depends on nothing else and cannot fault."""
        if getattr(node, "place", -1) >= 0 and not isinstance(node, ir.Op):
            return None
        found = [constant_value(self.program, self.facts, node, {slot: member}) for member in range(size)]
        if any(each is UNKNOWN or not isinstance(each, int) for each in found):
            return None
        return found

    def row(self, values: list[int], other: ir.Expr, size: int) -> ir.Expr | None:
        """The members with the value that an expression has: a table of sets, by value; behind them an empty one, and
        that of the members that have none (NO_INT)."""
        there = [each for each in values if each != ir.NO_INT]
        low, high = min(there, default=0), max(there, default=0)
        if high - low >= MOST:
            return None
        rows = [tuple([m for m, each in enumerate(values) if each == value]) for value in range(low, high + 1)]
        beyond: ir.Expr = ir.Const(len(rows))
        rows.append(())
        if len(there) < len(values) and not (isinstance(other, ir.Const) and other.value != ir.NO_INT):
            rows.append(tuple([m for m, each in enumerate(values) if each == ir.NO_INT]))
            beyond = ir.Choice(ir.Op("eq", (other, ir.Const(ir.NO_INT))), ir.Const(len(rows) - 1), beyond)
        inside = ir.Op("and", (ir.Op("ge", (other, ir.Const(low))), ir.Op("le", (other, ir.Const(high)))))
        at = other if low == 0 else ir.Op("sub", (other, ir.Const(low)))
        index = ir.Choice(inside, at, beyond)
        return ir.Op("list_set", (ir.Table(self.table(tuple(rows)), index),), size=size)

    def table(self, rows: tuple[tuple[int, ...], ...]) -> int:
        known = self.numbers.get(rows)
        if known is None:
            known = self.numbers[rows] = len(self.tables)
            self.tables.append(rows)
            self.program = replace(self.program, tables=tuple(self.tables))  # where what is around it finds it
        return known


def _is_all(group: Any, size: int) -> bool:
    return isinstance(group, ir.ConstSet) and len(group.members) == size


def _mentions(node: ir.Expr, slot: int) -> bool:
    return any(isinstance(each, ir.Local) and each.slot == slot for each in descend(node))
