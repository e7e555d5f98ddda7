"""The bot that searches the tree of what may come (UCT), over positions that its seat must take for possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import TreeSearch, Tried

from .random import RandomBot
from .tree import searched

if TYPE_CHECKING:
    from yupana.interpreter.game import Memory, State


EXPLORATION = 8
WIDE = 32
WIDER = 2
MARGIN = 4
"""See `TreeSearch`."""

WORLDS = 48
"""How many positions that are possible a decision is searched over, at most."""

PER_WORLD = 20
"""How many rounds each of them has, at least."""

PER_VIEW = 4
"""How many positions there have to be for each thing that another seat may know."""

LOOKED_AT = 8
"""Where another seat can tell so many of them apart from the first, it is not asked again what the others know."""

DEALING = 0.2
"""Which part of a budget of time may go into making them."""


class MctsBot(RandomBot):
    """Searches the tree of what may come by playing on at random, and takes the option that was tried most. It looks at
    nothing but positions that its player must take for possible, so it knows no more than a player does."""

    memory: Memory | None = None
    asks_what_others_know = True
    exploration, wide, wider, depth = EXPLORATION, WIDE, WIDER, 4096

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """What wins for certain; else the first of those tried most, and of these one that was worth most; last of all
        what loses for certain."""
        if len(options) == 1:
            return 0
        worlds = self._worlds(state)
        if not worlds:
            return self.below(len(options))
        search = TreeSearch(
            [world.cells for world in worlds], self.budget.rounds, self.below(2**31), self.budget.limit,
            self.exploration, self.wide, self.wider, MARGIN, self.budget.seconds, self.depth, self._views(worlds),
        )  # fmt: skip
        found = searched(worlds, search)
        return max(range(len(options)), key=lambda i: self.speaks_for(found.get(options[i], Tried(0, 0))))

    @staticmethod
    def speaks_for(tried: Tried) -> tuple[int, int, int]:
        """What options are compared by."""
        return tried.known, tried.times, tried.worth

    def _worlds(self, state: State) -> list[State]:
        """Positions that are possible; where nothing is hidden the one that there is, for every round has chance of its
        own."""
        if not state.game.secrets:
            return [state]
        self.memory = state.memory(state.seat, self.memory)
        # two at least: of a single one that is possible the search would take for certain what it leads to
        most, end = max(2, min(WORLDS, self.budget.rounds // PER_WORLD)), math.inf
        if self.budget.seconds:
            most, end = WORLDS, perf_counter() + DEALING * self.budget.seconds
        return self.worlds(state, self.memory, most, end)

    def _views(self, worlds: Sequence[State]) -> list[list[int]]:
        """Which of the positions look alike to the other seats. Nothing where a seat can tell most of them apart, as
        with hands of many cards: then there would not be rounds enough for each view."""
        if len(worlds) < 4 or self.depth == 1 or not self.asks_what_others_know:
            return []
        views: list[list[int]] = [[0] * worlds[0].players for _ in worlds]
        for seat, player in enumerate(worlds[0].names):
            if seat == worlds[0].seat:
                continue
            seen: dict[str, int] = {}
            for number, world in enumerate(worlds):
                views[number][seat] = seen.setdefault(repr(world.observation(player)), len(seen) + 1)
                if len(seen) == LOOKED_AT == number + 1:
                    self.asks_what_others_know = False
                    return []
            if PER_VIEW * len(seen) > len(worlds):
                return []
        return views


# ---------------------------------------------------------------- flat
#
# The bot that plays on from every option, equally often (Monte-Carlo roll-outs).


EVENLY = 1 << 16
"""So much counts what was seldom tried that nothing else does."""


class FlatBot(MctsBot):
    """Plays on at random from every option equally often, and takes the one that was worth most. It looks at nothing
    but positions that its player must take for possible."""

    exploration, wide, depth = EVENLY, 1 << 20, 1

    @staticmethod
    def speaks_for(tried: Tried) -> tuple[int, int, int]:
        """What options are compared by."""
        return tried.known, tried.worth, tried.times
