"""A whole run of games, with a progress bar; an interruption leaves the games that are finished."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..shell.progress import counted
from ..shell.signals import code_of
from .playouts import Plan, Playout, play_all


@dataclass(slots=True)
class Run:
    """The games that are finished, in their order, how long they took, and the exit code of what interrupted them (0:
    nothing did)."""

    playouts: list[Playout] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: int = 0


def play_plan(game: Game, plan: Plan, workers: int) -> Run:
    """Play the games of a plan. Raises UsageError when the game does not take its options."""
    with contextlib.suppress(RuleFault):  # wrong options are refused at once; a fault comes with its game
        game.start(plan.players, plan.seed, plan.options)
    run = Run()
    begin = time.perf_counter()
    games = play_all(game, plan, workers)
    try:
        for playout in counted("games", games, plan.games):
            run.playouts.append(playout)
    except KeyboardInterrupt as stop:
        run.interrupted = code_of(stop)
        games.close()
    run.seconds = time.perf_counter() - begin
    run.playouts.sort(key=lambda playout: playout.index)
    return run


def how_often(when: str) -> int:
    """Before every how many decisions the invariants are asked; 0 at the end only. Raises UsageError."""
    known = {"every": 1, "end": 0}
    if when in known:
        return known[when]
    if when.isascii() and when.isdigit() and 0 < len(when) < 10 and int(when):
        return int(when)
    raise UsageError(f"`--check-invariants` takes `every`, `end` or a number from 1, not `{when[:40]}`.")
