"""Lists of scalars: `[n][elements]`, four bytes each. What is made lies at `arena`, which moves behind it."""

from __future__ import annotations

from .faulting import fault
from .moving import cleared, moved
from .words import *


@spread
def made(size: i32) -> i32:
    """Room for so many bytes, a multiple of 4."""
    global arena
    at = arena
    arena += size
    return at


def new_list(n: i32) -> i32:
    """A list of n elements that are still to be written."""
    out = made(4 + 4 * n)
    store(out, n)
    return out


@spread
def release(at: i32) -> None:
    """What lies from here on is of no use any more."""
    global arena
    arena = at


def words_equal(a: i32, b: i32, n: i32) -> i32:
    """Whether so many words at two addresses are the same."""
    end = a + 4 * n
    if n & 1:
        if load(a) != load(b):
            return 0
        a += 4
        b += 4
    while a != end:
        if load64(a) != load64(b):
            return 0
        a += 8
        b += 8
    return 1


def list_equal(a: i32, b: i32) -> i32:
    """Whether two lists have the same elements."""
    return words_equal(a, b, load(a) + 1)


def list_compare(a: i32, b: i32) -> i32:
    """-1, 0 or 1, lexicographically."""
    n = load(a)
    m = load(b)
    shared = n if n < m else m
    for i in range(shared):
        x = load(a + 4 + 4 * i)
        y = load(b + 4 + 4 * i)
        if x != y:
            return -1 if x < y else 1
    return (n > m) - (n < m)


def list_has(a: i32, x: i32) -> i32:
    """Whether x is an element."""
    end = a + 4 * load(a)
    while a != end:
        a += 4
        if load(a) == x:
            return 1
    return 0


def place_in(a: i32, x: i32) -> i32:
    """Where the first x is; the length of the list when it is nowhere."""
    n = load(a)
    i = 0
    while i < n:
        if load(a + 4 + 4 * i) == x:
            return i
        i += 1
    return n


def list_index(a: i32, x: i32) -> i32:
    """Where the first x is, or NO_INT."""
    i = place_in(a, x)
    return i if i < load(a) else NO_INT


def list_count(a: i32, x: i32) -> i32:
    """How often x is an element."""
    found = 0
    for i in range(load(a)):
        found += load(a + 4 + 4 * i) == x
    return found


def copy_list(a: i32, stride: i32) -> i32:
    """A list in the arena whose elements take so many bytes each."""
    return copy_words(a, 4 + stride * load(a))


def copy_words(a: i32, size: i32) -> i32:
    """So many bytes in the arena."""
    out = made(size)
    moved(out, a, size)
    return out


def list_copy(a: i32) -> i32:
    """The same list in the arena."""
    return copy_list(a, 4)


def one_more(a: i32, stride: i32) -> i32:
    """The list with room for one more element at its end."""
    n = load(a)
    out = made(4 + stride * (n + 1))
    moved(out + 4, a + 4, stride * n)
    store(out, n + 1)
    return out


def list_add(a: i32, x: i32) -> i32:
    """With x at its end."""
    out = one_more(a, 4)
    store(out + 4 * load(out), x)
    return out


def turned(a: i32, i: i32, skipped: i32, stride: i32) -> i32:
    """From element i + skipped on to the end, then what is before element i; all of it when there is no element i."""
    n = load(a)
    if i >= n:
        return copy_list(a, stride)
    first = i + skipped
    out = made(4 + stride * (n - skipped))
    store(out, n - skipped)
    moved(out + 4, a + 4 + stride * first, stride * (n - first))
    moved(out + 4 + stride * (n - first), a + 4, stride * i)
    return out


def less_one(a: i32, i: i32, stride: i32) -> i32:
    """Without element i; all of it when there is none."""
    n = load(a)
    if i >= n:
        return copy_list(a, stride)
    out = made(4 + stride * (n - 1))
    store(out, n - 1)
    moved(out + 4, a + 4, stride * i)
    moved(out + 4 + stride * i, a + 4 + stride * (i + 1), stride * (n - 1 - i))
    return out


def list_without(a: i32, x: i32) -> i32:
    """Without its first x."""
    return less_one(a, place_in(a, x), 4)


def rotate(a: i32, x: i32) -> i32:
    """Turned so that the first x comes first; unchanged when x is not in it."""
    return turned(a, place_in(a, x), 0, 4)


def rotate_after(a: i32, x: i32) -> i32:
    """The same without x itself."""
    return turned(a, place_in(a, x), 1, 4)


def together(a: i32, b: i32, stride: i32) -> i32:
    """One after the other."""
    n = stride * load(a)
    m = stride * load(b)
    out = made(4 + n + m)
    store(out, load(a) + load(b))
    moved(out + 4, a + 4, n)
    moved(out + 4 + n, b + 4, m)
    return out


def list_concat(a: i32, b: i32) -> i32:
    """One after the other."""
    return together(a, b, 4)


def cut(x: i32, n: i32) -> i32:
    """x, but not below 0 nor above n."""
    if x < 0:
        return 0
    return x if x < n else n


def part_of_list(a: i32, start: i32, end: i32, stride: i32) -> i32:
    """Elements start..end-1, both cut to the list."""
    first = cut(start, load(a))
    beyond = cut(end, load(a))
    n = beyond - first if beyond > first else 0
    out = made(4 + stride * n)
    store(out, n)
    moved(out + 4, a + 4 + stride * first, stride * n)
    return out


def list_slice(a: i32, start: i32, end: i32) -> i32:
    """Elements start..end-1, both cut to the list."""
    return part_of_list(a, start, end, 4)


def check_index(i: i32, n: i32, place: i32) -> None:
    """A list of n elements must have this one."""
    if i < 0 or i >= n:
        fault(FAULT_BAD_INDEX, place, i, n, 0)


def list_with(a: i32, i: i32, x: i32, place: i32) -> i32:
    """With element i replaced."""
    check_index(i, load(a), place)
    out = list_copy(a)
    store(out + 4 + 4 * i, x)
    return out


def list_reversed(a: i32) -> i32:
    """Back to front."""
    n = load(a)
    out = new_list(n)
    for i in range(n):
        store(out + 4 * n - 4 * i, load(a + 4 + 4 * i))
    return out


def list_sum(a: i32) -> i64:
    """The sum of the elements."""
    total: i64 = 0
    for i in range(load(a)):
        total += i64(load(a + 4 + 4 * i))
    return total


@spread
def extreme(a: i32, place: i32, largest: i32) -> i32:
    """The smallest element, or the largest."""
    if load(a) == 0:
        fault(FAULT_OF_NOTHING, place, largest, 0, 0)
    found = load(a + 4)
    for i in range(1, load(a)):
        x = load(a + 4 + 4 * i)
        if largest:
            found = x if x > found else found
        else:
            found = x if x < found else found
    return found


def list_min(a: i32, place: i32) -> i32:
    """The smallest element."""
    return extreme(a, place, 0)


def list_max(a: i32, place: i32) -> i32:
    """The largest element."""
    return extreme(a, place, 1)


def range_list(low: i32, high: i32, place: i32) -> i32:
    """The numbers from low to high."""
    if i64(high) - i64(low) >= NUMBERS_MOST:
        fault(FAULT_TOO_MANY_NUMBERS, place, low, high, 0)
    n = high - low + 1 if high >= low else 0
    out = new_list(n)
    for i in range(n):
        store(out + 4 + 4 * i, low + i)
    return out


def store_list(to: i32, a: i32, size: i32, place: i32) -> None:
    """Into the cells of a list of at most `size` elements; those that are no longer used become 0."""
    n = load(a)
    before = load(to)
    if n > size:
        fault(FAULT_TOO_LONG, place, n, size, 0)
    moved(to, a, 4 + 4 * n)
    if before > n:
        cleared(to + 4 + 4 * n, 4 * (before - n))
