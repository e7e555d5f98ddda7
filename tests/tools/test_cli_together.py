"""A game that all win or all lose: what every tool tells of it, and that bots pull for the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana

PULL = """\
ruleset: {name: pull, title: Pull, language: 4, text: All pull.}
players: {min: 1, max: 3, together: true, names: [red, blue, green], fields: {own: int -99..99}}
state: {pulled: int -99..99}
actions:
  rest: {text: Rest, effects: me.own += 1}
  give: {text: Give, effects: "me.own -= 1; next(me).own += 3; pulled += 1"}
  let_go: {text: Let go, effects: lose}
  all_in: {text: All in, when: pulled > 3, effects: win}
flow: [{turns: turn, times: 2}]
scoring:
  items: {own: me.own}
  winners: pulled >= 3
features: {pulled: pulled, own: me.own}
"""


@pytest.fixture(autouse=True)
def _rules(tmp_path: Path) -> None:
    (tmp_path / "pull.yaml").write_text(PULL, encoding="utf-8")


ALL = ["red", "blue", "green"]


@pytest.mark.parametrize(
    ("players", "lines", "outcome"),
    [
        ("3", ["let_go"], "lost"),
        ("3", ["give"] * 4 + ["all_in"], "won"),
        ("3", ["give"] * 3 + ["rest"] * 3, "won"),
        ("3", ["give"] * 2 + ["rest"] * 4, "lost"),
        ("1", ["give"] * 2, "lost"),
    ],
)
def test_the_documents_say_how_it_came_out(yupana: Yupana, players: str, lines: list[str], outcome: str) -> None:
    there = ALL[: int(players)]
    played = yupana("play", "pull.yaml", "--players", players, "--json", lines=lines).document
    assert (played["outcome"], played["winners"]) == (outcome, there if outcome == "won" else [])
    assert set(played["results"]) == {"win" if outcome == "won" else "lose"}


@pytest.mark.parametrize(
    ("lang", "lines", "told"),
    [
        ("en", ["let_go"], ["All have lost", "All lose together."]),
        ("en", ["give"] * 4 + ["all_in"], ["All win together."]),
        ("de", ["let_go"], ["Alle haben verloren", "Alle verlieren gemeinsam."]),
        ("de", ["give"] * 3 + ["rest"] * 3, ["Alle gewinnen gemeinsam."]),
        ("ja", ["let_go"], ["全員の負け"]),
    ],
)
def test_the_table_is_told(yupana: Yupana, lang: str, lines: list[str], told: list[str]) -> None:
    ran = yupana("play", "pull.yaml", "--players", "3", "--lang", lang, lines=lines)
    assert all(each in ran.out for each in told), ran.out
    assert "Red has lost" not in ran.out


def test_who_plays_alone_loses_alone(yupana: Yupana) -> None:
    ran = yupana("play", "pull.yaml", "--players", "1", lines=["let_go"])
    assert "Red has lost" in ran.out
    assert "red loses." in ran.out


@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_games_came_to_is_counted(yupana: Yupana, engine: str) -> None:
    run = ("simulate", "pull.yaml", "--players", "3", "--games", "60", "--engine", engine)
    document = yupana(*run, "--json").document
    results = document["results"]
    assert results["won"] > 0
    assert results["lost"] > 0
    assert results["won"] + results["lost"] == 60
    for each in document["seats"]:
        assert (each["wins"], each["shared_wins"], each["draws"]) == (results["won"], 0, 0)
        assert each["win_share"] == pytest.approx(results["won"] / 60, abs=1e-5)
    told = yupana(*run).out
    assert f"won together {results['won']}, lost together {results['lost']}" in told
    assert "shared" not in told


def test_what_all_have_in_common_is_told_once(yupana: Yupana) -> None:
    run = ("moorfire", "--players", "2", "--seed", "3")
    told = yupana("simulate", *run, "--games", "5", "--bots", "random,greedy").out
    assert "Ida, Jon   random, greedy" in told
    assert "\n jon" not in told
    table = yupana("play", *run, "--auto").out.partition("━")[0].splitlines()[-1]
    assert "ida" not in table


def test_one_who_plays_alone_is_told_how_often_it_was_lost(yupana: Yupana) -> None:
    told = yupana("simulate", "moorfire", "--players", "1", "--games", "5").out
    assert "won 0, lost 5\n" in told
    assert "shared" not in told


@pytest.mark.parametrize("bot", ["greedy", "mcts:40", "flat:40"])
def test_bots_pull_for_all(yupana: Yupana, bot: str) -> None:
    """To give costs who does it a point and brings another one three: only who thinks of all does it."""
    found: list[Any] = []
    for engine in ("python", "native"):
        run = ("simulate", "pull.yaml", "--players", "3", "--games", "6", "--bots", bot, "--engine", engine, "--json")
        document = yupana(*run).document
        found.append({key: document[key] for key in ("results", "seats", "actions")})
    assert found[0] == found[1]
    assert found[0]["results"]["won"] == 6
    assert found[0]["actions"]["give"] > found[0]["actions"].get("rest", 0)


def test_a_row_of_a_game_says_how_it_came_out(yupana: Yupana, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    for engine in ("python", "native"):
        run = ("simulate", "pull.yaml", "--players", "3", "--games", "30", "--engine", engine)
        assert yupana(*run, "--rows", f"{engine}.parquet").code == 0
        rows = pq.read_table(tmp_path / f"{engine}.parquet", columns=["result", "winners"]).to_pylist()
        assert {(each["result"], len(each["winners"])) for each in rows} == {("won", 3), ("lost", 0)}


def test_a_comparison_tells_of_all(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "new.yaml").write_text(PULL.replace("pulled >= 3", "pulled >= 5"), encoding="utf-8")
    told = yupana("impact", "pull.yaml", "new.yaml", "--players", "3", "--games", "40", "--bots", "random").out
    assert "all win together" in told
    assert "all lose together" in told
    for word in ("one player wins", "win share of", "lead of the first"):
        assert word not in told


def test_the_book_says_that_all_play_together(yupana: Yupana) -> None:
    book = yupana("rulebook", "pull.yaml").out
    assert "All play together: they win together or lose together." in book
    assert "All win together if " in book
    assert "The highest score wins." not in book


def test_weights_are_fitted_for_all(yupana: Yupana) -> None:
    pytest.importorskip("cma")
    run = ("tune", "pull.yaml", "--players", "2", "--games", "100", "--output", "w.json", "--json")
    found = yupana(*run).document
    assert found["par"] == 0.5
    weights = {each["feature"]: each["weight"] for each in found["features"]}
    assert weights["pulled"] > 0
    ran = yupana("simulate", "pull.yaml", "--players", "3", "--games", "5", "--bots", "tuned:w.json", "--json")
    assert ran.document["results"]["won"] == 5
