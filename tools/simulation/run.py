"""A whole run of games, with a progress bar; an interruption leaves the games that are finished."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..shell.progress import pace
from ..shell.signals import code_of
from .chunks import play_chunk
from .crew import Crew, Sizes
from .playouts import Plan
from .tally import Tally


@dataclass(slots=True)
class Run:
    """What the games came to that are finished, how long they took, and the exit code of what interrupted them (0:
    nothing did)."""

    tally: Tally
    seconds: float = 0.0
    interrupted: int = 0

    @property
    def games_per_second(self) -> float:
        """How many games a second."""
        return self.tally.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        """How many decisions a second."""
        return self.tally.decisions / self.seconds if self.seconds else 0.0


def play_plan(game: Game, plan: Plan, crew: Crew) -> Run:
    """Play the games of a plan. Raises UsageError when the game does not take its options."""
    with contextlib.suppress(RuleFault):  # wrong options are refused at once; a fault comes with its game
        game.start(plan.players, plan.seed, plan.options)
    run = Run(Tally(plan.players))
    begin = time.perf_counter()
    sizes = Sizes(plan.games)
    chunks = crew.parts(game, play_chunk, ((plan, first, end) for first, end in sizes))
    with contextlib.closing(chunks), pace("games", plan.games) as report:
        try:
            for _, chunk in chunks:
                run.tally.merge(chunk.tally)
                if chunk.interrupted:
                    run.interrupted = chunk.interrupted
                    break
                sizes.took(chunk.tally.games, chunk.seconds)
                report(run.tally.games, run.tally.games - run.tally.finished)
        except KeyboardInterrupt as stop:
            run.interrupted = code_of(stop)
    run.seconds = time.perf_counter() - begin
    return run


def how_often(when: str) -> int:
    """Before every how many decisions the invariants are asked; 0 at the end only. Raises UsageError."""
    known = {"every": 1, "end": 0}
    if when in known:
        return known[when]
    if when.isascii() and when.isdigit() and 0 < len(when) < 10 and int(when):
        return int(when)
    raise UsageError(f"`--check-invariants` takes `every`, `end` or a number from 1, not `{when[:40]}`.")
