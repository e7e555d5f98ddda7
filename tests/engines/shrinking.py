"""The shortest list of decisions that still shows a difference: cut, thinned out, and made plain.

A list is tried by playing it anew: a decision that is not offered when its turn comes is left out, so that any part of
a list can be tried. Whatever differs counts, as long as it is asked in the same words; what comes out is a list that
was played and did differ.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from yupana.interpreter.backends.protocol import OptionTuple
from yupana.interpreter.game import State

from .lockstep import Difference, Twins, Watch, play

Wish: TypeAlias = OptionTuple | None
"""A decision that is to be taken where it is offered; None is the first one that is offered, whatever it is."""


class Following:
    """Takes these decisions, without those that are not offered. `places` are those that the options taken had in
    their lists."""

    def __init__(self, wishes: Sequence[Wish]) -> None:
        self.rest = iter(wishes)
        self.places: list[int] = []

    def __call__(self, state: State) -> OptionTuple | None:
        options = state.option_tuples()
        for wish in self.rest:
            if wish is None or wish in options:
                self.places.append(0 if wish is None else options.index(wish))
                return options[self.places[-1]]
        return None


class Shrinker:
    """Tries lists of decisions until none that is shorter or plainer shows the difference, or `seconds` have passed."""

    def __init__(self, twins: Twins, found: Difference, seconds: float) -> None:
        self.twins = twins
        self.best = found
        self.places: list[int] | None = None
        self.tried = 0
        self.until = time.monotonic() + seconds
        self.watch = Watch(only=found.what)

    def run(self) -> Difference:
        """The difference with the fewest decisions that was found."""
        while self._thinned() or self._plainer():
            pass
        return self.best

    def _shows(self, wishes: Sequence[Wish]) -> bool:
        """Whether these decisions show it in fewer steps, or in as many with options nearer to the first ones."""
        if time.monotonic() > self.until:
            return False
        self.tried += 1
        choose = Following(wishes)
        found = play(self.twins, self.best.setting, choose, self.watch, len(wishes)).difference
        if found is None:
            return False
        shorter = len(found.decisions) - len(self.best.decisions)
        if shorter < 0 or (shorter == 0 and (self.places is None or choose.places < self.places)):
            self.best, self.places = found, choose.places
            return True
        return False

    def _thinned(self) -> bool:
        """Leave out ever smaller stretches, from the end."""
        any_, size = False, max(len(self.best.decisions) // 2, 1)
        while size >= 1:
            if self._one_left_out(size):
                any_ = True
            else:
                size //= 2
        return any_

    def _one_left_out(self, size: int) -> bool:
        done = list(self.best.decisions)
        starts = range(max(len(done) - size, 0), -1, -size)
        return any(self._shows([*done[:at], *done[at + size :]]) for at in starts)

    def _plainer(self) -> bool:
        """Put the first option in the place of all decisions from one on, or of one."""
        return any(self._shows(wishes) for wishes in _with_firsts([*self.best.decisions]))


def _with_firsts(done: list[Wish]) -> Iterator[list[Wish]]:
    for at in range(len(done)):
        yield [*done[:at], *[None] * (len(done) - at)]
    for at in range(len(done)):
        yield [*done[:at], None, *done[at + 1 :]]


def shrunk(twins: Twins, found: Difference, seconds: float = 60) -> Difference:
    """The same difference after as few decisions as can be found in this time."""
    return Shrinker(twins, found, seconds).run() if found.decisions else found
