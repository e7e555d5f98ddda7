"""The constants that routines know by name: where things lie, what is numbered, and the limits."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence

from ...machine.positions import STEP, factor, mixed
from ...program import ir, limits
from ..protocol import MARGIN_MOST
from . import memory_layout
from .memory_layout import Room

_ALWAYS = {
    "NO_INT": ir.NO_INT,
    "NONE": ir.NONE,
    "INT_MAX": ir.INT_MAX,
    "INT_MIN": ir.INT_MIN,
    "HEADER_CELLS": ir.HEADER_CELLS,
    "NOTE_CELLS": ir.NOTE_CELLS,
    "FRAME_RETURN": ir.FRAME_RETURN,
    "FRAME_CALLER": ir.FRAME_CALLER,
    "FRAME_HEAD": ir.FRAME_HEAD,
    "LIST_MOST": limits.LIST,
    "NUMBERS_MOST": limits.NUMBERS,
    "OPTIONS_MOST": limits.OPTIONS,
    "NOTES_MOST": limits.NOTES,
    "BLOCKS_MOST": limits.BLOCKS,
    "WORK_MOST": limits.WORK,
    "ALIKE_SLOTS": memory_layout.ALIKE_SLOTS,
    "ALIKE_LEAST": memory_layout.ALIKE_LEAST,
    "NODE_HEAD": memory_layout.NODE_HEAD,
    "MARGIN_MOST": MARGIN_MOST,
    "SUMS_LENGTHS": memory_layout.SUMS_LENGTHS,
    **{name: value for name, value in vars(ir).items() if name.startswith("CELL_")},
    **{f"FAULT_{name.upper()}": number for name, number in memory_layout.FAULT.items() if name},
    **{f"EVENT_{name.upper()}": number for name, number in memory_layout.EVENT.items() if name},
}


_BITS = b"".join([
    bytes([i for i in range(8) if byte >> i & 1]).ljust(8, b"\0") for byte in range(256)
])  # fmt: skip
"""Of each byte which of its bits are set, in order."""


def environment(room: Room, digests: Mapping[int, int] | None = None, **more: int) -> Mapping[str, int]:
    """All constants of one program's module; what `room.at` gets to know later is in it too. `digests`: where those of
    positions lie that are kept."""
    program = room.program
    layout = program.layout
    own = {
        "LAYOUT_SIZE": layout.size,
        "STACK": layout.stack,
        "ZONE_FIRST": layout.zone_first,
        "ZONE_LAST": layout.zone_last,
        "ZONE_SIZE": layout.zone_size,
        "PIECE_ZONE": layout.piece_zone,
        "PIECE_NEXT": layout.piece_next,
        "PIECE_PREV": layout.piece_prev,
        "ZONES": layout.zones,
        "PIECES": layout.pieces,
        "ALL_ORDERED": int(all(program.zone_ordered)),
        "POSITIONS": describe_positions(room, program, digests or {}),
        "VIEWS": 0,
        "VIEWS_COUNT": 0,
        "DIGESTS": 0,
        "DIGESTS_COUNT": 0,
        "ZONE_ORDERED": room.words(program.zone_ordered),
        "ZONE_REFILL": room.words(program.zone_refill),
        "BIT_OF_BYTE": room.constant(_BITS),
        **more,
    }
    return ChainMap(room.at, own, _ALWAYS)


# ----------------------------------------------------------------
# The descriptions of positions that `runtime/positions.py` reads, as constants of a module.


def describe_positions(room: Room, program: ir.Program, kept: Mapping[int, int]) -> int:
    """Describe all positions of a program, `kept` being the addresses of digests that are (`digests.py`); gives the
    address of the table by their numbers."""
    return room.words([_described(room, program, each, kept.get(i, 0)) for i, each in enumerate(program.positions)])


def _described(room: Room, program: ir.Program, position: ir.Position, kept: int) -> int:
    state = room.at["STATE"]
    count = sum([many for _, many in position.cells])
    factors = _wide(room, [factor(i) for i in range(count)])
    rows: list[int] = []
    for part in position.zones:
        family = program.families[part.family]
        base = program.domains[family.domain].piece_base
        same = _wide(room, [mixed(each + STEP) for each in part.same])
        fields = room.words([state + 4 * each for each in part.fields])
        for zone in range(family.first, family.first + family.count):
            rows += (zone, int(family.ordered), base, same, len(part.fields), fields)
    stretches = [part for base, many in position.cells for part in (state + 4 * base, many)]
    return room.words([len(position.cells), factors, len(rows) // 6, kept, *stretches, *rows])


def _wide(room: Room, values: Sequence[int]) -> int:
    return room.constant(b"".join([each.to_bytes(8, "little") for each in values]))
