"""What has been shown to somebody is not taken back unless that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.game import Game, UsageError, load

TEXT = """
ruleset: {name: plans, title: Plans, language: 2}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields:
    plan: {type: int 0..9, visible: viewer == it or shown}
state: {shown: bool}
actions:
  think: {parameters: {number: {in: 1..3}}, effects: me.plan = number}
  show: {effects: shown = true}
flow: [{turns: turn, times: 3}]
"""


@pytest.fixture
def plans(tmp_path: Path) -> Game:
    path = tmp_path / "plans.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return load(path)


def test_a_hidden_number_is_taken_back_freely(plans: Game) -> None:
    state = plans.start(players=2, seed=1)
    before = state.key
    state.apply("think(number=2)")
    state.undo()
    assert state.key == before


def test_a_number_that_was_shown_is_not_taken_back(plans: Game) -> None:
    state = plans.start(players=2, seed=1)
    state.apply("think(number=2)")
    before = state.key
    state.apply("show")
    with pytest.raises(UsageError, match="something was revealed"):
        state.undo()
    state.undo(force=True)
    assert state.key == before
