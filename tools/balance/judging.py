"""What the games say: every figure with its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..measures.figures import Noted, figures_of, measures_of, values_of
from ..measures.keeping import Restriction, keeping_from
from ..measures.record import Record, Worth
from ..measures.statistics import Estimate, Interval, estimate, figure, holm
from ..measures.table import SEAT_ADVANTAGE, Measure, spread_of
from ..measures.usage import Use, uses
from .playing import Played, Side, Wish, better_and_worse, shares_of
from .rating import Rating, ratings

FEW = 7
"""Of fewer games than that, and one, nothing is said of how bots do against each other."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure: its values by the number of the game, their mean, how much they vary from game to game, and from how
    many games it is."""

    measure: Measure
    values: Mapping[int, float]
    mean: Interval
    varies: float
    games: int


@dataclass(frozen=True, slots=True)
class SeatFigure:
    """One seat: its part of the win, and whether that is not an even one, all seats looked at; its mean score."""

    seat: str
    bot: str
    share: Interval
    uneven: bool
    values: Mapping[int, float]
    score: float | None


Verdict = Literal["too strong", "trap", "needed", "enough", "no difference seen", ""]


@dataclass(frozen=True, slots=True)
class Kept:
    """What players who keep from something (or do nothing else) have of the win above an even part. `verdict` says what
    follows."""

    restriction: Restriction
    games: int
    gain: Interval
    seen: bool
    verdict: Verdict


@dataclass(slots=True)
class Judged:
    """All that was found out about one ruleset. `skill` is what the better bot has of the win above an even part, and
    `scoring` a sentence about whether who follows the scoring wins by it ("": that was not asked).
    `records` are the games that ran to an end, `faults` the others."""

    title: str
    target: str
    engine: str
    seats: list[str]
    wish: Wish
    worth: Worth
    games: int
    finished: int
    seconds: float
    seat_figures: list[SeatFigure]
    figures: list[Figure]
    uses: list[Use]
    skill: Interval | None
    skill_bots: tuple[str, str]
    kept: list[Kept]
    ratings: list[Rating]
    scoring: str = ""
    faults: list[Record] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    spaces: frozenset[str] = frozenset()
    interrupted: int = 0

    def figure(self, key: str) -> Figure | None:
        """The figure of a measure, where it applies."""
        return next((each for each in self.figures if each.measure.key == key), None)


def judge(side: Side, wish: Wish, played: Played, seats: Sequence[str], seconds: float = 0.0) -> Judged:
    """Work out everything."""
    records = {index: played.records[index] for index in sorted(played.records)}
    finished = [each for each in records.values() if each.playout.finished]
    skill, even = estimate(shares_of(played.answer("skill"))), 1 / len(seats)
    return Judged(
        title=side.game.title,
        target=side.target,
        engine=side.game.back_end.name,
        seats=list(seats),
        wish=wish,
        worth=side.worth,
        games=len(records),
        finished=len(finished),
        seconds=seconds,
        seat_figures=_seats(records, wish, seats, scored=side.scored),
        figures=_figures(side, records),
        uses=used(side, list(records.values())),
        skill=skill.interval().within(-even, 1 - even) if skill.degrees >= FEW else None,
        skill_bots=better_and_worse(wish.bots[0]),
        kept=_kept(played, wish),
        ratings=ratings(played.answer("tournament")),
        faults=[each for each in records.values() if not each.playout.finished],
        records=finished,
        spaces=frozenset(side.components.spaces),
        interrupted=played.interrupted,
    )


def used(side: Side, records: Sequence[Record]) -> list[Use]:
    """The use of everything in these games but links, of which boards have many more than a game needs."""
    actions = list(dict.fromkeys(each.name for each in side.game.program.alternatives))
    return uses(records, actions, [each for each in side.components.names if each not in side.components.links])


def _figures(side: Side, records: Mapping[int, Record]) -> list[Figure]:
    known = measures_of(side.game, side.components)
    whole = {index: values_of(each, known) for index, each in records.items()}
    shares = [each.shares for each in records.values() if each.playout.finished]
    means = figures_of([Noted(index, records[index].shares if records[index].playout.finished else (), values)
                        for index, values in whole.items()], known)  # fmt: skip
    found = []
    for each in known:
        values = {index: of[each.key] for index, of in whole.items() if each.key in of}
        if each.key in means:
            number = len(shares) if each is SEAT_ADVANTAGE else len(values)
            found.append(Figure(each, values, means[each.key], spread_of(list(values.values())), number))
    return found


def _seats(
    records: Mapping[int, Record], wish: Wish, seats: Sequence[str], *, scored: bool
) -> list[SeatFigure]:  # fmt: skip
    whole = {index: each for index, each in records.items() if each.playout.finished}
    even = 1 / len(seats)
    shares = [{index: each.shares[seat] for index, each in whole.items()} for seat in range(len(seats))]
    means = [estimate(list(each.values())) for each in shares]
    tested = holm([each.chance(even) for each in means])
    found = []
    for number, seat in enumerate(seats):
        scores = [each.playout.scores[number] for each in whole.values()]
        mean = math.fsum(scores) / len(scores) if scores and scored else None
        uneven = tested[number][0] and len(seats) > 1
        share = figure(list(shares[number].values()), (0.0, 1.0))
        found.append(SeatFigure(seat, wish.bots[number], share, uneven, shares[number], mean))
    return found


# ---------------------------------------------------------------- players who keep from something

ENOUGH = 0.8
"""A player who does nothing else than what is done this often anyway shows nothing."""

NEAR = 0.1
"""How much worse a player may be who does nothing else, for it to be enough."""


def _kept(played: Played, wish: Wish) -> list[Kept]:
    names = dict.fromkeys(each.name for each, _ in played.answers if each.match.keeps)
    found: list[tuple[Restriction, int, Estimate]] = []
    for name in names:
        shares = shares_of(played.answer(name))
        if len(shares) > FEW:
            found.append((keeping_from(name), len(shares), estimate(shares)))
    tested = holm([by.chance() for _, _, by in found])
    taken = {each.name: each.taken for each in uses_of(played)}
    out = []
    for (restriction, games, by), (seen, level) in zip(found, tested, strict=True):
        gain = by.interval(level).within(-1 / wish.players, 1 - 1 / wish.players)
        out.append(Kept(restriction, games, gain, seen, _verdict(restriction, gain, seen, taken)))
    return out


def uses_of(played: Played) -> list[Use]:
    """How often actions are taken when there are others, in the main games."""
    records = [played.records[index] for index in sorted(played.records)]
    names = dict.fromkeys(name for each in records for name in each.offered)
    return uses(records, list(names), [])


def _verdict(restriction: Restriction, gain: Interval, seen: bool, taken: Mapping[str, float]) -> Verdict:
    if seen and gain.value > 0:
        return "too strong" if restriction.how == "always" else "trap"
    if restriction.how == "always":
        nothing_new = taken.get(restriction.name, 0.0) > ENOUGH
        return "enough" if not seen and gain.low > -NEAR and not nothing_new else ""
    return "needed" if seen else "no difference seen"
