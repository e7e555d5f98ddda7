"""Invariants are asked at every decision, by whatever plays, and they may say who decides and whose turn it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import Game
from yupana.tests.tools.command_line import Yupana

COUNT = """\
ruleset: {name: count, title: Count, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
state: {n: {type: int 0..10, start: 1}}
actions: {more: {text: More, effects: n += 1}}
flow: [{rounds: r, times: 9, steps: [{turns: t, order: "[red]"}]}]
scoring: {items: {n: n}}
invariants: {INVARIANT}
examples:
  twice: {when: [{red: more}, {red: more}, {red: more}], then: n == 4}
  later: {given: n = 5, when: [{red: more}], then: n == 6}
"""


def write(folder: Path, invariant: str) -> Path:
    path = folder / "count.yaml"
    path.write_text(COUNT.replace("INVARIANT", invariant), encoding="utf-8")
    return path


def test_two_of_one_to_ten_is_found_by_everything_that_plays(yupana: Yupana, tmp_path: Path) -> None:
    write(tmp_path, "never_two: n != 2")
    simulated = yupana("simulate", "./count.yaml", "--games", "1", "--json")
    (fault,) = simulated.document["faults"]
    assert (simulated.code, fault["message"]) == (1, "the invariant never_two does not hold after 1 decisions")
    assert fault["place"] == "./count.yaml:7:25"
    assert simulated.document["invariants_every"] == 1
    tested = yupana("test", "./count.yaml", "--json")
    results = {each["name"]: each for each in tested.document["examples"]["results"]}
    assert (tested.code, results["later"]["ok"]) == (1, True)
    assert results["twice"]["message"].startswith("the invariant never_two does not hold here")
    played = yupana("play", "./count.yaml", "--auto", "--json")
    assert played.code == 1
    assert "The invariant never_two (./count.yaml:7) did not hold after 1 decisions." in played.err
    linted = yupana("lint", "./count.yaml", "--deep")
    assert "YUL019" in linted.out


def test_simulate_can_ask_less_often_and_says_so(yupana: Yupana, tmp_path: Path) -> None:
    write(tmp_path, "never_two: n != 2")
    for when, code, told in (
        ("end", 0, "at the end of each game only"),
        ("3", 0, "at every 3rd decision"),
        ("4", 0, "at every 4th decision"),
        ("11", 0, "at every 11th decision"),
        ("22", 0, "at every 22nd decision"),
        ("1", 1, ""),
    ):
        ran = yupana("simulate", "./count.yaml", "--games", "1", "--check-invariants", when)
        assert (ran.code, told in ran.out) == (code, True), when
    write(tmp_path, "never_ten: n != 10")
    ran = yupana("simulate", "./count.yaml", "--games", "1", "--check-invariants", "end")
    assert ran.code == 1
    assert "--check-invariants end" in ran.out
    for wrong in ("0", "-1", "never", "²", "9" * 5000):
        ran = yupana("simulate", "./count.yaml", "--check-invariants", wrong)
        assert ran.code == 2, wrong


def test_a_position_that_given_makes_is_not_asked_what_it_breaks(yupana: Yupana, tmp_path: Path) -> None:
    results = run_examples(compile_ruleset(write(tmp_path, "small: n < 5")))
    assert {each.name: each.ok for each in results} == {"twice": True, "later": True}
    results = run_examples(compile_ruleset(write(tmp_path, "never_six: n != 6")))
    assert {each.name: each.ok for each in results} == {"twice": True, "later": False}


@pytest.mark.parametrize(
    ("invariant", "broken"),
    [
        ("red_decides: me == red", []),
        ("blue_decides: me == blue", ["blue_decides"]),
        ("red_is_active: active == red", []),
        ("nobody_is: active == none", ["nobody_is"]),
        ("where_somebody_is: 'me == none or number(me) == 0'", []),
        ("as_they_are: 'active == none or as_player(active, me == red)'", []),
    ],
)
def test_who_decides_and_whose_turn_it_is(invariant: str, broken: list[str], tmp_path: Path) -> None:
    compiled = compile_ruleset(write(tmp_path, invariant))
    assert compiled.diagnostics == []
    assert compiled.program is not None
    state = Game(compiled.program, compiled.ruleset).start()
    assert state.broken_invariants == broken
    while not state.over:
        state.apply("more")
    assert state.decision is None  # nobody decides: `me` is none
    asked = state.broken_invariants
    assert ("red_decides" in asked) == invariant.startswith("red_decides")


def test_nobody_may_decide_so_that_is_tested_first(tmp_path: Path) -> None:
    (fault,) = compile_ruleset(write(tmp_path, "first: number(me) == 0")).diagnostics
    assert (fault.code, fault.message) == ("YUP413", "`me` may be none here")


def test_the_values_of_a_condition_that_fails_are_in_the_document(yupana: Yupana, tmp_path: Path) -> None:
    path = write(tmp_path, "small: n < 99")
    path.write_text(path.read_text().replace("then: n == 6", "then: n == 8"))
    ran = yupana("test", "./count.yaml", "--json", "--only", "later")
    (found,) = ran.document["examples"]["results"]
    assert (found["message"], found["values"]) == ("does not hold: n == 8 (6 == 8)", {"n": "6"})
    assert "does not hold: n == 8 (6 == 8)" in yupana("test", "./count.yaml").out
