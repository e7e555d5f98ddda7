"""The ways in for who has nothing but the module: beginning, choosing, going on from a saved position."""

from __future__ import annotations

from .chance import seed_generator
from .drawing import indexed
from .driving import counted, enter_begin, enter_step, listed
from .views import forget_views
from .words import *


def alone_ready() -> None:
    """Whatever happened before: the full allowance, an empty arena, nothing told, and options listed whole."""
    global work, arena, sampling
    sampling = 0
    work = WORK_MOST
    arena = load(ARENA_START)
    store(WORK, WORK_MOST)
    store(FAULT_KIND, 0)
    store(EVENTS_END, EVENTS)


def alone_begin(players: i32, seed: i64) -> i32:
    """Begin a game for so many, with the options of the game that stand in the settings; how many options the first
    decision has."""
    alone_ready()
    memfill(STATE, 0, 4 * LAYOUT_SIZE)
    store(CELLS, LAYOUT_SIZE)
    store(STATE + 4 * CELL_BLOCK, -1)
    store(STATE + 4 * CELL_DECISION, -1)
    store(STATE + 4 * CELL_DECIDER, -1)
    store(STATE + 4 * CELL_ME, -1)
    store(STATE + 4 * CELL_ACTIVE, -1)
    store(STATE + 4 * CELL_FRAME, STACK)
    store(STATE + 4 * CELL_PLAYERS, players)
    memfill(STATE + 4 * ZONE_FIRST, 255, 4 * ZONES)
    memfill(STATE + 4 * ZONE_LAST, 255, 4 * ZONES)
    memfill(STATE + 4 * PIECE_ZONE, 255, 4 * PIECES)
    memfill(STATE + 4 * PIECE_NEXT, 255, 4 * PIECES)
    memfill(STATE + 4 * PIECE_PREV, 255, 4 * PIECES)
    for i in range(SETTINGS_COUNT):
        store(STATE + 4 * load(SETTING_CELLS + 4 * i), load(SETTINGS + 4 * i))
    seed_generator(seed)
    return told_where(enter_begin())


def alone_apply(number: i32) -> i32:
    """Take an option of the decision that waits, by its number; how many the next decision has (0: the game is over).
    -1 if there is no such option."""
    if number < 0 or number >= load(OPTIONS_COUNT):
        return -1
    alone_ready()
    return told_where(enter_step(load(INDEX + 4 * number)))


def alone_restore(cells: i32) -> i32:
    """Go on from the position of so many cells that was written into the state; how many options its decision has."""
    alone_ready()
    forget_views()
    store(CELLS, cells)
    store(OPTIONS_COUNT, 0)
    if load(STATE + 4 * CELL_DECISION) < 0:
        return 0
    return told_where(counted(listed()))


def told_where(n: i32) -> i32:
    """How many options there are, with their addresses in the index."""
    indexed(n)
    return n
