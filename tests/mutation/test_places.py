"""What a break is said to be: its place, and who comes by."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.mutation import Trials, mutants_of

BASE = """\
ruleset: {name: inns, title: Inns, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {gold: int 0..99}}
constants: {goal: 30, most: {by_players: {2: 7, 3: 6}}}
tables:
  pay: {rows: {stars: ["<2", "2..4", ">4"]}, cells: [1, 2, 4]}
functions: {rich: {of: {p: Player}, is: p.gold >= goal}}
actions:
  wait: {when: me.gold < most, effects: pass}
  rest: {effects: "me.gold += min(most, pay(3) + pay(1) + pay(5))"}
flow: [{rounds: day, until: any(rich(p) for p in players), times: 9, steps: [{turns: turn}]}]
examples:
  alone: {when: [{red: rest}], then: red.gold > 0}
"""
OVERLAY = """\
ruleset: {name: dear, title: Dear, language: 4, extends: inns}
change:
  tables:
    pay:
      cells: [1, 3, 4]
"""


def _compiled(folder: Path) -> Compiled:
    (folder / "inns.yaml").write_text(BASE, encoding="utf-8")
    (folder / "dear.yaml").write_text(OVERLAY, encoding="utf-8")
    return compile_ruleset(folder / "dear.yaml")


def test_a_cell_stands_where_it_was_written_last(tmp_path: Path) -> None:
    found = [each for each in mutants_of(_compiled(tmp_path)) if each.element == "tables.pay"]
    cells = {(Path(each.span.file).name, each.span.line) for each in found if each.sort == "cell"}
    bounds = {(Path(each.span.file).name, each.span.line) for each in found if each.sort == "bound"}
    assert (cells, bounds) == ({("dear.yaml", 5)}, {("inns.yaml", 5)})


def test_bounds_are_moved_however_they_are_written(tmp_path: Path) -> None:
    assert [each.what for each in mutants_of(_compiled(tmp_path)) if each.sort == "bound"] == [
        "`<2` and `2..4` are `<3` and `3..4`", "`<2` and `2..4` are `<1` and `1..4`",
        "`2..4` and `>4` are `2..5` and `>5`", "`2..4` and `>4` are `2..3` and `>3`",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "comes"),
    [
        ("constants.goal: `30` is `31`", 0),  # no round of the example comes to its end
        ("constants.most: `6` is `5` with 3 players", 0),  # it is played by two
        ("constants.most: `7` is `6` with 2 players", 1),
    ],
)
def test_who_comes_by_plays_what_was_changed(tmp_path: Path, name: str, comes: int) -> None:
    compiled = _compiled(tmp_path)
    (mutant,) = (each for each in mutants_of(compiled) if each.name == name)
    verdict = Trials(compiled).verdict(mutant)
    assert (verdict.outcome, verdict.reached) == ("missed", comes)
