"""Who won a game: won alone or by all together, shared, drawn, or lost; and how much of the win is each seat's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from yupana.interpreter.game import Outcome

Result = Literal["won", "shared", "drawn", "lost"]


def result_of(outcome: Outcome, winners: int, players: int) -> Result:
    """How a game of so many came out, with so many winners: `won` by one seat or by all together, `shared` by several,
    `drawn`, or (by a player alone, or by all together) `lost`."""
    if outcome == "won":
        return "won" if winners in (1, players) else "shared"
    return "drawn" if outcome == "draw" else "lost"


def is_one_side(result: Result, winners: int, players: int) -> bool:
    """Whether nobody has won against anybody: all won or all lost, as who plays alone does."""
    return result == "lost" or (result == "won" and winners == players)


def win_shares(result: Result, winners: Sequence[int], players: int) -> tuple[Fraction, ...]:
    """What part of the win each seat has. The parts are alike and add up to one; in a draw that nobody wins they are
    everybody's. Of a game that all win together the whole is everybody's, and of one that all lose nobody has any."""
    if is_one_side(result, len(winners), players):
        return (Fraction(int(result == "won")),) * players
    if not winners:
        return (Fraction(1, players),) * players
    part = Fraction(1, len(winners))
    return tuple(part if seat in winners else Fraction(0) for seat in range(players))


def shares_of(outcome: Outcome, winners: Sequence[int], players: int) -> tuple[Fraction, ...]:
    """The same of a position that is over, by how it came out."""
    return win_shares(result_of(outcome, len(winners), players), winners, players)
