"""The shape of every expression of a program, worked out from its parts and the table of operations.

A back end asks here how a value is held and how long a list can be; the validator finds here what does not fit. A
program that passed the validator has a shape for every expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import ir, limits
from .ir.shapes import SCALAR, Shape
from .operations import OPERATIONS

LIST_WORDS = frozenset(("list", "sorted", "leaders"))
"""Comprehensions that make a list."""

COMP_WORDS = LIST_WORDS | frozenset(
    ("set", "map", "sum", "count", "any", "all", "min", "max", "first", "best", "ranks")
)  # fmt: skip
"""All comprehensions."""

COMP_BY = frozenset(("best", "leaders", "sorted", "ranks"))
"""Comprehensions with a `by`."""


class IllShaped(Exception):  # noqa: N818 - a statement about a program
    """A value of another shape was needed; the text says which."""


def fits(target: Shape, value: Shape) -> bool:
    """Whether a value of one shape can stand where the other is wanted (how long a list may be aside)."""
    if target.kind != value.kind:
        return False
    if target.kind == "list":
        return value.of is None or (target.of is not None and fits(target.of, value.of))
    return target.kind == "scalar" or target.size == value.size


def joined(one: Shape, other: Shape) -> Shape:
    """The shape of a value that is one or the other."""
    if one.kind == "list" and other.kind == "list":
        inner = one.of or other.of
        if one.of is not None and other.of is not None:
            inner = joined(one.of, other.of)
        return Shape("list", max(one.size, other.size), of=inner)
    if not fits(one, other):
        raise IllShaped(f"{words(one)} and {words(other)} in one place")
    return one


def words(shape: Shape) -> str:
    """A shape in words, for messages."""
    if shape.kind == "scalar":
        return "a number"
    if shape.kind == "list":
        return "a list" if shape.of is None or shape.of.kind == "scalar" else f"a list of {shape.of.kind}s"
    return f"a {shape.kind} of {shape.size}"


class Shapes:
    """The shapes in one program. Ask for the expressions of a function with `of`; the demands are made of those of
    the function `inside`."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._known: dict[tuple[int, int], Shape] = {}
        self._kept: list[ir.Expr] = []  # what was asked for stays alive, so that no id is used again
        self._rows: dict[int, Shape] = {}
        self.inside: ir.Function | None = None

    def of(self, function: ir.Function, node: ir.Expr) -> Shape:
        """The shape of an expression of a function. Raises IllShaped when its parts do not fit each other."""
        before, self.inside = self.inside, function
        try:
            return self._of(node)
        finally:
            self.inside = before

    def outgrows(self, function: ir.Function, node: ir.Expr) -> bool:
        """Whether the list could have more elements than a list may: then its making must be watched."""
        match node:
            case ir.Comp() if node.word in LIST_WORDS:
                turns = 1
                for clause in node.clauses:
                    turns *= self.of(function, clause.items).size
                return turns > limits.LIST
            case ir.Op(op="list_add" | "list_concat"):
                longest = OPERATIONS[node.op].longest
                assert longest is not None
                return longest([self.of(function, each) for each in node.args]) > limits.LIST
        return False

    # ------------------------------------------------------------ nodes

    def _of(self, node: ir.Expr) -> Shape:
        function = self.inside
        key = (id(function), id(node))
        shape = self._known.get(key)
        if shape is None:
            shape = self._work_out(node)
            self._known[key] = shape
            self._kept.append(node)
        return shape

    def _work_out(self, node: ir.Expr) -> Shape:
        self.needs(node)
        match node:
            case ir.Const():
                return SCALAR
            case ir.ConstList():
                return Shape("list", len(node.values), of=SCALAR if node.values else None)
            case ir.ConstSet() | ir.Region():
                return Shape("set", node.size)
            case ir.Local():
                assert self.inside is not None
                return self.inside.locals[node.slot]
            case ir.Load():
                return node.shape
            case ir.Table():
                return self.row(node.table)
            case ir.Op():
                return self._operation(node)
            case ir.Call():
                return self._call(node)
            case ir.Choice():
                return joined(self._of(node.then), self._of(node.other))
            case ir.Comp():
                return self._comprehension(node)
            case ir.Costs():
                return Shape("map", node.size, of=SCALAR)
        raise IllShaped(f"{type(node).__name__} is not an expression")

    def needs(self, node: Any) -> None:
        """Demand of the values directly in a node what the node declares."""
        for name, need in node.needs:
            value = getattr(node, name)
            if need == "n":
                self.scalar(value)
            elif need == "[slot]":
                self.element(node.slot, value)
            elif value is not None:
                self.elements(value)

    def scalar(self, *nodes: ir.Expr | None) -> None:
        """Demand scalars, of the nodes that are there."""
        for node in nodes:
            shape = SCALAR if node is None else self._of(node)
            if shape.kind != "scalar":
                raise IllShaped(f"{words(shape)} where a number is needed")

    def element(self, slot: int, items: ir.Expr) -> None:
        """Demand a list of what a local can hold."""
        assert self.inside is not None
        element = self.elements(items)
        if not fits(self.inside.locals[slot], element):
            raise IllShaped(f"{words(element)} in local {slot}")

    def elements(self, node: ir.Expr) -> Shape:
        """Demand a list; the shape of its elements (a number, when it has none)."""
        shape = self._of(node)
        if shape.kind != "list":
            raise IllShaped(f"{words(shape)} where a list is needed")
        return shape.of or SCALAR

    def row(self, table: int) -> Shape:
        """The shape of an entry of a table."""
        shape = self._rows.get(table)
        if shape is None:
            rows = self.program.tables[table]
            shape = SCALAR
            if rows and isinstance(rows[0], tuple):
                longest = max([len(row) for row in rows if isinstance(row, tuple)])
                shape = Shape("list", longest, of=SCALAR)
            self._rows[table] = shape
        return shape

    def _call(self, node: ir.Call) -> Shape:
        called = self.program.functions[node.function]
        self.arguments(called, node.args)
        if called.result is None:
            raise IllShaped(f"{called.name} has no result")
        return called.result

    def arguments(self, called: ir.Function, args: Sequence[ir.Expr]) -> None:
        """Demand values that fit the parameters of a function; in its frame it is tested whether a list has room."""
        kept = dict(called.frame)
        for slot, each in zip(called.params, args, strict=True):
            self.demand(called.locals[slot], each, long=slot in kept)

    def demand(self, target: Shape, node: ir.Expr, long: bool = False) -> None:
        """Demand a value of a shape; `long`: a list longer than the shape has room for is tested where it runs."""
        shape = self._of(node)
        if not fits(target, shape):
            raise IllShaped(f"{words(shape)} where {words(target)} is needed")
        if not long and shape.kind == "list" and shape.size > target.size:
            raise IllShaped(f"a list of up to {shape.size} where there is room for {target.size}")

    def _comprehension(self, node: ir.Comp) -> Shape:
        turns = 1
        for clause in node.clauses:
            self.needs(clause)
            turns = min(turns * self._of(clause.items).size, limits.LIST)
        element = self._of(node.element)
        if node.by is not None:
            key = self._of(node.by)
            if key.kind not in ("scalar", "list"):
                raise IllShaped(f"{words(key)} as the key of an order")
        if node.word in LIST_WORDS:
            return Shape("list", turns, of=element)
        if node.word not in ("ranks",) and element.kind != "scalar":
            raise IllShaped(f"{words(element)} where {node.word} needs a number")
        if node.word == "set":
            return Shape("set", node.size)
        if node.word in ("map", "ranks"):
            return Shape("map", node.size, of=SCALAR)
        return SCALAR

    # ------------------------------------------------------------ operations

    def _operation(self, node: ir.Op) -> Shape:
        row = OPERATIONS.get(node.op)
        if row is None:
            raise IllShaped(f"there is no operation {node.op!r}")
        count = len(node.args)
        if count < row.least or (count > len(row.operands) and not row.more):
            raise IllShaped(f"{node.op} with {count} operands")
        shapes: list[Shape] = []
        any_: Shape | None = None
        group: Shape | None = None  # the set or map that the operands are of
        for i, each in enumerate(node.args):
            word = row.operands[min(i, len(row.operands) - 1)]
            if word.startswith("#"):
                self._constant(node.op, word, each)
                shapes.append(SCALAR)
                continue
            shape = self._of(each)
            shapes.append(shape)
            match word:
                case "n":
                    self._kind(node.op, shape, "scalar")
                case "[n]" | "[a]":
                    self._kind(node.op, shape, "list")
                    inner = shape.of
                    if word == "[n]" and inner is not None:
                        self._kind(node.op, inner, "scalar")
                    elif word == "[a]" and inner is not None:
                        any_ = inner if any_ is None else joined(any_, inner)
                case "a":
                    any_ = shape if any_ is None else joined(any_, shape)
                case "{}" | "<>":
                    self._kind(node.op, shape, "set" if word == "{}" else "map")
                    if group is not None and group.size != shape.size:
                        raise IllShaped(f"{node.op} of {words(group)} and {words(shape)}")
                    group = shape
        return self._result(node, row.result, shapes, any_, group)

    def _result(
        self, node: ir.Op, result: str, shapes: Sequence[Shape], any_: Shape | None, group: Shape | None
    ) -> Shape:
        row = OPERATIONS[node.op]
        match result:
            case "n":
                return SCALAR
            case "a":
                return any_ or SCALAR
            case "{}" if row.sized:
                return Shape("set", node.size)
            case "{}" if node.op == "domain_set":
                return Shape("set", self._members(node))
            case "{}":
                assert group is not None
                return group
            case "<>":
                size = node.args[0]
                return group or Shape("map", size.value if isinstance(size, ir.Const) else 0, of=SCALAR)
        longest = row.longest(shapes) if row.longest is not None else self._longest(node)
        return Shape("list", min(longest, limits.LIST), of=any_ if result == "[a]" else SCALAR)

    def _longest(self, node: ir.Op) -> int:
        """How long the list can be, of the operations whose operands' shapes do not say it."""
        first = node.args[0]
        match node.op:
            case "range":
                high = node.args[1]
                if isinstance(first, ir.Const) and isinstance(high, ir.Const):
                    return max(high.value - first.value + 1, 0)
                return limits.NUMBERS
            case "domain":
                return self._members(node)
            case "neighbors" if isinstance(first, ir.Const):
                return self.row(first.value).size
            case "parts":
                return self._of(node.args[1]).size
            case "zone_list":
                base = node.args[1]
                of = [each for each in self.program.domains if isinstance(base, ir.Const)
                      and each.piece_base == base.value]  # fmt: skip
                return max([len(each.names) for each in of], default=self.program.layout.pieces)
        return limits.LIST

    def _members(self, node: ir.Op) -> int:
        number = node.args[0]
        assert isinstance(number, ir.Const)
        return len(self.program.domains[number.value].names)

    def _kind(self, op: str, shape: Shape, kind: str) -> None:
        if shape.kind != kind:
            raise IllShaped(f"{op} of {words(shape)}")

    def _constant(self, op: str, word: str, node: ir.Expr) -> None:
        if not isinstance(node, ir.Const):
            raise IllShaped(f"{op} does not say of what")
        there = {
            "#table": len(self.program.tables), "#domain": len(self.program.domains),
            "#base": self.program.layout.pieces + 1, "#size": limits.SIZE_MOST + 1,
            "#position": len(self.program.positions),
        }[word]  # fmt: skip
        if not 0 <= node.value < there:
            raise IllShaped(f"{op} of {word[1:]} {node.value}, which is not there")
        if word == "#table" and self.row(node.value).kind != "list":
            rows = self.program.tables[node.value]
            if rows:
                raise IllShaped(f"{op} of table {node.value}, which has no rows")
