"""The linter counts uses of declarations: what is only spelled like one does not use it."""

from __future__ import annotations

from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.tools.linting.study import Study
from yupana.tools.linting.unread import unseen_fields
from yupana.tools.linting.unused import unused_locals, unused_members, unused_parameters

GAME = """\
ruleset: {name: twins, title: Twins, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: int 0..99, memo: {type: int 0..9, visible: none}}}
enums: {Mood: [calm, wild, numb], Sea: [rough, numb]}
kinds: {Ware: {attributes: {memo: int}, entries: {wool: {memo: 3}}}}
state: {mood: {type: Mood, start: calm}, sea: {type: Sea, start: rough}}
functions:
  total: {of: {n: int}, is: sum(n for n in 1..3)}
  weight: {of: {w: Ware}, is: w.memo}
actions:
  wait:
    effects: |
      me.memo = total(2)
      sea = numb
      if mood == wild:
        let gain = 1
        me.coins += gain
      else:
        let gain = weight(wool)
        mood = wild
flow: [{rounds: day, times: 2, steps: [{turns: turn}]}]
scoring: {items: {coins: me.coins}}
"""


def test_what_is_spelled_alike_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "twins.yaml"
    file.write_text(GAME, encoding="utf-8")
    compiled = compile_ruleset(file)
    assert compiled.program is not None, compiled.diagnostics
    study = Study(str(file), compiled)
    found = {
        rule.code: [(each.at, each.message) for each in rule.find(study)]
        for rule in (unseen_fields, unused_locals, unused_members, unused_parameters)
    }
    assert found == {
        "YUL011": [("players.fields.memo", "`memo` is written, but nothing reads it and nobody sees it")],
        unused_locals.code: [("actions.wait", "nothing reads `gain`")],
        "YUL002": [("enums.Mood", "nothing is ever `numb`, a member of `Mood`")],
        "YUL003": [("functions.total", "nothing reads the parameter `n` of `total`")],
    }
