"""Comprehensions with `by`: the keys of the elements are a list as long as theirs. A key is a scalar or, when `deep`, a
list of scalars. What is given are indices into both lists."""

from __future__ import annotations

from .lists import list_compare, made, release
from .moving import moved
from .sets import map_fill
from .words import *


def key_order(x: i32, y: i32, deep: i32) -> i32:
    """-1, 0 or 1: two keys."""
    if deep:
        return list_compare(x, y)
    return (x > y) - (x < y)


def by_leaders(keys: i32, deep: i32) -> i32:
    """The indices of all largest keys, in order."""
    out = made(4)
    top = 0
    for i in range(load(keys)):
        key = load(keys + 4 + 4 * i)
        order = key_order(key, top, deep) if i else 1
        if order > 0:
            top = key
            release(out + 4)
        if order >= 0:
            store(made(4), i)
    store(out, (arena - out - 4) >> 2)
    return out


def by_sorted(keys: i32, deep: i32) -> i32:
    """All indices, those of smaller keys first, of equal keys in their order."""
    n = load(keys)
    out = made(4 + 4 * n)
    store(out, n)
    for i in range(n):
        store(out + 4 + 4 * i, i)
    for run in range(0, n, 8):
        insert_run(out + 4, keys + 4, run, run + 8 if run + 8 < n else n, deep)
    spare = made(4 * n)
    source = out + 4
    to = spare
    width = 8
    while width < n:
        start = 0
        while start < n:
            merge(source, to, keys + 4, start, start + width, start + 2 * width, n, deep)
            start += 2 * width
        source, to = to, source
        width *= 2
    if source == spare:
        moved(out + 4, spare, 4 * n)
    release(spare)
    return out


def insert_run(at: i32, keys: i32, start: i32, end: i32, deep: i32) -> None:
    """Sort the indices start..end-1 by insertion."""
    for i in range(start + 1, end):
        index = load(at + 4 * i)
        key = load(keys + 4 * index)
        k = i
        while k > start and key_order(load(keys + 4 * load(at + 4 * k - 4)), key, deep) > 0:
            store(at + 4 * k, load(at + 4 * k - 4))
            k -= 1
        store(at + 4 * k, index)


def merge(source: i32, to: i32, keys: i32, start: i32, middle: i32, end: i32, n: i32, deep: i32) -> None:
    """Two sorted runs, start..middle-1 and middle..end-1, both cut to n, as one."""
    middle = middle if middle < n else n
    end = end if end < n else n
    i = start
    k = middle
    for at in range(start, end):
        if i < middle and (k >= end or first_goes(source, keys, i, k, deep)):
            store(to + 4 * at, load(source + 4 * i))
            i += 1
        else:
            store(to + 4 * at, load(source + 4 * k))
            k += 1


@spread
def first_goes(source: i32, keys: i32, i: i32, k: i32, deep: i32) -> i32:
    """Whether the key of index i is not larger than that of index k."""
    return key_order(load(keys + 4 * load(source + 4 * i)), load(keys + 4 * load(source + 4 * k)), deep) <= 0


def by_ranks(elements: i32, keys: i32, deep: i32, size: i32, fill: i32) -> i32:
    """A map by element: 1 for the largest key, 2 for the next different one, …"""
    out = map_fill(size, fill)
    order = by_sorted(keys, deep)
    rank = 0
    last = 0
    for i in range(load(order) - 1, -1, -1):
        index = load(order + 4 + 4 * i)
        key = load(keys + 4 + 4 * index)
        if rank == 0 or key_order(key, last, deep):
            rank += 1
        last = key
        store(out + 4 * load(elements + 4 + 4 * index), rank)
    release(order)
    return out


def by_order(elements: i32, indices: i32, stride: i32) -> i32:
    """The elements with these indices; each takes so many bytes, 4 or 8."""
    n = load(indices)
    out = made(4 + stride * n)
    store(out, n)
    for i in range(n):
        moved(out + 4 + stride * i, elements + 4 + stride * load(indices + 4 + 4 * i), stride)
    return out
