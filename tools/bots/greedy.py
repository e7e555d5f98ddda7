"""The bot that looks one decision ahead, by the ruleset's own scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .random import RandomBot

if TYPE_CHECKING:
    from yupana.interpreter.game import State


class GreedyBot(RandomBot):
    """Looks one decision ahead: takes an option that wins the game, else one that does not lose it, and of these one of
    those after which its own score is highest. It tries the options on the true position, chance and what is hidden
    included, so it may know more than a player does."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """One of the best, each equally likely."""
        ranks = [self._rank(state, option) for option in options]
        top = max(ranks)
        best = [i for i, rank in enumerate(ranks) if rank == top]
        return best[self.below(len(best))]

    @staticmethod
    def _rank(state: State, option: Any) -> tuple[int, int]:
        """How good an option is: whether it wins (2) or loses (0) the game, then the score after it."""
        after = state.clone()
        after.apply_tuple(option)
        standing = 1
        if after.over and after.outcome != "draw":
            standing = 2 if state.seat in after.winner_seats else 0
        return standing, after.points[state.seat]
