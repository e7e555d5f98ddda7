"""The bot that looks one step ahead: the option after which it has won, else with which it stands best, else any."""

from __future__ import annotations

from .bots import drawn
from .drawing import option_at
from .driving import stepped
from .judging import outcome, put_scores, winners_now
from .lists import list_has, made, release
from .state import restore_state, save_state
from .words import (
    ARENA_START,
    CELL_DECIDER,
    OPTIONS,
    PLAYERS_MOST,
    STATE,
    i32,
    listed_end,
    load,
    memcopy,
    sampling,  # noqa: F401 - assigned to
    store,
)


def keep_options(to: i32, n: i32) -> i32:
    """A copy of the options that are listed: their addresses, then themselves; gives the address behind."""
    first = to + 4 * n
    for i in range(n):
        store(to + 4 * i, option_at(i) - OPTIONS + first)
    memcopy(first, OPTIONS, listed_end - OPTIONS)
    return first + listed_end - OPTIONS


def greedy_choice(n: i32) -> i32:
    """The address of the option to be taken, one of n. What it tries is done on the position, which is put back; nobody
    looks at the options behind it."""
    global sampling
    seat = load(STATE + 4 * CELL_DECIDER)
    start = load(ARENA_START)
    options = save_state(start)
    ranks = keep_options(options, n)
    store(ARENA_START, ranks + 8 * n)
    sampling = 1
    for i in range(n):
        left = stepped(load(options + 4 * i))
        release(load(ARENA_START))
        store(ranks + 8 * i, rank_for(seat, left == 0))
        scores = made(4 * PLAYERS_MOST)
        put_scores(scores)
        store(ranks + 8 * i + 4, load(scores + 4 * seat))
        restore_state(start)
    store(ARENA_START, start)
    sampling = 0
    return load(options + 4 * best_of(ranks, n))


def rank_for(seat: i32, over: i32) -> i32:
    """2 in a game that this seat has won, 0 in one that it has lost, else 1."""
    if not over:
        return 1
    winners = winners_now()
    if outcome(winners) == 1:
        return 1
    return 2 if list_has(winners, seat) else 0


def best_of(ranks: i32, n: i32) -> i32:
    """The index of one of the best, each equally likely; they are pairs of words."""
    best = 0
    many = 0
    for i in range(n):
        order = pair_order(ranks + 8 * i, ranks + 8 * best)
        if order > 0:
            best = i
            many = 0
        if order >= 0:
            many += 1
    which = drawn(many)
    for i in range(best, n):
        if pair_order(ranks + 8 * i, ranks + 8 * best) == 0:
            if which == 0:
                return i
            which -= 1
    return best


def pair_order(a: i32, b: i32) -> i32:
    """-1, 0 or 1: two pairs of words."""
    if load(a) != load(b):
        return -1 if load(a) < load(b) else 1
    return (load(a + 4) > load(b + 4)) - (load(a + 4) < load(b + 4))
