"""How far long work is, on standard error: bars where that is a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from .console import console

Item = TypeVar("Item")
Report = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""
Pace = Callable[[int, int], None]
"""Told how much is done, and how much of it went wrong."""


_HEARD: ContextVar[Report | None] = ContextVar("heard", default=None)


@contextmanager
def heard_by(report: Report) -> Iterator[None]:
    """While this lasts, `report` is told how far work is, and nothing is written about it."""
    token = _HEARD.set(report)
    try:
        yield
    finally:
        _HEARD.reset(token)


def tracked(what: str, items: Sequence[Item]) -> Iterator[Item]:
    """Goes through the items, with a bar for `what`."""
    return counted(what, items, len(items))


def counted(what: str, items: Iterable[Item], total: int) -> Iterator[Item]:
    """As `tracked`, of items whose number is known though they are not there yet."""
    if total < 2:
        yield from items
        return
    with progress() as report:
        report(what, 0, total)
        for done, item in enumerate(items, start=1):
            yield item
            report(what, done, total)


@contextmanager
def progress() -> Iterator[Report]:
    """A bar for everything that is reported."""
    if (heard := _HEARD.get()) is not None:
        yield heard
        return
    if not sys.stderr.isatty():
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with _Bar(*columns) as bar:

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.told(tasks[what], completed=done)

        yield report


@contextmanager
def pace(what: str, total: int, done: int = 0) -> Iterator[Pace]:
    """A bar for long work of like things: how many a second, the time that is left, and how many went wrong. `done` of
    them were there before."""
    if (heard := _HEARD.get()) is not None:
        yield lambda done, faults: heard(what, done, total)
        return
    if total < 2 or not sys.stderr.isatty():
        lines = _Lines()
        yield lambda done, faults: lines(what, done, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Speed(), TimeRemainingColumn())
    with _Bar(*columns, _Faults()) as bar:
        task = bar.add_task(what, total=total, completed=done, faults=0)
        yield lambda done, faults: bar.told(task, completed=done, faults=faults)


FIRST_LINE = 30.0
"""After so many seconds a line is written where there is no bar; the next one when twice as many have passed, and so
on."""


class _Lines:
    """Tells how far it is in lines, for files and pipes: whoever waits knows that something happens, and a log stays
    short."""

    def __init__(self) -> None:
        self._begin, self._due = time.monotonic(), FIRST_LINE

    def __call__(self, what: str, done: int, total: int) -> None:
        """Told as a bar is."""
        passed = time.monotonic() - self._begin
        if passed >= self._due and done < total:
            while self._due <= passed:
                self._due *= 2
            console(stderr=True).print(f"{what}: {done:,} of {total:,}", highlight=False, markup=False)


_OFTEN = 0.1
"""How often a bar is drawn anew at most, in seconds."""


class _Bar(Progress):
    """A bar that is drawn when it is told something, by whoever tells it: a thread that draws could hold a lock when a
    worker begins as a copy of this process (see `simulation.workers`)."""

    def __init__(self, *columns: ProgressColumn | str) -> None:
        super().__init__(*columns, console=console(stderr=True), transient=True, auto_refresh=False)
        self._drawn = 0.0

    def told(self, task: TaskID, **what: Any) -> None:
        """How far a task is."""
        self.update(task, **what)
        now = time.monotonic()
        if now - self._drawn >= _OFTEN:
            self._drawn = now
            self.refresh()


class _Speed(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        """The speed of the last half minute."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f}/s" if speed >= 10 else f"{speed:.2g}/s")


class _Faults(ProgressColumn):
    """How many went wrong."""

    def render(self, task: Task) -> Text:
        """Nothing, as long as nothing did."""
        faults = task.fields["faults"]
        return Text(f"{faults:,} fault{'' if faults == 1 else 's'}" if faults else "", "red")
