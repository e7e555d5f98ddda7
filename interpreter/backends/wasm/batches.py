"""Long work inside a module in short calls, so that Ctrl-C is heard and a time limit is kept.

While a function of a module runs, Python hears no signal. wasmtime can stop a function from outside, but then every
loop and every function must look whether somebody wants that, which cost a quarter of the speed where it was measured.
A call that returns every twentieth of a second costs nothing that can be measured. So bulk functions take the number of
units (decisions, mostly) that they may do before they return, keep in their memory where they are, and are called
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

SECONDS = 0.05
"""How long a call should take."""

FIRST = 256
"""How many units the first call does."""

MOST = 2**30
"""How many units one call does at most: it is told in 32 bits."""


class Batches:
    """How many units each call may do. The sizes follow the speed that is seen.

        batches = Batches(seconds=2)
        for units in batches:
            batches.done = play(units) == FINISHED

    `seconds`: after which time the work is stopped where it is (None: never); then `stopped` is true.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.done = False
        self.stopped = False
        self._end = None if seconds is None else perf_counter() + seconds

    def __iter__(self) -> Iterator[int]:
        units, aim = FIRST, SECONDS
        while not self.done:
            start = perf_counter()
            if self._end is not None:
                aim = min(SECONDS, max(self._end - start, 0.0))
                if start >= self._end:
                    self.stopped = True
                    return
            yield units
            passed = max(perf_counter() - start, 1e-6)
            units = max(1, min(MOST, 4 * units, int(units * aim / passed)))
