"""What a game has come through: the same program with a cell for every place that it may come to.

A program is *marked* by a pass: in front of every block, every branch of an effect and every body of a loop stands a
store into a cell of its own, which nothing reads. So a position says by itself what its game has passed, on every
engine, and a game that nobody asks about pays nothing. Decisions, options, scores and saves of a marked game are those
of the plain one; only its positions have more cells.

What is asked and not done (functions whose value is wanted, conditions of options) may change nothing, and so has no
marks.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress, count
from typing import Any

from ..machine.state import State
from ..program import ir
from ..program.calls import asked_by
from ..program.walk import descend
from .playable import Game

__all__ = ["WIDTH", "Marked", "Point", "bare", "marked", "reveals"]

WIDTH = 32
"""Bits of a point in `Marked.passed`."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place that a game may come to: a function of the program as a whole (`whole`), or a branch of it. `element` is
    what it belongs to in the ruleset; `file` and `line` are the nearest that is known; `says`: the lines that it itself
    adds to the log, without values, or ""; `around`: the number of the place of which it is a branch (of a later block
    the function), or -1."""

    element: str
    file: str
    line: int
    whole: bool
    says: str = ""
    around: int = -1


class Marked:
    """A game that knows what it has come through. `game` plays it; `points` are all places, by number."""

    def __init__(self, game: Game, points: tuple[Point, ...], first: int) -> None:
        self.game = game
        self.points = points
        self._cells = slice(first, first + len(points))

    def passed(self, state: State) -> int:
        """What the game of a position has passed, as bits: `WIDTH` for each point, all 0 if it has not."""
        part = state.cells[self._cells]
        return int.from_bytes(part.tobytes() if isinstance(part, array) else array("i", part).tobytes(), "little")

    def numbers(self, state: State) -> Iterator[int]:
        """The numbers of the points that the game of a position has passed."""
        return compress(count(), state.cells[self._cells])

    @staticmethod
    def asks(state: State) -> int:
        """The number of the decision of the program that waits; -1 at the end."""
        return state.cells[ir.CELL_DECISION]

    def position(self, state: State, but: frozenset[int] = frozenset()) -> bytes:
        """The position without what was passed, the number of decisions and how the game came here. `but`: without
        these cells, too."""
        cells = state.cells[:]
        for each in (ir.CELL_PLY, *but):
            cells[each] = 0
        return array("i", cells[: self._cells.start]).tobytes() + array("i", cells[self._cells.stop :]).tobytes()

    def counters(self, states: Sequence[State]) -> frozenset[int]:
        """The cells that only ever grow in these positions, one after the other; and the generator of chance."""
        first, marks = [*states[0].cells], range(self._cells.start, self._cells.stop)
        grows, last = set(range(ir.HEADER_CELLS, len(first))) - set(marks), first
        for state in states[1:]:
            cells = [*state.cells]
            grows = {each for each in grows if cells[each] >= last[each]}
            last = cells
        grown = {each for each in grows if last[each] > first[each]}
        return frozenset(grown | {ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW})


def reveals(before: State, after: State) -> bool:
    """Whether decisions that were held back are not any more: what they were is told, and is no secret."""
    return 0 < before.cells[ir.CELL_HELD] != after.cells[ir.CELL_HELD]


def bare(state: State) -> State:
    """A copy that does not know how it came about, so that it keeps nothing of that in memory: it can be played on, and
    neither saved nor taken back."""
    other = state.clone()
    other._past, other._first_events, other._future = None, (), ()
    return other


def marked(game: Game, only: Collection[str] | None = None) -> Marked:
    """The same game with marks, on the same engine; only in functions of these elements, if some are given."""
    made = _Marks(game.program, only)
    program = made.run()
    return Marked(Game(program, game.ruleset, game.name, game.target, game.back_end), tuple(made.points), made.first)


class _Marks:
    """Puts the marks in."""

    def __init__(self, program: ir.Program, only: Collection[str] | None) -> None:
        self.program = program
        self.only = only
        self.first = program.layout.stack
        self.points: list[Point] = []
        self._around = -1

    def run(self) -> ir.Program:
        """The program with marks, and a field for them before the stack."""
        functions = tuple([
            self.function(each) if number in self.doing and self.wanted(each) else each
            for number, each in enumerate(self.program.functions)
        ])  # fmt: skip
        many = max(1, len(self.points))
        layout = replace(self.program.layout, stack=self.first + many, size=self.program.layout.size + many)
        shape = ir.Shape("map", many, -1, ir.SCALAR)
        field = ir.StateField("", -1, self.first, shape, ir.ValueType("int"), ir.Visibility(), internal=True)
        return replace(self.program, functions=functions, layout=layout, fields=(*self.program.fields, field))

    @cached_property
    def doing(self) -> set[int]:
        """The functions that may change something: what is carried out, and never asked."""
        program = self.program
        calls = [node for each in program.functions for node in descend(each) if isinstance(node, ir.Call)]
        asked = asked_by(program, [*calls, *program.decisions])
        carried = {program.main, *asked_by(program, [program.functions[program.main]])}
        return {each for each in carried - asked if not program.functions[each].generator}

    def wanted(self, function: ir.Function) -> bool:
        """Whether a function belongs to what is marked."""
        if self.only is None:
            return True
        own = self._own(function)
        return own is not None and own.element in self.only

    # ------------------------------------------------------------ marks

    def function(self, function: ir.Function) -> ir.Function:
        """A function with marks."""
        self._around = -1
        if not function.waits:
            return replace(function, body=self.body(function.body, function, whole=True))
        blocks, first = list[ir.Block](), len(self.points)
        for number, block in enumerate(function.blocks):
            blocks.append(replace(block, body=self.body(block.body, function, block.end, whole=number == 0)))
            self._around = first
        return replace(function, blocks=tuple(blocks))

    def body(
        self, body: tuple[ir.Stmt, ...], function: ir.Function, end: ir.Terminator | None = None, *, whole: bool = False
    ) -> tuple[ir.Stmt, ...]:
        """Statements, and how their block ends, with a mark before them and in every branch."""
        number, around = len(self.points), self._around
        self.points.append(self.point(function, (*body, *([] if end is None else [end])), whole))
        mark = ir.Store(self.first + number, None, ir.Const(1), ir.SCALAR)
        self._around = number
        marked_body = (mark, *[self.inside(each, function) for each in body])
        self._around = around
        return marked_body

    def inside(self, node: ir.Stmt, function: ir.Function) -> ir.Stmt:
        """A statement with marks in its branches."""
        match node:
            case ir.If():
                return replace(
                    node, then=self.branch(node.then, function), other=self.branch(node.other, function)
                )  # fmt: skip
            case ir.For() | ir.While():
                return replace(node, body=self.branch(node.body, function))
        return node

    def branch(self, body: tuple[ir.Stmt, ...], function: ir.Function) -> tuple[ir.Stmt, ...]:
        """A branch: one that does nothing, or leaves a loop at once, is none."""
        if not body or isinstance(body[0], ir.Break | ir.Continue):
            return body
        return self.body(body, function)

    def point(self, function: ir.Function, nodes: Iterable[Any], whole: bool) -> Point:
        """A place, with what is known of it: of a branch the first line of it that is known."""
        nodes = tuple(nodes)
        says = [self.program.texts[each.text] for each in nodes if isinstance(each, ir.Log)]
        own = self._own(function)
        inside = [self._place(getattr(each, "place", -1)) for node in nodes for each in descend(node)]
        known = [each for each in inside if each is not None and (own is None or each.element == own.element)]
        place = own if whole or not known else min(known, key=lambda each: (each.file, each.line, each.column))
        said = "; ".join(["…".join(each.parts) for each in says])
        if place is None:
            return Point("", "", 0, whole, said, self._around)
        return Point(place.element, place.file, place.line, whole, said, self._around)

    def _own(self, function: ir.Function) -> ir.Place | None:
        """Where a function stands; where it does not say so, something of it."""
        if function.place >= 0:
            return self._place(function.place)
        places = [self._place(getattr(each, "place", -1)) for each in descend(function)]
        return next((each for each in places if each is not None), None)

    def _place(self, number: int) -> ir.Place | None:
        return self.program.places[number] if 0 <= number < len(self.program.places) else None
