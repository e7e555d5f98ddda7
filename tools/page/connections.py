"""Connections of a server: how long each may keep it waiting, and whose gives way when there are too many.

Guarantees: whatever who is connected sends or leaves unsent, reads or leaves unread, a connection is at its end in time
unless a request of it is being answered and read; one address does not keep out others.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from yupana.schemas import host

from .fairness import gives_way, whose

SPARE = 128
"""So many files a server needs besides its connections: rulesets, tables, processes that think."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a connection may be silent between requests, take to send the head of one, go on with a body
    that nobody wants any more, and leave unread what was sent; and how many connections there are at most."""

    silence: float = 5.0
    head: float = 10.0
    rest: float = 10.0
    unread: float = 30.0
    most: int = 2_000

    @property
    def connections(self) -> int:
        """How many there may be here: the system allows a process so many files and no more."""
        return max(1, min(self.most, host.most_files(self.most + SPARE) - SPARE))


class Condition(IntEnum):
    """What a connection is at; those that come first give way first."""

    SILENT = 0
    HEAD = 1
    REST = 2
    CLOSING = 3
    ANSWERED = 4


class Connection(H11Protocol):
    """One connection. Each condition has one limit of time, which is not begun anew by what is sent meanwhile."""

    def __init__(self, patience: Patience, most: int, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._most = most
        self._limits = {
            Condition.SILENT: patience.silence, Condition.HEAD: patience.head, Condition.REST: patience.rest,
            Condition.CLOSING: patience.unread,
        }  # fmt: skip
        self._unread = patience.unread
        self._condition: Condition | None = None
        self._late: asyncio.TimerHandle | None = None
        self._unread_late: asyncio.TimerHandle | None = None
        self._since = self.loop.time()
        self.whose = ""

    def connection_made(self, line: asyncio.Transport) -> None:  # type: ignore[override]
        """It begins; where there are too many, one has to end."""
        super().connection_made(line)
        self.whose = whose(self.client[0] if self.client else "")
        self._look()
        if len(self.connections) > self._most:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        for each in (self._late, self._unread_late):
            if each is not None:
                each.cancel()

    def data_received(self, data: bytes) -> None:
        """Something has come in."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """A request was answered."""
        super().on_response_complete()
        self._unset_keepalive_if_required()  # what comes byte by byte would put it off for ever
        self._look()

    def pause_writing(self) -> None:
        """More was sent than who is connected has read."""
        super().pause_writing()
        if self._unread_late is None:
            self._unread_late = self.loop.call_later(self._unread, self.transport.abort)

    def resume_writing(self) -> None:
        """They have read on."""
        super().resume_writing()
        if self._unread_late is not None:
            self._unread_late.cancel()
            self._unread_late = None

    def _look(self) -> None:
        """Give it the time that it has for what it is at now."""
        condition = self._seen()
        if condition is self._condition:
            return
        self._condition = condition
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(self._limits[condition], self._end) if condition in self._limits else None

    def _seen(self) -> Condition:
        if self.transport.is_closing():
            return Condition.CLOSING
        if self.conn.their_state is h11.IDLE:
            return Condition.HEAD if self.conn.trailing_data[0] else Condition.SILENT
        answered = self.conn.our_state in (h11.DONE, h11.MUST_CLOSE)
        return Condition.REST if answered and self.conn.their_state is h11.SEND_BODY else Condition.ANSWERED

    def _end(self) -> None:
        """Its time is over. What was sent may still be read, for a while."""
        if self._condition is Condition.CLOSING:
            self.transport.abort()
            return
        with contextlib.suppress(h11.LocalProtocolError):
            self.conn.send(h11.ConnectionClosed())
        self.transport.close()
        self._look()

    def _make_room(self) -> None:
        """One of whoever has most ends, or else one of the same address that says nothing, or this one."""
        others = [each for each in self.connections if isinstance(each, Connection) and each is not self]
        others.sort(key=lambda each: (each._condition or 0, each._since))
        ends = gives_way([(each, each.whose) for each in others], self.whose)
        if ends is None:
            silent = (each for each in others if each.whose == self.whose and each._condition is Condition.SILENT)
            ends = next(silent, self)
        self.connections.discard(ends)
        ends.transport.abort()


def connected(patience: Patience) -> Callable[..., asyncio.Protocol]:
    """What makes the connections of a server."""
    return partial(Connection, patience, patience.connections)
