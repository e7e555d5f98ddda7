"""What takes long is not lost at its end, is refused at its beginning where it cannot be kept, and says what failed."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Process, Yupana, living
from yupana.tests.tools.conftest import process as process

GAME = """
ruleset: {name: tiny, title: Tiny, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..60, spare: int 0..9}}
constants: {goal: 5}
actions:
  step: {parameters: {n: {in: 1..2}}, effects: me.score += n}
  spend: {when: me.spare > 0, effects: me.spare -= 1}
flow: [{do: red.spare = 1}, {turns: turn, until: me.score >= goal}]
features: {score: me.score}
scoring: {items: {points: {points: me.score}}}
"""
FAULTY = GAME.replace("me.score += n", "me.score = n // me.spare")
ENDLESS = GAME.replace("me.score += n", "me.score = n")


@pytest.fixture(autouse=True)
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("tiny", GAME), ("faulty", FAULTY), ("endless", ENDLESS)):
        (tmp_path / f"{name}.yaml").write_text(text.replace("tiny", name), encoding="utf-8")


LINES = {
    "sweep": (("sweep", "tiny.yaml", "--vary", "goal=1,2", "--games", "4", "--report", "FULL"), "point"),
    "balance": (("balance", "tiny.yaml", "--bots", "random", "--games", "4", "--only-games", "-o", "FULL"), "Nothing"),
    "tune": (("tune", "tiny.yaml", "--games", "100", "-o", "FULL"), "score"),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
@pytest.mark.parametrize("command", LINES)
def test_what_was_found_is_told_where_it_cannot_be_written(yupana: Yupana, tmp_path: Path, command: str) -> None:
    words, said = LINES[command]
    (tmp_path / "full.html").symlink_to("/dev/full")
    ran = yupana(*[each.replace("FULL", "full.html") for each in words])
    assert ran.code == 2
    assert ran.err == "Cannot write `full.html`: No space left on device.\n"
    assert said in ran.out
    assert Path("/dev/full").is_char_device()


def test_a_folder_that_cannot_be_is_refused_before_the_search(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for name in ("file", "file/below", "/dev/null"):
        begin = time.monotonic()
        ran = yupana("fuzz", "tiny.yaml", "--seconds", "60", "--output", name)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "something else has the name" in ran.err
        assert time.monotonic() - begin < 20
    ran = yupana("sweep", "tiny.yaml", "--vary", "goal=1", "--into", "file/below")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_what_was_searched_is_told_where_it_cannot_be_written(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "found").mkdir()
    (tmp_path / "found" / "fuzz_1_fault.save.json").mkdir()
    ran = yupana("fuzz", "faulty.yaml", "--decisions", "50", "--output", "found")
    assert ran.code == 2
    assert ran.err == "Cannot write `found/fuzz_1_fault.save.json`: it is a folder.\n"
    assert "division by zero" in ran.out


def test_a_sweep_says_what_failed_in_its_games(yupana: Yupana) -> None:
    ran = yupana("sweep", "faulty.yaml", "--vary", "goal=3,4", "--games", "6")
    assert (ran.code, ran.err) == (1, "")
    assert "6 of 6 games failed; division by zero at faulty.yaml:6:" in ran.out.replace("\n", " ")
    document = yupana("sweep", "faulty.yaml", "--vary", "goal=3,4", "--games", "6", "--workers", "2", "--json").document
    assert [each["figures"]["completion"]["value"] for each in document["points"]] == [0, 0]
    assert all(each["fault"].startswith("6 of 6 games failed") for each in document["points"])
    assert yupana("sweep", "endless.yaml", "--vary", "goal=5", "--games", "6", "--limit", "20").code == 0


def test_a_wish_for_a_number_that_is_none(yupana: Yupana) -> None:
    for number in ("9" * 400, "1e9", "nan", "inf", ""):
        ran = yupana("sweep", "tiny.yaml", "--vary", "goal=1,2", "--games", "4", "--wish", f"length~{number}")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_games_without_an_end_are_given_up_and_nothing_more_is_asked_of_them(yupana: Yupana) -> None:
    begin = time.monotonic()
    ran = yupana("balance", "endless.yaml", "--bots", "random", "--games", "4", "--limit", "500")
    assert ran.code == 0
    assert "Games without an end" in ran.out
    assert "after 500 decisions" in ran.out
    assert time.monotonic() - begin < 30
    assert yupana("balance", "endless.yaml", "--limit", "0").code == 2


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at as on Linux")
@pytest.mark.parametrize("words", [
    pytest.param(("sweep", "tiny.yaml", "--vary", "goal=1..50", "--games", "20000"), marks=pytest.mark.slow),
    pytest.param(("balance", "tiny.yaml", "--bots", "mcts:200", "--games", "5000"), marks=pytest.mark.slow),
    pytest.param(("tune", "tiny.yaml", "--games", "1000000"), marks=pytest.mark.slow),
    ("fuzz", "tiny.yaml", "--seconds", "60"),
], ids=lambda words: words[0])  # fmt: skip
def test_a_worker_that_is_killed_ends_the_run_with_a_sentence(process: Process, words: tuple[str, ...]) -> None:
    going = process(*words, "--workers", "2")
    end = time.monotonic() + 15
    while time.monotonic() < end and going.poll() is None:
        workers = living(parent=going.pid)
        if len(workers) == 2:
            time.sleep(0.3)
            os.kill(workers[0], signal.SIGKILL)
            break
        time.sleep(0.05)
    _, err = going.communicate(timeout=20)
    assert going.returncode == 2, err
    assert "A worker process was ended from outside (signal 9)" in err
    assert "Traceback" not in err
