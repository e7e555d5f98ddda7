"""One member of a set by its number."""

from __future__ import annotations

import random

from yupana.tests.machine.build import program

from .routine_bench import Routines


def test_the_bit_with_a_number() -> None:
    routines = Routines(program(), ("bit_at",))
    chance = random.Random(5)
    words = [1, 1 << 63, 2**64 - 1, 0xFF << 56, 0x8000000080000001]
    words += [chance.getrandbits(64) & chance.getrandbits(64) for _ in range(40)]
    for word in words:
        bits = [i for i in range(64) if word >> i & 1]
        signed = word - 2**64 if word >= 2**63 else word
        assert [routines.bit_at(signed, i) for i in range(len(bits))] == bits
