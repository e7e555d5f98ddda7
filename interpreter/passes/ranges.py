"""Tests that can never fail are left out.

The checker tests where the types of the language cannot tell; the program knows more: what a table holds, how far a
loop counts, which members a set can have. Each number gets the interval it lies in, and an operation whose operands'
intervals rule its fault out loses its place. So does one that asks for a value where a condition around it has asked
whether there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from yupana.schemas.intervals import result_of

from ..program import ir
from ..program.facts import ProgramFacts
from ..program.shapes import Shapes
from ..program.walk import bound_slots, descend
from .rewrite import rebuilt

Interval: TypeAlias = tuple[int, int]
"""The least and the greatest value; NO_INT and NONE count as values."""

ANY: Interval = (ir.NO_INT, ir.INT_MAX)
TRUTH: Interval = (0, 1)


_STEADY = (ir.Const, ir.Local, ir.Load, ir.Table, ir.Op)
"""What has the same value when it is evaluated again before anything changes."""


def drop_tests(program: ir.Program) -> ir.Program:
    """The program without tests that its ranges prove."""
    shared = _Shared(program)
    functions = [shared.inside(each).code(each) for each in program.functions]
    decisions = [shared.inside(program.functions[each.function]).code(each) for each in program.decisions]
    return replace(program, functions=tuple(functions), decisions=tuple(decisions))


class _Shared:
    """What holds in the whole program."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.facts = ProgramFacts(program)
        self.shapes = Shapes(program)
        self._tables: dict[int, Interval] = {}

    def inside(self, function: ir.Function) -> _Ranges:
        """The ranges inside a function, and in the decisions that it asks."""
        asked = [each for each in self.program.decisions if self.program.functions[each.function] is function]
        given: dict[int, list[tuple[str, ir.Expr]]] = {}
        for part in (function, *asked):
            for each in descend(part):
                match each:
                    case ir.SetLocal():
                        given.setdefault(each.slot, []).append(("value", each.value))
                    case ir.For() | ir.Clause() | ir.Pick():
                        given.setdefault(each.slot, []).append(("element", each.items))
                    case _:
                        for slot in bound_slots(each):
                            given.setdefault(slot, []).append(("unknown", ir.Const(0)))
        answered = [slot for decision in asked for answer in decision.answers for slot in answer.slots]
        for slot in (*function.params, *answered):
            given.setdefault(slot, []).append(("unknown", ir.Const(0)))
        return _Ranges(self, function, given)

    def table(self, number: int) -> Interval:
        """The least and greatest number of a table, or of all its rows."""
        known = self._tables.get(number)
        if known is None:
            numbers: list[int] = []
            for row in self.program.tables[number]:
                numbers.extend(row if isinstance(row, tuple) else (row,))
            known = self._tables[number] = (min(numbers), max(numbers)) if numbers else (0, 0)
        return known

    def shortest(self, number: int) -> int:
        """The length of the shortest row of a table."""
        return min([len(row) for row in self.program.tables[number] if isinstance(row, tuple)], default=0)

    def cell(self, load: ir.Load) -> Interval:
        """What a stored scalar can be."""
        if load.base == ir.CELL_PLAYERS:
            return self.program.min_players, self.program.max_players
        kind, number = self.facts.part_of(load.base)
        if kind != "field":
            return self.domain(load.shape)
        field = self.program.fields[number]
        if field.type.kind != "int":
            return self.domain(load.shape)
        if field.internal or field.shape.kind not in ("scalar", "map"):
            return ANY
        return (ir.NO_INT if field.type.optional else field.low), field.high

    def domain(self, shape: ir.Shape | None) -> Interval:
        """What a scalar of a shape can be."""
        if shape is None or shape.kind != "scalar" or shape.domain == -1:
            return ANY
        if shape.domain == -2:
            return TRUTH
        return ir.NONE, len(self.program.domains[shape.domain].names) - 1


class _Ranges:
    """The intervals of the numbers in one function. A local has that of everything it is ever given."""

    def __init__(self, shared: _Shared, function: ir.Function, given: Mapping[int, list[tuple[str, ir.Expr]]]) -> None:
        self.shared = shared
        self.function = function
        self.given = given
        self._slots: dict[int, Interval] = {}
        self._sure: list[tuple[ir.Expr, int]] = []  # what is known not to have a value, where `code` is

    # ------------------------------------------------------------ what is known

    def of(self, node: ir.Expr) -> Interval:
        """The interval of a scalar."""
        match node:
            case ir.Const():
                return node.value, node.value
            case ir.Local():
                return self.local(node.slot)
            case ir.Load():
                return self.shared.cell(node)
            case ir.Table():
                return self.shared.table(node.table)
            case ir.Choice():
                return _either(self.of(node.then), self.of(node.other))
            case ir.Call():
                return self.shared.domain(self.shared.program.functions[node.function].result)
            case ir.Comp() if node.word in ("any", "all"):
                return TRUTH
            case ir.Op():
                return self.operation(node)
        return ANY

    def local(self, slot: int) -> Interval:
        """The interval of a local."""
        known = self._slots.get(slot)
        if known is None:
            whole = self.shared.domain(self.function.locals[slot])
            self._slots[slot] = whole  # while it is looked for: one that depends on itself can be anything
            found: Interval | None = None
            for how, value in self.given.get(slot, [("unknown", ir.Const(0))]):
                one = self.of(value) if how == "value" else self.elements(value) if how == "element" else whole
                found = one if found is None else _either(found, one)
            known = self._slots[slot] = _both(found or whole, whole)
        return known

    def elements(self, node: ir.Expr) -> Interval:
        """The interval of the numbers in a list."""
        match node:
            case ir.ConstList() if node.values:
                return min(node.values), max(node.values)
            case ir.Table():
                return self.shared.table(node.table)
            case ir.Choice():
                return _either(self.elements(node.then), self.elements(node.other))
            case ir.Comp() if node.word in ("list", "sorted", "leaders"):
                return self.of(node.element)
            case ir.Op(op="range"):
                low, high = (self.of(each) for each in node.args)
                return (low[0], max(low[0], high[1])) if low[0] > ir.NO_INT else ANY
            case ir.Op(op="domain" | "neighbors"):
                number = node.args[0]
                assert isinstance(number, ir.Const)
                if node.op == "neighbors":
                    return self.shared.table(number.value)
                return 0, len(self.shared.program.domains[number.value].names) - 1
            case ir.Op(op="members"):
                return 0, self.shared.shapes.of(self.function, node.args[0]).size - 1
            case ir.Op(op="list"):
                found = [self.of(each) for each in node.args]
                return (min(low for low, _ in found), max(high for _, high in found)) if found else (0, 0)
            case ir.Op(op="list_reversed" | "list_slice" | "list_distinct" | "rotate" | "rotate_after"):
                return self.elements(node.args[0])
            case ir.Op(op="list_concat"):
                parts = [self.elements(each) for each in node.args]
                return min(low for low, _ in parts), max(high for _, high in parts)
        return ANY

    def operation(self, node: ir.Op) -> Interval:
        """The interval of an operation's result."""
        args = node.args
        match node.op:
            case "add" | "sub" | "mul" | "min" | "max" | "clamp" | "mod" | "neg":
                return _arithmetic(node.op, [self.of(each) for each in args])
            case "list_size":
                return 0, self.shared.shapes.of(self.function, args[0]).size
            case "set_size":
                return 0, self.shared.shapes.of(self.function, args[0]).size
            case "list_get":
                return self.elements(args[0])
            case "in_range":
                return _both(self.of(args[0]), (self.of(args[1])[0], self.of(args[2])[1]))
            case "some":
                low, high = self.of(args[0])
                return max(low, 0), high
            case "reveal":
                return self.of(args[0]) if self._scalar(args[0]) else ANY
            case "not" | "and" | "or" | "set_has" | "set_le" | "list_has":
                return TRUTH
            case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
                return TRUTH
            case "zone_size":
                return 0, self.shared.program.layout.pieces
        return ANY

    def _scalar(self, node: ir.Expr) -> bool:
        return self.shared.shapes.of(self.function, node).kind == "scalar"

    def shortest(self, node: ir.Expr) -> int:
        """How many elements a list has at least."""
        match node:
            case ir.Table():
                return self.shared.shortest(node.table)
            case ir.ConstList():
                return len(node.values)
            case ir.Op(op="list"):
                return len(node.args)
        return 0

    # ------------------------------------------------------------ what is left out

    def code(self, node: Any) -> Any:
        """The node without the tests that can never fail."""
        known = len(self._sure)
        match node:
            case ir.Op(op="and" | "or"):
                node = replace(node, args=tuple([self._after(each, node.op == "and") for each in node.args]))
            case ir.Choice():
                test = self._after(node.test, True)
                then = self.code(node.then)
                del self._sure[known:]
                self._sure += _excluded(test, False)
                node = replace(node, test=test, then=then, other=self.code(node.other))
            case _:
                node = rebuilt(node, self.code)
        del self._sure[known:]
        if isinstance(node, ir.Call) and self.shared.facts.function(node.function).writes:
            self._sure.clear()
        return self.untested(node) if isinstance(node, ir.Op) and node.place >= 0 else node

    def _after(self, test: ir.Expr, holds: bool) -> ir.Expr:
        """A condition; what follows is evaluated only if it holds (or does not)."""
        test = self.code(test)
        self._sure += _excluded(test, holds)
        return test

    def untested(self, node: ir.Op) -> ir.Expr:
        """An operation that could fault, or what is left of it."""
        args = node.args
        match node.op:
            case "add" | "sub" | "mul":
                low, high = _arithmetic(node.op, [self.of(each) for each in args])
                fine = low >= ir.INT_MIN and high <= ir.INT_MAX
            case "div" | "mod":
                low, high = self.of(args[1])
                fine = low > 0 or high < 0
            case "list_get":
                low, high = self.of(args[1])
                fine = low >= 0 and high < self.shortest(args[0])
            case "some":
                return args[0] if self.of(args[0])[0] >= 0 or (args[0], ir.NONE) in self._sure else node
            case "some_int":
                return args[0] if self.of(args[0])[0] > ir.NO_INT or (args[0], ir.NO_INT) in self._sure else node
            case "in_range":
                low, high = self.of(args[0])
                fine = self.of(args[1])[1] <= low and high <= self.of(args[2])[0]
                return args[0] if fine and all(isinstance(each, ir.Const) for each in args[1:]) else node
            case _:
                fine = False
        return replace(node, place=-1) if fine else node


def _excluded(test: ir.Expr, holds: bool) -> list[tuple[ir.Expr, int]]:
    """What is known not to have a value where a condition holds (or does not)."""
    match test:
        case ir.Op(op="not"):
            return _excluded(test.args[0], not holds)
        case ir.Op(op="and" | "or") if (test.op == "and") is holds:
            return [each for arg in test.args for each in _excluded(arg, holds)]
        case ir.Op(op="eq" | "ne", args=(value, ir.Const(without))) if (test.op == "ne") is holds:
            steady = all(isinstance(each, _STEADY) for each in descend(value))
            return [(value, without)] if steady else []
    return []


def _either(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


def _both(one: Interval, other: Interval) -> Interval:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else other


def _arithmetic(op: str, parts: list[Interval]) -> Interval:
    """The interval of arithmetic; it may reach beyond 32 bits."""
    (a, b), (c, d) = parts[0], parts[1] if len(parts) > 1 else (0, 0)
    match op:
        case "add" | "sub" | "mul":
            return result_of({"add": "+", "sub": "-", "mul": "*"}[op], parts[0], parts[1])
        case "min":
            return min(low for low, _ in parts), min(high for _, high in parts)
        case "max":
            return max(low for low, _ in parts), max(high for _, high in parts)
        case "clamp":
            return min(c, parts[2][0]), max(d, parts[2][1])  # the lower bound may be above the upper one
        case "neg":
            return -b, -a
    return (0, d - 1) if c > 0 else ANY
