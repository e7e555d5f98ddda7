"""Positions that can come again: their digests, and the notes of them behind the last cell of a state.

A note is three cells: the number of its position, and the upper and the lower half of the digest of 64 bits that the
position had. `backends/SEMANTICS.md` says how a digest is made; two different positions have the same one about once in
2**64. So a state stays an array of plain cells, and a note costs the same however large the position is.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import mul

from ..program import ir, limits
from .faults import too_many_notes

STEP = 0x9E3779B97F4A7C15
_M64 = 2**64 - 1


def mixed(value: int) -> int:
    """The numbers of 64 bits in another order, without a pattern (the last steps of SplitMix64)."""
    value &= _M64
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _M64
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _M64
    return value ^ value >> 31


def factor(i: int) -> int:
    """What the cell in place i of a position counts."""
    return mixed((i + 1) * STEP) | 1


class Positions:
    """The positions of one program, on any state of it."""

    def __init__(self, program: ir.Program) -> None:
        layout = program.layout
        self.end = layout.size
        self.zone_first, self.piece_next = layout.zone_first, layout.piece_next
        self.parts = [_Parts(program, each) for each in program.positions]
        self.noting = [each.noting for each in program.positions]

    def digest(self, cells: ir.Cells, position: int) -> int:
        """The digest of a position as it is now."""
        parts = self.parts[position]
        whole = 0
        for at, factors in parts.cells:
            whole += sum(map(mul, cells[at], factors))
        for zone, base, same, fields, ordered in parts.zones:
            piece = cells[self.zone_first + zone]
            place = 0
            while piece >= 0:
                key = (zone, place, same[piece - base], *[cells[each + piece - base] for each in fields])
                known = parts.known.get(key)
                if known is None:
                    if len(parts.known) >= _KEPT:
                        parts.known.clear()
                    known = parts.known[key] = _of_piece(*key)
                whole += known
                place += ordered
                piece = cells[self.piece_next + piece]
        return whole & _M64

    def times(self, cells: ir.Cells, position: int) -> int:
        """How many notes of a position are the same as now."""
        if len(cells) == self.end:
            return 0
        high, low = ir.halves(self.digest(cells, position))
        lows = cells[self.end + 2 :: 3]
        if low not in lows:
            return 0
        notes = zip(cells[self.end :: 3], cells[self.end + 1 :: 3], lows, strict=True)
        return sum([note == (position, high, low) for note in notes])

    def ago(self, cells: ir.Cells, position: int) -> int:
        """How many notes of a position were made since the last that is the same as now, or NO_INT."""
        if len(cells) == self.end:
            return ir.NO_INT
        high, low = ir.halves(self.digest(cells, position))
        since = 0
        for at in range(len(cells) - ir.NOTE_CELLS, self.end - 1, -ir.NOTE_CELLS):
            if cells[at] == position:
                if cells[at + 2] == low and cells[at + 1] == high:
                    return since
                since += 1
        return ir.NO_INT

    def note(self, cells: ir.Cells, position: int, place: int) -> None:
        """Note how a position is now."""
        if len(cells) - self.end >= limits.NOTES * ir.NOTE_CELLS:
            too_many_notes(limits.NOTES, place)
        cells.extend((position, *ir.halves(self.digest(cells, position))))

    def forget(self, cells: ir.Cells, position: int) -> None:
        """Take all notes of a position away."""
        notes = zip(cells[self.end :: 3], cells[self.end + 1 :: 3], cells[self.end + 2 :: 3], strict=True)
        kept = [cell for note in notes if note[0] != position for cell in note]
        del cells[self.end :]
        cells.extend(kept)


def begin_here(program: ir.Program, before: ir.Cells, cells: ir.Cells, call: Callable[[ir.Cells, int], object]) -> None:
    """Let what was put together of `before` be the first position of the game: what was noted of the one before it
    goes, and it is noted itself. A position that is the same as before, or whose notes were made by hand meanwhile,
    keeps its notes. `call` carries out a function of the program."""
    end = program.layout.size
    if len(before) == end:
        return
    positions = Positions(program)
    for position in sorted(set(before[end :: ir.NOTE_CELLS])):
        if _notes_of(before, end, position) != _notes_of(cells, end, position):
            continue
        was, now = [_note_of(positions, each, position, call) for each in (before, cells)]
        if was != now:
            positions.forget(cells, position)
            cells.extend(now)


def _note_of(positions: Positions, cells: ir.Cells, position: int, call: Callable[[ir.Cells, int], object]) -> ir.Cells:
    """The note of a position as it is now."""
    alone = cells[: positions.end]
    noting = positions.noting[position]
    if noting < 0:
        positions.note(alone, position, -1)
    else:
        call(alone, noting)
    return alone[positions.end :]


def _notes_of(cells: ir.Cells, end: int, position: int) -> list[tuple[int, int]]:
    notes = zip(cells[end::3], cells[end + 1 :: 3], cells[end + 2 :: 3], strict=True)
    return [(high, low) for of, high, low in notes if of == position]


_KEPT = 100_000
"""So many pieces in places are kept with what they count."""


class _Parts:
    """What one position is made of, ready to be gone through."""

    def __init__(self, program: ir.Program, position: ir.Position) -> None:
        starts = [0]
        for _, count in position.cells:
            starts.append(starts[-1] + count)
        self.cells = [
            (slice(base, base + count), [factor(i) for i in range(first, beyond)])
            for (base, count), (first, beyond) in zip(position.cells, pairwise(starts), strict=True)
        ]
        self.zones = []
        for each in position.zones:
            family = program.families[each.family]
            base = program.domains[family.domain].piece_base
            for zone in range(family.first, family.first + family.count):
                self.zones.append((zone, base, each.same, each.fields, int(family.ordered)))
        self.known: dict[tuple[int, ...], int] = {}  # what pieces count, by zone, place and all that tells them apart


def _of_piece(zone: int, place: int, *told: int) -> int:
    word = 0
    for each in told:
        word = mixed(word + each + STEP)
    return mixed(mixed(word + zone + STEP) + place + STEP)
