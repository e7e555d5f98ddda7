"""Games of teams: what every tool tells of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.tests.tools.command_line import Yupana
from yupana.tools.bots.seats import make_bot
from yupana.tools.playing.results import win_shares
from yupana.tools.training.seats import Rewards, rewards

PAIRS = """\
ruleset: {name: pairs, title: Pairs, language: 4}
kinds: {Team: {entries: {us: {}, them: {}, others: {}}, fields: {tricks: int 0..99}}}
players:
  min: 3
  max: 5
  seats: {north: {team: us}, east: {team: them}, south: {team: us}, west: {team: them}, guest: {team: others}}
  attributes: {team: Team}
  teams: team
  fields: {points: int 0..99}
actions:
  take: {effects: me.points += 2}
  leave: {effects: me.points += 0}
  give: {effects: next(me).points += 2}
  out: {effects: lose next(me)}
flow: [{turns: turn}]
scoring: {items: {points: me.points}}
features: {points: me.points}
"""


@pytest.fixture(autouse=True)
def _rules(tmp_path: Path) -> None:
    (tmp_path / "pairs.yaml").write_text(PAIRS, encoding="utf-8")


ONE, SOME, ALL = ["take"] + ["leave"] * 4, ["take", "take"] + ["leave"] * 3, ["take", "take", "leave", "leave", "take"]


@pytest.mark.parametrize(
    ("lang", "lines", "told"),
    [
        ("en", ONE, "Team us wins."),
        ("de", ONE, "Team us gewinnt."),
        ("ja", ONE, "チーム「us」の勝ち。"),
        ("en", SOME, "us and them share the win."),
        ("en", ALL, "The game is a draw."),
        ("en", ["out", "quit"], "Team them has lost"),
        ("de", ["out", "quit"], "Team them hat verloren"),
        ("ja", ["out", "quit"], "チーム「them」の負け"),
    ],
)
def test_the_table_is_told(yupana: Yupana, lang: str, lines: list[str], told: str) -> None:
    assert told in yupana("play", "pairs.yaml", "--players", "5", "--lang", lang, lines=lines).out


def test_documents_tell_it_of_every_player(yupana: Yupana) -> None:
    played = yupana("play", "pairs.yaml", "--players", "5", "--json", lines=SOME).document
    assert played["scores"] == [2, 2, 2, 2, 0]
    assert (played["outcome"], played["winners"]) == ("won", ["north", "east", "south", "west"])
    assert played["results"] == ["win", "win", "win", "win", "lose"]
    assert played["places"] == [1, 1, 1, 1, 3]


def test_partners_win_the_same_games(yupana: Yupana) -> None:
    for engine in ("python", "auto"):
        words = ("--players", "4", "--games", "60", "--engine", engine)
        document = yupana("simulate", "pairs.yaml", *words, "--json").document
        north, east, south, west = document["seats"]
        assert [each.pop("team") for each in document["seats"]] == ["us", "them", "us", "them"]
        assert (north["wins"], north["draws"]) == (south["wins"], south["draws"])
        assert (east["wins"], east["win_share"]) == (west["wins"], west["win_share"])
        results = document["results"]
        assert results["won"] == north["wins"] + east["wins"] > 0
        assert results["shared"] == 0 < results["drawn"]
        assert north["win_share"] + east["win_share"] == pytest.approx(1, abs=1e-5)
    told = yupana("simulate", "pairs.yaml", "--players", "4", "--games", "60").out
    assert f"won by one team {results['won']}, shared 0, drawn {results['drawn']}" in told


def test_rows_say_who_won(yupana: Yupana) -> None:
    pytest.importorskip("duckdb")
    ran = yupana("simulate", "pairs.yaml", "--players", "5", "--games", "60", "--rows", "rows.parquet", "--json")
    told = yupana("stats", "rows.parquet", "--json").document
    assert told["runs"][0]["results"] == ran.document["results"]
    shares = [each["win_share"] for each in ran.document["seats"]]
    assert [each["win_share"] for each in told["runs"][0]["seats"]] == shares
    question = "select avg(share) from seats group by seat order by seat"
    asked = yupana("stats", "rows.parquet", "--sql", question, "--json")
    assert [row[0] for row in asked.document["rows"]] == pytest.approx(shares, abs=1e-5)
    assert ran.document["results"]["shared"] > 0 < ran.document["results"]["won"]


UNEQUAL = """\
ruleset: {name: unequal, title: Unequal, language: 4}
enums: {Side: [lone, pair, trio]}
players:
  min: 6
  max: 6
  seats: {a: {side: lone}, b: {side: pair}, c: {side: pair}, d: {side: trio}, e: {side: trio}, f: {side: trio}}
  attributes: {side: Side}
  teams: side
  fields: {points: int 0..9}
actions:
  take: {effects: me.points = 1}
  leave: {effects: pass}
flow: [{turns: turn}]
scoring:
  items: {points: me.points}
  winners: "{p.side for p in players if all(q.points == 1 for q in players if q.side == p.side)}"
"""


def test_how_many_sides_win_is_no_matter_of_how_many_players_win(yupana: Yupana, tmp_path: Path) -> None:
    """Three winners are the trio, or the lone one and the pair."""
    (tmp_path / "unequal.yaml").write_text(UNEQUAL, encoding="utf-8")
    words = ("--games", "300", "--rows", "rows.parquet", "--json")
    python, native = [
        yupana("simulate", "unequal.yaml", "--engine", engine, *more).document
        for engine, more in (("python", words[:2] + words[-1:]), ("auto", words))
    ]
    assert python["results"]["shared"] > 0 < python["results"]["drawn"]
    for part in ("results", "seats"):
        assert native[part] == python[part]
    if importlib.util.find_spec("duckdb"):
        told = yupana("stats", "rows.parquet", "--json").document["runs"][0]
        assert told["results"] == python["results"]
        assert [each["win_share"] for each in told["seats"]] == [each["win_share"] for each in python["seats"]]


@pytest.mark.parametrize("kind", ["result", "score"])
def test_partners_get_the_same_reward(tmp_path: Path, kind: Rewards) -> None:
    state = load(str(tmp_path / "pairs.yaml")).start(players=4, seed=1)
    for option in ("take", "leave", "leave", "leave"):
        state.apply(option)
    assert rewards(state, kind) == [1, -1, 1, -1]


def test_the_parts_of_a_win() -> None:
    assert list(map(float, win_shares("won", [0, 2], 5, 1))) == [1, 0, 1, 0, 0]
    assert list(map(float, win_shares("shared", [0, 1, 2, 3], 5, 2))) == [0.5, 0.5, 0.5, 0.5, 0]
    assert list(map(float, win_shares("shared", [0, 1], 3))) == [0.5, 0.5, 0]


@pytest.mark.parametrize("bot", ["greedy", "flat:40", "mcts:60"])
def test_a_bot_plays_for_its_team(tmp_path: Path, bot: str) -> None:
    """What the partner gets is worth as much as what one gets oneself."""
    rules = PAIRS.replace("next(me).points += 2", "next(me).points += 3").replace(
        "east: {team: them}, south: {team: us}", "south: {team: us}, east: {team: them}"
    )
    (tmp_path / "next.yaml").write_text(rules, encoding="utf-8")
    state = load(str(tmp_path / "next.yaml")).start(players=4, seed=1)
    options = state.option_tuples()
    assert [each.text for each in state.decision.options][make_bot(bot, 1).choose(state, options)] == "give"


def test_the_rulebook_tells_of_teams(yupana: Yupana) -> None:
    book = yupana("rulebook", "pairs.yaml").out
    assert "They play in teams, each of which wins together or loses together." in book
    assert "The team with the highest score wins." in book
    assert "Points are those of a team: what its players have, added up." in book
    assert "Teams with equal scores share the win." in book


def test_the_even_part_of_a_win_is_that_of_a_team(yupana: Yupana) -> None:
    told = yupana("balance", "pairs.yaml", "--players", "4", "--games", "40", "--bots", "random", "-o", "report.md")
    assert told.code == 0, told.err
    assert "50 % would be even" in Path("report.md").read_text(encoding="utf-8")


def test_a_comparison_tells_of_teams(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "new.yaml").write_text(PAIRS.replace("me.points += 2", "me.points += 3", 1), encoding="utf-8")
    told = yupana("impact", "pairs.yaml", "new.yaml", "--players", "4", "--games", "30", "-o", "report.md")
    assert told.code in (0, 1), told.err
    report = Path("report.md").read_text(encoding="utf-8")
    assert "one team wins" in report
    assert "one player wins" not in report


def test_the_rulebook_says_whose_points_are_a_teams(yupana: Yupana, tmp_path: Path) -> None:
    rules = PAIRS.replace("scoring: {items: {points: me.points}}", "scoring: {of: Team, items: {tricks: it.tricks}}")
    (tmp_path / "own.yaml").write_text(rules, encoding="utf-8")
    assert "the team’s tricks" in yupana("rulebook", "own.yaml").out
