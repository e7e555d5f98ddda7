"""The nodes of a tree search, and which child of one is tried next.

A node has these words: the next child of the same parent, its own first child, how often it was visited, what that
brought to those who chose it (see `worth_for`), how often it could be chosen, how many words its option has, two for
the sum of the margins of those who chose it, whether it is known to win (1) or lose (-1) for them, how many options its
position has, the first of the nodes of what seats know of it (see `knowing.py`; these have a key in place of how many
words their option has), and its option. Children stand in the order of the options listed, as far as that is the same
each time.
"""

from __future__ import annotations

from .bots import drawn
from .drawing import option_at
from .lists import words_equal
from .words import *


def child_to_try(node: i32, n: i32) -> i32:
    """The child for one of n options: as long as fewer are known than so many visits may know, a new one for any of the
    others, else the most promising one. 0: there is no child, and no room for one."""
    table = load(ARENA_START)
    fresh = sorted_out(node, n, table, 1)
    if fresh < 0:
        fresh = sorted_out(node, n, table, 0)
    store(node + 36, n)
    won = there(table + 8 * n, n - fresh)
    if won:
        return won
    if fresh and n - fresh < width(node, n) and load(ARENA_START) < load(NODES_LIMIT):
        found = table + 8 * drawn(fresh)
        return grown_at(node, n, load(found), load(found + 4))
    return most_promising(table + 8 * n, n - fresh)


@spread
def width(node: i32, n: i32) -> i32:
    """How many of n options may be known to a node: some, and more with its visits."""
    if n <= load(WIDE):
        return n
    return load(WIDE) + load(WIDER) * root(u64(load(node + 8)))


def sorted_out(node: i32, n: i32, table: i32, straight: i32) -> i32:
    """Sort n options into those without a child (in the table: the number of the option, and after which child it
    belongs) and those with one (behind the n pairs of the former: the child); how many are without. `straight` is
    quicker and does where every child stands for an option; -1 if one does not."""
    child = load(node + 4)
    before = 0
    fresh = table
    known = table + 8 * n
    for i in range(n):
        option = option_at(i)
        end = option_at(i + 1) if i + 1 < n else listed_end
        found = child
        if child == 0 or not has_option(child, option, end - option):
            found = 0 if straight else child_with(node, option, end - option)
        if found:
            store(known, found)
            known += 4
            before = found
            child = load(found)
        else:
            store(fresh, i)
            store(fresh + 4, before)
            fresh += 8
    return -1 if straight and child else (fresh - table) >> 3


def there(at: i32, n: i32) -> i32:
    """The n children whose addresses stand there could be chosen; one that is known to win, or 0."""
    won = 0
    for i in range(n):
        child = load(at + 4 * i)
        store(child + 16, load(child + 16) + 1)
        if load(child + 32) > 0 and won == 0:
            won = child
    return won


def child_with(node: i32, option: i32, size: i32) -> i32:
    """The child with an option; 0 when there is none."""
    child = load(node + 4)
    while child and not has_option(child, option, size):
        child = load(child)
    return child


@spread
def has_option(node: i32, option: i32, size: i32) -> i32:
    """Whether a node is for the option at an address, of so many bytes."""
    return 4 * load(node + 20) == size and words_equal(node + NODE_HEAD, option, size >> 2)


def child_like(node: i32, other: i32) -> i32:
    """The child with the option of another node, which it gets if there is none; 0 when there is no room."""
    child = child_with(node, other + NODE_HEAD, 4 * load(other + 20))
    if child == 0 and load(ARENA_START) < load(NODES_LIMIT):
        child = new_node(other + NODE_HEAD, 4 * load(other + 20))
        store(child, load(node + 4))
        store(node + 4, child)
    return child


def new_node(option: i32, size: i32) -> i32:
    """A node for an option of so many bytes."""
    node = load(ARENA_START)
    store64(node, 0)
    store64(node + 8, 0)
    store(node + 16, 1)
    store(node + 20, size >> 2)
    store64(node + 24, 0)
    store64(node + 32, 0)
    store(node + 40, 0)
    memcopy(node + NODE_HEAD, option, size)
    store(ARENA_START, node + NODE_HEAD + size)
    return node


def grown_at(parent: i32, n: i32, i: i32, before: i32) -> i32:
    """A new child for option i of n, which stands behind another child (0: at the beginning)."""
    option = option_at(i)
    end = option_at(i + 1) if i + 1 < n else listed_end
    node = new_node(option, end - option)
    link = before if before else parent + 4
    store(node, load(link))
    store(link, node)
    return node


# ---------------------------------------------------------------- what is known for certain


def prove(first: i32, last: i32, won: i32) -> None:
    """The last of the choices on the way (nodes and deciders, two words each) wins the game for who took it, or loses
    it. What that says of those before is written down: one that lets the other win loses, and one after which all that
    the other can do loses wins (Winands, Björnsson, Saito 2008)."""
    seat = load(last + 4)
    known = 1 if won else -1
    at = last
    store(load(at) + 32, known)
    while at != first:
        at -= 8
        if known < 0 and not all_lost(load(at)):
            return
        if load(at + 4) != seat:
            known = -known
            seat = load(at + 4)
        store(load(at) + 32, known)


def all_lost(node: i32) -> i32:
    """Whether every option behind a node has a child that is known to lose."""
    left = load(node + 36)
    child = load(node + 4)
    while child:
        if load(child + 32) >= 0:
            return 0
        left -= 1
        child = load(child)
    return left == 0


# ---------------------------------------------------------------- which child; numbers in parts of 65536


def most_promising(at: i32, n: i32) -> i32:
    """The first of the most promising of n children whose addresses stand there."""
    best = 0
    most = -1
    for i in range(n):
        child = load(at + 4 * i)
        promise = promise_of(child)
        if promise > most:
            most = promise
            best = child
    return best


@spread
def promise_of(child: i32) -> i32:
    """UCB1: the mean of what it was worth (from 0 to 1), and more for a child that was seldom taken; 0 for one that is
    known to lose."""
    if load(child + 32):
        return 0
    visits = u64(load(child + 8))
    mean = low(udiv64(u64(load(child + 12)) << 15, visits))
    if HAS_ITEMS:
        weight = 16 if load(OPPOSED) else load(MARGIN)
        if weight and load(SPREAD):
            scale = u64(load(SPREAD)) * visits
            lead = low(udiv64((load64(child + 24) + scale) << 15, scale))
            mean = (mean * (16 - weight) + lead * weight) >> 4
    seldom = u64(logarithm(load(child + 16))) * u64(load(EXPLORATION))
    return mean + root(udiv64(seldom << 12, visits))


@spread
def logarithm(n: i32) -> i32:
    """The natural logarithm of a number from 1 on, straight between powers of two."""
    digits = 31 - clz32(n)
    fraction = low((u64(n) << 16) >> u64(digits)) - 65536
    return low(u64((digits << 16) + fraction) * 45426 >> 16)
