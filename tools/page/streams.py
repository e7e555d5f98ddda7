"""Those who look on at a table, and how it is written what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HEARTBEAT = 15.0
"""After how many seconds without news a stream says that it is still there."""


class Stream:
    """Somebody who looks on: `known` passages of the story, so many words about edits of the rules, the people at the
    table in some version and what they said up to a number (`talk`) have been told;
    `news` is set when there is something to tell, or (`ended`) nothing more will be; `seen` when all has been told.
    `whose` is the address that looks."""

    def __init__(self, seat: int, known: int, language: str, whose: str = "") -> None:
        self.seat = seat
        self.whose = whose
        self.known = known
        self.language = language
        self.edits = 0
        self.people = 0
        self.talk = 0
        self.news = asyncio.Event()
        self.news.set()
        self.seen = asyncio.Event()
        self.last = ""
        self.ended = False


class Streams:
    """All who look on at one table."""

    def __init__(self) -> None:
        self._all: list[Stream] = []

    def __iter__(self) -> Iterator[Stream]:
        return iter(self._all)

    def __bool__(self) -> bool:
        return bool(self._all)

    @property
    def whose(self) -> str:
        """The address that has looked on for longest."""
        return self._all[0].whose

    @contextmanager
    def following(self, stream: Stream, most: int) -> Iterator[None]:
        """One more, while it lasts; of more than `most` of a seat the oldest ends."""
        mine = [each for each in self._all if each.seat == stream.seat]
        for each in mine[: max(0, len(mine) - most + 1)]:
            each.ended = True
            each.news.set()
        self._all.append(stream)
        try:
            yield
        finally:
            stream.seen.set()
            self._all.remove(stream)

    def tell(self) -> None:
        """There is something new for all."""
        for each in self._all:
            each.news.set()
            each.seen.clear()

    def end(self) -> None:
        """All of them end."""
        for each in self._all:
            each.ended = True
        self.tell()

    async def seen(self, seconds: float) -> None:
        """Wait until all have been told what there is, or so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*[each.seen.wait() for each in self._all]), seconds)


def whole(seen: str, log: str) -> str:
    """What a seat sees with its log, as JSON."""
    return f'{seen[:-1]}, "log": {log}}}'


def event(kind: str, data: str, name: str = "") -> str:
    """An event of a stream as it is sent; `name` is its id."""
    return f"{f'id: {name}{chr(10)}' if name else ''}event: {kind}\ndata: {data}\n\n"
