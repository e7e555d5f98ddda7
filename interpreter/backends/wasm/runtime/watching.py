"""What differs from the last time that it was looked at, and which values of functions are forgotten for it.

Descriptions and heads are those of `dependencies.py`. Of cells: their address, that of a copy, how many bytes, how many
bytes a member has, then the number of heads of functions that read them as a whole and these heads, then the same of
functions that note members. In front of the copy stands the listing in which it was made. Of a function: its head, the
address of its values, the words of 64 members, the address of those that each value depends on, and the list
of the cells that it reads. A head: the last listing whose values do not count any more, whether members differ, how
often all values were forgotten, how many listings to come nothing is compared, whether nothing was compared the last
time, how many bytes the values reach that there are, and which members differ.
"""

from __future__ import annotations

from .words import *


def made_ready(several: i32) -> None:
    """Forget what does not hold any more of the values of several functions."""
    end = several + 4 * load(several)
    while several != end:
        several += 4
        make_ready(load(several))


def make_ready(function: i32) -> None:
    """The same of one."""
    head = load(function)
    pause = load(head + 12)
    if pause:
        store(head + 12, pause - 1)
        store(head + 16, 1)
        store(head, listings - 1)
        return
    if load(head + 16):  # what is worked out during a pause is not of the cells that were copied
        store(head + 16, 0)
        store(head, listings - 1)
    at = function + 16
    end = at + 4 * load(at)
    while at != end:
        at += 4
        part = load(at)
        copy = load(part + 4)
        if load(copy) != listings:
            store(copy, listings)
            look(part, copy + 8)
    often = load(head + 8)
    if load(head) == listings - 1:
        often += 1
        if often == 24:
            store(head + 12, 200)
            often = 20
        store(head + 8, often)
        return
    store(head + 8, often - 3 if often > 3 else 0)
    if load(head + 4):
        forget_some(head, load(function + 4), load(function + 8), load(function + 12))


def look(part: i32, before: i32) -> None:
    """Compare the cells of one description, four times eight bytes at once."""
    at = load(part)
    end = at + load(part + 8)
    while at + 32 <= end:
        if (
            (load64(at) ^ load64(before))
            | (load64(at + 8) ^ load64(before + 8))
            | (load64(at + 16) ^ load64(before + 16))
            | (load64(at + 24) ^ load64(before + 24))
        ):
            differing(part, at, before, 32)
        at += 32
        before += 32
    if at != end:
        differing(part, at, before, end - at)


def differing(part: i32, at: i32, before: i32, size: i32) -> None:
    """Tell what differs in so many bytes."""
    end = at + size
    while at != end:
        x = load(at)
        if x != load(before):
            store(before, x)
            member_differs(part + 16, udiv(at - load(part), load(part + 12)))
        at += 4
        before += 4


def member_differs(users: i32, member: i32) -> None:
    """A cell of a member differs."""
    n = load(users)
    for i in range(n):
        store(load(users + 4 + 4 * i), listings - 1)
    users += 4 + 4 * n
    n = load(users)
    word = 8 * (member >> 6)
    bit = 1 << u64(member & 63)
    for i in range(n):
        head = load(users + 4 + 4 * i)
        store(head + 4, 1)
        store64(head + 24 + word, load64(head + 24 + word) | bit)


def forget_some(head: i32, slot: i32, words: i32, members: i32) -> None:
    """Forget the values that depend on members that differ, which mostly lie in up to three words."""
    store(head + 4, 0)
    beyond = members + words * (load(head + 20) >> 2)  # eight bytes a word for each value of 32
    first = 0
    while first != words - 1 and load64(head + 24 + 8 * first) == 0:
        first += 1
    last = words - 1
    while last > first and load64(head + 24 + 8 * last) == 0:
        last -= 1
    a = load64(head + 24 + 8 * first)
    if last <= first + 2:
        near = 8 * ((last - first) >> 1)
        far = 8 * (last - first)
        b = load64(head + 24 + 8 * first + near)
        c = load64(head + 24 + 8 * last)
        row = members + 8 * first
        stop = beyond + 8 * first
        stride = 8 * words
        while row != stop:
            if (load64(row) & a) | (load64(row + near) & b) | (load64(row + far) & c):
                store(slot, 0)
            row += stride
            slot += 32
    elif words == 4:
        a = load64(head + 24)
        b = load64(head + 32)
        c = load64(head + 40)
        d = load64(head + 48)
        while members != beyond:
            if (
                (load64(members) & a)
                | (load64(members + 8) & b)
                | (load64(members + 16) & c)
                | (load64(members + 24) & d)
            ):
                store(slot, 0)
            members += 32
            slot += 32
    else:
        while members != beyond:
            if load(slot) and have_common(members, head + 24, words):
                store(slot, 0)
            members += 8 * words
            slot += 32
    for i in range(words):
        store64(head + 24 + 8 * i, u64(0))


def have_common(a: i32, b: i32, words: i32) -> i32:
    """Whether two sets have a member in common."""
    common: i64 = u64(0)
    for i in range(words):
        common |= load64(a + 8 * i) & load64(b + 8 * i)
    return common != 0
