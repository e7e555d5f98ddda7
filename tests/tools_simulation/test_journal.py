"""What lies where an unfinished run is kept, and is none, or is that of another game: left alone, in one sentence."""

from __future__ import annotations

import json
import os
import struct
import zlib
from pathlib import Path

import pytest
from yupana.interpreter.game import load
from yupana.schemas import host
from yupana.tests.tools.command_line import Yupana
from yupana.tools.shell.extras import version
from yupana.tools.simulation.journal import Journal
from yupana.tools.targets.same_rules import identity

pytest.importorskip("pyarrow")

RUN = ("simulate", "tic_tac_toe", "--games", "200", "--rows", "games.parquet")
GAME = """
ruleset: {name: tiny, title: Tiny, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..60}}
actions: {step: {effects: me.score += 1}}
flow: [{turns: turn, until: me.score >= 3}]
scoring: {items: {points: {points: me.score}}}
"""


def _refused(yupana: Yupana, *words: str) -> str:
    """What is said of a use that is refused."""
    ran = yupana(*words)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), (words, ran.err)
    return ran.err


def _begun(path: Path, plan: object, more: bytes = b"") -> None:
    """A journal that says what it plays."""
    content = json.dumps(plan).encode()
    head = struct.pack("<QQIII", 0, 0, len(content), 0, 0)
    check = zlib.crc32(content, zlib.crc32(head)).to_bytes(4, "little")
    path.write_bytes(b"yupana run 3\n" + head + check + content + more)


def test_what_is_no_run_is_left_alone(yupana: Yupana, tmp_path: Path) -> None:
    left = tmp_path / "games.parquet.unfinished"
    for content in (b"the only copy of a letter", b"yupana run 1\n" + bytes(100)):
        left.write_bytes(content)
        assert "holds no run" in _refused(yupana, *RUN, "--resume")
        assert left.read_bytes() == content
    for plan in ([], "text", 7):
        _begun(left, plan)
        assert "holds no run" in _refused(yupana, *RUN, "--resume")
    left.unlink()
    left.mkdir()
    assert "is no file" in _refused(yupana, *RUN, "--resume")
    left.rmdir()
    os.mkfifo(left)
    for more in ((), ("--resume",)):
        assert "is no file" in _refused(yupana, *RUN, *more)
    assert left.is_fifo()


def test_a_run_that_had_said_nothing_yet_is_begun_again(yupana: Yupana, tmp_path: Path) -> None:
    whole = b"yupana run 3\n" + bytes(20)
    for many in (0, 5, 13, 33):
        (tmp_path / "games.parquet.unfinished").write_bytes(whole[:many])
        assert yupana(*RUN, "--resume").code == 0
        assert [each.name for each in tmp_path.iterdir()] == ["games.parquet"]
        (tmp_path / "games.parquet").unlink()


def test_games_of_changed_rules_are_not_mixed(yupana: Yupana, tmp_path: Path) -> None:
    rules, left = tmp_path / "tiny.yaml", tmp_path / "games.parquet.unfinished"
    rules.write_text(GAME, encoding="utf-8")
    run = ("simulate", "tiny.yaml", "--games", "50", "--rows", "games.parquet", "--resume")
    game = load(rules)
    plan = {
        "ruleset": "tiny", "title": "Tiny", "hash": game.program.hash, "players": 2, "seats": ["red", "blue"],
        "games": 50, "seed": 1, "bots": ["random", "random"], "options": {}, "limit": 100_000, "invariants": None,
        "points": True, "target": "tiny.yaml", "rows": ["games"], "components": [], **identity(game),
    }  # fmt: skip
    for change, said in (
        ({"yupana": "0.0.0"}, "its yupana is 0.0.0"),
        ({"rules": "another"}, "its rules were changed since it was begun. Give"),
        (
            {"rules": "another", "elements": {**dict(game.elements), "actions.step": "00000000", "actions.stop": "1"}},
            "its rules were changed since it was begun (`actions.step` is changed; `actions.stop` is gone)",
        ),
    ):
        _begun(left, {"yupana": version(), **plan, **change})
        told = _refused(yupana, *run)
        assert said in told
        assert "remove it" in told
    for texts in ({}, {"title": "Other", "hash": "another"}):
        _begun(left, {"yupana": version(), **plan, **texts})
        assert yupana(*run).code == 0
        (tmp_path / "games.parquet").unlink()


def test_a_run_goes_on_when_only_texts_were_changed(yupana: Yupana, tmp_path: Path) -> None:
    """The same program is played: comments, titles, texts and layout make no other games; what is counted does."""
    for new, same in (
        (GAME.replace("title: Tiny", "title: Other") + "# a comment\n", True),
        (GAME.replace("step: {effects", "step: {text: Go on, effects"), True),
        (GAME.replace("points: me.score}", "points: me.score + 1}"), False),
        (GAME + "invariants: {low: all(p.score < 9 for p in players)}\n", False),
    ):
        (tmp_path / "tiny.yaml").write_text(GAME, encoding="utf-8")
        then = load(tmp_path / "tiny.yaml").counted
        (tmp_path / "tiny.yaml").write_text(new, encoding="utf-8")
        assert (load(tmp_path / "tiny.yaml").counted == then) == same, new


def test_a_length_that_nothing_has_is_not_believed(yupana: Yupana, tmp_path: Path) -> None:
    head = struct.pack("<QQIIII", 0, 5, 2**32 - 1, 2**32 - 1, 2**32 - 1, 0)
    (tmp_path / "games.parquet.unfinished").write_bytes(b"yupana run 3\n" + head + bytes(50))
    assert yupana(*RUN, "--resume").code == 0


@pytest.mark.skipif(host.is_windows(), reason="Windows keeps nobody out")
def test_two_runs_do_not_write_into_one_journal(yupana: Yupana, tmp_path: Path) -> None:
    going = Journal(tmp_path / "games.parquet", {}, 2, resume=False)
    try:
        assert "going on" in _refused(yupana, *RUN, "--resume")
    finally:
        going.close(finished=False)
    assert yupana(*RUN, "--resume").code == 0


def test_a_run_of_which_nothing_was_played_leaves_nothing(yupana: Yupana, tmp_path: Path) -> None:
    Journal(tmp_path / "games.parquet", {}, 2, resume=False).close(finished=False)
    assert not list(tmp_path.iterdir())
    assert "of a scheduler" in _refused(yupana, *RUN, "--cluster", "nonsense")
    assert not list(tmp_path.iterdir())


def test_rows_take_the_place_of_rows_only(yupana: Yupana, tmp_path: Path) -> None:
    rules = tmp_path / "tiny.yaml"
    rules.write_text(GAME, encoding="utf-8")
    for flag in ("--rows", "--decisions"):
        assert "is left alone" in _refused(yupana, "simulate", "tiny.yaml", "--games", "2", flag, "tiny.yaml")
    assert rules.read_text(encoding="utf-8") == GAME
    (tmp_path / "link.parquet").symlink_to("games.parquet")
    for other in ("games.parquet", "./games.parquet", "link.parquet"):
        assert "two files" in _refused(yupana, *RUN, "--decisions", other)
    (tmp_path / "games.parquet").touch()
    for _ in range(2):
        assert yupana(*RUN).code == 0
