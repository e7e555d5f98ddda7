"""The random generator of a game (PCG32, its state in two cells, as in `machine.rng`), and dice."""

from __future__ import annotations

from .faulting import fault
from .lists import made
from .words import *


def next32() -> i32:
    """The next 32 random bits. The upper half of the state comes first in the cells."""
    old = rotl64(load64(STATE + 4 * CELL_RNG_HIGH), 32)
    store64(STATE + 4 * CELL_RNG_HIGH, rotl64(old * 6364136223846793005 + 109, 32))
    return rotr(low(((old >> 18) ^ old) >> 27), low(old >> 59))


def below(bound: i32) -> i32:
    """A number below the bound (1 to 2**31, not signed), each equally likely: those below 2**32 % bound do not
    count."""
    drawn = next32()
    if lt_u(drawn, bound):
        least = urem(0 - bound, bound)
        while lt_u(drawn, least):
            drawn = next32()
    return urem(drawn, bound)


def number(sides: i32) -> i32:
    """A number from 1 on: one that was set beforehand, or by chance."""
    if not load(SCRIPTED):
        return below(sides) + 1
    at = load(SCRIPT_AT)
    if at == load(SCRIPT_END):
        fault(FAULT_NO_DIE, 0, 0, 0, 0)
    store(SCRIPT_AT, at + 4)
    value = load(at)
    if value < 1 or value > sides:
        fault(FAULT_WRONG_DIE, 0, value, sides, 0)
    return value


def roll_many(count: i32, sides: i32, place: i32) -> i32:
    """A list of dice."""
    if count < 0 or count > NUMBERS_MOST:
        fault(FAULT_BAD_DICE, place, count, 0, 0)
    out = made(4 + 4 * count)
    store(out, count)
    for i in range(count):
        store(out + 4 + 4 * i, number(sides))
    return out


def seed_generator(value: i64) -> None:
    """Set the generator as the reference's `pcg32_srandom` does."""
    store64(STATE + 4 * CELL_RNG_HIGH, rotl64((value + 109) * 6364136223846793005 + 109, 32))
