"""Who won a game: alone, as a team or all together; shared, drawn, or lost; and how much of the win is each seat's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from yupana.interpreter.game import Outcome, State

Result = Literal["won", "shared", "drawn", "lost"]


def result_of(outcome: Outcome, sharing: int) -> Result:
    """How a game came out whose win so many sides share: `won` by one seat, one team or all together, `shared` by
    several, `drawn`, or (by a player alone, or by all together) `lost`."""
    if outcome == "won":
        return "won" if sharing == 1 else "shared"
    return "drawn" if outcome == "draw" else "lost"


def even_share(sides: Sequence[int]) -> float:
    """What part of the win each seat has where all are equally good: that of one side of several."""
    apart = len(set(sides))
    return 1 / (apart if apart > 1 else len(sides))


def is_one_side(result: Result, winners: int, players: int) -> bool:
    """Whether nobody has won against anybody: all won or all lost, as who plays alone does."""
    return result == "lost" or (result == "won" and winners == players)


def win_shares(result: Result, winners: Sequence[int], players: int, sharing: int = 0) -> tuple[Fraction, ...]:
    """What part of the win each seat has: that of its side, of as many as share (`sharing`; 0: everybody is one). The
    parts of all sides add up to one; in a draw that nobody wins they are everybody's. Of a game that one side wins the
    whole is that of each who is in it, and of one that all lose nobody has any."""
    if result in ("won", "lost"):
        return tuple([Fraction(int(result == "won" and seat in winners)) for seat in range(players)])
    part = Fraction(1, sharing or len(winners) or players)
    return tuple([part if seat in winners or not winners else Fraction(0) for seat in range(players)])


def shares_of(state: State) -> tuple[Fraction, ...]:
    """The same of a position that is over."""
    result = result_of(state.outcome, state.sharing)
    return win_shares(result, state.winner_seats, state.players, state.sharing)
