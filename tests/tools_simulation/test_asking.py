"""Questions that do not end or take all memory, and files that are no rows any more: one sentence, and soon."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")


def _refused(yupana: Yupana, *words: str) -> str:
    """What is said of a use that is refused."""
    ran = yupana(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), (words, ran.err)
    return ran.err


@pytest.fixture
def games(yupana: Yupana, tmp_path: Path) -> Path:
    """A file of rows."""
    assert yupana("simulate", "tic_tac_toe", "--games", "50", "--rows", "games.parquet").code == 0
    return tmp_path / "games.parquet"


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("question", [
    "select count(*) from range(100000000000)",
    pytest.param(
        "with recursive n as (select 1 as i union all select i + 1 from n) select max(i) from n", marks=pytest.mark.slow
    ),
    "select count(*) from games a, games b, games c, games d, games e, games f, games g where a.seed + g.seed = 3",
])  # fmt: skip
def test_a_question_without_an_end_is_given_up(yupana: Yupana, question: str) -> None:
    begin = time.monotonic()
    told = _refused(yupana, "stats", "games.parquet", "--seconds", "1", "--sql", question)
    assert "longer than 1 seconds" in told
    assert "--seconds" in told
    assert time.monotonic() - begin < 30, "one second, and what a busy machine adds"


@pytest.mark.usefixtures("games")
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells how much there is")
@pytest.mark.parametrize("question", [
    "select repeat('x', 4000000000)",
    *[pytest.param(each, marks=pytest.mark.slow) for each in (
        "select array_agg(a.range) from range(100000) a, range(100000) b",
        "select repeat(repeat('x', 100000) || range, 100) from range(10000)",
    )],
    "select repeat('x', 10000) from range(10000000)",
])  # fmt: skip
def test_a_question_that_takes_all_memory_is_given_up(yupana: Yupana, question: str) -> None:
    told = _refused(yupana, "stats", "games.parquet", "--memory", "256", "--seconds", "30", "--sql", question)
    assert "more than 256 MB" in told
    assert "--memory" in told


@pytest.mark.parametrize("value", ["0", "nan", "-1", "x", "1e9"])
def test_bounds_are_numbers(yupana: Yupana, games: Path, value: str) -> None:
    for flag in ("--seconds", "--memory"):
        _refused(yupana, "stats", games.name, flag, value, "--sql", "select 1")


def _cut(data: bytes, told: Any) -> bytes:
    return data[: len(data) // 2]


def _middle(data: bytes, told: Any) -> bytes:
    """The end, which says what is where, is whole; the rows are not."""
    return data[:4] + b"\xaa" * 600 + data[604:]


DAMAGE: dict[str, Callable[[bytes, Any], bytes]] = {
    "cut": _cut,
    "middle": _middle,
    "end": lambda data, told: data[:-300] + b"\0" * 292 + data[-8:],
    "length": lambda data, told: data[:-8] + b"\xff\xff\xff\x7f" + data[-4:],
    "nothing": lambda data, told: b"",
    "begin": lambda data, told: b"PAR1",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_refused(yupana: Yupana, games: Path, damage: str) -> None:
    games.write_bytes(DAMAGE[damage](games.read_bytes(), None))
    _refused(yupana, "stats", games.name)
    _refused(yupana, "stats", games.name, "--sql", "select * from games")


def _with(table: Any, name: str, values: Any) -> Any:
    at = table.schema.get_field_index(name)
    return table.set_column(at, name, values)


FORGED: dict[str, Callable[[Any], Any]] = {
    "a column less": lambda table: table.drop_columns(["scores"]),
    "another type": lambda table: _with(table, "decisions", pa.array(["x"] * len(table))),
    "no seats": lambda table: _with(table, "seats", pa.array([[]] * len(table), pa.list_(pa.string()))),
    "no result": lambda table: _with(table, "result", pa.nulls(len(table), pa.string())),
    "a result of nobody": lambda table: _with(table, "result", pa.array(["odd"] * len(table))),
    "no decisions": lambda table: _with(table, "decisions", pa.nulls(len(table), pa.int32())),
    "a fault and no end": lambda table: _with(
        _with(table, "fault", pa.array(["f"] * len(table))), "ended", pa.nulls(len(table), pa.string())
    ),
}


@pytest.mark.parametrize("forged", FORGED)
def test_rows_that_no_game_comes_to_are_refused(yupana: Yupana, games: Path, forged: str) -> None:
    table = pq.read_table(games)
    pq.write_table(FORGED[forged](table).replace_schema_metadata(table.schema.metadata), games)
    _refused(yupana, "stats", games.name)


@pytest.mark.parametrize(("key", "value"), [
    ("players", "two"), ("players", 3), ("players", 10**9), ("seats", [1, 2]), ("bots", None), ("options", []),
    ("options", {"a": 1}), ("target", 5), ("invariants", "x"), ("title", ["x"]), ("limit", None),
])  # fmt: skip
def test_a_file_that_says_odd_things_of_its_run_is_refused(yupana: Yupana, games: Path, key: str, value: Any) -> None:
    table = pq.read_table(games)
    told = {**json.loads(table.schema.metadata[b"yupana"]), key: value}
    pq.write_table(table.replace_schema_metadata({"yupana": json.dumps(told)}), games)
    assert "is no file of rows" in _refused(yupana, "stats", games.name)


def test_what_is_no_file_is_refused_and_not_waited_for(yupana: Yupana, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "runs").mkdir()
    os.mkfifo(tmp_path / "runs" / "pipe.parquet")
    for name in ("pipe", "runs", "/dev/null", "/dev/zero"):
        assert "is a device or pipe" in _refused(yupana, "stats", name)
    assert "There is no file" in _refused(yupana, "stats", "nothing.parquet")


def test_a_name_that_stands_for_several_files_is_refused(yupana: Yupana, games: Path) -> None:
    games.rename(games.with_name("g[ab].parquet"))
    assert "rename it" in _refused(yupana, "stats", "g[ab].parquet")


def test_bytes_that_are_no_text_are_refused(yupana: Yupana, games: Path, tmp_path: Path) -> None:
    assert "no text" in _refused(yupana, "stats", games.name, "--sql", "select '\udcff'")
    assert yupana("simulate", "tic_tac_toe", "--games", "2", "--rows", "\udcff.parquet").code == 0
    assert len(os.listdir(os.fsencode(tmp_path))) == 2
    assert "rename it" in _refused(yupana, "stats", "\udcff.parquet")


@pytest.mark.parametrize("value", ["4294967296", "99999999999999999999"])
def test_limits_are_numbers_that_the_engines_count_to(yupana: Yupana, value: str) -> None:
    for line in (("simulate", "tic_tac_toe"), ("fuzz", "tic_tac_toe"), ("sweep", "tic_tac_toe", "--vary", "a=1")):
        _refused(yupana, *line, "--limit", value)


def test_numbers_that_are_none_are_null_in_json(yupana: Yupana, games: Path) -> None:
    question = "select 'nan'::double, {'a': ['inf'::double, 1.5]}, null, true, 1.5::decimal(3, 1), uuid() is null"
    ran = yupana("stats", games.name, "--json", "--sql", question)
    assert json.loads(ran.out, parse_constant=lambda name: pytest.fail(name))["rows"] == [
        [None, {"a": [None, 1.5]}, None, True, 1.5, False]
    ]


def test_a_file_that_is_named_twice_counts_once(yupana: Yupana, games: Path, tmp_path: Path) -> None:
    (tmp_path / "link.parquet").symlink_to(games.name)
    (run,) = yupana("stats", games.name, ".", "./games.parquet", "link.parquet", "--json").document["runs"]
    assert run["games"] == 50
    assert "either as CSV" in _refused(yupana, "stats", games.name, "--csv", "--json", "--sql", "select 1")
