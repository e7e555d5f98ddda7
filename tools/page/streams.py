"""Those who look on at a table, and how it is written what they are told."""

from __future__ import annotations

import asyncio

HEARTBEAT = 15.0
"""After how many seconds without news a stream says that it is still there."""


class Stream:
    """Somebody who looks on: `known` passages of the story and so many words about edits of the rules have been told;
    `news` is set when there is something to tell, or (`ended`) nothing more will be; `seen` when all has been told."""

    def __init__(self, seat: int, known: int, language: str) -> None:
        self.seat = seat
        self.known = known
        self.language = language
        self.edits = 0
        self.news = asyncio.Event()
        self.news.set()
        self.seen = asyncio.Event()
        self.last = ""
        self.ended = False


def whole(seen: str, log: str) -> str:
    """What a seat sees with its log, as JSON."""
    return f'{seen[:-1]}, "log": {log}}}'


def event(kind: str, data: str, name: str = "") -> str:
    """An event of a stream as it is sent; `name` is its id."""
    return f"{f'id: {name}{chr(10)}' if name else ''}event: {kind}\ndata: {data}\n\n"
