"""Work that is written as steps (a generator), so that whoever has other things to do can do them in between."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Step = TypeVar("Step")
Result = TypeVar("Result")


def at_once(steps: Generator[Step, None, Result], told: Callable[[Step], object] | None = None) -> Result:
    """What steps come to, for who has nothing else to do. `told` is told what each of them gives; what it raises is
    raised there."""
    try:
        step = next(steps)
        while True:
            try:
                if told is not None:
                    told(step)
            except BaseException as fault:
                step = steps.throw(fault)
            else:
                step = next(steps)
    except StopIteration as end:
        result: Result = end.value
        return result
