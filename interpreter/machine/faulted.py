"""What a trap in a back end becomes for people: a fault of a rule, with its place and a saved game that leads to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..backends.protocol import OptionTuple
from .faults import RuleFault, Trap, Unending
from .saved import saved_game
from .saves import replay_command

if TYPE_CHECKING:
    from .state import State


class Faults:
    """While this lasts, a trap becomes a RuleFault of a state; `option` is being carried out."""

    __slots__ = ("_option", "_state")

    def __init__(self, state: State, option: OptionTuple | None = None) -> None:
        self._state = state
        self._option = option

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Trap):
            raise fault_in(self._state, error, self._option) from None


def fault_in(state: State, trap: Trap, option: OptionTuple | None) -> RuleFault:
    """A fault with its place and a saved game that leads to it."""
    game = state.game
    place = game.program.places[trap.place] if 0 <= trap.place < len(game.program.places) else None
    fault = RuleFault(trap.message, place, game.machine.printer.player(state.seat) if state.seat >= 0 else "")
    fault.endless = isinstance(trap, Unending)
    fault.save = saved_game(state, option)
    fault.command = replay_command(fault.save, game.elsewhere)
    return fault
