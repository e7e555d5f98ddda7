"""How strong bots are among themselves: a tournament, rated by the Plackett-Luce model of the package openskill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..measures.record import Record
from ..measures.statistics import Interval, figure
from .playing import Question

try:
    from openskill.models import PlackettLuce
except ImportError:  # an extra: without it there are no ratings, but what each has against each other
    PlackettLuce = None  # type: ignore[assignment, misc]

SURE = 1.96
"""How many deviations a rating is told with."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One bot: its rating with an interval (None without the package that works it out), and its part of the wins
    against each other one."""

    bot: str
    games: int
    rating: Interval | None
    against: dict[str, Interval]


def ratings(answers: Sequence[tuple[Question, Sequence[Record]]]) -> list[Rating]:
    """The ratings of all bots in these games, the best first."""
    games: list[tuple[tuple[str, ...], tuple[float, ...]]] = []
    for index in range(max((len(records) for _, records in answers), default=0)):
        for question, records in answers:  # turn by turn, so that no pair comes last
            if index < len(records) and records[index].playout.finished:
                games.append((question.match.plan.bots, records[index].shares))
    rated = _rated(games)
    bots = list(dict.fromkeys(bot for seats, _ in games for bot in seats))
    found = [_rating(bot, bots, games, rated.get(bot)) for bot in bots]
    return sorted(found, key=lambda each: -(each.rating.value if each.rating else 0))


def _rating(
    bot: str, bots: Sequence[str], games: Sequence[tuple[tuple[str, ...], tuple[float, ...]]], rating: Interval | None
) -> Rating:  # fmt: skip
    against: dict[str, Interval] = {}
    played = 0
    for other in bots:
        shares = [
            sum(share for seat, share in zip(seats, found, strict=True) if seat == bot)
            for seats, found in games
            if other != bot and {bot, other} == set(seats)
        ]
        played += len(shares)
        if shares:
            against[other] = figure(shares, (0.0, 1.0))
    return Rating(bot, played, rating, against)


def _rated(games: Sequence[tuple[tuple[str, ...], tuple[float, ...]]]) -> dict[str, Interval]:
    if not games or PlackettLuce is None:
        return {}
    model: Any = PlackettLuce()
    known: dict[str, Any] = {}
    for seats, shares in games:
        teams = [[known.setdefault(bot, model.rating(name=bot))] for bot in seats]
        after = model.rate(teams, scores=list(shares))
        # a bot on several seats gains what these do in the mean
        for bot in dict.fromkeys(seats):
            mine = [team[0] for seat, team in zip(seats, after, strict=True) if seat == bot]
            mu, sigma = (sum(getattr(each, key) for each in mine) / len(mine) for key in ("mu", "sigma"))
            known[bot] = model.rating(name=bot, mu=mu, sigma=sigma)
    return {
        bot: Interval(each.mu, each.mu - SURE * each.sigma, each.mu + SURE * each.sigma) for bot, each in known.items()
    }
