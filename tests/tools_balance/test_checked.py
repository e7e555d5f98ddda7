"""The measures, worked out again by SQL from rows that `simulate` writes of the same games: nothing but the games is
shared. A game of reversi has at most sixty decisions, so that every one of them is noted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana

duckdb: Any = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

RUN = ("reversi", "--bots", "random", "--games", "25", "--seed", "11")

BY_GAME = """
WITH
steps AS (
  SELECT *, lag(seat) OVER (PARTITION BY game ORDER BY ply) AS before,
    list_max(scores) - list_min(scores) AS gap
  FROM 'decisions.parquet'
),
led AS (
  SELECT game, leader, lag(leader) OVER (PARTITION BY game ORDER BY ply) AS was
  FROM steps WHERE leader IS NOT NULL
),
half AS (
  SELECT game, last(leader ORDER BY ply) AS leader
  FROM steps JOIN (SELECT game, decisions FROM 'games.parquet') USING (game) WHERE ply <= decisions / 2
  GROUP BY game
),
begun AS (SELECT game, player AS first FROM steps WHERE ply = 0)
SELECT
  avg(decisions) AS length,
  avg(CASE WHEN list_contains(winners, first) THEN 1.0 / len(winners) ELSE 0 END) AS first_player,
  avg((result = 'drawn')::INT) AS drawn,
  avg(list_max(scores)) AS score,
  avg(list_max(scores) - list_min(scores)) AS margin,
  avg(wide.branching) AS branching,
  avg(wide.forced) AS forced,
  avg(wide.most) AS most_options,
  avg(wide.turns) AS turns,
  avg(wide.decisions_in_turn) AS turn_length,
  avg(wide.complexity) AS complexity,
  avg(coalesce(changed.changes, 0)) AS lead_changes,
  avg(1 - wide.gap / greatest(wide.widest, list_max(scores) - list_min(scores))) AS uncertainty,
  avg((half.leader <> winners[1])::INT) FILTER (result = 'won' AND half.leader IS NOT NULL) AS comebacks
FROM 'games.parquet'
JOIN begun USING (game)
JOIN half USING (game)
JOIN (
  SELECT game, avg(options) AS branching, avg((options = 1)::INT) AS forced, max(options) AS most,
    1 + count(*) FILTER (seat <> before) AS turns, count(*) / (1 + count(*) FILTER (seat <> before)) AS
    decisions_in_turn, sum(log10(options)) AS complexity, avg(gap) AS gap, max(gap) AS widest
  FROM steps GROUP BY game
) AS wide USING (game)
LEFT JOIN (SELECT game, count(*) AS changes FROM led WHERE leader <> was GROUP BY game) AS changed USING (game)
"""


@pytest.fixture
def judged(yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    ran = yupana("simulate", *RUN, "--rows", "games.parquet", "--decisions", "decisions.parquet")
    assert ran.code == 0, ran.err
    return yupana("balance", *RUN, "--only-games", "--json").document["ruleset"]


def test_measures_are_what_sql_finds(judged: Any) -> None:
    found = duckdb.sql(BY_GAME)
    expected = dict(zip(found.columns, found.fetchall()[0], strict=True))
    means = {each["key"]: each["mean"]["value"] for each in judged["measures"]}
    assert judged["worth"] == "points"
    assert {key: means[key] for key in expected} == pytest.approx(expected, abs=1e-5)


def test_parts_of_the_wins_and_uses_are_what_sql_finds(judged: Any) -> None:
    shares = dict(duckdb.sql("""
        SELECT seat, avg(CASE WHEN list_contains(winners, seat) THEN 1.0 / len(winners) ELSE 0 END)
        FROM (SELECT *, unnest(seats) AS seat FROM 'games.parquet') GROUP BY seat""").fetchall())
    assert {each["seat"]: each["share"]["value"] for each in judged["seats"]} == pytest.approx(shares, abs=1e-5)
    uses = dict(duckdb.sql("""
        SELECT action, count(*) / (SELECT count(*) FROM 'games.parquet') FROM 'decisions.parquet' GROUP BY action
        """).fetchall())  # fmt: skip
    told = {each["name"]: each["times"] for each in judged["uses"] if each["sort"] == "action" and each["times"]}
    assert told == pytest.approx(uses, abs=1e-5)
