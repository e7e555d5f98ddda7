"""What lasts until something happens, and a player's choice of which trigger comes next, over saving, undo and
copies; and that equal positions are equal, however they were reached."""

from __future__ import annotations

from yupana.interpreter.game import Game
from yupana.tests.found import game

LASTING = "tests/language/51_lasting.yaml"
ORDER = "tests/language/52_order.yaml"


def _game(target: str) -> Game:
    return game(target)


def test_what_lasts_is_part_of_the_position() -> None:
    one, other = (_game(LASTING).start(players=2, seed=1) for _ in range(2))
    for option in ("cast(spell=fury)", "rest"):
        one.apply(option)
    for option in ("rest", "rest"):
        other.apply(option)
    assert one.key != other.key
    saved = _game(LASTING).resume(one.to_json())
    assert saved.key == one.key
    before = one.key
    one.apply("rest")
    one.undo()
    assert one.key == before
    copy = one.clone()
    copy.apply("rest")
    assert one.key == before


def test_what_is_over_leaves_nothing() -> None:
    one, other = (_game(LASTING).start(players=2, seed=1) for _ in range(2))
    one.apply("cast(spell=turns)")
    other.apply("rest")
    assert one.key != other.key
    for state in (one, other):
        state.apply("rest")
    assert one.key == other.key


def test_a_choice_of_triggers_is_a_decision_like_all_others() -> None:
    state = _game(ORDER).start(players=3, seed=1)
    state.apply("bell")
    assert (state.decision.player, state.decision.name) == ("blue", "line")
    assert [each.text for each in state.decision.options] == ["bark", "hiss"]
    waiting = state.key
    again = _game(ORDER).resume(state.to_json())
    assert again.key == waiting
    state.apply("hiss")
    assert state.decision.player == "blue"
    assert state.decision.name == "main"
    state.undo()
    assert state.key == waiting
    again.apply("bark")
    assert again.observation("red")["fields"]["told"][-4:] == [33, 44, 11, 80]
