"""Boards: neighbours as sets, one row a space (8 bytes while one word will do, else `cells` words), from `masks` on."""

from __future__ import annotations

from .lists import made, release
from .sets import map_fill, set_has_big
from .words import *


def border64(masks: i32, group: i64) -> i64:
    """The neighbours of the group that are not in it."""
    out: i64 = 0
    rest = group
    while rest:
        out |= load64(masks + 8 * ctz64(rest))
        rest &= rest - 1
    return out & ~group


def part64(masks: i32, group: i64, x: i32) -> i64:
    """The connected part of the group with x; empty when x is not in it."""
    one: i64 = 1
    if x < 0:
        return 0
    reached = group & one << u64(x)
    fresh = reached
    while fresh:
        near = load64(masks + 8 * ctz64(fresh)) & group & ~reached
        fresh = (fresh & (fresh - 1)) | near
        reached |= near
    return reached


def parts64(masks: i32, group: i64) -> i32:
    """The first member of each connected part, in order."""
    out = made(4)
    n = 0
    while group:
        x = ctz64(group)
        store(made(4), x)
        n += 1
        group &= ~part64(masks, group, x)
    store(out, n)
    return out


def border_big(masks: i32, group: i32, cells: i32) -> i32:
    """The neighbours of the group that are not in it."""
    out = map_fill(cells, 0)
    for i in range(cells):
        word = load(group + 4 * i)
        while word:
            row = masks + 4 * cells * (32 * i + ctz32(word))
            word &= word - 1
            for k in range(cells):
                store(out + 4 * k, load(out + 4 * k) | load(row + 4 * k))
    for i in range(cells):
        store(out + 4 * i, load(out + 4 * i) & ~load(group + 4 * i))
    return out


def border_rows(rows: i32, group: i32, cells: i32) -> i32:
    """The same by the addresses of lists of neighbours, for boards with many places and few neighbours each."""
    out = map_fill(cells, 0)
    for i in range(cells):
        word = load(group + 4 * i)
        while word:
            at = load(rows + 4 * (32 * i + ctz32(word)))
            word &= word - 1
            end = at + 4 * load(at)
            while at != end:
                at += 4
                x = load(at)
                to = out + 4 * (x >> 5)
                store(to, load(to) | 1 << (x & 31))
    for i in range(cells):
        store(out + 4 * i, load(out + 4 * i) & ~load(group + 4 * i))
    return out


def reach_big(masks: i32, group: i32, x: i32, cells: i32, reached: i32) -> None:
    """Add the connected part of the group with x to `reached`, which has none of it. The members whose neighbours are
    still to be looked at stand one after the other at the end of the arena."""
    base = arena
    store(reached + 4 * (x >> 5), load(reached + 4 * (x >> 5)) | 1 << (x & 31))
    store(base, x)
    top = base + 4
    while top != base:
        top -= 4
        row = masks + 4 * cells * load(top)
        for i in range(cells):
            near = load(row + 4 * i) & load(group + 4 * i) & ~load(reached + 4 * i)
            if near:
                store(reached + 4 * i, load(reached + 4 * i) | near)
                while near:
                    store(top, 32 * i + ctz32(near))
                    top += 4
                    near &= near - 1


def part_big(masks: i32, group: i32, x: i32, cells: i32) -> i32:
    """The connected part of the group with x; empty when x is not in it."""
    out = map_fill(cells, 0)
    if set_has_big(group, x, cells):
        reach_big(masks, group, x, cells, out)
    return out


def parts_big(masks: i32, group: i32, cells: i32) -> i32:
    """The first member of each connected part, in order."""
    out = made(4 + 128 * cells)
    reached = map_fill(cells, 0)
    n = 0
    for i in range(cells):
        word = load(group + 4 * i) & ~load(reached + 4 * i)
        while word:
            x = 32 * i + ctz32(word)
            n += 1
            store(out + 4 * n, x)
            reach_big(masks, group, x, cells, reached)
            word = load(group + 4 * i) & ~load(reached + 4 * i)
    store(out, n)
    release(out + 4 + 4 * n)
    return out
