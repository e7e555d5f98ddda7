"""How much work a piece of a program can be, so that no ruleset can keep its host busy for ever.

Every loop ends, but loops in loops and calls in calls can add up to more than anybody would wait for. So each step of a
game has an allowance (`runtime.WORK_MOST`), and what is heavy pays from it: a loop whose turns can be more than `LIGHT`
pays for its turns when it starts, a function that is more than `LIGHT` without such loops pays when it is called. What
is light is covered by whoever surrounds it, and costs nothing while it runs. All weights are static upper bounds in
units of about one turn of a simple loop; what has none, an operation on a list of unknown length, pays for the length
it finds. Who pays is decided here alone: emission only writes the payments down.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..program import ir
from ..program.walk import children
from .runtime import RANGE_MOST

LIGHT = 400

_NO_LONGER = frozenset((
    "list_without", "list_with", "list_slice", "list_reversed", "list_distinct", "rotate", "rotate_after", "map_with",
    "map_list",
))  # fmt: skip
"""Operations whose list is at most as long as their first argument."""

_PASSES = _NO_LONGER | frozenset((
    "list_add", "list_sum", "list_min", "list_max", "list_set", "list_count", "list_has", "list_index", "list_concat",
))  # fmt: skip
"""Operations that go through their first argument from end to end."""

WHILE = 8
"""A turn of a heavy `repeat` counts this much: it pays turn by turn, which itself takes time."""


KEPT = 16
"""An element that a heavy comprehension keeps counts this much more: it takes memory until the comprehension ends."""

SEARCHED = 8
"""Meeting a member in a search takes as much time as this weight, and counts as one."""

_PASSING = frozenset(("any", "all", "first", "count", "sum"))
"""Comprehensions that keep nothing."""


class Weights:
    """The weights of one program. `turn[id(node)]` is what each turn of a heavy loop (a For, While or Clause) pays, and
    each member that a search (a Region or Costs) meets; `unbounded` holds the ids of the operations on lists that pay
    for a fast pass over the list, as long as it is then."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.turn: dict[int, int] = {}
        self.unbounded: set[int] = set()
        self.entry: dict[int, int] = {}  # by function: what a call pays, for heavy ones
        self._functions: dict[int, int] = {}
        self._blocks: dict[tuple[int, int], int] = {}
        self._function = program.functions[0] if program.functions else None
        self._longest = max([32, *[len(domain.names) for domain in program.domains]])

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

    def _weight(self, node: object) -> int:
        match node:
            case ir.For():
                inner = sum([self._weight(each) for each in node.body])
                return self._weight(node.items) + self._loop(node, self.length(node.items), inner)
            case ir.While():
                inner = self._weight(node.test) + sum([self._weight(each) for each in node.body])
                turns = node.bound.value if isinstance(node.bound, ir.Const) else RANGE_MOST
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
            case ir.Op():
                return self._operation(node) + sum([self._weight(each) for each in node.args])
            case ir.Load() if node.shape.kind == "list":
                inside = self._weight(node.index) if node.index is not None else 0
                return inside + node.shape.size // 16
            case ir.MoveAll() | ir.Shuffle():
                return self.program.layout.pieces // 4 + sum([self._weight(each) for each in children(node)])
        return sum([self._weight(each) for each in children(node)])

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
            elif self.length(node) > LIGHT:
                inner += KEPT
        for clause in reversed(node.clauses):
            inner += self._weight(clause.test) if clause.test is not None else 0
            inner = self._weight(clause.items) + self._loop(clause, self.length(clause.items), inner)
        return inner

    def _search(self, node: object, *inner: ir.Expr | None) -> int:
        """A search pays for every member that it meets, while it runs."""
        weight = sum([self._weight(each) for each in inner if each is not None])
        self.turn[id(node)] = max(weight // SEARCHED, 1)
        return 0

    def _makes_list(self, node: ir.Expr) -> bool:
        """Whether each value is a list of its own."""
        if isinstance(node, ir.Call):
            result = self.program.functions[node.function].result
            return result is not None and result.kind == "list"
        if isinstance(node, ir.Load):
            return node.shape.kind == "list"
        return isinstance(node, ir.Comp) and node.word in ("list", "sorted", "leaders")

    def _operation(self, node: ir.Op) -> int:
        name = node.op
        if name == "zone_list":
            return self.length(node) // 4
        if name in ("zone_group_counts", "border", "part", "parts"):
            return self._longest // 4
        if name in _PASSES:
            length = self.length(node.args[0])
            if (self.length(node) if name == "list_concat" else length) >= RANGE_MOST:
                self.unbounded.add(id(node))
            return length // 16 if length < RANGE_MOST else 1
        return 0

    # ------------------------------------------------------------ how long lists can be

    def length(self, node: ir.Expr) -> int:
        """How many elements a list-shaped value can have."""
        match node:
            case ir.ConstList():
                return len(node.values)
            case ir.Local():
                assert self._function is not None
                return _size(self._function.locals[node.slot])
            case ir.Load():
                return _size(node.shape)
            case ir.Table():
                return self._row(node.table)
            case ir.Choice():
                return max(self.length(node.then), self.length(node.other))
            case ir.Call():
                result = self.program.functions[node.function].result
                return RANGE_MOST if result is None else _size(result)
            case ir.Comp():
                if node.word in ("map", "ranks"):
                    return node.size
                turns = 1
                for clause in node.clauses:
                    turns = min(turns * self.length(clause.items), RANGE_MOST)
                return turns
            case ir.Costs():
                return node.size
            case ir.Op():
                return min(self._operation_length(node), RANGE_MOST)
        return RANGE_MOST

    def _operation_length(self, node: ir.Op) -> int:
        args = node.args
        match node.op:
            case "list":
                return len(args)
            case "range":
                low, high = args
                if isinstance(low, ir.Const) and isinstance(high, ir.Const):
                    return max(high.value - low.value + 1, 0)
                return RANGE_MOST
            case "members":
                return self._members(args[0])
            case "domain" | "neighbors" if isinstance(args[0], ir.Const):
                number = args[0].value
                return len(self.program.domains[number].names) if node.op == "domain" else self._row(number)
            case "zone_list" if isinstance(args[1], ir.Const):
                of = [d for d in self.program.domains if d.piece_base == args[1].value]
                return max([len(d.names) for d in of], default=self.program.layout.pieces)
            case "list_add":
                return self.length(args[0]) + 1
            case "list_concat":
                return sum([self.length(each) for each in args])
            case "map_fill" if isinstance(args[0], ir.Const):
                return args[0].value
            case _ if node.op in _NO_LONGER:
                return self.length(args[0])
            case "parts":
                return self._longest
        return RANGE_MOST

    def _members(self, node: ir.Expr) -> int:
        match node:
            case ir.ConstSet():
                return len(node.members)
            case ir.Local():
                assert self._function is not None
                return _size(self._function.locals[node.slot])
            case ir.Load():
                return node.shape.size
            case ir.Comp() | ir.Region() if node.size > 0:
                return node.size
        return self._longest

    def _row(self, table: int) -> int:
        return max([len(row) if isinstance(row, tuple) else 1 for row in self.program.tables[table]], default=0)


def weigh(program: ir.Program) -> Weights:
    """Weigh all of a program."""
    weights = Weights(program)
    for number, function in enumerate(program.functions):
        if function.waits:
            weights.weigh_blocks(number)
        else:
            weights.function(number)
    for decision in program.decisions:
        weights.body(program.functions[decision.function], (decision.decider, *decision.prompt_args, *decision.options))
    return weights


def _size(shape: ir.Shape) -> int:
    return shape.size if shape.size >= 0 else RANGE_MOST
