"""Work on a cluster: jobs as tasks of Dask distributed, wherever its workers are.

Guarantees: every job's result is given once, also when a worker dies in the middle (its jobs are done again by others,
and a job comes to the same wherever it is done); so many tasks wait at the scheduler as there are workers to do them
soon, and no more, whatever the number of jobs. Only who works on a cluster imports this module, since Dask is an extra.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Generator, Iterable
from typing import Any
from uuid import uuid4

import distributed
from distributed import CancelledError, KilledWorker
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError, YupanaError

from ..shell import notices
from ..shell.version import version
from .sending import Sent

_DASK: Any = distributed
"""Its functions say no types."""

_ADDRESS = re.compile(r"((tcp|tls|wss?)://)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}")
"""What Dask can connect to: it says nothing that people understand of anything else."""

_PATIENCE = 10.0
"""How many seconds a scheduler may take to answer, and the first worker to come."""

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
        under_way: dict[Any, int] = {}
        done = _DASK.as_completed(loop=client.loop)
        most = _room(client)

        def give_out() -> None:
            for number, job in todo:
                task = client.submit(_do, held, do, job, key=f"yupana-{run}-{number}", pure=False)
                under_way[task] = number
                done.add(task)
                if len(under_way) >= most:
                    return

        give_out()
        for finished, task in enumerate(done):
            number = under_way.pop(task)
            result, noted = _result(task, address)
            notices.add(noted)
            task.release()
            if finished % 50 == 0:
                most = _room(client)
            yield number, result
            if len(under_way) < most:
                give_out()
    finally:
        client.close(timeout=2)


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


def _room(client: Any) -> int:
    """How many tasks may be under way."""
    threads: dict[str, int] = client.nthreads()
    return max(1, _AHEAD * sum(threads.values()))


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
