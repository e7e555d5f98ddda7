"""What was made sure of may have become none meanwhile: who asks whether it is none is answered, whatever runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.game import load

TEXT = """
ruleset: {name: meanwhile, title: Meanwhile, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
state: {left: "int?", told: int}
procedures: {forget: {effects: left = none}}
actions:
  ask:
    effects: |
      left = 3
      do forget()
      told = 1 if left == none and not left != none else 2
flow: [{turns: turn, times: 1}]
scoring: {items: {told: {points: told, text: Told}}}
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_who_asks_whether_something_is_none_is_told(tmp_path: Path, engine: str) -> None:
    (tmp_path / "meanwhile.yaml").write_text(TEXT, encoding="utf-8")
    state = load(tmp_path / "meanwhile.yaml", engine).start(2, 1)
    while options := state.option_tuples():
        state.apply_tuple(options[0])
    assert list(state.scores.values()) == [1, 1]
