"""A condition of an example that does not hold says what its parts are."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import ExampleResult, run_examples

BASE = """
ruleset: {name: cards, title: Cards, language: 3}
constants: {ap_per_turn: 6}
players: {min: 2, max: 2, names: [red, blue], fields: {ap: {type: int 0..9, start: 3}, friend: Player?}}
kinds: {Card: {entries: {ace: {}, king: {}, jack: {}}, start: hand}}
zones: {hand: {of: Card}, heap: {of: Card}}
state: {marks: {type: "set[Player]", start: "{blue}"}, level: {type: "map[Player, int 0..3]"}}
functions:
  twice: {of: {n: int -99..99}, is: n * 2}
  rich: {of: {p: Player, n: int}, is: p.ap >= n}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
examples:
  one: {then: "CONDITION"}
"""


def result(folder: Path, condition: str) -> ExampleResult:
    path = folder / "cards.yaml"
    path.write_text(BASE.replace("CONDITION", condition), encoding="utf-8")
    compiled = compile_ruleset(path)
    assert compiled.diagnostics == []
    (found,) = run_examples(compiled)
    return found


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("red.ap == ap_per_turn - 2", "3 == 6 - 2"),
        ("red.ap == 3 and size(hand) == 2", "size(hand) == 2 is 3 == 2"),
        ("red.ap == 4 and size(hand) == 2", "red.ap == 4 is 3 == 4; size(hand) == 2 is 3 == 2"),
        ("red.ap == 4 or size(hand) > 3", "red.ap == 4 is 3 == 4; size(hand) > 3 is 3 > 3"),
        ("not (red.ap == 3 and ace in hand)", "not (3 == 3 and ace in [ace, king, jack])"),
        ("ace in heap", "ace in []"),
        ("winners() == [red]", "[red, blue] == [red]"),
        ("marks == {red}", "{blue} == {red}"),
        ("all(p.ap > 3 or p == red for p in players)", "false for [blue]"),
        ("any(p.ap > 3 for p in players)", "true for none of [red, blue]"),
        ("rich(red, red.ap + 1)", "rich(red, 3 + 1) is false"),
        ("twice(red.ap) - 1 <= 2", "6 - 1 <= 2"),
        ("red.friend == blue", "none == blue"),
        ("red.friend != none and red.friend.ap == 3", "red.friend != none is none != none"),
        ("level[red] == 2", "0 == 2"),
        ("1 <= red.ap <= 2", "1 <= 3 <= 2"),
        ("[p.ap for p in players] == [3, 4]", "[3, 3] == [3, 4]"),
        ("max(p.ap for p in players) == 4", "3 == 4"),
        ("false", ""),
        ("1 == 2", ""),
        ("is_over()", ""),
    ],
)
def test_the_values_are_told(condition: str, told: str, tmp_path: Path) -> None:
    found = result(tmp_path, condition)
    text = f"does not hold: {condition}"
    assert found.message == (f"{text} ({told})" if told else text)
    assert not found.ok


def test_the_parts_by_their_text(tmp_path: Path) -> None:
    found = result(tmp_path, "red.ap == ap_per_turn - 2")
    assert found.values == {"red.ap": "3", "ap_per_turn": "6"}


def test_what_is_told_is_bounded(tmp_path: Path) -> None:
    wide = " and ".join(f"red.ap + size(hand) + blue.ap == {n}" for n in range(20, 60))
    found = result(tmp_path, wide)
    assert len(found.message) < len(wide) + 1200
    listed = result(tmp_path, "[n * red.ap for n in 1..90] == []")
    assert listed.message.endswith("([3, 6, 9, 12, 15, 18, 21, 24, … 90 in all] == [])")
