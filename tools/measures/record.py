"""One game as measures need it, and how it is noted while bots play it.

How the seats stand is noted at a bounded number of decisions, evenly over the game: by the ruleset's own scoring, or,
where that does not tell who is ahead, by games that go on at random from there. Who notes it sees everything; what
the bots know is no part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from yupana.interpreter.game import Game, RuleFault, State, TreeSearch

from ..bots.bot import LIMIT, Bot
from ..bots.mcts import EXPLORATION, WIDE, WIDER
from ..bots.numbers import Numbers, mix
from ..bots.tree import searched
from ..playing.results import even_share, is_one_side, shares_of, win_shares
from ..simulation.playouts import Plan, Playout, Watch, play_one, play_some
from .components import Components
from .keeping import Keeping, keeping_from

Worth = Literal["points", "rollouts", ""]
"""By what the seats are compared in the middle of a game: not at all when empty."""

SAMPLES = {"points": 64, "rollouts": 12, "": 0}
"""At how many decisions of a game they are, at most."""

ROUNDS = 80
"""How many games tell what a position is worth."""


@dataclass(slots=True)
class Record:
    """One game. By decision: the seat that decides and how many options it has; `dead` counts decisions with nothing
    in them but one thing without a choice. By seat: how often each action and each component was used. `offered` is at
    how many decisions an action was offered, `beside` those of them at which another one was, too. `touched` are the
    components that play any part (`Components.touched`). `worths` is how the seats stand at
    the decisions `at`, from the first to the last that was noted; `first` is the seat that decides first (-1: not
    known)."""

    playout: Playout
    players: int
    deciders: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    dead: int = 0
    actions: list[Counter[str]] = field(default_factory=list)
    components: list[Counter[str]] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)
    touched: frozenset[str] = frozenset()
    worth: Worth = ""
    at: list[int] = field(default_factory=list)
    worths: list[tuple[float, ...]] = field(default_factory=list)
    first: int = -1

    @property
    def shares(self) -> tuple[float, ...]:
        """What part of the win each seat has; nothing for a game that did not end."""
        played = self.playout
        if not played.finished:
            return ()
        return tuple(float(each) for each in win_shares(played.result, played.winners, self.players, played.sharing))

    @property
    def one_side(self) -> bool:
        """Whether nobody played against anybody: all won or all lost."""
        return self.playout.finished and is_one_side(self.playout.result, len(self.playout.winners), self.players)

    @property
    def winner(self) -> int:
        """Who won alone; -1 when nobody did."""
        won = self.playout.finished and self.playout.result == "won" and len(self.playout.winners) == 1
        return self.playout.winners[0] if won else -1


@dataclass(frozen=True, slots=True)
class Match:
    """What to play: a plan, how to tell who is ahead, and for each seat what it keeps from ("": nothing). Without
    `whole` only the result is noted; with `turning` each bot sits one seat further in every game than in the one
    before."""

    plan: Plan
    components: Components | None = None
    worth: Worth = ""
    keeps: tuple[str, ...] = ()
    whole: bool = True
    turning: bool = False

    def seats(self, index: int) -> Plan:
        """The plan of a game, with its bots by seat."""
        bots = self.plan.bots
        if not self.turning or len(set(bots)) == 1:
            return self.plan
        return replace(self.plan, bots=tuple(bots[(seat - index) % len(bots)] for seat in range(len(bots))))


def play_record(game: Game, match: Match, index: int, watch: Watch | None = None) -> Record:
    """Play game number `index` of a match; it depends on the match and the index only. `watch` is told of its
    decisions too."""
    plan = match.seats(index)
    noting = _Noting(game, match)
    keeps = [keeping_from(each) if each else None for each in match.keeps] or [None] * plan.players

    def seated(bot: Bot, seat: int) -> Bot:
        keeping = keeps[seat]
        if keeping is not None:
            bot = Keeping(bot, keeping, game, match.components)
        return _Seen(bot, noting) if match.whole else bot

    if not match.whole:
        return Record(play_one(game, plan, index, watch, seated), plan.players)

    def after(state: State, before: Sequence[int], option: tuple[Any, ...]) -> None:
        noting.after(state, before, option)
        if watch is not None:
            watch(state, before, option)

    record = noting.record
    record.playout = play_one(game, plan, index, after, seated)
    record.touched = noting.touched()
    if record.playout.finished:
        noting.estimate(mix(record.playout.seed))
    return record


class _Seen:
    """A bot whose decisions are noted."""

    def __init__(self, bot: Bot, noting: _Noting) -> None:
        self._bot, self._noting = bot, noting

    def choose(self, state: State, options: Sequence[Any]) -> int:
        self._noting.before(state, options)
        return self._bot.choose(state, options)


class _Noting:
    """Notes what happens. Copies of positions are free, so those to be estimated are kept until the game is over."""

    def __init__(self, game: Game, match: Match) -> None:
        players = match.plan.players
        self.record = Record(Playout(0, 0, 0, {}), players, worth=match.worth)
        self.record.actions = [Counter() for _ in range(players)]
        self.record.components = [Counter() for _ in range(players)]
        self._names = [each.name for each in game.program.alternatives]
        self._components = match.components
        self._seat = 0
        self._most = SAMPLES[match.worth]
        self._every = 1
        self._kept: list[tuple[int, State]] = []
        self._first: Sequence[int] = ()
        self._last: Sequence[int] = ()

    def before(self, state: State, options: Sequence[tuple[Any, ...]]) -> None:
        """A seat is about to decide."""
        record = self.record
        number = len(record.widths)
        self._seat = state.seat
        if not number:
            record.first = state.seat
            self._first = state.cells[:]
        record.deciders.append(state.seat)
        record.widths.append(len(options))
        record.dead += len(options) == 1 and len(options[0]) == 1
        offered = {self._names[each[0]] for each in options}
        record.offered.update(offered)
        if len(offered) > 1:
            record.beside.update(offered)
        if self._most and number % self._every == 0:
            self._kept.append((number, state.clone()))
            if len(self._kept) > self._most:
                self._kept = self._kept[::2]
                self._every *= 2

    def after(self, state: State, before: Sequence[int], option: tuple[Any, ...]) -> None:
        """It has decided."""
        self._last = state.cells
        self.record.actions[self._seat][self._names[option[0]]] += 1
        if self._components is not None:
            used = self._components.named(option) | self._components.moved(before, state.cells)
            self.record.components[self._seat].update(used)

    def touched(self) -> frozenset[str]:
        """What plays any part: decisions name or move it, or the positions at the beginning and the end speak of it."""
        if self._components is None or not self._last:
            return frozenset()
        used = frozenset[str]().union(*self.record.components)
        return used | self._components.touched(self._first, self._last)

    def estimate(self, seed: int) -> None:
        """How the seats stood where it was noted; nothing when a rule fails in a game that goes on from there."""
        try:
            worths = [
                worth_of(state, self.record.worth, mix(seed + number), alone=self.record.players == 1)
                for number, state in self._kept
            ]
        except RuleFault:
            return
        self.record.at = [number for number, _ in self._kept]
        self.record.worths = worths


def worth_of(state: State, worth: Worth, seed: int, *, alone: bool = False) -> tuple[float, ...]:
    """How the seats stand: their points, or the parts of the win that games going on from there give them. Raises
    RuleFault."""
    if worth == "points" or alone:
        return tuple(float(each) for each in state.points)
    if state.players == 2:
        search = TreeSearch([state.cells], ROUNDS, seed % 2**31, LIMIT, EXPLORATION, WIDE, WIDER, margin=0)
        found = searched([state], search).values()
        times = sum(each.times for each in found)
        mine = sum(each.times * each.worth for each in found) / (times << 16) if times else 0.5
        return (mine, 1 - mine) if state.seat == 0 else (1 - mine, mine)
    totals = [0.0] * state.players
    for number in range(ROUNDS // 2):
        for seat, share in enumerate(_went_on(state, mix(seed + number))):
            totals[seat] += share
    return tuple(each / (ROUNDS // 2) for each in totals)


def _went_on(state: State, seed: int) -> tuple[float, ...]:
    """The parts of the win after going on at random; even ones when that does not end."""
    here, numbers = state.reseeded(seed % 2**31), Numbers(seed)
    for _ in range(LIMIT):
        options = here.option_tuples()
        if not options:
            return tuple(float(each) for each in shares_of(here))
        here.apply_tuple(options[numbers.below(len(options))])
    return (even_share(here.game.sides(here.players)),) * here.players


def play_records(game: Game, match: Match, first: int, end: int) -> list[Record]:
    """Games `first` to `end` - 1 of a match: what one worker does at a time. Where nobody has to see the decisions the
    engine may play them by itself."""
    if match.whole or match.turning or any(match.keeps):
        return [play_record(game, match, index) for index in range(first, end)]
    return [Record(each, match.plan.players) for each in play_some(game, match.plan, first, end)]
