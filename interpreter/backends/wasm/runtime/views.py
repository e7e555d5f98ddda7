"""The sets of members by the value of a field (`views.py`): words from VIEWS on say which are what the cells say."""

from __future__ import annotations

from .faulting import fault
from .words import *


@spread
def forget_views() -> None:
    """The cells come from elsewhere: none of the sets is known, and no digest of a position."""
    if VIEWS_COUNT:
        for i in range(VIEWS_COUNT):
            store(VIEWS + 4 * i, 0)
    if DIGESTS_COUNT:
        for i in range(DIGESTS_COUNT):
            store(DIGESTS + 16 * i, 0)


def view_made(known: i32, sets: i32, cells: i32, n: i32, values: i32, words: i32) -> None:
    """Work the sets of a field with n cells out, so many words each, `none` and the values behind it."""
    memfill(sets, 0, 8 * words * values)
    for i in range(n):
        value = load(cells + 4 * i) + 1
        if ge_u(value, values):
            fault(FAULT_MEMORY, 0, 0, 0, 0)  # no value of the field: the Python machine knows what is meant
        at = sets + 8 * (words * value + (i >> 6))
        one: i64 = 1
        store64(at, load64(at) | one << u64(i & 63))
    store(known, 1)
