"""An example that rejects what could never be an option proves nothing, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples import run_examples

BASE = """
ruleset: {name: cards, title: Cards, language: 2}
players: {min: 2, max: 2, names: [red, blue]}
kinds: {Card: {entries: {ace: {}, king: {count: 2}}, start: hand}}
zones: {hand: {of: Card}, heap: {of: Card}}
actions:
  play: {parameters: {card: {in: hand, if: card != ace}, times: {in: 1..2}}, effects: move card to heap}
flow: [{turns: turn, times: 1}]
examples:
  one: {when: [{red: 'reject OPTION'}]}
"""


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("play(card=ace, times=1)", ""),
        ("play(card=king_1, times=9)", ""),
        ("play(card=king_1)", "red may do this: play(card=king_1)"),
        ("pass", ""),
        ("plya(card=ace)", "there is no option `plya`, so this rejects nothing"),
        ("play(crad=ace)", "`play` has no parameter `crad`, so this rejects nothing"),
        ("play(card=queen)", "`queen` cannot be the card of `play`, so this rejects nothing"),
        ("play(times=two)", "`two` cannot be the times of `play`, so this rejects nothing"),
    ],
)
def test_reject(option: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(BASE.replace("OPTION", option), encoding="utf-8")
    compiled = compile_ruleset(path)
    assert compiled.diagnostics == []
    (result,) = run_examples(compiled)
    assert (result.ok, result.message) == (not message, message)
