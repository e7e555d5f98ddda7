"""Who won a game: won alone, shared, or drawn; and how much of the win is each seat's."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from yupana.interpreter.game import Outcome

Result = Literal["won", "shared", "drawn", "lost"]


def result_of(outcome: Outcome, winners: Sequence[int]) -> Result:
    """How a game came out: `won` by one seat, `shared` by several, `drawn`, or (by a player alone) `lost`."""
    if outcome == "won":
        return "won" if len(winners) == 1 else "shared"
    return "drawn" if outcome == "draw" else "lost"


def win_shares(winners: Sequence[int], players: int) -> tuple[Fraction, ...]:
    """What part of the win each seat has. The parts are alike and add up to one; in a game that nobody wins they are
    everybody's, but a player alone who does not win has none."""
    if not winners:
        return (Fraction(0) if players == 1 else Fraction(1, players),) * players
    part = Fraction(1, len(winners))
    return tuple(part if seat in winners else Fraction(0) for seat in range(players))
