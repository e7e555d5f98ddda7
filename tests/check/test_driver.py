"""All of a ruleset is checked, then all of it is lowered; what comes later leaves alone what is finished."""

from __future__ import annotations

import shutil
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter import driver
from yupana.interpreter.check.checker import Checked
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.examples.running import observe_examples, run_examples
from yupana.interpreter.game import Game
from yupana.interpreter.lower.tables import Tables
from yupana.interpreter.play.questions import with_questions
from yupana.interpreter.view.look import Look
from yupana.schemas.source import Code, Span
from yupana.tests.found import ROOT


def _kept(compiled: Compiled) -> list[dict[str, Any]]:
    """Copies of everything that is finished (but for the lines of files, which are taken apart when one is shown)."""
    assert compiled.checked is not None
    assert compiled.tables is not None
    return [
        {
            name: copy(value)
            for name, value in vars(part).items()
            if isinstance(value, list | dict | set) and name != "_lines"
        }
        for part in (compiled.checked.world, compiled.tables)
    ]


def test_examples_questions_and_the_look_leave_alone_what_is_finished() -> None:
    compiled = compile_ruleset("leduc_poker")
    before, program = _kept(compiled), compiled.program
    assert program is not None
    assert all(each.ok for each in run_examples(compiled))
    assert any(each.seen for each in observe_examples(compiled))
    codes = [Code(text, Span("question", 1, 1, 1, 9)) for text in ("after(end game; size(players))", "size(playrs)")]
    _, asked = with_questions(compiled, codes)
    assert [each.function >= 0 for each in asked] == [True, False]
    look = Look(compiled)
    assert look.panel(Game(program, compiled.ruleset).start(players=2, seed=1), 0, 0)
    assert _kept(compiled) == before
    assert compiled.program is program


FAULTY_TRIGGER = """\
ruleset: {name: x, title: X, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
boards: {field: {kind: Spot, square: {columns: 2, rows: 2}, fields: {level: int 0..5}}}
kinds: {Card: {entries: {high: {count: 3}}, start: deck}}
zones: {deck: {of: Card, ordered: true, visible: none, refill: heap}}
functions: {f6: {of: {a7: int, a8: int}, is: size(deck)}}
actions: {go: {effects: "Spot.b1.level = clamp(f6(f6(size(deck), 1), 5), 0, 5)"}}
triggers:
  after_that:
    on: s.level changes
    do: |
"""


def test_what_is_sound_is_looked_through_where_what_follows_it_is_faulty(tmp_path: Path) -> None:
    """A trigger that was not made is waited for by an effect that was."""
    path = tmp_path / "faulty.yaml"
    path.write_text(FAULTY_TRIGGER, encoding="utf-8")
    compiled = compile_ruleset(str(path))
    assert {"YUP319", "YUP405"} <= {each.code for each in compiled.diagnostics}


def test_nothing_is_lowered_before_all_is_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[str] = []
    check, lower_rules = driver.check, driver.lower_rules

    def checking(*args: Any) -> Checked:
        found = check(*args)
        done.append("checked")
        return found

    def lowering(tables: Tables, *args: Any) -> Any:
        assert done == ["checked"]
        assert all(each is None for each in tables.functions), "made while it was checked"
        done.append("lowered")
        return lower_rules(tables, *args)

    monkeypatch.setattr(driver, "check", checking)
    monkeypatch.setattr(driver, "lower_rules", lowering)
    own = shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", tmp_path / "own")  # which no test has compiled before
    assert compile_ruleset(own).program is not None
    assert done == ["checked", "lowered"]


def test_the_typed_tree_holds_no_part_of_the_program() -> None:
    """Rules are declarations and typed nodes: nothing of what they become is kept in them."""
    compiled = compile_ruleset("cargo_empire")
    assert compiled.checked is not None
    met: set[str] = set()
    rest: list[Any] = [compiled.checked.rules]
    seen: set[int] = set()
    while rest:
        each = rest.pop()
        if id(each) in seen or isinstance(each, str | int | float | type(None)):
            continue
        seen.add(id(each))
        met.add(type(each).__module__.removeprefix("yupana.interpreter."))
        if isinstance(each, list | tuple | set | frozenset):
            rest += each
        elif isinstance(each, dict):
            rest += [*each.keys(), *each.values()]
        else:
            slots = [name for kind in type(each).__mro__ for name in getattr(kind, "__slots__", ())]
            rest += [getattr(each, name) for name in (*slots, *getattr(each, "__dict__", ())) if hasattr(each, name)]
    assert any(each.startswith("typed.") for each in met)
    assert [each for each in met if each.startswith(("program", "lower", "check"))] == []
