"""Pieces in zones: linked lists in six arrays of the state, as `machine.zones` says. A zone of -1 is out of play."""

from __future__ import annotations

from .chance import below
from .faulting import pay
from .lists import made, release
from .telling import event_begin, event_end, event_list, event_word
from .words import *


@spread
def cell(first: i32, i: i32) -> i32:
    """What stands in cell i of an array."""
    return load(STATE + 4 * first + 4 * i)


@spread
def put(first: i32, i: i32, x: i32) -> None:
    """Write cell i of an array."""
    store(STATE + 4 * first + 4 * i, x)


@spread
def is_ordered(zone: i32) -> i32:
    """Whether its pieces have an order of their own."""
    return ALL_ORDERED or load(ZONE_ORDERED + 4 * zone)


@spread
def unlink(piece: i32) -> None:
    """Out of the zone in which a piece is, if it is in one; its own cells stay as they are."""
    zone = cell(PIECE_ZONE, piece)
    if zone >= 0:
        before = cell(PIECE_PREV, piece)
        after = cell(PIECE_NEXT, piece)
        if before < 0:
            put(ZONE_FIRST, zone, after)
        else:
            put(PIECE_NEXT, before, after)
        if after < 0:
            put(ZONE_LAST, zone, before)
        else:
            put(PIECE_PREV, after, before)
        put(ZONE_SIZE, zone, cell(ZONE_SIZE, zone) - 1)


@spread
def set_aside(piece: i32) -> None:
    """In no zone."""
    put(PIECE_ZONE, piece, -1)
    put(PIECE_NEXT, piece, -1)
    put(PIECE_PREV, piece, -1)


@spread
def put_between(piece: i32, zone: i32, before: i32, after: i32) -> None:
    """Into a zone, between two neighbours (-1: an end)."""
    put(PIECE_ZONE, piece, zone)
    put(PIECE_PREV, piece, before)
    put(PIECE_NEXT, piece, after)
    if before < 0:
        put(ZONE_FIRST, zone, piece)
    else:
        put(PIECE_NEXT, before, piece)
    if after < 0:
        put(ZONE_LAST, zone, piece)
    else:
        put(PIECE_PREV, after, piece)
    put(ZONE_SIZE, zone, cell(ZONE_SIZE, zone) + 1)


def move_top(piece: i32, zone: i32) -> None:
    """To the top of an ordered zone, to its place in an unordered one."""
    unlink(piece)
    if zone < 0:
        set_aside(piece)
        return
    before = cell(ZONE_LAST, zone)
    after = -1
    if not is_ordered(zone):
        while before > piece:
            after = before
            before = cell(PIECE_PREV, before)
    put_between(piece, zone, before, after)


def move_bottom(piece: i32, zone: i32) -> None:
    """The same to the bottom."""
    if zone < 0 or not is_ordered(zone):
        move_top(piece, zone)
        return
    unlink(piece)
    put_between(piece, zone, -1, cell(ZONE_FIRST, zone))


def zone_list(zone: i32, base: i32) -> i32:
    """The pieces of a zone less `base`, bottom (or first declared) first."""
    n = cell(ZONE_SIZE, zone)
    out = made(4 + 4 * n)
    store(out, n)
    piece = cell(ZONE_FIRST, zone)
    for i in range(n):
        store(out + 4 + 4 * i, piece - base)
        piece = cell(PIECE_NEXT, piece)
    return out


@spread
def move_each(source: i32, zone: i32, bottom: i32) -> None:
    """All pieces to another zone, the first one first."""
    pieces = zone_list(source, 0)
    for i in range(load(pieces)):
        if bottom:
            move_bottom(load(pieces + 4 + 4 * i), zone)
        else:
            move_top(load(pieces + 4 + 4 * i), zone)
    release(pieces)


def move_all(source: i32, zone: i32) -> None:
    """All pieces to the top of another zone."""
    move_each(source, zone, 0)


def move_all_bottom(source: i32, zone: i32) -> None:
    """All pieces to the bottom of another zone."""
    move_each(source, zone, 1)


def shuffle(zone: i32) -> None:
    """Every order equally likely; an unordered zone has no order to change."""
    if not is_ordered(zone):
        return
    pieces = zone_list(zone, 0)
    n = load(pieces)
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        piece = load(pieces + 4 + 4 * i)
        store(pieces + 4 + 4 * i, load(pieces + 4 + 4 * j))
        store(pieces + 4 + 4 * j, piece)
    before = -1
    for i in range(n):
        piece = load(pieces + 4 + 4 * i)
        put(PIECE_PREV, piece, before)
        if before < 0:
            put(ZONE_FIRST, zone, piece)
        else:
            put(PIECE_NEXT, before, piece)
        before = piece
    if n:
        put(PIECE_NEXT, before, -1)
        put(ZONE_LAST, zone, before)
    release(pieces)
    if load(LISTENING):
        event_begin(EVENT_SHUFFLE)
        event_word(zone)
        event_end()


def draw(count: i32, source: i32, zone: i32, place: i32) -> None:
    """Top pieces of `source` to `zone`; an empty source is refilled first, if it can be."""
    pay(count if count > 0 else 0, place)
    drawn = made(4)
    for _ in range(count):
        if cell(ZONE_SIZE, source) == 0 and not refilled(source):
            break
        piece = cell(ZONE_LAST, source)
        move_top(piece, zone)
        store(made(4), piece)
    n = (arena - drawn - 4) >> 2
    if n and load(LISTENING):
        store(drawn, n)
        event_begin(EVENT_DRAW)
        event_word(source)
        event_word(zone)
        event_list(drawn)
        event_end()
    release(drawn)


def refilled(zone: i32) -> i32:
    """Fill an empty zone again from the one that does so; whether there is anything in it now."""
    other = load(ZONE_REFILL + 4 * zone)
    if other < 0:
        return 0
    move_all(other, zone)
    shuffle(zone)
    return cell(ZONE_SIZE, zone) != 0
