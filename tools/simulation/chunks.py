"""Some of the games of a plan: what one of a crew does at a time, and what comes of it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from yupana.interpreter.game import Game, Sums

from ..shell.signals import code_of
from .playouts import Plan, play_some
from .tally import Tally


@dataclass(slots=True)
class Chunk:
    """Games `first` to `end` - 1 of a plan, and how long they took. `interrupted` is the exit code of the signal that
    ended them before that (0: none); then there are fewer."""

    first: int
    end: int
    tally: Tally
    seconds: float = 0.0
    interrupted: int = 0


def play_chunk(game: Game, plan: Plan, first: int, end: int) -> Chunk:
    """Play games `first` to `end` - 1 of a plan and add them up. Ctrl-C is no exception here: what was played by then
    counts."""
    begin = time.perf_counter()
    chunk = Chunk(first, end, Tally(plan.players))
    names = [each.name for each in game.program.alternatives]

    def added(sums: Sums) -> None:
        chunk.tally.add_sums(sums, names)

    try:
        for played in play_some(game, plan, first, end, added):
            chunk.tally.add(played)
    except KeyboardInterrupt as stop:
        chunk.interrupted = code_of(stop)
    chunk.seconds = time.perf_counter() - begin
    return chunk
