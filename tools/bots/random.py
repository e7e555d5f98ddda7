"""The bot that plays any legal option."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import NothingPossible

from ..shell.notices import UNFIT, note
from .bot import Budget
from .numbers import Numbers

if TYPE_CHECKING:
    from yupana.interpreter.game import Memory, State


SEEDS = 2**31
"""Below this are the seeds for what a bot tries."""


class RandomBot(Numbers):
    """Every option equally likely, as far as 32 bits can be."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed)
        self.budget = Budget() if budget is None else budget

    def worlds(
        self, state: State, memory: Memory, many: int, end: float = math.inf, seeds: int = SEEDS
    ) -> list[State]:  # fmt: skip
        """So many positions that the player who decides must take for possible, each from a seed below `seeds`, or as
        many as there are when the clock stands at `end`, and two at least. None where nothing was found that looks like
        what the player sees."""
        found: list[State] = []
        unfit = memory.unfit
        with suppress(NothingPossible):
            while len(found) < many and (len(found) < 2 or perf_counter() < end):
                found.append(state.possible(state.seat, self.below(seeds), memory))
        if memory.unfit > unfit:
            note(UNFIT)
        return found

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """Any of them."""
        return self.below(len(options))


# ---------------------------------------------------------------- first
#
# The bot that always plays the first option: for tests and for games that must not vary.


class FirstBot:
    """Always the first option."""

    def __init__(self, seed: int, budget: Budget) -> None:
        pass

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The first."""
        return 0
