"""Several endings at once: the outermost counts, in whatever order they are said, and `end` effects may end too."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.found import BackEnd, faults

RULES = """\
ruleset: {name: at_once, title: At once, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
state:
  diary: "list[int, 100]"
  ended: bool
procedures:
  note: {of: {n: int}, effects: add n to diary}
  first: {effects: "@FIRST"}
  at_end: {effects: "@END"}
flow:
  - rounds: a
    times: 2
    end: do note(100 + a)
    steps:
      - rounds: b
        times: 2
        end: |
          do note(200 + b)
          let more = 2
          loop while more > 0:             # the effects run whole, whatever is ending
              choose once in [0] by red as once
              more -= 1
              do note(9)
        steps:
          - rounds: c
            times: 2
            end: |
              do note(300 + c)
              if not ended: do at_end()
            do: |
              if not ended: do first()
  - phase: last
    do: |
      choose n in 1..1 by red
"""
CASES = {
    # endings one after another, in either order
    ("end a; end c; ended = true", "pass"): [301, 201, 101, "a"],
    ("end c; end a; ended = true", "pass"): [301, 201, 101, "a"],
    ("end step a; end c; ended = true", "pass"): [301, 201, 101],
    ("end c; end step a; ended = true", "pass"): [301, 201, 101],
    ("end a; end step a; ended = true", "pass"): [301, 201, 101],
    ("end step a; end a; ended = true", "pass"): [301, 201, 101],
    ("end step b; end c; ended = true", "pass"): [301, 201, 101, "a"],
    ("end c; end step b; ended = true", "pass"): [301, 201, 101, "a"],
    ("end step c; end b; ended = true", "pass"): [301, 201, 301, 302, 202, 101, "a"],
    # an ending in an `end` effect, with nothing around it ending
    ("pass", "end step b; ended = true"): [301, 201, 101, "a"],
    ("pass", "end step a; ended = true"): [301, 201, 101],
    ("pass", "end b; ended = true"): [301, 201, 301, 302, 202, 101, "a"],
    # an ending in an `end` effect, added to one that goes on: inner to outer, outer to inner
    ("end step c", "end step a; ended = true"): [301, 201, 101],
    ("end step a", "end step c; ended = true"): [301, 201, 101],
    ("end step a", "end b; ended = true"): [301, 201, 101],
    ("end step b", "end a; ended = true"): [301, 201, 101, "a"],
}
ROUND = [301, 302, 201, 301, 302, 202]


def _wanted(said: list[int | str]) -> list[int]:
    """What the diary holds: "a" is the second repetition of `a`, played to its end."""
    plain = [each for each in said if isinstance(each, int)] + ([*ROUND, 102] if "a" in said else [])
    return [each for n in plain for each in ((n, 9, 9) if n // 100 == 2 else (n,))]


@pytest.mark.parametrize(("first", "at_end"), CASES)
def test_the_outermost_of_several_endings_counts(first: str, at_end: str, back_end: BackEnd, tmp_path: Path) -> None:
    file = tmp_path / "at_once.yaml"
    file.write_text(RULES.replace("@FIRST", first).replace("@END", at_end), encoding="utf-8")
    compiled = compile_ruleset(str(file))
    assert faults(compiled) == []
    state = back_end.game(compiled).start()
    while state.decision is not None and state.decision.name == "once":
        state.apply(state.decision.options[0])
    base = next(each.base for each in state.game.program.fields if each.name == "diary")
    diary = list(state.cells[base + 1 : base + 1 + state.cells[base]])
    assert diary == _wanted(CASES[first, at_end])
