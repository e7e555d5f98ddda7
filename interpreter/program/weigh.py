"""How much work a piece of a program can be, so that no ruleset can keep its host busy for ever.

Every loop ends, but loops in loops and calls in calls can add up to more than anybody would wait for. So each step of a
game has an allowance (`limits.WORK`), and what is heavy pays from it: a loop whose turns can be more than `LIGHT`
pays for its turns when it starts, a function that is more than `LIGHT` without such loops pays when it is called. What
is light is covered by whoever surrounds it, and costs nothing while it runs. All weights are static upper bounds in
units of about one turn of a simple loop; what has none, an operation on a list of unknown length, pays for the length
it finds. Who pays is decided here alone: emission only writes the payments down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import ir, limits
from .operations import OPERATIONS
from .shapes import Shapes
from .walk import children

LIGHT = 400

WHILE = 8
"""A turn of a heavy `repeat` counts this much: it pays turn by turn, which itself takes time."""


KEPT = 16
"""An element that a heavy comprehension keeps counts this much more: it takes memory until the comprehension ends."""

SEARCHED = 8
"""Meeting a member in a search takes as much time as this weight, and counts as one."""

_PASSING = frozenset(("any", "all", "first", "count", "sum"))
"""Comprehensions that keep nothing."""

_NOTHING = frozenset((ir.Const, ir.Local))
"""What most nodes are: they weigh nothing."""


class Weights:
    """The weights of one program. `turn[id(node)]` is what each turn of a heavy loop (a For, While or Clause) pays, and
    each member that a search (a Region or Costs) meets; `unbounded` holds the ids of the operations on lists that pay
    for a fast pass over the list, as long as it is then."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.shapes = Shapes(program)
        self.turn: dict[int, int] = {}
        self.unbounded: set[int] = set()
        self.entry: dict[int, int] = {}  # by function: what a call pays, for heavy ones
        self._functions: dict[int, int] = {}
        self._blocks: dict[tuple[int, int], int] = {}
        self._function: ir.Function | None = None
        self._longest = max([32, *[len(domain.names) for domain in program.domains]])

    def without(self, program: ir.Program, functions: Iterable[int]) -> Weights:
        """The weights of a program in which some functions are changed, without these."""
        made = Weights(program)
        gone = set(functions)
        made._functions = {number: each for number, each in self._functions.items() if number not in gone}
        made.entry = {number: each for number, each in self.entry.items() if number not in gone}
        made._blocks = {key: each for key, each in self._blocks.items() if key[0] not in gone}
        return made

    def function(self, number: int) -> int:
        """What a call of a function that does not wait weighs for its caller."""
        known = self._functions.get(number)
        if known is None:
            function = self.program.functions[number]
            weight = 1 + self.body(function, function.body)
            if weight > LIGHT:
                self.entry[number] = weight
                weight = 1
            known = self._functions[number] = weight
        return known

    def body(self, function: ir.Function, body: Sequence[object]) -> int:
        """What statements, expressions or blocks of a function weigh."""
        before, self._function = self._function, function
        weight = sum([self._weight(node) for node in body])
        self._function = before
        return weight

    def block(self, function: int, block: int) -> int:
        """What a block pays when it runs, 0 when it is light."""
        return self._blocks.get((function, block), 0)

    def weigh_blocks(self, number: int) -> None:
        """Weigh the blocks of a function that waits."""
        function = self.program.functions[number]
        for i, block in enumerate(function.blocks):
            weight = self.body(function, (block,))
            if weight > LIGHT:
                self._blocks[number, i] = weight

    # ------------------------------------------------------------ nodes

    def _weight(self, node: Any) -> int:
        if type(node) in _NOTHING:
            return 0
        match node:
            case ir.Op():
                return self._operation(node) + sum([self._weight(each) for each in node.args])
            case ir.For():
                inner = sum([self._weight(each) for each in node.body])
                return self._weight(node.items) + self._loop(node, self.length(node.items), inner)
            case ir.While():
                inner = self._weight(node.test) + sum([self._weight(each) for each in node.body])
                turns = node.bound.value if isinstance(node.bound, ir.Const) else limits.NUMBERS
                return self._weight(node.bound) + self._loop(node, turns, inner + WHILE)
            case ir.Comp():
                return self._comprehension(node)
            case ir.Region():
                return 1 + self._weight(node.start) + self._search(node, node.over, node.test)
            case ir.Costs():
                within = 0 if node.within is None else self._weight(node.within)
                return 1 + self._weight(node.start) + within + self._search(node, node.over, node.by, node.test)
            case ir.Call() | ir.Do() | ir.EmitFrom():
                own = self.program.layout.size // 64 if isinstance(node, ir.Call) and node.copy else 0
                return own + self.function(node.function) + sum([self._weight(each) for each in node.args])
            case ir.If():
                then = sum([self._weight(each) for each in node.then])
                other = sum([self._weight(each) for each in node.other])
                return self._weight(node.test) + max(then, other)
            case ir.Choice():
                return self._weight(node.test) + max(self._weight(node.then), self._weight(node.other))
            case ir.Load() if node.shape.kind == "list":
                inside = self._weight(node.index) if node.index is not None else 0
                return inside + node.shape.size // 16
        if isinstance(node, ir.Note):
            return self._position(node.position)
        own = self.program.layout.pieces // 4 if node.cost else 0
        return own + sum([self._weight(each) for each in children(node)])

    def _loop(self, node: object, turns: int, inner: int) -> int:
        inner = max(inner, 1)
        weight = turns * inner
        if weight <= LIGHT:
            return weight
        self.turn[id(node)] = inner
        return 1

    def _comprehension(self, node: ir.Comp) -> int:
        parts = [each for each in (node.key, node.by, node.element) if each is not None]
        inner = sum([self._weight(each) for each in parts])
        if node.word not in _PASSING:
            if self._makes_list(node.element):
                inner = (inner + 1) * KEPT
            elif self._values_kept(node) > LIGHT:
                inner += KEPT
        for clause in reversed(node.clauses):
            asked = [each for each in (clause.going, clause.until, clause.test) if each is not None]
            inner += sum([self._weight(each) for each in asked])
            inner = self._weight(clause.items) + self._loop(clause, self.length(clause.items), inner)
        return inner

    def _search(self, node: object, *inner: ir.Expr | None) -> int:
        """A search pays for every member that it meets, while it runs."""
        weight = sum([self._weight(each) for each in inner if each is not None])
        self.turn[id(node)] = max(weight // SEARCHED, 1)
        return 0

    def _values_kept(self, node: ir.Comp) -> int:
        """How many values are kept until the comprehension ends."""
        if node.word in ("map", "ranks"):
            return node.size
        turns = 1
        for clause in node.clauses:
            turns = min(turns * self.length(clause.items), limits.LIST)
        return turns

    def _makes_list(self, node: ir.Expr) -> bool:
        """Whether each value is a list of its own."""
        assert self._function is not None
        return self.shapes.of(self._function, node).kind == "list"

    def _operation(self, node: ir.Op) -> int:
        match OPERATIONS[node.op].cost:
            case "zone":
                return self.length(node) // 4
            case "board":
                return self._longest // 4
            case "position":
                number = node.args[0]
                return self._position(number.value if isinstance(number, ir.Const) else 0)
            case "list":
                length = self.length(node.args[0])
                if (self.length(node) if node.op == "list_concat" else length) >= limits.LIST:
                    self.unbounded.add(id(node))
                return length // 16 if length < limits.LIST else 1
        return 0

    def _position(self, number: int) -> int:
        """What it costs to work out a digest; looking through the notes is paid for by how many there are."""
        known = self.program.positions[number]
        pieces = sum([len(each.same) for each in known.zones])
        return 1 + sum([count for _, count in known.cells]) // 8 + pieces

    def length(self, node: ir.Expr) -> int:
        """How many elements a list-shaped value can have."""
        assert self._function is not None
        return self.shapes.of(self._function, node).size


def weigh(program: ir.Program) -> Weights:
    """Weigh all of a program."""
    weights = Weights(program)
    for number, function in enumerate(program.functions):
        if function.waits:
            weights.weigh_blocks(number)
        else:
            weights.function(number)
    for decision in program.decisions:
        weights.body(program.functions[decision.function], (decision,))
    return weights
