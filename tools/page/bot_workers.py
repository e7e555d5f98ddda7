"""Bots that think in processes of their own, so that the server answers meanwhile, and share them fairly by table.

A bot is made anew for each decision, from the seed of the table, its seat and the ply: what it chooses depends on the
position alone, however often the server was started again or decisions were taken back.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache, partial
from typing import TypeVar

from yupana.interpreter.game import Game, State
from yupana.schemas import host
from yupana.schemas.errors import UsageError

from ..bots.numbers import game_seed
from ..bots.seats import HUMAN, seat_bots, seconds_of
from ..simulation.workers import Worker, start_tracker
from ..targets.games import load_game
from .fairness import FairWorkers
from .setting import Setting, stood

KEPT = 200
"""How many games a worker has at hand."""

REMEMBERED = 1_000
"""Of so many bots it is remembered how long they took; so many tables are known with who thought there."""


Key = TypeVar("Key")
Value = TypeVar("Value")


class BotWorkers:
    """Worker processes that think about the tables, one of them only where that does not take long; they start when
    they are needed."""

    def __init__(self, count: int, engine: str) -> None:
        self._engine = engine
        self._seats = [_Seat(engine) for _ in range(max(1, min(count, host.most_workers() - 1)) + 1)]
        self._shared = FairWorkers(len(self._seats))
        self._took: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._last: OrderedDict[int, int] = OrderedDict()

    async def choose(self, table: int, setting: Setting, decisions: Sequence[str], seat: int) -> int:
        """The number of the option that the bot on a seat takes.

        Raises RuleFault, and UsageError for a bot that cannot play this game or a process that was ended twice.
        """
        bot = setting.target, setting.seats[seat]
        think = partial(self._think, bot, (table, setting, decisions, seat))
        about = self._took.get(bot, seconds_of(bot[1]))
        return await self._shared.do(table, about, think, self._last.get(table))

    async def _think(self, bot: tuple[str, str], job: tuple[int, Setting, Sequence[str], int], number: int) -> int:
        _remember(self._last, job[0], number)
        index, seconds = await self._seats[number].choose(*job)
        _remember(self._took, bot, seconds)
        return index

    def close(self) -> None:
        """End them, whatever they do."""
        for each in self._seats:
            each.close()


def _remember(known: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > REMEMBERED:
        known.popitem(last=False)


class _Seat:
    """One worker, the thread that waits for it, and those who wait for their turn."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._worker: Worker | None = None
        self._is_closed = False
        self._thread = ThreadPoolExecutor(1, "yupana-thinker")

    async def choose(self, *job: object) -> tuple[int, float]:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._ask, job)

    def _ask(self, job: tuple[object, ...]) -> tuple[int, float]:
        for attempt in range(2):
            if self._is_closed:
                raise UsageError("The server ends.")
            if self._worker is None:
                start_tracker()
                with host.deaf_children():
                    self._worker = Worker(_begin, (self._engine,))
            worker = self._worker
            try:
                worker.take(_think, iter([(0, job)]))
                answer: tuple[int, float] = worker.result()[1]
                return answer
            except UsageError:
                if worker.is_there or attempt:
                    raise
                self._end()
        raise AssertionError("the second attempt answers or raises")

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            with suppress(OSError):
                worker.end()

    def close(self) -> None:
        self._is_closed = True
        self._end()
        self._thread.shutdown(wait=False, cancel_futures=True)


# ---------------------------------------------------------------- in the worker

_engine = "python"
_games: OrderedDict[int, tuple[str, list[str], State]] = OrderedDict()


def _begin(engine: str) -> None:
    """The server answers people meanwhile, so it goes first."""
    global _engine
    _engine = engine
    if hasattr(os, "nice"):
        os.nice(5)


@lru_cache(maxsize=30)
def _game(target: str, rules: str) -> Game:
    """The game as its files are; `rules` is what they said, for they may be edited."""
    return load_game(target, _engine)


def _think(table: int, setting: Setting, decisions: list[str], seat: int) -> tuple[int, float]:
    """The number of the option that is taken, and how many seconds that took."""
    state = _state(table, setting, decisions)
    seats = ["first" if kind == HUMAN else kind for kind in setting.seats]
    bot = seat_bots(seats, game_seed(setting.seed, len(decisions) + 1))[seat]
    begun = time.monotonic()
    return bot.choose(state.clone(), state.option_tuples()), time.monotonic() - begun


def _state(table: int, setting: Setting, decisions: list[str]) -> State:
    """The position of a table: what is at hand with the decisions that came to it, or the game from its start."""
    rules, known, state = _games.pop(table, ("", [], None))
    if state is None or rules != setting.hash or decisions[: len(known)] != known:
        state = stood(_game(setting.target, setting.hash), setting, decisions)
    else:
        for text in decisions[len(known) :]:
            state.apply(text)
    _games[table] = setting.hash, decisions, state
    if len(_games) > KEPT:
        _games.popitem(last=False)
    return state
