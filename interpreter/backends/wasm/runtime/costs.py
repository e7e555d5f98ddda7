"""The members that a search for cheapest ways has still to settle.

Cheapest first, whichever of equal cost: behind the map of costs known so far (NO_INT: none) lie 64 buckets, each a
chain of members, `[member][next]`, whose cost has the bucket's number as its last six bits; then the chain of members
that are too far off, `[member][next][cost]`; and which buckets hold something. What the buckets hold differs by less
than 64. A member of which a cheaper way was found later stays where it was, and is told by its cost.

Cheapest first, then by their numbers: `h` for `size` members says how many members wait in a heap, `size`, and the most
a way may cost; then in `size` words each the cheapest way to a member so far, where it stands in the heap (0: nowhere
yet, -1: it is settled), and the heap itself, from place 1. A search:

    h = cost_heap(size, most); cost_heap_push(h, 0, start)
    while (here = cost_heap_pop(h)) >= 0:            cost = cost_known(h, here)
        for there in …: if it is not settled: … cost_heap_push(h, cost + step, there)
"""

from __future__ import annotations

from .lists import made
from .moving import cleared
from .words import *


def cost_buckets(size: i32) -> i32:
    """A map without costs, and empty buckets behind it."""
    known = made(4 * size)
    pair: i64 = u64(NO_INT) << 32 | u64(NO_INT)
    at = known
    end = known + 4 * size
    while end - at >= 8:
        store64(at, pair)
        at += 8
    if at != end:
        store(at, NO_INT)
    cleared(made(4 * 68), 4 * 65)
    return known


def cost_far(known: i32, size: i32, cost: i32, member: i32) -> None:
    """A way to a member that costs too much for the buckets."""
    far = known + 4 * size + 4 * 64
    at = made(12)
    store(known + 4 * member, cost)
    store(at, member)
    store(at + 4, load(far))
    store(at + 8, cost)
    store(far, at)


def cost_nearer(known: i32, size: i32) -> i32:
    """Fill the empty buckets, and say which hold something; the least cost in them, -1 when nothing waits."""
    far = known + 4 * size + 4 * 64
    least = -1
    at = load(far)
    while at:
        cost = load(at + 8)
        if load(known + 4 * load(at)) == cost and (least < 0 or cost < least):
            least = cost
        at = load(at + 4)
    at = load(far)
    store(far, 0)
    filled: i64 = 0
    one: i64 = 1
    while at:
        after = load(at + 4)
        cost = load(at + 8)
        if load(known + 4 * load(at)) == cost:
            chain = far
            if cost - least < 64:
                chain = known + 4 * size + 4 * (cost & 63)
                filled |= one << u64(cost)
            store(at + 4, load(chain))
            store(chain, at)
        at = after
    store64(far + 8, filled)
    return least


def cost_heap(size: i32, most: i32) -> i32:
    """No member waits; ways that cost more than `most` are not looked at."""
    h = made(12 + 12 * size)
    store(h, 0)
    store(h + 4, size)
    store(h + 8, most)
    cleared(h + 12 + 4 * size, 4 * size)
    return h


@spread
def cost_known(h: i32, member: i32) -> i32:
    """The cheapest way to a member so far."""
    return load(h + 12 + 4 * member)


@spread
def place_word(h: i32, member: i32) -> i32:
    """The address of a member's place in the heap."""
    return h + 12 + 4 * load(h + 4) + 4 * member


@spread
def heap_word(h: i32, i: i32) -> i32:
    """The address of place i of the heap, from 1."""
    return h + 8 + 8 * load(h + 4) + 4 * i


@spread
def goes_first(h: i32, a: i32, b: i32) -> i32:
    """Whether member a is settled before member b."""
    x = cost_known(h, a)
    y = cost_known(h, b)
    return x < y or (x == y and a < b)


def cost_heap_push(h: i32, cost: i32, member: i32) -> None:
    """A way to a member: kept when it is cheaper than any before, costs no more than the most, and comes in time."""
    place = load(place_word(h, member))
    if place == -1 or cost > load(h + 8) or (place != 0 and cost >= cost_known(h, member)):
        return
    if place == 0:
        place = load(h) + 1
        store(h, place)
    store(h + 12 + 4 * member, cost)
    while place > 1:
        above = load(heap_word(h, place >> 1))
        if goes_first(h, above, member):
            break
        store(heap_word(h, place), above)
        store(place_word(h, above), place)
        place >>= 1
    store(heap_word(h, place), member)
    store(place_word(h, member), place)


def cost_heap_pop(h: i32) -> i32:
    """Settle the next member; -1 when none waits."""
    n = load(h)
    if n == 0:
        return -1
    top = load(heap_word(h, 1))
    store(place_word(h, top), -1)
    n -= 1
    store(h, n)
    if n == 0:
        return top
    last = load(heap_word(h, n + 1))
    place = 1
    while 2 * place <= n:
        below = 2 * place
        member = load(heap_word(h, below))
        if below < n:
            other = load(heap_word(h, below + 1))
            if goes_first(h, other, member):
                below += 1
                member = other
        if goes_first(h, last, member):
            break
        store(heap_word(h, place), member)
        store(place_word(h, member), place)
        place = below
    store(heap_word(h, place), last)
    store(place_word(h, last), place)
    return top
