"""How a game came out, as if it ended here: what `machine.results` works out, by functions of the program that
`judging.py` of the back end provides. They work on the position itself; where they may change it, it is put back."""

from __future__ import annotations

from .faulting import full_allowance
from .lists import list_copy, new_list
from .ordering import by_leaders
from .state import restore_state, save_state
from .words import *


@spread
def asked_begins() -> None:
    """A question has an allowance of its own."""
    full_allowance()
    if not SCORING_PURE:
        save_state(ASIDE)


@spread
def asked_ends() -> None:
    """The position is what it was."""
    if not SCORING_PURE:
        restore_state(ASIDE)


def score_of(seat: i32) -> i32:
    """A player's score, who acts while it is worked out; 0 when nothing scores."""
    if not HAS_SCORE:
        return 0
    me = load(STATE + 4 * CELL_ME)
    asked_begins()
    store(STATE + 4 * CELL_ME, seat)
    score = score_for(seat)
    asked_ends()
    store(STATE + 4 * CELL_ME, me)
    return score


def tie_of(number: i32, seat: i32) -> i32:
    """What breaks ties, for a player."""
    me = load(STATE + 4 * CELL_ME)
    asked_begins()
    store(STATE + 4 * CELL_ME, seat)
    value = tie_for(number, seat)
    asked_ends()
    store(STATE + 4 * CELL_ME, me)
    return value


def put_scores(to: i32) -> None:
    """Every player's score, one word each."""
    for seat in range(load(STATE + 4 * CELL_PLAYERS)):
        store(to + 4 * seat, score_of(seat))


def winners_now() -> i32:
    """The list of who wins: by the ruleset's own rule, or by the highest score, then the larger of each tie break."""
    if HAS_WINNERS:
        asked_begins()
        out = list_copy(winners_for())
        asked_ends()
        return out
    players = load(STATE + 4 * CELL_PLAYERS)
    keys = new_list(players)
    for seat in range(players):
        key = new_list(1 + TIES)
        store(keys + 4 + 4 * seat, key)
        store(key + 4, score_of(seat))
    for number in range(TIES):
        for seat in range(players):
            store(load(keys + 4 + 4 * seat) + 8 + 4 * number, tie_of(number, seat))
    return by_leaders(keys, 1)


def is_draw(winners: i32) -> i32:
    """Whether it is a draw: a rule said so, or all of several win, or none."""
    if HAS_DRAW:
        asked_begins()
        drawn = draw_for()
        asked_ends()
        return drawn != 0
    players = load(STATE + 4 * CELL_PLAYERS)
    return players > 1 and load(winners) % players == 0


def outcome(winners: i32) -> i32:
    """0 won, 1 a draw, 2 (by a player alone) lost."""
    if is_draw(winners):
        return 1
    return 0 if load(winners) else 2


def sharing(winners: i32) -> i32:
    """By how many sides a win or a draw is shared: teams, all who play together as one, or as many as win; 0 for a game
    that is lost."""
    if HAS_SHARING:
        asked_begins()
        shared = sharing_for()
        asked_ends()
        return shared
    if load(winners) == 0:
        return load(STATE + 4 * CELL_PLAYERS) if outcome(winners) == 1 else 0
    return 1 if TOGETHER else load(winners)


# ---------------------------------------------------------------- invariants


def broken() -> i32:
    """The first invariant that does not hold, or -1. What has not changed since all held is not asked again: the cells
    that invariants read lie in stretches (first address, words, and 64 bits for who reads them), whose last contents
    are in SHADOW."""
    if INVARIANTS == 0:
        return -1
    asked: i64 = -1
    if INVARIANTS <= 64 and load(SOUND):
        asked = changed()
    for i in range(INVARIANTS):
        if (INVARIANTS > 64 or asked >> i64(i) & 1) and not holds(i):
            return i
    if INVARIANTS <= 64:
        keep_shadow()
    return -1


def holds(number: i32) -> i32:
    """Whether an invariant holds; it is told who decides and whose turn it is."""
    full_allowance()
    if not INVARIANTS_PURE:
        save_state(ASIDE)
    answer = holds_for(number, load(STATE + 4 * CELL_DECIDER), load(STATE + 4 * CELL_ACTIVE))
    if not INVARIANTS_PURE:
        restore_state(ASIDE)
    return answer


def changed() -> i64:
    """The invariants that read something that is not as it was when all held."""
    asked = load64(ALWAYS_ASKED)
    at = load(STRETCHES_AT)
    shadow = SHADOW
    for _ in range(load(STRETCHES)):
        size = 4 * load(at + 4)
        if differs(load(at), shadow, size):
            asked |= load64(at + 8)
        shadow += size
        at += 16
    return asked


def differs(a: i32, b: i32, size: i32) -> i32:
    """Whether so many bytes (a multiple of 4) at two addresses are not the same."""
    end = a + (size & ~7)
    while a != end:
        if load64(a) != load64(b):
            return 1
        a += 8
        b += 8
    return size & 4 and load(a) != load(b)


def keep_shadow() -> None:
    """All invariants hold as things are."""
    at = load(STRETCHES_AT)
    shadow = SHADOW
    for _ in range(load(STRETCHES)):
        size = 4 * load(at + 4)
        memcopy(shadow, load(at), size)
        shadow += size
        at += 16
    store(SOUND, 1)
