"""Positions that a seat must take for possible: laid out as it may be, from what the seat remembers and a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..program import ir
from . import rng
from .backs import backs_of, moved_backs
from .guesses import Fits, Stuck, guess
from .observation import pieces_in, sees
from .recall import Memory, Secrets

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
    # how many lie where, and which lie in none of the zones that are seen, everybody at the seat knows
    sizes = {zone: n for zone in hidden if (n := now[program.layout.zone_size + zone])}
    wanted = sorted([piece for zone in sizes for piece in pieces_in(program, now, zone)])
    fits = _fitting(secrets, now) if program.backs else None
    for number in range(2 * TRIES):
        zones, fixed = (begun.zones, begun.fixed) if number < TRIES else (secrets.anywhere, {})
        try:
            found = guess(program, lying, zones, fixed, memory.seen, seed * 2 * TRIES + number, fits)
        except Stuck:
            continue
        found = {zone: there for zone, there in found.items() if there}
        if {zone: len(there) for zone, there in found.items()} != sizes:
            continue
        if sorted([piece for there in found.values() for piece in there]) == wanted:
            return found
    return None


def _fitting(secrets: Secrets, now: ir.Cells) -> Fits:
    """Whether a piece can lie at a place that is hidden: of the backs there everybody knows what they say."""
    program = secrets.program
    backs = [*backs_of(secrets.machine, now).values()]
    behind = {
        (zone, at): [each.of(now, piece) if each.has(piece) else None for each in backs]
        for zone in range(program.layout.zones)
        for at, piece in enumerate(pieces_in(program, now, zone))
    }

    def fits(zone: int, at: int, piece: int) -> bool:
        there = behind.get((zone, at))
        return there is None or all(
            back is None or (each.has(piece) and each.fits(back, piece))
            for each, back in zip(backs, there, strict=True)
        )

    return fits


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


def lay_all(secrets: Secrets, cells: ir.Cells, seat: int, zones: Mapping[int, Sequence[int]]) -> None:
    """Put pieces into zones, in place, with all that goes with them: backs stay where they are."""
    program = secrets.program
    before = {zone: pieces_in(program, cells, zone) for zone in zones} if program.backs else {}
    rename(secrets, cells, seat, lay(program, cells, zones))
    if program.backs:
        moved_backs(secrets.machine, cells, before, zones)


def rename(secrets: Secrets, cells: ir.Cells, seat: int, instead: Mapping[int, int]) -> None:
    """What rules keep of pieces that nobody at a seat can tell apart belongs, in place, to those that have taken their
    places: hidden fields, and what is remembered over a decision."""
    program, stay = secrets.program, cells[:]
    for number in secrets.fields:
        each = program.fields[number]
        base = program.domains[each.domain].piece_base if each.domain >= 0 else -1
        if base < 0:
            continue
        size = each.shape.cells
        for piece, other in instead.items():
            here, there = piece - base, other - base
            if all(0 <= one < len(program.domains[each.domain].names) for one in (here, there)) and not any(
                sees(secrets.machine, stay, each.visibility, seat, one) for one in (here, there)
            ):
                first, second = each.base + here * size, each.base + there * size
                cells[second : second + size] = stay[first : first + size]
    block, frame = cells[ir.CELL_BLOCK], cells[ir.CELL_FRAME]
    while 0 <= block < len(secrets.numbering.owner) and frame >= program.layout.stack:
        function = program.functions[secrets.numbering.owner[block][0]]
        for slot, offset in function.frame:
            _rename(program, cells, frame + offset, function.locals[slot], instead)
        block, frame = cells[frame + ir.FRAME_RETURN], cells[frame + ir.FRAME_CALLER]


def _rename(program: ir.Program, cells: ir.Cells, at: int, shape: ir.Shape, instead: Mapping[int, int]) -> None:
    """The same for a value."""
    domain = shape.domain if shape.kind in ("scalar", "set") else shape.of.domain if shape.of is not None else -1
    base = program.domains[domain].piece_base if domain >= 0 else -1
    if base < 0:
        return
    if shape.kind == "set":
        now = [instead.get(base + i, base + i) - base for i in ir.members_in(cells, shape.size, at)]
        for i, cell in enumerate(ir.set_cells(now, shape.cells)):
            cells[at + i] = cell
        return
    first, count = (at, shape.cells) if shape.kind != "list" else (at + 1, cells[at])
    for cell in range(first, first + count):
        if cells[cell] >= 0:
            cells[cell] = instead.get(base + cells[cell], base + cells[cell]) - base


def chance_of(seed: int) -> list[int]:
    """A generator of its own for a seed: what is drawn here must not show in what is drawn afterwards."""
    dice = rng.generator(seed)
    rng.next32(dice)
    return dice
