"""Plies as a seat counts them.

While all decide in secret, one of them may have several decisions to take, and how many could say what they chose. So
others are not told of those before the last, now or ever: for them the game has fewer plies.
"""

from __future__ import annotations

from yupana.interpreter.game import SPECTATOR, State


class Plies:
    """Which decisions of a game which seats are not told of."""

    def __init__(self) -> None:
        self._untold: dict[int, frozenset[int]] = {}

    def follow(self, state: State, before: int) -> None:
        """Note what came to a game that stood at an earlier ply; or what was taken back."""
        if state.ply <= before:
            self._untold = {ply: seats for ply, seats in self._untold.items() if ply <= state.ply}
        elif any(each.secret for each in state.game.program.decisions):
            for ply, passage in enumerate(state.story(before + 1), before + 1):
                untold = [seat for seat in range(SPECTATOR, state.players) if not passage.is_for(seat)]
                if untold:
                    self._untold[ply] = frozenset(untold)

    def told(self, ply: int, seat: int) -> int:
        """What a seat counts at a ply."""
        return ply - sum(each <= ply and seat in seats for each, seats in self._untold.items())

    def last(self, told: int, seat: int, now: int) -> int:
        """The last ply at which a seat counts so many, of those up to now; -1 where it never does."""
        return next((ply for ply in range(now, -1, -1) if self.told(ply, seat) == told), -1)
