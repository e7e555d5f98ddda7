"""The games that environments are tested with: the shipped rulesets; their variants in the slow suite. One is played
together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import slow_variants

TOGETHER = str(Path(__file__).parents[1] / "language" / "37_together.yaml")

GAMES: list[Any] = slow_variants()


def every_other(games: list[Any], first: int) -> list[Any]:
    """Of games as parameters those that are quick and lie at even places, or at odd ones; the others are slow."""
    quick = [each for each in games if isinstance(each, str)][first::2]
    slow = [each for each in games if isinstance(each, str) and each not in quick]
    return [
        *quick, *[pytest.param(each, marks=pytest.mark.slow) for each in slow],
        *[each for each in games if not isinstance(each, str)],
    ]  # fmt: skip
