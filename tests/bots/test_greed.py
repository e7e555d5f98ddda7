"""Why who follows the scoring may not win: what is planted in small games is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.tools.simulation.greed import Greed, correlation, look_into, told
from yupana.tools.simulation.playouts import Plan

GAME = """
ruleset: {{name: planted, title: Planted, language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{points: int -99..99, turns: int 0..9, later: int 0..99}}}}
actions:
  take:
    parameters: {{number: {{in: 0..3}}}}
    effects: |
      {effects}
      me.turns += 1
flow:
  - turns: turn
    until: blue.turns == 6
  - do: {end}
scoring: {{items: {{points: {{points: me.points}}}}}}
"""


def _greed(tmp_path: Path, effects: str, end: str = "red.later = 0") -> tuple[Greed, str]:
    path = tmp_path / "planted.yaml"
    path.write_text(GAME.format(effects=effects, end=end), encoding="utf-8")
    game = load(path)
    plan = Plan(str(path), 2, 1, 3, ("random", "random"))
    found = look_into(game, plan, 120)
    assert found.games == 120
    return found, told(found, 2, scored=True)


def test_points_that_count(tmp_path: Path) -> None:
    found, sentence = _greed(tmp_path, "me.points += number")
    assert found.differing > 0.9
    assert found.taking is not None
    assert found.taking > 0.5
    assert "goes with winning" in sentence


def test_points_that_come_at_the_end(tmp_path: Path) -> None:
    found, sentence = _greed(tmp_path, "me.later += number", "red.points = red.later; blue.points = blue.later")
    assert found.differing == 0
    assert "all options leave the same score" in sentence


def test_points_that_cost_more_later(tmp_path: Path) -> None:
    _, sentence = _greed(
        tmp_path, "me.points += number\n      me.later += number",
        "red.points -= 3 * red.later; blue.points -= 3 * blue.later",
    )  # fmt: skip
    assert "loses more often (correlation −" in sentence


def test_a_ruleset_without_scoring() -> None:
    assert "has no scoring" in told(Greed(10, 0.0, None, None), 2, scored=False)


def test_correlation() -> None:
    assert correlation([1, 2, 3, 4], [2, 4, 6, 8]) == pytest.approx(1)
    assert correlation([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 2, 3], [5, 5, 5]) is None
    assert correlation([1, 2], [1, 2]) is None
    assert correlation([0, 0, 1, 1], [0, 1, 0, 1]) == 0
