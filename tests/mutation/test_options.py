"""What an option is where nobody chooses is broken like a constant, where it was said last."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Trials, mutants_of

BASE = """\
ruleset: {name: race, title: Race, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {gold: int 0..99}}
options:
  goal: {type: int 1..9, default: 4}
  twice: {type: bool, default: false}
actions: {take: {effects: me.gold += 2 if twice else 1}}
flow: [{turns: turn, until: any(p.gold >= goal for p in players)}]
examples:
  six:
    when: [{red: take}, {blue: take}, {red: take}, {blue: take}, {red: take}, {blue: take}, {red: take}, {blue: take}]
    then: [red.gold == 4, not is_over()]
"""

OVERLAY = """\
ruleset: {name: longer, title: Longer, language: 4, extends: race}
change:
  options:
    goal: {default: 6}
"""


def test_defaults_are_broken_where_they_were_said_last(tmp_path: Path) -> None:
    (tmp_path / "race.yaml").write_text(BASE, encoding="utf-8")
    path = tmp_path / "longer.yaml"
    path.write_text(OVERLAY, encoding="utf-8")
    compiled = compile_ruleset(path)
    trials = Trials(compiled)
    found = {
        each.name: (Path(each.span.file).name, trials.verdict(each).outcome)
        for each in mutants_of(compiled)
        if each.element.startswith("options.")
    }
    assert found == {
        "options.goal: `default`: `6` is `7`": ("longer.yaml", "missed"),
        "options.goal: `default`: `6` is `5`": ("longer.yaml", "missed"),
        "options.twice: `default`: `false` is `true`": ("race.yaml", "noticed"),
    }
