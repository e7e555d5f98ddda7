"""Whole games played by bots.

Guarantee: what is played in game number `index` of a run depends on the ruleset, players, options, bots, seed and index
only, so any number of workers gives the same result.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from yupana.interpreter.game import Columns, Game, Outcome, PlayedGame, RuleFault, State, Sums

from ..bots.bot import Bot
from ..bots.numbers import game_seed
from ..bots.seats import seat_bots
from ..playing.results import Result, result_of
from .crew import Crew, Sizes

DEFAULT_LIMIT = 100_000
"""After how many decisions a game of bots is given up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: `bots` by seat; `limit` is the number of decisions after which a game is given up. The ruleset's
    invariants are asked before every so many decisions (`invariants`; 0: not before the end), and at the end. `engine`
    runs it."""

    target: str
    players: int
    games: int
    seed: int
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    limit: int = DEFAULT_LIMIT
    invariants: int = 1
    engine: str = "python"


Ended = Literal["itself", "limit", "invariant", "fault"]
"""How a game ended: by itself, at the limit of decisions, with a broken invariant, or because a rule failed."""


@dataclass(slots=True)
class Playout:
    """One game. `fault` is empty for a game that ran to its end; then there are scores and winners by seat, the result,
    and by how many sides the win or the draw is shared (0: by as many as win). `place` is where in the ruleset a rule
    failed."""

    index: int
    seed: int
    decisions: int
    actions: dict[str, int]
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    fault: str = ""
    place: str = ""
    result: Result = "won"
    ended: Ended = "itself"
    sharing: int = 0

    @property
    def finished(self) -> bool:
        """Whether the game ran to its end."""
        return not self.fault


Watch = Callable[[State, Sequence[int], tuple[Any, ...]], None]
"""Told of every decision of a playout: the state after it, the cells before it, and the option taken."""


def play_one(
    game: Game, plan: Plan, index: int, watch: Watch | None = None, seated: Callable[[Bot, int], Bot] | None = None
) -> Playout:
    """Play game number `index` (from 0) of a plan. `seated` says who decides in place of the bot of a seat: one who
    asks it and notes what it sees, or keeps it from some options."""
    seed = game_seed(plan.seed, index)
    bots = seat_bots(plan.bots, seed)
    if seated is not None:
        bots = [seated(bot, seat) for seat, bot in enumerate(bots)]
    chosen: defaultdict[int, int] = defaultdict(int)
    decisions, every = 0, plan.invariants if game.program.invariants else 0
    broken: list[str] = []
    try:
        state = game.start(players=plan.players, seed=seed, options=dict(plan.options))
        while options := state.option_tuples():
            if decisions == plan.limit:
                return Playout(index, seed, decisions, _names(chosen, game), fault=_too_long(plan), ended="limit")
            if every and decisions % every == 0 and (broken := state.broken_invariants):
                break
            option = options[bots[state.seat].choose(state, options)]
            chosen[option[0]] += 1
            before = state.cells
            state.apply_tuple(option)
            decisions += 1
            if watch is not None:
                watch(state, before, option)
        if broken or (broken := state.broken_invariants):
            return _broken(game, broken[0], index, seed, decisions, _names(chosen, game))
        scores, winners = state.points, state.winner_seats
        sharing = state.sharing
        result = result_of(state.outcome, sharing)
    except RuleFault as failed:
        place = f"{failed.file}:{failed.line}:{failed.column}" if failed.file else ""
        actions = _names(chosen, game)
        return Playout(index, seed, decisions, actions, fault=failed.message, place=place, ended="fault")
    return Playout(index, seed, decisions, _names(chosen, game), scores, winners, result=result, sharing=sharing)


def play_some(
    game: Game, plan: Plan, first: int, end: int, added: Callable[[Sums], None] | None = None,
    listed: Callable[[Columns], None] | None = None,
) -> Iterator[Playout]:
    """Play games `first` to `end` - 1 of a plan: by the engine on its own where it does that, but for games in which a
    rule fails, whose fault is found decision by decision. Games that the engine may add up are told to `added`, and in
    columns to `listed` if somebody wants that, and do not come one by one; None: all come, in their order."""
    games = game.playouts(
        plan.bots, end, first=first, players=plan.players, seed=plan.seed, options=dict(plan.options), limit=plan.limit,
        invariants=plan.invariants, summed=added is not None, listed=listed is not None,
    )  # fmt: skip
    if games is None:
        for index in range(first, end):
            yield play_one(game, plan, index)
        return
    names = [each.name for each in game.program.alternatives]
    for batch in games:
        if added is not None and batch.sums is not None:
            added(batch.sums)
            if listed is not None:
                listed(batch.columns)
        for each in batch:
            yield _playout(game, plan, each, names)
        if batch.failed >= 0:
            yield play_one(game, plan, batch.failed)


def _playout(game: Game, plan: Plan, played: PlayedGame, names: Sequence[str]) -> Playout:
    """A game that the engine has played."""
    seed = game_seed(plan.seed, played.number)
    actions: dict[str, int] = {}
    for name, times in zip(names, played.chosen, strict=True):
        if times:
            actions[name] = actions.get(name, 0) + times
    own = played.number, seed, played.decisions, actions
    if played.ended == 1:
        return Playout(*own, fault=_too_long(plan), ended="limit")
    if played.ended == 2:
        return _broken(game, game.program.invariants[played.invariant][0], *own)
    outcome: Outcome = "draw" if played.draw else "won" if played.winners else "lost"
    every = len(set(game.sides(plan.players))) if played.draw else 0
    sharing = played.sides or every
    return Playout(*own, played.scores, played.winners, result=result_of(outcome, sharing), sharing=sharing)


def _too_long(plan: Plan) -> str:
    return f"not over after {plan.limit} decisions"


def _broken(game: Game, name: str, index: int, seed: int, decisions: int, actions: dict[str, int]) -> Playout:
    """A game in which an invariant does not hold any more."""
    at = game.invariant_places.get(name)
    place = f"{at.file}:{at.line}:{at.column}" if at is not None else ""
    fault = f"the invariant {name} does not hold after {decisions} decisions"
    return Playout(index, seed, decisions, actions, fault=fault, place=place, ended="invariant")


def _names(chosen: Mapping[int, int], game: Game) -> dict[str, int]:
    counts: dict[str, int] = {}
    for number, times in chosen.items():
        name = game.program.alternatives[number].name
        counts[name] = counts.get(name, 0) + times
    return counts


def play_all(game: Game, plan: Plan, workers: int) -> Generator[Playout, None, None]:
    """Play all games of a plan and give each when it is done, in any order."""
    crew = Crew(min(workers, plan.games))
    if crew.alone:
        yield from play_some(game, plan, 0, plan.games)
        return
    sizes = Sizes(plan.games, most=1000)
    for _, (playouts, seconds) in crew.parts(game, _playouts, ((plan, first, end) for first, end in sizes)):
        sizes.took(len(playouts), seconds)
        yield from playouts


def _playouts(game: Game, plan: Plan, first: int, end: int) -> tuple[list[Playout], float]:
    """Some games of a plan, and how many seconds they took."""
    begin = time.perf_counter()
    return list(play_some(game, plan, first, end)), time.perf_counter() - begin
