"""Zones, chance, events and notes of positions as routines, beside the Python machine on the same states."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.backends.python.host import Chance, Host, Past
from yupana.interpreter.backends.wasm.memory_layout import EVENT
from yupana.interpreter.machine import rng
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.program import ir, limits
from yupana.schemas.errors import UsageError
from yupana.tests.machine.build import layout, program

from .routine_bench import Fault, Routines, signed

NAMES = (
    "move_top", "move_bottom", "zone_list", "move_all", "move_all_bottom", "shuffle", "draw", "next32", "below",
    "number", "roll_many", "seed_generator", "event_begin", "event_word", "event_list", "event_end",
    "note", "forget", "position_times", "position_ago", "keep_notes", "put_notes", "save_state", "restore_state",
)  # fmt: skip
PIECES, ZONES = 12, 5
KIND = ir.Domain("Piece", "kind", tuple([f"p{i}" for i in range(PIECES)]), piece_base=0)
FAMILIES = tuple([ir.ZoneFamily(f"z{i}", 0, -1, i, 1, i != 2, ir.Visibility()) for i in range(ZONES)])
POSITIONS = (
    ir.Position("all", ((16, 3), (30, 5)), (ir.ZonePart(0, tuple([i // 3 for i in range(PIECES)]), (40,)),
                                            ir.ZonePart(2, tuple(range(PIECES))))),
    ir.Position("some", (), (ir.ZonePart(1, (0,) * PIECES, (40, 52)),)),
)  # fmt: skip
PROGRAM = program(
    domains=(KIND,), layout=layout(zones=ZONES, pieces=PIECES), families=FAMILIES, zone_ordered=(1, 1, 0, 1, 1),
    zone_refill=(-1, 3, -1, -1, -1), positions=POSITIONS,
)  # fmt: skip


@pytest.fixture(scope="module")
def zones() -> Routines:
    return Routines(PROGRAM, NAMES)


class Twins:
    """The same state here and there."""

    def __init__(self, zones: Routines, seed: int) -> None:
        self.native = zones
        self.host = Host()
        self.python = Chance(PROGRAM, self.host)
        self.past = Past(PROGRAM, self.host)
        self.cells = [0] * PROGRAM.layout.size
        where = PROGRAM.layout
        self.cells[where.zone_first : where.zone_first + ZONES] = [-1] * ZONES
        self.cells[where.zone_last : where.zone_last + ZONES] = [-1] * ZONES
        for first in (where.piece_zone, where.piece_next, where.piece_prev):
            self.cells[first : first + PIECES] = [-1] * PIECES
        chance = random.Random(seed)
        for cell in [*range(16, 20), *range(30, 35), *range(40, 64)]:
            self.cells[cell] = chance.choice((-1, 0, 1, 2**31 - 1, -(2**31)))
        rng.seed(self.cells, seed)
        self.heard: list[Any] = []
        self.host.sink = self.heard.append
        zones.reset()
        zones.set_cells(self.cells)
        zones.poke(zones.at["LISTENING"], 1)
        zones.poke(zones.at["SCRIPTED"], 0)
        zones.poke(zones.at["EVENTS_END"], zones.at["EVENTS"])

    def both(self, name: str, *given: int) -> Any:
        """Do the same on both sides; states, events and what is left of the allowance are the same too."""
        there = self.past if hasattr(self.past, name) and name in self.past.named() else self.python
        function = there.named()[name]
        try:
            wanted = function(self.cells, *given)
        except Trap:
            with pytest.raises(Fault):
                getattr(self.native, name)(*given)
            return "fault"
        arena = self.native.global_("arena")
        got = getattr(self.native, name)(*given)
        if isinstance(wanted, list):
            got = list(self.native.listed(got))
        else:
            assert self.native.global_("arena") == arena
        assert got == wanted
        assert self.native.cells() == self.cells, (name, given)
        assert self.native.global_("work") == self.host.work[0]
        return wanted

    def events(self) -> list[tuple[int, ...]]:
        """What was told natively, event by event."""
        start, end = self.native.at["EVENTS"], self.native.peek(self.native.at["EVENTS_END"])
        words = self.native.read(start, (end - start) // 4)
        out = []
        at = 0
        while at < len(words):
            out.append(words[at + 1 : at + words[at]])
            at += words[at]
        return out


def _said(event: Any) -> tuple[int, ...]:
    kind, *rest = event
    if kind == "draw":
        source, zone, pieces = rest
        rest = [source, zone, len(pieces), *pieces]
    return (EVENT[kind], *rest)


@pytest.mark.parametrize("seed", range(12))
def test_pieces_move_alike(zones: Routines, seed: int) -> None:
    chance = random.Random(seed)
    twins = Twins(zones, seed)
    for piece in range(PIECES):
        twins.both("move_top", piece, chance.choice((0, 1, 2, 3)))
    for _ in range(60):
        zone, other = chance.randrange(ZONES), chance.randrange(ZONES)
        word = chance.choice(("move_top", "move_bottom", "move_all", "move_all_bottom", "shuffle", "draw", "zone_list"))
        match word:
            case "move_top" | "move_bottom":
                twins.both(word, chance.randrange(PIECES), chance.randrange(-1, ZONES))
            case "shuffle":
                twins.both(word, zone)
            case "draw":
                twins.both(word, chance.choice((-2, 0, 1, 3, 20)), zone, other, 1)
            case "zone_list":
                twins.both(word, zone, 2)
            case _:
                twins.both(word, zone, other)
    assert twins.events() == [_said(each) for each in twins.heard]
    assert "shuffle" in {kind for kind, *_ in twins.heard}


def test_a_draw_that_cannot_be_paid_for(zones: Routines) -> None:
    Twins(zones, 1)
    with pytest.raises(Fault) as caught:
        zones.draw(limits.WORK + 1, 0, 1, 7)
    assert caught.value.args == ("overworked", 7, 0, 0, 0)


def test_nobody_listens(zones: Routines) -> None:
    twins = Twins(zones, 1)
    zones.poke(zones.at["LISTENING"], 0)
    zones.move_top(1, 0)
    zones.shuffle(0)
    zones.draw(1, 0, 1, 0)
    assert twins.events() == []


def test_too_many_events(zones: Routines) -> None:
    Twins(zones, 1)
    zones.poke(zones.at["EVENTS_END"], zones.at["EVENTS_LIMIT"] - 12)
    zones.event_begin(2)
    zones.event_word(1)
    with pytest.raises(Fault, match="memory"):
        zones.event_word(1)


def test_an_event_with_all_sorts_of_values(zones: Routines) -> None:
    twins = Twins(zones, 1)
    zones.event_begin(3)
    zones.event_word(-5)
    zones.event_list((7, 8))
    zones.event_end()
    assert twins.events() == [(3, -5, 2, 7, 8)]


def test_the_generator(zones: Routines) -> None:
    for seed in (0, 1, -1, 2**31 - 1, 2**64 - 1):
        twins = Twins(zones, seed)
        zones.poke(zones.at["STATE"] + 4 * ir.CELL_RNG_LOW, 0)
        zones.seed_generator(seed)
        assert zones.cells() == twins.cells
        # of the last one a third of what is drawn does not count
        for bound in (1, 2, 3, 6, 2**31 - 1, 2**31, 2**31 - 3, 1_000_003, 7, 2**32 // 3 + 1) * 12:
            assert zones.below(bound) == signed(rng.below(twins.cells, bound), 32)
        assert zones.next32() == signed(rng.next32(twins.cells), 32)
        assert zones.cells() == twins.cells


def test_dice(zones: Routines) -> None:
    twins = Twins(zones, 3)
    assert zones.listed(zones.roll_many(50, 6, 1)) == tuple([rng.below(twins.cells, 6) + 1 for _ in range(50)])
    for count in (-1, limits.NUMBERS + 1):
        with pytest.raises(Fault) as caught:
            zones.roll_many(count, 6, 4)
        assert caught.value.args == ("bad_dice", 4, count, 0, 0)
    assert zones.cells() == twins.cells


def test_dice_set_beforehand(zones: Routines) -> None:
    twins = Twins(zones, 3)
    script = [3, 6, 1, 7]
    at = zones.words(script)
    zones.poke(zones.at["SCRIPTED"], 1)
    zones.poke(zones.at["SCRIPT_AT"], at)
    zones.poke(zones.at["SCRIPT_END"], at + 16)
    assert zones.listed(zones.roll_many(3, 6, 1)) == tuple([rng.scripted(script, 6) for _ in range(3)])
    with pytest.raises(UsageError):
        rng.scripted(script, 6)
    with pytest.raises(Fault) as caught:
        zones.number(6)
    assert caught.value.args == ("wrong_die", 0, 7, 6, 0)
    with pytest.raises(Fault, match="no_die"):
        zones.number(6)
    assert zones.cells() == twins.cells


@pytest.mark.parametrize("seed", range(6))
def test_positions_are_noted_alike(zones: Routines, seed: int) -> None:
    chance = random.Random(seed)
    twins = Twins(zones, seed)
    for piece in range(PIECES):
        twins.both("move_top", piece, chance.choice((0, 1, 2)))
    known = set()
    for _ in range(80):
        position = chance.randrange(2)
        word = chance.choice(("note", "note", "position_times", "position_ago", "move", "store", "forget"))
        if word == "move":
            twins.both("move_bottom", chance.randrange(2), chance.choice((0, 1, 2)))
        elif word == "store":
            cell, value = chance.choice((17, 30, 41)), chance.randrange(-1, 1)
            twins.cells[cell] = value
            zones.poke(zones.at["STATE"] + 4 * cell, value)
        elif word != "forget" or not chance.randrange(5):
            known.add((word, twins.both(word, position, 3)))
    assert any(word == "position_times" and many for word, many in known)
    kept, cells = zones.keep_notes(), zones.cells()
    zones.note(0, 1)
    zones.forget(1, 1)
    zones.put_notes(kept)
    assert zones.cells() == cells


def test_too_many_notes(zones: Routines) -> None:
    Twins(zones, 1)
    zones.poke(zones.at["CELLS"], PROGRAM.layout.size + 3 * limits.NOTES - 3)
    zones.note(0, 1)
    with pytest.raises(Fault) as caught:
        zones.note(0, 5)
    assert caught.value.args == ("too_many_notes", 5, 0, 0, 0)


def test_a_state_is_kept(zones: Routines) -> None:
    twins = Twins(zones, 1)
    zones.note(1, 1)
    cells = zones.cells()
    at = zones.take(4_000)
    assert zones.save_state(at) == at + 4 + 4 * len(cells)
    zones.set_cells(twins.cells)
    zones.restore_state(at)
    assert zones.cells() == cells
