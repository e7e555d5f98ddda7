"""The trail of a game: a few digits for the set-up and for each decision, from what it changed on the table.

Two games of rules that differ go the same way as long as their trails agree. So that a new field, another order of
declarations or another layout of the state alone makes no difference, what changed is said by names, and in no order.
The same is written in `trail.js` of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING
from zlib import crc32

from ..program import ir
from . import results
from .faults import Trap
from .machine import Machine
from .observation import holders, pieces_in, stored

if TYPE_CHECKING:
    from .state import State

DIGITS = 6
"""So many hexadecimal digits has each part of a trail."""


def marks_of(state: State, since: int = 0) -> list[str]:
    """The trail of a game in its parts, that of the set-up first; not the first `since`."""
    positions = [None, *[each.cells for each in state.taken], state.cells][since:]
    return [_mark(state.game.machine, before, after) for before, after in pairwise(positions) if after is not None]


def parted(ours: str, theirs: str) -> int | None:
    """After how many decisions (0: by the set-up) two games stand otherwise for the first time, as far as both trails
    go; None if they do not."""
    for at in range(0, min(len(ours), len(theirs)) - DIGITS + 1, DIGITS):
        if ours[at : at + DIGITS] != theirs[at : at + DIGITS]:
            return at // DIGITS
    return None


def _mark(machine: Machine, before: ir.Cells | None, after: ir.Cells) -> str:
    total = sum([crc32(each.encode("utf-8", "surrogatepass")) for each in _changes(machine, before, after)])
    return f"{total % 16**DIGITS:0{DIGITS}x}"


def _changes(machine: Machine, before: ir.Cells | None, after: ir.Cells) -> Iterator[str]:
    """What is otherwise than it was, by names: fields, zones, who decides, chance, and at the end the result."""
    program = machine.program
    for each in program.fields:
        if not each.internal:
            yield from _changed_field(machine, each, before, after)
    yield from _changed_zones(machine, before, after)
    seat = after[ir.CELL_DECIDER]
    yield f"decides|{machine.printer.player(seat) if after[ir.CELL_DECISION] >= 0 else ''}"
    yield f"chance|{after[ir.CELL_RNG_HIGH]}|{after[ir.CELL_RNG_LOW]}"
    if after[ir.CELL_DECISION] < 0:
        try:
            points, winners = results.points(machine, after), results.winners(machine, after)
        except Trap:
            return
        yield f"result|{','.join(map(str, points))}|{','.join(map(str, winners))}"


def _changed_field(machine: Machine, each: ir.StateField, before: ir.Cells | None, after: ir.Cells) -> Iterator[str]:
    program, size, last = machine.program, each.shape.cells, each.base
    if before is not None:
        last = each.base + program.holders(each) * size
        if before[each.base : last] == after[each.base : last]:
            return
    name = each.name if each.domain < 0 else f"{program.domains[each.domain].name}.{each.name}"
    for holder in holders(program, each.domain, after):
        at = each.base + max(holder, 0) * size
        if before is None or before[at : at + size] != after[at : at + size]:
            values = stored(after, at, each.shape)
            row = values if isinstance(values, tuple) else (values,)
            if each.shape.kind == "map" and each.shape.domain >= 0:
                keys = holders(program, each.shape.domain, after)
                row_words = [_value(machine, each.type, row[key]) for key in keys]
            else:
                row_words = [_value(machine, each.type, value) for value in row]
            if each.shape.kind == "set":
                row_words.sort()
            yield f"{name}|{_member(machine, each.domain, holder)}|{','.join(row_words)}"


def _changed_zones(machine: Machine, before: ir.Cells | None, after: ir.Cells) -> Iterator[str]:
    program, layout = machine.program, machine.program.layout
    first, last = layout.zone_first, layout.zone_first + layout.zones
    if before is not None:
        links = [(first, last), (layout.zone_last, layout.zone_last + layout.zones)]
        links += [(at, at + layout.pieces) for at in (layout.piece_zone, layout.piece_next)]
        if all(before[low:high] == after[low:high] for low, high in links):
            return
    for family in program.families:
        base = program.domains[family.domain].piece_base
        for holder in holders(program, family.holder, after):
            zone = family.of(holder)
            pieces = pieces_in(program, after, zone)
            if pieces == ([] if before is None else pieces_in(program, before, zone)):
                continue
            names = [_member(machine, family.domain, piece - base) for piece in pieces]
            told = names if family.ordered else sorted(names)
            yield f"{family.name}|{_member(machine, family.holder, holder)}|{','.join(told)}"


def _member(machine: Machine, domain: int, index: int) -> str:
    return "" if index < 0 else machine.printer.member(domain, index, exact=True)


def _value(machine: Machine, kind: ir.ValueType, value: int) -> str:
    return _member(machine, kind.domain, value) if kind.kind == "member" else str(value)
