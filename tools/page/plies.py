"""Plies of a table of several: how many a seat knows of, and taking back and again: everybody their own decision, with
what bots did since.

While all decide in secret, one of them may have several decisions to take, and how many could say what they chose. So
others are not told of those before the last, now or ever: for them the game has fewer plies.
"""

from __future__ import annotations

from yupana.interpreter.game import SPECTATOR, RuleFault, State
from yupana.schemas.errors import UsageError

from .setting import Setting


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


NOBODY = -2


def stepped(state: State, setting: Setting, known: int, *, back: bool) -> tuple[State, int]:
    """The position a step back or forth, where a person decides or the game is over; and the seat of who took the
    decision that is taken back or again. So many decisions are `known`.

    Raises UsageError when there is none, or when something was revealed by what would be taken back.
    """
    other, before = state.clone(), state.seat
    while True:
        other.undo() if back else other.redo()
        if other.over or setting.is_person(other.seat) or (not back and other.ply == known):
            return other, other.seat if back else before


def who_may(state: State, setting: Setting, known: int, *, back: bool) -> int:
    """The seat that may take back, or again; NOBODY where none may."""
    if not state.steps[not back]:
        return NOBODY
    try:
        return stepped(state, setting, known, back=back)[1]
    except UsageError:
        return NOBODY


def ends_turn(state: State, index: int) -> bool:
    """Whether the turn of who decides ends with an option, or is not to be taken back once that is taken. So who asks
    is told no more than they find out who take it and take it back."""
    other = state.clone()
    assert other.decision is not None
    try:
        other.apply(other.decision.options[index])
        ends = other.over or other.seat != state.seat
        other.undo()
    except (RuleFault, UsageError):
        return True
    return ends
