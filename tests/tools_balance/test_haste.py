"""A quick look keeps to its time, and says what it leaves out."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.tests.tools.command_line import Yupana
from yupana.tools.balance import haste, run
from yupana.tools.balance.haste import MAIN, fitted, foretold, walked
from yupana.tools.balance.playing import Extent, Side, Wish
from yupana.tools.simulation.crew import Crew

GAME = """
ruleset: {{name: long, title: Long, language: 4}}
players: {{min: 2, max: 2, names: [red, blue], fields: {{points: int 0..99999}}}}
actions: {{add: {{parameters: {{n: {{in: 1..{wide}}}}}, effects: me.points += n}}}}
flow: [{{turns: turn, times: {times}}}]
scoring: {{items: {{points: me.points}}}}
"""


def _side(folder: Path, times: int, wide: int = 40) -> tuple[Side, Wish]:
    path = folder / f"long_{times}.yaml"
    path.write_text(GAME.format(times=times, wide=wide), encoding="utf-8")
    game = load(path).on("python")
    wish = replace(run.wish_for(game, 2, None, 1, None, None, {}, 20_000, quick=True), seconds=60.0)
    return Side(game, str(path), run.Side.of(game, str(path), wish).components, "points"), wish


COSTS = {"mcts:30": 0.02, "mcts:30@20": 0.005, "greedy": 0.001, "random": 0.00005}
"""Seconds that a decision takes."""


@pytest.mark.parametrize(("times", "note", "bot", "games", "asked"), [
    (2, 0.0, "mcts:30", 50, Extent()), (5, 0.0, "mcts:30", 28, Extent()), (30, 0.0, "mcts:30@20", 15, Extent()),
    (100, 0.0, "greedy", 30, Extent()), (500, 0.0, "greedy", 36, MAIN), (500, 5.0, "greedy", 36, MAIN),
    (5000, 0.0, "random", 14, Extent(False, True, False)), (5000, 5.0, "random", 50, MAIN),
])  # fmt: skip
def test_less_is_asked_for_the_longer_a_game_is(
    times: int, note: float, bot: str, games: int, asked: Extent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side, wish = _side(tmp_path, 2)
    walk = walked(side, wish, math.inf)
    assert walk is not None
    monkeypatch.setattr(haste, "walked", lambda *_: replace(walk, decisions=2 * times, choices=2 * times))
    monkeypatch.setattr(haste, "seconds_of", lambda walk, bots, until: walk.choices * COSTS[bots[0]])
    monkeypatch.setattr(haste, "noting", lambda *_: note)
    less, extent, said = fitted(side, wish, Extent(), Crew(1), time.perf_counter() + 60)
    assert (less.bot, extent) == (bot, asked)
    assert abs(less.games - games) <= 1
    assert bool(said) == (times > 2)
    assert ("who is ahead" in said) == (note > 0) == (side.worth == "")
    assert less.limit == max(1000, min(20_000, 20 * times))


def test_what_was_asked_for_is_kept_where_there_is_time(tmp_path: Path) -> None:
    side, wish = _side(tmp_path, 1, 2)
    assert fitted(side, wish, Extent(), Crew(1), time.perf_counter() + 60) == (replace(wish, limit=1000), Extent(), "")
    assert foretold(side, wish, Extent(), 1) < 30


def test_bots_that_somebody_names_stay(tmp_path: Path) -> None:
    side, _ = _side(tmp_path, 150)
    wish = run.wish_for(side.game, 2, None, 1, "mcts:200", None, {}, 20_000, quick=True)
    less, extent, said = fitted(side, wish, Extent(), Crew(1), time.perf_counter() + 0.5)
    assert (less.bots, less.games, extent) == (("mcts:200", "mcts:200"), 2, MAIN)
    assert "`mcts:200`, 2 games in place of 50; nothing is said of skill, ratings, players who keep from" in said


def test_a_quick_look_at_a_slow_game_ends_in_time_and_says_so(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "QUICK_SECONDS", 1.0)
    monkeypatch.setattr(run, "LEFT", 0.1)
    (tmp_path / "slow.yaml").write_text(GAME.format(times=300, wide=300), encoding="utf-8")
    begin = time.monotonic()
    ran = yupana("balance", str(tmp_path / "slow.yaml"), "--quick", "--engine", "python", "--json")
    assert time.monotonic() - begin < 20
    side = ran.document["ruleset"]
    assert side["cut"].startswith("A quick look, for want of time: ")
    assert 0 < side["games"] < 50
    shown = " ".join(yupana("balance", str(tmp_path / "slow.yaml"), "--quick", "--engine", "python").out.split())
    assert "Without `--quick` nothing is left out." in shown
