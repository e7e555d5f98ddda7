"""Progress bars on standard error, when that is a terminal; else nothing is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from .console import console

Item = TypeVar("Item")
Report = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


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
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        yield report
