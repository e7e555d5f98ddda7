"""What an edit does to how a game plays, by bots that think."""

from __future__ import annotations

import pytest
from yupana.tests.tools.command_line import Yupana

RUN = ("impact", "tic_tac_toe", "tic_tac_toe", "--games", "4", "--replays", "0", "--json", "--bots")


@pytest.mark.slow
def test_bots_that_think_tell_of_game_quality(yupana: Yupana) -> None:
    rows = yupana(*RUN, "mcts:10").document["play"]["tables"]["How the game plays"]
    told = {each["name"]: each for each in rows}
    assert {"Wins of who begins", "Branching factor", "Lead changes", "Board coverage"} <= set(told)
    assert not any(each["seen"] for each in rows)
    assert told["Branching factor"]["old"] == told["Branching factor"]["new"] > 1
    assert yupana(*RUN, "mcts:10", "--workers", "2").document["play"]["tables"]["How the game plays"] == rows


def test_of_games_at_random_only_what_happens_is_counted(yupana: Yupana) -> None:
    assert yupana(*RUN, "random").document["play"]["tables"]["How the game plays"] == []
