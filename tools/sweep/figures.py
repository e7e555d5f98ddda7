"""The figures of a point: from the games that were played there to values with intervals, by names that wishes use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..measures.statistics import Interval, mean_interval
from ..playing.results import win_shares
from ..simulation.playouts import Playout

__all__ = ["FIGURES", "figures_of"]

FIGURES: Mapping[str, str] = {
    "length": "decisions in a game",
    "first_player": "win share of the first seat",
    "seat_advantage": "win share of the best seat above an even one",
    "drawn": "games that nobody wins or several share",
    "score": "score of the winner",
    "margin": "score of the best above the next one",
    "faults": "games that did not run to their end",
}
"""Every figure with what it is."""


def figures_of(playouts: Sequence[Playout], players: int, scored: bool, rows: int) -> dict[str, Interval]:
    """The figures of the games of a point. `scored`: the ruleset has scores. All intervals of `rows` points hold
    together. Without a game that ran to its end there are only `faults`."""
    finished = [each for each in playouts if each.finished]
    found = {"faults": mean_interval([0.0 if each.finished else 1.0 for each in playouts], rows)}
    if not finished:
        return found
    shares = [[float(each) for each in win_shares(game.winners, players)] for game in finished]
    seats = [mean_interval([game[seat] for game in shares], rows * players) for seat in range(players)]
    found["length"] = mean_interval([float(each.decisions) for each in finished], rows)
    found["drawn"] = mean_interval([float(each.result in ("drawn", "shared")) for each in finished], rows)
    if players > 1:
        even = 1 / players
        best = max(seats, key=lambda each: each.value)
        found["first_player"] = mean_interval([game[0] for game in shares], rows)
        # what is not sure to be above an even share may as well be nothing
        low = max(0.0, max(each.low for each in seats) - even)
        found["seat_advantage"] = Interval(best.value - even, low, max(each.high for each in seats) - even)
    if scored:
        ordered = [sorted(each.scores, reverse=True) for each in finished]
        found["score"] = mean_interval([float(each[0]) for each in ordered], rows)
        if players > 1:
            found["margin"] = mean_interval([float(each[0] - each[1]) for each in ordered], rows)
    return found
