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

FEW = 64
"""Of more options than these, only so many are tried on more than one of the positions: those that were best on the
first. A decision among hundreds would take most of the time of a game, for options that are not taken anyway."""

MOST = 2**31 - 1
"""Below this are the seeds for the chance with which options are tried; no score is higher."""

LEAST = -MOST - 1


class GreedyBot(RandomBot):
    """Looks one decision ahead: takes an option that wins the game, else one that does not lose it, and of these one of
    those after which its own score is highest, or that of all who play together. It tries them with chance of its own
    and, where something is hidden, on positions that its player must take for possible, so it knows no more than a
    player does."""

    memory: Memory | None = None

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """One of the best, each equally likely."""
        if len(options) == 1:
            return 0
        ranks, numbers = [(0, 0)] * len(options), list(range(len(options)))
        for place, world in enumerate(self._worlds(state)):
            if place and len(numbers) > FEW:
                numbers = self._few(numbers, ranks)
            for number, (more, own) in zip(numbers, ranked(world, numbers, options), strict=True):
                one, score = ranks[number]
                ranks[number] = one + more, score + own
        top = max(ranks[number] for number in numbers)
        best = [number for number in numbers if ranks[number] == top]
        return best[self.below(len(best))]

    def _few(self, numbers: Sequence[int], ranks: Sequence[tuple[int, int]]) -> list[int]:
        """The best of these options, the least number first; of equals any."""
        lots = {number: self.below(MOST) for number in numbers}
        return sorted(sorted(numbers, key=lambda each: (ranks[each], lots[each]), reverse=True)[:FEW])

    def _worlds(self, state: State) -> list[State]:
        """The positions that options are tried on."""
        if not state.game.secrets:
            return [state.reseeded(self.below(MOST))]
        self.memory = state.memory(state.seat, self.memory)
        return self.worlds(state, self.memory, WORLDS, seeds=MOST)


def ranked(state: State, numbers: Sequence[int], options: Sequence[Any]) -> list[tuple[int, int]]:
    """How good the options with these numbers are for who decides, the least number first."""
    work = state.long_work
    found = None if work is None else work.ranks(numbers)
    return [_rank(state, options[number]) for number in numbers] if found is None else found


def _rank(state: State, option: Any) -> tuple[int, int]:
    """How good an option is: whether it wins (2) or loses (0) the game, then the score after it, of all together where
    they play together; one with which a rule fails is no good."""
    after = state.clone()
    try:
        after.apply_tuple(option)
        standing = 1
        if after.over and after.outcome != "draw":
            standing = 2 if state.seat in after.winner_seats else 0
        points = after.points
        return standing, max(LEAST, min(sum(points), MOST)) if after.game.together else points[state.seat]
    except RuleFault:
        return -1, 0
