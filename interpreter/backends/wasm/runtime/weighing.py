"""What comes of options one decision further on: who has won, whether chance had a part, and the ruleset's features."""

from __future__ import annotations

from .driving import stepped
from .greedy import keep_options, options_waiting
from .judging import asked_begins, asked_ends, sharing, winners_now
from .lists import list_has, release
from .state import restore_state, save_state
from .words import *


def weigh_options(numbers: i32, n: i32) -> None:
    """Try n options of the position in FRESH, which waits; their numbers stand at an address. From RANKS_AT on stands
    for each: -1 if the game goes on, else with how many the seat shares the win (0: it has lost); whether chance was
    asked; and where the game goes on the features of every seat."""
    global sampling
    count = options_waiting()
    start = load(ARENA_START)
    options = save_state(start)
    rows = keep_options(options, count)
    size = 8 + 4 * FEATURES * load(STATE + 4 * CELL_PLAYERS)
    store(RANKS_AT, rows)
    store(ARENA_START, rows + size * n)
    chance: i64 = load64(STATE + 4 * CELL_RNG_HIGH)
    seat = load(STATE + 4 * CELL_DECIDER)
    sampling = 1
    for i in range(n):
        left = stepped(load(options + 4 * load(numbers + 4 * i)))
        release(load(ARENA_START))
        row = rows + size * i
        store(row, -1 if left else share_of(seat))
        store(row + 4, load64(STATE + 4 * CELL_RNG_HIGH) != chance)
        if left:
            put_features(row + 8)
        restore_state(start)
    sampling = 0


def share_of(seat: i32) -> i32:
    """With how many sides a seat's shares the win of a game that is over: 0 if it has lost."""
    winners = winners_now()
    if load(winners) and not list_has(winners, seat):
        return 0
    return sharing(winners)


def put_features(to: i32) -> None:
    """The features of every seat, one word each."""
    for seat in range(load(STATE + 4 * CELL_PLAYERS)):
        asked_begins()
        memcopy(to + 4 * FEATURES * seat, features_for(seat) + 4, 4 * FEATURES)
        asked_ends()
        release(load(ARENA_START))
