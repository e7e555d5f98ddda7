"""`yupana explain NAME ELEMENT`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_lint.cases import HERE

BASE = (HERE / "base.yaml").read_text(encoding="utf-8")
EXAMPLES = """\
examples:
  a_meal_costs_three:
    source: R-1
    given: mood = angry
    when: [{red: eat()}]
    then: red.money == 2
  a_card_is_sold:
    source: R-2
    when: [{red: sell()}]
    then: size(red.hand) == 3
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "clean.yaml"
    path.write_text(BASE + EXAMPLES, encoding="utf-8")
    return path


def test_an_action(yupana: Yupana, game: Path) -> None:
    ran = yupana("explain", str(game), "actions.eat")
    assert ran.code == 0
    blocks = ran.out.split("\n\n")
    assert blocks[0].splitlines()[0] == f"actions.eat  {game}:{BASE.splitlines().index('  eat:') + 1}"
    assert blocks[0].splitlines()[1] == "Buy something to eat"
    assert "effects: me.food += 1" in blocks[0]
    assert blocks[1] == "Rules\n  R-1: A meal costs 3."
    assert blocks[2] == "Uses\n  players.fields.money, players.fields.food, constants.price, enums.Mood, state.mood"
    assert blocks[3] == "Used by\n  flow.day.turn"
    assert "a_meal_costs_three" in blocks[4]
    assert blocks[4].startswith("Proved by\n")
    assert "Becomes" not in ran.out
    assert "_action_eat(" not in ran.out


def test_the_python_is_shown_only_to_who_asks(yupana: Yupana, game: Path) -> None:
    ran = yupana("explain", str(game), "actions.eat", "--code")
    assert "_options_eat(S, out, seen):" in ran.out
    assert "_action_eat(" in ran.out
    assert "_sell" not in ran.out.split("Becomes")[1]
    assert yupana("explain", str(game), "fill_up", "--code", "--json").document["python"].startswith("def f")
    ran = yupana("explain", "YUP401", "--code")
    assert ran.code == 2
    assert "`--code` is for an element" in ran.err


def test_as_data(yupana: Yupana, game: Path) -> None:
    document = yupana("explain", str(game), "fill_up", "--json").document
    assert document["element"] == "procedures.fill_up"
    assert document["uses"] == ["constants.hand_size", "zones.deck", "zones.hand"]
    assert document["used_by"] == ["setup.1", "flow.day.turn"]
    assert "flow.day.turn" not in document["used_through_others"]
    assert document["rules"] == []
    assert "python" not in document
    assert json.dumps(document)


def test_a_rule(yupana: Yupana, game: Path) -> None:
    document = yupana("explain", str(game), "R-1", "--json").document
    assert document["element"] == "rules.R-1"
    assert document["rules"] == [{"id": "R-1", "text": "A meal costs 3."}]
    assert document["used_by"] == ["actions.eat"]
    assert document["examples"] == ["a_meal_costs_three"]


def test_a_rule_is_told_with_its_figures(yupana: Yupana, game: Path) -> None:
    game.write_text((BASE + EXAMPLES).replace("A meal costs 3.", '"A meal costs {price}."'), encoding="utf-8")
    for element in ("R-1", "actions.eat"):
        document = yupana("explain", str(game), element, "--json").document
        assert document["rules"] == [{"id": "R-1", "text": "A meal costs 3."}]


def test_what_an_overlay_gives_is_shown_where_it_stands(yupana: Yupana, game: Path) -> None:
    overlay = game.with_name("dear.yaml")
    overlay.write_text(
        "ruleset: {name: dear, title: Dear, language: 2, extends: clean}\n"
        "change: {actions: {eat: {effects: me.food += 2}}}\n",
        encoding="utf-8",
    )
    document = yupana("explain", f"{game}+{overlay}", "eat", "--json").document
    assert document["file"] == str(game)
    assert document["elsewhere"] == [f"{overlay}:2: effects"]


def test_a_ruleset_alone_lists_its_elements(yupana: Yupana, game: Path) -> None:
    rows = yupana("explain", str(game), "--json").document["elements"]
    eat = next(each for each in rows if each["element"] == "actions.eat")
    assert yupana("explain", str(game), eat["element"], "--json").document["line"] == eat["line"]
    lines = yupana("explain", str(game)).out.splitlines()
    assert len(lines) == len(rows)
    assert any(line.startswith("actions.eat ") and line.endswith(eat["text"]) for line in lines)
    ran = yupana("explain", "no_such_game")
    assert (ran.code, ran.err.partition(";")[0]) == (2, "There is no ruleset `no_such_game`")


def test_a_word_for_several_things(yupana: Yupana, game: Path) -> None:
    ran = yupana("explain", str(game), "wealth")
    assert ran.code == 2
    assert ran.err == "`wealth` may be `functions.wealth` or `scoring.items.wealth`.\n"


def test_an_unknown_element_and_an_unknown_code(yupana: Yupana, game: Path) -> None:
    ran = yupana("explain", str(game), "actions.eet")
    assert ran.code == 2
    assert ran.err.startswith("There is no element `actions.eet`. Did you mean `actions.eat`")
    assert yupana("explain", "YUL998").code == 2
    assert yupana("explain", "no_such_game", "actions.eat").code == 2


def test_a_faulty_ruleset(yupana: Yupana, game: Path) -> None:
    game.write_text(BASE.replace("me.food += 1", "me.fod += 1"), encoding="utf-8")
    ran = yupana("explain", str(game), "actions.eat")
    assert ran.code == 1
    assert "YUP4" in ran.err
    assert ran.out == ""
