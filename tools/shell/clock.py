"""A bound on how long something may take that cannot look at the clock itself."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from types import TracebackType

from .exits import WRONG_USAGE

_GRACE = 10.0
"""How many seconds what is told to stop may take to do so."""


class Clock:
    """Rings when what is done meanwhile takes longer than some seconds: `stop` is called, in another thread, and has to
    bring it to an end. If that does not help either, the program ends with a sentence."""

    def __init__(self, seconds: float, stop: Callable[[], None], sentence: str) -> None:
        self.rung = False
        """Whether it took too long."""
        self._seconds, self._stop, self._sentence = seconds, stop, sentence
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Clock:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()

    def _watch(self) -> None:
        if self._done.wait(self._seconds):
            return
        self.rung = True
        self._stop()
        if not self._done.wait(_GRACE):
            sys.stderr.write(self._sentence + "\n")
            sys.stderr.flush()
            os._exit(WRONG_USAGE)
