"""A whole search: one explorer for each worker, which tell each other what they reach; then what was found is shrunk.

With one worker and a bound in decisions the same plan finds the same.
"""

from __future__ import annotations

import itertools
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from yupana.interpreter.game import RuleFault, quickest
from yupana.interpreter.play.coverage import Marked, marked

from ..shell.signals import code_of
from ..simulation.workers import Carried, hired
from ..targets.games import load_game
from .explorer import Brought, Explorer
from .finish import finish
from .plan import Finding, Origin, Plan, Taken
from .shrinking import Shrinker
from .signs import Sign

if TYPE_CHECKING:
    from yupana.interpreter.game import Game

    from ..shell.progress import Report

_FIRST, _STRETCH = 0.25, 2.0
"""So many seconds a worker plays before it tells what it has reached: at first, and at most."""
_LEAST, _STEP = 250, 4_000
"""So many decisions it plays at least and at most, where they are counted."""
_TOLD = 60
"""So many of the shortest lists of decisions the others are told after a stretch."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How something was reached first: the decisions, and after how many seconds and decisions of the run."""

    origin: Origin
    taken: list[Taken]
    seconds: float
    decisions: int


@dataclass(slots=True)
class Search:
    """What a search has come to. `interrupted`: the exit code of what interrupted it (0: nothing did)."""

    plan: Plan
    game: Game
    marked: Marked
    enough: Callable[[Search], bool] | None = None
    signs: dict[Sign, Reached] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    decisions: int = 0
    playouts: int = 0
    ended: int = 0
    seconds: float = 0.0
    taken: Counter[int] = field(default_factory=Counter)
    moved: set[int] = field(default_factory=set)
    interrupted: int = 0

    @property
    def passed(self) -> set[int]:
        """The points that were passed."""
        return {sign[1] for sign in self.signs if sign[0] == "passed"}

    def add(self, brought: Brought, seconds: float) -> list[tuple[Sign, Origin, list[Taken]]]:
        """Take in what a stretch has brought, and give of it what was not known."""
        self.decisions += brought.decisions
        self.playouts += brought.playouts
        self.ended += brought.ended
        self.moved |= brought.moved
        fresh = [each for each in brought.signs if each[0] not in self.signs]
        for sign, origin, taken in fresh:
            self.signs[sign] = Reached(origin, taken, seconds, self.decisions)
        for finding in brought.findings:
            finding.found = seconds
            known = next((each for each in self.findings if each.key == finding.key), None)
            if known is None:
                self.findings.append(finding)
            elif finding.length < known.length:
                finding.found, finding.after = known.found, known.after
                self.findings[self.findings.index(known)] = finding
        return fresh


Enough = Callable[[Search], bool]
"""Says whether what was found is enough."""


def search(plan: Plan, workers: int, report: Report, enough: Enough | None = None) -> Search:
    """Look for faults as the plan says, or until it is `enough`. Raises UsageError for what the ruleset does not
    offer."""
    game, other = _games(plan)
    for players in plan.players:
        _refuse(game, players, plan)
    found = Search(plan, game, marked(game), enough)
    begin = time.perf_counter()
    try:
        if workers <= 1:
            _alone(found, other, begin, report)
        else:
            _together(found, other, workers, begin, report)
    except KeyboardInterrupt as stop:
        found.interrupted = code_of(stop)
    found.seconds = time.perf_counter() - begin
    shrinker = Shrinker(found.marked, game, other)
    for number, finding in enumerate(found.findings):
        report("shrinking", number, len(found.findings))
        shrinker.shrink(finding)
        finish(game, finding)
    found.findings.sort(key=lambda each: (len(each.taken), each.key))
    return found


def _games(plan: Plan) -> tuple[Game, Game | None]:
    """The game on the engine of the plan, and on the other one where there are two."""
    game = load_game(plan.target, plan.engine)
    other = game.on("python" if game.back_end.name != "python" else quickest())
    return game, None if other is game else other


def _refuse(game: Game, players: int, plan: Plan) -> None:
    """Wrong options are refused at once; a fault comes with its game."""
    try:
        game.start(players, plan.seed, dict(plan.options))
    except RuleFault:
        return


def _progress(found: Search, seconds: float, report: Report) -> None:
    """How far it is: in decisions where they are bounded, else in seconds."""
    plan = found.plan
    if plan.decisions:
        report("looking for faults", min(found.decisions, plan.decisions), plan.decisions)
    else:
        report("looking for faults", min(int(seconds), int(plan.seconds)), max(1, int(plan.seconds)))


def _alone(found: Search, other: Game | None, begin: float, report: Report) -> None:
    plan = found.plan
    explorer = Explorer(found.game, plan, 0, other)
    until = begin + plan.seconds if plan.seconds else 0.0
    while not _done(found, begin):
        left = plan.decisions - found.decisions if plan.decisions else _STEP
        brought = explorer.work(min(_STEP, left), until)
        found.add(brought, time.perf_counter() - begin)
        found.taken = brought.taken
        _progress(found, time.perf_counter() - begin, report)
        if not brought.decisions:
            break


def _done(found: Search, begin: float) -> bool:
    plan = found.plan
    over = bool(plan.seconds) and time.perf_counter() - begin >= plan.seconds
    over = over or (found.enough is not None and found.enough(found))
    return over or (bool(plan.decisions) and found.decisions >= plan.decisions)


# ---------------------------------------------------------------- several workers

_explorer: Explorer | None = None
_learnt = 0


def _together(found: Search, other: Game | None, workers: int, begin: float, report: Report) -> None:
    plan = found.plan
    carried = Carried(lambda: (plan, _compiled((found.game, other, found.marked), plan)), lambda: (_anew, (plan,)))
    told: list[tuple[Sign, Origin, list[Taken]]] = []
    by_worker: dict[int, Counter[int]] = {}
    numbers, before = itertools.count(), -1
    with hired(workers, carried) as team:
        # a stretch whose time was over before its decisions were played leaves some to do when all are handed out
        while found.decisions > before and not _done(found, begin):
            before = found.decisions
            for _, (worker, brought) in team.work(_stretch, _jobs(found, told, begin, workers, numbers)):
                seconds = time.perf_counter() - begin
                fresh = found.add(brought, seconds)
                fresh.sort(key=lambda each: (each[0][0] != "passed", len(each[2])))
                told += fresh[:_TOLD]
                by_worker[worker] = brought.taken
                _progress(found, seconds, report)
    for taken in by_worker.values():
        found.taken.update(taken)


def _jobs(
    found: Search, told: list[tuple[Sign, Origin, list[Taken]]], begin: float, workers: int, numbers: Iterator[int]
) -> Iterator[tuple[int, int, float, int, list[tuple[Sign, Origin, list[Taken]]]]]:
    """A stretch of work after the other, each with what was reached last: number, how many decisions, seconds (0: any
    number), how many lists there are in all, and the last of them. They begin short, so that all soon know what the
    first have reached; and where decisions are counted they end short, so that all end together."""
    plan, handed = found.plan, found.decisions
    for number in numbers:
        if _done(found, begin):
            return
        share, seconds = 1 << 40, 0.0
        if plan.seconds:
            most = min(_STRETCH, _FIRST * 2 ** min(number // workers, 8))
            seconds = max(0.05, min(most, begin + plan.seconds - time.perf_counter()))
        if plan.decisions:
            left = plan.decisions - max(handed, found.decisions)
            if left <= 0:
                return
            share = min(left, max(_LEAST, min(_STEP, left // (2 * workers))))
            handed += share
        yield number, share, seconds, len(told), told[-4 * _TOLD :]


_Grounds: TypeAlias = "tuple[Game, Game | None, Marked]"
"""Where is searched: the game on the engine of the plan, on the other one, and with marks."""


def _compiled(grounds: _Grounds, plan: Plan) -> _Grounds:
    """Grounds whose games are compiled, for many to share."""
    for game in (grounds[0], grounds[1], grounds[2].game):
        if game is not None:
            _refuse(game, plan.players[0], plan)
    return grounds


def _anew(plan: Plan) -> tuple[Plan, _Grounds]:
    game, other = _games(plan)
    return plan, (game, other, marked(game))


def _stretch(
    begun: tuple[Plan, _Grounds], number: int, decisions: int, seconds: float, total: int,
    told: list[tuple[Sign, Origin, list[Taken]]],
) -> tuple[int, Brought]:  # fmt: skip
    """One stretch of work in a worker; the first one's number is the worker's own."""
    global _explorer, _learnt
    if _explorer is None:
        plan, (game, other, marks) = begun
        _explorer = Explorer(game, replace(plan, seed=plan.seed + number), number, other, marks)
    missed = min(total - _learnt, len(told))
    _learnt = total
    if missed:
        _explorer.learn(told[-missed:])
    return os.getpid(), _explorer.work(decisions, time.perf_counter() + seconds if seconds else 0.0)
