"""Actions: every option has a word of its own, which leads to it, and actions mean the same in every position."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from yupana.interpreter.game import Game, UsageError
from yupana.interpreter.program import ir
from yupana.tests.found import game
from yupana.tests.training.games import GAMES
from yupana.tools.training.actions import Actions, Choice, Word


def _positions(target: str, players: int, count: int) -> list[Any]:
    state, draw, out = game(target).start(players, 3), random.Random(3), []
    while not state.over and len(out) < count:
        out.append(state.clone())
        state.apply_tuple(draw.choice(state.option_tuples()))
    return out


@pytest.mark.parametrize("target", GAMES)
def test_every_option_is_reached_by_its_own_steps(target: str) -> None:
    for players in {game(target).min_players, game(target).max_players}:
        seen = game(target).seen(players)
        for form in ("auto", "stepwise"):
            actions = Actions(game(target), seen, form)
            assert len(set(actions.names)) == len(actions) or not actions.flat
            for state in _positions(target, players, 12):
                options = state.option_tuples()
                words = actions.words(options, seen.look(state, state.seat).places)
                assert len(set(words)) == len(options)
                assert all(0 <= step < len(actions) for word in words for step in word)
                some = list(range(len(options)))[:: max(1, len(options) // 15)]
                assert [_walk(options, words, words[i]) for i in some] == [options[i] for i in some]


def _walk(options: list[Any], words: list[Word], word: Word) -> Any:
    """The option that is chosen by taking the steps of a word wherever there is something to choose."""
    choice = Choice(options, words)
    while True:
        assert choice.legal
        chosen = choice.take(word[len(choice.so_far)])
        if chosen is not None:
            return chosen


def test_flat_actions_are_named_options() -> None:
    actions = Actions(game("tic_tac_toe"), game("tic_tac_toe").seen())
    assert actions.flat
    state = game("tic_tac_toe").start()
    state.apply("mark(space=b2)")
    decision = state.decision
    assert decision is not None
    words = actions.words(state.option_tuples(), game("tic_tac_toe").seen().look(state, 1).places)
    assert [actions.names[word[0]] for word in words] == [option.text for option in decision.options]
    assert len(actions) == 9


def test_steps_that_leave_no_choice_are_not_asked() -> None:
    seen, state = game("checkers").seen(), game("checkers").start()
    actions = Actions(game("checkers"), seen)
    words = actions.words(state.option_tuples(), seen.look(state, 0).places)
    choice = Choice(state.option_tuples(), words)
    assert [actions.names[step] for step in choice.so_far] == ["1 move"]  # nobody can jump yet
    assert {actions.names[step].rstrip("12345678") for step in choice.legal} <= set("abcdefgh")


def test_an_action_that_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="5"):
        Choice([(0,), (1,)], [(0,), (1,)]).take(5)


def test_numbers_and_lists_of_any_size_have_words_and_none_begins_with_another() -> None:
    number, members = ir.ValueType("int", optional=True), ir.ValueType("member", 0, many=True)
    truth, list_of = ir.ValueType("bool"), ir.ValueType("int", many=True)
    known = [
        ir.Alternative("bid", (("n", number), ("sure", truth)), -1, (), -1),
        ir.Alternative("give", (("cards", members), ("to", ir.ValueType("member", 0, optional=True))), -1, (), -1),
        ir.Alternative("say", (("numbers", list_of),), -1, (), -1),
    ]
    stub: Any = SimpleNamespace(program=SimpleNamespace(alternatives=known, name="stub"))
    seen: Any = SimpleNamespace(members=lambda domain: ("a", "b", "c"))
    actions = Actions(stub, seen)
    assert not actions.flat
    values = [ir.NO_INT, ir.INT_MIN, -64, -1, 0, 1, 63, 64, 4096, ir.INT_MAX]
    options: list[Any] = [(0, value, sure) for value in values for sure in (0, 1)]
    options += [(1, cards, to) for cards in ((), (0,), (0, 1), (1, 0), (2, 2, 2)) for to in (-1, 0, 2)]
    options += [(1, 0b101, -1), *[(2, each) for each in ((), (5,), (5, -7), (70_000, 1))]]
    words = actions.words(options, [[1, 2, 3, 0]])
    assert len(set(words)) == len(options) - 0
    assert [one for one in words for two in words if one != two and two[: len(one)] == one] == []
    assert [_walk(options, words, word) for word in words] == options
    with pytest.raises(UsageError, match="stepwise"):
        Actions(stub, seen, "flat")


def test_a_form_that_there_is_not_is_refused() -> None:
    one: Game = game("tic_tac_toe")
    with pytest.raises(UsageError, match="auto, flat, stepwise"):
        Actions(one, one.seen(), "round")  # type: ignore[arg-type]
