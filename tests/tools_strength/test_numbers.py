"""Numbers that rules are played by: each is broken, in several sizes; what play never comes to is missed."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.index.elements import index
from yupana.interpreter.mutation import mutants_of
from yupana.tests.found import compiled, sampled, shipped
from yupana.tests.tools.command_line import Yupana

RACE = """\
ruleset: {name: race, title: Race to twenty, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..400, sprints: int 0..400}}
constants: {goal: 20}
actions:
  add: {parameters: {number: {in: 1..3}}, effects: me.score += number}
  sprint: {when: me.score == 2, effects: me.sprints += 1}
flow: [{turns: turn, until: me.score >= goal}]
scoring: {items: {points: {points: me.score}}}
examples:
  a_step: {when: [red: add(number=3)], then: red.score == 3}
  nearly: {given: red.score = 16, when: [red: add(number=3)], then: not is_over()}
  there: {given: red.score = 17, when: [red: add(number=3)], then: is_over()}
"""
SPRINT = """\
ruleset: {name: sprint, title: Sprint, language: 4, extends: race}
constants: {enough_sprints: 20}
change:
  constants: {goal: 24}
  flow: {turn: {until: me.score >= goal or me.sprints >= enough_sprints}}
  examples:
    there: {given: red.score = 21}
    nearly: {given: red.score = 20}
"""
"""An end that play at random never comes to, whose number an overlay brings."""


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "race.yaml").write_text(RACE, encoding="utf-8")
    (tmp_path / "sprint.yaml").write_text(SPRINT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "race.yaml+sprint.yaml"


def test_a_number_of_an_end_that_play_never_comes_to_is_missed(yupana: Yupana, race: str) -> None:
    document = yupana("strength", race, "--only", "enough_sprints", "--json").document
    sizes = {each["what"]: each["outcome"] for each in document["results"]}
    assert sizes == {f"`20` is `{size}`": "missed" for size in (21, 19, 25, 15)}
    assert document["figure"] == 0
    assert "sprint.yaml:2, constants.enough_sprints: `20` is `15`" in yupana("strength", race).out


def test_what_was_never_seen_to_matter_is_listed_with_its_place(yupana: Yupana, race: str, tmp_path: Path) -> None:
    document = yupana("strength", race, "--json").document
    unseen = [each for each in document["results"] if each["outcome"] == "same" and not each["why"]]
    assert document["unseen"] == len(unseen) > 0
    out = yupana("strength", race).out
    page = tmp_path / "page.html"
    yupana("strength", race, "--html", str(page))
    html = page.read_text(encoding="utf-8")
    assert f"{len(unseen)} never seen to matter" in html
    for each in unseen:
        assert f"  {each['file']}:{each['line']}, {each['element']}: {each['what']}" in out
        assert f"{each['file']}:{each['line']}" in html
    assert "`me.sprints >= enough_sprints` has `>` for `>=`" in str(unseen)


@pytest.mark.parametrize("target", sampled(shipped()))
def test_every_constant_that_a_rule_uses_is_broken(target: str) -> None:
    what = compiled(target)
    assert what.ruleset is not None
    mutant = {each.element for each in mutants_of(what)}
    elements = index(what)
    used = {
        f"constants.{each}" for each in what.ruleset.constants
        if any(not user.path.startswith(("examples.", "look", "features.", "invariants.", "rules."))
               for user in elements.users(f"constants.{each}"))
    }  # fmt: skip
    assert used <= mutant
