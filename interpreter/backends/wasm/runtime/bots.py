"""What decides on the seats of games that are played in the module, as `tools.bots` decides outside of it.

BOTS has 16 bytes a seat: its kind (0 random, 1 first, 2 greedy), and from the ninth on the state of its splitmix64.
"""

from __future__ import annotations

from .positions import scattered
from .words import *


def game_seed(index: i32) -> i64:
    """The seed of game number `index` of a run; game 0 is played with the run's own."""
    if index == 0:
        return load64(RUN_SEED)
    return mixed(load64(RUN_SEED) * 0x9E3779B97F4A7C15 + u64(index)) >> 33


def mixed(value: i64) -> i64:
    """One number of splitmix64."""
    return scattered(value + 0x9E3779B97F4A7C15)


def seed_bots(seed: i64) -> None:
    """The bots of one game from its seed."""
    for seat in range(load(STATE + 4 * CELL_PLAYERS)):
        store64(BOTS + 8 + 16 * seat, mixed(seed * 64 + u64(seat) + 1))


@spread
def drawn(n: i32) -> i32:
    """A number below n from the bot that decides."""
    bot = BOTS + 16 * load(STATE + 4 * CELL_DECIDER)
    state = load64(bot + 8) + 0x9E3779B97F4A7C15
    store64(bot + 8, state)
    return low((scattered(state) >> 32) * u64(n) >> 32)


@spread
def kind_of_bot() -> i32:
    """The kind of the bot that decides."""
    return load(BOTS + 16 * load(STATE + 4 * CELL_DECIDER))
