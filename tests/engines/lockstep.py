"""Two back ends play the same game in lockstep: after every decision all that can be asked of a position is compared.

Compared are the cells (notes included), the options and their order, what happened, the prompt, what every seat and a
spectator see, scores, items, winners, the outcome, the ruleset's invariants and its report, and faults with their
message and place; after a fault the position before must stand unharmed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from yupana.interpreter.backends.protocol import OptionTuple
from yupana.interpreter.errors import RuleFault, UsageError
from yupana.interpreter.game import SPECTATOR, Game, State
from yupana.interpreter.program import ir

Ask: TypeAlias = Callable[[State], Any]
Chooser: TypeAlias = Callable[[State], OptionTuple | None]
"""What is decided next; None ends the game."""

FEW_OUTCOMES = 12
"""Outcomes of chance that are looked at one by one; where there are more, they are not."""


@dataclass(frozen=True, slots=True)
class Faulted:
    """A rule fault instead of an answer."""

    message: str
    place: ir.Place | None
    player: str

    def __str__(self) -> str:
        where = f"{self.place.file}:{self.place.line}:{self.place.column}: " if self.place else ""
        return f"rule fault: {where}{self.message}"


@dataclass(frozen=True, slots=True)
class Crashed:
    """What no back end may do, whatever the other one does."""

    error: str

    def __str__(self) -> str:
        return f"error: {self.error}"


def answered(ask: Callable[[], Any]) -> Any:
    """What comes of asking: the answer, a fault, or a crash."""
    try:
        return ask()
    except RuleFault as fault:
        return Faulted(fault.message, fault.place, fault.player)
    except UsageError as error:
        return str(error)
    except Exception as error:  # a back end may raise anything when it is wrong
        return Crashed(f"{type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a game starts from."""

    players: int
    seed: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f", {name}={value}" for name, value in self.options)
        return f"{self.players} players, seed {self.seed}{chosen}"


@dataclass(slots=True)
class Difference:
    """Where two back ends differ: what was asked, what each says, and the decisions that lead there. `at` is the
    position of the first back end where it shows (None: the start differs), before the decision `last` when it shows
    while that is carried out."""

    setting: Setting
    what: str
    one: Any
    other: Any
    decisions: list[OptionTuple] = field(default_factory=list)
    at: State | None = None
    last: OptionTuple | None = None


@dataclass(frozen=True, slots=True)
class Twins:
    """One ruleset on two back ends. `one` is trusted, `other` on trial."""

    one: Game
    other: Game

    def start(self, setting: Setting) -> tuple[Any, Any]:
        """Both at their first decision, or how each fails."""
        options = dict(setting.options)
        return tuple(  # type: ignore[return-value]
            answered(lambda game=game: game.start(players=setting.players, seed=setting.seed, options=options))  # type: ignore[misc]
            for game in (self.one, self.other)
        )


# ---------------------------------------------------------------- what is asked


def happened(state: State) -> Any:
    """The raw events of the last decision, or of the set-up."""
    events = state._first_events if state._past is None else state._past[3]
    return plain(events)


def plain(value: Any) -> Any:
    """A value in one form, whichever sort of sequence or truth a back end gives."""
    if isinstance(value, (tuple, list, range)):
        return tuple([plain(each) for each in value])
    return int(value) if isinstance(value, bool) else value


def always() -> Iterator[tuple[str, Ask]]:
    """What is compared after every decision: nothing of it costs more than the decision itself."""
    yield "the cells", lambda state: list(state.cells)
    yield "the options", lambda state: plain(state.option_tuples())
    yield "the events", happened
    yield "the prompt", lambda state: plain(() if state.over else state.game.machine.prompt(state.cells))


CHANCE = "all that chance can make"
WHILE_CARRIED_OUT = frozenset(("the cells", "the events"))
"""What comes of the last decision; all else is asked of the position after it."""


def closely(state: State, draw: random.Random | None, offered: Sequence[str] = ()) -> Iterator[tuple[str, Ask]]:
    """What else can be asked of a position. `offered`: texts of options of former decisions. Of questions that can be
    asked of many options one is drawn (without `draw`: all are asked)."""
    names = state.names
    for viewer in (SPECTATOR, *names):
        yield f"what {viewer if isinstance(viewer, str) else 'a spectator'} sees", _sees(viewer)
    yield "the story", lambda state: state.story(since=max(state.ply - 1, 0))
    yield "the scores", lambda state: state.scores
    for name in names:
        yield f"the items of {name}", _items(name)
        yield f"the features of {name}", _features(name)
    yield "the winners", lambda state: state.winners
    yield "the outcome", lambda state: (state.outcome, state.results)
    yield "the report", lambda state: state.report
    yield "the invariants", lambda state: state.broken_invariants
    yield "the options, listed anew", lambda state: plain(state.game.machine.legal(state.cells))
    if state.over:
        return
    options = state.option_tuples()
    for option in options if draw is None else options and [draw.choice(options)]:
        yield CHANCE, _chances(option)
    for text in offered if draw is None else offered and [draw.choice(offered)]:
        yield "why not", _why_not(text)


def _sees(viewer: str | int) -> Ask:
    return lambda state: state.observation(viewer)


def _features(name: str) -> Ask:
    return lambda state: state.features(name)


def _items(name: str) -> Ask:
    return lambda state: state.score_items(name)


def _why_not(text: str) -> Ask:
    return lambda state: state.why_not(text)


def _chances(option: OptionTuple) -> Ask:
    def ask(state: State) -> Any:
        assert state.decision is not None
        chosen = state.decision.options[state.option_tuples().index(option)]
        return [(each.draws, each.weight, list(each.state.cells)) for each in state.chances(chosen, FEW_OUTCOMES)]

    return ask


# ---------------------------------------------------------------- playing


@dataclass(slots=True)
class Watch:
    """How closely a game is looked at. `share`: of so many decisions one is looked at closely, and the last one;
    `only`: nothing is asked but this."""

    draw: random.Random | None = None
    share: int = 1
    only: str = ""

    def differs(self, one: State, other: State, close: bool, offered: Sequence[str]) -> tuple[str, Any, Any] | None:
        """The first question that is answered differently, with both answers."""
        for what, ask in always():
            if found := self._asked(what, ask, one, other):
                return found
        if close:
            for what, ask in closely(one, self.draw, offered):
                if found := self._asked(what, ask, one, other):
                    return found
        return None

    def _asked(self, what: str, ask: Ask, one: State, other: State) -> tuple[str, Any, Any] | None:
        if self.only not in ("", what) and what not in ("the cells", "the options"):
            return None
        first, second = answered(lambda: ask(one)), answered(lambda: ask(other))
        return None if first == second and not isinstance(first, Crashed) else (what, first, second)


@dataclass(slots=True)
class Outcome:
    """A game that was played on both: how many decisions were compared, how it ended, and what differed."""

    taken: int = 0
    faulted: bool = False
    over: bool = False
    difference: Difference | None = None


def play(twins: Twins, setting: Setting, choose: Chooser, watch: Watch, most: int) -> Outcome:
    """Play until `choose` ends it, the game is over or faults, `most` decisions are taken, or something differs."""
    result = Outcome()
    one, other = twins.start(setting)
    if not isinstance(one, State) or not isinstance(other, State):
        result.faulted = True
        if isinstance(one, (State, Crashed)) or one != other:
            result.difference = Difference(setting, "the start", _told(one), _told(other))
        return result
    decisions: list[OptionTuple] = []
    offered: list[str] = []
    before: State | None = None
    while True:
        option = None if one.over or len(decisions) >= most else choose(one)
        close = option is None or watch.draw is None or not watch.draw.randrange(watch.share)
        found = watch.differs(one, other, close, offered)
        if found is None and option is not None:
            before, positions = one.clone(), (list(one.cells), list(other.cells))
            outcomes = answered(lambda: one._run(option)), answered(lambda: other._run(option))  # noqa: B023
            decisions.append(option)
            if outcomes == (None, None):
                result.taken += 1
                if len(offered) < 8:
                    offered.append(one.game.machine.printer.option(option, exact=True))
                continue
            found = _faults(outcomes, positions, one, other)
            result.faulted = True
        if found is not None:
            what, first, second = found
            carried = before is not None and (result.faulted or what in WHILE_CARRIED_OUT)
            at, last = (before, decisions[-1]) if carried else (one.clone(), None)
            result.difference = Difference(setting, what, first, second, decisions, at, last)
        result.over = one.over
        return result


def _faults(outcomes: tuple[Any, Any], positions: Any, one: State, other: State) -> tuple[str, Any, Any] | None:
    """Whether a decision failed in the same way and left nothing behind."""
    first, second = outcomes
    if first != second or isinstance(first, Crashed):
        return "carrying it out", *outcomes
    after = list(one.cells), list(other.cells)
    return None if after == positions else ("the position before a fault", positions, after)


def _told(outcome: Any) -> Any:
    return "it begins" if isinstance(outcome, State) else outcome


def at_random(seed: int) -> Chooser:
    """Decisions at random."""
    draw = random.Random(seed)

    def choose(state: State) -> OptionTuple | None:
        options = state.option_tuples()
        return options[draw.randrange(len(options))]

    return choose


def settings(game: Game, seeds: Sequence[int], draw: random.Random) -> Iterator[Setting]:
    """Settings for these seeds: all numbers of players in turn, and options at random (the first ones as usual)."""
    numbers = range(game.min_players, game.max_players + 1)
    for i, seed in enumerate(seeds):
        options = tuple((each.name, _chosen(game, each, draw)) for each in game.program.game_options if i % 3)
        yield Setting(numbers[i % len(numbers)], seed, options)


def _chosen(game: Game, option: ir.GameOption, draw: random.Random) -> Any:
    match option.type.kind:
        case "bool":
            return draw.random() < 0.5
        case "member":
            return draw.choice(game.program.domains[option.type.domain].names)
    return draw.randint(option.low, min(option.high, option.low + 100))


def search(twins: Twins, seeds: Sequence[int], most: int = 400, share: int = 1) -> tuple[Difference | None, int]:
    """Play a game for each seed until something differs; and how many decisions were compared."""
    taken = 0
    for setting in settings(twins.one, seeds, random.Random(seeds[0])):
        watch = Watch(random.Random(setting.seed), share)
        outcome = play(twins, setting, at_random(setting.seed), watch, most)
        taken += outcome.taken
        if outcome.difference is not None:
            return outcome.difference, taken
    return None, taken
