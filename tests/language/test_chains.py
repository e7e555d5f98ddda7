"""Chains of triggers: random ones beside a plain queue, and hostile ones that would never end.

A random ruleset has a few procedures and triggers, each of which waits for some of them and does some, if a budget is
not spent when it hears of it. The model below is a queue and knows nothing of the interpreter. In the middle of a
chain, where a trigger waits, a game can be saved, gone on with, undone and copied like everywhere else.
"""

from __future__ import annotations

import re
from collections import deque
from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.machine.faults import RuleFault
from yupana.interpreter.machine.state import State
from yupana.tests.found import BACK_ENDS, BackEnd, faults, plain

NAMES = "abcd"
SILENT = re.compile(r"add \d+ to diary")
HEAD = """\
ruleset: {name: chains, title: Chains, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
state: {diary: "list[int, 900]", budget: {type: int, start: 5}}
"""

Trigger = tuple[str, str, bool]
"""What a trigger waits for, what it does, and whether it asks before."""

triggers = st.lists(
    st.tuples(st.text(NAMES, min_size=1, max_size=2), st.text(NAMES, max_size=3), st.booleans()), max_size=4
)


def written(found: list[Trigger]) -> str:
    """A ruleset with these triggers. Each writes its number into the diary, procedures write theirs from 10."""
    lines = [HEAD, "procedures:"]
    lines += [f"  {name}: {{effects: add {10 + i} to diary}}" for i, name in enumerate(NAMES)]
    lines.append("actions:")
    lines += [f"  do_{name}: {{effects: do {name}()}}" for name in NAMES]
    lines += ["triggers:" if found else "positions: {}"]
    for number, (on, does, asks) in enumerate(found):
        done = "; ".join(f"do {each}()" for each in does) or "pass"
        question = f"choose n in 1..2 as answer{number}; add 100 * n to diary; " if asks else ""
        events = ", ".join(dict.fromkeys(on))
        effects = f"budget -= 1; add {number} to diary; {question}{done}"
        lines.append(f"  t{number}: {{on: [{events}], if: budget > 0, do: '{effects}'}}")
    lines.append("flow: [{turns: turn, times: 2}]")
    return "\n".join(lines) + "\n"


def modelled(found: list[Trigger], first: list[str], answers: list[int]) -> list[int]:
    """The diary after these options, with the answers that are given in turn."""
    diary: list[int] = []
    left = cycle(answers)
    line: deque[int] = deque()
    budget = 5

    def carried_out(procedure: str) -> None:
        diary.append(10 + NAMES.index(procedure))
        line.extend([number for number, (on, _, _) in enumerate(found) if procedure in on and budget > 0])

    for option in first:
        carried_out(option)
        while line:
            number = line.popleft()
            _, does, asks = found[number]
            budget -= 1
            diary.append(number)
            if asks:
                diary.append(100 * next(left))
            for each in does:
                carried_out(each)
    return diary


def made(text: str, folder: Path, back_end: BackEnd) -> State:
    """A game of a ruleset."""
    path = folder / "chains.yaml"
    path.write_text(text, encoding="utf-8")
    compiled = compile_ruleset(path)
    assert faults(compiled) == []
    return back_end.game(compiled).start(players=2, seed=1)


options = st.lists(st.sampled_from(NAMES), min_size=4, max_size=4)
numbers = st.lists(st.integers(1, 2), min_size=12, max_size=12)
allowed = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@settings(allowed, max_examples=4)
@given(triggers, options, numbers)
def test_a_chain_is_a_queue(tmp_path: Path, found: list[Trigger], first: list[str], answers: list[int]) -> None:
    is_a_queue(tmp_path, found, first, answers)


@pytest.mark.slow
@settings(allowed, max_examples=150)
@given(triggers, options, numbers)
def test_many_chains_are_queues(tmp_path: Path, found: list[Trigger], first: list[str], answers: list[int]) -> None:
    is_a_queue(tmp_path, found, first, answers)


def is_a_queue(tmp_path: Path, found: list[Trigger], first: list[str], answers: list[int]) -> None:
    """A game on all back ends, saved and undone at every decision, beside the model."""
    states = [made(written(found), tmp_path, each) for each in BACK_ENDS.values()]
    chosen, left = deque(first), cycle(answers)
    while not states[0].over:
        asked = states[0].decision.name.startswith("answer")
        option = f"{states[0].decision.name}(n={next(left)})" if asked else f"do_{chosen.popleft()}"
        for state in states:
            before = state.key
            state.apply(option)
            after = state.key
            state.undo()
            assert state.key == before
            state.redo()
            assert state.key == after == states[0].key
            assert state.game.resume(plain(state.to_json())).key == after
    assert states[0].observation("red")["fields"]["diary"] == modelled(found, first, answers)


HOSTILE = {
    "itself": ("t: {on: a, do: do a()}", "more than 1,000 triggers have come one after the other: t → t"),
    "two": (
        "t: {on: a, do: do b()}\n  u: {on: b, do: do a()}",
        "more than 1,000 triggers have come one after the other: t → u → t",
    ),
    "a bound of its own": (
        "t: {on: a, most: 3, do: do a()}",
        "the trigger t has come more often than 3 in a row: t → t",
    ),
    "ever more": ("t: {on: a, do: do a(); do a()}", "more than 250 triggers wait in line: t → t"),
    "a field": (
        "t: {on: budget changes, do: budget += 1}\n  s: {on: a, do: budget += 1}",
        "more than 1,000 triggers have come one after the other: t → t",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_endless_chain_is_a_fault_that_tells_the_chain(name: str, tmp_path: Path) -> None:
    lines, message = HOSTILE[name]
    text = SILENT.sub("pass", written([]).replace("positions: {}", f"triggers:\n  {lines}"))
    for back_end in BACK_ENDS.values():
        state = made(text, tmp_path, back_end)
        before = state.key
        with pytest.raises(RuleFault, match=message.replace("(", r"\(")):
            state.apply("do_a")
        assert state.key == before


def test_when_nothing_is_in_line_a_state_is_what_its_position_is(tmp_path: Path) -> None:
    text = SILENT.sub("pass", written([("a", "b", False)]))
    one, two = (made(text, tmp_path, BACK_ENDS["python"]) for _ in range(2))
    for option in "aba":
        one.apply(f"do_{option}")
    for option in "baa":
        two.apply(f"do_{option}")
    assert one.observation("red")["fields"]["budget"] == 3
    assert one.key == two.key


ENDING = """\
triggers:
  last: {on: a, do: win red}
  later: {on: a, do: add 7 to diary}
  asks: {on: a, do: choose n in 1..2 as answer; add n to diary}
"""


def test_a_line_is_worked_off_where_the_game_is_ending(tmp_path: Path) -> None:
    state = made(written([]).replace("positions: {}\n", ENDING), tmp_path, BACK_ENDS["python"])
    state.apply("do_a")
    assert not state.over
    state.apply("answer(n=2)")
    assert state.over
    assert state.winners == ["red"]
    assert state.observation("red")["fields"]["diary"] == [10, 7, 2]
