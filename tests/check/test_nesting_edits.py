"""Edits that let procedures be carried out inside themselves, or no longer: what is kept from before them is what a
check from the beginning finds, and plays the same."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.rechecking import Rechecker
from yupana.tests.check.test_rechecking import told

BEFORE = """
ruleset: {name: edits, title: Edits, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: int 0..99}}
state: {total: int}
procedures:
  down:
    of: {n: int}
    depth: 4
    effects: total += n
  up: {of: {n: int}, effects: do down(n)}
  other: {of: {n: int}, effects: total -= n}
functions:
  asked: {is: after(do other(1); total)}
actions:
  wait: {limit: {times: 3, per: game}, effects: do up(3)}
flow: [{turns: turn, times: 2}]
"""
EDITS = [
    ("effects: total += n\n", "effects: |\n      if n > 0: do down(n - 1)\n"),
    ("depth: 4", "depth: 2"),
    ("do up(3)", "do up(1)"),
    ("total -= n", "do down(n)"),
    ("{of: {n: int}, effects: do down(n)}\n  other", "{of: {n: int}, effects: total += 2 * n}\n  other"),
    ("    depth: 2\n", ""),
    ("effects: |\n      if n > 0: do down(n - 1)", "effects: total += n"),
    ("    effects: total += n\n", "    depth: 9\n    effects: do up(n); total += n\n"),
    ("total += 2 * n", "do down(n)"),
    ("other: {of: {n: int}, effects: do down(n)}", "other: {of: {n: int}, effects: total -= n}"),
    ("  down:\n", "  up_and_down: {effects: do up(1)}\n  down:\n"),
]


def test_an_edit_leaves_what_a_check_from_the_beginning_finds(tmp_path: Path) -> None:
    path, text = tmp_path / "edits.yaml", BEFORE
    path.write_text(text, encoding="utf-8")
    checker = Rechecker(path)
    outcomes = []
    for old, new in [("", ""), *EDITS]:
        assert not old or text.count(old) == 1, old
        text = text.replace(old, new) if old else text
        path.write_text(text, encoding="utf-8")
        kept, anew = checker.check(), compile_ruleset(path)
        assert told(kept) == told(anew)
        outcomes.append([each.code for each in anew.diagnostics])
    assert all(each in outcomes for each in ([], ["YUP431"], ["YUP432"]))
