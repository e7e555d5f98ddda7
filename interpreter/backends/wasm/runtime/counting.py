"""Counting sequences of decisions (perft). The positions on the way lie behind COUNT_BASE, one level behind the other:
the address of the level before, the next option, how many there are, the options, and the position itself."""

from __future__ import annotations

from .driving import listed, stepped
from .faulting import full_allowance
from .greedy import keep_options
from .state import restore_state, save_state
from .words import *


def count_begin(depth: i32) -> None:
    """Count from the position in FRESH, which waits, for a depth of at least 1. Options behind the last decision are
    only counted."""
    global sampling
    full_allowance()
    restore_state(FRESH)
    store64(LEAVES, 0)
    store(COUNT_BASE, load(ARENA_START))
    store(COUNT_LEVEL, 0)
    store(COUNT_DEPTH, depth)
    sampling = depth == 1
    arrived(listed())


def arrived(n: i32) -> None:
    """A position with n options: with one decision left they are what is counted, else a new level."""
    if load(COUNT_DEPTH) == 1:
        leaves: i64 = load64(LEAVES)
        store64(LEAVES, leaves + i64(n))
        return
    if n == 0:
        return
    at = load(ARENA_START)
    store(at, load(COUNT_LEVEL))
    store(at + 4, 0)
    store(at + 8, n)
    store(COUNT_LEVEL, at)
    store(COUNT_DEPTH, load(COUNT_DEPTH) - 1)
    store(at + 12, keep_options(at + 16, n))
    store(ARENA_START, save_state(load(at + 12)))


def count_on(units: i32) -> i32:
    """Go on, for so many decisions at most; 1 when all is counted."""
    global sampling
    while units > 0:
        units -= 1
        at = load(COUNT_LEVEL)
        if at == 0:
            store(ARENA_START, load(COUNT_BASE))
            return 1
        i = load(at + 4)
        if i == load(at + 8):
            store(COUNT_LEVEL, load(at))
            store(ARENA_START, at)
            store(COUNT_DEPTH, load(COUNT_DEPTH) + 1)
            continue
        if i:
            restore_state(load(at + 12))
        store(at + 4, i + 1)
        sampling = load(COUNT_DEPTH) == 1
        arrived(stepped(load(at + 16 + 4 * i)))
    return 0
