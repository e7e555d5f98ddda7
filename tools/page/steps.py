"""Taking back and taking again at a table of several: everybody their own decision, with what bots did since."""

from __future__ import annotations

from yupana.interpreter.game import State
from yupana.schemas.errors import UsageError

from .setting import Setting

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
