"""The seeds of many games at once: `bots.numbers.game_seed` on columns."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from ..bots.numbers import STEP, game_seed

_MASK = (1 << 64) - 1


def seeds_of(seed: int, numbers: pa.Array) -> pa.Array:
    """The seeds of games by their numbers in a run."""

    def word(value: int) -> pa.Scalar:
        return pa.scalar(value, pa.uint64())

    value = pc.add(numbers.cast(pa.uint64()), word((seed + 1) * STEP & _MASK))
    value = pc.multiply(pc.bit_wise_xor(value, pc.shift_right(value, word(30))), word(0xBF58476D1CE4E5B9))
    value = pc.multiply(pc.bit_wise_xor(value, pc.shift_right(value, word(27))), word(0x94D049BB133111EB))
    value = pc.bit_wise_xor(value, pc.shift_right(value, word(31)))
    seeds = pc.shift_right(value, word(33)).cast(pa.int32())
    return pc.if_else(pc.equal(numbers, 0), pa.scalar(game_seed(seed, 0), pa.int32()), seeds)
