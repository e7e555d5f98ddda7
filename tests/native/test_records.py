"""Options are read from the words of a module as they were written, in whatever order their alternatives come."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.backends.wasm.records import Kinds, read_options, record_of

KINDS: list[Kinds] = [(0, 0, 0), (0,), (), (1, 0), (0, -2)]
"""Two plain alternatives, one without values, one with a list and one with a set of 64."""


@pytest.mark.parametrize("seed", range(30))
def test_what_is_written_is_read(seed: int) -> None:
    draw = random.Random(seed)

    def value(kind: int) -> Any:
        if kind > 0:
            return tuple([draw.randrange(5) for _ in range(draw.randrange(4))])
        return draw.getrandbits(64) if kind else draw.randrange(5)  # numbers that look like alternatives

    options = []
    for _ in range(draw.randrange(8)):
        alternative = draw.randrange(len(KINDS))
        for _ in range(draw.choice((1, 2, 40, 600))):
            options.append((alternative, *[value(each) for each in KINDS[alternative]]))
    words = [word for each in options for word in record_of(KINDS, each)]
    assert read_options(KINDS, words, len(options)) == options
