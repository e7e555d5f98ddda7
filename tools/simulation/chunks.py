"""Some of the games of a plan: what one of a crew does at a time, and what comes of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from yupana.interpreter.game import Columns, Game, State, Sums

from ..bots.bot import Bot
from ..shell.signals import code_of
from .playouts import Plan, Playout, play_one, play_some
from .tally import Tally


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


class Recorder(Protocol):
    """Makes rows of games. `stepwise`: it has to see every decision."""

    stepwise: bool

    def seated(self, bot: Bot, seat: int) -> Bot:
        """Who decides in place of a bot, in the same way (see `playouts.play_one`)."""

    def watch(self, state: State, before: Sequence[int], option: tuple[Any, ...]) -> None:
        """Told of every decision when it has been taken (see `playouts.Watch`)."""

    def add(self, played: Playout) -> None:
        """Told of a game that was played."""

    def add_columns(self, columns: Columns) -> None:
        """Told of games that the engine has played by itself."""

    def parts(self) -> tuple[bytes, bytes]:
        """The rows of the games, and of their decisions."""


def play_chunk(game: Game, plan: Plan, first: int, end: int, recorder: Recorder | None = None) -> Chunk:
    """Play games `first` to `end` - 1 of a plan and add them up. Ctrl-C is no exception here: what was played by then
    counts."""
    begin = time.perf_counter()
    chunk = Chunk(first, end, Tally(plan.players))
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


def _stepwise(game: Game, plan: Plan, first: int, end: int, recorder: Recorder) -> Iterator[Playout]:
    for index in range(first, end):
        yield play_one(game, plan, index, recorder.watch, recorder.seated)
