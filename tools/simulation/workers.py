"""Jobs spread over worker processes, for commands that play many games.

Workers are started afresh (`spawn`), so they are the same on every system. Guarantees: none outlives the command,
however that ends, not even by SIGKILL (each watches its parent); none hears a signal of the terminal, for the parent
decides what becomes of the run; there are no threads in the parent, so an interruption at any moment leaves nothing
locked.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from yupana.schemas import host
from yupana.schemas.errors import UsageError

from ..shell.signals import shielded

_LAST_WISH = 5.0
"""How many seconds a process that was killed may take to be gone."""


def spread(
    workers: int, start: Callable[..., None], arguments: tuple[Any, ...], do: Callable[..., Any], jobs: Iterable[Any]
) -> Iterator[tuple[int, Any]]:
    """Do jobs in worker processes and give (number of the job, result) as each is done, in any order.

    Args:
        workers: how many processes.
        start: called once in each with `arguments`.
        do: called with each job, which is a tuple of arguments; it and `start` are functions of a module.
        jobs: taken one by one, as workers get free.

    Raises what a job raises, and UsageError when a worker is ended from outside.
    """
    team: list[Worker] = []
    todo = enumerate(jobs)
    try:
        with shielded():
            start_tracker()
        for _ in range(min(workers, host.most_workers())):
            # a process that is half started could not be ended
            with shielded(), host.deaf_children():
                team.append(Worker(start, arguments))
        busy: dict[Any, Worker] = {}
        for worker in team:
            if worker.take(do, todo):
                busy[worker.connection] = worker
        while busy:
            for ready in wait(list(busy)):
                worker = busy[ready]
                number, result = worker.result()
                if not worker.take(do, todo):
                    del busy[worker.connection]
                yield number, result
    finally:
        with shielded():
            for worker in team:
                worker.end()


class Worker:
    """A worker process, seen from the parent."""

    def __init__(self, start: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, start, arguments), daemon=True)
        self._process.start()
        theirs.close()

    def take(self, do: Callable[..., Any], todo: Iterator[tuple[int, Any]]) -> bool:
        """Give it the next job, if there is one."""
        for number, job in todo:
            try:
                self.connection.send((number, do, job))
            except OSError:
                self._is_gone()
            return True
        return False

    def result(self) -> tuple[int, Any]:
        """What it has sent."""
        try:
            number, error, result = self.connection.recv()
        except (EOFError, OSError):
            self._is_gone()
        if error is not None:
            raise error
        return number, result

    def _is_gone(self) -> Any:
        self._process.join(_LAST_WISH)
        code = self._process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        raise UsageError(
            f"A worker process was ended from outside ({how}), perhaps for want of memory; try fewer workers."
        )

    @property
    def is_there(self) -> bool:
        """Whether nobody has ended it."""
        return self._process.is_alive()

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.join(_LAST_WISH)
        self.connection.close()


def start_tracker() -> None:
    """Start the helper that `multiprocessing` keeps on POSIX: starting it unblocks signals on some versions of Python,
    so that is done before they are blocked for a worker."""
    if not host.is_windows():
        resource_tracker.ensure_running()


# ---------------------------------------------------------------- in the worker


def _serve(connection: Connection, start: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows has no signal masks to inherit
    threading.Thread(target=_end_with_parent, daemon=True).start()
    failed: BaseException | None = None
    try:
        start(*arguments)
    except BaseException as error:
        failed = error
    while True:
        try:
            number, do, job = connection.recv()
        except (EOFError, OSError):
            return
        result, wrong = None, failed
        if wrong is None:
            try:
                result = do(*job)
            except BaseException as error:
                wrong = error
        try:
            connection.send((number, wrong, result))
        except OSError:
            return
        except (pickle.PicklingError, TypeError, AttributeError):
            connection.send((number, RuntimeError(f"{type(wrong or result).__name__}: {wrong or result}"), None))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
