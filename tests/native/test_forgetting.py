"""Which kept values are forgotten: those that depend on members that differ, wherever these lie."""

from __future__ import annotations

import random

import pytest
from yupana.tests.machine.build import program

from .routine_bench import Routines

VALUES = 40


@pytest.fixture(scope="module")
def routines() -> Routines:
    return Routines(program(), ("forget_some",))


@pytest.mark.parametrize("words", [1, 2, 3, 4, 5, 6, 8])
def test_what_depends_on_a_member_that_differs_is_forgotten(routines: Routines, words: int) -> None:
    chance = random.Random(words)
    for _ in range(40):
        routines.reset()
        differing = [0] * words
        for _ in range(chance.choice((1, 1, 2, 3, 5))):
            differing[chance.randrange(words)] |= 1 << chance.randrange(64)
        members = [
            [chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64) for _ in range(words)]
            for _ in range(VALUES)
        ]
        kept = chance.choice((VALUES, VALUES - 7))
        slots = routines.words([7, *[0] * 7] * VALUES)
        head = routines.words([0, 1, 0, 0, 0, 32 * kept, *_cells(differing)])
        at = routines.words([cell for each in members for cell in _cells(each)])
        routines.forget_some(head, slots, words, at)
        left = [each != 0 for each in routines.read(slots, 8 * VALUES)[::8]]
        met = [any(a & b for a, b in zip(each, differing, strict=True)) for each in members]
        assert left == [not each for each in met[:kept]] + [True] * (VALUES - kept)
        assert routines.read(head, 6) == (0, 0, 0, 0, 0, 32 * kept)
        assert not any(routines.read(head + 24, 2 * words))


def _cells(words: list[int]) -> list[int]:
    return [half for each in words for half in (each % 2**32, each >> 32)]
