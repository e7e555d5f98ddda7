"""Events on their way to whoever listens, as `memory_layout.EVENT` says. Ask LISTENING before calling these."""

from __future__ import annotations

from .faulting import fault
from .moving import moved
from .words import *


def event_room(size: i32) -> i32:
    """Room for so many bytes behind what was told."""
    at = load(EVENTS_END)
    if at + size > EVENTS_LIMIT:
        fault(FAULT_MEMORY, 0, 0, 0, 0)
    store(EVENTS_END, at + size)
    return at


def event_begin(kind: i32) -> None:
    """A new event."""
    at = event_room(8)
    store(EVENT_AT, at)
    store(at + 4, kind)


def event_word(x: i32) -> None:
    """A word of it."""
    store(event_room(4), x)


def event_words(at: i32, n: i32) -> None:
    """So many words of it."""
    to = event_room(4 * n)
    moved(to, at, 4 * n)


def event_list(a: i32) -> None:
    """A list of scalars: its length and its elements."""
    event_words(a, load(a) + 1)


def event_end() -> None:
    """It is whole."""
    at = load(EVENT_AT)
    store(at, (load(EVENTS_END) - at) >> 2)
