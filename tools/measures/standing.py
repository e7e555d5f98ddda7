"""How the lead went in one game: who was ahead when, and what came of it.

All numbers are between 0 and 1 but for the count of changes, and depend on nothing else than how the seats stood
(`Record.worths`) and who won. Points are taken relative to the largest distance between two seats in the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import sqrt

from yupana.interpreter.game import Game

from ..simulation.playouts import Plan
from .record import Match, Record, Worth, play_record

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
        return self._mean_lead(0.0)

    @property
    def late_lead(self) -> float:
        """The same in its last quarter."""
        return self._mean_lead(0.75)

    def _mean_lead(self, since: float) -> float:
        """From the moment after that part of the game; the last one that was noted at least."""
        begin = since * self.record.playout.decisions
        worths = [each for at, each in zip(self.record.at, self.record.worths, strict=True) if at >= begin]
        leads = [sorted(each, reverse=True) for each in worths or self.record.worths[-1:]]
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
    def deficit(self) -> float | None:
        """How far the winner is behind when furthest behind; 0 when never. None without one winner."""
        winner = self.record.winner
        if winner < 0:
            return None
        return max((max(each) - each[winner]) / self.scale for each in self.record.worths)

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

    @cached_property
    def turns(self) -> list[list[float]]:
        """By seat: how its distance to the best of the others changes from each moment to the next, in halves of the
        whole, since a lead may turn round altogether."""
        gaps = [
            [each[seat] - max(other for n, other in enumerate(each) if n != seat) for each in self.record.worths]
            for seat in range(self.record.players)
        ]
        return [[(after - before) / self.scale / 2 for before, after in pairwise(each)] for each in gaps]

    @property
    def swing(self) -> float:
        """The largest of these changes."""
        return max((abs(change) for each in self.turns for change in each), default=0.0)

    @property
    def unrest(self) -> float:
        """Their mean, whichever way they go."""
        changes = [abs(change) for each in self.turns for change in each]
        return sum(changes) / len(changes) if changes else 0.0

    @property
    def permanence(self) -> float | None:
        """How much of what changes is not taken back at once: by the next moment. None where nothing changes."""
        whole = taken_back = 0.0
        for each in self.turns:
            for change, answer in pairwise(each):
                whole += abs(change)
                taken_back += min(abs(change), abs(answer)) if change * answer < 0 else 0.0
        return 1 - taken_back / whole if whole else None

    @property
    def momentum(self) -> float | None:
        """How often who is ahead gets further ahead, of the moments after which the distance is another one."""
        grew = [
            change > 0
            for number, leader in enumerate(self.leaders[:-1])
            if leader >= 0 and (change := self.turns[leader][number])
        ]
        return sum(grew) / len(grew) if grew else None


def worth_in(game: Game, plan: Plan) -> Worth:
    """How it is told who is ahead in the games of a plan: by points, where they tell at half of the middle of a game
    who is; games at random show that. By oneself, and where all play together, nobody is ahead."""
    if plan.players == 1 or game.together:
        return ""
    if not game.program.scoring.items:
        return "rollouts"
    middle: list[int] = []
    match = Match(replace(plan, bots=("random",) * plan.players, limit=min(plan.limit, 20_000)), None, "points")
    for index in range(4):
        record = play_record(game, match, index)
        if record.worths:
            leaders = Course(record).leaders
            middle += leaders[len(leaders) // 4 : max(1, 3 * len(leaders) // 4)]
    return "points" if middle and sum(each >= 0 for each in middle) * 2 >= len(middle) else "rollouts"
