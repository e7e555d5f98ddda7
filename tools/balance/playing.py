"""What is played to judge a game: many games of the same bots; then the same bots with more thought against those with
less, players who keep from one thing, and a tournament. What is played depends on the wish only, for any number of
workers; an interruption leaves what is there.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from time import perf_counter

from yupana.interpreter.game import Game

from ..bots.numbers import mix
from ..bots.seats import BOTS, thinks
from ..measures.components import Components
from ..measures.keeping import Restriction
from ..measures.record import Match, Record, Worth, play_records
from ..measures.standing import worth_in
from ..measures.statistics import CONFIDENCE, FAMILY, Interval, Shares, holm
from ..measures.usage import Use
from ..playing.results import even_share
from ..shell.progress import counted
from ..shell.signals import code_of
from ..simulation.crew import Crew
from ..simulation.playouts import DEFAULT_LIMIT, Plan

MORE = 4
"""How many times as long the better bot thinks."""

ACTIONS, CARDS = 3, 2
"""Of what players are kept from, so many actions come first, then so many other components, and so on in turn."""

RESTRICTED = 4
"""How many times as many games as the main ones are played by players who are kept from something, at most."""

PATIENCE = 4
"""How many times as long as the longest of the main games one of a player who is kept from something may take."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to find out, and how: `bots` by seat; `tournament` names those that play for ratings. In `seconds` all is
    over (0: whenever it is), if need be by bots that are `quicker`, the strongest first."""

    players: int
    games: int
    seed: int
    bots: tuple[str, ...]
    tournament: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    limit: int = DEFAULT_LIMIT
    seconds: float = 0.0
    quicker: tuple[str, ...] = ()

    @property
    def few(self) -> int:
        """How many games a pairing of the tournament has, each way round."""
        return max(4, self.games // 10)

    @property
    def mixed(self) -> bool:
        """Whether the bots are not alike; then they take turns on the seats."""
        return len(set(self.bots)) > 1

    @property
    def bot(self) -> str:
        """The bot of which skill and restricted play are asked: the one that thinks most like people."""
        rounds = [each for each in self.bots if BOTS[each.partition(":")[0]].rounds is not None]
        return next(iter([*rounds, *filter(thinks, self.bots)]), self.bots[0])

    @property
    def restricted(self) -> int:
        """How many games players who are kept from something play together, at most."""
        return RESTRICTED * self.games


@dataclass(frozen=True, slots=True)
class Extent:
    """What is asked beside the main games."""

    skill: bool = True
    restricted: bool = True
    tournament: bool = True


@dataclass(slots=True)
class Side:
    """One ruleset, ready to be played. `worth` is how it is told who is ahead."""

    game: Game
    target: str
    components: Components
    worth: Worth

    @classmethod
    def of(cls, game: Game, target: str, wish: Wish) -> Side:
        """Made ready. Raises UsageError when the game does not take the options."""
        side = cls(game, target, Components(game), "")
        side.worth = worth_in(game, side.plan(wish, wish.bots, 4))
        return side

    def apart(self, wish: Wish) -> bool:
        """Whether seats win against each other: several that do not play together."""
        return wish.players > 1 and not self.game.together

    @property
    def scored(self) -> bool:
        """Whether there are points."""
        return bool(self.game.program.scoring.items)

    def plan(self, wish: Wish, bots: tuple[str, ...], games: int, number: int = 0) -> Plan:
        """A plan of this run; other numbers have other seeds."""
        seed = wish.seed if number == 0 else mix(wish.seed * 1009 + number) >> 33
        engine = self.game.back_end.name
        return Plan(self.target, wish.players, games, seed, bots, wish.options, wish.limit, 0, engine)


@dataclass(frozen=True, slots=True)
class Question:
    """Something that is played beside the main games: who sits on which seat, and which seats it is about."""

    name: str
    match: Match
    about: tuple[int, ...]


@dataclass(slots=True)
class Answer:
    """What was played of a question, by the number of the game."""

    question: Question
    games: dict[int, Record] = field(default_factory=dict)

    @property
    def records(self) -> list[Record]:
        """The games in their order."""
        return [self.games[index] for index in sorted(self.games)]

    @property
    def shares(self) -> list[float]:
        """What the seats that the question is about have of the win in each game that ended."""
        finished = [each for each in self.records if each.playout.finished]
        return [sum(each.shares[seat] for seat in self.question.about) for each in finished]


UNKNOWN = Interval(0.0, -math.inf, math.inf)


@dataclass(slots=True)
class Asked:
    """A question that is asked on every seat in turn, and what is known of it: the part of the win of who it is about,
    with an interval that holds beside those of all others that are asked; whether that is `seen` to be no even one, or
    `alike`: surely about even. `expected` is what the seats have of the win in the main games."""

    name: str
    answers: list[Answer]
    expected: Sequence[float]
    share: Interval = UNKNOWN
    seen: bool = False
    alike: bool = False
    looks: int = 0

    @property
    def settled(self) -> bool:
        """Whether no more games are needed."""
        return self.seen or self.alike

    @property
    def shares(self) -> list[float]:
        """The part of the win in each game that ended, beside what the seat may expect: seats that are not even say
        nothing of who sits on them, and would hide what does. As all seats are sat on, the mean is the same."""
        even = 1 / len(self.answers)
        return [share - self.expected[each.question.about[0]] + even for each in self.answers for share in each.shares]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(each.games) for each in self.answers)


@dataclass(slots=True)
class Played:
    """The games of one side: the main ones by their number, those of the `tournament`, and those of bots that win or
    lose `together`. `asked` is what was found out beside, by name; `untried` is what nobody was kept from, though it
    could have been. `interrupted` is the exit code of what ended it before its end (0: nothing did); it ends when the
    clock stands at `until`, and is `late` then."""

    records: dict[int, Record] = field(default_factory=dict)
    tournament: list[Answer] = field(default_factory=list)
    together: list[Answer] = field(default_factory=list)
    skill: Asked | None = None
    restricted: list[Asked] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    interrupted: int = 0
    until: float = math.inf
    late: bool = False

    @property
    def ended(self) -> bool:
        """Whether nothing more is played."""
        return self.late or bool(self.interrupted)


def play_main(side: Side, wish: Wish, crew: Crew, played: Played) -> None:
    """The games of the same bots."""
    match = Match(side.plan(wish, wish.bots, wish.games), side.components, side.worth, turning=True)
    for _, index, record in _play(side, [(0, match, 0, wish.games)], crew, "games", played):
        played.records[index] = record


def play_questions(
    side: Side, answers: Sequence[tuple[Answer, int]], crew: Crew, played: Played, what: str
) -> None:  # fmt: skip
    """More games of questions: so many of each as stand beside it."""
    if played.ended:
        return
    parts = [
        (number, each.question.match, len(each.games), len(each.games) + games)
        for number, (each, games) in enumerate(answers)
    ]
    for number, index, record in _play(side, parts, crew, what, played):
        answers[number][0].games[index] = record


def _play(
    side: Side, parts: Sequence[tuple[int, Match, int, int]], crew: Crew, what: str, played: Played
) -> Iterator[tuple[int, int, Record]]:
    """Every game of stretches of matches, with the number of its match and its own, in any order."""
    size = 1 if played.until < math.inf else 4 if crew.alone else 2
    jobs = [
        (number, match, first, min(first + size, end))
        for number, match, begin, end in parts
        for first in range(begin, end, size)
    ]
    done = _parts(side.game, crew, jobs)
    total = sum(end - begin for _, _, begin, end in parts)
    try:
        for each in counted(what, done, total):
            yield each
            played.late = perf_counter() > played.until
            if played.late:
                break
    except KeyboardInterrupt as stop:
        played.interrupted = code_of(stop)
    if played.ended:
        done.close()


def _parts(
    game: Game, crew: Crew, jobs: Sequence[tuple[int, Match, int, int]]
) -> Generator[tuple[int, int, Record], None, None]:  # fmt: skip
    parts = crew.parts(game, play_records, ((match, first, end) for _, match, first, end in jobs))
    for number, records in parts:
        which, _, first, _ = jobs[number]
        for step, record in enumerate(records):
            yield which, first + step, record


# ---------------------------------------------------------------- questions


def better_and_worse(bot: str) -> tuple[str, str]:
    """A bot that should win against another, of the sort of this one: with more rounds or time if it takes any."""
    name, _, amount = bot.partition(":")
    rounds = BOTS[name].rounds
    if rounds is None:
        return ("greedy", "random") if name in ("random", "first") else (bot, "random")
    much, at, far = amount.partition("@")
    if much.endswith("s"):
        return f"{name}:{MORE * float(much[:-1]):g}s{at}{far}", bot
    return f"{name}:{MORE * int(much or rounds)}{at}{far}", bot


def skill_asked(side: Side, wish: Wish, expected: Sequence[float]) -> Asked:
    """The better bot on each seat in turn."""
    better, worse = better_and_worse(wish.bot)
    found = []
    for seat in range(wish.players):
        bots = tuple(better if each == seat else worse for each in range(wish.players))
        found.append(Answer(Question("skill", _light(side, wish, bots, 100 + seat), (seat,))))
    return Asked("skill", found, expected)


def restricted_asked(
    side: Side, wish: Wish, restrictions: Sequence[Restriction], records: Sequence[Record], expected: Sequence[float]
) -> list[Asked]:
    """Each thing that can be kept from, on each seat in turn, against the same bots that do as they like; `records`
    are the games in which all do."""
    longest = max(each.playout.decisions for each in records)
    found = []
    for number, restriction in enumerate(restrictions):
        answers = []
        for seat in range(wish.players):
            keeps = tuple(str(restriction) if each == seat else "" for each in range(wish.players))
            match = _light(side, wish, (wish.bot,) * wish.players, 1000 + number * 64 + seat)
            plan = replace(match.plan, limit=min(wish.limit, max(200, PATIENCE * longest)))
            answers.append(Answer(Question(str(restriction), replace(match, keeps=keeps, plan=plan), (seat,))))
        found.append(Asked(str(restriction), answers, expected))
    return found


def restrictions(side: Side, uses: Sequence[Use]) -> list[Restriction]:
    """All that can be kept from, what says most first: the actions that most often can be chosen beside others, and the
    components of which it is least by chance how they go with winning. Who never does a thing is told from others only
    where it is done, and who always does it where that is not so anyway."""
    actions = sorted((each for each in uses if each.sort == "action" and each.beside), key=lambda each: -each.beside)
    pieces = [
        each for each in uses if each.sort == "component" and each.times and each.name not in side.components.spaces
    ]
    pieces.sort(key=lambda each: (each.chance, each.name))
    found: list[Use] = []
    while actions or pieces:
        found += [*actions[:ACTIONS], *pieces[:CARDS]]
        actions, pieces = actions[ACTIONS:], pieces[CARDS:]
    kept: list[Restriction] = []
    for each in found:
        if each.times:
            kept.append(Restriction("never", each.sort, each.name))
        if each.sort == "component" or each.taken < ALWAYS:
            kept.append(Restriction("always", each.sort, each.name))
    return kept


ALWAYS = 0.98
"""What is done this often where it can be is done always anyway."""


def tournament_questions(side: Side, wish: Wish) -> list[Question]:
    """Every two bots on alternating seats, both ways round; but for two whose games tell of skill already."""
    found = []
    known = set(better_and_worse(wish.bot)) if wish.players == 2 else set()
    for number, pair in enumerate(combinations(wish.tournament, 2)):
        if set(pair) == known:
            continue
        for turn in range(2):
            bots = tuple(pair[(seat + turn) % 2] for seat in range(wish.players))
            about = tuple(seat for seat in range(wish.players) if bots[seat] == pair[0])
            found.append(Question("tournament", _light(side, wish, bots, 5000 + number * 2 + turn), about))
    return found


def _light(side: Side, wish: Wish, bots: tuple[str, ...], number: int) -> Match:
    """Games of which only the result matters."""
    return Match(side.plan(wish, bots, wish.games, number), side.components, whole=False)


# ---------------------------------------------------------------- looks
#
# Games are given to what is not clear yet: after every look at what was found, those questions that are settled get no
# more, and of the others those of which least is known come first, until no games are left.
#
# Who looks several times finds something by chance more often. So every look has its part of the chance of an error
# (Bonferroni), and at each look all questions are corrected together (Holm): that one of them is said to be seen where
# nothing is has the chance of one sort of question (`statistics.FAMILY`) at most, over all looks. What is played
# depends on what was found only, so any number of workers comes to the same.


LOOKS = 4
"""How often it is looked at what was found; each time a question has twice as many games as before."""

NEAR = 0.1
"""How far from an even part of the wins counts as none, for who is satisfied by that."""

_LEVEL = FAMILY / LOOKS


def first_games(wish: Wish) -> int:
    """How many games a question has on each seat before the first look."""
    return max(4, wish.games // (10 * wish.players))


def rows_for(wish: Wish) -> int:
    """How many questions the games for restricted play are enough for, with as many left for what is not clear."""
    return max(2, wish.restricted // (2 * first_games(wish) * wish.players))


def ask(
    side: Side, wish: Wish, asked: Sequence[Asked], budget: int, crew: Crew, played: Played, what: str
) -> None:  # fmt: skip
    """Play and judge, with at most so many games."""
    due, left = list(asked), budget
    for look in range(LOOKS):
        more = []
        for each in due:
            games = first_games(wish) if look == 0 else len(each.answers[0].games)
            if games * len(each.answers) <= left:
                left -= games * len(each.answers)
                more += [(answer, games) for answer in each.answers]
                each.looks = look + 1
        if not more:
            return
        play_questions(side, more, crew, played, what)
        _judge(asked, even_share(side.game.sides(wish.players)))
        if played.ended:
            return
        due = sorted((each for each in asked if not each.settled), key=lambda each: each.share.low - each.share.high)


def _judge(asked: Sequence[Asked], even: float) -> None:
    """What is known by now; what is settled stays as it is."""
    found = [Shares(each.shares) for each in asked]
    tested = holm([each.chance(even) for each in found], _LEVEL)
    for each, shares, (seen, level) in zip(asked, found, tested, strict=True):
        if each.settled or not shares.values:
            continue
        each.seen = seen
        each.share = shares.interval(level)
        near = shares.interval((1 - CONFIDENCE) / LOOKS)
        each.alike = even - NEAR <= near.low and near.high <= even + NEAR
