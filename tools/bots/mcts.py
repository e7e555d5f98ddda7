"""The bot that searches the tree of what may come (UCT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .random import RandomBot
from .tree import tried

if TYPE_CHECKING:
    from yupana.interpreter.game import State

WORLDS = 4
"""How often what the player cannot see is dealt anew, at least."""

PORTION = 200
"""How many rounds are searched between two looks at the clock."""


class MctsBot(RandomBot):
    """Searches the tree of what may come by playing on at random, and takes the option that was tried most. What its
    player cannot see it deals anew, so it knows no more than a player does."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The first of those tried most."""
        if len(options) == 1:
            return 0
        times = dict.fromkeys(options, 0)
        size = PORTION if self.budget.seconds else max(1, -(-self.budget.rounds // WORLDS))
        for rounds in self.budget.portions(size):
            world = state.possible(state.names[state.seat], self.below(2**31))
            for option, found in tried(world, rounds, self.below(2**31)).items():
                if option in times:
                    times[option] += found.times
        return list(times.values()).index(max(times.values()))
