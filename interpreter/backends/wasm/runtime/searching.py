"""Tree search (UCT) over positions that may be the true one, which all wait; they stand WORLD_BYTES apart from
WORLDS_AT on. Each round takes the next of them and goes down the one tree that they share, with chance of its own; adds
an option that it has not tried; lets random bots play on; and counts what it came to on the way back. Where chance or
the position makes other options legal, they are further children of the same node: of a child counts how often it was
there to be taken, and not how often its parent was visited (Cowling, Powley, Whitehouse 2012).

PATH_AT is the address of the nodes and deciders on the way, two words each, for at most DEPTH decisions; who chooses by
what they know of a node has two of them, see `knowing.py`. Nodes lie behind the positions, from ARENA_START on. See
`nodes.py`.
"""

from __future__ import annotations

from .bots import drawn, game_seed, seed_bots
from .chance import seed_generator
from .drawing import option_at
from .driving import listed, stepped
from .faulting import full_allowance
from .judging import is_draw, put_scores, sharing, winners_now
from .knowing import forget_held, judging_node, known_in, went_on
from .lists import list_has, made, release
from .nodes import child_like, child_to_try, new_node, prove
from .state import restore_state
from .words import *


def search_begin() -> None:
    """A tree of nothing but its root."""
    store(TREE, new_node(0, 0))
    store(SPREAD, 0)
    store(OPPOSED, 1)


def search_on(units: i32) -> i32:
    """Go on for about so many decisions; 1 when all rounds are done."""
    while units > 0:
        if load(GAME_AT) == load(GAMES_END):
            return 1
        search_round()
        store(GAME_AT, load(GAME_AT) + 1)
        units -= load(DECISIONS) + 1
    return 0


def search_failed() -> None:
    """A rule failed in a round: it is worth a draw to all who decided on its way."""
    release(load(ARENA_START))
    count_worth(0, 1, 0)
    store(GAME_AT, load(GAME_AT) + 1)


def search_round() -> None:
    """One way down the tree and back."""
    global sampling
    sampling = 0
    seed = game_seed(load(GAME_AT))
    store(PATH_END, load(PATH_AT))
    world = urem(load(GAME_AT), load(WORLDS))
    restore_state(load(WORLDS_AT) + load(WORLD_BYTES) * world)
    known = known_in(world)
    forget_held()
    seed_generator(seed)
    seed_bots(seed)
    chance: i64 = load64(STATE + 4 * CELL_RNG_HIGH)
    store(DECISIONS, 0)
    full_allowance()
    n = listed()
    node = load(TREE)
    grown = 0
    apart = 0
    while n and not grown and load(DECISIONS) < load(DEPTH) and load(DECISIONS) < load(LIMIT):
        judge = judging_node(node, known)
        child = child_to_try(judge, n)
        if child and judge != node:
            apart = 1
            put_on_path(child)
            went_on(judge, child)
            child = child_like(node, child)
        if child == 0:
            break
        node = child
        grown = load(node + 8) == 0
        put_on_path(node)
        n = taken(node + NODE_HEAD)
    certain = 0
    if n == 0 and not apart and load(WORLDS) == 1 and load(STATE + 4 * CELL_PLAYERS) == 2:
        certain = load64(STATE + 4 * CELL_RNG_HIGH) == chance
    sampling = 1
    while n and load(DECISIONS) < load(LIMIT):
        n = taken(option_at(drawn(n)))
    count_back(n, certain)


def put_on_path(node: i32) -> None:
    """Who decides takes the option of a node."""
    at = load(PATH_END)
    store(at, node)
    store(at + 4, load(STATE + 4 * CELL_DECIDER))
    store(PATH_END, at + 8)


def taken(option: i32) -> i32:
    """Take an option; how many the next decision has."""
    store(DECISIONS, load(DECISIONS) + 1)
    return stepped(option)


def count_back(given_up: i32, certain: i32) -> None:
    """Count how the game came out; one that was given up is judged by its scores as they stand, where there are any.
    `certain`: chance and what is hidden had no part in it, so that who has won would always have."""
    release(load(ARENA_START))
    winners = 0
    draw = 1
    if HAS_ITEMS or not given_up:
        winners = winners_now()
        draw = is_draw(winners)
    margins = 0
    if HAS_ITEMS:
        margins = made(4 * PLAYERS_MOST)
        put_scores(margins)
        scores_to_margins(margins)
    count_worth(winners, draw, margins)
    if certain and winners and not draw and load(winners) == 1 and not (HAS_ITEMS and load(OPPOSED)):
        last = load(PATH_END) - 8
        prove(load(PATH_AT), last, load(winners + 4) == load(last + 4))


def scores_to_margins(at: i32) -> None:
    """How far each player is ahead of the mean of all, times their number (of a player alone, or of all who play
    together: the score), in place of the scores; at most MARGIN_MOST. The largest is kept, and whether all scores ever
    seen added up to 0."""
    players = load(STATE + 4 * CELL_PLAYERS)
    total: i64 = 0
    for seat in range(players):
        total += i64(load(at + 4 * seat))
    if total != 0:
        store(OPPOSED, 0)
    for seat in range(players):
        margin = total
        if not TOGETHER and players > 1:
            margin = i64(load(at + 4 * seat)) * i64(players) - total
        if margin > MARGIN_MOST:
            margin = MARGIN_MOST
        if margin < -MARGIN_MOST:
            margin = -MARGIN_MOST
        store(at + 4 * seat, low(margin))
        size = low(-margin if margin < 0 else margin)
        if size > load(SPREAD):
            store(SPREAD, size)


def count_worth(winners: i32, draw: i32, margins: i32) -> None:
    """What a round came to is counted for all who decided on its way."""
    root = load(TREE)
    store(root + 8, load(root + 8) + 1)
    at = load(PATH_AT)
    end = load(PATH_END)
    while at != end:
        node = load(at)
        seat = load(at + 4)
        store(node + 8, load(node + 8) + 1)
        store(node + 12, load(node + 12) + worth_for(seat, winners, draw))
        if margins:
            store64(node + 24, load64(node + 24) + i64(load(margins + 4 * seat)))
        at += 8


def worth_for(seat: i32, winners: i32, draw: i32) -> i32:
    """What an end is worth to a player: 2 for winning alone or with all, 1 for sharing, for a draw, and for a game that
    nobody can judge (which comes without winners), 0 for losing."""
    if winners == 0 or load(winners) == 0:
        return draw
    if not list_has(winners, seat):
        return 0
    return 1 if draw or sharing(winners) > 1 else 2
