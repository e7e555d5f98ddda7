"""`yupana watch`: what is shown after a save."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Process, Yupana
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.testing.looks import document, verdict
from yupana.tools.testing.watching import Look, Watcher


def look(watcher: Watcher) -> Look:
    seen = watcher.look()
    assert seen is not None
    return seen


@pytest.fixture
def watcher(made: Path) -> Watcher:
    """Has looked once."""
    watcher = Watcher("./my_game")
    first = look(watcher)
    assert first.ok
    assert first.changed is None
    assert [each.name for each in first.results] == ["a_game_begins", "taking_two", "the_last_stone_wins"]
    return watcher


def test_a_save_runs_what_it_concerns(watcher: Watcher, made: Path) -> None:
    edit(made / "game.yaml", "stones -= number", "stones -= number - 1")
    seen = look(watcher)
    assert seen.changed is not None
    assert [each.path for each in seen.changed] == ["actions.take"]
    assert seen.concerned == ["taking_two", "the_last_stone_wins"]
    assert [each.name for each in seen.results if not each.ok] == ["taking_two"]
    assert verdict(seen).startswith("2 passed, 1 failed; 2 concerned")


def test_a_save_that_says_the_same_concerns_nothing(watcher: Watcher, made: Path) -> None:
    assert watcher.look() is None
    edit(made / "game.yaml", "last = me", "last   = me  # he took it")
    seen = look(watcher)
    assert (seen.changed, seen.concerned, len(seen.results)) == ([], [], 3)


def test_a_faulty_save_keeps_what_was_known(watcher: Watcher, made: Path) -> None:
    edit(made / "game.yaml", "stones -= number", "stonse -= number")
    faulty = look(watcher)
    assert not faulty.ok
    assert verdict(faulty) == "1 error, the examples wait"
    assert [each.code for each in faulty.compiled.diagnostics] == ["YUP401"]
    edit(made / "game.yaml", "stonse -= number", "stones -= number")
    edit(made / "game.yaml", "stones_at_start: 12", "stones_at_start: 13")
    mended = look(watcher)
    assert mended.changed is not None
    assert [each.path for each in mended.changed] == ["constants.stones_at_start"]
    assert [each.name for each in mended.results if not each.ok] == ["a_game_begins", "taking_two"]


def test_what_failed_is_run_again(watcher: Watcher, made: Path) -> None:
    edit(made / "examples.yaml", "then: stones == 12", "then: stones == 11")
    assert not look(watcher).ok
    edit(made / "game.yaml", "most_at_once: 3", "most_at_once: 2")
    seen = look(watcher)
    assert "a_game_begins" in seen.concerned
    assert not seen.ok


def test_a_new_file_is_noticed(watcher: Watcher, made: Path) -> None:
    assert not watcher.changed_on_disk()
    (made / "more.yaml").write_text("constants: {more: 1}\n")
    assert watcher.changed_on_disk()
    seen = look(watcher)
    assert seen.changed is not None
    assert [each.path for each in seen.changed] == ["constants.more"]


def test_a_ruleset_may_go_and_come_back(watcher: Watcher, made: Path) -> None:
    away = made.with_name("away")
    made.rename(away)
    seen = look(watcher)
    assert not seen.ok
    assert verdict(seen) == "cannot be read"
    assert document(seen)["diagnostics"] == []
    away.rename(made)
    assert look(watcher).ok


def test_once(yupana: Yupana, made: Path) -> None:
    ran = yupana("watch", "./my_game", "--once", "--json")
    assert ran.code == 0
    assert ran.document["ok"] is True
    assert ran.document["changed"] is None
    assert ran.document["examples"]["passed"] == 3
    assert "./my_game: 3 passed, 0 failed" in yupana("watch", "./my_game", "--once").out
    line = edit(made / "examples.yaml", "then: last == red", "then: last == yellow")
    ran = yupana("watch", "./my_game", "--once")
    assert ran.code == 1
    assert f"my_game/examples.yaml:{line}: does not hold: last == yellow" in ran.out
    assert yupana("watch", "no_such_game").code == 2


def test_saves_are_followed_until_ctrl_c(process: Process, made: Path) -> None:
    running = process("watch", "./my_game", "--json", "--interval", "0.05")
    assert running.stdout is not None
    assert _next(running)["ok"] is True
    edit(made / "game.yaml", "stones -= number", "stonse -= number")
    faulty = _next(running)
    assert [each["code"] for each in faulty["diagnostics"]] == ["YUP401"]
    edit(made / "game.yaml", "stonse -= number", "stones -= number")
    assert _next(running)["changed"] == []
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (0, "", "")


def _next(running: Any) -> dict[str, Any]:
    document = json.loads(running.stdout.readline())
    assert isinstance(document, dict)
    return document
