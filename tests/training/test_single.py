"""Gymnasium's own check on every shipped game, and what it leaves out: opponents, seats, illegal actions."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
import yupana
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from yupana.interpreter.game import UsageError
from yupana.tests.found import game
from yupana.tests.training.games import GAMES, every_other


def _play(env: Any, seed: int, policy: Any) -> tuple[list[Any], float]:
    observation, info = env.reset(seed=seed)
    seen = []
    while True:
        assert env.observation_space.contains(observation)
        seen.append(observation.tolist())
        action = policy(observation, info["action_mask"])
        observation, reward, over, broken_off, info = env.step(action)
        if over or broken_off:
            return seen, reward


def _first(observation: NDArray[Any], mask: NDArray[np.int8]) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("target", every_other(GAMES, 0))
def test_the_library_finds_nothing_wrong(target: str) -> None:
    for players in {max(game(target).min_players, 1), game(target).max_players}:
        env = yupana.gym_env(target, players)
        check_env(env, skip_render_check=True)
        again = yupana.gym_env(target, players)
        assert _play(env, 4, _first) == _play(again, 4, _first)


def test_opponents_are_bots_or_policies() -> None:
    wins = {"first": 0.0, "mcts:50": 0.0}
    for opponents in wins:
        env = yupana.gym_env("tic_tac_toe", seat="x", opponents=opponents)
        wins[opponents] = sum(_play(env, seed, _first)[1] for seed in range(10))
    assert wins["first"] == 10  # x gets a diagonal
    assert wins["mcts:50"] < 0
    asked = []

    def opponent(observation: NDArray[Any], mask: NDArray[np.int8]) -> int:
        asked.append(observation)
        return _first(observation, mask)

    env = yupana.gym_env("tic_tac_toe", seat=0, opponents=opponent)
    assert _play(env, 1, _first)[1] == 1.0
    assert len(asked) == 3  # between the moves of x, until it has a diagonal


def test_the_learner_sits_on_one_seat_or_on_any() -> None:
    for seat, number in (("o", 1), (0, 0)):
        env = yupana.gym_env("tic_tac_toe", seat=seat)
        assert {env.reset(seed=seed)[0].size and env.seat for seed in range(8)} == {number}
    env = yupana.gym_env("goofspiel", 4)
    assert {env.reset(seed=seed)[0].size and env.seat for seed in range(40)} == {0, 1, 2, 3}
    with pytest.raises(UsageError, match="There is no seat"):
        yupana.gym_env("tic_tac_toe", seat="z")


def test_an_action_that_is_not_legal_ends_the_game_at_a_loss() -> None:
    env = yupana.gym_env("tic_tac_toe", seat=0)
    env.reset(seed=1)
    env.step(4)
    _, reward, over, broken_off, info = env.step(4)
    assert (reward, over, broken_off, info["illegal"]) == (-1.0, True, False, True)


def test_a_game_that_is_over_takes_no_action() -> None:
    env = yupana.gym_env("tic_tac_toe", opponents="first", seat=0)
    _play(env, 1, _first)
    with pytest.raises(UsageError, match="over"):
        env.step(8)


def test_a_game_that_takes_too_long_is_broken_off() -> None:
    env = yupana.gym_env("chess", max_decisions=7)
    _, reward = _play(env, 1, _first)
    assert reward == 0.0
    assert not env.action_masks().any() or env.unwrapped._seats.broken_off


def test_masks_are_there_as_other_libraries_ask_for_them() -> None:
    env = yupana.gym_env("connect_four")
    _, info = env.reset(seed=2)
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    assert 0 < env.action_masks().sum() <= 7


def test_environments_are_made_by_name_and_run_side_by_side() -> None:
    made = gymnasium.make("yupana.tools.training.single:yupana/Game-v0", ruleset="tic_tac_toe", seat="x")
    assert made.reset(seed=3)[0].tolist() == yupana.gym_env("tic_tac_toe", seat="x").reset(seed=3)[0].tolist()
    several = gymnasium.vector.SyncVectorEnv([lambda: yupana.gym_env("kuhn_poker")] * 3)
    observations, infos = several.reset(seed=1)
    assert observations.shape[0] == 3
    assert infos["action_mask"].shape[0] == 3
    env = pickle.loads(pickle.dumps(yupana.gym_env("goofspiel", 3, {"cards": 5}, opponents="greedy")))
    assert env.encoding.digest == yupana.gym_env("goofspiel", 3, {"cards": 5}).encoding.digest


def test_a_picture_is_the_table() -> None:
    env = yupana.gym_env("tic_tac_toe", seat="x", opponents="first", render_mode="ansi")
    env.reset(seed=1)
    env.step(4)
    assert env.render() == "   a b c\n1  o · · 1\n2  · x · 2\n3  · · · 3\n   a b c\nx: …\n"
