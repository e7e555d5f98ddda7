"""Copies of the state, and of the notes behind it."""

from __future__ import annotations

from .lists import made
from .views import forget_views
from .words import *


def keep_notes() -> i32:
    """A copy of all notes in the arena: how many cells the state has, and those behind its last one."""
    size = 4 * (load(CELLS) - LAYOUT_SIZE)
    out = made(4 + size)
    store(out, load(CELLS))
    memcopy(out + 4, STATE + 4 * LAYOUT_SIZE, size)
    return out


def put_notes(kept: i32) -> None:
    """The notes as they were kept."""
    store(CELLS, load(kept))
    memcopy(STATE + 4 * LAYOUT_SIZE, kept + 4, 4 * (load(kept) - LAYOUT_SIZE))


def save_state(to: i32) -> i32:
    """The state with its notes at an address: how many cells, and these; gives the address behind."""
    size = 4 * load(CELLS)
    store(to, load(CELLS))
    memcopy(to + 4, STATE, size)
    return to + 4 + size


def restore_state(at: i32) -> None:
    """The state as it was saved."""
    forget_views()
    store(CELLS, load(at))
    memcopy(STATE, at + 4, 4 * load(at))
