"""Goofspiel beside OpenSpiel, where all players move in one simultaneous node.

The mapping: our players decide one after the other, in the order of their seats, at the node at which OpenSpiel asks
all of them together; `card_n` is its action n - 1. What they do is taken there when ours have all decided. The prize
that is turned up is its chance node. OpenSpiel plays the last round itself, in which nobody has a choice.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.game import Option, State
from yupana.tests.found import game
from yupana.tools.playing.perft import count_leaves

from .beside import plus_and_minus

spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")

SORTS = [
    (2, 13, "shuffled", "random", "win_loss"),
    (2, 5, "falling", "descending", "win_loss"),
    (3, 6, "rising", "ascending", "total_points"),
    (4, 13, "shuffled", "random", "total_points"),
]
"""Players, cards, our order of the prizes and theirs, and what they pay."""

each_sort = pytest.mark.parametrize("sort", SORTS, ids=lambda sort: f"{sort[0]}-{sort[1]}-{sort[2]}")


@each_sort
def test_random_games_are_the_same(sort: tuple[int, int, str, str, str]) -> None:
    assert sum(played(sort, seed) for seed in range(1, 5)) > 30


@pytest.mark.slow
@each_sort
def test_many_random_games_are_the_same(sort: tuple[int, int, str, str, str]) -> None:
    assert sum(played(sort, seed) for seed in range(100, 600)) > 4000


@pytest.mark.parametrize(("players", "cards", "sequences"), [(2, 3, [3, 9, 18, 36, 36, 36]), (3, 3, [3, 9, 27, 54])])
def test_every_order_of_all_hands_is_a_game(players: int, cards: int, sequences: list[int]) -> None:
    state = game("goofspiel").start(players=players, options={"cards": cards, "order": "falling"})
    assert [count_leaves(state, depth) for depth in range(1, len(sequences) + 1)] == sequences


def _worth(option: Option) -> int:
    return int(option.args["card"].rpartition("_")[2])


def _prize(state: State) -> int:
    """What the prize that lies open is worth."""
    (prize,) = state.observation(0)["zones"]["on_show"]  # type: ignore[misc]
    return int(str(prize).rpartition("_")[2])


def played(sort: tuple[int, int, str, str, str], seed: int) -> int:
    """One random game in both; gives the number of decisions."""
    players, cards, order, theirs, pays = sort
    name = f"goofspiel(players={players},num_cards={cards},points_order={theirs},returns_type={pays})"
    state = game("goofspiel").start(players=players, seed=seed, options={"cards": cards, "order": order})
    other, draw = spiel.load_game(name).new_initial_state(), random.Random(seed)
    while not other.is_terminal():
        if other.is_chance_node():
            assert _prize(state) - 1 in [action for action, _ in other.chance_outcomes()]
            other.apply_action(_prize(state) - 1)
            continue
        assert other.is_simultaneous_node()
        actions = []
        for seat in range(players):
            assert state.decision is not None
            assert state.seat == seat
            options = {_worth(option) - 1: option for option in state.decision.options}
            assert sorted(options) == other.legal_actions(seat), state.decisions
            actions.append(draw.choice(sorted(options)))
            state.apply(options[actions[-1]])
        other.apply_actions(actions)
    while not state.over:
        assert state.decision is not None
        assert len(state.decision.options) == 1
        state.apply(state.decision.options[0])
    expected = plus_and_minus(state) if pays == "win_loss" else [float(each) for each in state.points]
    assert list(other.returns()) == expected, state.decisions
    return state.ply
