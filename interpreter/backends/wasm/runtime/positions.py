"""Notes of positions behind the last cell of the state, as `machine.positions` says.

`POSITIONS` is the address of a word for each position, the address of its description (see `environment.py`):
number of stretches, the address of the cells' factors (8 bytes each, all stretches in turn), number of zones, the
address of its digest if that is kept (`digests.py`), or 0; then for each stretch its address and length; then for each
zone: its number, 1 if ordered, the number of its kind's first piece, the address of what its pieces are taken for (8
bytes each), the number of fields and the address of their addresses.
"""

from __future__ import annotations

from .faulting import fault, pay
from .words import *


@spread
def scattered(x: i64) -> i64:
    """The end of SplitMix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB
    return x ^ (x >> 31)


def digest(position: i32) -> i64:
    """The digest of a position as it is now."""
    about = load(POSITIONS + 4 * position)
    kept = load(about + 12)
    if kept and load(kept):
        return load64(kept + 8)
    whole = summed(about)
    if kept:
        store(kept, 1)
        store64(kept + 8, whole)
    return whole


def summed(about: i32) -> i64:
    """The same, summed up."""
    stretches = load(about)
    factor = load(about + 4)
    whole: i64 = 0
    at = about + 16
    for _ in range(stretches):
        cell = load(at)
        end = cell + 4 * load(at + 4)
        while cell + 32 <= end:
            whole += i64(load(cell)) * load64(factor) + i64(load(cell + 4)) * load64(factor + 8)
            whole += i64(load(cell + 8)) * load64(factor + 16) + i64(load(cell + 12)) * load64(factor + 24)
            whole += i64(load(cell + 16)) * load64(factor + 32) + i64(load(cell + 20)) * load64(factor + 40)
            whole += i64(load(cell + 24)) * load64(factor + 48) + i64(load(cell + 28)) * load64(factor + 56)
            cell += 32
            factor += 64
        while cell != end:
            whole += i64(load(cell)) * load64(factor)
            cell += 4
            factor += 8
        at += 8
    for _ in range(load(about + 8)):
        whole += zone_digest(at)
        at += 24
    return whole


def zone_digest(about: i32) -> i64:
    """What the pieces of one zone count."""
    zone = load(about)
    ordered = load(about + 4)
    base = load(about + 8)
    same = load(about + 12)
    fields = load(about + 20)
    end = fields + 4 * load(about + 16)
    whole: i64 = 0
    place: i64 = 0
    piece = load(STATE + 4 * ZONE_FIRST + 4 * zone)
    while piece >= 0:
        word = load64(same + 8 * (piece - base))
        field = fields
        while field != end:
            word = scattered(word + i64(load(load(field) + 4 * (piece - base))) + 0x9E3779B97F4A7C15)
            field += 4
        word = scattered(word + i64(zone) + 0x9E3779B97F4A7C15)
        whole += scattered(word + place + 0x9E3779B97F4A7C15)
        place += i64(ordered)
        piece = load(STATE + 4 * PIECE_NEXT + 4 * piece)
    return whole


@spread
def pay_for_notes(place: i32) -> None:
    """One for 16 cells of notes."""
    pay((load(CELLS) - LAYOUT_SIZE) >> 4, place)


@spread
def is_noted(at: i32, position: i32, now: i64) -> i32:
    """Whether the note at an address is of this position with this digest."""
    return load(at) == position and load(at + 4) == low(now >> 32) and load(at + 8) == low(now)


def note(position: i32, place: i32) -> None:
    """Note how a position is now."""
    cells = load(CELLS)
    if cells - LAYOUT_SIZE >= 3 * NOTES_MOST:
        fault(FAULT_TOO_MANY_NOTES, place, 0, 0, 0)
    now = digest(position)
    at = STATE + 4 * cells
    store(at, position)
    store(at + 4, low(now >> 32))
    store(at + 8, low(now))
    store(CELLS, cells + 3)


def forget(position: i32, place: i32) -> None:
    """Take all notes of a position away."""
    pay_for_notes(place)
    end = STATE + 4 * load(CELLS)
    at = STATE + 4 * LAYOUT_SIZE
    to = at
    while at != end:
        if load(at) != position:
            store(to, load(at))
            store(to + 4, load(at + 4))
            store(to + 8, load(at + 8))
            to += 12
        at += 12
    store(CELLS, (to - STATE) >> 2)


def position_times(position: i32, place: i32) -> i32:
    """How many notes of a position are the same as now."""
    pay_for_notes(place)
    if load(CELLS) == LAYOUT_SIZE:
        return 0
    now = digest(position)
    end = STATE + 4 * load(CELLS)
    at = STATE + 4 * LAYOUT_SIZE
    found = 0
    halves = rotl64(now, 32)
    while at + 48 <= end:
        near = (load64(at + 4) == halves) | (load64(at + 16) == halves)
        if near | (load64(at + 28) == halves) | (load64(at + 40) == halves):
            found += noted_in(at, at + 48, position, halves)
        at += 48
    return found + noted_in(at, end, position, halves)


def noted_in(at: i32, end: i32, position: i32, halves: i64) -> i32:
    """How many notes between two addresses are of this position with this digest."""
    found = 0
    while at != end:
        found += (load64(at + 4) == halves) & (load(at) == position)
        at += 12
    return found


def position_ago(position: i32, place: i32) -> i32:
    """How many notes of a position were made since the last that is the same as now, or NO_INT."""
    pay_for_notes(place)
    if load(CELLS) == LAYOUT_SIZE:
        return NO_INT
    now = digest(position)
    at = STATE + 4 * load(CELLS)
    since = 0
    while at != STATE + 4 * LAYOUT_SIZE:
        at -= 12
        if is_noted(at, position, now):
            return since
        if load(at) == position:
            since += 1
    return NO_INT
