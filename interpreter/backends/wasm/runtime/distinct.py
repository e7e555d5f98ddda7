"""Each element of a list once: what was kept is found again through a table of where it stands."""

from __future__ import annotations

from .lists import made, place_in, release
from .moving import cleared, moved
from .nested import same_at, stride_of
from .words import *


@spread
def stirred(h: i32, x: i32) -> i32:
    """One more word into a digest."""
    h = (h ^ x) * 0x2C1B3C6D
    return h ^ ((h >> 15) & 0x1FFFF)


def words_digest(a: i32, n: i32, h: i32) -> i32:
    """A digest of so many words."""
    for i in range(n):
        h = stirred(h, load(a + 4 * i))
    return h


def digest_at(a: i32, of: i32) -> i32:
    """A digest of the element at an address; equal elements have the same."""
    kind = load(of)
    if kind == 0:
        return stirred(1, load(a))
    if kind == 1:
        return words_digest(a, 2, 1)
    if kind == 2:
        return words_digest(load(a), load(of + 4), 1)
    inner = load(of + 8)
    values = load(a)
    if inner == 0:
        return words_digest(values, load(values) + 1, 1)
    h = load(values)
    for i in range(load(values)):
        h = stirred(h, digest_at(values + 4 + stride_of(inner) * i, inner))
    return h


def table_for(n: i32) -> i32:
    """How many slots a table for n elements has: a power of two, at least twice as many."""
    slots = 64
    while slots < 2 * n:
        slots *= 2
    return slots


def list_distinct(a: i32) -> i32:
    """Each element once, in order of first occurrence."""
    n = load(a)
    if n > 16:
        return by_table(a, 0)
    out = made(4 + 4 * n)
    store(out, 0)
    for i in range(n):
        x = load(a + 4 + 4 * i)
        kept = load(out)
        if place_in(out, x) == kept:
            store(out + 4 + 4 * kept, x)
            store(out, kept + 1)
    return out


def list_distinct_of(a: i32, of: i32) -> i32:
    """The same for elements of any shape."""
    return by_table(a, of)


@spread
def by_table(a: i32, of: i32) -> i32:
    """The same by a table, whose slots hold places in what is made, from 1; without `of` of scalars."""
    n = load(a)
    stride = stride_of(of) if of else 4
    out = made(4 + stride * n)
    slots = table_for(n)
    table = made(4 * slots)
    cleared(table, 4 * slots)
    kept = 0
    for i in range(n):
        element = a + 4 + stride * i
        at = (digest_at(element, of) if of else stirred(1, load(element))) & (slots - 1)
        held = load(table + 4 * at)
        while held != 0 and not same_as(out + 4 + stride * (held - 1), element, of):
            at = (at + 1) & (slots - 1)
            held = load(table + 4 * at)
        if held == 0:
            moved(out + 4 + stride * kept, element, stride)
            kept += 1
            store(table + 4 * at, kept)
    store(out, kept)
    release(table)
    return out


@spread
def same_as(a: i32, b: i32, of: i32) -> i32:
    """Whether the elements at two addresses are equal; without `of` they are scalars."""
    return same_at(a, b, of) if of else load(a) == load(b)
