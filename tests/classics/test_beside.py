"""Random games of the classics, each played beside the same game of OpenSpiel."""

from __future__ import annotations

from typing import Any

import pytest
from yupana.tests.found import game

from .beside import Pair, play
from .pairs import PAIRS

spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")

each_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.ruleset}-{pair.other}")


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.few], ids=lambda pair: pair.ruleset)
def test_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, range(1, 1 + pair.few)) > 15


@pytest.mark.slow
@each_pair
def test_many_random_games_are_the_same(pair: Pair) -> None:
    assert _decisions(pair, range(100, 100 + pair.many)) > 2000


def _decisions(pair: Pair, seeds: range) -> int:
    ours, other = game(pair.ruleset), spiel.load_game(pair.other)
    return sum(play(pair, ours, other, seed) for seed in seeds)
