"""Rulesets as games of OpenSpiel: the library's own test, what its algorithms say, and that chance and secrets are
where they belong."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yupana
from yupana.interpreter.game import UsageError
from yupana.tests.training.games import TOGETHER

pyspiel = pytest.importorskip("pyspiel")

QUICK = (
    "goofspiel", "kuhn_poker", "leduc_poker", "liars_dice", "rock_paper_scissors", "stepping_stones", "tic_tac_toe",
)  # fmt: skip
LONG = (
    "amazons", "backgammon", "breakthrough", "cargo_empire", "checkers", "connect_four", "go", "hearts", "hex",
    "nine_mens_morris", "quoridor", "reversi",
)  # fmt: skip


def _exploitability(game: Any) -> float:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    return float(exploitability.exploitability(game, policy.UniformRandomPolicy(game)))


@pytest.mark.parametrize("name", [*QUICK, *[pytest.param(each, marks=pytest.mark.slow) for each in LONG]])
def test_the_library_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(yupana.spiel_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe"])
def test_every_engine_plays_it_alike(name: str) -> None:
    states = [yupana.spiel_game(name, engine=engine).new_initial_state() for engine in ("python", "auto")]
    assert yupana.spiel_game(name).rules.back_end.name == "python"
    draw = random.Random(1)
    while not states[0].is_terminal():
        mine, its = [each.legal_actions() for each in states]
        assert its == mine
        action = draw.choice(mine)
        for each in states:
            each.apply_action(action)
    assert str(states[1]) == str(states[0])
    assert states[1].returns() == states[0].returns()


def test_random_play_of_kuhn_poker_can_be_exploited_as_far_as_is_known() -> None:
    """11/24, by exact computation; the same as the library's own game."""
    found = _exploitability(yupana.spiel_game("kuhn_poker", rewards="score"))
    assert found == pytest.approx(11 / 24)
    assert found == pytest.approx(_exploitability(pyspiel.load_game("kuhn_poker")))


@pytest.mark.slow
def test_random_play_of_leduc_poker_can_be_exploited_as_far_as_is_known() -> None:
    found = _exploitability(yupana.spiel_game("leduc_poker", rewards="score"))
    assert found == pytest.approx(_exploitability(pyspiel.load_game("leduc_poker")))


@pytest.mark.slow
def test_counterfactual_regret_finds_the_value_of_kuhn_poker() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score

    game = yupana.spiel_game("kuhn_poker", rewards="score")
    solver = cfr.CFRSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policies = [solver.average_policy()] * 2
    assert expected_game_score.policy_value(game.new_initial_state(), policies)[0] == pytest.approx(-1 / 18, abs=0.02)


def test_where_all_play_together_all_have_the_same_utility() -> None:
    game = yupana.spiel_game(TOGETHER, 2)
    assert game.get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    assert yupana.spiel_game("tic_tac_toe").get_type().utility == pyspiel.GameType.Utility.ZERO_SUM


def test_chance_is_told_draw_by_draw() -> None:
    state = yupana.spiel_game("kuhn_poker").new_initial_state()
    bounds = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(weight for _, weight in outcomes) == pytest.approx(1)
        bounds.append(len(outcomes))
        state.apply_action(outcomes[-1][0])
    assert bounds == [3, 2]  # one card of three, one of the two that are left
    assert "king" in state.observation_string(0)
    assert "queen" in state.observation_string(1)


def test_a_seat_knows_what_it_was_told_and_nothing_else() -> None:
    known: dict[str, set[str]] = {"mine": set(), "theirs": set()}
    for first in range(3):
        for second in range(2):
            state = yupana.spiel_game("kuhn_poker").new_initial_state()
            for action in (first, second, state.get_game().encoding.actions.names.index("bet")):
                state.apply_action(action)
            known["mine"].add(state.information_state_string(1))
            known["theirs"].add(state.information_state_string(0))
            assert "bet" in state.information_state_string(1)
    assert {name: len(each) for name, each in known.items()} == {"mine": 3, "theirs": 3}


def test_what_is_chosen_in_secret_is_not_known_to_the_other() -> None:
    known = set()
    for action in range(3):
        state = yupana.spiel_game("rock_paper_scissors").new_initial_state()
        state.apply_action(action)
        assert state.current_player() == 1
        known.add((state.information_state_string(), state.observation_string()))
    assert len(known) == 1


def test_a_copy_goes_its_own_way() -> None:
    draw = random.Random(2)
    state = yupana.spiel_game("checkers").new_initial_state()
    for _ in range(15):
        before = str(state)
        other = state.clone()
        other.apply_action(draw.choice(other.legal_actions()))
        assert str(state) == before
        assert str(other) != before
        state = other


@pytest.mark.parametrize(
    ("named", "said"), [({"players": 3}, "takes 2 players"), ({"rewards": "fame"}, "Rewards"), ({"fee": 1}, "takes")]
)
def test_what_there_is_not_is_refused_in_a_sentence(named: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        yupana.spiel_game("kuhn_poker", **named)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yupana.tools.shell.extras.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'yupana\[bench\]'"):
        yupana.spiel_game("tic_tac_toe")
