"""The command line in this process and as a process of its own, a small ruleset, and one with gaps that are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.conftest import process, yupana
from yupana.tests.tools_authoring.conftest import made

__all__ = ["made", "process", "yupana"]

STALL = """\
ruleset: {name: stall, title: Stall, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: {type: int 0..20, start: 4}, goods: int 0..9}}
constants: {price: {source: S-1, value: 2}}
actions:
  buy:
    source: S-1
    when: me.money >= price
    effects: |
      me.money -= price
      me.goods += 1
  rest: {source: S-2, effects: pass}
flow: [{rounds: day, times: 3, steps: [{turns: turn}]}]
scoring: {items: {goods: {source: S-3, points: me.goods}}}
rulebook:
  sections: {S: Stall}
  rules:
    S-1: {section: S, text: A thing costs two.}
    S-2: {section: S, text: Who rests does nothing.}
    S-3: {section: S, text: Each thing is a point.}
examples:
  a_purchase: {source: S-1, when: [{red: buy}], then: [red.money == 2, red.goods == 1]}
"""
"""Nobody buys with the last of the money, and nobody counts points."""


@pytest.fixture
def stall(tmp_path: Path) -> Path:
    """The ruleset as a file."""
    path = tmp_path / "stall.yaml"
    path.write_text(STALL, encoding="utf-8")
    return path
