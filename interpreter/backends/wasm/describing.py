"""The descriptions of positions that `runtime/positions.py` reads, as constants of a module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...machine.positions import STEP, factor, mixed
from ...program import ir
from .places import Room


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
