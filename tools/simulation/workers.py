"""Jobs spread over worker processes, for commands that play many games.

On Linux a worker begins as a copy of the process that wants it, with all that is loaded and compiled there, machine
code too; memory that nobody changes is shared. That is done from a process with one thread of Python only, so that
nobody else can hold a lock then. Elsewhere workers are started afresh (`spawn`), side by side: what they need lies in a
piece of memory that all of them read, so none is waited for while it is sent to another.

Nobody is hired before it is known to be worth it (`Growth`), and nobody at all where there are no processes: there all
jobs are done by whoever wants them done.

Guarantees: none outlives the command, however that ends, not even by SIGKILL (each watches its parent); none hears a
signal of the terminal, for the parent decides what becomes of the run; none keeps a file of the parent open (whoever
waits for a lock of the parent's waits for nobody else); there are no threads in the parent, so an interruption at any
moment leaves nothing locked.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from yupana.interpreter.game import Game
from yupana.schemas import host
from yupana.schemas.errors import UsageError

from ..shell import notices
from ..shell.signals import shielded

if TYPE_CHECKING or host.can_start_processes():  # in a browser parts of it are missing
    from multiprocessing import resource_tracker
    from multiprocessing.connection import Connection, wait
    from multiprocessing.shared_memory import SharedMemory

_T = TypeVar("_T")

_LAST_WISH = 5.0
"""How many seconds a process that was killed may take to be gone."""

_COPY, _FRESH = 0.05, 0.5
"""What it costs to start a worker, in seconds: as a copy, and afresh."""


def copies() -> bool:
    """Whether workers begin as copies of this process."""
    return host.can_copy_processes() and threading.active_count() == 1


class Carried(Generic[_T]):
    """What workers need: copies of this process have it as it is, and others make it anew.

    Args:
        made: gives it in this process; None: workers that are no copies are all that wants it.
        anew: what makes it elsewhere (a function of a module) and its arguments, or what gives them.
    """

    def __init__(self, made: Callable[[], _T], anew: Callable[[], tuple[Callable[..., _T], tuple[Any, ...]]]) -> None:
        self._anew = anew
        self._made: list[_T] = [made()] if copies() else []

    @property
    def thing(self) -> _T:
        """It."""
        if not self._made:
            make, arguments = self._anew()
            self._made.append(make(*arguments))
        return self._made[0]

    def __reduce__(self) -> tuple[Any, ...]:
        make, arguments = self._anew()
        return _arrived, (make, *arguments)


class _Arrived(Carried[_T]):
    """It, where it was made anew."""

    def __init__(self, thing: _T) -> None:
        self._made = [thing]


def _arrived(make: Callable[..., _T], *arguments: Any) -> _Arrived[_T]:
    return _Arrived(make(*arguments))


class Sent:
    """A game on its way to another process, with all that was compiled of it. `key` is another one for another game."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.key = hashlib.sha256(data).hexdigest()

    @classmethod
    def of(cls, game: Game) -> Sent:
        """A game made ready."""
        sent = cls(game.carried())
        sent.game = game  # in this process it is there
        return sent

    @cached_property
    def game(self) -> Game:
        """The game again. It must come from a process of the same version that is trusted as this one."""
        return Game.arrived(self.data)

    def __reduce__(self) -> tuple[Any, ...]:
        return Sent, (self.data,)


def spread(
    workers: int, carried: Carried[Any], do: Callable[..., Any], jobs: Iterable[Any], shared: Iterable[object] = ()
) -> Iterator[tuple[int, Any]]:  # fmt: skip
    """Do jobs in worker processes and give (number of the job, result) as each is done, in any order.

    Args:
        workers: how many processes, at most.
        carried: what each of them has at hand.
        do: called with that and what stands in a job, which is a tuple of arguments; a function of a module.
        jobs: taken one by one, as workers get free.
        shared: what all of them will want, made piece by piece in this process while the first one works: the others
            begin when it is there, as copies.

    Raises what a job raises, and UsageError when a worker is ended from outside.
    """
    with hired(workers, carried) as team:
        yield from team.work(do, jobs, shared)


@contextmanager
def hired(workers: int, carried: Carried[Any]) -> Iterator[Team]:
    """So many processes at most, for one run after the other, that have something at hand."""
    team = Team(min(workers, host.most_workers()), carried)
    try:
        yield team
    finally:
        with shielded():
            team.end()


class Growth:
    """How many workers a run has by now: the first begins, and whenever as much time has passed as starting one costs,
    there are twice as many. A run that is over by then has cost one.

    Args:
        most: how many there may be.
        cost: what it costs to start one, in seconds.
    """

    def __init__(self, most: int, cost: float) -> None:
        self.most, self._cost = most, cost
        self._wanted, self._since = 1, 0.0  # since when: once the first of them is ready

    def again(self, there: int) -> None:
        """Another run begins, with so many who are there."""
        self._wanted, self._since = (self._wanted, time.monotonic()) if there else (1, 0.0)

    def began(self) -> None:
        """One of them is ready to work."""
        self._since = self._since or time.monotonic()

    def wanted(self, there: int) -> int:
        """How many there are to be, where so many are there."""
        if there == self._wanted < self.most and self.patience == 0:
            self._wanted, self._since = min(self.most, 2 * self._wanted), time.monotonic()
        return self._wanted

    @property
    def patience(self) -> float | None:
        """How many seconds it is until more of them are worth it; None: until one is ready, or there will be no
        more."""
        if self._wanted >= self.most or not self._since:
            return None
        return max(0.0, self._since + self._cost - time.monotonic())


class Team:
    """The workers of a run, or of several, and what starts one more."""

    def __init__(self, most: int, carried: Carried[Any]) -> None:
        self._carried = carried
        self._copied = copies()
        self._growth = Growth(most, _COPY if self._copied else _FRESH)
        self._members: list[Worker] = []
        self._handed: _Handed | None = None

    def work(
        self, do: Callable[..., Any], jobs: Iterable[Any], shared: Iterable[object] = ()
    ) -> Iterator[tuple[int, Any]]:
        """Do jobs, as `spread` says. Whoever is there from the run before goes on."""
        if not host.can_start_processes():
            for number, job in enumerate(jobs):
                yield number, do(self._carried.thing, *job)
            return
        todo = enumerate((do, *job) for job in jobs)
        to_share = iter(shared if self._copied else ())
        is_shared = False
        busy = {each.connection: each for each in self._members if each.take(_do, todo)}
        firsts: dict[Any, tuple[int, Any]] = {}  # what those begin with who are not ready yet
        is_more, is_whole = len(busy) == len(self._members), False
        self._growth.again(len(self._members))
        try:
            while is_more or busy:
                while is_more and self._is_wanted(is_shared):
                    first = next(todo, None)
                    is_more = first is not None
                    if first is not None:
                        worker = self.hire()
                        worker.take(_ready, iter((_READY,)))
                        busy[worker.connection], firsts[worker.connection] = worker, first
                if not busy:
                    break  # there was no job at all
                if not is_shared:
                    is_shared = next(to_share, _NOTHING) is _NOTHING
                for ready in wait(list(busy), self._patience(is_shared) if is_more else None):
                    worker = busy[ready]
                    number, result = worker.result()
                    if ready in firsts:
                        self._growth.began()
                        worker.take(_do, iter((firsts.pop(ready),)))
                        continue
                    if not worker.take(_do, todo):
                        is_more = False
                        del busy[worker.connection]
                    yield number, result
            is_whole = True
        finally:
            if not is_whole:  # nobody hears any more what some still do
                with shielded():
                    self.end()

    def _is_wanted(self, is_shared: bool) -> bool:
        """Whether one more is to begin; while something to share is not there, only the first."""
        there = len(self._members)
        return self._growth.wanted(there) > there if is_shared else not there

    def _patience(self, is_shared: bool) -> float | None:
        """How many seconds to wait for those who are there before something else is to be done."""
        return self._growth.patience if is_shared else 0.0

    def hire(self) -> Worker:
        """Start one more."""
        # a process that is half started could not be ended
        with shielded():
            if self._copied:
                with host.deaf_children():
                    self._members.append(Worker(_begin, (self._carried,), copied=True))
                return self._members[-1]
            if self._handed is None:
                start_tracker()
                self._handed = _Handed(self._carried)
            with host.deaf_children():
                self._members.append(Worker(_begin_with, self._handed.place))
            return self._members[-1]

    def end(self) -> None:
        """End all of them, whatever they do."""
        members, self._members = self._members, []
        for worker in members:
            worker.end()
        if self._handed is not None:
            self._handed.close()
            self._handed = None


class _Handed:
    """What is handed to workers that are started afresh: written once, into memory that all of them read."""

    def __init__(self, what: object) -> None:
        data = pickle.dumps(what)
        self._memory = SharedMemory(create=True, size=len(data))
        buffer = self._memory.buf
        assert buffer is not None
        buffer[: len(data)] = data
        self.place = self._memory.name, len(data)

    def close(self) -> None:
        """Nobody reads it any more."""
        self._memory.close()
        self._memory.unlink()


class Worker:
    """A worker process, seen from the parent."""

    def __init__(self, start: Callable[..., None], arguments: tuple[Any, ...], *, copied: bool = False) -> None:
        """Start it: afresh, or as a copy of this process (see `copies`)."""
        context: Any = get_context("fork" if copied else "spawn")
        self.connection, theirs = context.Pipe()
        serve = _serve_as_copy if copied else _serve
        self._process = context.Process(target=serve, args=(theirs, start, arguments), daemon=True)
        with warnings.catch_warnings():
            # threads of libraries are no harm: what a copy goes on to use of them is made for being copied
            warnings.simplefilter("ignore", DeprecationWarning)
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
            number, error, result, noted = self.connection.recv()
        except (EOFError, OSError):
            self._is_gone()
        notices.add(noted)
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
        return bool(self._process.is_alive())

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


_NOTHING = object()

_READY: tuple[int, tuple[()]] = -1, ()
"""Before the first job: whoever has done it is ready."""


# ---------------------------------------------------------------- in the worker


def _ready() -> None:
    """There is nothing to do."""


_thing: Any = None
"""What a worker has at hand."""


def _begin(carried: Carried[Any]) -> None:
    global _thing
    _thing = carried.thing


def _do(do: Callable[..., Any], *job: Any) -> Any:
    return do(_thing, *job)


def _begin_with(name: str, size: int) -> None:
    """Begin with what was handed over."""
    memory = SharedMemory(name)
    try:
        assert memory.buf is not None
        carried = pickle.loads(bytes(memory.buf[:size]))
    finally:
        memory.close()
    _begin(carried)


def _serve_as_copy(connection: Connection, start: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """The life of a worker that is a copy of its parent."""
    gc.freeze()  # looking for garbage among what is shared would make all of it the worker's own
    parent = parent_process()
    host.close_files({connection.fileno(), *(() if parent is None else (parent.sentinel,))})
    _serve(connection, start, arguments)


def _serve(connection: Connection, start: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows has no signal masks to inherit
    threading.Thread(target=_end_with_parent, daemon=True).start()
    failed: BaseException | None = None
    notices.taken()  # of the parent, if this is a copy
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
            connection.send((number, wrong, result, notices.taken()))
        except OSError:
            return
        except (pickle.PicklingError, TypeError, AttributeError):
            connection.send((number, RuntimeError(f"{type(wrong or result).__name__}: {wrong or result}"), None, {}))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
