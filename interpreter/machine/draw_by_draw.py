"""Chance one draw after the other, for who decides at each of them what comes out: as `chances`, but nothing is listed
that is not asked for, so that a shuffle of many cards is as many short questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .chances import Draws
from .state import State


class Drawn(NamedTuple):
    """What came of something when its first draws were told. `bound` is how many ways the next one can come out, 0 when
    there is none left; `state` is how the game stands then, if there is none left."""

    bound: int
    state: State


def draw_by_draw(carry_out: Callable[[Draws], State], told: Sequence[int]) -> Drawn:
    """What comes of something when its first draws are told, from 1. `carry_out` does it with the draws it is given, as
    `state.apply(option, draws)` and `game.start(draws=draws)` do, and gives the state after it.

    Raises UsageError for draws that do not fit, and what carrying it out raises.
    """
    draws = Draws(told, is_open=True)
    state = carry_out(draws)
    draws.finish()
    return Drawn(draws.made[len(told)][1] if len(draws.made) > len(told) else 0, state)
