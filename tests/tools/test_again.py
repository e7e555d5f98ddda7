"""Every command that a report prints is run, in the folder where it was printed: it shows what the report told of."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.interpreter.game import RuleFault, load
from yupana.tests.tools.command_line import Ran, Yupana

COUNT = """\
ruleset: {name: count, title: Count, language: 3}
players: {min: 2, max: 3, names: [red, blue, green]}
options: {late: {type: bool, default: false}}
state: {n: {type: int 0..99, start: 0}}
actions:
  one: {effects: n += 1}
  share: {effects: n += 12 // (2 - n)}
flow: [{rounds: round, times: 3 if late else 2, steps: [{turns: turn, order: players}]}]
scoring: {items: {n: n}}
"""
EXAMPLES = """\
examples:
  fine: {when: [{red: one}], then: n == 1}
  faulty: {given: n = 1, when: [{red: one}, {blue: share}]}
"""
BROKEN = "invariants: {small: n < 2}\n"
SETUP = "setup: n = 12 // n\n"

TARGET = "my games/the count.yaml"
SAVE = "an evening's game.json"
FAULT = "division by zero"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path)


def write(folder: Path, more: str = "") -> Path:
    path = folder / TARGET
    path.parent.mkdir(exist_ok=True)
    path.write_text(COUNT + more, encoding="utf-8")
    return folder


def again(yupana: Yupana, told: str, before: str = "", after: str = "\n", lines: tuple[str, ...] = ()) -> Ran:
    """Run the command that stands there, as a shell would."""
    command = told[told.index(before) + len(before) :].partition(after)[0]
    words = shlex.split(command)
    assert words[:1] == ["yupana"], told
    return yupana(*words[1:], lines=lines)


def test_a_rule_that_fails_at_the_table(yupana: Yupana, folder: Path) -> None:
    ran = yupana("play", TARGET, "--option", "late=true", "--players", "3", lines=["one", "one", "share"])
    assert (ran.code, FAULT in ran.err) == (1, True)
    shown = again(yupana, ran.err, "to see it again: ")
    assert (shown.code, FAULT in shown.out, shown.err) == (1, True, "")


def test_a_rule_that_fails_in_a_game_gone_on_with(yupana: Yupana, folder: Path) -> None:
    state = load(TARGET).start(2)
    for option in ("one", "one"):
        state.apply(option)
    with pytest.raises(RuleFault) as caught:
        state.apply("share")
    (folder / SAVE).write_text(caught.value.save, encoding="utf-8")
    ran = yupana("play", TARGET, "--resume", SAVE)
    assert (ran.code, FAULT in ran.err) == (1, True)
    shown = again(yupana, ran.err, "to see it again: ")
    assert (shown.code, FAULT in shown.out) == (1, True)


@pytest.mark.skipif(sys.platform == "win32", reason="the command is one for a POSIX shell")
def test_a_rule_that_fails_in_a_program_comes_with_a_command_for_the_shell(yupana: Yupana, folder: Path) -> None:
    state = load(TARGET).start(3, options={"late": True})
    for _ in range(2):
        state.apply("one")
    with pytest.raises(RuleFault) as caught:
        state.apply("share")
    script = caught.value.command.replace("| yupana ", f"| {shlex.quote(sys.executable)} -m yupana ")
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, FAULT in done.stdout) == (1, True), done.stderr
    assert str(caught.value).endswith(f"to see it again: {caught.value.command}")  # whole, however long


def test_a_set_up_that_fails(yupana: Yupana, tmp_path: Path) -> None:
    write(tmp_path, SETUP)
    ran = yupana("play", TARGET)
    assert (ran.code, FAULT in ran.err) == (1, True)
    command = ran.err.partition("to see it again: ")[2]
    printf, piped = command.split(" | ")
    save = shlex.split(printf)[-1]
    shown = yupana(*shlex.split(piped)[1:], lines=[save])
    assert (shown.code, FAULT in shown.err) == (1, True)
    assert "again" not in shown.err  # that was the command


@pytest.mark.parametrize("options", [(), ("--players", "3", "--option", "late=true", "--limit", "7")])
def test_simulate(yupana: Yupana, folder: Path, options: tuple[str, ...]) -> None:
    ran = yupana("simulate", TARGET, "--games", "12", "--seed", "5", *options)
    told = re.findall(r"^game \d+ \(seed \d+\): (.*)\n  again: (.*)$", ran.out, re.MULTILINE)
    assert ran.code == 1
    kinds = dict(told)
    assert any(FAULT in message for message in kinds)
    assert not options or "not over after 7 decisions" in kinds
    for message, command in kinds.items():
        shown = again(yupana, command)
        assert shown.code == 1
        assert f": {message}\n" in shown.out


def test_an_invariant_that_does_not_hold(yupana: Yupana, tmp_path: Path) -> None:
    write(tmp_path, BROKEN)
    sentence = "The invariant small does not hold after 2 decisions."
    ran = yupana("play", TARGET, lines=["one"] * 4)
    assert (ran.code, sentence in ran.err) == (1, True)
    shown = again(yupana, ran.err, "to see it again: ")
    assert (shown.code, sentence in shown.err) == (1, True)
    ran = yupana("simulate", TARGET, "--games", "3", "--check-invariants", "end", "--bots", "first")
    shown = again(yupana, ran.out, "again: ")
    assert (ran.code, shown.code) == (1, 1)
    assert "the invariant small does not hold after 4 decisions" in shown.out
    linted = yupana("lint", TARGET, "--deep")
    assert "`small` did not hold" in linted.out
    assert yupana("lint", TARGET, "--deep").out == linted.out


def test_a_rule_that_fails_in_an_example(yupana: Yupana, folder: Path) -> None:
    write(folder, EXAMPLES)
    ran = yupana("test", TARGET)
    assert (ran.code, FAULT in ran.out) == (1, True)
    shown = again(yupana, ran.out, "to see it again: ")
    assert (shown.code, FAULT in shown.out) == (1, True)
    assert "fine" not in shown.out
    results = yupana("test", TARGET, "--json").document["examples"]["results"]
    assert not [each for each in results if "again" in each["message"]]  # no replay knows what `given` puts in place


def test_what_is_saved_at_the_table(yupana: Yupana, folder: Path) -> None:
    ran = yupana("play", TARGET, lines=["one", f"save {SAVE}", "quit"])
    assert (folder / SAVE).exists()
    told = " ".join(ran.out.split())
    gone_on = again(yupana, told, f"Saved in {SAVE}; `", "`", lines=("one",) * 3)
    assert gone_on.code == 0, gone_on.err
    named = yupana("play", "tic_tac_toe", lines=["a1", "save evening.json", "quit"])
    assert "`yupana play --resume evening.json`" in named.out  # the name in the save is enough


@pytest.mark.parametrize("words", [("play", "--resume", SAVE), ("replay", SAVE)])
def test_a_save_that_does_not_say_where_its_ruleset_is(yupana: Yupana, folder: Path, words: tuple[str, ...]) -> None:
    (folder / SAVE).write_text(load(TARGET).start(2).to_json(), encoding="utf-8")
    ran = yupana(*words)
    assert ran.code == 2
    told = ran.err.replace("PATH", shlex.quote(TARGET))
    shown = again(yupana, told, "Say where it is: `", "`", lines=("one",) * 4)
    assert shown.code == 0, shown.err
