"""The bot that looks one decision ahead and weighs what the ruleset names as `features`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import Foreseen

from .bot import Budget
from .random import SEEDS, RandomBot
from .weights import read_weights, weights_of

if TYPE_CHECKING:
    from yupana.interpreter.game import Memory, State

WORLDS = 4
"""In how many positions that its player must take for possible an option is tried where something is hidden from the
player, or comes by chance."""

MOST = 100
"""Of more options than these it tries so many, drawn anew at each decision."""

DIGITS = 9
"""Decimals of what is expected that count: options that agree in them are equally good, on every machine."""


def expected(after: Foreseen, seat: int, sides: Sequence[int], weights: Sequence[float]) -> float:
    """What a seat expects of a game after a choice of its own, from 0 (lost) to 1 (won alone, with a team or by all):
    at the end what it came to, before that what the features say: the mean of those of its side less that of its
    opponents', each times its weight, as odds. `sides` say of each seat to which it belongs."""
    if after.shared >= 0:
        return 1 / after.shared if after.shared else 0.0
    count, worth = len(weights), 0.0
    partners = list(sides).count(sides[seat])
    for each, side in enumerate(sides):
        theirs = after.features[each * count : (each + 1) * count]
        part = math.fsum([weight * number for weight, number in zip(weights, theirs, strict=True)])
        worth += part / partners if side == sides[seat] else -part / (len(sides) - partners)
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, worth))))


def foreseen(state: State, numbers: Sequence[int], options: Sequence[Any]) -> list[Foreseen]:
    """What comes of options, which have these numbers at a decision. Raises RuleFault."""
    work = state.long_work
    found = None if work is None else work.foresee(numbers)
    return [_foreseen(state, options[number]) for number in numbers] if found is None else found


def _foreseen(state: State, option: Any) -> Foreseen:
    """What comes of one option."""
    after, seat = state.clone(), state.seat
    after.apply_tuple(option)
    chance = after.chance != state.chance
    if not after.over:
        return Foreseen(-1, chance, tuple([each for other in range(after.players) for each in after.features(other)]))
    won = after.winner_seats
    return Foreseen(0 if won and seat not in won else after.sharing, chance, ())


class TunedBot(RandomBot):
    """Tries every option on positions that its player must take for possible, and takes one of those after which most
    is expected. `weights` are in the order of the game's features; without them those that lie beside the ruleset."""

    def __init__(self, seed: int, budget: Budget | None = None, weights: Sequence[float] | None = None) -> None:
        super().__init__(seed, budget)
        self._weights = weights
        self._memory: Memory | None = None

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """One of the best, each equally likely. Raises UsageError when there are no weights for this game."""
        if self._weights is None:
            self._weights = self.found(state)
        if len(options) == 1:
            return 0
        drawn = self._drawn(len(options))
        tried = self._tried(state, drawn, options, self._weights)
        worth = [round(each, DIGITS) for each in tried]
        top = max(worth)
        best = [number for number, each in zip(drawn, worth, strict=True) if each == top]
        return best[self.below(len(best))]

    def _drawn(self, count: int) -> Sequence[int]:
        """The numbers of the options that are tried, in no order if there are too many."""
        if count <= MOST:
            return range(count)
        numbers = list(range(count))
        for at in range(MOST):
            other = at + self.below(count - at)
            numbers[at], numbers[other] = numbers[other], numbers[at]
        return numbers[:MOST]

    def found(self, state: State) -> Sequence[float]:
        """The weights that lie beside the ruleset. Raises UsageError."""
        return weights_of(state)

    def _world(self, state: State) -> list[State]:
        """A position on which options are tried; none where nothing was found."""
        return [state.reseeded(self.below(SEEDS))] if self._memory is None else self.worlds(state, self._memory, 1)

    def _tried(
        self, state: State, numbers: Sequence[int], options: Sequence[Any], weights: Sequence[float]
    ) -> list[float]:
        """What is expected after each of the options with these numbers, on the mean of as many worlds as it takes."""
        seat, sides = state.seat, state.game.sides(state.players)
        sums, tried = [0.0] * len(numbers), 0
        if uncertain := bool(state.game.secrets):
            self._memory = state.memory(seat, self._memory)
        while tried == 0 or (uncertain and tried < WORLDS):
            worlds = self._world(state)
            if not worlds:
                break
            found = foreseen(worlds[0], numbers, options)
            worths = [expected(after, seat, sides, weights) for after in found]
            sums = [each + worth for each, worth in zip(sums, worths, strict=True)]
            uncertain = uncertain or any(after.chance for after in found)
            tried += 1
        return [each / max(tried, 1) for each in sums]


class TunedFrom(TunedBot):
    """The same with weights from a file."""

    def __init__(self, seed: int, path: str) -> None:
        super().__init__(seed)
        self._path = path

    def found(self, state: State) -> Sequence[float]:
        """The weights in the file. Raises UsageError."""
        return read_weights(self._path).of(state, self._path)
