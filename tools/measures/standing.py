"""How the lead went in one game: who was ahead when, and what came of it.

All numbers are between 0 and 1 but for the count of changes, and depend on nothing else than how the seats stood
(`Record.worths`) and who won. Points are taken relative to the largest distance between two seats in the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import sqrt

from .record import Record

MARGIN = {"points": 0.0, "rollouts": 0.1, "": 0.0}
"""How far ahead a seat must be to lead: what is estimated wavers."""


@dataclass(frozen=True)
class Course:
    """The course of one game, from its record."""

    record: Record

    @cached_property
    def scale(self) -> float:
        """What counts as a whole."""
        if self.record.worth == "rollouts":
            return 1.0
        worths = [*self.record.worths, self._end]
        return max((max(each) - min(each) for each in worths), default=0.0) or 1.0

    @property
    def _end(self) -> tuple[float, ...]:
        if self.record.worth == "rollouts":
            return self.record.shares
        return tuple(float(each) for each in self.record.playout.scores)

    @cached_property
    def leaders(self) -> list[int]:
        """Who is ahead at each moment that was noted; -1: nobody is."""
        return [self._leader(each) for each in self.record.worths]

    def _leader(self, worths: Sequence[float]) -> int:
        first, second = sorted(worths, reverse=True)[:2]
        leads = (first - second) / self.scale > MARGIN[self.record.worth]
        return worths.index(first) if leads else -1

    @property
    def lead(self) -> float:
        """How far the first is ahead of the second, in the mean over the game."""
        leads = [sorted(each, reverse=True) for each in self.record.worths]
        return sum(each[0] - each[1] for each in leads) / self.scale / len(leads)

    @property
    def changes(self) -> int:
        """How often another seat takes the lead."""
        led = [each for each in self.leaders if each >= 0]
        return sum(before != after for before, after in pairwise(led))

    @property
    def drama(self) -> float | None:
        """How far the winner is behind while behind: the mean of the square roots; 0 when never. None without one
        winner."""
        winner = self.record.winner
        if winner < 0:
            return None
        trailing = [
            sqrt((max(each) - each[winner]) / self.scale)
            for each, leader in zip(self.record.worths, self.leaders, strict=True)
            if leader not in (-1, winner)
        ]
        return sum(trailing) / len(trailing) if trailing else 0.0

    @property
    def settled(self) -> float | None:
        """After what part of the game the winner is ahead for good; 1: only by its last decision. None without one
        winner."""
        winner = self.record.winner
        if winner < 0:
            return None
        last = max((number for number, leader in enumerate(self.leaders) if leader != winner), default=-1)
        if last == len(self.leaders) - 1:
            return 1.0
        return self.record.at[last + 1] / self.record.playout.decisions

    @property
    def half_time(self) -> int:
        """Who is ahead half way through the game; -1: nobody is."""
        half = self.record.playout.decisions / 2
        return self.leaders[max(number for number, at in enumerate(self.record.at) if at <= half)]

    @property
    def swing(self) -> float:
        """The largest change in the distance of a seat to the best of the others, from one moment to the next."""
        gaps = [
            [each[seat] - max(other for n, other in enumerate(each) if n != seat) for seat in range(len(each))]
            for each in self.record.worths
        ]
        changes = [
            abs(after - before) / self.scale
            for was, now in pairwise(gaps)
            for before, after in zip(was, now, strict=True)
        ]
        # a lead may turn round altogether
        return max(changes, default=0.0) / 2
