"""What the games say: every figure with its interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..measures.figures import Noted, figures_of, measures_of, values_of
from ..measures.keeping import Restriction, keeping_from
from ..measures.record import Match, Record, Worth
from ..measures.statistics import FAMILY, Interval, Shares, figure, holm
from ..measures.table import SEAT_ADVANTAGE, Measure, spread_of
from ..measures.usage import Use, uses
from ..playing.results import even_share
from ..simulation.playouts import Plan
from .playing import Asked, Played, Question, Side, Wish, better_and_worse
from .together import Together, together_judged

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
    rated = _model_ratings(games)
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


def _model_ratings(games: Sequence[tuple[tuple[str, ...], tuple[float, ...]]]) -> dict[str, Interval]:
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
    """One seat: its part of the win, and whether that is not an even one, all seats looked at and who begins; its mean
    score."""

    seat: str
    bot: str
    share: Interval
    uneven: bool
    values: Mapping[int, float]
    score: float | None


Verdict = Literal["too strong", "trap", "needed", "not enough", "enough", "no difference", "not sure"]
"""What follows from how a player does who always does a thing (`too strong`, `not enough`, `enough`) or never (`trap`,
`needed`); `no difference` larger than `looks.NEAR`, or that nothing is sure."""


@dataclass(frozen=True, slots=True)
class BotFigure:
    """One bot of several: its part of the win over all seats, beside what would be even for it."""

    bot: str
    share: Interval
    even: float


@dataclass(frozen=True, slots=True)
class Kept:
    """What players who keep from something (or do nothing else) have of the win. `verdict` says what follows, and
    `endless` in how many of the games they did not come to an end."""

    restriction: Restriction
    games: int
    share: Interval
    seen: bool
    alike: bool
    endless: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Skill:
    """What a better bot has of the win against worse ones, from so many games."""

    better: str
    worse: str
    share: Interval
    games: int
    seen: bool
    alike: bool


@dataclass(slots=True)
class Judged:
    """All that was found out about one ruleset. `bot_figures` are there where bots are not alike, `untried` is what
    nobody was kept from, and `scoring` a sentence about whether who follows the scoring wins by it ("": that was not
    asked). `records` are the games that ran to an end, `faults` the others. `untouched` are the components
    that no game touches (`record.Record.touched`); `begins` says whether who decides first has no even part of the win,
    looked at beside the seats; `even` is that even part. `cut` says what a quick look was cut down to ("": to nothing
    less), and `apart` whether seats win against each other at all; where they do not, `together` says whether better
    bots win more often. `called` has the words for the names of actions, components and seats."""

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
    skill: Skill | None
    kept: list[Kept]
    ratings: list[Rating]
    even: float
    scoring: str = ""
    bot_figures: list[BotFigure] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    faults: list[Record] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    spaces: frozenset[str] = frozenset()
    untouched: list[str] = field(default_factory=list)
    begins: bool = False
    interrupted: int = 0
    cut: str = ""
    apart: bool = True
    together: Together | None = None
    called: Mapping[str, str] = field(default_factory=dict)

    def name(self, thing: str) -> str:
        """What people call an action, a component or a seat."""
        return self.called.get(thing, thing)

    def figure(self, key: str) -> Figure | None:
        """The figure of a measure, where it applies."""
        return next((each for each in self.figures if each.measure.key == key), None)


def judge(side: Side, wish: Wish, played: Played, seats: Sequence[str], seconds: float = 0.0) -> Judged:
    """Work out everything."""
    records = {index: played.records[index] for index in sorted(played.records)}
    finished = [each for each in records.values() if each.playout.finished]
    seat_figures, begins = _seats(records, wish, seats, scored=side.scored)
    if not side.apart(wish):
        begins, seat_figures = False, [replace(each, uneven=False) for each in seat_figures]
    touched = frozenset[str]().union(*(each.touched for each in finished))
    even = even_share(side.game.sides(wish.players))
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
        seat_figures=seat_figures,
        figures=_figures(side, records),
        uses=used(side, list(records.values())),
        skill=_skill(played, wish),
        kept=_kept(played, even),
        ratings=ratings(_rated(played, wish)),
        even=even,
        bot_figures=_bots(records, wish, apart=side.apart(wish)),
        untried=played.untried,
        faults=[each for each in records.values() if not each.playout.finished],
        records=finished,
        spaces=frozenset(side.components.spaces),
        untouched=[each for each in side.components.placeable if each not in touched],
        begins=begins,
        interrupted=played.interrupted,
        apart=side.apart(wish),
        together=together_judged(played, wish),
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
) -> tuple[list[SeatFigure], bool]:  # fmt: skip
    """All seats; and whether who begins has no even part."""
    whole = {index: each for index, each in records.items() if each.playout.finished}
    even = 1 / len(seats)
    shares = [{index: each.shares[seat] for index, each in whole.items()} for seat in range(len(seats))]
    means = [Shares(list(each.values())) for each in shares]
    begins = Shares([each.shares[each.first] for each in whole.values() if each.first >= 0])
    tested = holm([each.chance(even) for each in (*means, begins)], FAMILY)
    found = []
    for number, seat in enumerate(seats):
        scores = [each.playout.scores[number] for each in whole.values()]
        mean = math.fsum(scores) / len(scores) if scores and scored else None
        uneven = tested[number][0] and len(seats) > 1
        bot = "" if wish.mixed else wish.bots[number]
        found.append(SeatFigure(seat, bot, means[number].interval(), uneven, shares[number], mean))
    return found, tested[-1][0] and len(seats) > 1


def _bots(records: Mapping[int, Record], wish: Wish, *, apart: bool) -> list[BotFigure]:
    """What each bot has of the win where they are not alike, over the seats on which they take turns."""
    if not wish.mixed or not apart:
        return []
    match, found = Match(Plan("", wish.players, 0, 0, wish.bots), turning=True), []
    for bot in dict.fromkeys(wish.bots):
        shares = []
        for index, record in records.items():
            seats = match.seats(index).bots
            if record.playout.finished:
                shares.append(sum(share for name, share in zip(seats, record.shares, strict=True) if name == bot))
        found.append(BotFigure(bot, Shares(shares).interval(), wish.bots.count(bot) / wish.players))
    return found


def _skill(played: Played, wish: Wish) -> Skill | None:
    asked = played.skill
    if asked is None or len(asked.shares) <= FEW:
        return None
    return Skill(*better_and_worse(wish.bot), asked.share, asked.games, asked.seen, asked.alike)


def _rated(played: Played, wish: Wish) -> list[tuple[Question, list[Record]]]:
    """The games between bots: of the tournament, and those of two that tell of skill."""
    skill = played.skill.answers if played.skill is not None and wish.players == 2 else []
    return [(each.question, each.records) for each in (*skill, *played.tournament)]


# ---------------------------------------------------------------- players who keep from something

ENOUGH = 0.8
"""A player who does nothing else than what is done this often anyway shows nothing."""


def _kept(played: Played, even: float) -> list[Kept]:
    taken = {each.name: each.taken for each in uses_of(played)}
    found = []
    for each in played.restricted:
        if len(each.shares) > FEW:
            restriction = keeping_from(each.name)
            verdict = _verdict(restriction, each, even, taken)
            endless = each.games - len(each.shares)
            found.append(Kept(restriction, each.games, each.share, each.seen, each.alike, endless, verdict))
    return found


def uses_of(played: Played) -> list[Use]:
    """How often actions are taken when there are others, in the main games."""
    records = [played.records[index] for index in sorted(played.records)]
    names = dict.fromkeys(name for each in records for name in each.offered)
    return uses(records, list(names), [])


def _verdict(restriction: Restriction, asked: Asked, even: float, taken: Mapping[str, float]) -> Verdict:
    if asked.seen and asked.share.value > even:
        return "too strong" if restriction.how == "always" else "trap"
    if asked.seen:
        return "needed" if restriction.how == "never" else "not enough"
    if not asked.alike:
        return "not sure"
    if restriction.how == "never":
        return "no difference"
    return "no difference" if taken.get(restriction.name, 0.0) > ENOUGH else "enough"
