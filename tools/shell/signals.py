"""Being asked to end: Ctrl-C, a signal to terminate, a terminal that is closed; at any moment, alone or in a row.

The first signal raises `Stopped` in the main thread, where it ends what goes on like any exception: games are saved,
workers ended, temporary files removed. More signals while that happens are ignored, since whoever holds Ctrl-C down
would otherwise lose what is being saved; only one that comes seconds later ends the program at once. What must not be
broken off half way is done inside `shielded()`.

Guarantee: no signal handler of this module leaves a traceback, and none is installed where the caller has chosen to
ignore a signal (`nohup`, a job in the background).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

from yupana.schemas import host

INTERRUPTED = 130
PATIENCE = 2.0
"""How many seconds what follows a signal may take before another signal ends the program at once."""


class Stopped(KeyboardInterrupt):
    """The program has been asked to end."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def code_of(stop: BaseException) -> int:
    """The exit code after this: 130 after Ctrl-C, 143 after being told to terminate, by the custom of shells."""
    # what the command line is parsed with makes another exception of it
    number = stop.number if isinstance(stop, Stopped) else _Heard.number
    return 128 + number if number else INTERRUPTED


class _Heard:
    """The signal that is ending the program (0: none), when it came, and whether it has to wait for a shielded part."""

    number = 0
    at = 0.0
    depth = 0
    waits = False


def is_ending() -> bool:
    """Whether a signal is ending the program: whatever is raised from then on comes of it."""
    return bool(_Heard.number)


class shielded:  # noqa: N801 - used like a function
    """A signal that comes while this lasts is raised at its end. For what is short and must be whole."""

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            _Heard.depth += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        _Heard.depth -= 1
        if _Heard.waits and not _Heard.depth:
            _Heard.waits = False
            raise Stopped(_Heard.number)


def _hear(number: int, frame: FrameType | None) -> None:
    now = time.monotonic()
    if _Heard.number:
        if now - _Heard.at > PATIENCE:
            os._exit(128 + number)
        return
    _Heard.number, _Heard.at = number, now
    if _Heard.depth:
        _Heard.waits = True
        return
    raise Stopped(number)


def _unraisable(info: Any) -> None:
    """An exception was raised where Python can only drop it (a finalizer). `Stopped` is raised once more, as soon as
    this hook is left: raised inside of it, it would be dropped again."""
    if not isinstance(info.exc_value, Stopped):
        sys.__unraisablehook__(info)
        return
    number = info.exc_value.number

    def again() -> None:
        while _Heard.depth:
            time.sleep(0.01)
        _Heard.number = 0
        host.signal_main(number)

    _Heard.depth += 1
    try:
        threading.Thread(target=again, daemon=True).start()
    finally:
        _Heard.depth -= 1


def listen(job: Callable[[], int]) -> int:
    """Do the job of the whole program with signals heard; its exit code, or that of the signal that ended it."""
    try:
        sys.unraisablehook = _unraisable
        for number in host.stop_signals():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _hear)
        code = job()
        be_quiet()
    except KeyboardInterrupt as stop:
        code = code_of(stop)
        be_quiet()
    return code


def be_quiet() -> None:
    """Nothing is left to lose: a signal ends the process without a word, and further ones do not change how it ends."""
    for number in host.stop_signals():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_IGN if _Heard.number else signal.SIG_DFL)
