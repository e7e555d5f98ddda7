"""What follows from a few members alone is worked out for all of them beforehand.

The spaces that a piece reaches from a space, those around a space in some order, the cards that another beats: an
author writes them as functions, and they never change. Such a function becomes a look into a table of constants when
its parameters are members of domains, and it reads nothing of the state and cannot fault.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from ..program import ir
from ..program.calls import asked_by, called_first
from ..program.facts import ProgramFacts
from ..program.reach import COMPS, OPERATIONS, UNKNOWN, values_of
from ..program.walk import descend

MOST = 4_096
"""Rows of a table."""

STEPS = 30_000
"""Nodes that are evaluated for all tables of a program: more would be felt when it is loaded."""

WORTH = 8
"""Nodes of the smallest function that is worth a table."""

BOOL = -2
"""The domain of what is true or false."""


def tabulate(program: ir.Program) -> ir.Program:
    """The program with such functions as tables."""
    return _Tabulator(program).run()


class _Tabulator:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.facts = ProgramFacts(program)
        self.plain: dict[int, bool] = {}
        self.steps = STEPS

    def run(self) -> ir.Program:
        asked = asked_by(self.program, [each for decision in self.program.decisions for each in decision.options])
        for number in called_first(self.program):
            self.plain[number] = self.is_plain(number)
            if self.plain[number] and number in asked:
                self.tabulated(number)
        return self.program

    def is_plain(self, number: int) -> bool:
        """Whether all that the function does can be evaluated here, and it never faults."""
        function = self.program.functions[number]
        if function.waits or function.generator or function.result is None:
            return False
        *before, last = function.body or (ir.Break(),)
        straight = isinstance(last, ir.Return) and all(isinstance(each, ir.SetLocal) for each in before)
        return straight and all(self.is_known(each) for part in function.body for each in descend(part))

    def is_known(self, node: object) -> bool:
        """Whether the value of a node can be worked out when those inside it are known."""
        match node:
            case ir.Op(op="domain"):
                number = node.args[0]
                return isinstance(number, ir.Const) and not self.program.domains[number.value].present
            case ir.Op():
                return node.op in OPERATIONS and node.place < 0
            case ir.Comp():
                return node.word in COMPS and node.place < 0
            case ir.Call():
                return not node.copy and self.plain.get(node.function, False)
            case ir.Return():
                return node.value is not None
        return isinstance(node, (ir.Const, ir.ConstList, ir.Local, ir.Table, ir.Choice, ir.Clause, ir.SetLocal))

    def tabulated(self, number: int) -> None:
        """Make a function a table, if it is worth it."""
        program = self.program
        function = program.functions[number]
        result, params = function.result, [function.locals[slot] for slot in function.params]
        assert result is not None
        kept = result.kind == "scalar" or (result.kind == "list" and (result.of is None or result.of.kind == "scalar"))
        domains = all(each.kind == "scalar" and each.domain != -1 for each in params)
        if not kept or not params or not domains or sum([1 for part in function.body for _ in descend(part)]) < WORTH:
            return
        # a member may be none: where that cannot be, its row is never looked at
        sizes = [2 if each.domain == BOOL else len(program.domains[each.domain].names) for each in params]
        if prod([size + 1 for size in sizes]) > MOST:
            return
        missing = -1 if result.kind == "scalar" else ()
        rows: list[Any] = []
        for arguments in product(*[range(-1, size) for size in sizes]):
            value, steps = values_of(program, self.facts, number, arguments, self.steps)
            self.steps -= steps
            if (value is UNKNOWN and -1 not in arguments) or self.steps < 0:
                return
            rows.append(missing if value is UNKNOWN else value)
        index: ir.Expr = ir.Const(0)
        for slot, size in zip(function.params, sizes, strict=True):
            at = ir.Op("add", (ir.Local(slot), ir.Const(1)))
            index = at if isinstance(index, ir.Const) else ir.Op("add", (ir.Op("mul", (index, ir.Const(size + 1))), at))
        looked = replace(function, body=(ir.Return(ir.Table(len(program.tables), index)),))
        functions = (*program.functions[:number], looked, *program.functions[number + 1 :])
        self.program = replace(program, functions=functions, tables=(*program.tables, tuple(rows)))
