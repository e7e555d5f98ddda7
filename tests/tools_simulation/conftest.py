"""A ruleset whose games come out in every way and fail in three, and the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.game import Game, load
from yupana.tests.tools.conftest import process as process
from yupana.tests.tools.conftest import yupana as yupana

MIXED = """
ruleset: {name: mixed, title: Mixed, language: 2}
players: {min: 1, max: 4, names: [red, blue, green, black], fields: {stones: int -9..12, rest: int 0..99}}
actions:
  take:
    parameters: {many: {in: "-2..3"}}
    effects: |
      roll 1d3 as r
      me.stones += sum(r) + many - 1
  wait: {effects: me.rest += 1}
flow: [{turns: turn, until: any(p.stones >= 10 for p in players)}]
invariants:
  little_rest: count(p for p in players if p.rest > 2) == 0
scoring: {items: {stones: me.stones - 3}, winners: "[p for p in players if p.stones % 2 == 0]"}
"""


@pytest.fixture
def mixed(tmp_path: Path) -> Game:
    path = tmp_path / "mixed.yaml"
    path.write_text(MIXED, encoding="utf-8")
    return load(path).on("native")


