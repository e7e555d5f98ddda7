"""A game as it is saved: what it began with, the decisions taken, and what tells other rules apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..backends.protocol import OptionTuple
from .chances import START, with_draws
from .saves import write_save
from .trail import marks_of

if TYPE_CHECKING:
    from .state import State


def saved_game(state: State, last: OptionTuple | None = None, seats: Sequence[str] = ()) -> str:
    """The saved game as JSON text, with one more decision (`last`) after those taken, if there is one. `seats` says who
    sat where (empty: not told)."""
    game, printer = state.game, state.game.machine.printer
    decisions = [with_draws(printer.option(each.option, exact=True), each.draws) for each in state.taken]
    if state.first_draws is not None:
        decisions.insert(0, with_draws(START, state.first_draws))
    if last is not None:
        decisions.append(printer.option(last, exact=True))
    return write_save(
        game.program, state.players, state.seed, state.options, decisions, rules=game.rules, elements=game.elements,
        trail="".join(marks_of(state)), seats=seats,
    )  # fmt: skip
