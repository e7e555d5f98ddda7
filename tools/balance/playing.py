"""What is played to judge a game: many games of the same bots; then the same bots with more thought against those with
less, players who keep from one thing, and a tournament. What is played depends on the wish only, for any number of
workers; an interruption leaves what is there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from yupana.interpreter.game import Game

from ..bots.numbers import mix
from ..bots.seats import BOTS
from ..measures.components import Components
from ..measures.keeping import Restriction
from ..measures.record import Match, Record, Worth, play_records
from ..measures.standing import worth_in
from ..measures.usage import Use
from ..shell.progress import counted
from ..shell.signals import code_of
from ..simulation.crew import Crew
from ..simulation.playouts import DEFAULT_LIMIT, Plan

MORE = 4
"""How many times as long the better bot thinks."""

ACTIONS, CARDS = 6, 4
"""How many actions and how many other components players are kept from, at most."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to find out, and how: `bots` by seat; `tournament` names those that play for ratings."""

    players: int
    games: int
    seed: int
    bots: tuple[str, ...]
    tournament: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    limit: int = DEFAULT_LIMIT

    @property
    def few(self) -> int:
        """How many games one restriction, one pairing or one seat of a question beside the main one has, so many for
        each seat."""
        return max(4, self.games // 10)


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
class Played:
    """The games of one side, by question; the main ones by their number. `interrupted` is the exit code of what ended
    it before its end (0: nothing did)."""

    records: dict[int, Record] = field(default_factory=dict)
    answers: list[tuple[Question, list[Record]]] = field(default_factory=list)
    interrupted: int = 0

    def answer(self, name: str) -> list[tuple[Question, list[Record]]]:
        """The questions of this name, and what was played."""
        return [each for each in self.answers if each[0].name == name]


def play_main(side: Side, wish: Wish, crew: Crew, played: Played) -> None:
    """The games of the same bots."""
    match = Match(side.plan(wish, wish.bots, wish.games), side.components, side.worth)
    for _, index, record in _play(side, [(0, match)], crew, "games", played):
        played.records[index] = record


def play_questions(side: Side, questions: Sequence[Question], crew: Crew, played: Played, what: str) -> None:
    """The games beside them."""
    matches = [(number, each.match) for number, each in enumerate(questions)]
    found: dict[int, dict[int, Record]] = {}
    if not played.interrupted:
        for number, index, record in _play(side, matches, crew, what, played):
            found.setdefault(number, {})[index] = record
    for number, games in sorted(found.items()):
        played.answers.append((questions[number], [games[index] for index in sorted(games)]))


def _play(
    side: Side, matches: Sequence[tuple[int, Match]], crew: Crew, what: str, played: Played
) -> Iterator[tuple[int, int, Record]]:
    """Every game with the number of its match and its own, in any order."""
    size = 4 if crew.alone else 2
    jobs = [
        (number, match, first, min(first + size, match.plan.games))
        for number, match in matches
        for first in range(0, match.plan.games, size)
    ]
    done = _parts(side.game, crew, jobs)
    total = sum(match.plan.games for _, match in matches)
    try:
        yield from counted(what, done, total)
    except KeyboardInterrupt as stop:
        played.interrupted = code_of(stop)
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
    if amount.endswith("s"):
        return f"{name}:{MORE * float(amount[:-1]):g}s", bot
    return f"{name}:{MORE * int(amount or rounds)}", bot


def skill_questions(side: Side, wish: Wish) -> list[Question]:
    """The better bot on each seat in turn."""
    better, worse = better_and_worse(wish.bots[0])
    found = []
    for seat in range(wish.players if wish.players > 1 else 0):
        bots = tuple(better if each == seat else worse for each in range(wish.players))
        found.append(Question("skill", _light(side, wish, bots, 2 * wish.few, 100 + seat), (seat,)))
    return found


def restricted_questions(side: Side, wish: Wish, uses: Sequence[Use]) -> list[Question]:
    """Each thing that can be kept from, on each seat in turn, against the same bots that do as they like."""
    found = []
    for number, restriction in enumerate(restrictions(side, uses) if wish.players > 1 else ()):
        for seat in range(wish.players):
            keeps = tuple(str(restriction) if each == seat else "" for each in range(wish.players))
            match = _light(side, wish, wish.bots, wish.few, 1000 + number * 16 + seat)
            found.append(Question(str(restriction), replace(match, keeps=keeps), (seat,)))
    return found


def restrictions(side: Side, uses: Sequence[Use]) -> list[Restriction]:
    """What to keep from: the actions that most often can be chosen beside others, and the components of which it is
    least by chance how they go with winning."""
    actions = sorted((each for each in uses if each.sort == "action" and each.beside), key=lambda each: -each.beside)
    pieces = [
        each for each in uses if each.sort == "component" and each.times and each.name not in side.components.spaces
    ]
    pieces.sort(key=lambda each: (each.chance, each.name))
    return [
        Restriction(how, each.sort, each.name)
        for each in (*actions[:ACTIONS], *pieces[:CARDS])
        for how in ("never", "always")
    ]


def tournament_questions(side: Side, wish: Wish) -> list[Question]:
    """Every two bots on alternating seats, both ways round."""
    found = []
    pairs = combinations(wish.tournament, 2) if wish.players > 1 else ()
    for number, pair in enumerate(pairs):
        for turn in range(2):
            bots = tuple(pair[(seat + turn) % 2] for seat in range(wish.players))
            about = tuple(seat for seat in range(wish.players) if bots[seat] == pair[0])
            match = _light(side, wish, bots, wish.few, 5000 + number * 2 + turn)
            found.append(Question("tournament", match, about))
    return found


def _light(side: Side, wish: Wish, bots: tuple[str, ...], games: int, number: int) -> Match:
    """Games of which only the result matters."""
    return Match(side.plan(wish, bots, games, number), side.components, whole=False)


def shares_of(answers: Sequence[tuple[Question, Sequence[Record]]]) -> list[float]:
    """What the seats that a question is about have of the win in each game, above an even part for so many."""
    out = []
    for question, records in answers:
        for each in records:
            if each.playout.finished:
                mine = [each.shares[seat] for seat in question.about]
                out.append(sum(mine) - len(mine) / each.players)
    return out


