"""What an exported game tells each seat, and what it takes back, is what the machine tells and takes back."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.game import SPECTATOR, load
from yupana.tests.found import ROOT
from yupana.tests.page.test_module_bots import NODE, in_node

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to play in")


@pytest.mark.parametrize("name", ["19_announcements", "31_simultaneous", "35_looks", "46_teams"])
def test_everybody_is_told_the_same(name: str) -> None:
    game, draw = load(str(ROOT / "tests" / "language" / f"{name}.yaml")), random.Random(1)
    state = game.start(3, seed=5)
    bound = []
    while state.ply < 30 and not state.over:
        assert state.decision is not None
        state.apply(draw.choice(state.decision.options))
        bound.append(not state.steps[0])
    speech = game.machine.printer.speech.data([each.names for each in game.program.domains])
    (found,) = in_node(
        "story.mjs",
        [{"module": game.module().hex(), "players": 3, "seed": 5, "decisions": state.decisions, "speech": speech}],
    )
    passages = state.story()
    told = [
        [
            [each.said(seat) or None, [line.said for line in each.events if line.is_for(seat)]]
            for each in passages if each.is_for(seat)
        ]
        for seat in (SPECTATOR, 0, 1, 2)
    ]  # fmt: skip
    assert found["told"] == told
    assert found["bound"] == bound
