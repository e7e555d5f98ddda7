"""Work on a cluster: jobs as tasks of Dask distributed, wherever its workers are.

As on one machine nobody is asked before it is known to be worth it (`Growth`): a worker's first task costs it the
import of Yupana and the game.

Guarantees: every job's result is given once, also when a worker dies in the middle (its jobs are done again by others,
and a job comes to the same wherever it is done); so many tasks wait at the scheduler as there are workers to do them
soon, and no more, whatever the number of jobs. Only who works on a cluster imports this module, since Dask is an extra.
"""

from __future__ import annotations

import itertools
import logging
import re
import time
from collections.abc import Callable, Generator, Iterable
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

import distributed
from distributed import CancelledError, KilledWorker
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError, YupanaError

from ..shell import notices
from ..shell.extras import version
from .workers import Growth, Sent

_DASK: Any = distributed
"""Its functions say no types."""

_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}")
"""What Dask can connect to: it says nothing that people understand of anything else."""

_PATIENCE = 10.0
"""How many seconds a scheduler may take to answer, and the first worker to come."""

_COST, _LOOKS = 0.2, 5.0
"""What a worker's first task costs beside its job, and how often those who come and go are looked for, in seconds."""

_AHEAD = 2
"""How many tasks are under way for each thread of a worker, so that none waits for the next one."""


def on_cluster(
    address: str, sent: Sent, do: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]
) -> Generator[tuple[int, Any], None, None]:
    """Do jobs and give (number of the job, result) as each is done, in any order; as `Crew.parts`.

    Raises UsageError when there is no scheduler or worker, when one has another version, and when all is lost.
    """
    for name in ("distributed", "tornado"):  # what goes wrong is told in one sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    client = _connected(address)
    try:
        _same_versions(client)
        run = str(uuid4())
        held = client.submit(_hold, sent, key=f"yupana-{run}", pure=False)
        todo = enumerate(jobs)
        asked, under_way = _Asked(client), dict[Any, int]()
        done = SimpleQueue[Any]()

        def give_out() -> None:
            for number, job in itertools.islice(todo, max(0, asked.room - len(under_way))):
                key = f"yupana-{run}-{number}"
                task = client.submit(_do, held, do, job, key=key, pure=False, **asked.where)
                under_way[task] = number
                task.add_done_callback(done.put)

        give_out()
        while under_way:
            try:
                task = done.get(timeout=asked.growth.patience)
            except Empty:
                give_out()
                continue
            number = under_way.pop(task)
            result, noted = _result(task, address)
            notices.add(noted)
            task.release()
            asked.growth.began()
            yield number, result
            give_out()
    finally:
        client.close(timeout=2)


class _Asked:
    """Those of a cluster's workers who are asked by now."""

    def __init__(self, client: Any) -> None:
        self._client, self._asked = client, 0
        self._looked = time.monotonic()
        self._threads: dict[str, int] = client.nthreads()
        self.growth = Growth(len(self._threads), _COST)

    @property
    def room(self) -> int:
        """How many tasks may be under way."""
        if time.monotonic() > self._looked + _LOOKS:
            self._looked, self._threads = time.monotonic(), self._client.nthreads()
            self.growth.most = len(self._threads)
        self._asked = self.growth.wanted(self._asked)
        return max(1, _AHEAD * sum(itertools.islice(self._threads.values(), self._asked)))

    @property
    def where(self) -> dict[str, Any]:
        """Who is to do a task, for `Client.submit`: others do it when all of these are gone."""
        if self._asked >= len(self._threads):
            return {}
        return {"workers": list(itertools.islice(self._threads, self._asked)), "allow_other_workers": True}


def _connected(address: str) -> Any:
    """A client of the scheduler at an address, which has workers."""
    if not _ADDRESS.fullmatch(address):
        raise UsageError(f"The address of a scheduler is such as `192.168.1.5:8786`, not `{address[:60]}`.")
    try:
        client = _DASK.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise UsageError(f"No scheduler of Dask answers at `{address}`; start one with `dask scheduler`.") from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (TimeoutError, OSError):
        client.close(timeout=2)
        raise UsageError(f"The scheduler at `{address}` has no workers; start some with `dask worker`.") from None
    return client


def _same_versions(client: Any) -> None:
    """Refuse workers that have another Yupana, or none."""
    for worker, found in client.run(version, on_error="return").items():
        if isinstance(found, BaseException):
            raise UsageError(f"The worker at {worker} cannot import Yupana: {found}.")
        if found != version():
            raise UsageError(f"The worker at {worker} has Yupana {found}, which must be the same as here: {version()}.")


def _result(task: Any, address: str) -> Any:
    """What came of a task."""
    try:
        return task.result()
    except YupanaError:
        raise
    except KilledWorker:
        raise UsageError("Several workers have died of the same games, perhaps for want of memory.") from None
    except (CancelledError, OSError):
        raise UsageError(f"The scheduler at `{address}` is gone.") from None
    except ModuleNotFoundError as missing:
        raise UsageError(f"A worker has no package `{missing.name}`, which this work needs.") from None


# ---------------------------------------------------------------- on the worker

_games: dict[str, Game] = {}
_KEPT = 4
"""How many games a worker keeps ready."""


def _hold(sent: Sent) -> Sent:
    """The game as it was sent: a task of its own, so that it goes to each worker once, and to those that come later."""
    return sent


def _do(sent: Sent, do: Callable[..., Any], job: tuple[Any, ...]) -> Any:
    game = _games.get(sent.key)
    if game is None:
        while len(_games) >= _KEPT:
            _games.pop(next(iter(_games)), None)
        game = _games[sent.key] = sent.game
    return do(game, *job), notices.taken()
