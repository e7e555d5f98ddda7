"""What many games come to in all, for who does not ask for each.

SUMS holds, from its start (see `judging.py` of the back end, which lays it out): the decisions as 64 bits; for every
outcome and number of winning sides how many games came out so, and behind it for each seat how many of these it won;
for each seat the sum of its scores as 64 bits, the least and the most; how often each alternative was chosen; how many
games took each number of decisions below SUMS_LENGTHS. Whoever reads it puts it back to the start.
"""

from __future__ import annotations

from .words import *


def add_up(row: i32) -> None:
    """The row of a game that ended by itself, added to all others."""
    players = load(STATE + 4 * CELL_PLAYERS)
    store64(SUMS, load64(SUMS) + i64(load(DECISIONS)))
    came = SUMS + 8 + 4 * (1 + PLAYERS_MOST) * (load(row + 16) * (1 + PLAYERS_MOST) + load(row + 24))
    store(came, load(came) + 1)
    for i in range(load(row + 20)):
        won = came + 4 + 4 * load(row + 28 + 4 * i)
        store(won, load(won) + 1)
    at = SUMS + 8 + 12 * (1 + PLAYERS_MOST) * (1 + PLAYERS_MOST)
    scores = row + 28 + 4 * PLAYERS_MOST
    for seat in range(players):
        score = load(scores + 4 * seat)
        store64(at, load64(at) + i64(score))
        if score < load(at + 8):
            store(at + 8, score)
        if score > load(at + 12):
            store(at + 12, score)
        at += 16
    at = SUMS + 8 + 12 * (1 + PLAYERS_MOST) * (1 + PLAYERS_MOST) + 16 * PLAYERS_MOST
    chosen = row + 28 + 8 * PLAYERS_MOST
    for i in range(ALTERNATIVES):
        store(at + 4 * i, load(at + 4 * i) + load(chosen + 4 * i))
    at += 4 * ALTERNATIVES + 4 * load(DECISIONS)
    store(at, load(at) + 1)
