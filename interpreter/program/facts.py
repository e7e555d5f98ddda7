"""What each function reads and changes, worked out once for all back ends and passes.

A *part* of the state is a stored field, a zone family, or a single cell of the header; what cannot be told apart is
taken together: a zone whose number is not known is all zones. Facts are upper bounds: a function may touch less. What a
call on a copy changes is thrown away and counts as nothing; what it reads counts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from . import ir, limits
from .calls import circles
from .operations import OPERATIONS
from .walk import descend

Part: TypeAlias = tuple[str, int]
"""("field", its number), ("zones", the family's number, -1: any), ("cell", a cell of the header or of an option),
("notes", -1): the notes of positions, which lie behind the last cell."""

Stretch: TypeAlias = tuple[int, int]
"""Cells from the first up to, not including, the second."""

ALL_ZONES: Part = ("zones", -1)
NOTES: Part = ("notes", -1)
CHANCE: Part = ("cell", ir.CELL_RNG_LOW)


@dataclass(slots=True)
class Facts:
    """Of one function, with everything it calls. `reads` and `writes` are parts of the state; `does` is what else may
    happen, as nodes declare it, and `copies`: something is called on a copy."""

    reads: set[Part] = field(default_factory=set)
    writes: set[Part] = field(default_factory=set)
    does: set[str] = field(default_factory=set)

    @property
    def pure(self) -> bool:
        """Whether its value is all there is of a call: it depends on the arguments and on what is read only, and
        nothing happens."""
        return not self.writes and self.does <= {"copies"}


class ProgramFacts:
    """The facts of a program, each worked out when it is first asked for."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._fields = sorted([(*self.field_cells(number), number) for number in range(len(program.fields))])
        self._firsts = [first for first, _, _ in self._fields]
        self._known: dict[int, Facts] = {}
        self._circles = circles(program)

    def field_cells(self, number: int) -> Stretch:
        """The first cell of a field, and the first behind it."""
        each = self.program.fields[number]
        return each.base, each.base + self.program.holders(each) * each.shape.cells

    def cells_of(self, part: Part) -> Iterator[Stretch]:
        """Where a part lies: of zones with the links of all pieces that could lie there."""
        kind, number = part
        layout = self.program.layout
        if kind == "field":
            yield self.field_cells(number)
        elif kind == "cell":
            yield number, number + 1
        elif kind == "notes":
            yield layout.size, layout.size + limits.NOTES * ir.NOTE_CELLS
        else:
            zones, pieces = (0, layout.zones), (0, layout.pieces)
            if part == ALL_ZONES:
                yield layout.piece_zone, layout.piece_zone + layout.pieces
            else:
                family = self.program.families[number]
                domain = self.program.domains[family.domain]
                zones = (family.first, family.first + family.count)
                pieces = (domain.piece_base, domain.piece_base + len(domain.names))
            for base in (layout.zone_first, layout.zone_last, layout.zone_size):
                yield base + zones[0], base + zones[1]
            yield layout.piece_next + pieces[0], layout.piece_next + pieces[1]

    def part_of(self, cell: int) -> Part:
        """The part that a cell belongs to."""
        at = bisect_right(self._firsts, cell) - 1
        if at >= 0 and cell < self._fields[at][1]:
            return ("field", self._fields[at][2])
        return ("cell", cell)

    def of(self, node: object) -> Facts:
        """The facts of an expression, a statement or a block."""
        out = Facts()
        for each in descend(node):
            self._add(each, out)
        return out

    # ------------------------------------------------------------ functions

    def function(self, number: int) -> Facts:
        """The facts of a function."""
        known = self._known.get(number)
        if known is None:
            circle = self._circles.get(number)
            if circle is None:
                known = self._known[number] = self.of(self.program.functions[number])
            else:  # all of them do what any of them does
                known = Facts()
                self._known.update(dict.fromkeys(circle, known))
                for each in circle:
                    for node in descend(self.program.functions[each]):
                        self._add(node, known)
        return known

    def decision(self, number: int) -> Facts:
        """The facts of making the options of a decision and telling who decides."""
        return self.of(self.program.decisions[number])

    # ------------------------------------------------------------ nodes

    def _add(self, node: Any, out: Facts) -> None:
        if node.does:
            out.does.add(node.does)
        for what in node.touches.split():
            if what in ("notes", "position"):
                out.reads.add(NOTES)
                out.writes.add(NOTES)
                out.reads.update(self.made_of(node.position) if what == "position" else ())
                continue
            part = CHANCE if what == "chance" else ALL_ZONES if what == "zones" else self.zone(getattr(node, what))
            out.reads.add(part)
            out.writes.add(part)
        if node.calls:
            called = self.function(node.function)
            out.reads |= called.reads
            if isinstance(node, ir.Call) and node.copy:
                out.does.add("copies")
            else:
                out.writes |= called.writes
                out.does |= called.does
        match node:
            case ir.Load():
                out.reads.add(self.part_of(node.base))
            case ir.Store():
                out.writes.add(self.part_of(node.base))
            case ir.Op():
                out.reads.update(self.read_by(node))

    def read_by(self, node: ir.Op) -> Iterator[Part]:
        """What an operation itself reads, its operands aside."""
        match OPERATIONS[node.op].reads:
            case "zone" | "size":
                yield self.zone(node.args[0])
            case "zones":
                yield ALL_ZONES
            case "form":
                number = node.args[0]
                domain = self.program.domains[number.value] if isinstance(number, ir.Const) else None
                if domain is not None and not domain.present:
                    return  # all of its members are in every game
                axes = () if domain is None else domain.axes
                for cell in [each.cell for each in axes] or [ir.CELL_PLAYERS]:
                    yield self.part_of(cell)
            case "position":
                number = node.args[0]
                yield NOTES
                yield from self.made_of(number.value if isinstance(number, ir.Const) else 0)

    def made_of(self, position: int) -> Iterator[Part]:
        """What a position is made of."""
        known = self.program.positions[position]
        for base, _ in known.cells:
            yield self.part_of(base)
        for each in known.zones:
            yield ("zones", each.family)
            for base in each.fields:
                yield self.part_of(base)

    def zone(self, number: ir.Expr) -> Part:
        """The family of a zone, where its number says it: a Const, or the first of a family and something more."""
        first: ir.Expr = number
        if isinstance(number, ir.Op) and number.op == "add" and isinstance(number.args[0], ir.Const):
            first = number.args[0]
        if isinstance(first, ir.Const):
            for i, family in enumerate(self.program.families):
                exact = isinstance(number, ir.Const) and family.first <= first.value < family.first + family.count
                if exact or first.value == family.first:
                    return ("zones", i)
        return ALL_ZONES
