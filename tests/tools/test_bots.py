"""Bots as people write them."""

from __future__ import annotations

import pytest
from yupana.interpreter.game import load
from yupana.schemas.errors import UsageError
from yupana.tools.balance.playing import better_and_worse
from yupana.tools.bots.seats import BOTS, make_bot, read_bots

from .command_line import Yupana

SEATS = ("red", "blue")


@pytest.mark.parametrize(("text", "people", "kinds"), [
    ("mcts:2000", False, ["mcts:2000", "mcts:2000"]),
    ("mcts:0.5s, greedy", False, ["mcts:0.5s", "greedy"]),
    ("blue=mcts:20,red=greedy", False, ["greedy", "mcts:20"]),
    ("mcts:20@30, flat:0.5s@4", False, ["mcts:20@30", "flat:0.5s@4"]),
    ("blue=mcts", True, ["human", "mcts"]),
])  # fmt: skip
def test_seats_are_read(text: str, people: bool, kinds: list[str]) -> None:
    assert read_bots(text, SEATS, people=people) == kinds


@pytest.mark.parametrize(("text", "said"), [
    ("mtcs:20", "There is no bot called `mtcs`. Did you mean `mcts`?"),
    ("mcts:fast", "A budget is a number of rounds or of seconds"),
    ("mcts:0", "A budget is"), ("mcts:-1s", "A budget is"), ("mcts:nans", "A budget is"),
    ("mcts:99999999999999999999", "A budget is"),
    ("mcts:20@", "A budget is"), ("mcts:20@0", "A budget is"), ("mcts:@20", "A budget is"),
    ("mcts:20@9@9", "A budget is"), ("mcts:2000000000", "A budget is"), ("mcts:20@200000", "A budget is"),
    ("greedy:20", "`greedy` takes no budget"),
    ("red=greedy", "`--bots` names no bot for blue."),
    ("green=greedy", "There is no seat `green`"),
])  # fmt: skip
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    with pytest.raises(UsageError) as fault:
        read_bots(text, SEATS, people=False)
    assert said in str(fault.value)


def test_a_bot_with_a_budget_of_time_decides() -> None:
    state = load("tic_tac_toe").start(seed=1)
    options = state.option_tuples()
    assert 0 <= make_bot("mcts:0.01s", 1).choose(state, options) < len(options)


def test_a_round_that_looks_one_decision_far_is_judged_by_the_points_after_it() -> None:
    state = load("reversi").start(seed=3)
    for _ in range(20):
        options = state.option_tuples()
        points = []
        for option in options:
            after = state.clone()
            after.apply_tuple(option)
            points.append(after.points[state.seat])
        assert points[make_bot(f"flat:{len(options)}@1", 1).choose(state, options)] == max(points)
        state.apply_tuple(options[0])


@pytest.mark.parametrize(("bot", "better"), [
    ("mcts:20", "mcts:80"), ("mcts:20@9", "mcts:80@9"), ("flat:0.5s@9", "flat:2s@9"), ("mcts", "mcts:1600"),
])  # fmt: skip
def test_a_better_bot_thinks_for_longer_and_as_far(bot: str, better: str) -> None:
    assert better_and_worse(bot) == (better, bot)


def test_bots_with_budgets_play(yupana: Yupana) -> None:
    ran = yupana("simulate", "tic_tac_toe", "--games", "2", "--bots", "o=mcts:30,x=random", "--json")
    assert [each["bot"] for each in ran.document["seats"]] == ["random", "mcts:30"]


@pytest.mark.parametrize("name", [name for name, kind in BOTS.items() if kind.reads is None])
def test_a_bot_chooses_from_those_options_that_it_is_given(name: str) -> None:
    state = load("breakthrough").start(seed=1)
    spec = f"{name}:40" if BOTS[name].rounds is not None else name
    for seed in range(8):
        assert 0 <= make_bot(spec, seed).choose(state, state.option_tuples()[3:5]) < 2
