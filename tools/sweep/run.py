"""Playing every point of a sweep: one team of workers for all, the same seeds at every point.

That all points have the same seeds makes their differences surer than their values (common random numbers).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ..simulation.playouts import Plan, Playout, play_some
from ..simulation.workers import spread
from ..targets.games import load_game
from .figures import figures_of
from .keeping import Folder, Outcome
from .varying import Point, Vary, overlay_of, settings_of

__all__ = ["Sweep", "play_points"]

CHUNK = 25
"""How many games a worker plays at once, at most."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """What is to be played: the plan of every point but for its target and options, what is varied, and the points."""

    plan: Plan
    language: int
    base: str
    varies: tuple[Vary, ...]
    points: tuple[Point, ...]


def play_points(sweep: Sweep, folder: Folder, workers: int, progress: Callable[[int], None]) -> Iterator[Outcome]:
    """What came of every point, in their order; those that are done already are not played again. `progress` is told
    how many games are done."""
    plans: dict[int, Plan] = {}
    faults: dict[int, str] = {}
    done = {point.number: outcome for point in sweep.points if (outcome := folder.outcome(point.number)) is not None}
    progress(len(done) * sweep.plan.games)
    for point in sweep.points:
        if point.number not in done:
            try:
                plans[point.number] = _plan_of(sweep, folder, point)
            except (UsageError, RulesetError) as fault:
                faults[point.number] = _first_sentence(fault)
    return _played(sweep, folder, workers, progress, plans, faults, done)


def _played(
    sweep: Sweep, folder: Folder, workers: int, progress: Callable[[int], None], plans: Mapping[int, Plan],
    faults: Mapping[int, str], done: dict[int, Outcome],
) -> Iterator[Outcome]:  # fmt: skip
    found: dict[int, list[Playout]] = {number: [] for number in plans}
    games = len(done) * sweep.plan.games
    results = _spread(plans, workers)
    for point in sweep.points:
        number = point.number
        if number in faults:
            done[number] = Outcome({}, faults[number])
            folder.keep(number, point.values, done[number])
        while number not in done:
            at, playouts = next(results)
            found[at] += playouts
            games += len(playouts)
            progress(games)
            if len(found[at]) == sweep.plan.games:
                done[at] = _outcome(sweep, plans[at], found.pop(at))
                folder.keep(at, sweep.points[at - 1].values, done[at])
        yield done[number]


def _outcome(sweep: Sweep, plan: Plan, playouts: Sequence[Playout]) -> Outcome:
    ordered = sorted(playouts, key=lambda each: each.index)
    scored = bool(_game_of(plan).program.scoring.items)
    return Outcome(figures_of(ordered, plan.players, scored, len(sweep.points)))


def _plan_of(sweep: Sweep, folder: Folder, point: Point) -> Plan:
    """What is played at a point, whose overlay is written. Raises UsageError or RulesetError when it cannot be."""
    overlay = overlay_of(sweep.base, sweep.language, sweep.varies, point)
    target = sweep.plan.target
    if overlay:
        path = folder.overlay(point.number)
        path.write_text(overlay, encoding="utf-8")
        target = f"{target}+{_as_path(path)}"
    plan = replace(sweep.plan, target=target, options=settings_of(sweep.varies, point, sweep.plan.options))
    with contextlib.suppress(RuleFault):  # options that do not fit are told at once; a rule that fails is a figure
        _game_of(plan).start(plan.players, plan.seed, plan.options)
    return plan


def _as_path(path: Path) -> str:
    """A path that no one takes for a name."""
    return str(path) if path.is_absolute() else f"./{path.as_posix()}"


def _first_sentence(fault: UsageError | RulesetError) -> str:
    if isinstance(fault, RulesetError) and fault.diagnostics:
        first = fault.diagnostics[0]
        return f"{first.code} {first.message}"
    return str(fault)


# ---------------------------------------------------------------- games, here or in workers

_games: dict[tuple[str, str], Game] = {}


def _game_of(plan: Plan) -> Game:
    """The game of a plan; the last one is kept."""
    key = plan.target, plan.engine
    if key not in _games:
        _games.clear()
        _games[key] = load_game(plan.target, plan.engine)
    return _games[key]


def _start() -> None:
    _games.clear()


def _play(number: int, plan: Plan, first: int, end: int) -> tuple[int, list[Playout]]:
    return number, list(play_some(_game_of(plan), plan, first, end))


def _spread(plans: Mapping[int, Plan], workers: int) -> Iterator[tuple[int, list[Playout]]]:
    """The games of all points, a few at a time, in any order."""
    jobs = (
        (number, plan, first, min(first + CHUNK, plan.games))
        for number, plan in plans.items()
        for first in range(0, plan.games, CHUNK)
    )
    if workers == 1:
        for job in jobs:
            yield _play(*job)
        return
    for _, result in spread(workers, _start, (), _play, jobs):
        yield result
