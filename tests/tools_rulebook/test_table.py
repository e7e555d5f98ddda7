"""The rules at the table: they say the same numbers as the book."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rules D-1", "D-1 A player has 6 AP in a turn."),
        ("rules D-2", "D-2 (ruling) A board holds 12 (9 with 4 players) posts."),
        ("rules 2", "Lima has size 3."),
        ("rules 6 AP", "D-1 A player has 6 AP in a turn."),
    ],
)
def test_rules_at_the_table_have_their_numbers(depot: Path, yupana: Yupana, line: str, told: str) -> None:
    ran = yupana("play", "depot", lines=[line, "quit"])
    assert told in " ".join(ran.out.split())
    assert "{" not in ran.out


def test_the_name_of_a_value_is_no_word_of_the_rules(depot: Path, yupana: Yupana) -> None:
    ran = yupana("play", "depot", lines=["rules ap_per_turn", "quit"])
    assert "No rule, section or word `ap_per_turn`." in ran.out


def test_a_translated_rule_has_its_numbers(depot: Path, yupana: Yupana) -> None:
    (depot / "texts").mkdir()
    (depot / "texts/de.yaml").write_text(
        "rules: {D-1: 'Ein Spieler hat {ap_per_turn} AP.', D-2: '{posts} Häuser.'}\n", encoding="utf-8"
    )
    ran = yupana("play", "depot", "--lang", "de", lines=["rules D-1", "rules D-2", "quit"])
    assert "Ein Spieler hat 6 AP." in ran.out
    assert "12 (9 bei 4 Spielern) Häuser." in ran.out


@pytest.mark.parametrize(
    ("written", "told"), [("ap_per_trun", "unknown name `ap_per_trun`"), ("12 // (ap_per_turn - 6)", "divides by 0")]
)
def test_a_fault_in_a_text_is_told_before_the_game(depot: Path, yupana: Yupana, written: str, told: str) -> None:
    change(depot, "A player has {ap_per_turn} AP", f"A player has {{{written}}} AP")
    ran = yupana("play", "depot", lines=["rules D-1", "quit"])
    assert ran.code == 1
    assert "game.yaml:68:" in ran.err
    assert told in ran.err
    assert "Traceback" not in ran.err


def test_a_fault_that_only_the_figures_show_leaves_the_text_as_written(depot: Path, yupana: Yupana) -> None:
    written = "{12 // (count(salt_card) - count(salt_card))}"
    change(depot, "A player has {ap_per_turn} AP", f"A player has {written} AP")
    ran = yupana("play", "depot", lines=["rules D-1", "quit"])
    assert ran.code == 0
    assert f"A player has {written} AP in a turn." in ran.out
    assert "Traceback" not in ran.err
