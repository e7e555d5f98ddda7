"""Whole games in the module, one after the other, played by bots.

A game begins with the position in FRESH (saved as `save_state` does): a new game, which is set up first, or (FROM_HERE)
one that goes on from a decision. Where chance has no part before the first decision, the games behind the first one go
on from there. Its row, at ROW_AT, has these words: the game's number, decisions, how it ended (0 by itself, 1 at the
limit of decisions, 2 with a broken invariant), that invariant, how it came out (see `outcome`), the number of winners,
of how many sides they are, then for each seat a winner, then for each seat its score, then how often each alternative
was chosen. A fault stops everything in the middle of the game GAME_AT, whose row does not count. Where only the sum of
all games is wanted (SUMMED), those that ended by themselves are added up and leave no row, but for very long ones;
SUMMED is 2 where rows are wanted too.
"""

from __future__ import annotations

from .adding import add_up
from .bots import drawn, game_seed, kind_of_bot, seed_bots
from .chance import seed_generator
from .drawing import option_at
from .driving import begun, listed, stepped
from .faulting import fault, full_allowance
from .greedy import greedy_choice
from .judging import broken, outcome, put_scores, sharing, winners_now
from .lists import release
from .state import restore_state, save_state
from .words import *


def play(units: i32) -> i32:
    """Play on, for so many decisions at most; 1 when all games are played."""
    global sampling
    sampling = load(ALL_RANDOM)
    while units > 0:
        if not load(PLAYING):
            if load(GAME_AT) == load(GAMES_END):
                return 1
            if load(ROW_AT) + 4 * ROW_WORDS > ROWS_LIMIT:
                return 0
            begin_game()
        if load(ALL_RANDOM):
            units -= decide_at_random(units)
        units -= 1
        ended = how_it_ends()
        if ended >= 0:
            end_game(ended)
        elif not load(ALL_RANDOM):
            decide()
    return 0


def decide_at_random(most: i32) -> i32:
    """Decisions of bots that all choose at random, where nobody asks for invariants: as far as the game goes, but so
    many at most; how many there were."""
    n = load(OPTIONS_COUNT)
    before = load(DECISIONS)
    taken = before
    end = before + most
    if end > load(LIMIT):
        end = load(LIMIT)
    chosen = load(ROW_AT) + 28 + 8 * PLAYERS_MOST
    while n > 0 and taken < end:
        option = option_at(drawn(n))
        counted = chosen + 4 * load(option)
        store(counted, load(counted) + 1)
        n = stepped(option)
        taken += 1
    store(OPTIONS_COUNT, n)
    store(DECISIONS, taken)
    return taken - before


def begin_game() -> None:
    """The next game is set up."""
    memfill(load(ROW_AT), 0, 4 * ROW_WORDS)
    seed = game_seed(load(GAME_AT))
    restore_state(FRESH)
    seed_generator(seed)
    seed_bots(seed)
    store(DECISIONS, 0)
    store(SOUND, 0)
    if load(FROM_HERE):
        full_allowance()
        store(OPTIONS_COUNT, listed())
    else:
        before = load64(STATE + 4 * CELL_RNG_HIGH)
        store(OPTIONS_COUNT, begun(WORK_MOST))
        if load(OPTIONS_COUNT) and load64(STATE + 4 * CELL_RNG_HIGH) == before:
            save_state(FRESH)
            store(FROM_HERE, 1)
    store(PLAYING, 1)


@spread
def how_it_ends() -> i32:
    """How the game ends before the next decision; -1 when it does not."""
    if load(OPTIONS_COUNT) == 0:
        return 0
    if load(DECISIONS) == load(LIMIT):
        return 1
    every = load(INVARIANTS_EVERY)
    if every and load(DECISIONS) % every == 0:
        first = broken()
        if first >= 0:
            store(load(ROW_AT) + 12, first)
            return 2
    return -1


@spread
def decide() -> None:
    """One decision."""
    n = load(OPTIONS_COUNT)
    kind = kind_of_bot()
    if kind == 2:
        option = greedy_choice(n)
    else:
        option = option_at(0 if kind else drawn(n))
    counted = load(ROW_AT) + 28 + 8 * PLAYERS_MOST + 4 * load(option)
    store(counted, load(counted) + 1)
    store(OPTIONS_COUNT, stepped(option))
    store(DECISIONS, load(DECISIONS) + 1)


def end_game(ended: i32) -> None:
    """The row is filled in."""
    release(load(ARENA_START))
    row = load(ROW_AT)
    store(row, load(GAME_AT))
    store(row + 4, load(DECISIONS))
    store(row + 8, ended)
    if ended == 0 and load(JUDGED):
        judge(row)
    added = load(SUMMED) and load(row + 8) == 0 and load(DECISIONS) < SUMS_LENGTHS
    if added:
        add_up(row)
    if not added or load(SUMMED) == 2:
        store(ROW_AT, row + 4 * ROW_WORDS)
    store(GAME_AT, load(GAME_AT) + 1)
    store(PLAYING, 0)


def judge(row: i32) -> None:
    """How a game that has ended by itself came out, and whether its invariants hold."""
    first = broken()
    if first >= 0:
        store(row + 12, first)
        store(row + 8, 2)
        return
    put_scores(row + 28 + 4 * PLAYERS_MOST)
    winners = winners_now()
    store(row + 16, outcome(winners))
    store(row + 20, load(winners))
    store(row + 24, sharing(winners) if load(winners) else 0)
    if load(winners) > PLAYERS_MOST:
        fault(FAULT_MEMORY, 0, 0, 0, 0)
    memcopy(row + 28, winners + 4, 4 * load(winners))
