"""`yupana watch` tells how well what was just edited is protected."""

from __future__ import annotations

import itertools
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import mutants_of
from yupana.tests.tools.command_line import Process
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.strength.running import strength_of
from yupana.tools.strength.watching import Glance, glances
from yupana.tools.testing.watching import Look, Watcher

STRICT = "`me.money >= price` has `>` for `>=`"


def looked(watcher: Watcher) -> Look:
    look = watcher.look()
    assert look is not None
    return look


def never() -> bool:
    return False


def after(stall: Path, old: str, new: str, stop: Callable[[], bool] = never, seconds: float = 60) -> list[Glance]:
    """What is told after an edit."""
    watcher = Watcher(str(stall))
    assert list(glances(looked(watcher), str(stall), never)) == [], "nothing was edited before the first look"
    edit(stall, old, new)
    return list(glances(looked(watcher), str(stall), stop, seconds))


def test_the_element_that_was_edited_is_broken(stall: Path) -> None:
    (told,) = after(stall, "me.money -= price", "me.money -= 1 * price")
    whole = strength_of(compile_ruleset(str(stall)), str(stall), only=["actions.buy"])
    assert told.element == "actions.buy"
    assert [(each.what, each.outcome) for each in told.found] == [(each.what, each.outcome) for each in whole]
    first, *missed = told.lines()
    breaks = whole.count("noticed", "endless", "missed")
    assert first == f"actions.buy: {breaks - whole.missed} of {breaks} breaks noticed"
    assert len(missed) == whole.missed > 0
    assert missed[0].startswith(f"  S-1 ({stall}:7), actions.buy: `me.money >= price`")


def test_each_element_is_told_by_itself(stall: Path) -> None:
    watcher = Watcher(str(stall))
    looked(watcher)
    edit(stall, "value: 2", "value: 1")
    edit(stall, "red.money == 2", "red.money == 3")
    edit(stall, "points: me.goods", "points: 2 * me.goods")
    found = list(glances(looked(watcher), str(stall), never))
    assert [each.element for each in found] == ["constants.price", "scoring.items.goods"]


def test_nothing_is_broken_while_an_example_fails(stall: Path) -> None:
    assert after(stall, "me.money -= price", "me.money -= 2 * price") == []


def test_what_only_examples_say_breaks_nothing(stall: Path) -> None:
    assert after(stall, "red.goods == 1]", "red.goods >= 1]") == []


def test_the_next_save_ends_it(stall: Path) -> None:
    asked = itertools.count()
    assert after(stall, "me.money -= price", "me.money -= 1 * price", lambda: next(asked) > 3) == []
    assert next(asked) == 5


def test_what_there_was_no_time_for_is_counted(stall: Path) -> None:
    (told,) = after(stall, "me.money -= price", "me.money -= 1 * price", seconds=0)
    breaks = [each for each in mutants_of(compile_ruleset(str(stall))) if each.element == "actions.buy"]
    assert (told.found.results, told.left) == ((), len(breaks))
    assert told.lines() == [f"actions.buy: 0 of 0 breaks noticed; there was no time for {told.left} more"]


def test_what_is_accepted_is_told_as_that(stall: Path) -> None:
    with stall.open("a") as file:
        file.write(f'strength: {{accept: [{{in: actions.buy, break: "{STRICT}", because: So it is.}}]}}\n')
    (told,) = after(stall, "me.money -= price", "me.money -= 1 * price")
    assert told.found.accepted == 1
    assert ", 1 accepted" in told.lines()[0]
    assert STRICT not in "".join(told.lines())


def test_it_is_said_after_the_look(process: Process, stall: Path) -> None:
    running = process("watch", "./stall.yaml", "--json", "--interval", "0.05")
    assert running.stdout is not None
    assert _next(running)["schema"].startswith("yupana.watch/")
    edit(stall, "me.money -= price", "me.money -= 1 * price")
    assert _next(running)["changed"] == [{"path": "actions.buy", "how": "changed"}]
    told = _next(running)
    assert told["schema"].startswith("yupana.strength/")
    assert {each["element"] for each in told["results"]} == {"actions.buy"}
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (0, "", "")


def test_people_read_a_line_for_each_element(process: Process, stall: Path) -> None:
    running = process("watch", "./stall.yaml", "--interval", "0.05")
    assert running.stdout is not None
    assert "1 passed" in running.stdout.readline()
    edit(stall, "me.money -= price", "me.money -= 1 * price")
    lines = [running.stdout.readline() for _ in range(4)]
    assert lines[1] == "changed: actions.buy\n"
    assert lines[2].startswith("actions.buy: ")
    assert lines[2].endswith(" breaks noticed\n")
    assert lines[3].startswith("  S-1 (./stall.yaml:7), actions.buy: ")
    os.kill(running.pid, signal.SIGINT)
    running.communicate(timeout=20)


def _next(running: Any) -> dict[str, Any]:
    document = json.loads(running.stdout.readline())
    assert isinstance(document, dict)
    return document
