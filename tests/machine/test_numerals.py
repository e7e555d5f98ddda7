"""Numbers below nothing: people read a minus sign, on the page, in the terminal, in lines and options; who types writes
a hyphen or that sign, and what machines read has the hyphen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.interpreter.game import Game, load
from yupana.tests.found import BackEnd, compiled

DEBTS = """
ruleset: {name: debts, title: Debts, version: 1.0, language: 4, text: Two owe more or less.}
players: {min: 2, max: 2, names: [red, blue], fields: {owes: "int -99..99"}}
actions:
  owe:
    parameters: {n: {in: "-12..-11"}}
    effects: |
      me.owes = n
      log "{me} has {n} and {[n, 3]}"
flow:
  - turns: turn
    until: all(p.owes < 0 for p in players)
    do: offer main
scoring: {items: {debts: {text: Debts, points: me.owes}}}
look: {player: "owes {me.owes}"}
"""


@pytest.fixture
def debts(tmp_path: Path) -> str:
    file = tmp_path / "debts.yaml"
    file.write_text(DEBTS, encoding="utf-8")
    return str(file)


def test_people_read_a_minus_sign_and_machines_a_hyphen(debts: str, back_end: BackEnd) -> None:
    game: Game = back_end.game(compiled(debts))
    state = game.start(2, seed=1)
    assert [each.sentence for each in state.decision.options] == ["owe: −12", "owe: −11"]  # type: ignore[union-attr]
    assert [each.text for each in state.decision.options] == ["owe(n=-12)", "owe(n=-11)"]  # type: ignore[union-attr]
    state.apply("owe(n=-12)")
    (told,) = state.story()[-1].events
    assert told.said.endswith("has −12 and −12, 3")
    saved = json.loads(state.to_json())
    assert "owe(n=-12)" in json.dumps(saved, ensure_ascii=False)
    assert "−" not in json.dumps(saved, ensure_ascii=False)


@pytest.mark.parametrize("typed", ["owe(n=-12)", "owe(n=−12)"])
def test_both_can_be_typed(debts: str, typed: str) -> None:
    state = load(debts).start(2, seed=1)
    state.apply(typed)
    assert state.observation(0)["fields"]["Player.owes"][state.names[0]] == -12  # type: ignore[index, call-overload]
