"""What one machine and its emitted code share: who hears what happens, scripted dice, and the allowance of work."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...machine.faults import Trap
from .runtime import WORK_MOST, span

Event = tuple[Any, ...]


class Host:
    """The host's hooks into one machine. `sink` is told events; `script` holds the next dice; `work` what is left of
    the allowance for loops."""

    __slots__ = ("lock", "script", "sink", "work")

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.sink: Callable[[Event], None] | None = None
        self.script: list[int] | None = None
        self.work = [WORK_MOST]

    @contextmanager
    def hearing(self, script: list[int] | None = None) -> Iterator[list[Any]]:
        """While this lasts, what happens is put into the list and dice come from `script` (None: from the generator).
        A machine serves one thread at a time: who listens hears nothing of another game."""
        events: list[Any] = []
        with self.lock:
            self.sink, self.script = events.append, script
            try:
                yield events
            finally:
                self.sink = self.script = None

    def spend(self, amount: int, place: int) -> None:
        """Take from the allowance."""
        self.work[0] -= amount
        if self.work[0] < 0:
            raise Trap(place, "this takes more steps than a rule may take")

    def walk(self, values: Sequence[Any], weight: int, place: int) -> Sequence[Any]:
        """The values, paid for by what each turn over them weighs."""
        self.work[0] -= len(values) * weight
        if self.work[0] < 0:
            raise Trap(place, "this takes more steps than a rule may take")
        return values

    def over(self, values: Sequence[Any], place: int) -> Sequence[Any]:
        """The values, paid for by what one fast pass over them weighs."""
        self.spend(len(values) >> 4, place)
        return values

    def stretch(self, low: int, high: int, weight: int, place: int) -> range:
        """The ints from `low` to `high`, paid for."""
        values = span(low, high, place)
        self.walk(values, weight, place)
        return values
