"""Playing every point of a sweep: one crew for all, the same seeds at every point.

That all points have the same seeds makes their differences surer than their values (common random numbers).
"""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError
from yupana.schemas.source import RulesetError

from ..measures.components import Components
from ..measures.figures import Look, Noted, figures_of, note_games
from ..measures.table import Measure
from ..shell.files import write_text
from ..simulation.crew import Crew, Sizes
from ..simulation.playouts import Plan
from ..simulation.workers import Sent
from ..targets.games import load_game
from .keeping import Folder, Outcome
from .varying import Point, Vary, overlay_of, settings_of


@dataclass(frozen=True, slots=True)
class Sweep:
    """What is to be played: the plan of every point but for its target and options, what is varied, and the points;
    and how closely the games are looked at, for which measures."""

    plan: Plan
    language: int
    base: str
    varies: tuple[Vary, ...]
    points: tuple[Point, ...]
    look: Look
    known: tuple[Measure, ...]


@dataclass(frozen=True, slots=True)
class _Ready:
    """A point that can be played: its plan, its game on the way to whoever plays it, and how that is looked at."""

    plan: Plan
    sent: Sent
    look: Look


def play_points(
    sweep: Sweep, folder: Folder, crew: Crew, base: Game, progress: Callable[[int], None]
) -> Iterator[Outcome]:
    """What came of every point, in their order; those that are done already are not played again. `base` is the game
    as it is; `progress` is told how many games are done."""
    return _Run(sweep, folder, crew).outcomes(base, progress)


class _Run:
    """A sweep that is going on. Points are made ready one after the other, as somebody is free to play them."""

    def __init__(self, sweep: Sweep, folder: Folder, crew: Crew) -> None:
        self._crew = crew
        self._sweep = sweep
        self._folder = folder
        self._sizes = Sizes(sweep.plan.games, seconds=crew.seconds)
        self._done: dict[int, Outcome] = {}
        for point in sweep.points:
            outcome = folder.outcome(point.number)
            if outcome is not None:
                self._done[point.number] = outcome

    def outcomes(self, base: Game, progress: Callable[[int], None]) -> Iterator[Outcome]:
        """See `play_points`."""
        done, wanted = self._done, self._sweep.plan.games
        games = len(done) * wanted
        progress(games)
        found: defaultdict[int, list[Noted]] = defaultdict(list)
        results = self._crew.parts(base, _play, self._jobs())
        for point in self._sweep.points:
            while point.number not in done:
                result = next(results, None)
                if result is None:  # what is left cannot be played
                    break
                _, (at, noted, seconds) = result
                self._sizes.took(len(noted), seconds)
                found[at] += noted
                games += len(noted)
                progress(games)
                if len(found[at]) == wanted:
                    self._end(self._sweep.points[at - 1], self._outcome(found.pop(at)))
            yield done[point.number]

    def _jobs(self) -> Iterator[tuple[int, Plan, Sent, Look, int, int]]:
        games = self._sweep.plan.games
        for point in self._sweep.points:
            if point.number in self._done:
                continue
            try:
                ready = _made_ready(self._sweep, self._folder, point)
            except (UsageError, RulesetError) as fault:
                self._end(point, Outcome({}, _first_sentence(fault)))
                continue
            first = 0
            while first < games:
                end = min(first + self._sizes.size, games)
                yield point.number, ready.plan, ready.sent, ready.look, first, end
                first = end

    def _end(self, point: Point, outcome: Outcome) -> None:
        self._done[point.number] = outcome
        self._folder.keep(point.number, point.values, outcome)

    def _outcome(self, noted: Sequence[Noted]) -> Outcome:
        ordered = sorted(noted, key=lambda each: each.index)
        figures = figures_of(ordered, self._sweep.known, len(self._sweep.points))
        failed = [each.fault for each in ordered if each.fault]
        return Outcome(figures, f"{len(failed)} of {len(noted)} games failed; {failed[0]}" if failed else "")


def plan_of(sweep: Sweep, folder: Folder, point: Point) -> Plan:
    """What is played at a point, whose overlay is written if it has one."""
    path, target = folder.overlay(point.number), sweep.plan.target
    if path.is_file():
        target = f"{target}+{as_path(path)}"
    return replace(sweep.plan, target=target, options=settings_of(sweep.varies, point, sweep.plan.options))


def _made_ready(sweep: Sweep, folder: Folder, point: Point) -> _Ready:
    """A point, whose overlay is written. Raises UsageError or RulesetError when it cannot be played."""
    overlay = overlay_of(sweep.base, sweep.language, sweep.varies, point)
    if overlay:
        write_text(folder.overlay(point.number), overlay)
    plan = plan_of(sweep, folder, point)
    try:
        game = load_game(plan.target, plan.engine)
    except RulesetError:
        if not overlay:
            raise
        game = _without_examples(sweep, folder, point, overlay)
    with contextlib.suppress(RuleFault):  # options that do not fit are told at once; a rule that fails is a figure
        game.start(plan.players, plan.seed, plan.options)
    look = replace(sweep.look, components=Components(game)) if sweep.look.components else sweep.look
    return _Ready(plan, Sent.of(game), look)


def _without_examples(sweep: Sweep, folder: Folder, point: Point, overlay: str) -> Game:
    """The game of a point that has faults without its examples, which may be those of other values only and play no
    part here. Raises RulesetError where it has faults of its own."""
    ruleset = compile_ruleset(sweep.plan.target).ruleset
    names = () if ruleset is None else tuple(map(str, ruleset.examples))
    path, plan = folder.overlay(point.number), plan_of(sweep, folder, point)
    write_text(path, overlay_of(sweep.base, sweep.language, sweep.varies, point, names))
    try:
        return load_game(plan.target, plan.engine)
    except RulesetError:
        write_text(path, overlay)
        raise


def as_path(path: Path) -> str:
    """A path that no one takes for a name."""
    return str(path) if path.is_absolute() else f"./{path.as_posix()}"


def _first_sentence(fault: UsageError | RulesetError) -> str:
    if isinstance(fault, RulesetError) and fault.diagnostics:
        first = fault.diagnostics[0]
        return f"{first.code} {first.message}"
    return str(fault)


# ---------------------------------------------------------------- games, by whoever works


_last: tuple[str, Game] | None = None
"""The game of the point that was played last; most jobs that follow are of the same one."""


def _play(
    base: Game, number: int, plan: Plan, sent: Sent, look: Look, first: int, end: int
) -> tuple[int, list[Noted], float]:  # fmt: skip
    """Some games of a point, and how many seconds they took."""
    global _last
    if _last is None or _last[0] != sent.key:
        _last = sent.key, sent.game
    return number, *note_games(_last[1], plan, look, first, end)
