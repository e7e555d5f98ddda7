"""The bot that looks one step ahead: the option after which it has won, else with which it stands best, else any."""

from __future__ import annotations

from .bots import drawn
from .chance import seed_generator
from .drawing import option_at
from .driving import listed, stepped
from .faulting import full_allowance
from .judging import outcome, put_scores, winners_now
from .lists import list_has, made, release
from .state import restore_state, save_state
from .words import *


def keep_options(to: i32, n: i32) -> i32:
    """A copy of the options that are listed: their addresses, then themselves; gives the address behind."""
    first = to + 4 * n
    for i in range(n):
        store(to + 4 * i, option_at(i) - OPTIONS + first)
    memcopy(first, OPTIONS, listed_end - OPTIONS)
    return first + listed_end - OPTIONS


def greedy_choice(n: i32) -> i32:
    """The address of the option to be taken, one of n. What it tries is done on the position, with chance of its own,
    and put back; nobody looks at the options behind it."""
    if n == 1:
        return option_at(0)
    chance = load64(STATE + 4 * CELL_RNG_HIGH)
    seed_generator(u64(drawn(0x7FFFFFFF)))
    start = load(ARENA_START)
    options = save_state(start)
    ranks = keep_options(options, n)
    rank_all(start, options, ranks, n)
    store64(STATE + 4 * CELL_RNG_HIGH, chance)
    return load(options + 4 * best_of(ranks, n))


def rank_all(start: i32, options: i32, ranks: i32, n: i32) -> None:
    """Write down for each of n options how good it is: two words."""
    global sampling
    seat = load(STATE + 4 * CELL_DECIDER)
    store(ARENA_START, ranks + 8 * n)
    sampling = 1
    for i in range(n):
        left = stepped(load(options + 4 * i))
        release(load(ARENA_START))
        store(ranks + 8 * i, rank_for(seat, left == 0))
        scores = made(4 * PLAYERS_MOST)
        put_scores(scores)
        store(ranks + 8 * i + 4, sum_of(scores) if TOGETHER else load(scores + 4 * seat))
        restore_state(start)
    store(ARENA_START, start)
    sampling = 0


def sum_of(scores: i32) -> i32:
    """What all players have, or the nearest number that there is."""
    total: i64 = 0
    for seat in range(load(STATE + 4 * CELL_PLAYERS)):
        total += i64(load(scores + 4 * seat))
    if total > 2147483647:
        return 2147483647
    return -2147483647 - 1 if total < -2147483648 else low(total)


def options_waiting() -> i32:
    """List the options of the position in FRESH, which waits; how many there are."""
    global sampling
    full_allowance()
    sampling = 0
    restore_state(FRESH)
    return listed()


def look_ahead() -> i32:
    """Rank all options of the position in FRESH, which waits; how many there are. RANKS_AT is where ranks stand, and
    the options from OPTIONS_AT on up to there."""
    n = options_waiting()
    start = load(ARENA_START)
    options = save_state(start)
    ranks = keep_options(options, n)
    store(RANKS_AT, ranks)
    store(OPTIONS_AT, load(options))
    rank_all(start, options, ranks, n)
    return n


def rank_options(numbers: i32, n: i32) -> None:
    """Rank n options of the position in FRESH, which waits; their numbers stand at an address, the least first.
    RANKS_AT is where ranks stand."""
    count = options_waiting()
    start = load(ARENA_START)
    options = save_state(start)
    ranks = keep_options(options, count)
    store(RANKS_AT, ranks)
    for i in range(n):
        store(options + 4 * i, load(options + 4 * load(numbers + 4 * i)))
    rank_all(start, options, ranks, n)


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
