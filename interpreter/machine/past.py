"""The decisions that led to a position, each linked to the one before: positions share what they have in common."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..backends.protocol import OptionTuple
from ..program import ir


class Step(NamedTuple):
    """One decision taken."""

    before: Step | None
    option: OptionTuple
    cells: ir.Cells  # the position in which it was taken
    events: tuple[Any, ...] = ()
    rolls: list[int] | None = None

    @property
    def decision(self) -> int:
        """The number of the decision."""
        return self.cells[ir.CELL_DECISION]

    @property
    def seat(self) -> int:
        """Who took it."""
        return self.cells[ir.CELL_DECIDER]


def steps_to(last: Step | None) -> list[Step]:
    """All decisions up to one, the first one first."""
    out = []
    while last is not None:
        out.append(last)
        last = last.before
    return out[::-1]
