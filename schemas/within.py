"""Work on what a stranger has written, within limits of time and memory: whatever it is, there is an answer.

Every construct that is read has a limit of its own, but what many of them cost together cannot be said beforehand. So
a thread looks at what the work has taken so far, and where it is too much the work is interrupted, wherever it is. What
it has half done must be thrown away by whoever asked for it. In a browser, where there is no second thread, what
carries out Python looks at the clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from functools import partial
from typing import TypeVar

from .errors import UsageError
from .host import alarm, can_start_threads, memory, raise_in
from .source import Diagnostic, Span

SECONDS = 7.5
"""How many seconds of its own the work may take, on a processor; at most six times as many by the clock. With what a
command takes to begin and to end there is an answer within ten, and the largest ruleset that comes with the program,
with its three variants, takes two thirds of it."""

MEGABYTES = 400
"""How many megabytes the process may grow meanwhile."""

_BY_THE_CLOCK = 6
_LOOKS = 0.05
_AGAIN = 0.5

Answer = TypeVar("Answer")
Step = TypeVar("Step")


class Interrupted(BaseException):
    """What ends work that takes too much. It is no error, so nothing that handles errors keeps it."""


class TooMuchError(UsageError):
    """The work took more than it may."""

    def at(self, span: Span) -> Diagnostic:
        """It as a fault of a file that somebody has open."""
        hint = "`yupana check` tells all that is wrong with it, however long that takes"
        return Diagnostic("YUP125", "error", str(self).rstrip("."), span, hint)


def within(what: str, work: Callable[[], Answer], taken: float = 0.0) -> Answer:
    """What work gives, in this thread, where it takes no more than so much; where the system tells how much.

    Args:
        what: what is done, as the beginning of the sentence that says that it took too much.
        taken: how many seconds it has taken already.

    Raises TooMuchError, and what the work raises.
    """
    if not can_start_threads():
        return _by_the_clock(what, work, taken)
    limit = _Limit(SECONDS, MEGABYTES, taken)
    try:
        limit.begin()
        try:
            return work()
        finally:
            limit.end()
    except Interrupted:
        limit.end()
    raise _too_much(what, limit.passed)


def _by_the_clock(what: str, work: Callable[[], Answer], taken: float) -> Answer:
    """What work gives where there are no other threads."""
    seconds, passed = SECONDS * _BY_THE_CLOCK, ""

    def heard(swollen: bool) -> None:
        nonlocal passed
        passed = passed or (f"{MEGABYTES} megabytes" if swollen else f"{seconds:g} seconds")
        raise Interrupted

    try:
        with alarm(max(_LOOKS, seconds - taken), MEGABYTES, heard):
            return work()
    except Interrupted:
        raise _too_much(what, passed) from None


def _too_much(what: str, passed: str) -> TooMuchError:
    return TooMuchError(f"{what} takes more than {passed}, and was ended.")


def steps_within(what: str, steps: Generator[Step, None, Answer]) -> Generator[Step, None, Answer]:
    """The same steps, which together may take so much; what is done between them does not count. Raises TooMuchError,
    and what the steps raise."""
    taken, clock = 0.0, _clock()
    try:
        while True:
            begun = clock()
            step = within(what, partial(next, steps), taken)
            taken += clock() - begun
            yield step
    except StopIteration as end:
        answer: Answer = end.value
        return answer
    finally:
        steps.close()


class _Limit:
    """A thread that looks after the work of the one that begins this, which has `taken` some seconds before."""

    def __init__(self, seconds: float, megabytes: int, taken: float) -> None:
        self._seconds, self._megabytes, self._taken = seconds, megabytes, taken
        self.passed = ""
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._worker = threading.get_ident()
        self._took = _clock()

    def begin(self) -> None:
        threading.Thread(target=self._look, name="yupana-limit", daemon=True).start()

    def end(self) -> None:
        """Nobody looks any more, and nothing is interrupted from here on."""
        self._over.set()
        with self._lock:
            if self.passed:
                raise_in(self._worker, None)

    def _look(self) -> None:
        begun, before, had = time.monotonic(), self._took() - self._taken, _megabytes()
        wait = _LOOKS
        while not self._over.wait(wait):
            if time.monotonic() - begun > self._seconds * _BY_THE_CLOCK or self._took() - before > self._seconds:
                passed = f"{self._seconds:g} seconds"
            elif _megabytes() - had > self._megabytes:
                passed = f"{self._megabytes} megabytes"
            elif not self.passed:
                continue
            with self._lock:
                if self._over.is_set():
                    return
                self.passed = self.passed or passed
                # where it comes in the middle of cleaning up it is lost, so it comes again
                raise_in(self._worker, Interrupted)
            wait = _AGAIN


def _clock() -> Callable[[], float]:
    """How many seconds this thread has had a processor, for any thread to ask; by the clock where nobody knows."""
    try:
        number = time.pthread_getcpuclockid(threading.get_ident())
        time.clock_gettime(number)
    except (AttributeError, OSError):
        return time.monotonic

    def took() -> float:
        try:
            return time.clock_gettime(number)
        except OSError:  # the thread has ended
            return 0.0

    return took


def _megabytes() -> float:
    """How much memory this process has; 0 where the system does not tell."""
    has = memory()
    return 0.0 if has is None else has.used / 1024 / 1024
