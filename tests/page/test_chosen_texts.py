"""Texts that conditions choose: every host draws them alike, in every language, and no condition tells a secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.view.look import Look
from yupana.schemas.source import Report
from yupana.schemas.texts import load_texts
from yupana.tests.page.test_link_module import NODE, sees_the_same, told_in
from yupana.tools.page.export import _tongue
from yupana.tools.terminal.opening import open_game

GAME = """\
ruleset: {name: fires, title: Fires, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9, trap: {type: bool, visible: owner}}}
boards: {field: {kind: Plot, square: {columns: 2, rows: 1}, fields: {burnt: bool, n: int 0..9}}}
actions:
  burn:
    text: Burn
    parameters: {at: {in: Plot, if: not at.burnt}}
    announce: "{me} burns {'the first' if at == a1 else at}"
    effects: |
      at.burnt = true
      at.n = 3
      me.trap = true
      log '{me} is {"rich" if me.money > 0 else "poor"}, {at.n if at == b1 else "no number"}'
      log "burnt: {at.burnt}, {[s.burnt for s in Plot]}"
      choose k in [1, 2] as keep "{'Which' if at == a1 else 'What'} one?"
flow: [{turns: turn, until: all(s.burnt for s in Plot)}]
look:
  boards:
    field:
      cell:
        - "{'#' if it.burnt else '.'}"
        - '{"" if it.n == 0 else "level {it.n}"}'
        - "{it.burnt}, {[s.burnt for s in Plot]}"
  table: ["{'all is well' if not a1.burnt else 'it burns'}"]
  player: ["trap: {'set' if me.trap else 'none'}", "{me.money if me.trap else 'quiet'}!", "{me.trap}"]
"""
GERMAN = """\
title: Feuer
phrases:
  "{me} burns {'the first' if at == a1 else at}": "{me} verbrennt {'das erste' if at == a1 else at}"
  '{me} is {"rich" if me.money > 0 else "poor"}, {at.n if at == b1 else "no number"}':
    '{me} hat''s, ist {"arm" if me.money > 0 else "arm"}, {at.n if at == b1 else "ohne Zahl"}'
  "{'Which' if at == a1 else 'What'} one?": "{'Welches' if at == a1 else 'Was für eins'}?"
  "{'all is well' if not a1.burnt else 'it burns'}": "{'alles gut' if not a1.burnt else 'es brennt'}"
  '{"" if it.n == 0 else "level {it.n}"}': '{"" if it.n == 0 else "Stufe {it.n}"}'
"""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "fires" / "texts").mkdir(parents=True)
    (tmp_path / "fires" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "fires" / "texts" / "de.yaml").write_text(GERMAN, encoding="utf-8")
    return str(tmp_path / "fires")


def test_a_condition_that_is_hidden_hides_what_it_chooses(folder: str) -> None:
    opened = open_game(folder, None)
    look, state = Look(opened.compiled), opened.game.start(2)
    state.apply("burn(at=b1)")
    assert look.faults == []
    assert [look.cell(state, "field", each, 0) for each in ("a1", "b1")] == [
        [".", "no, no, yes"],
        ["#", "level 3", "yes, no, yes"],
    ]
    assert [look.panel(state, 0, seat) for seat in (0, 1, -1)] == [
        ["trap: set", "0!", "yes"],
        ["trap: ?", "?!", "?"],
        ["trap: ?", "?!", "?"],
    ]
    assert look.panel(state, None, 0) == ["all is well"]


def test_what_is_said_is_said_in_the_language(folder: str) -> None:
    opened, own, report = open_game(folder, "de"), open_game(folder, None).compiled, Report()
    assert own.ruleset is not None
    load_texts(own.ruleset, own.parts, "de", report)
    assert [each.code for each in report.diagnostics] == ["YUP252"], "some lines are left as they are"
    state = opened.game.start(2)
    state.apply("burn(at=b1)")
    assert [each.text for each in state.events] == ["red hat's, ist arm, 3", "burnt: ja, nein, ja"]
    assert state.decision is not None
    assert state.decision.prompt == "Was für eins?"
    assert Look(opened.compiled).panel(state, None, 0) == ["alles gut"]


def test_one_module_serves_all_languages(folder: str) -> None:
    own, other = (open_game(folder, each) for each in (None, "de"))
    assert _tongue(own, "en")[0]["module"] == _tongue(other, "de")[0]["module"]


@pytest.mark.skipif(NODE is None, reason="there is no Node to play in")
@pytest.mark.parametrize("language", [None, "de"])
def test_the_page_shows_it_as_python_does(folder: str, language: str | None) -> None:
    sees_the_same(told_in(folder, language), language, None, 4)
