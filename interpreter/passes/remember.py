"""Costly questions that are asked again while one list of options is made are answered once.

While options are made nothing changes, so a pure function gives the same value for the same arguments. Looking a value
up costs about as much as a small function, so only those are remembered whose work is worth it: searches over a board,
and what goes through many things. A function called on a copy of the state is worked out anew there.
"""

from __future__ import annotations

from dataclasses import replace

from ..program import ir
from ..program.calls import asked_by
from ..program.facts import ProgramFacts
from ..program.operations import OPERATIONS
from ..program.shapes import Shapes
from ..program.walk import children, descend, domain_of

SEARCH = 60
"""What a search is taken to cost, in nodes evaluated."""

TURNS = 6
"""How often the inside of a loop is taken to be evaluated at least."""

WORTH = 20
"""Nodes evaluated from which on a value is worth remembering."""

MOST_PARAMS = 4


def remember(program: ir.Program) -> ir.Program:
    """The program with its costly pure functions marked."""
    costs = Costs(program)
    asked = asked_by(program, [each for decision in program.decisions for each in decision.options])
    functions = tuple([
        replace(each, memo=True) if number in asked and costs.worth(number) else each
        for number, each in enumerate(program.functions)
    ])  # fmt: skip
    return replace(program, functions=functions)


class Costs:
    """About how many nodes a call evaluates."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.facts = ProgramFacts(program)
        self.shapes = Shapes(program)
        self._known: dict[int, float] = {}

    def worth(self, number: int) -> bool:
        """Whether the function's values are remembered."""
        function = self.program.functions[number]
        if function.waits or function.generator or function.result is None or not self.facts.function(number).pure:
            return False
        if not self._long(number):
            return False
        scalar = all(function.locals[slot].kind == "scalar" for slot in function.params)
        return scalar and len(function.params) <= MOST_PARAMS and self.of(number) >= WORTH

    def _long(self, number: int) -> bool:
        """Whether it goes through anything; what does not costs less than looking its value up."""
        parts = self.program.functions[number].body
        return any(
            isinstance(each, (ir.Comp, ir.For, ir.While, ir.Region, ir.Costs))
            or (isinstance(each, ir.Op) and OPERATIONS[each.op].cost != "" and not _looked_up(each))
            or (isinstance(each, ir.Call) and (each.copy or self._long(each.function)))
            for part in parts
            for each in descend(part)
        )

    def of(self, number: int) -> float:
        """The cost of a function."""
        known = self._known.get(number)
        if known is None:
            self._known[number] = 0
            known = self._known[number] = sum([self._node(each) for each in self.program.functions[number].body])
        return known

    def _node(self, node: object) -> float:
        inside = sum([self._node(each) for each in children(node)])
        match node:
            case ir.Call():
                called = self.of(node.function)
                return inside + 1 + (called + SEARCH if node.copy else called)
            case ir.Op() if OPERATIONS[node.op].cost != "" and not _looked_up(node):
                return inside + (SEARCH if OPERATIONS[node.op].cost == "board" else self.pass_over(node))
            case ir.Comp():
                return inside * max([self.turns(each.items) for each in node.clauses])
            case ir.For():
                return inside * self.turns(node.items)
            case ir.While():
                return inside * TURNS
            case ir.Region() | ir.Costs():
                return SEARCH + inside * TURNS
        return inside + 0.25  # conditions mostly end before their last part

    def pass_over(self, node: ir.Op) -> float:
        """The cost of an operation that goes over a list."""
        return TURNS * 2

    def turns(self, items: ir.Expr) -> float:
        """How often the inside of a loop is taken to be evaluated: of many members, a quarter, since what is looked for
        ends it."""
        domain = domain_of(self.program, items)
        return TURNS if domain is None else max(TURNS, len(domain.names) / 4)


def _looked_up(node: ir.Op) -> bool:
    """Whether it is a set that stands in a table of constants."""
    return node.op == "list_set" and isinstance(node.args[0], ir.Table)
