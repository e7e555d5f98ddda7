"""The command line as the tests of other commands call it, and a small game with a constant and an option."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.conftest import yupana as yupana

GAME = """
ruleset: {name: steps, title: Steps, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..60}}
options:
  head_start: {type: int 0..9, default: 0}
constants: {goal: 12}
actions:
  step:
    parameters: {number: {in: 1..2}}
    effects: me.score += number
flow:
  - do: red.score = head_start
  - turns: turn
    until: me.score >= goal
scoring: {items: {points: {points: me.score}}}
"""


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    path = tmp_path / "steps.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path
