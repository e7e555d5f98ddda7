"""Which conditions of examples can fail, and which hold whatever the rules do."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.claims import proves_nothing

TEXT = """
ruleset: {{name: small, title: Small, language: 4}}
players:
  min: 2
  max: 3
  names: [red, blue, green]
  fields: {{gold: "int 0..20", debt: int, level: "int 0..most"}}
constants: {{most: 9}}
enums: {{Ware: [salt, wool]}}
kinds: {{Card: {{start: deck, attributes: {{worth: int}}, entries: {{low: {{count: 2}}, high: {{worth: 3}}}}}}}}
zones: {{deck: {{of: Card}}}}
functions:
  double: {{of: {{n: int}}, is: n * 2}}
  yes: {{is: "red.gold - red.gold == 0"}}
  yes_again: {{is: yes() and 1 == 1}}
  may_be: {{is: "1 == 1", adjustable: true}}
  around: {{is: red.gold > 3}}
actions: {{earn: {{effects: me.gold += 1}}}}
flow: [{{turns: turn, times: 3}}]
examples:
  it:
    {example}
"""


def _why(folder: Path, example: str) -> str:
    path = folder / "small.yaml"
    path.write_text(TEXT.format(example=example), encoding="utf-8")
    ruleset = compile_ruleset(path).ruleset
    assert ruleset is not None
    return proves_nothing(ruleset, ruleset.examples["it"])


@pytest.mark.parametrize(
    "condition",
    [
        "red.gold >= 0", "red.gold <= 20", "-1 < red.gold < 21", "red.gold != 30", "not red.gold > 20",
        "all(c == c for c in Card)", "all(p.gold >= 0 for p in players)", "any(true for p in players)",
        "size(deck) >= 0", "count(c for c in Card) > -1", "red in players", "red.gold in [0, red.gold]",
        "red.gold >= 3 or red.gold < 3", "3 > red.gold or red.gold >= 3", "red.gold == 2 or not red.gold == 2",
        "true if red.gold > 2 else true", "red.gold == 1 or 0 <= red.gold", "salt in {salt}",
        "red.gold - red.gold == 0", "red.gold + 1 > red.gold", "2 * red.gold == red.gold * 2", "size(players) == 2",
        "count(c for c in Card) == size(Card)", "count(p for p in players) == size(players)", "size(players) < 3",
        "yes()", "yes_again()", "-red.gold + 3 != 2 - red.gold",
    ],
)  # fmt: skip
def test_what_always_holds_proves_nothing(tmp_path: Path, condition: str) -> None:
    why = _why(tmp_path, f'{{when: [{{red: earn}}], then: "{condition}"}}')
    assert why == f"`{condition}` holds whatever the rules do"


@pytest.mark.parametrize(
    "condition",
    [
        "red.gold >= 1", "red.gold < 20", "red.debt >= 0", "red.level <= 9", "size(deck) == 3", "green in players",
        "all(c.worth < 9 for c in Card)", "any(true for c in Card)", "red.gold > 3 or red.gold < 3", "double(2) == 4",
        "number(wool) == 1", "most == 9", "red.gold in [0, 1]", "any(true for p in players if p.gold > 0)",
        "count(c for c in Card if c.worth > 0) == size(Card)", "red.gold - blue.gold == 0", "size(players) == 3",
        "may_be()", "around()", "[c for c in Card] + [c for c in deck] == [c for c in deck] + [c for c in Card]",
        "2 * red.gold == red.gold", "size(Card) == 3",
    ],
)  # fmt: skip
def test_what_can_fail_is_a_claim(tmp_path: Path, condition: str) -> None:
    assert _why(tmp_path, f'{{when: [{{red: earn}}], then: "{condition}"}}') == ""


def test_what_was_put_in_place_proves_nothing_when_nothing_is_done(tmp_path: Path) -> None:
    told = "`red.gold == 5` is what was put in place, and nothing is done"
    assert _why(tmp_path, "{given: red.gold = 5, then: red.gold == 5}") == told
    assert _why(tmp_path, "{before: red.gold = 5, then: [red.gold == 5, blue.gold >= 0]}") == told
    assert _why(tmp_path, "{given: red.gold = 5, when: [{red: earn}], then: red.gold == 5}") == ""
    assert _why(tmp_path, "{given: red.gold = 5, then: red.gold == 5 and blue.gold == 0}") == ""


def test_how_many_play_is_said_by_the_example(tmp_path: Path) -> None:
    told = "`size(players) == 3` holds whatever the rules do"
    assert _why(tmp_path, '{players: 3, when: [{red: earn}], then: "size(players) == 3"}') == told
    assert _why(tmp_path, '{players: 3, when: [{red: earn}], then: "size(players) == 2"}') == ""
