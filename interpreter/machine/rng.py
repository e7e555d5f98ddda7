"""The random generator of a game: PCG32 (XSH RR 64/32), written out in integers over two cells of the state.

Published by M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number
Generation" (2014). The stream is number 54, the one of the reference demonstration, so that its printed output is
our known answer. Bounded draws reject the short end of the range and are exactly unbiased.
"""

from __future__ import annotations

from typing import Any

from yupana.schemas.errors import UsageError

from ..program.ir import CELL_RNG_HIGH, CELL_RNG_LOW, HEADER_CELLS, Cells

MULTIPLIER = 6364136223846793005
INCREMENT = 54 << 1 | 1

_M32 = 2**32 - 1
_M64 = 2**64 - 1
_SIGN = 2**31


def seed(state: Cells, value: int) -> None:
    """Set the generator as the reference's `pcg32_srandom` does; any int is a seed (taken modulo 2**64)."""
    start = (INCREMENT + (value & _M64)) & _M64
    _write(state, (start * MULTIPLIER + INCREMENT) & _M64)


def generator(value: int) -> list[int]:
    """A generator of its own for a seed."""
    dice = [0] * HEADER_CELLS
    seed(dice, value)
    return dice


def reseeded(state: Cells, value: int) -> Cells:
    """A copy of the state whose generator is set anew."""
    state = state[:]
    seed(state, value)
    return state


def next32(state: Cells) -> int:
    """The next 32 random bits, as an int from 0 to 2**32 - 1."""
    old = (state[CELL_RNG_HIGH] & _M32) << 32 | state[CELL_RNG_LOW] & _M32
    _write(state, (old * MULTIPLIER + INCREMENT) & _M64)
    mixed = ((old >> 18) ^ old) >> 27 & _M32
    turn = old >> 59
    return (mixed >> turn | mixed << (-turn & 31)) & _M32


def below(state: Cells, bound: int) -> int:
    """An int from 0 to `bound` - 1, each equally likely; `bound` is from 1 to 2**31."""
    least = 2**32 % bound
    drawn = next32(state)
    while drawn < least:
        drawn = next32(state)
    return drawn % bound


def shuffle(state: Cells, values: list[Any]) -> None:
    """Bring values into an order, each equally likely, as if for each place from the last one down to the second one of
    those up to there was drawn by `below`."""
    bits = (state[CELL_RNG_HIGH] & _M32) << 32 | state[CELL_RNG_LOW] & _M32
    for last in range(len(values) - 1, 0, -1):
        least, drawn = 2**32 % (last + 1), -1
        while drawn < least:
            mixed, turn = ((bits >> 18) ^ bits) >> 27 & _M32, bits >> 59
            drawn = (mixed >> turn | mixed << (-turn & 31)) & _M32
            bits = (bits * MULTIPLIER + INCREMENT) & _M64
        other = drawn % (last + 1)
        values[last], values[other] = values[other], values[last]
    _write(state, bits)


def scripted(script: list[int], sides: int) -> int:
    """The next die that was set beforehand, from 1 to `sides`. Raises UsageError when there is none that fits."""
    if not script:
        raise UsageError("more dice are rolled than were given")
    value = script.pop(0)
    if not 1 <= value <= sides:
        raise UsageError(f"the given die {value} is not one of 1..{sides}")
    return value


def _write(state: Cells, value: int) -> None:
    high, low = value >> 32, value & _M32  # as `halves`, which would be one call more for every draw
    state[CELL_RNG_HIGH] = high - 2**32 if high & _SIGN else high
    state[CELL_RNG_LOW] = low - 2**32 if low & _SIGN else low
