"""Digests of positions that a module keeps beside the state.

A digest is a sum over cells of what each holds times its factor (`machine.positions`). So of a position that is made
of whole fields of one cell each, and of many of them, the module keeps the sum: every statement that writes such a
cell adds the difference times the factor. Beside each sum lies a word that says whether it is what the cells say; it is
0 wherever cells come from elsewhere, and who asks then sums up anew (`runtime/positions.py`). A change that is taken
back takes the sum back as well.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...machine.positions import factor
from ...program.facts import Part

if TYPE_CHECKING:
    from .analysis import Analysis
    from .memory_layout import Room

LEAST = 32
"""Cells of a position of which the digest is kept: fewer are as soon summed up."""

BYTES = 16
"""Of one that is kept: whether it is what the cells say, a word of nothing, and the sum."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a field is to a position: its first cell, the address of what is kept, and that of the cells' factors."""

    base: int
    kept: int
    factors: int


class Digests:
    """The digests of one program that are kept. `first`: where the first lies; `at`: where, by the position."""

    def __init__(self, analysis: Analysis, room: Room) -> None:
        program = analysis.program
        self._shares: dict[Part, list[Share]] = {}
        found = {number: parts for number in range(len(program.positions)) if (parts := _fields(analysis, number))}
        self.first = room.cache(BYTES * len(found)) if found else 0
        self.at = {number: self.first + BYTES * i for i, number in enumerate(found)}
        for number, parts in found.items():
            done = 0
            for part in parts:
                field = program.fields[part[1]]
                many = program.holders(field)
                factors = room.constant(b"".join([factor(i).to_bytes(8, "little") for i in range(done, done + many)]))
                self._shares.setdefault(part, []).append(Share(field.base, self.at[number], factors))
                done += many

    def of(self, part: Part) -> list[Share]:
        """What a part of the state is to positions."""
        return self._shares.get(part, [])

    def written(self, parts: AbstractSet[Part]) -> list[int]:
        """Where the digests lie to which parts of the state belong."""
        return sorted({share.kept for part, shares in self._shares.items() if part in parts for share in shares})


def _fields(analysis: Analysis, number: int) -> list[Part]:
    """The fields that a position is made of, in their order; none if its digest is not worth keeping, or cells belong
    to it that others than statements write."""
    program = analysis.program
    position = program.positions[number]
    if position.zones or sum([many for _, many in position.cells]) < LEAST:
        return []
    parts = [analysis.facts.part_of(base) for base, _ in position.cells]
    for part, (base, many) in zip(parts, position.cells, strict=True):
        if part[0] != "field":
            return []
        field = program.fields[part[1]]
        if field.internal or field.shape.kind != "scalar" or (field.base, program.holders(field)) != (base, many):
            return []
    return parts
