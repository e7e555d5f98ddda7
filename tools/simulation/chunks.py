"""Some of the games of a plan: what one of a crew does at a time, and what comes of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yupana.interpreter.game import Game, Sums

from ..shell.signals import code_of
from .playouts import Plan, Playout, play_one, play_some
from .tally import Tally

if TYPE_CHECKING:
    from .recording import RowRecorder  # pyarrow is an extra


@dataclass(slots=True)
class Chunk:
    """Games `first` to `end` - 1 of a plan, and how long they took. `parts` are the rows of the games and of their
    decisions, where somebody wants them. `interrupted` is the exit code of the signal that ended them before that (0:
    none); then there are fewer."""

    first: int
    end: int
    tally: Tally
    seconds: float = 0.0
    interrupted: int = 0
    parts: tuple[bytes, bytes] = (b"", b"")


def play_chunk(game: Game, plan: Plan, first: int, end: int, recorder: RowRecorder | None = None) -> Chunk:
    """Play games `first` to `end` - 1 of a plan and add them up. Ctrl-C is no exception here: what was played by then
    counts."""
    begin = time.perf_counter()
    chunk = Chunk(first, end, Tally(plan.players, sides=game.sides(plan.players)))
    names = [each.name for each in game.program.alternatives]

    def added(sums: Sums) -> None:
        chunk.tally.add_sums(sums, names)

    try:
        if recorder is None:
            for played in play_some(game, plan, first, end, added):
                chunk.tally.add(played)
        else:
            games = (
                _stepwise(game, plan, first, end, recorder)
                if recorder.stepwise
                else play_some(game, plan, first, end, added, recorder.add_columns)
            )
            for played in games:
                chunk.tally.add(played)
                recorder.add(played)
            chunk.parts = recorder.parts()
    except KeyboardInterrupt as stop:
        chunk.interrupted = code_of(stop)
    chunk.seconds = time.perf_counter() - begin
    return chunk


def _stepwise(game: Game, plan: Plan, first: int, end: int, recorder: RowRecorder) -> Iterator[Playout]:
    for index in range(first, end):
        yield play_one(game, plan, index, recorder.watch, recorder.seated)
