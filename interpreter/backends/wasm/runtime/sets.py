"""Sets and maps. A set of up to 64 members is an i64; a larger one the address of `cells` words, 32 members in each,
the first ones lowest. What is made lies in the arena. `none` is in no set."""

from __future__ import annotations

from .lists import made, words_equal
from .moving import moved
from .words import *


def members64(set_: i64) -> i32:
    """The members in order."""
    n = popcnt64(set_)
    out = made(4 + 4 * n)
    store(out, n)
    at = out
    while set_:
        at += 4
        store(at, ctz64(set_))
        set_ &= set_ - 1
    return out


def members_big(set_: i32, cells: i32) -> i32:
    """The same of a large set."""
    n = set_size_big(set_, cells)
    out = made(4 + 4 * n)
    store(out, n)
    at = out
    for i in range(cells):
        word = load(set_ + 4 * i)
        while word:
            at += 4
            store(at, 32 * i + ctz32(word))
            word &= word - 1
    return out


def list_set64(a: i32) -> i64:
    """The set of a list's elements."""
    out: i64 = 0
    one: i64 = 1
    for i in range(load(a)):
        x = load(a + 4 + 4 * i)
        if x >= 0:
            out |= one << u64(x)
    return out


def list_set_big(a: i32, cells: i32) -> i32:
    """The same as a large set."""
    out = map_fill(cells, 0)
    for i in range(load(a)):
        set_bit(out, load(a + 4 + 4 * i))
    return out


# ---------------------------------------------------------------- large sets


def set_bit(set_: i32, x: i32) -> None:
    """Add a member where the set lies."""
    if x >= 0:
        at = set_ + 4 * (x >> 5)
        store(at, load(at) | 1 << (x & 31))


def clear_bit(set_: i32, x: i32) -> None:
    """Take a member away where the set lies."""
    if x >= 0:
        at = set_ + 4 * (x >> 5)
        store(at, load(at) & ~(1 << (x & 31)))


def set_has_big(set_: i32, x: i32, cells: i32) -> i32:
    """Whether x is a member."""
    return load(set_ + 4 * (x >> 5)) >> (x & 31) & 1 if lt_u(x, 32 * cells) else 0


def set_size_big(set_: i32, cells: i32) -> i32:
    """How many members."""
    n = 0
    for i in range(cells):
        n += popcnt32(load(set_ + 4 * i))
    return n


def set_add_big(set_: i32, x: i32, cells: i32) -> i32:
    """With x."""
    out = made(4 * cells)
    moved(out, set_, 4 * cells)
    set_bit(out, x)
    return out


def set_without_big(set_: i32, x: i32, cells: i32) -> i32:
    """Without x."""
    out = made(4 * cells)
    moved(out, set_, 4 * cells)
    if lt_u(x, 32 * cells):
        clear_bit(out, x)
    return out


@spread
def word_by_word(a: i32, b: i32, cells: i32, both: i32, less: i32) -> i32:
    """What is in a or b; or in `both`; or in a and (`less`) not in b."""
    out = made(4 * cells)
    for i in range(cells):
        x = load(a + 4 * i)
        y = load(b + 4 * i)
        store(out + 4 * i, x & y if both else x & ~y if less else x | y)
    return out


def set_or_big(a: i32, b: i32, cells: i32) -> i32:
    """Union."""
    return word_by_word(a, b, cells, 0, 0)


def set_and_big(a: i32, b: i32, cells: i32) -> i32:
    """Intersection."""
    return word_by_word(a, b, cells, 1, 0)


def set_sub_big(a: i32, b: i32, cells: i32) -> i32:
    """Difference."""
    return word_by_word(a, b, cells, 0, 1)


def set_eq_big(a: i32, b: i32, cells: i32) -> i32:
    """Whether they have the same members."""
    return words_equal(a, b, cells)


def set_le_big(a: i32, b: i32, cells: i32) -> i32:
    """Whether all members of a are in b."""
    for i in range(cells):
        if load(a + 4 * i) & ~load(b + 4 * i):
            return 0
    return 1


# ---------------------------------------------------------------- maps


def map_fill(size: i32, x: i32) -> i32:
    """A map with the same value everywhere."""
    out = made(4 * size)
    if size > 24 and (x == 0 or x == -1):
        memfill(out, x, 4 * size)
        return out
    for i in range(size):
        store(out + 4 * i, x)
    return out


def map_with(a: i32, size: i32, k: i32, x: i32) -> i32:
    """With the value of k replaced."""
    out = made(4 * size)
    moved(out, a, 4 * size)
    store(out + 4 * k, x)
    return out


def map_eq(a: i32, b: i32, size: i32) -> i32:
    """Whether they have the same value everywhere."""
    return words_equal(a, b, size)
