"""The weights that are shipped belong to the features as they are, and beat chance where the features say enough."""

from __future__ import annotations

import pytest
from yupana.tests.found import ROOT, game
from yupana.tools.bots.random import RandomBot
from yupana.tools.bots.tuned import TunedBot
from yupana.tools.bots.weights import weights_of
from yupana.tools.measures.statistics import share
from yupana.tools.playing.results import shares_of

KEPT = sorted(path.parent.name for path in (ROOT / "rulesets").glob("*/weights.json"))


def test_there_are_some() -> None:
    assert len(KEPT) > 9


@pytest.mark.parametrize("name", KEPT)
def test_they_belong_to_the_features_as_they_are(name: str) -> None:
    found = weights_of(game(name).start())
    assert len(found) == len(game(name).features)
    assert any(found)


LONGER = [pytest.param(name, marks=pytest.mark.slow) for name in ("checkers", "connect_four", "reversi", "backgammon")]


@pytest.mark.parametrize("name", ["breakthrough", *LONGER])
def test_they_beat_chance(name: str) -> None:
    """In 16 games, half in each seat, the interval of the score rate excludes a half."""
    known, won = game(name), 0.0
    for seed in range(16):
        state, own = known.start(players=2, seed=seed), seed % 2
        bots = [TunedBot(seed) if seat == own else RandomBot(seed) for seat in range(2)]
        while options := state.option_tuples():
            state.apply_tuple(options[bots[state.seat].choose(state, options)])
        won += float(shares_of(state)[own])
    assert share(won, 16).low > 0.5
