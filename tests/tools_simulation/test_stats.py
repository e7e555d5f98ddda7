"""Statistics and questions of files of rows: what simulate has printed, and nothing but the files that were named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

ALIKE = """
ruleset: {name: alike, title: Alike, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {stones: int 0..99}}
actions:
  take: {effects: me.stones += 1}
  Take: {effects: me.stones += 2}
flow: [{turns: turn, until: any(p.stones >= 10 for p in players)}]
scoring: {items: {stones: me.stones}}
"""

TOGETHER = str(Path(__file__).parents[1] / "language" / "37_together.yaml")
"""All win or all lose."""

FIGURES = ("games", "finished", "decisions", "results", "length", "actions", "invariants_every", "faults")


def _simulated(yupana: Yupana, file: str, *words: str) -> Any:
    ran = yupana("simulate", *words, "--rows", file, "--json")
    assert ran.code in (0, 1), ran.err
    return ran.document


@pytest.mark.usefixtures("mixed")
@pytest.mark.parametrize("words", [
    ("tic_tac_toe", "--games", "3000", "--bots", "random,greedy"), ("cargo_empire", "--games", "20", "--players", "4"),
    *[("mixed.yaml", "--games", "300", "--limit", "15", "--players", each) for each in "134"],
    (TOGETHER, "--games", "100", "--players", "3"), (TOGETHER, "--games", "40", "--players", "1"),
])  # fmt: skip
def test_they_are_what_simulate_has_printed(yupana: Yupana, words: tuple[str, ...]) -> None:
    wanted = _simulated(yupana, "games.parquet", *words)
    (run,) = yupana("stats", "games.parquet", "--json").document["runs"]
    assert {key: run[key] for key in FIGURES} == {key: wanted[key] for key in FIGURES}
    for row, seat in zip(run["seats"], wanted["seats"], strict=True):
        assert {key: row[key] for key in seat} == seat
        assert row["between"]["low"] <= row["win_share"] <= row["between"]["high"]
    printed = yupana("stats", "games.parquet").out
    for line in yupana("simulate", *words).out.splitlines()[3:]:
        assert line in printed


def test_files_of_one_run_are_taken_together_and_others_apart(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for seed in ("1", "2"):
        _simulated(yupana, f"runs/{seed}.parquet", "tic_tac_toe", "--games", "50", "--seed", seed)
    _simulated(yupana, "runs/greedy.parquet", "tic_tac_toe", "--games", "20", "--bots", "greedy,random")
    runs = yupana("stats", "runs", "--json").document["runs"]
    assert [(each["seeds"], each["games"]) for each in runs] == [([1, 2], 100), ([1], 20)]
    bots = {each["bot"]: each for each in runs[1]["bots"]}
    assert bots["greedy"]["between"]["share"] > bots["random"]["between"]["share"]
    assert bots["greedy"]["seats"] == 20
    ran = yupana("stats", "runs", "--sql", "select count(*) as n, count(distinct file) as files from games", "--json")
    assert (ran.document["columns"], ran.document["rows"]) == (["n", "files"], [[120, 3]])


def test_questions_of_ones_own(yupana: Yupana) -> None:
    _simulated(
        yupana, "games.parquet", "tic_tac_toe", "--games", "40", "--components", "--decisions", "decisions.parquet"
    )
    both = ("stats", "games.parquet", "decisions.parquet")

    def answer(question: str) -> Any:
        return yupana(*both, "--sql", question, "--json").document["rows"]

    ((decisions, rows),) = answer("select (select sum(decisions) from games), (select count(*) from decisions)")
    assert decisions == rows > 0
    assert answer("select sum(times) from actions where action = 'mark'") == [[rows]]
    assert answer("select sum(times) from components") == [[rows]]
    assert answer("select count(*), sum(share) from seats") == [[80, 40.0]]
    assert answer("select actions['mark'] = decisions from games limit 1") == [[True]]
    assert answer("select {'a': 1.5::decimal(3, 1), 'b': date '2026-01-02'}") == [[{"a": 1.5, "b": "2026-01-02"}]]
    ran = yupana(*both, "--csv", "--sql", "select game, 'a,b' as text from games where game < 2 order by 1")
    assert ran.out == 'game,text\n0,"a,b"\n1,"a,b"\n'
    run = "select 'a;=cmd' as text, -1e-5::double as number, '=1' as other, null as nothing"
    assert yupana(*both, "--csv", "--sql", run).out == "sep=,\ntext,number,other,nothing\na;=cmd,-1e-05,'=1,\n"
    assert "mark" in yupana(*both, "--sql", "select distinct action from actions").out


def test_an_answer_too_wide_for_the_screen_stands_row_below_row(yupana: Yupana) -> None:
    _simulated(yupana, "games.parquet", "tic_tac_toe", "--games", "2")
    wide = yupana("stats", "games.parquet", "--sql", "select * from games").out
    assert wide.count("decisions") == wide.count("result") == 2
    assert "…" not in wide
    narrow = yupana("stats", "games.parquet", "--sql", "select game, result from games").out
    assert narrow.count("result") == 1


def test_the_same_games_are_counted_once_or_it_is_told(yupana: Yupana) -> None:
    _simulated(yupana, "one.parquet", "tic_tac_toe", "--games", "20")
    _simulated(yupana, "two.parquet", "tic_tac_toe", "--games", "30")
    _simulated(yupana, "other.parquet", "tic_tac_toe", "--games", "30", "--seed", "2")
    assert "counted more than once" in yupana("stats", "one.parquet", "two.parquet").out
    assert "counted more than once" not in yupana("stats", "one.parquet", "other.parquet").out


def test_which_tables_there_are_is_told_where_a_question_names_another(yupana: Yupana) -> None:
    _simulated(yupana, "games.parquet", "tic_tac_toe", "--games", "2", "--decisions", "decisions.parquet")

    def told(file: str, table: str) -> str:
        return yupana("stats", file, "--sql", f"select * from {table}").err

    games = "there are actions, components, games, seats."
    assert told("games.parquet", "game") == f"There is no table `game`; {games}\n"
    assert told("games.parquet", "decisions").endswith("Name a file that `simulate --decisions` has written, too.\n")
    assert told("decisions.parquet", "seats").endswith("Name a file that `simulate --rows` has written, too.\n")


def test_a_question_can_do_nothing_else(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("a\n1\n", encoding="utf-8")
    _simulated(yupana, "games.parquet", "tic_tac_toe", "--games", "5")
    _simulated(yupana, "other.parquet", "tic_tac_toe", "--games", "5")
    before = (tmp_path / "games.parquet").read_bytes()
    for question in (
        "select * from 'secret.csv'",
        "select * from read_text('secret.csv')",
        "select * from 'other.parquet'",
        "select * from glob('*')",
        "copy (select 1) to 'games.parquet'",
        "copy games to 'new.csv'",
        "attach 'new.db'",
        "install httpfs",
        "set enable_external_access = true",
        "select 1; copy (select 1) to 'new.csv'",
        "select * from asked",
        "create table new as select 1",
        "nonsense",
        "",
    ):
        ran = yupana("stats", "games.parquet", "--sql", question or " ")
        assert (ran.code, ran.out) == (2, ""), question
        assert "Traceback" not in ran.err
    assert {each.name for each in tmp_path.iterdir()} == {"secret.csv", "games.parquet", "other.parquet"}
    assert (tmp_path / "games.parquet").read_bytes() == before


def test_what_is_no_file_of_rows_is_refused(yupana: Yupana, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    (tmp_path / "text.parquet").write_text("text", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    table = pa.table({"a": [1]})
    pq.write_table(table, tmp_path / "plain.parquet")
    pq.write_table(table.replace_schema_metadata({"yupana": json.dumps([1])}), tmp_path / "list.parquet")
    for file in ("text.parquet", "empty", "plain.parquet", "list.parquet", "nothing.parquet"):
        ran = yupana("stats", file)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), file
    (tmp_path / "g.parquet.unfinished").write_bytes(b"yupana run 3\n")
    assert "not finished: go on with" in yupana("stats", "g.parquet.unfinished").err
    yupana("simulate", "tic_tac_toe", "--games", "2", "--decisions", "d.parquet")
    ran = yupana("stats", "d.parquet")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "name the rows of their games" in ran.err


def test_runs_of_several_rulesets_and_names_alike_but_for_case(yupana: Yupana, tmp_path: Path) -> None:
    """What is counted stands under other names in each; each keeps its own."""
    (tmp_path / "alike.yaml").write_text(ALIKE, encoding="utf-8")
    one = _simulated(yupana, "alike.parquet", "alike.yaml", "--games", "40", "--components")
    _simulated(yupana, "ttt.parquet", "tic_tac_toe", "--games", "10")
    both = ("stats", "alike.parquet", "ttt.parquet")

    def answer(question: str) -> Any:
        return yupana(*both, "--sql", question, "--json").document["rows"]

    assert answer("select action, sum(times) > 0 from actions group by action order by action") == [
        ["Take", True], ["mark", True], ["take", True],
    ]  # fmt: skip
    assert answer(
        "select count(*) from games where coalesce(actions['take'] + actions['Take'], actions['mark']) = decisions"
    ) == [[50]]
    assert answer("select count(*) from games where components is null") == [[50]]
    assert yupana(*both[:2], "--json").document["runs"][0]["actions"] == one["actions"]
    assert one["actions"]["take"] != one["actions"]["Take"]
