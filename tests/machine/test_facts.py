"""What a function reads and changes: worked out on the program, and held against what runs."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.program import ir
from yupana.interpreter.program.facts import ALL_ZONES, CHANCE, Part, ProgramFacts
from yupana.tests.conformance.games import begin

from .build import INT, c, cell, function, layout, op, program, v

SCORES = ir.StateField("scores", 0, 20, ir.SCALAR, INT, ir.Visibility())
HANDS = ir.ZoneFamily("hands", 0, 0, 2, 3, True, ir.Visibility())
TABLE = ir.ZoneFamily("table", 0, -1, 1, 1, True, ir.Visibility())


def facts_of(*body: ir.Stmt, more: tuple[ir.Function, ...] = ()) -> Any:
    made = program(
        [function("looked_at", (0,), body), *more], fields=(SCORES,), families=(TABLE, HANDS),
        layout=layout(zones=5, pieces=4), zone_ordered=(1,) * 5, zone_refill=(-1,) * 5,
    )  # fmt: skip
    return ProgramFacts(made).function(2)


def test_reads_and_writes_are_the_fields_that_a_cell_belongs_to() -> None:
    found = facts_of(ir.Store(22, None, cell(20, v(0)), ir.SCALAR), ir.Return(cell(ir.CELL_ME)))
    assert found.reads == {("field", 0), ("cell", ir.CELL_ME)}
    assert found.writes == {("field", 0)}
    assert not found.pure


@pytest.mark.parametrize(("zone", "part"), [
    (c(1), ("zones", 0)), (c(3), ("zones", 1)), (op("add", 2, v(0)), ("zones", 1)), (v(0), ALL_ZONES),
])  # fmt: skip
def test_zones_are_told_apart_where_their_numbers_say_it(zone: ir.Expr, part: Part) -> None:
    assert facts_of(ir.Return(op("zone_size", zone))).reads == {part}


def test_what_is_called_counts_and_what_happens_on_a_copy_does_not() -> None:
    changes = function("changes", (), [ir.Store(21, None, c(1), ir.SCALAR), ir.Return(cell(30))])
    called = facts_of(ir.Return(ir.Call(3, ())), more=(changes,))
    assert (called.writes, called.reads, called.pure) == ({("field", 0)}, {("cell", 30)}, False)
    copied = facts_of(ir.Return(ir.Call(3, (), copy=True)), more=(changes,))
    assert (copied.writes, copied.reads, copied.pure, copied.does) == (set(), {("cell", 30)}, True, {"copies"})


@pytest.mark.parametrize(("statement", "pure"), [
    (ir.Roll(1, None, 6, -1, 0), False), (ir.Log(-1, ()), False), (ir.Reveal(0, ()), False), (ir.Shuffle(c(1)), False),
    (ir.Move(c(0), c(1)), False), (ir.SetLocal(1, c(2)), True), (ir.Fault(0, -1), True),
])  # fmt: skip
def test_what_is_pure(statement: ir.Stmt, pure: bool) -> None:
    assert facts_of(statement, ir.Return(c(0))).pure == pure


def test_shuffling_changes_the_zone_and_the_generator() -> None:
    assert facts_of(ir.Shuffle(c(1)), ir.Return(c(0))).writes == {("zones", 0), CHANCE}


class TrackedCells(list[int]):
    """Cells that note which of them are read and written."""

    def watch(self) -> TrackedCells:
        self.read: set[int] = set()
        self.written: set[int] = set()
        return self

    def _noted(self, at: Any, into: set[int]) -> None:
        into.update(range(len(self))[at] if isinstance(at, slice) else (at,))

    def __getitem__(self, at: Any) -> Any:
        if at == slice(None):  # a copy of the state: what is read of it counts
            copy = TrackedCells(self).watch()
            copy.read = self.read
            return copy
        self._noted(at, self.read)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        self._noted(at, self.written)
        super().__setitem__(at, value)


@pytest.mark.parametrize(("target", "decisions"), [
    ("tic_tac_toe", 9), ("cargo_empire", 60), ("cuzco_kk", 12), ("cuzco_feld", 60), ("pizarro", 80),
])  # fmt: skip
def test_what_runs_reads_and_writes_no_more_than_the_facts_say(target: str, decisions: int) -> None:
    state = begin(target, 2, 7)
    machine, facts = state.game.machine, ProgramFacts(state.game.machine.program)
    layout_, dice = machine.program.layout, random.Random(3)
    zones = set(range(layout_.zone_first, layout_.zone_first + 3 * layout_.zones))
    zones |= set(range(layout_.piece_zone, layout_.piece_zone + 3 * layout_.pieces))

    def allowed(parts: set[Part], cells: set[int]) -> bool:
        """Whether all cells that were touched belong to the parts (zones are judged as a whole)."""
        for each in cells - (zones if any(kind == "zones" for kind, _ in parts) else set()):
            if facts.part_of(each) not in parts and each < layout_.stack and each != ir.CELL_FRAME:
                return False
        return True

    judged = 0
    for _ in range(decisions):
        if state.over:
            break
        cells = TrackedCells(state.cells).watch()
        assert machine.legal(cells)  # type: ignore[arg-type]
        known = facts.decision(state.cells[ir.CELL_DECISION])
        header = {ir.CELL_DECISION, ir.CELL_BLOCK}
        assert allowed(known.reads, cells.read - header)
        assert allowed(known.writes, cells.written - {ir.CELL_ME})  # which is put back
        assert list(cells) == list(state.cells)
        for number, function_ in enumerate(machine.program.functions):
            if function_.waits or function_.generator or function_.params or function_.result is None:
                continue
            if not facts.function(number).pure:
                continue
            cells = TrackedCells(state.cells).watch()
            machine.call(cells, number)
            assert allowed(facts.function(number).reads, cells.read), function_.name
            assert not cells.written - {ir.CELL_ME}
            assert list(cells) == list(state.cells)
            judged += 1
        state.apply(dice.choice(state.decision.options))  # type: ignore[union-attr]
    assert judged >= (0 if target == "tic_tac_toe" else decisions // 2)
