"""A secret that is told is found wherever it is told; what the author means to be seen is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tools.fuzzing.plan import Finding, Plan
from yupana.tools.fuzzing.run import search

WHISPERS = """\
ruleset: {{name: whispers, title: Whispers, language: 2}}
players: {{min: 2, max: 2, names: [red, blue]}}
kinds:
  Card:
    attributes: {{worth: int}}
    start: deck
    entries: {{a: {{worth: 1}}, b: {{worth: 2}}, c: {{worth: 3}}, d: {{worth: 4}}}}
zones: {{hand: {{of: Card, each: Player, visible: owner}}, deck: {{of: Card, ordered: true, visible: none}}}}
functions: {{held: {{of: {{p: Player}}, is: sum(c.worth for c in p.hand)}}}}
setup:
  - do: |
      shuffle deck
      for p in players: draw 1 from deck to p.hand
flow: [{{turns: turn, order: players, times: 8, menu: main}}]
actions:
  wait: {{menu: main, effects: pass}}
  say: {{menu: main, {say}}}
"""

TOLD = {
    "log": "effects: 'log \"{{held(next(me))}}\"'",
    "log_to_a_branch": "effects: 'if turn > 1: log \"{{turn}} {{held(next(me))}}\"'",
    "question": "effects: 'choose n in [1, 2] \"{{held(next(me))}}?\"'",
    "announcement": "announce: '{{held(next(me))}}', effects: pass",
    "purpose": "effects: 'roll d6 as r \"{{held(next(me))}}\"'",
    "option": "parameters: {{n: {{in: '1..4', if: n != held(next(me))}}}}, effects: pass",
    "how_many_are_shown": "effects: 'for c in next(me).hand: show slice([c, c, c, c], 0, held(next(me))) to me'",
    "whether": "when: held(next(me)) != 2, effects: pass",
}
"""Where it may be told what the other player holds."""


def found(path: Path, text: str) -> list[Finding]:
    path.write_text(WHISPERS.format(say=text.format()), encoding="utf-8")
    return search(Plan(str(path), (2,), decisions=1_000, seconds=0.0), 1, lambda *_: None).findings


@pytest.mark.parametrize("where", TOLD)
def test_a_secret_that_is_told_is_found(where: str, tmp_path: Path) -> None:
    (finding,) = {each.sort: each for each in found(tmp_path / "whispers.yaml", TOLD[where])}.values()
    assert finding.sort == "leak"
    assert "hidden things are told" in finding.words


@pytest.mark.parametrize("where", TOLD)
def test_what_is_no_secret_is_not(where: str, tmp_path: Path) -> None:
    open_ = TOLD[where].replace("held(next(me))", "size(next(me).hand)")
    assert found(tmp_path / "whispers.yaml", open_) == []


MEANT = {
    "revealed": "effects: 'log \"{{reveal(held(next(me)))}}\"'",
    "handed_on": "effects: 'let n = reveal(held(next(me))); log \"{{n + 1}}\"'",
    "asked": "effects: 'if reveal(held(next(me)) > 2): log \"more\"'",
    "shown": "effects: show next(me).hand to me",
    "shown_and_chosen": "effects: 'show next(me).hand to me; choose secretly c in next(me).hand or pass as keep'",
    "given_and_drawn": (
        'effects: "for c in me.hand: move c to next(me).hand\\nif size(deck) > 0: draw 1 from deck to next(me).hand"'
    ),
    "shuffled_and_shown": "effects: 'shuffle deck; show top(deck) to me; show bottom(deck) to players'",
}
"""What the author means to be seen."""


@pytest.mark.parametrize("how", MEANT)
def test_what_is_meant_to_be_seen_is_no_leak(how: str, tmp_path: Path) -> None:
    assert [each.words for each in found(tmp_path / "whispers.yaml", MEANT[how])] == []


def test_lawful_looks_are_no_leak() -> None:
    target = str(ROOT / "tests" / "language" / "35_looks.yaml")
    assert search(Plan(target, (2, 3), decisions=1_500, seconds=0.0), 1, lambda *_: None).findings == []
