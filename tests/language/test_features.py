"""Features are worked out for a player, by every back end alike, and nothing in the game depends on them."""

from __future__ import annotations

import json
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.program.codec import from_json, to_json
from yupana.tests.found import BackEnd

GAME = """\
ruleset: {name: pots, title: Pots, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {money: {type: int 0..99, start: 3}, last: int 0..9}}
kinds:
  Card: {attributes: {worth: int}, start: deck, entries: {low: {count: 3, worth: 1}, high: {count: 3, worth: 4}}}
zones:
  deck: {of: Card, visible: none}
  hand: {of: Card, each: Player, visible: owner}
functions:
  mine: {is: me.money}
setup:
  - do: |
      for p in players: draw 1 from deck to p.hand
actions:
  earn: {parameters: {n: {in: 1..3}}, effects: me.money += n; me.last = n}
  stop: {when: me.money > 5, effects: end game}
flow: [{turns: turn, until: over}]
scoring: {items: {money: me.money}}
"""
FEATURES = """\
features:
  money: mine() + number(me)
  card: {value: sum(c.worth for c in me.hand), text: What my card is worth}
  ahead: score(me) - max([score(p) for p in players if p != me])
  stops: 1 if can(me, stop) else 0
  over: 1 if is_over() else 0
"""


def write(folder: Path, features: str = FEATURES) -> Path:
    path = folder / "pots.yaml"
    path.write_text(GAME + features, encoding="utf-8")
    return path


def test_they_are_worked_out_for_the_player(tmp_path: Path, back_end: BackEnd) -> None:
    game = back_end.game(compile_ruleset(write(tmp_path)))
    assert game.features == ("money", "card", "ahead", "stops", "over")
    state = game.start(players=3, seed=4)
    cards = {name: int(str(state.observation(name)).count("high") > 0) * 3 + 1 for name in state.names}
    state.apply("earn(n=3)")
    before = state.key
    numbers = {name: state.features(name) for name in state.names}
    assert numbers == {
        "red": (6, cards["red"], 3, 1, 0),
        "blue": (4, cards["blue"], -3, 0, 0),
        "green": (5, cards["green"], -3, 0, 0),
    }
    assert state.key == before
    assert state.features(2) == numbers["green"]


def test_at_the_end_they_may_still_be_asked(tmp_path: Path, back_end: BackEnd) -> None:
    path = write(tmp_path, "features: {over: '1 if is_over() else 0', money: me.money}\n")
    game = back_end.game(compile_ruleset(path))
    state = game.start(players=2)
    for option in ("earn(n=3)", "earn(n=1)", "stop"):
        state.apply(option)
    assert [state.features(name) for name in state.names] == [(1, 6), (1, 4)]


def test_without_the_section_there_are_none(tmp_path: Path, back_end: BackEnd) -> None:
    game = back_end.game(compile_ruleset(write(tmp_path, "")))
    assert (game.features, game.start().features("red")) == ((), ())


def test_the_game_goes_as_without_them(tmp_path: Path, back_end: BackEnd) -> None:
    keys = []
    for features in ("", FEATURES):
        state = back_end.game(compile_ruleset(write(tmp_path, features))).start(players=2, seed=9)
        state.apply("earn(n=2)")
        keys.append((state.key, [str(each) for each in state.decision.options] if state.decision else []))
    assert keys[0] == keys[1]


def test_a_program_keeps_them(tmp_path: Path) -> None:
    program = compile_ruleset(write(tmp_path)).program
    assert program is not None
    assert from_json(json.loads(json.dumps(to_json(program)))) == program
    assert [name for name, _ in program.features.items] == ["money", "card", "ahead", "stops", "over"]


OVERLAY = """\
ruleset: {name: other, title: Other, language: 4, extends: pots}
change: {features: {card: {value: 2 * size(me.hand)}}}
remove: {features: [ahead, over]}
features: {last: me.last}
"""


def test_an_overlay_changes_removes_and_adds_some(tmp_path: Path, back_end: BackEnd) -> None:
    write(tmp_path)
    (tmp_path / "other.yaml").write_text(OVERLAY, encoding="utf-8")
    game = back_end.game(compile_ruleset(tmp_path / "other.yaml"))
    assert game.features == ("money", "card", "stops", "last")
    assert game.start().features("red") == (3, 2, 0, 0)
