"""The members that a search for cheapest ways has still to settle, cheapest first, then by their numbers.

A heap `h` for `size` members lies in the arena: how many members wait, `size`, the most a way may cost; then `size`
words each: the cheapest way to a member so far, where it stands in the heap (0: nowhere yet, -1: it is settled),
and the heap itself, from place 1. A search:

    h = cost_heap(size, most); cost_heap_push(h, 0, start)
    while (here = cost_heap_pop(h)) >= 0:            cost = cost_known(h, here)
        for there in …: if not cost_settled(h, there): … cost_heap_push(h, cost + step, there)
"""

from __future__ import annotations

from .lists import made
from .moving import cleared
from .words import i32, load, spread, store


def cost_heap(size: i32, most: i32) -> i32:
    """An empty heap; ways that cost more than `most` are not looked at."""
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


def cost_settled(h: i32, member: i32) -> i32:
    """Whether the cheapest way to a member is known for good."""
    return load(place_word(h, member)) < 0


@spread
def goes_first(h: i32, a: i32, b: i32) -> i32:
    """Whether member a is settled before member b."""
    x = cost_known(h, a)
    y = cost_known(h, b)
    return x < y or (x == y and a < b)


def cost_heap_push(h: i32, cost: i32, member: i32) -> None:
    """A way to a member: kept when it is cheaper than any before, costs no more than the most, and comes in time."""
    place = load(place_word(h, member))
    if place < 0 or cost > load(h + 8) or (place > 0 and cost >= cost_known(h, member)):
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
