"""What a value was worked out from, as functions of the program: for a host that has nothing but a module.

For a function there is one beside it that says whether anything is read, where the first one is called with the same
values, that a viewer does not see: every read of a cell is followed as far as the function goes, and no further (behind
the first part of an `and` that fails nothing is read). A viewer's cells are marked behind the state, cell by cell. What
cannot be followed exactly (how far a search goes, a `while` of a comprehension) counts as read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from . import ir
from .backs import Behind
from .facts import ProgramFacts
from .hidden import secret_parts
from .operations import OPERATIONS
from .searching import NUMBER

TOLD = ir.Text(("", ""), (NUMBER,))


def with_taint(program: ir.Program, wanted: Sequence[int]) -> tuple[ir.Program, dict[int, int]]:
    """The program with a function beside each of the wanted ones, and their numbers. One beside a function that logs
    logs in place of each line whether anything was read for it since the last; one beside a function with a result
    gives that back. The mark of a cell stands so many cells behind it as the program's state has."""
    maker = _Maker(program)
    beside = {each: maker.beside(each, logs=True) for each in wanted}
    return maker.finished(), beside


class _Maker:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.marks = program.layout.size
        self.text = len(program.texts)
        self.functions: list[ir.Function | None] = list(program.functions)
        self.facts, self.secret = ProgramFacts(program), secret_parts(program)
        self.behind = Behind(program)
        self._beside: dict[tuple[int, bool], int] = {}

    def finished(self) -> ir.Program:
        """The program with all that was made."""
        layout = replace(self.program.layout, size=2 * self.marks)
        functions = tuple([each for each in self.functions if each is not None])
        return replace(self.program, functions=functions, layout=layout, texts=(*self.program.texts, TOLD))

    def beside(self, number: int, *, logs: bool = False) -> int:
        """The function beside one."""
        known = self._beside.get((number, logs))
        if known is None:
            known = self._beside[number, logs] = len(self.functions)
            self.functions.append(None)
            self.functions[known] = _Body(self, self.program.functions[number], logs).function()
        return known

    def may_touch(self, node: Any) -> bool:
        """Whether there may be anything hidden in what a node reads."""
        return not self.secret.isdisjoint(self.facts.of(node).reads)


class _Body:
    """The function beside one: `touched` is the local that says whether anything was read."""

    def __init__(self, maker: _Maker, function: ir.Function, logs: bool) -> None:
        self.maker, self.made, self.logs = maker, function, logs
        self.touched = len(function.locals)
        self.locals = [*function.locals, ir.SCALAR]
        self.blind: set[int] = set()  # the locals with pieces of which nothing is read but their backs

    def function(self) -> ir.Function:
        """The function."""
        body = self.block(self.made.body)
        result = None if self.logs and self.made.result is None else ir.SCALAR
        end = [] if result is None else [ir.Return(ir.Local(self.touched))]
        begin = ir.SetLocal(self.touched, ir.Const(0))
        return replace(
            self.made, name=f"touched by {self.made.name}", locals=tuple(self.locals), result=result, memo=False,
            body=(begin, *body, *end),
        )  # fmt: skip

    # ------------------------------------------------------------ statements

    def block(self, body: Iterable[ir.Stmt]) -> tuple[ir.Stmt, ...]:
        """Statements, each with what is read for it before."""
        return tuple([made for each in body for made in self.statement(each)])

    def statement(self, node: ir.Stmt) -> list[ir.Stmt]:
        """One, with what is read for it before."""
        match node:
            case ir.If():
                both = replace(node, then=self.block(node.then), other=self.block(node.other))
                return [*self.note(self.read(node.test)), both]
            case ir.For():
                return [*self.note(self.read(node.items)), replace(node, body=self.block(node.body))]
            case ir.While():
                tested = self.note(self.read(node.test))
                loop = replace(node, body=(*tested, *self.block(node.body)))
                return [*self.note(self.read(node.bound)), loop, *tested]
            case ir.Return():
                return [*self.note(self.read(node.value)), ir.Return(ir.Local(self.touched))]
            case ir.Log() if self.logs:
                told = ir.Log(self.maker.text, (ir.Local(self.touched),))
                return [*self.note(self.every(node.args)), told, ir.SetLocal(self.touched, ir.Const(0))]
            case ir.Log() | ir.Reveal():
                return self.note(self.every(node.args))
            case ir.Do():
                inside = None
                if self.maker.may_touch(self.maker.program.functions[node.function]):
                    inside = ir.Call(self.maker.beside(node.function), node.args, copy=True)
                return [*self.note(either([*map(self.read, node.args), inside])), node]
        parts = [getattr(node, name) for name in node.parts if name not in node.bodies]
        flat = [each for part in parts for each in (part if isinstance(part, tuple) else (part,))]
        return [*self.note(either([self.every(flat), *self.moved(node)])), node]

    def moved(self, node: ir.Stmt) -> list[ir.Expr | None]:
        """What a statement itself reads: where a piece lies that is moved, and what lies where it comes to."""
        if not node.touches or not self.maker.may_touch(node):
            return []
        layout = self.maker.program.layout
        match node:
            case ir.Move():
                return [self.marked(layout.piece_zone, node.piece), self.marked(layout.zone_last, node.zone)]
            case ir.MoveAll() | ir.Draw():
                return [self.marked(layout.zone_last, node.source), self.marked(layout.zone_last, node.zone)]
        return [ir.Const(1)]

    def note(self, read: ir.Expr | None) -> list[ir.Stmt]:
        """Note that something is read."""
        if read is None:
            return []
        return [ir.SetLocal(self.touched, ir.Op("or", (ir.Local(self.touched), read)))]

    # ------------------------------------------------------------ expressions: None where nothing hidden can be read

    def every(self, nodes: Iterable[ir.Expr | None]) -> ir.Expr | None:
        """What is read by all of them."""
        return either([self.read(each) for each in nodes])

    def read(self, node: ir.Expr | None) -> ir.Expr | None:
        """Whether anything hidden is read where this is worked out."""
        if node is None or not self.maker.may_touch(node):
            return None
        match node:
            case ir.Load() if (piece := self.maker.behind.piece(node)) is not None and self._by_place(piece):
                return self.every(self.maker.behind.place(piece) or ())
            case ir.Load():
                return either([self.read(node.index), self._loaded(node)])
            case ir.Op(op="and" | "or"):
                return self._short(node)
            case ir.Op():
                return either([self.every(node.args), *self._own(node)])
            case ir.Call():
                inside = None
                if self.maker.may_touch(self.maker.program.functions[node.function]):
                    inside = replace(node, function=self.maker.beside(node.function))
                return either([self.every(node.args), inside])
            case ir.Choice():
                then, other = self.read(node.then), self.read(node.other)
                branch = None
                if then is not None or other is not None:
                    branch = ir.Choice(node.test, then or ir.Const(0), other or ir.Const(0))
                return either([self.read(node.test), branch])
            case ir.Comp():
                return self._comprehension(node, 0)
            case ir.Region():
                every: ir.Expr = ir.Op("members", (node,))
                near = either([self.read(node.over), some(node.slot, node.over, self.read(node.test))])
                first = some(node.slot, ir.Op("list", (node.start,)), self.read(node.test))
                return either([self.read(node.start), first, some(node.at, every, near)])
            case ir.Costs():
                reached = ir.Op("ne", (ir.Op("map_get", (node, ir.Local(node.here))), ir.Const(ir.NO_INT)))
                step = either([self.read(node.test), self.read(node.by)])
                near = either([self.read(node.over), some(node.there, node.over, step)])
                every = ir.Op("range", (ir.Const(0), ir.Const(node.size - 1)))
                return either([self.read(node.start), self.read(node.within), some(node.here, every, near, reached)])
        return self.every([getattr(node, name) for name in node.parts])

    def _by_place(self, piece: ir.Expr) -> bool:
        """Whether a piece was found by where it lies."""
        if isinstance(piece, ir.Local):
            return piece.slot in self.blind
        return self.maker.behind.place(piece) is not None

    def _loaded(self, node: ir.Load) -> ir.Expr | None:
        """The mark of what is loaded; that of its first cell, where all of it belongs to one holder."""
        kind, number = self.maker.facts.part_of(node.base)
        if (kind, number) not in self.maker.secret:
            return None
        own = self.maker.program.fields[number].shape.cells
        if node.shape.cells <= own:
            return ir.Load(self.maker.marks + node.base, node.index, ir.SCALAR)
        return self.stretch(node.base, node.shape.cells, node.index)

    def _short(self, node: ir.Op) -> ir.Expr | None:
        """An `and` or `or`: what stands behind is read where what stands before does not decide."""
        first, *rest = node.args
        if not rest:
            return self.read(first)
        further = self._short(replace(node, args=tuple(rest)))
        goes_on = first if node.op == "and" else ir.Op("not", (first,))
        return either([self.read(first), None if further is None else ir.Op("and", (goes_on, further))])

    def _own(self, node: ir.Op) -> list[ir.Expr | None]:
        """What an operation reads itself of zones and positions; how many pieces lie in a zone all see."""
        program, layout = self.maker.program, self.maker.program.layout
        match OPERATIONS[node.op].reads:
            case "zone" if node.op == "zone_top":
                return [self.marked(layout.zone_last, node.args[0])]
            case "zone":
                return [self.marked(layout.zone_first, node.args[0])]
            case "zones":
                return [self.marked(layout.piece_zone, node.args[0])]
            case "position":
                number = node.args[0]
                position = program.positions[number.value if isinstance(number, ir.Const) else 0]
                stretches = list(position.cells)
                for part in position.zones:
                    family = program.families[part.family]
                    pieces = len(program.domains[family.domain].names)
                    stretches.append((layout.zone_first + family.first, family.count))
                    stretches += [(each, pieces) for each in part.fields]
                return [self.stretch(*each) for each in stretches]
        return []

    def _comprehension(self, node: ir.Comp, at: int) -> ir.Expr | None:
        """What the loops from one on read."""
        if at == len(node.clauses):
            return self.every([node.key, node.element, node.by])
        clause = node.clauses[at]
        rest = (clause.going, clause.until, clause.test, *node.clauses[at + 1 :], node.key, node.element, node.by)
        items = self.read(clause.items)
        if items is not None and self.maker.behind.goes_blind(clause, rest):
            self.blind.add(clause.slot)
            items = self.every(clause.items.args) if isinstance(clause.items, ir.Op) else None
        stop = self._stop(node, at)
        inner = self._comprehension(node, at + 1)
        if inner is not None and clause.test is not None:
            inner = ir.Op("and", (clause.test, inner))
        until = clause.until
        if stop is not None:
            stop = stop if clause.test is None else ir.Op("and", (clause.test, stop))
            until = stop if until is None else ir.Op("or", (until, stop))
        each = either([self.read(clause.until), self.read(clause.test), inner])
        turns = None
        if each is not None:
            turns = ir.Comp("any", (replace(clause, test=None, until=until),), each)
        return either([items, some(clause.slot, clause.items, self.read(clause.going)), turns])

    def _stop(self, node: ir.Comp, at: int) -> ir.Expr | None:
        """Whether the loops further inside end all of it."""
        ends = {"any": node.element, "all": ir.Op("not", (node.element,)), "first": ir.Const(1)}.get(node.word)
        rest = node.clauses[at + 1 :]
        return ends if ends is None or not rest else ir.Comp("any", rest, ends)

    # ------------------------------------------------------------ marks

    def marked(self, base: int, index: ir.Expr) -> ir.Expr:
        """The mark of a cell of an array; nothing is read for what is in none (-1)."""
        mark = ir.Load(self.maker.marks + base, index, ir.SCALAR)
        return ir.Op("and", (ir.Op("ge", (index, ir.Const(0))), mark))

    def stretch(self, base: int, count: int, index: ir.Expr | None = None) -> ir.Expr | None:
        """Whether one of so many cells is marked."""
        slot = len(self.locals)
        self.locals.append(ir.SCALAR)
        every = ir.Op("range", (ir.Const(0), ir.Const(count - 1)))
        at: ir.Expr = ir.Local(slot)
        at = at if index is None else ir.Op("add", (index, at))
        return some(slot, every, ir.Load(self.maker.marks + base, at, ir.SCALAR))


def either(values: Iterable[ir.Expr | None]) -> ir.Expr | None:
    """Whether one of them is true, of those that are there."""
    there = [each for each in values if each is not None]
    return None if not there else there[0] if len(there) == 1 else ir.Op("or", tuple(there))


def some(slot: int, items: ir.Expr, each: ir.Expr | None, test: ir.Expr | None = None) -> ir.Expr | None:
    """Whether it is so for one of some elements."""
    return None if each is None else ir.Comp("any", (ir.Clause(slot, items, test),), each)
