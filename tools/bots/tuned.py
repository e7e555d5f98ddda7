"""The bot that looks one decision ahead and weighs what the ruleset names as `features`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .bot import Budget
from .random import RandomBot
from .weights import read_weights, weights_of

if TYPE_CHECKING:
    from yupana.interpreter.game import Memory, State

__all__ = ["TunedBot", "TunedFrom", "expected"]

WORLDS = 4
"""In how many positions that its player must take for possible an option is tried where something is hidden from the
player, or comes by chance."""

DIGITS = 9
"""Decimals of what is expected that count: options that agree in them are equally good, on every machine."""


def expected(state: State, seat: int, weights: Sequence[float]) -> float:
    """What a seat expects of a game from here, from 0 (lost) to 1 (won): at the end what it came to, before that what
    the features say: those of the seat less the mean of its opponents', each times its weight, as odds."""
    if state.over:
        won, draw = state.winner_seats, state.outcome == "draw"
        if draw and (not won or seat in won):
            return 0.5
        return 1 / len(won) if seat in won else 0.0
    mine, others = state.features(seat), state.players - 1
    worth = math.fsum([each * own for each, own in zip(weights, mine, strict=True)])
    for other in range(state.players):
        if other != seat:
            theirs = state.features(other)
            worth -= math.fsum([each * own for each, own in zip(weights, theirs, strict=True)]) / others
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, worth))))


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
        worth = [round(each, DIGITS) for each in self._tried(state, state.option_tuples(), self._weights)]
        top = max(worth)
        best = [i for i, each in enumerate(worth) if each == top]
        return best[self.below(len(best))]

    def found(self, state: State) -> Sequence[float]:
        """The weights that lie beside the ruleset. Raises UsageError."""
        return weights_of(state)

    def _tried(self, state: State, options: Sequence[Any], weights: Sequence[float]) -> list[float]:
        """What is expected after each option, on the mean of as many worlds as it takes."""
        seat, sums, worlds = state.seat, [0.0] * len(options), 0
        uncertain = bool(state.game.secrets)
        if uncertain:
            self._memory = state.memory(seat, self._memory)
        while worlds == 0 or (uncertain and worlds < WORLDS):
            world = state.possible(seat, self.below(2**31), self._memory)
            for i, option in enumerate(options):
                after = world.clone()
                after.apply_tuple(option)
                sums[i] += expected(after, seat, weights)
                uncertain = uncertain or after.chance != world.chance
            worlds += 1
        return [each / worlds for each in sums]


class TunedFrom(TunedBot):
    """The same with weights from a file."""

    def __init__(self, seed: int, path: str) -> None:
        super().__init__(seed)
        self._path = path

    def found(self, state: State) -> Sequence[float]:
        """The weights in the file. Raises UsageError."""
        return read_weights(self._path).of(state, self._path)
