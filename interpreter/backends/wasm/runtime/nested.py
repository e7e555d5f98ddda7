"""Lists whose elements are no scalars. `of` is the address of three words that say what an element is:

    [0]  how it is held: 0 scalar, 1 set of one word (8 bytes), 2 cells (the address of a map or large set), 3 list
    [1]  of cells how many
    [2]  of a list the address of these words for its own elements; 0: scalars

Routines on a list and an element take the address of the element.
"""

from __future__ import annotations

from .lists import (
    check_index,
    copy_list,
    less_one,
    list_compare,
    list_equal,
    made,
    one_more,
    part_of_list,
    together,
    turned,
    words_equal,
)
from .moving import moved
from .words import *


@spread
def stride_of(of: i32) -> i32:
    """How many bytes an element takes."""
    return 8 if load(of) == 1 else 4


# ---------------------------------------------------------------- comparing


def same(x: i32, y: i32, of: i32) -> i32:
    """Whether two elements that are no sets of one word are equal."""
    kind = load(of)
    if kind == 2:
        return words_equal(x, y, load(of + 4))
    if kind == 3:
        return list_equal_of(x, y, load(of + 8))
    return x == y


def same_at(a: i32, b: i32, of: i32) -> i32:
    """Whether the elements at two addresses are equal."""
    if load(of) == 1:
        return load64(a) == load64(b)
    return same(load(a), load(b), of)


def list_equal_of(a: i32, b: i32, of: i32) -> i32:
    """Whether two lists have equal elements; without `of` they are scalars."""
    if of == 0:
        return list_equal(a, b)
    n = load(a)
    if n != load(b):
        return 0
    if load(of) < 2:
        return words_equal(a + 4, b + 4, n * stride_of(of) >> 2)
    for i in range(n):
        if not same(load(a + 4 + 4 * i), load(b + 4 + 4 * i), of):
            return 0
    return 1


def words_compare(a: i32, b: i32, n: i32) -> i32:
    """-1, 0 or 1: so many words, lexicographically."""
    for i in range(n):
        x = load(a + 4 * i)
        y = load(b + 4 * i)
        if x != y:
            return -1 if x < y else 1
    return 0


def compare_at(a: i32, b: i32, of: i32) -> i32:
    """-1, 0 or 1: the elements at two addresses."""
    kind = load(of)
    if kind == 1:
        if load64(a) == load64(b):
            return 0
        return -1 if lt_u64(load64(a), load64(b)) else 1
    x = load(a)
    y = load(b)
    if kind == 2:
        return words_compare(x, y, load(of + 4))
    if kind == 3:
        return list_compare_of(x, y, load(of + 8))
    return (x > y) - (x < y)


def list_compare_of(a: i32, b: i32, of: i32) -> i32:
    """-1, 0 or 1, lexicographically; without `of` the elements are scalars."""
    if of == 0:
        return list_compare(a, b)
    n = load(a)
    m = load(b)
    stride = stride_of(of)
    shared = n if n < m else m
    for i in range(shared):
        order = compare_at(a + 4 + stride * i, b + 4 + stride * i, of)
        if order:
            return order
    return (n > m) - (n < m)


# ---------------------------------------------------------------- looking for an element


def place_in_of(a: i32, x: i32, of: i32) -> i32:
    """Where the first x is; the length of the list when it is nowhere."""
    n = load(a)
    stride = stride_of(of)
    i = 0
    while i < n and not same_at(a + 4 + stride * i, x, of):
        i += 1
    return i


def list_has_of(a: i32, x: i32, of: i32) -> i32:
    """Whether x is an element."""
    return place_in_of(a, x, of) < load(a)


def list_index_of(a: i32, x: i32, of: i32) -> i32:
    """Where the first x is, or NO_INT."""
    i = place_in_of(a, x, of)
    return i if i < load(a) else NO_INT


def list_count_of(a: i32, x: i32, of: i32) -> i32:
    """How often x is an element."""
    stride = stride_of(of)
    found = 0
    for i in range(load(a)):
        found += same_at(a + 4 + stride * i, x, of)
    return found


# ---------------------------------------------------------------- new lists


def list_copy_of(a: i32, of: i32) -> i32:
    """The same list in the arena; its elements lie where they lay."""
    return copy_list(a, stride_of(of))


def list_add_of(a: i32, x: i32, of: i32) -> i32:
    """With x at its end."""
    stride = stride_of(of)
    out = one_more(a, stride)
    moved(out + 4 + stride * load(a), x, stride)
    return out


def list_without_of(a: i32, x: i32, of: i32) -> i32:
    """Without its first x."""
    return less_one(a, place_in_of(a, x, of), stride_of(of))


def rotate_of(a: i32, x: i32, of: i32) -> i32:
    """Turned so that the first x comes first; unchanged when x is not in it."""
    return turned(a, place_in_of(a, x, of), 0, stride_of(of))


def rotate_after_of(a: i32, x: i32, of: i32) -> i32:
    """The same without x itself."""
    return turned(a, place_in_of(a, x, of), 1, stride_of(of))


def list_concat_of(a: i32, b: i32, of: i32) -> i32:
    """One after the other."""
    return together(a, b, stride_of(of))


def list_slice_of(a: i32, start: i32, end: i32, of: i32) -> i32:
    """Elements start..end-1, both cut to the list."""
    return part_of_list(a, start, end, stride_of(of))


def list_with_of(a: i32, i: i32, x: i32, place: i32, of: i32) -> i32:
    """With element i replaced."""
    check_index(i, load(a), place)
    stride = stride_of(of)
    out = copy_list(a, stride)
    moved(out + 4 + stride * i, x, stride)
    return out


def list_reversed_of(a: i32, of: i32) -> i32:
    """Back to front."""
    n = load(a)
    stride = stride_of(of)
    out = made(4 + stride * n)
    store(out, n)
    for i in range(n):
        moved(out + 4 + stride * (n - 1 - i), a + 4 + stride * i, stride)
    return out
