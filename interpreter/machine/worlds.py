"""Positions that a seat must take for possible: laid out as it may be, from what the seat remembers and a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..program import ir
from . import rng
from .guesses import Stuck, guess
from .observation import pieces_in
from .recall import Memory

TRIES = 12
"""So many guesses may fail before set-ups are left out of account, and so many again before it is given up."""


def guessed(memory: Memory, now: ir.Cells, seed: int) -> dict[int, list[int]] | None:
    """By zone that is hidden from the seat the pieces that may lie there, bottom first; None where no way was found in
    which it can have come about."""
    secrets = memory.secrets
    if not secrets.pieces or memory.first is None:
        return {}
    program, lying = secrets.program, memory.originals()
    begun = secrets.set_ups(memory.first)
    hidden = secrets.zones(now, memory.seat)
    for number in range(2 * TRIES):
        zones, fixed = (begun.zones, begun.fixed) if number < TRIES else (secrets.anywhere, {})
        try:
            found = guess(program, lying, zones, fixed, memory.seen, seed * 2 * TRIES + number)
        except Stuck:
            continue
        sizes = {zone: len(there) for zone, there in found.items() if there}
        if sizes == {zone: n for zone in hidden if (n := now[program.layout.zone_size + zone])}:
            return found
    return None


def lay(program: ir.Program, cells: ir.Cells, zones: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Put pieces into zones, in place; which piece each has taken the place of."""
    layout = program.layout
    instead: dict[int, int] = {}
    before_all = [pieces_in(program, cells, zone) for zone in zones]
    for (zone, wanted), there in zip(zones.items(), before_all, strict=True):
        now = list(wanted) if program.zone_ordered[zone] else sorted(wanted)
        if there == now:
            continue
        came, went = [p for p in now if p not in set(there)], [p for p in there if p not in set(now)]
        instead.update(zip(went, came, strict=True))
        before = -1
        for piece in now:
            cells[layout.piece_zone + piece] = zone
            cells[layout.piece_prev + piece] = before
            if before < 0:
                cells[layout.zone_first + zone] = piece
            else:
                cells[layout.piece_next + before] = piece
            before = piece
        if before >= 0:
            cells[layout.piece_next + before] = -1
        cells[layout.zone_last + zone] = before
    return instead


def reseed(cells: ir.Cells, seed: int) -> None:
    """Set the generator of a position in a way that differs from what the seed did before."""
    dice = [0] * ir.HEADER_CELLS
    rng.seed(dice, seed)
    rng.seed(cells, rng.next32(dice) << 32 | rng.next32(dice))
