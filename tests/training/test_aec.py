"""PettingZoo's own tests on every shipped game, and what they leave out: rewards, secrecy, games broken off."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
import yupana
from pettingzoo.test import api_test, render_test, seed_test
from yupana.interpreter.game import UsageError
from yupana.tests.found import game
from yupana.tests.training.games import GAMES, TOGETHER, every_other
from yupana.tools.training.aec import GameEnv

# it knows by name which environments may have observations that are more than an array
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def _play(env: Any, seed: int) -> tuple[list[Any], dict[str, float]]:
    """A random game: what was seen, and what everybody got."""
    env.reset(seed=seed)
    draw, seen, got = np.random.default_rng(seed), [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, broken_off, _ = env.last()
        got[agent] += reward
        action = None
        if not over and not broken_off:
            assert env.observation_space(agent).contains(observation)
            action = int(draw.choice(np.flatnonzero(observation["action_mask"])))
            seen.append((agent, action))
        env.step(action)
    return seen, got


@pytest.mark.parametrize("target", every_other(GAMES, 1))
def test_the_library_finds_nothing_wrong(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = {game(target).min_players, game(target).max_players}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        for number in players:
            api_test(yupana.aec_env(target, number), num_cycles=60)
    seed_test(lambda: yupana.aec_env(target, max(players)), num_cycles=30)


@pytest.mark.slow
@pytest.mark.parametrize("target", GAMES)
def test_the_library_finds_nothing_wrong_with_pictures(target: str) -> None:
    render_test(lambda render_mode=None: yupana.aec_env(target, render_mode=render_mode))


def test_a_picture_is_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    env = GameEnv("tic_tac_toe", seed=1, render_mode="ansi")
    env.reset()
    env.step(4)
    assert env.render() == "   a b c\n1  · · · 1\n2  · x · 2\n3  · · · 3\n   a b c\no: …\n"
    render_test(lambda render_mode=None: yupana.aec_env("leduc_poker", render_mode=render_mode))


def test_a_picture_shows_no_hand() -> None:
    env = GameEnv("kuhn_poker", render_mode="ansi")
    for seed in range(6):
        env.reset(seed=seed)
        shown = env.render()
        assert shown is not None
        assert not any(card in shown for card in ("jack", "queen", "king"))


def test_the_winner_gets_one_and_the_loser_pays_it() -> None:
    env = yupana.aec_env("tic_tac_toe")
    env.reset(seed=1)
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert env.terminations == {"player_0": True, "player_1": True}
    env.reset()
    for action in (0, 1, 2, 4, 3, 5, 7, 6, 8):
        env.step(action)
    assert env.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_scores_are_counted_against_their_mean() -> None:
    env = GameEnv("kuhn_poker", rewards="score")
    for seed in range(8):
        _, got = _play(env, seed)
        state = env._seats.state
        assert list(got.values()) == list(state.points)  # what one wins the other loses
    _, got = _play(GameEnv("cargo_empire", 3, rewards="score"), 1)
    assert sum(got.values()) == pytest.approx(0)


@pytest.mark.parametrize("rewards", ["result", "score"])
def test_who_play_together_get_the_same(rewards: Any) -> None:
    env = GameEnv(TOGETHER, 3, rewards=rewards)
    for seed in range(8):
        _, got = _play(env, seed)
        state = env._seats.state
        came = 1.0 if state.winners else -1.0
        assert set(got.values()) == {came if rewards == "result" else sum(state.points) / 3}


def test_the_same_seed_gives_the_same_games_and_they_go_on_from_it() -> None:
    runs = []
    for _ in range(2):
        env = yupana.aec_env("cargo_empire", 2)
        first = _play(env, 5)
        env.reset()
        runs.append((first, env.last()[0]["observation"].tolist()))
    assert runs[0] == runs[1]
    env.reset(seed=5)
    assert env.last()[0]["observation"].tolist() != runs[0][1]


def test_a_seed_is_that_of_the_game() -> None:
    env = GameEnv("leduc_poker")
    env.reset(seed=11)
    assert env._seats.state.key == game("leduc_poker").start(2, 11).key


def test_what_is_chosen_in_secret_is_not_seen_before_all_have_chosen() -> None:
    shown = []
    for action in range(3):
        env = GameEnv("rock_paper_scissors")
        env.reset(seed=1)
        env.step(action)
        other = env.agent_selection
        assert other == "player_1"
        shown.append(env.observe(other))
    assert all(np.array_equal(shown[0][key], each[key]) for each in shown for key in each)


def test_only_the_agent_that_acts_has_legal_actions_and_sees_its_own_steps() -> None:
    env = GameEnv("chess")
    env.reset(seed=1)
    other_before = env.observe("player_1")["observation"]
    mask = env.observe("player_0")["action_mask"]
    env.step(int(np.flatnonzero(mask)[0]))
    assert env.agent_selection == "player_0"  # the piece is chosen, its target is not
    assert not env.observe("player_1")["action_mask"].any()
    assert np.array_equal(env.observe("player_1")["observation"], other_before)
    steps = [i for i, name in enumerate(env.encoding.names) if name.startswith("step 2 = ")]
    assert env.observe("player_0")["observation"][steps].sum() == 1


def test_a_game_that_takes_too_long_is_broken_off_without_a_reward() -> None:
    env = yupana.aec_env("chess", max_cycles=6)
    _, got = _play(env, 2)
    assert set(got.values()) == {0.0}
    assert env.unwrapped._seats.state.ply == 6


def test_an_action_that_is_not_legal_loses() -> None:
    env = yupana.aec_env("tic_tac_toe")
    env.reset(seed=1)
    env.step(4)
    env.step(4)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": -1.0}
    bare = GameEnv("tic_tac_toe")
    bare.reset(seed=1)
    bare.step(4)
    with pytest.raises(UsageError, match="Action 4 is not legal"):
        bare.step(4)


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(GameEnv("goofspiel", 3, {"cards": 5}, view="numbers")))
    assert env.encoding.digest == GameEnv("goofspiel", 3, {"cards": 5}, view="numbers").encoding.digest
    assert env.names == dict(zip(env.possible_agents, game("goofspiel").start(3).names, strict=True))


@pytest.mark.parametrize(
    ("named", "said"),
    [({"players": 5}, "takes 2 players"), ({"options": {"size": 3}}, "option"), ({"rewards": "fame"}, "Rewards are"),
     ({"max_cycles": 0}, "at least one decision"), ({"engine": "steam"}, "steam")],
)  # fmt: skip
def test_what_there_is_not_is_refused_in_a_sentence(named: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        yupana.aec_env("tic_tac_toe", **named)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yupana.tools.shell.extras.find_spec", lambda name: None)
    for make in (yupana.aec_env, yupana.gym_env):
        with pytest.raises(UsageError, match=r"pip install 'yupana\[rl\]'"):
            make("tic_tac_toe")
