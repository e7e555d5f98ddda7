"""Breaks are noticed by examples that arrange what the flow begins with, also breaks of what it does by itself."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Trials, mutants_of

TEXT = """
ruleset: {name: arranged, title: Arranged, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {gold: int 0..99}}
setup:
  - do: red.gold = 7
flow:
  - do: blue.gold = red.gold * 3
  - rounds: days
    times: 2
    do: |
      blue.gold += 5
      choose n in 1..2 by red as take
examples:
  gold:
    before: red.gold = 2
    when: [{red: take(n=1)}, {then: blue.gold == 16}, {red: take(n=2)}]
    then: is_over()
"""


def test_breaks_of_the_flow_are_noticed_where_it_begins_with_what_is_arranged(tmp_path: Path) -> None:
    path = tmp_path / "arranged.yaml"
    path.write_text(TEXT, encoding="utf-8")
    compiled = compile_ruleset(path)
    trials = Trials(compiled)
    assert not trials.failing
    flow = [each for each in mutants_of(compiled) if each.span.line > 5]
    assert len(flow) >= 5, flow
    missed = [each.name for each in flow if trials.verdict(each).outcome == "missed"]
    assert all("choose n" in each or "1..2" in each for each in missed), missed
