"""Work beside the answers: steps that a thread carries out one after the other or, where there are no threads, the
event loop between the requests.

The work is written once, as a generator that gives how long it may wait before its next step. In a thread a step takes
as long as it likes; in the loop nothing else is done meanwhile, so that a step is as long as requests wait.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextvars import Context
from typing import TypeAlias, TypeVar

from yupana.schemas import host
from yupana.schemas.stepwise import at_once

Result = TypeVar("Result")

Steps: TypeAlias = Generator[float | None, None, Result]
"""Work, step by step. After each it gives how many seconds it waits for the next, unless it is woken: 0 for not at all,
where others have their turn first, None for as long as nobody wakes it."""

LAST = 3.0
"""How long (seconds) the end of the server waits for a step."""


class Background:
    """Carries steps out, from the first time that it is woken. Whoever changes what they wait for wakes it then."""

    def __init__(self, name: str, steps: Callable[[], Steps[None]]) -> None:
        self._name, self._steps = name, steps
        self._begins = threading.Lock()
        self._thread: threading.Thread | None = None
        self._task: asyncio.Task[None] | None = None
        self._in_threads = host.can_start_threads()
        self._woken: threading.Event | asyncio.Event = threading.Event() if self._in_threads else asyncio.Event()

    def wake(self) -> None:
        """Something is another than it was. For any thread, and where there are none for the loop."""
        self._woken.set()
        with self._begins:
            if not self._in_threads:
                if self._task is None:
                    loop = asyncio.get_running_loop()
                    self._task = loop.create_task(self._in_loop(), name=self._name, context=Context())
            elif self._thread is None:
                self._thread = threading.Thread(target=self._in_thread, name=self._name, daemon=True)
                self._thread.start()

    def end(self) -> None:
        """Go on no more. Whoever says so has told the steps before, which end at the next; a thread is given a moment
        for that."""
        self._woken.set()
        if self._thread is not None:
            self._thread.join(LAST)
        if self._task is not None:
            self._task.cancel()

    def _in_thread(self) -> None:
        assert isinstance(self._woken, threading.Event)
        steps = self._steps()
        while True:
            self._woken.clear()  # before the step: what is changed after it has looked wakes it
            try:
                wait = next(steps)
            except StopIteration:
                return
            if wait != 0:
                self._woken.wait(wait)

    async def _in_loop(self) -> None:
        assert isinstance(self._woken, asyncio.Event)
        await in_loop(self._steps(), self._woken)


async def in_loop(steps: Steps[Result], woken: asyncio.Event) -> Result:
    """What steps come to, which the event loop carries out. Who takes this back ends them."""
    loop = asyncio.get_running_loop()
    try:
        while True:
            woken.clear()
            try:
                wait = next(steps)
            except StopIteration as end:
                result: Result = end.value
                return result
            if wait == 0:
                await asyncio.sleep(0)
                continue
            alarm = None if wait is None else loop.call_later(wait, woken.set)
            try:
                await woken.wait()
            finally:
                if alarm is not None:
                    alarm.cancel()
    finally:
        steps.close()


async def steps_aside(steps: Generator[object, None, Result]) -> Result:
    """What comes of steps that take long: a thread carries them out or, where there is none, the loop, in which others
    have their turn before each."""
    if host.can_start_threads():
        return await aside(lambda: at_once(steps))
    try:
        while True:
            await asyncio.sleep(0)
            next(steps)
    except StopIteration as end:
        result: Result = end.value
        return result
    finally:
        steps.close()


async def aside(work: Callable[[], Result]) -> Result:
    """What comes of work that takes long: a thread does it or, where there is none, the loop when others had their
    turn."""
    if host.can_start_threads():
        return await asyncio.get_running_loop().run_in_executor(None, work)
    await asyncio.sleep(0)
    return work()
