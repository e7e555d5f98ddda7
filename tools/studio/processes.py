"""Works in processes beside the server on this machine: one for each kind, which stays for the next one of the kind.

Whoever has asked can stop one: it is told to, and has a moment to say what it has found by then; after that its process
is ended. A process ends with the studio, however that ends (see `simulation.workers`).
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from yupana.schemas import host as system
from yupana.schemas.errors import UsageError

from ..simulation.workers import Worker, start_tracker
from .host import Host
from .params import StoppedError
from .working import Heard, fault_told, run, works_of

GRACE = 0.35
"""How long (seconds) a work that is stopped may take to tell what it has found."""

OFTEN, SELDOM, LOOK = 0.1, 0.25, 0.05
"""How often (seconds) is told how far a work is: at most, and at least. And how often somebody looks whether it is to
be stopped."""


def register(host: Host) -> None:
    """Works are done in processes."""
    works_of(host).runner = ProcessRunner()


class ProcessRunner:
    """See `working.Runner`."""

    def __init__(self) -> None:
        self._kinds: dict[str, _Kind] = {}

    def start(self, name: str, folder: Path, params: Mapping[str, Any], hear: Callable[[Heard], None]) -> None:
        """Begin a work."""
        loop = asyncio.get_running_loop()

        def told(heard: Heard) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody hears it
                loop.call_soon_threadsafe(hear, heard)

        self._kinds.setdefault(name, _Kind()).begin((name, folder, dict(params)), told)

    def stop(self, name: str) -> None:
        """Stop what is done of a kind."""
        if name in self._kinds:
            self._kinds[name].stopping.set()

    def end(self) -> None:
        """End all processes."""
        for each in self._kinds.values():
            each.end()
        self._kinds.clear()


class _Kind:
    """The process of one kind of work, and the thread that hears it."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self._thread = ThreadPoolExecutor(1, "yupana-work")
        self._worker: Worker | None = None
        self._talk: Connection | None = None
        self._ended = False
        self._numbers = itertools.count(1)

    def begin(self, job: tuple[str, Path, dict[str, Any]], hear: Callable[[Heard], None]) -> None:
        self.stopping.clear()
        self._thread.submit(self._whole, job, hear)

    def _whole(self, job: tuple[str, Path, dict[str, Any]], hear: Callable[[Heard], None]) -> None:
        try:
            last = self._do(job, hear)
        except BaseException as fault:
            self._leave()
            last = {"stopped": True} if self._ended else {"fault": fault_told(fault)}
        hear(last)

    def _do(self, job: tuple[str, Path, dict[str, Any]], hear: Callable[[Heard], None]) -> Heard:
        worker, talk = self._hired()
        number = next(self._numbers)
        worker.take(_do, iter([(0, (number, *job))]))
        begun = told = time.monotonic()
        since, last = 0.0, Heard(done=0, total=0, said="")
        while True:
            ready = wait([worker.connection, talk], LOOK)
            now = time.monotonic()
            if talk in ready or talk.poll():  # all that it has told comes before its result
                try:
                    last = talk.recv()
                except EOFError:  # the process has ended
                    return self._result(worker)
                told = now
                hear({**last, "seconds": round(now - begun, 1)})
                last.pop("so_far", None)
            elif worker.connection in ready:
                return self._result(worker)
            elif now - told >= SELDOM:
                told = now
                hear({**last, "seconds": round(now - begun, 1)})
            if self.stopping.is_set() and not since:
                since = now
                talk.send(number)
            if self._ended or (since and now - since > GRACE):
                self._leave()
                return {"stopped": True}

    def _result(self, worker: Worker) -> Heard:
        try:
            return {"result": worker.result()[1]}
        except StoppedError:
            return {"stopped": True}
        except UsageError:
            if worker.is_there:
                raise
            if self._ended:
                return {"stopped": True}
            raise UsageError(
                "The work was ended from outside, perhaps for want of memory; what it had found is lost. Try less."
            ) from None

    def _hired(self) -> tuple[Worker, Connection]:
        if self._worker is None or self._talk is None or not self._worker.is_there:
            self._leave()
            start_tracker()
            mine, theirs = Pipe()
            with system.deaf_children():
                self._worker, self._talk = Worker(_begin, (theirs,)), mine
            theirs.close()
        return self._worker, self._talk

    def _leave(self) -> None:
        """End the process, whatever it does."""
        worker, self._worker = self._worker, None
        talk, self._talk = self._talk, None
        if worker is not None:
            with contextlib.suppress(OSError, ValueError):
                worker.end()
        if talk is not None:
            talk.close()

    def end(self) -> None:
        """No more works."""
        self._ended = True
        if self._worker is not None:
            with contextlib.suppress(OSError, ValueError):
                self._worker.end()
        self._thread.shutdown(wait=False, cancel_futures=True)


# ---------------------------------------------------------------- in the process


class _Told:
    """Tells the parent how far the work is, and hears from it that it is to stop; that is raised in whatever is being
    done then."""

    def __init__(self, talk: Connection) -> None:
        self._talk = talk
        self._lock = threading.Lock()
        self._main = threading.get_ident()
        self._working = 0
        self._sent = 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                stopped = self._talk.recv()
            except (EOFError, OSError):
                return
            with self._lock:
                if self._working == stopped:  # else it has come to its end meanwhile, and the next one has begun
                    self._working = 0
                    system.raise_in(self._main, StoppedError)

    def begin(self, number: int) -> None:
        """The work of a number begins."""
        self._working, self._sent = number, 0.0

    def over(self) -> None:
        """It is over: nothing is raised any more."""
        with self._lock:
            self._working = 0
        system.raise_in(self._main, None)

    def __call__(self, done: int, total: int, said: str = "", so_far: Any = None) -> None:
        """How far it is."""
        now = time.monotonic()
        if now - self._sent >= OFTEN or so_far is not None:
            self._sent = now
            more = {} if so_far is None else {"so_far": so_far}
            self._talk.send({"done": done, "total": total, "said": said, **more})


_told: _Told


def _begin(talk: Connection) -> None:
    """The studio answers people meanwhile, so it goes first."""
    global _told
    _told = _Told(talk)
    if hasattr(os, "nice"):
        os.nice(5)


def _do(number: int, name: str, folder: Path, params: dict[str, Any]) -> Any:
    _told.begin(number)
    try:
        return run(name, folder, params, _told)
    finally:
        _told.over()
