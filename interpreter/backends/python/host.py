"""What the emitted code of one runner shares: who hears what happens, scripted dice, and the allowance of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...machine.faults import overworked
from ...program import limits
from ..protocol import Chance, Event
from .runtime import span


class Host:
    """`sink` is told events; `script` holds the next dice; `chance` says what draws come to; `work` what is left of the
    allowance. It is a list of one number, which is written to where a call would take too long."""

    __slots__ = ("chance", "script", "sink", "work")

    def __init__(self) -> None:
        self.sink: Callable[[Event], None] | None = None
        self.script: list[int] | None = None
        self.chance: Chance | None = None
        self.work = [limits.WORK]

    def spend(self, amount: int, place: int) -> None:
        """Take from the allowance."""
        self.work[0] -= amount
        if self.work[0] < 0:
            overworked(place)

    def walk(self, values: Sequence[Any], weight: int, place: int) -> Sequence[Any]:
        """The values, paid for by what each turn over them weighs."""
        self.work[0] -= len(values) * weight
        if self.work[0] < 0:
            overworked(place)
        return values

    def over(self, values: Sequence[Any], place: int) -> Sequence[Any]:
        """The values, paid for by what one fast pass over them weighs."""
        self.spend(len(values) >> 4, place)
        return values

    def stretch(self, low: int, high: int, weight: int, place: int) -> range:
        """The ints from `low` to `high`, paid for."""
        values = span(low, high, place)
        self.spend(len(values) * weight, place)
        return values
