"""The decisions that led to a position, each linked to the one before: positions share what they have in common.

A link is a plain tuple, because one is made at every decision of every playout; whoever looks back gets a `Step`.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from ..backends.protocol import OptionTuple
from ..program import ir

Past: TypeAlias = "tuple[Past | None, OptionTuple, ir.Cells, tuple[Any, ...], list[int] | None, tuple[int, ...] | None]"
"""The last decision, in the order of `Step`, and by its first element all decisions before it."""


class Step(NamedTuple):
    """One decision taken."""

    before: Past | None
    option: OptionTuple
    cells: ir.Cells  # the position in which it was taken
    events: tuple[Any, ...]
    rolls: list[int] | None  # the dice that were set beforehand then
    draws: tuple[int, ...] | None  # what chance was told to come to

    @property
    def decision(self) -> int:
        """The number of the decision."""
        return self.cells[ir.CELL_DECISION]

    @property
    def seat(self) -> int:
        """Who took it."""
        return self.cells[ir.CELL_DECIDER]


def steps_to(last: Past | None) -> list[Step]:
    """All decisions up to one, the first one first."""
    out = []
    while last is not None:
        out.append(Step(*last))
        last = last[0]
    return out[::-1]


def held_back(cells: ir.Cells, past: Past | None) -> list[Step]:
    """The decisions that are held back, the first one first."""
    found: list[Step] = []
    since = cells[ir.CELL_HELD]
    while since > 0 and past is not None and past[2][ir.CELL_PLY] >= since - 1:
        found.append(Step(*past))
        past = past[0]
    return found[::-1]
