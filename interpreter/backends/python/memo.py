"""Values of pure functions that are kept while one list of options is made.

While options are made nothing changes, so a function that the program marks (`Function.memo`) is worked out once for
the same arguments. Keeping costs something too: each function is on trial at first, and one whose values are seldom
asked for again is worked out at once from then on. What is kept never shows: a value that is looked up pays for the
work that working it out took, and one that faulted is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Entry: TypeAlias = tuple[Any, int]
"""A value, and the work it took."""

TRIAL = 300
"""After so many values asked for it is judged whether keeping a function's values pays."""

WORTH = 2
"""Values asked for, for each one worked out, from which on keeping pays."""


class Kept:
    """The kept values of one function. `anew` works a value out. While it is on trial each call comes here; then
    `judged` tells the emitted code whether to look into `values` itself, or to work values out at once."""

    __slots__ = ("anew", "asked", "judged", "missed", "on_trial", "values", "work")

    def __init__(self, work: list[int], anew: Callable[..., Any], judged: Callable[[bool], None]) -> None:
        self.work = work
        self.anew = anew
        self.judged = judged
        self.on_trial = True
        self.values: dict[Any, Entry] = {}
        self.asked = 0
        self.missed = 0

    def miss(self, key: Any, *arguments: Any) -> Any:
        """A value that the emitted code did not find."""
        work = self.work
        if self.on_trial:
            known = self._tried(key)
            if known is not None:
                return known[0]
        before = work[0]
        value = self.anew(*arguments)
        self.values[key] = (value, before - work[0])
        self.missed += 1
        return value

    def _tried(self, key: Any) -> Entry | None:
        self.asked += 1
        known = self.values.get(key)
        if known is not None and self.work[0] >= known[1]:
            self.work[0] -= known[1]
            return known
        if self.asked >= TRIAL:
            self.on_trial = False
            self.judged(self.asked >= WORTH * self.missed)
        return None
