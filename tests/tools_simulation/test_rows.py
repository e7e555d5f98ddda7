"""Rows of games and decisions: they say what was played, the same for any number of workers and interruptions."""

from __future__ import annotations

import errno
import itertools
import json
import os
import random
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import Game, Option, RuleFault, State, load
from yupana.schemas.files import SUFFIX
from yupana.tests.tools.command_line import Process, Yupana
from yupana.tools.simulation import journal
from yupana.tools.simulation.playouts import Plan, play_one

pq = pytest.importorskip("pyarrow.parquet")


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.usefixtures("mixed")
@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_row_says_what_was_played(yupana: Yupana, tmp_path: Path, engine: str) -> None:
    """In games of all results and ends, some of which fail."""
    game = load("mixed.yaml").on(engine)
    run = ("simulate", "mixed.yaml", "--games", "90", "--seed", "3", "--limit", "13", "--engine", engine)
    assert yupana(*run, "--players", "3", "--bots", "random", "--rows", "games.parquet").code == 1
    rows = _rows(tmp_path / "games.parquet")
    assert len(rows) == 90
    assert len({each["ended"] for each in rows}) == 4
    plan, names = Plan("mixed", 3, 90, 3, ("random",) * 3, limit=13), ("red", "blue", "green")
    for index, row in enumerate(rows):
        played = play_one(game, plan, index)
        done = played.finished
        assert row == {
            "game": index,
            "seed": played.seed,
            "players": 3,
            "seats": list(names),
            "bots": ["random"] * 3,
            "scores": list(played.scores) if done else None,
            "winners": [names[seat] for seat in sorted(played.winners)] if done else None,
            "result": played.result if done else None,
            "ended": played.ended,
            "decisions": played.decisions,
            "actions": {name: played.actions.get(name, 0) for name in ("take", "wait")},
            "fault": played.fault or None,
            "place": played.place or None,
        }


def test_workers_and_engines_write_the_same_bytes(yupana: Yupana, tmp_path: Path) -> None:
    run = ("simulate", "leduc_poker", "--games", "17000", "--rows", "games.parquet")
    written = []
    for more in ((), ("--workers", "2"), ("--workers", "3")):
        assert yupana(*run, *more).code == 0
        written.append((tmp_path / "games.parquet").read_bytes())
        assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]
    assert written[0] == written[1] == written[2]
    few = ("simulate", "leduc_poker", "--games", "300", "--rows")
    assert yupana(*few, "native.parquet", "--engine", "native").code == 0
    assert yupana(*few, "python.parquet", "--engine", "python").code == 0
    assert _rows(tmp_path / "native.parquet") == _rows(tmp_path / "python.parquet")
    assert len(pq.ParquetFile(tmp_path / "games.parquet").metadata.row_group(0).to_dict()) > 0
    assert pq.ParquetFile(tmp_path / "games.parquet").num_row_groups == 2
    about = json.loads(pq.read_schema(tmp_path / "games.parquet").metadata[b"yupana"])
    assert (about["ruleset"], about["games"], about["seed"], about["bots"]) == ("leduc_poker", 17000, 1, ["random"] * 2)
    assert about["hash"] == load("leduc_poker").program.hash


@pytest.mark.parametrize(("name", "bots"), [("leduc_poker", "greedy,random"), ("cargo_empire", "random,first")])
def test_a_row_for_each_decision(yupana: Yupana, tmp_path: Path, name: str, bots: str) -> None:
    run = ("simulate", name, "--games", "3", "--bots", bots, "--limit", "150")
    yupana(*run, "--decisions", "decisions.parquet", "--rows", "games.parquet")
    games, decisions = _rows(tmp_path / "games.parquet"), _rows(tmp_path / "decisions.parquet")
    assert len(decisions) == sum(each["decisions"] for each in games) > 0
    for game, rows in itertools.groupby(decisions, key=lambda row: row["game"]):
        state = load(name).start(players=2, seed=games[game]["seed"])
        for ply, row in enumerate(rows):
            assert state.decision is not None
            leaders = [seat for seat, points in enumerate(state.points) if points == max(state.points)]
            seat = state.seat
            assert (row["ply"], row["seat"], row["player"], row["bot"]) == (
                ply, seat + 1, state.names[seat], bots.split(",")[seat]
            )  # fmt: skip
            assert (row["decision"], row["options"]) == (state.decision.name, len(state.decision.options))
            assert row["forced"] == (len(state.decision.options) == 1)
            assert row["scores"] == list(state.points)
            assert row["leader"] == (state.names[leaders[0]] if len(leaders) == 1 else None)
            state.apply(row["option"])
            assert row["option"].startswith(row["action"])


def test_components_that_are_used_are_counted(yupana: Yupana, tmp_path: Path) -> None:
    run = ("simulate", "tic_tac_toe", "--games", "5", "--components")
    assert yupana(*run, "--rows", "games.parquet").code == 0
    for row in _rows(tmp_path / "games.parquet"):
        used = row["components"]
        assert len(used) == 9
        assert set(used.values()) <= {0, 1}
        assert sum(used.values()) == row["decisions"]


# ---------------------------------------------------------------- interruptions


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_nothing_is_lost_when_a_run_is_killed(process: Process, yupana: Yupana, tmp_path: Path, workers: str) -> None:
    """At random moments, twice; then it is gone on with, and the file is what it is without all that."""
    run = ("simulate", "tic_tac_toe", "--games", "150000", "--seed", "5", "--rows", "games.parquet", "--json")
    whole = yupana(*run)
    assert whole.code == 0
    wanted = (tmp_path / "games.parquet").read_bytes()
    (tmp_path / "games.parquet").unlink()
    moments, before = random.Random(int(workers)), 0
    left = tmp_path / "games.parquet.unfinished"
    for turn in range(2):
        going = process(*run, "--workers", workers, *(["--resume"] if turn else []))
        end = time.monotonic() + 20
        while (not left.exists() or left.stat().st_size <= before) and time.monotonic() < end and going.poll() is None:
            time.sleep(0.01)
        time.sleep(moments.uniform(0, 0.2))
        going.kill()
        going.wait()
        if not left.exists():
            break
        before = left.stat().st_size
    assert not list(tmp_path.glob("games.parquet")) or not left.exists()
    if left.exists():
        with left.open("ab") as file:  # what was being written when the lights went out
            file.write(b"\0" * 17)
        again = yupana(*run, "--resume", "--workers", workers)
        assert again.code == 0, again.err
        assert {**again.document, "games_per_second": 0, "decisions_per_second": 0} == {
            **whole.document, "games_per_second": 0, "decisions_per_second": 0
        }  # fmt: skip
    assert (tmp_path / "games.parquet").read_bytes() == wanted
    assert not [each for each in tmp_path.iterdir() if each.name != "games.parquet"]


def _interrupted(yupana: Yupana, monkeypatch: pytest.MonkeyPatch, *more: str) -> Any:
    """A run that is interrupted after some chunks."""
    add, left = journal.Journal.add, [3]

    def stop(self: journal.Journal, chunk: Any) -> None:
        add(self, chunk)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "add", stop)
        return yupana("simulate", "tic_tac_toe", "--games", "500", "--rows", "games.parquet", *more)


def test_what_is_left_of_a_run_is_gone_on_with_or_refused(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ("simulate", "tic_tac_toe", "--rows", "games.parquet", "--games")
    ran = _interrupted(yupana, monkeypatch)
    assert ran.code == 130
    told = re.search(r"Interrupted: (\d+) of 500 games were played. Go on with `--resume`.", ran.err)
    assert told is not None
    assert f"{told[1]} games, {told[1]} finished" in ran.out
    assert not (tmp_path / "games.parquet").exists()
    for words, said in (
        ((*run, "500"), "is not finished: go on with `--resume`, or remove it"),
        ((*run, "400", "--resume"), "its games is 500, not 400"),
        ((*run, "500", "--resume", "--seed", "2"), "its seed is 1, not 2"),
        ((*run, "500", "--resume", "--bots", "first"), "its bots is random,random, not first,first"),
        ((*run, "500", "--resume", "--components"), "of another run"),
    ):
        ran = yupana(*words)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert said in ran.err
    ran = yupana(*run, "500", "--resume")
    assert ran.code == 0
    assert "500 games, 500 finished" in ran.out
    assert [each["game"] for each in _rows(tmp_path / "games.parquet")] == list(range(500))
    ran = yupana(*run, "500", "--resume")
    assert ran.code == 2
    assert "is finished: there is nothing to go on with" in ran.err
    assert yupana(*run, "500").code == 0


def test_what_a_kill_left_beside_the_rows_goes_when_the_run_is_gone_on_with(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came just before the new file took its name; what other files' writers have there is left alone."""
    assert _interrupted(yupana, monkeypatch).code == 130
    left, other = (tmp_path / f".{name}.0123456789abcdef{SUFFIX}" for name in ("games.parquet", "games.parquet.x"))
    left.write_bytes(b"PAR1")
    other.write_bytes(b"PAR1")
    assert yupana("simulate", "tic_tac_toe", "--games", "500", "--rows", "games.parquet", "--resume").code == 0
    assert sorted(tmp_path.iterdir()) == [other, tmp_path / "games.parquet"]


def test_a_full_disk_is_said_and_loses_nothing(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = journal.Journal._append

    def full(self: journal.Journal, first: int, end: int, parts: tuple[bytes, bytes, bytes]) -> Any:
        if first > 20:
            self._file.write(b"half of it")
            raise OSError(errno.ENOSPC, "No space left on device")
        return append(self, first, end, parts)

    run = ("simulate", "tic_tac_toe", "--games", "500", "--rows", "games.parquet")
    with monkeypatch.context() as patch:
        patch.setattr(journal.Journal, "_append", full)
        ran = yupana(*run)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "No space left on device. What was played is kept; go on with `--resume`." in ran.err
    assert yupana(*run, "--resume").code == 0
    assert [each["game"] for each in _rows(tmp_path / "games.parquet")] == list(range(500))


def test_what_cannot_be_done_is_said_in_a_sentence(
    yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for more in ("--resume", "--components"):
        ran = yupana("simulate", "tic_tac_toe", more)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert f"`{more}` needs a file of rows" in ran.err
    ran = yupana("simulate", "tic_tac_toe", "--rows", "nowhere/games.parquet")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    for module in [each for each in sys.modules if each.startswith("pyarrow")]:
        monkeypatch.setitem(sys.modules, module, None)
    for module in ("keeping", "recording", "seeds"):
        monkeypatch.delitem(sys.modules, f"yupana.tools.simulation.{module}", raising=False)
    ran = yupana("simulate", "tic_tac_toe", "--rows", "games.parquet")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "pip install 'yupana[stats]'" in ran.err
    assert not list(tmp_path.iterdir())


def test_a_rule_that_fails_leaves_the_decisions_before_it(yupana: Yupana, mixed: Game, tmp_path: Path) -> None:
    run = ("simulate", "mixed.yaml", "--games", "90", "--check-invariants", "end", "--players", "3")
    assert yupana(*run, "--decisions", "d.parquet", "--rows", "g.parquet").code == 1
    games, decisions = _rows(tmp_path / "g.parquet"), _rows(tmp_path / "d.parquet")
    failed = next(each for each in games if each["ended"] == "fault")
    texts = [each["option"] for each in decisions if each["game"] == failed["game"]]
    assert len(texts) == failed["decisions"]
    state = mixed.start(players=3, seed=failed["seed"])
    for text in texts:
        state.apply(text)
    assert state.decision is not None
    assert any(_fails(state.clone(), each) for each in state.decision.options)


def _fails(state: State, option: Option) -> bool:
    try:
        state.apply(option)
    except RuleFault:
        return True
    return False


def test_a_device_or_pipe_is_no_place_for_rows(yupana: Yupana, tmp_path: Path) -> None:
    """It stays what it is."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for flag in ("--rows", "--decisions"):
        ran = yupana("simulate", "tic_tac_toe", "--games", "2", flag, str(pipe))
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "cannot go into a device or pipe" in ran.err
    assert pipe.is_fifo()
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]
