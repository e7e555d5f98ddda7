"""Which cells a pure function can read, when its arguments are known.

`facts` says which parts of the state a function reads, whatever it is asked. Where the index of what is read follows
from arguments and constant tables alone (the neighbours of a space), much less is read: a few cells of each part. This
is worked out by evaluating the function without a state: what lies in cells is not known, of two branches both are
gone through, and what is read at a place that is not known is all of its part. The answer is an upper bound.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from . import ir
from .facts import Part, ProgramFacts
from .walk import slots_set_in

UNKNOWN: Final = object()
"""A value that depends on the state."""

MOST_STEPS = 20_000
"""Nodes after which it is given up; a function that takes so many reads its parts whole."""

_PLAIN: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b if b else UNKNOWN,
    "mod": lambda a, b: a % b if b else UNKNOWN,
    "neg": lambda a: -a,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "not": lambda a: int(not a),
    "list": lambda *a: a,
    "range": lambda a, b: tuple(range(a, b + 1)) if b - a < 1000 else UNKNOWN,
    "list_get": lambda a, i: a[i] if 0 <= i < len(a) else UNKNOWN,
    "list_size": len,
    "some": lambda a: a,
    "some_int": lambda a: a,
    "reveal": lambda a: a,
}
"""Operations on values that are known."""

OPERATIONS = frozenset([*_PLAIN, "and", "or"])
"""The operations whose value is known when those of their operands are."""

COMPS: dict[str, Callable[[list[Any], ir.Comp], Any]] = {
    "list": lambda found, _: tuple(found),
    "any": lambda found, _: int(any(found)),
    "all": lambda found, _: int(all(found)),
    "count": lambda found, _: sum(map(bool, found)),
    "sum": lambda found, _: sum(found),
    "first": lambda found, node: found[0] if found else node.fill,
}
"""What comprehensions make of their elements, where all of these are known."""

_ZONE_TABLES: dict[str, Callable[[ir.Layout], int]] = {
    "zone_size": lambda layout: layout.zone_size,
    "zone_top": lambda layout: layout.zone_last,
    "zone_bottom": lambda layout: layout.zone_first,
    "piece_zone": lambda layout: layout.piece_zone,
}
"""Operations that read one cell of a table, at the index that is their first operand."""


class _TooLongError(Exception):
    pass


def constant_value(program: ir.Program, facts: ProgramFacts, node: ir.Expr, known: Mapping[int, int]) -> Any:
    """The value of an expression where it follows from some locals and from constants; else UNKNOWN."""
    return _Walk(program, facts).value(node, dict(known))


def values_of(program: ir.Program, facts: ProgramFacts, number: int, args: Sequence[Any], most: int) -> tuple[Any, int]:
    """The value of a function that is a few `let`s and an expression, where it follows from the arguments alone, else
    UNKNOWN; and how many nodes were evaluated for that, at most about `most`."""
    walk = _Walk(program, facts)
    walk.steps = max(MOST_STEPS - most, 0)
    before = walk.steps
    try:
        value = walk.call(number, args)
    except (_TooLongError, RecursionError):
        value = UNKNOWN
    return value, walk.steps - before


class Reach:
    """What the functions of a program can read."""

    def __init__(self, program: ir.Program, facts: ProgramFacts) -> None:
        self.program = program
        self.facts = facts

    def of(
        self, number: int, args: Sequence[Any], cut: Callable[[Any], bool] | None = None
    ) -> tuple[frozenset[int], frozenset[Part]]:
        """The single cells that a function may read with these arguments (numbers, or UNKNOWN), and the parts that it
        may read anywhere in. The function is pure. What a call or a search reads for which `cut` says so is not
        counted; the arguments of the call are."""
        walk = _Walk(self.program, self.facts, cut)
        try:
            walk.call(number, args)
        except (_TooLongError, RecursionError):
            return frozenset(), frozenset(self.facts.function(number).reads)
        whole = frozenset(walk.parts)
        return frozenset([cell for cell in walk.cells if self.facts.part_of(cell) not in whole]), whole


class _Walk:
    def __init__(self, program: ir.Program, facts: ProgramFacts, cut: Callable[[Any], bool] | None = None) -> None:
        self.program = program
        self.facts = facts
        self.cut = cut
        self.cells: set[int] = set()
        self.parts: set[Part] = set()
        self.steps = 0

    def call(self, number: int, args: Sequence[Any]) -> Any:
        """Go through a function; gives its value where it is one known expression."""
        function = self.program.functions[number]
        known: dict[int, Any] = dict(zip(function.params, args, strict=True))
        value: Any = UNKNOWN
        for statement in function.body:
            value = self.statement(statement, known)
        straight = all(isinstance(each, ir.SetLocal) for each in function.body[:-1])
        return value if straight else UNKNOWN

    # ------------------------------------------------------------ statements

    def statement(self, node: ir.Stmt, known: dict[int, Any]) -> Any:
        """Go through a statement; gives what a `return` gives."""
        match node:
            case ir.Return():
                return UNKNOWN if node.value is None else self.value(node.value, known)
            case ir.SetLocal():
                value = self.value(node.value, known)
                known[node.slot] = UNKNOWN if node.slot in known else value
            case ir.If():
                test = self.value(node.test, known)
                for branch, when in ((node.then, True), (node.other, False)):
                    if test is UNKNOWN or bool(test) is when:
                        self.inside(branch, known)
            case ir.For():
                items = self.value(node.items, known)
                self.forget(node.body, known)
                for item in self.turns(items):
                    self.inside(node.body, {**known, node.slot: item})
            case ir.While():
                self.forget(node.body, known)
                self.value(node.bound, known)
                self.value(node.test, known)
                self.inside(node.body, known)
            case ir.Break() | ir.Continue():
                pass
            case _:
                self.anything(node)
        return UNKNOWN

    def inside(self, body: Sequence[ir.Stmt], known: dict[int, Any]) -> None:
        """Statements that are perhaps not carried out: what they assign is not known behind them."""
        inner = dict(known)
        for each in body:
            self.statement(each, inner)
        self.forget(body, known)

    def forget(self, body: Sequence[ir.Stmt], known: dict[int, Any]) -> None:
        """What statements assign is not known."""
        for slot in slots_set_in(*body):
            known[slot] = UNKNOWN

    # ------------------------------------------------------------ expressions

    def value(self, node: ir.Expr, known: dict[int, Any]) -> Any:
        """Go through an expression; gives its value or UNKNOWN."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _TooLongError
        match node:
            case ir.Const():
                return node.value
            case ir.ConstList():
                return node.values
            case ir.Local():
                return known.get(node.slot, UNKNOWN)
            case ir.Load():
                self.load(node, known)
                return UNKNOWN
            case ir.Table():
                index = self.value(node.index, known)
                rows = self.program.tables[node.table]
                return rows[index] if index is not UNKNOWN and 0 <= index < len(rows) else UNKNOWN
            case ir.Op():
                return self.operation(node, known)
            case ir.Choice():
                test = self.value(node.test, known)
                if test is not UNKNOWN:
                    return self.value(node.then if test else node.other, known)
                self.value(node.then, known)
                self.value(node.other, known)
            case ir.Call(copy=False):
                args = [self.value(each, known) for each in node.args]
                return UNKNOWN if self.cut is not None and self.cut(node) else self.call(node.function, args)
            case ir.Region() | ir.Costs() if self.cut is not None and self.cut(node):
                return UNKNOWN
            case ir.Comp():
                found: list[Any] = []
                sure = self.comprehension(node, 0, dict(known), found)
                made = COMPS.get(node.word)
                return made(found, node) if sure and made is not None else UNKNOWN
            case _:
                self.anything(node)
        return UNKNOWN

    def load(self, node: ir.Load, known: dict[int, Any]) -> None:
        index = 0 if node.index is None else self.value(node.index, known)
        if index is UNKNOWN:
            self.parts.add(self.facts.part_of(node.base))
        else:
            self.cells.update(range(node.base + index, node.base + index + node.shape.cells))

    def operation(self, node: ir.Op, known: dict[int, Any]) -> Any:
        if node.op in ("and", "or"):
            return self.truth(node, known)
        values = [self.value(each, known) for each in node.args]
        tables = _ZONE_TABLES.get(node.op)
        if tables is not None and values[0] is not UNKNOWN:
            self.cells.add(tables(self.program.layout) + values[0])
        else:
            self.parts.update(self.facts.read_by(node))
        if UNKNOWN in values:
            return UNKNOWN
        if node.op == "neighbors":
            return self.program.tables[values[0]][values[1]]
        if node.op == "domain" and not self.program.domains[values[0]].present:
            return tuple(range(len(self.program.domains[values[0]].names)))
        plain = _PLAIN.get(node.op)
        return UNKNOWN if plain is None else plain(*values)

    def truth(self, node: ir.Op, known: dict[int, Any]) -> Any:
        """`and`, `or`: what stands behind the part that decides is not evaluated."""
        decides = node.op == "or"
        sure = True
        for each in node.args:
            value = self.value(each, known)
            if value is UNKNOWN:
                sure = False
            elif bool(value) is decides:
                return int(decides) if sure else UNKNOWN
        return int(not decides) if sure else UNKNOWN

    def comprehension(self, node: ir.Comp, at: int, known: dict[int, Any], found: list[Any]) -> bool:
        """Go through a comprehension from one of its clauses on; gives whether all of its elements, which are added to
        `found`, are known."""
        if at == len(node.clauses):
            values = [self.value(each, known) for each in (node.key, node.element, node.by) if each is not None]
            found.append(values[-1])
            return len(values) == 1 and values[0] is not UNKNOWN
        clause = node.clauses[at]
        items = self.value(clause.items, known)
        sure = items is not UNKNOWN
        for item in self.turns(items):
            known[clause.slot] = item
            going = True if clause.going is None else self.value(clause.going, known)
            if not going:
                break
            last = clause.until is not None and self.value(clause.until, known)
            test = True if clause.test is None else self.value(clause.test, known)
            sure = sure and UNKNOWN not in (going, last, test)
            if test is UNKNOWN or test:
                sure = self.comprehension(node, at + 1, known, found) and sure
            if last is not UNKNOWN and last:
                break
        return sure

    @staticmethod
    def turns(items: Any) -> Sequence[Any]:
        """What a loop goes through."""
        return (UNKNOWN,) if items is UNKNOWN else items

    def anything(self, node: Any) -> None:
        """A node of which nothing is known but the facts; no local of it either."""
        found = self.facts.of(node)
        self.parts |= found.reads
