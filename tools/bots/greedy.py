"""The bot that looks one decision ahead, by the ruleset's own scoring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import RuleFault

from .random import RandomBot

if TYPE_CHECKING:
    from yupana.interpreter.game import Memory, State

WORLDS = 4
"""On how many positions that are possible options are tried where something is hidden."""

MOST = 2**31 - 1
"""Below this are the seeds for the chance with which options are tried."""


class GreedyBot(RandomBot):
    """Looks one decision ahead: takes an option that wins the game, else one that does not lose it, and of these one of
    those after which its own score is highest. It tries them with chance of its own and, where something is hidden, on
    positions that its player must take for possible, so it knows no more than a player does."""

    memory: Memory | None = None

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """One of the best, each equally likely."""
        if len(options) == 1:
            return 0
        ranks = [(0, 0)] * len(options)
        for world in self._worlds(state):
            work = world.long_work
            tried = None if work is None else work.ranks()
            if tried is None:
                tried = {option: _rank(world, option) for option in options}
            found = [tried.get(option, (0, 0)) for option in options]
            ranks = [(one + more, score + own) for (one, score), (more, own) in zip(ranks, found, strict=True)]
        top = max(ranks)
        best = [i for i, rank in enumerate(ranks) if rank == top]
        return best[self.below(len(best))]

    def _worlds(self, state: State) -> list[State]:
        """The positions that options are tried on."""
        if not state.game.secrets:
            return [state.reseeded(self.below(MOST))]
        self.memory = state.memory(state.seat, self.memory)
        return self.worlds(state, self.memory, WORLDS, seeds=MOST)


def _rank(state: State, option: Any) -> tuple[int, int]:
    """How good an option is: whether it wins (2) or loses (0) the game, then the score after it; one with which a rule
    fails is no good."""
    after = state.clone()
    try:
        after.apply_tuple(option)
        standing = 1
        if after.over and after.outcome != "draw":
            standing = 2 if state.seat in after.winner_seats else 0
        return standing, after.points[state.seat]
    except RuleFault:
        return -1, 0
