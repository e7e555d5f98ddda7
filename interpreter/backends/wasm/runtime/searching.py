"""Tree search (UCT) from the position in FRESH, which waits. Each round goes down the tree from that position, with
chance of its own; adds one option that it has not tried; lets random bots play on to the end; and counts what it came
to on the way back. Where chance makes other options legal, they are further children of the same node.

A node has these words: the next child of the same parent, its own first child, how often it was visited, what that
brought to those who chose it (see `worth_for`), how many words its option has, and these. PATH_AT is the address of
the nodes and deciders on the way, two words each; nodes lie behind them, from ARENA_START on.
"""

from __future__ import annotations

from .bots import drawn, game_seed, seed_bots
from .chance import seed_generator
from .drawing import option_at
from .driving import listed, stepped
from .faulting import full_allowance
from .judging import is_draw, winners_now
from .lists import list_has, release, words_equal
from .state import restore_state
from .words import (
    ARENA_START,
    CELL_DECIDER,
    DECISIONS,
    FRESH,
    GAME_AT,
    GAMES_END,
    LIMIT,
    NODES_LIMIT,
    PATH_AT,
    STATE,
    TREE,
    TREE_DEPTH,
    clz32,
    clz64,
    i32,
    i64,
    listed_end,
    load,
    low,
    memcopy,
    sampling,  # noqa: F401 - assigned to
    spread,
    store,
    u64,
    udiv64,
)


def search_begin() -> None:
    """A tree of nothing but its root."""
    store(TREE, new_node(0, 0))


def search_on(units: i32) -> i32:
    """Go on for about so many decisions; 1 when all rounds are done."""
    while units > 0:
        if load(GAME_AT) == load(GAMES_END):
            return 1
        search_round()
        store(GAME_AT, load(GAME_AT) + 1)
        units -= load(DECISIONS) + 1
    return 0


def search_round() -> None:
    """One way down the tree and back."""
    global sampling
    sampling = 0
    seed = game_seed(load(GAME_AT))
    restore_state(FRESH)
    seed_generator(seed)
    seed_bots(seed)
    store(DECISIONS, 0)
    full_allowance()
    n = listed()
    node = load(TREE)
    at = load(PATH_AT)
    end = at + 8 * TREE_DEPTH
    grown = 0
    while n and at != end and not grown and load(DECISIONS) < load(LIMIT):
        node = child_to_try(node, n)
        if node == 0:
            break
        grown = load(node + 8) == 0
        store(at, node)
        store(at + 4, load(STATE + 4 * CELL_DECIDER))
        at += 8
        n = taken(node + 20)
    sampling = 1
    while n and load(DECISIONS) < load(LIMIT):
        n = taken(option_at(drawn(n)))
    count_back(at, n)


def taken(option: i32) -> i32:
    """Take an option; how many the next decision has."""
    store(DECISIONS, load(DECISIONS) + 1)
    return stepped(option)


def count_back(end: i32, given_up: i32) -> None:
    """Count how the game came out for those who decided on the way, which ends at this address."""
    release(load(ARENA_START))
    winners = 0
    draw = 1
    if not given_up:
        winners = winners_now()
        draw = is_draw(winners)
    root = load(TREE)
    store(root + 8, load(root + 8) + 1)
    at = load(PATH_AT)
    while at != end:
        node = load(at)
        store(node + 8, load(node + 8) + 1)
        store(node + 12, load(node + 12) + worth_for(load(at + 4), winners, draw))
        at += 8


def worth_for(seat: i32, winners: i32, draw: i32) -> i32:
    """What an end is worth to a player: 2 for winning alone, 1 for sharing, for a draw, and for a game that was given
    up (which comes without winners), 0 for losing."""
    if winners == 0 or load(winners) == 0:
        return draw
    if not list_has(winners, seat):
        return 0
    return 1 if draw or load(winners) > 1 else 2


# ---------------------------------------------------------------- nodes


def child_to_try(node: i32, n: i32) -> i32:
    """The child for the first of n options that was not tried, which is new; else the most promising one. 0: there is
    no room for a new one."""
    log = logarithm(load(node + 8))
    best = 0
    most = -1
    guess = load(node + 4)
    for i in range(n):
        option = option_at(i)
        end = option_at(i + 1) if i + 1 < n else listed_end
        child = child_with(node, guess, option, end - option)
        if child == 0:
            return 0 if load(ARENA_START) >= load(NODES_LIMIT) else linked(node, new_node(option, end - option))
        guess = load(child)
        promise = promise_of(child, log)
        if promise > most:
            most = promise
            best = child
    return best


def child_with(node: i32, guess: i32, option: i32, size: i32) -> i32:
    """The child with an option, which is most often the one that is guessed; 0 when there is none."""
    if guess and has_option(guess, option, size):
        return guess
    child = load(node + 4)
    while child and not has_option(child, option, size):
        child = load(child)
    return child


@spread
def has_option(node: i32, option: i32, size: i32) -> i32:
    """Whether a node is for the option at an address, of so many bytes."""
    return 4 * load(node + 16) == size and words_equal(node + 20, option, size >> 2)


def new_node(option: i32, size: i32) -> i32:
    """A node for an option of so many bytes."""
    node = load(ARENA_START)
    store(node, 0)
    store(node + 4, 0)
    store(node + 8, 0)
    store(node + 12, 0)
    store(node + 16, size >> 2)
    memcopy(node + 20, option, size)
    store(ARENA_START, node + 20 + size)
    return node


def linked(parent: i32, node: i32) -> i32:
    """The node, which is now the last child of its parent."""
    last = load(parent + 4)
    if last == 0:
        store(parent + 4, node)
        return node
    while load(last):
        last = load(last)
    store(last, node)
    return node


# ---------------------------------------------------------------- which child; numbers in parts of 65536


def promise_of(child: i32, log: i32) -> i32:
    """UCB1: the mean worth (from 0 to 1), and more for a child that was seldom visited."""
    visits = u64(load(child + 8))
    mean = low(udiv64(u64(load(child + 12)) << 15, visits))
    return mean + root_of(udiv64(u64(log) << 17, visits))


def logarithm(n: i32) -> i32:
    """The natural logarithm of a number from 1 on (0 of 0), straight between powers of two."""
    if n == 0:
        return 0
    digits = 31 - clz32(n)
    fraction = low((u64(n) << 16) >> u64(digits)) - 65536
    return low(u64((digits << 16) + fraction) * 45426 >> 16)


def root_of(x: i64) -> i32:
    """The square root, rounded down."""
    if x == 0:
        return 0
    one: i64 = 1
    guess = one << u64((65 - clz64(x)) >> 1)
    better = (guess + udiv64(x, guess)) >> 1
    while better < guess:
        guess = better
        better = (guess + udiv64(x, guess)) >> 1
    return low(guess)
