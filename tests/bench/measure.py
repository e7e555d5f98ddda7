"""How speeds are measured: the sides of a comparison take turns, in CPU time of one thread, over several rounds.

What is quoted is a median of the rounds with the smallest and the largest. Ratios are taken round by round, so that a
change of the machine's speed meets both sides.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Played:
    """Some games: how many, the decisions taken in them, and the CPU seconds they took."""

    games: int
    decisions: int
    seconds: float

    def __add__(self, other: Played) -> Played:
        return Played(self.games + other.games, self.decisions + other.decisions, self.seconds + other.seconds)

    @property
    def games_a_second(self) -> float:
        return self.games / self.seconds

    @property
    def decisions_a_second(self) -> float:
        return self.decisions / self.seconds


Side: TypeAlias = Callable[[int, float], Played]
"""One side of a comparison: plays in round number n for about so many seconds."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What came out of the rounds."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def least(self) -> float:
        return min(self.values)

    @property
    def most(self) -> float:
        return max(self.values)

    def over(self, other: Spread) -> Spread:
        """The ratios, round by round."""
        return Spread(tuple([a / b for a, b in zip(self.values, other.values, strict=True)]))


@dataclass(frozen=True, slots=True)
class Rates:
    """What one side came to, round by round."""

    decisions: Spread
    games: Spread


def in_chunks(play: Callable[[int, int], Played]) -> Side:
    """A side that plays `count` games from number `first` on, made to play for about so long, but at least one game: in
    chunks that grow, so that asking for the time costs nothing. Rounds play different games."""

    def side(number: int, seconds: float) -> Played:
        done, count, first = Played(0, 0, 0.0), 1, number * 1_000_000
        while not done.games or done.seconds < seconds:
            chunk = play(first, count)
            done += chunk
            first += count
            left = seconds - done.seconds
            fitting = int(left / max(chunk.seconds, 1e-9) * count)
            count = max(1, min(4 * count, fitting))
        return done

    return side


def by_turns(sides: Mapping[str, Side], rounds: int, seconds: float) -> dict[str, Rates]:
    """Let all sides play in each round, one after the other; every second round in the other direction."""
    order = list(sides)
    found: dict[str, list[Played]] = {name: [] for name in order}
    for name in order:
        sides[name](0, min(0.05, seconds))  # what is done once only does not count, and caches are filled
    for number in range(rounds):
        for name in order if number % 2 == 0 else reversed(order):
            found[name].append(sides[name](number, seconds))
    return {name: rates(played) for name, played in found.items()}


def rates(played: Iterable[Played]) -> Rates:
    """The rates of some rounds."""
    rounds: Sequence[Played] = list(played)
    return Rates(
        Spread(tuple([each.decisions_a_second for each in rounds])),
        Spread(tuple([each.games_a_second for each in rounds])),
    )
