"""Steps in the background: a thread carries them out or, where there are none, the event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

import pytest_asyncio
from yupana.schemas import host
from yupana.tools.editor.background import Background, Steps, aside, in_loop

pytestmark = pytest.mark.asyncio


def no_thread(self: threading.Thread) -> None:
    raise RuntimeError("there are no threads here")


@pytest_asyncio.fixture(params=["threads", "no threads"])
async def hosted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Both sorts of hosts."""
    if request.param == "no threads":
        monkeypatch.setattr(host, "SYSTEM", "emscripten")
        monkeypatch.setattr(threading.Thread, "start", no_thread)
    yield request.param


async def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


class Worker:
    """Does what lies there; `waits` is what it gives when nothing does."""

    def __init__(self, waits: float | None = None) -> None:
        self.todo: list[int] = []
        self.done: list[int] = []
        self.looked = 0
        self.waits = waits
        self.closed = self.ended = False
        self.when_looked: Callable[[], object] = lambda: None
        self.background = Background("worker", self.steps)

    def steps(self) -> Steps[None]:
        try:
            while not self.ended:
                self.looked += 1
                if self.todo:
                    self.done.append(self.todo.pop(0))
                    yield 0
                else:
                    self.when_looked()
                    yield self.waits
        finally:
            self.closed = True

    def give(self, *numbers: int) -> None:
        self.todo += numbers
        self.background.wake()

    async def end(self) -> None:
        self.ended = True
        self.background.end()
        await until(lambda: self.closed)


async def test_work_is_done_when_it_is_given(hosted: str) -> None:
    worker = Worker()
    await asyncio.sleep(0.02)
    assert worker.looked == 0  # nothing is begun before
    for number in range(200):  # also what comes in just when it has looked
        worker.give(number)
        if number % 3 == 0:
            await asyncio.sleep(0)
    await until(lambda: len(worker.done) == 200)
    assert worker.done == [*range(200)]
    looked = worker.looked
    await asyncio.sleep(0.05)
    assert worker.looked <= looked + 1  # it waits, and does not ask all the time
    await worker.end()


async def test_what_is_given_when_it_has_just_looked_is_seen(hosted: str) -> None:
    worker, late = Worker(), [1, 2, 3]
    worker.when_looked = lambda: worker.give(late.pop()) if late else None
    worker.background.wake()
    await until(lambda: worker.done == [3, 2, 1])
    await worker.end()


async def test_who_waits_for_some_time_looks_again_by_himself(hosted: str) -> None:
    worker = Worker(0.01)
    worker.give()
    worker.todo.append(7)  # nobody says so
    await until(lambda: worker.done == [7])
    await worker.end()


async def test_others_have_their_turn_between_steps(hosted: str) -> None:
    worker, turns = Worker(), 0
    worker.give(*range(500))
    while len(worker.done) < 500:
        await asyncio.sleep(0)
        turns += 1
    assert hosted == "threads" or turns >= 400
    await worker.end()


async def test_a_loop_that_waits_for_steps_can_take_that_back() -> None:
    left = list[str]()

    def steps() -> Steps[str]:
        try:
            yield None
            return "woken"
        finally:
            left.append("left")

    async def waits_for(woken: asyncio.Event) -> str:
        return await in_loop(steps(), woken)

    woken = asyncio.Event()
    task = asyncio.create_task(waits_for(woken))
    await asyncio.sleep(0.01)
    woken.set()
    assert await task == "woken"
    task = asyncio.create_task(waits_for(asyncio.Event()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert left == ["left", "left"]


async def test_what_is_done_aside_gives_what_it_gives(hosted: str) -> None:
    assert await aside(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await aside(lambda: 1 // 0)
    here = threading.get_ident()
    assert (await aside(threading.get_ident) == here) == (hosted == "no threads")
    order = list[str]()

    async def other() -> None:
        order.append("other")

    first: Awaitable[None] = asyncio.create_task(other())
    if hosted == "no threads":
        await aside(lambda: order.append("aside"))
        assert order == ["other", "aside"]
    await first
