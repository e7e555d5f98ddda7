"""From decision to decision, as `machine.machine` does it for all back ends, and the ways in from outside."""

from __future__ import annotations

from .drawing import option_at
from .faulting import fault
from .views import forget_views
from .words import *


@spread
def run(block: i32, address: i32) -> None:
    """Run blocks, this one first, until one waits or all is over. From ANSWERS on it is the number of a decision that
    the option at an address answers."""
    global arena
    while block >= 0:
        arena = load(ARENA_START)
        block = dispatch(block, address)


@spread
def listed() -> i32:
    """How many options the decision that waits has; they are written down."""
    global arena, listed_count, listed_end
    arena = load(ARENA_START)
    listed_count = 0
    listed_end = OPTIONS
    list_for(load(STATE + 4 * CELL_DECISION))
    return listed_count


@spread
def waiting() -> i32:
    """How many options there are where the blocks have come to a decision, 0 when all is over; one that need not be
    asked is not."""
    while 1:
        decision = load(STATE + 4 * CELL_DECISION)
        store(STATE + 4 * CELL_RESULT, 0)
        if decision < 0:
            store(STATE + 4 * CELL_BLOCK, -1)
            store(STATE + 4 * CELL_DECIDER, -1)
            return 0
        n = listed()
        block = load(STATE + 4 * CELL_BLOCK)
        out = load(WAY_OUT + 4 * block)
        if out < 0:
            if n == 0:
                fault(FAULT_NO_OPTIONS, load(DECISION_PLACES + 4 * decision), 0, 0, 0)
            return n
        if n > 1:
            return n
        if n == 1 and load(option_at(0)) != load(PASSING + 4 * block):
            return n
        store(STATE + 4 * CELL_DECISION, -1)
        run(out, 0)
    return 0


@spread
def stepped(address: i32) -> i32:
    """Answer the decision that waits by the option at an address, with a whole allowance, and go on to the next; how
    many options that has."""
    global work
    work = WORK_MOST
    return answered(address)


@spread
def answered(address: i32) -> i32:
    """The same with what is left of the allowance."""
    global blocks_left, listing
    listing = 0
    decision = load(STATE + 4 * CELL_DECISION)
    store(STATE + 4 * CELL_DECISION, -1)
    store(STATE + 4 * CELL_PLY, load(STATE + 4 * CELL_PLY) + 1)
    blocks_left = BLOCKS_MOST
    run(ANSWERS + decision, address)
    return waiting()


def begun(allowance: i32) -> i32:
    """Store the starting values and run to the first decision, with an allowance for each; how many options that
    has."""
    global work, blocks_left, arena, listing
    listing = 0
    work = allowance
    arena = load(ARENA_START)
    forget_views()
    set_up()
    store(STATE + 4 * CELL_FRAME, STACK)
    store(STATE + 4 * STACK + 4 * FRAME_RETURN, -1)
    store(STATE + 4 * STACK + 4 * FRAME_CALLER, -1)
    work = allowance
    blocks_left = BLOCKS_MOST
    run(MAIN_BLOCK, 0)
    return waiting()


def new_listing() -> None:
    """Values are kept from now on. All are forgotten when there is little room for more, and when all numbers of
    listings were used: none that stands in a slot may come again."""
    global listing, listings, kept_end
    listings += 1
    if listings == 0 or gt_u(kept_end, MEMO_KEPT_HALF) or kept_end == 0:
        memfill(MEMO, 0, MEMO_END - MEMO)
        kept_end = MEMO_KEPT
        if listings == 0:
            listings = 1
    listing = listings


def entering() -> None:
    """What is left of the allowance goes on where the last call left it."""
    global work, arena, listing
    listing = 0
    work = load(WORK)
    arena = load(ARENA_START)
    forget_views()


def enter_run(block: i32, most: i32) -> i32:
    """Run blocks from outside; how many of `most` are left."""
    global blocks_left
    entering()
    blocks_left = most
    run(block, 0)
    store(WORK, work)
    return blocks_left


def enter_answer(decision: i32, most: i32) -> i32:
    """The same from the answer on that the option in the first place is."""
    global blocks_left
    entering()
    blocks_left = most
    run(ANSWERS + decision, OPTIONS)
    store(WORK, work)
    return blocks_left


def counted(n: i32) -> i32:
    """So many options are written down; what is left of the allowance and where they end is told outside."""
    store(WORK, work)
    store(OPTIONS_COUNT, n)
    store(OPTIONS_END, listed_end)
    return n


def enter_options(decision: i32) -> i32:
    """How many options the decision that waits has; they are written down."""
    entering()
    n = listed()
    return counted(n)


def enter_prompt(decision: i32) -> None:
    """Write the values in a prompt down as those of an event."""
    entering()
    prompt_for(decision)


def enter_begin() -> i32:
    """Begin a game."""
    n = begun(load(WORK))
    return counted(n)


def enter_step(address: i32) -> i32:
    """Answer by the option at an address."""
    entering()
    n = answered(address)
    return counted(n)
