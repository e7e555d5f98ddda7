"""`yupana debug` in the terminal: what it shows, what it understands, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import Yupana

FAULTY = str(ROOT / "tests" / "debugging" / "faulty.yaml")
EXAMPLE = "x_begins_and_squares_are_taken_once"
OTHER = 90
"""A line of another example."""


def test_a_person_steps_forwards_and_back(yupana: Yupana) -> None:
    lines = ["n", "s", "s", "s", "w", "up", "locals", "down", "b", "b", "b", "space", "quit"]
    ran = yupana("debug", "tic_tac_toe", "--example", EXAMPLE, lines=lines)
    assert ran.code == 0
    shown = [each for each in ran.out.split("\n") if "game.yaml:" in each]
    assert [each.partition("game.yaml:")[2] for each in shown] == [
        f"80  example {EXAMPLE}", f"81  example {EXAMPLE}", "47  action mark(space=b2)", "48  action mark(space=b2)",
        "32  function full_line(s=b2)", "32", "48", "53", "81", "48  action mark(space=b2)",
        "32  function full_line(s=b2)", "48  action mark(space=b2)", "47  action mark(space=b2)",
        f"81  example {EXAMPLE}",
    ]  # fmt: skip
    assert "space: b2" in ran.out
    assert "Unknown name `space`." in ran.out


def test_the_next_line_is_none_of_what_is_only_asked(yupana: Yupana) -> None:
    """Conditions of options, and what must always hold."""
    lines = ["n", "n", "n", "s", "n", "n", "b", "quit"]
    ran = yupana("debug", "cuzco_kk", "--example", "a_tile_may_lie_anywhere", lines=lines)
    shown = [each.partition("kk/")[2] for each in ran.out.split("\n") if "cuzco_kk/" in each]
    assert [each.partition(":")[0] for each in shown] == [*["examples_terrains.yaml"] * 4, *["actions.yaml"] * 4]
    assert [each.partition(":")[2].partition(" ")[0] for each in shown] == [
        "8",
        "9",
        "11",
        "12",
        "36",
        "38",
        "39",
        "38",
    ]


def test_what_is_over_is_not_on_the_stack(yupana: Yupana) -> None:
    """A trigger is asked in the action that sets it off, and comes when that is carried out: at the place of the stack
    where that was."""
    places = ["--break", "action place_double", "--break", "ap_spent if now == 4"]
    lines = ["where", "c", "where", "c", "where", "q"]
    ran = yupana("debug", "cuzco_kk", "--example", "a_tile_may_lie_anywhere", *places, lines=lines)
    stacks = [block.split("\n") for block in ran.out.split("> where\n")[1:]]
    assert [each[2:].partition("  ")[0].partition("(")[0] for each in stacks[0][:4]] == [
        "action place_double", "step turn", "flow", "example a_tile_may_lie_anywhere"
    ]  # fmt: skip
    assert [each[2:].partition("  ")[0].partition("(")[0] for each in stacks[1][:4]] == [
        "trigger ap_spent", "action place_double", "step turn", "flow"
    ]  # fmt: skip
    assert [each[2:].partition("  ")[0].partition("(")[0] for each in stacks[2][:4]] == [
        "trigger ap_spent", "step turn", "flow", "example a_tile_may_lie_anywhere"
    ]  # fmt: skip


def test_breakpoints_are_set_from_the_command_line_and_later(yupana: Yupana) -> None:
    lines = [
        "break game.yaml:32 if s == c3",
        "breaks",
        "c",
        "c",
        "s",
        "break nothing_here",
        "break other.yaml:1",
        f"break game.yaml:{OTHER}",
        "c",
        "c",
    ]
    ran = yupana("debug", "tic_tac_toe", "--break", "mark", "-e", EXAMPLE, lines=lines)
    assert ran.code == 0
    assert "mark: " in ran.out
    assert "game.yaml:32 if s == c3" in ran.out
    assert "function full_line(s=c3)" in ran.out
    assert "Nothing called `nothing_here` has code that is carried out." in ran.out
    assert "There is no file `other.yaml` in tic_tac_toe." in ran.out
    assert "This is the example `a_row_wins_at_once`, which is not stepped through now." in ran.out
    assert ran.out.endswith(f"Example {EXAMPLE} has come to its end.\n")


@pytest.mark.parametrize(
    ("example", "said"),
    [("a_rule_fails", "rule fault: division by zero"), ("a_claim_fails", "does not hold: red.coins == 2 (1 == 2)")],
)
def test_what_goes_wrong_is_shown_and_ends_with_1(yupana: Yupana, example: str, said: str) -> None:
    ran = yupana("debug", FAULTY, "--example", example, lines=["c", "b", "c", "c"])
    assert ran.code == 1
    assert said in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_a_new_game_shows_what_lies_where(yupana: Yupana) -> None:
    lines = ["c", "going", "zones", "fields", "options", "do nothing", "step", "do", "help", "", "restart", "q"]
    ran = yupana("debug", "kuhn_poker", "--seed", "3", lines=lines)
    assert ran.code == 0
    assert "a decision waits: choose one of its options" in ran.out
    assert "decisions so far: 0" in ran.out
    assert "`do` is followed by an option" in ran.out


def test_an_option_is_chosen_by_words_that_fit_no_other(yupana: Yupana) -> None:
    lines = [
        "c",
        "do mark",
        "mark(space=a1)",
        "contineu",
        "do",
        "do mark(space=d4)",
        "do b2",
        "c",
        "do b2",
        "why b2",
        "q",
    ]
    ran = yupana("debug", "tic_tac_toe", lines=lines)
    assert ran.code == 0
    assert "`mark` fits 9 options: mark(space=a1), " in ran.out
    assert "To choose this option, say `do mark(space=a1)`." in ran.out
    assert "Unknown name `contineu`. Did you mean `continue`?" in ran.out
    assert "such as `do mark(space=a1)`.\n" in ran.out
    assert "action mark(space=b2)" in ran.out.partition("> do b2")[2]
    assert ran.out.count("`mark(space=b2)` is not offered") == 2


def test_breakpoints_are_taken_away(yupana: Yupana) -> None:
    lines = ["break game.yaml:32 if s == c3", "break", "clear other", "clear game.yaml:32", "clear mark", "breaks", "c"]
    ran = yupana("debug", "tic_tac_toe", "--break", "mark", "-e", EXAMPLE, lines=lines)
    assert "`break` is followed by FILE:LINE or an element" in ran.out
    assert "There is no breakpoint `other`; `breaks` lists them." in ran.out
    assert ran.out.partition("> clear game.yaml:32\n")[2].startswith("mark: ")
    assert ran.out.endswith(
        f"> clear mark\nThere are none.\n> breaks\nThere are none.\n> c\nExample {EXAMPLE} has come to its end.\n"
    )


def test_what_is_asked_of_who_acts_has_no_value_when_nobody_does(yupana: Yupana) -> None:
    lines = ["me", "me.coins", "score(red)", "red.coins", "c", "me.coins", "score(me)", "q"]
    ran = yupana("debug", FAULTY, "--players", "2", lines=lines)
    assert [each for each in ran.out.split("\n") if each in ("none", "3", "Nobody acts here.")] == [
        "none", "Nobody acts here.", "3", "3", "3", "3"
    ]  # fmt: skip


def test_a_saved_game_is_stepped_through(yupana: Yupana, tmp_path: Path) -> None:
    yupana("play", "tic_tac_toe", lines=["mark(space=b2)", "save game.json", "quit"])
    ran = yupana("debug", "tic_tac_toe", "--save", str(tmp_path / "game.json"), "--break", "action mark", lines=["q"])
    assert "action mark(space=b2)" in ran.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("debug tic_tac_to", "There is no ruleset `tic_tac_to`"),
        ("debug tic_tac_toe --example nobody", "There is no example `nobody`."),
        ("debug tic_tac_toe --example a --save b", "Step through an example or a saved game, not both."),
        ("debug tic_tac_toe --example a --players 2", "An example and a saved game say how many play"),
        ("debug tic_tac_toe --break nowhere:x", "Nothing called `nowhere:x` has code"),
        ("debug tic_tac_toe --break game.yaml:9999", "No code that is carried out stands here or below."),
        ("debug tic_tac_toe --players 5", "is for 2 players, not for 5"),
        ("debug tic_tac_toe --option fast=1", "has no option fast; it has no options."),
        ("debug tic_tac_toe --save nothing.json", "There is no file `nothing.json`"),
        ("debug --example a", "Which ruleset?"),
        ("debug tic_tac_toe --dap", "With `--dap` the editor says which ruleset it is."),
    ],
)
def test_wrong_usage_is_one_sentence(yupana: Yupana, words: str, sentence: str) -> None:
    ran = yupana(*words.split())
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_a_faulty_ruleset_is_told_as_by_check(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("ruleset: {name: bad, title: Bad, language: 4}\n", encoding="utf-8")
    ran = yupana("debug", "./bad.yaml")
    assert ran.code == 1
    assert "YUP" in ran.err


def test_the_set_up_is_not_on_the_stack_of_what_an_example_runs(yupana: Yupana) -> None:
    file = str(ROOT / "tests" / "language" / "30_triggers.yaml")
    ran = yupana("debug", file, "--example", "a_copy_sets_off_nothing", lines=["where", "q"])
    shown = ran.out.partition("> where\n")[2].partition("\n> q")[0]
    assert [each.partition("  ")[0] for each in shown.split("\n")] == ["* example a_copy_sets_off_nothing"]


def test_variables_are_there_after_a_decision_though_nothing_reads_them_any_more(yupana: Yupana) -> None:
    ran = yupana("debug", FAULTY, "-e", "it_waits", "--break", "faulty.yaml:35", lines=["l", "kept", "n", "q"])
    assert "kept: 2\nn: 2\nrows: a list that is not kept where decisions wait\n" in ran.out
    assert "> kept\n2\n" in ran.out
