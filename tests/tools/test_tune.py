"""Tuning finds what was planted and not what was not, whoever does the work; and it is told in words and kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import game
from yupana.tests.tools.command_line import Yupana
from yupana.tools.bots.weights import read_weights
from yupana.tools.simulation.crew import Crew
from yupana.tools.tuning.fitting import Fitted, Fitting, guess
from yupana.tools.tuning.matches import Came, Match, Table, play_match, ranks_among

PLANTED = """\
ruleset: {name: planted, title: Planted, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {good: int 0..99, bad: int 0..99, noise: int 0..99}}
actions:
  take:
    parameters: {n: {in: 0..1}, m: {in: 0..1}, k: {in: 0..1}}
    effects: me.good += n; me.bad += m; me.noise += k
flow:
  - {rounds: r, times: 4, steps: [{turns: t}]}
  - phase: luck
    do: |
      for p in players:
          roll 1d3 as luck
          p.good += luck[0]
scoring: {items: {points: me.good - 2 * me.bad}}
features:
  good: {value: me.good, text: What counts}
  bad: me.bad
  noise: me.noise
  nothing: 7
"""


def table(tmp_path: Path, workers: int = 1, players: int = 2) -> Table:
    path = tmp_path / "planted.yaml"
    path.write_text(PLANTED, encoding="utf-8")
    return Table(load(str(path)), players, {}, Crew(workers))


def fitted(table: Table, games: int = 280) -> Fitted:
    return Fitting(table, games, 3, lambda what, done, total: None).fit()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_the_sign_of_what_was_planted_is_found_and_noise_is_not(players: int, tmp_path: Path) -> None:
    found = fitted(table(tmp_path, players=players), 480)
    good, bad, noise, nothing = (w * s for w, s in zip(found.weights, found.spread, strict=True))
    assert good > 0 > bad
    assert abs(noise) < abs(good) / 2
    assert abs(noise) < abs(bad) / 2
    assert (nothing, found.spread[3], found.without[3].games) == (0, 0, 0)
    par = 1 / players
    assert found.against[0].rate.low > par
    assert all(each.rate.low > par for each in found.without[:2])
    assert found.without[2].rate.low <= par


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["win", "lose"])
def test_where_all_come_out_alike_points_tell_what_counts(ending: str, tmp_path: Path) -> None:
    """All play together, and every game is won, or every one lost."""
    path = tmp_path / "all.yaml"
    together = PLANTED.replace("max: 3,", "max: 3, together: true,").replace("scoring:", f"  - {ending}\nscoring:")
    path.write_text(together, encoding="utf-8")
    found = fitted(Table(load(str(path)), 2, {}, Crew(1)), 480)
    good, bad, noise, _ = (w * s for w, s in zip(found.weights, found.spread, strict=True))
    assert good > 0 > bad
    assert abs(noise) < min(abs(good), abs(bad)) / 2
    assert found.against[0].rate.low > 1 / 2


@pytest.mark.parametrize("points", [(3, 1, 2, 1), (9, -4, 5, -4)])
def test_games_of_one_side_are_told_from_each_other(points: tuple[int, ...]) -> None:
    lost = [Came((0.0, 0.0), points=each) for each in points]
    assert ranks_among(lost) == [0.875, 0.25, 0.625, 0.25]
    assert ranks_among([*lost, Came((1.0, 1.0), points=-9)])[-1] == 0.9


@pytest.mark.slow
def test_the_same_seed_gives_the_same_weights_for_any_number_of_workers(tmp_path: Path) -> None:
    alone = fitted(table(tmp_path))
    assert fitted(table(tmp_path, workers=2)) == alone
    assert 200 < alone.games <= 280


def test_a_match_depends_on_nothing_but_itself() -> None:
    known = game("breakthrough")
    weights = (1.0, 0.1, 0.2, 0.0, 0.0)
    match = Match(9, (weights, "greedy"), watched=True)
    came = play_match(known, 2, {}, match)
    assert came == play_match(known, 2, {}, match)
    assert sum(came.shares) == 1
    assert all(red == tuple(-each for each in blue) for red, blue in came.seen)


def test_a_first_guess_of_nothing_is_nothing() -> None:
    assert guess([], 2).weights == (0, 0)


def test_the_command_keeps_and_shows_what_it_finds(tmp_path: Path, yupana: Yupana) -> None:
    path = table(tmp_path).game.target
    ran = yupana("tune", path, "--games", "120", "--json")
    features = [each["feature"] for each in ran.document["features"]]
    assert (ran.code, set(features), features[-1]) == (0, {"good", "bad", "noise", "nothing"}, "nothing")
    kept = json.loads((tmp_path / "planted.weights.json").read_text(encoding="utf-8"))
    assert kept["weights"]["good"] > 0 > kept["weights"]["bad"]
    again = yupana("tune", path, "--show", "--json")
    assert again.document["features"] == ran.document["features"]
    shown = yupana("tune", path, "--show")
    assert "What matters in" in shown.out
    assert "What counts" in shown.out
    won = yupana("simulate", path, "--games", "10", "--bots", "tuned,random", "--workers", "2", "--json")
    assert won.document["seats"][0]["wins"] >= 8
    (tmp_path / "planted.yaml").write_text(f"# a comment\n{PLANTED}", encoding="utf-8")
    assert "have changed" not in yupana("tune", path, "--show").out, "comments are no rules"
    (tmp_path / "planted.yaml").write_text(PLANTED.replace("times: 4", "times: 3"), encoding="utf-8")
    assert "The rules have changed" in yupana("tune", path, "--show").out
    del kept["rules"]  # as older versions wrote it
    (tmp_path / "planted.weights.json").write_text(json.dumps(kept), encoding="utf-8")
    read_weights.cache_clear()
    assert "whether its rules changed is not known" in yupana("tune", path, "--show").out


def test_what_cannot_be_tuned_is_told_in_a_sentence(
    tmp_path: Path, yupana: Yupana, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = yupana("tune", "tic_tac_toe")
    assert (ran.code, "names no `features`" in ran.err) == (2, True)
    path = table(tmp_path).game.target
    assert yupana("tune", path, "--games", "5").code == 2
    assert yupana("tune", path, "--show").code == 2
    assert yupana("tune", path, "-o", str(tmp_path / "no" / "w.json")).code == 2
    monkeypatch.setattr("yupana.tools.shell.extras.find_spec", lambda module: None)
    ran = yupana("tune", path, "--games", "240")
    assert (ran.code, "pip install 'yupana[tune]'" in ran.err) == (2, True)
