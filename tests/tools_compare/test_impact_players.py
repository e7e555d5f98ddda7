"""How many players the games of `yupana impact` are of: as many as the edit concerns, and no number that one side does
not take."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

_CROWD = """
ruleset: {name: crowd, title: Crowd, language: 4}
players: {min: 1, max: 6, names: [red, blue, green, grey, pink, black], fields: {score: int 0..60}}
constants: {goal: {by_players: {1: 12, 2: 12, 3: 12, 4: 12, 5: 12, 6: 12}}}
actions:
  step: {parameters: {number: {in: 1..2}}, effects: me.score += number}
flow: [{turns: turn, until: me.score >= goal}]
scoring: {items: {points: {points: me.score}}}
"""
_FEW = ("--games", "4", "--replays", "1")


@pytest.fixture(autouse=True)
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "crowd.yaml").write_text(_CROWD, encoding="utf-8")


def edited(change: str) -> None:
    head = "ruleset: {name: other, title: Other, language: 4, extends: crowd}\n"
    Path("other.yaml").write_text(f"{head}change: {change}\n", encoding="utf-8")


@pytest.mark.parametrize("concerned", [2, 4, 6])
def test_as_many_as_the_edit_concerns(yupana: Yupana, concerned: int) -> None:
    edited(f"{{constants: {{goal: {{by_players: {{{concerned}: 5}}}}}}}}")
    document = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--json").document
    assert document["play"]["players"] == concerned
    assert "decisions" in document["play"]["seen"]
    told = f"The games are of {concerned} players: the edit concerns games of {concerned} players only"
    assert document["notes"] == ([] if concerned == 2 else [told])


def test_what_was_asked_for_stands(yupana: Yupana) -> None:
    edited("{constants: {goal: {by_players: {6: 5}}}}")
    document = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--players", "3", "--json").document
    told = "The games are of 3 players: the edit concerns games of 6 players only"
    assert (document["play"]["players"], document["play"]["seen"], document["notes"]) == (3, [], [told])


def test_what_bots_do_not_show_is_played_where_the_edit_is(yupana: Yupana) -> None:
    edited("{constants: {goal: {by_players: {4: 13, 5: 13}}}, actions: {step: {parameters: {number: {in: 2..2}}}}}")
    Path("other.yaml").rename("even.yaml")  # an odd goal, reached by twos, is the even one behind it
    document = yupana("impact", "crowd.yaml", "even.yaml", *_FEW, "--json").document
    assert document["play"]["players"] == 2  # that numbers are twos concerns all
    edited("{constants: {goal: {by_players: {4: 11, 5: 11}}}}")
    text = _CROWD.replace("in: 1..2", "in: 2..2")
    Path("crowd.yaml").write_text(text, encoding="utf-8")
    document = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--json").document
    told = "The games are of 5 players: the edit concerns games of 4, 5 players only"
    assert (document["play"]["players"], document["play"]["seen"], document["notes"]) == (5, [], [told])


def test_one_number_for_all_becomes_one_for_each(yupana: Yupana) -> None:
    each = ", ".join(f"{number}: {12 if number < 6 else 9}" for number in range(1, 7))
    Path("each.yaml").write_text(_CROWD, encoding="utf-8")
    Path("once.yaml").write_text(_CROWD.replace("{by_players: {1: 12, 2: 12, 3: 12, 4: 12, 5: 12, 6: 12}}", "12"))
    assert "No difference." in yupana("diff", "once.yaml", "each.yaml").out
    Path("each.yaml").write_text(_CROWD.replace("1: 12, 2: 12, 3: 12, 4: 12, 5: 12, 6: 12", each), encoding="utf-8")
    assert "players 6: 12 → 9" in yupana("diff", "once.yaml", "each.yaml").out
    assert "players 6: 9 → 12" in yupana("diff", "each.yaml", "once.yaml").out
    document = yupana("impact", "once.yaml", "each.yaml", *_FEW, "--json").document
    assert document["play"]["players"] == 6


def test_values_of_an_option_that_nobody_chose_were_not_played(yupana: Yupana) -> None:
    text = _CROWD.replace("actions:", "options: {fast: {type: int 1..2, default: 1}}\nactions:")
    Path("crowd.yaml").write_text(text.replace("score += number", "score += number * fast"), encoding="utf-8")
    edited("{options: {fast: {type: int 1..3}}}")
    notes = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--json").document["notes"]
    assert notes == ["All games have the option `fast` as it is where nobody chooses, so other values of it were not "
                     "played: `--option fast=VALUE` plays one"]  # fmt: skip
    chosen = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--option", "fast=2", "--json").document["notes"]
    assert chosen == []


def test_an_edit_that_shows_with_no_number_keeps_the_usual_one(yupana: Yupana) -> None:
    edited("{actions: {step: {when: me.score < 60}}}")
    document = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--json").document
    assert (document["play"]["players"], document["notes"]) == (2, [])


def test_a_number_that_one_side_does_not_take(yupana: Yupana) -> None:
    edited("{players: {max: 5}}")
    ran = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--players", "6")
    assert ran.code == 2
    assert ran.err == (
        "`crowd.yaml` takes 1 to 6, `other.yaml` 1 to 5: the two can be compared with 1 to 5 players, and not with 6.\n"
    )
    assert "Both rulesets take 1 to 6 players, not 7." in yupana(
        "impact", "crowd.yaml", "crowd.yaml", *_FEW, "--players", "7"
    ).err  # fmt: skip
    notes = yupana("impact", "crowd.yaml", "other.yaml", *_FEW, "--json").document["notes"]
    told = "`crowd.yaml` takes 1 to 6, `other.yaml` 1 to 5 players: what is only for others cannot be compared"
    assert notes == [told]


def test_no_number_for_both(yupana: Yupana) -> None:
    edited("{players: {min: 6}}")
    Path("few.yaml").write_text(_CROWD.replace("max: 6", "max: 5").replace(", 6: 12", ""), encoding="utf-8")
    ran = yupana("impact", "few.yaml", "other.yaml", *_FEW)
    assert (ran.code, ran.err) == (2, "`few.yaml` takes 1 to 5, `other.yaml` 6: there is no number for both.\n")
