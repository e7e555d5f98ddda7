"""What a game can begin with: set-ups of the same players and options, played from many seeds and never the game's own.

From them follows which pieces may lie in which hidden zone at first, and what hidden fields may hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..program import ir
from .faults import Trap
from .machine import Machine
from .observation import pieces_in

FEWEST = 12
"""After so many set-ups in which no piece lay elsewhere than in the first, all are taken to lie where they do."""
MOST = 240
"""No more set-ups are played."""
UNLIKELY = 1e-7
"""A piece that was never in a zone is never there, if that would be so unlikely otherwise."""


@dataclass(slots=True)
class SetUps:
    """Of so many players with these options: the positions that some seeds begin with; `zones`, by piece, where each
    may lie; `fixed`, by zone, the pieces of an ordered zone, bottom first, that are always the same there."""

    positions: list[ir.Cells]
    zones: dict[int, frozenset[int]]
    fixed: dict[int, tuple[int, ...]] = field(default_factory=dict)


def set_ups(machine: Machine, first: ir.Cells) -> SetUps:
    """Those of the game that begins in a position."""
    program = machine.program
    layout = program.layout
    players, options = first[ir.CELL_PLAYERS], [first[cell] for _, cell in layout.options]
    pieces = slice(layout.piece_zone, layout.piece_zone + layout.pieces)
    links = slice(layout.piece_next, layout.piece_next + layout.pieces)
    positions: list[ir.Cells] = []
    counts: list[dict[int, int]] = [{} for _ in range(layout.pieces)]
    varied, listed, seed = False, False, 0
    while len(positions) < MOST and seed < 2 * MOST:
        seed += 1
        cells = _begun(machine, machine.new_state(players, seed, options), listed)
        if cells is None:
            continue
        if not positions and not listed and cells[ir.CELL_BLOCK] != first[ir.CELL_BLOCK]:
            listed, seed = True, 0  # what comes first need not be asked, and only its options can say so
            continue
        positions.append(cells)
        for piece, zone in enumerate(cells[pieces]):
            counts[piece][zone] = counts[piece].get(zone, 0) + 1
        varied = varied or cells[pieces] != positions[0][pieces] or cells[links] != positions[0][links]
        played = len(positions)
        if (played == FEWEST and not varied) or (played % 40 == 0 and not _doubtful(program, counts, played)):
            break
    return SetUps(positions, _zones(program, counts, len(positions)), _fixed(program, positions))


def _begun(machine: Machine, cells: ir.Cells, listed: bool) -> ir.Cells | None:
    """A game that has begun; None where the rules fault, which they may with another seed."""
    try:
        if listed:
            machine.begin(cells)
        else:
            machine.set_up(cells)
    except Trap:
        return None
    return cells


def _doubtful(program: ir.Program, counts: Sequence[Mapping[int, int]], played: int) -> bool:
    """Whether a piece might lie where it was never seen."""
    zones = _zones(program, counts, played)
    return any(set(zones[piece]) != set(seen) for piece, seen in enumerate(counts))


def _zones(program: ir.Program, counts: Sequence[Mapping[int, int]], played: int) -> dict[int, frozenset[int]]:
    """By piece the zones in which it may lie: where it was seen, and where others were that it shares a zone with, if
    it can be by chance alone that it was not."""
    found: dict[int, frozenset[int]] = {}
    for domain in program.domains:
        if domain.piece_base < 0:
            continue
        own = range(domain.piece_base, domain.piece_base + len(domain.names))
        seen_in: dict[int, list[int]] = {}
        for piece in own:
            for zone in counts[piece]:
                seen_in.setdefault(zone, []).append(piece)
        # how likely it is to miss a zone in all set-ups, for one of those that were seen there
        missed = {
            zone: (1 - min(sum(counts[piece][zone] for piece in there) / played / len(there), 1)) ** played
            for zone, there in seen_in.items()
        }
        likely = {zone for zone, chance in missed.items() if chance > UNLIKELY}
        for piece in own:
            near = {zone for zone in likely if any(not counts[piece].keys().isdisjoint(counts[each])
                                                   for each in seen_in[zone])}  # fmt: skip
            found[piece] = frozenset(counts[piece]) | near
    return found


def _fixed(program: ir.Program, positions: Sequence[ir.Cells]) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for family in program.families:
        if not family.ordered or family.visibility.mode == "all":
            continue
        for zone in range(family.first, family.first + family.count):
            orders = {tuple(pieces_in(program, cells, zone)) for cells in positions}
            if len(orders) == 1:
                found[zone] = orders.pop()
    return found
