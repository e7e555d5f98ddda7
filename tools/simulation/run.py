"""A whole run of games, with a progress bar; an interruption leaves the games that are finished."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yupana.interpreter.game import Game, RuleFault
from yupana.schemas.errors import UsageError

from ..shell.progress import pace
from ..shell.signals import code_of, shielded
from .chunks import Chunk, play_chunk
from .crew import MOST, Crew, Sizes
from .playouts import Plan
from .tally import Tally

if TYPE_CHECKING:
    from .keeping import Kept  # pyarrow is an extra


@dataclass(slots=True)
class Run:
    """What the games came to that are finished, how many of them (and of their decisions) were there `before`, how long
    the others took, and the exit code of what interrupted them (0: nothing did)."""

    tally: Tally
    before: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    interrupted: int = 0

    @property
    def games_per_second(self) -> float:
        """How many games a second."""
        return (self.tally.games - self.before[0]) / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_second(self) -> float:
        """How many decisions a second."""
        return (self.tally.decisions - self.before[1]) / self.seconds if self.seconds else 0.0


ROWS_MOST = 10_000
"""How many games a chunk has at most whose rows are wanted: they are in memory until it is done."""


def play_plan(
    game: Game, plan: Plan, crew: Crew, kept: Kept | None = None, record: Callable[..., Chunk] | None = None,
    tell: Callable[[Run], None] | None = None,
) -> Run:  # fmt: skip
    """Play the games of a plan. Where rows are `kept`, each chunk is played by `record`, and games that are there are
    not played again. `tell` is told of the run after every chunk.

    Raises UsageError when the game does not take its options, and when what is to be kept cannot be written.
    """
    with contextlib.suppress(RuleFault):  # wrong options are refused at once; a fault comes with its game
        game.start(plan.players, plan.seed, plan.options)
    run = Run(Tally(plan.players, sides=game.sides(plan.players)))
    stretches = None
    do: Callable[..., Chunk] = play_chunk
    wanted: tuple[Any, ...] = ()
    if kept is not None and record is not None:
        run.tally.merge(kept.tally)
        run.before = run.tally.games, run.tally.decisions
        stretches = kept.missing(plan.games)
        do, wanted = record, (kept.wanted,)
    sizes = Sizes(plan.games, ROWS_MOST if wanted else MOST, crew.seconds, stretches)
    begin = time.perf_counter()
    chunks = crew.parts(game, do, ((plan, *wanted, first, end) for first, end in sizes))
    try:
        with contextlib.closing(chunks), pace("games", plan.games, run.before[0]) as report:
            for _, chunk in chunks:
                run.tally.merge(chunk.tally)
                if chunk.interrupted:
                    run.interrupted = chunk.interrupted
                    break
                if kept is not None:
                    with shielded():
                        kept.add(chunk)
                sizes.took(chunk.tally.games, chunk.seconds)
                report(run.tally.games, run.tally.games - run.tally.finished)
                if tell is not None:
                    tell(run)
        if kept is not None and not run.interrupted:
            kept.finish()
    except KeyboardInterrupt as stop:
        run.interrupted = code_of(stop)
    finally:
        if kept is not None:
            kept.close()
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
