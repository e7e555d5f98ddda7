"""What stands in a book between an author's texts, as people say it: prices, dice, points, names that say it all."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change

LOOK = """\
look:
  player: |
    money {me.money}
    first ({count(c for c in Cell if c == a1 and c.mark == none)}): {[c for c in Cell if c == a1 and c.mark == none]}
    {[c for c in Cell if c.mark == me]} beside {[c for c in Cell if c.mark == me]}
"""
TOSSED = """\
  a_toss:
    text: Red tosses for money
    rolls: [3]
    run: |
      roll d6 as r "a toss"
      log "{red} wins {r}"
      red.money = r
      choose c in Cell by red
      c.mark = red
    when:
      - red: choose(c=a1)
"""


@pytest.fixture
def summed(depot: Path) -> Path:
    """The game with a summary."""
    change(depot, "    variants: {holds: variants}\n", "    variants: {holds: variants}\n    sum: {holds: summary}\n")
    return depot


def summary(yupana: Yupana, *more: str) -> str:
    return yupana("rulebook", "depot", *more).out.partition("The game on one page\n")[2]


@pytest.mark.parametrize(("cost", "told"), [("1", "**Mark**: Mark a cell. (1 coin)"), ("2", "Mark a cell. (2 coins)")])
def test_a_price_of_one_is_singular(summed: Path, yupana: Yupana, cost: str, told: str) -> None:
    change(summed, "cost: {ap: 1}", f"cost: {{ap: {cost}}}")
    change(summed, "\nbook:\n", "\nbook:\n  names: {ap: coin|coins}\n")
    assert told in summary(yupana)


def test_what_a_name_says_is_not_said_again(summed: Path, yupana: Yupana) -> None:
    change(summed, "\nbook:\n", "\nbook:\n  names: {mark: Mark a cell}\n")
    assert "- **Mark a cell (1 AP)**\n" in summary(yupana)


def test_an_article_says_nothing_new(summed: Path, yupana: Yupana) -> None:
    (summed / "texts").mkdir()
    told = "title: Depot\nnames: {mark: Feld markieren}\ntexts: {actions.mark: Ein Feld markieren}\n"
    (summed / "texts" / "de.yaml").write_text(told, encoding="utf-8")
    text = yupana("rulebook", "depot", "--lang", "de").out
    assert "- **Feld markieren (1 AP)**\n" in text


def test_one_die_is_no_dice(depot: Path, yupana: Yupana) -> None:
    change(depot, "    text: Mark a cell\n", "    text: Mark a cell\n    effects: roll d6 as r\n")
    change(depot, "    effects: |\n      cell.mark = me   # yours\n      me.money += 1\n", "")
    change(depot, "    then: [red.money == 5, not rich(red)]", "    rolls: [4]")
    change(depot, "      - then: Cell.a1.mark == red\n      - blue: cannot mark(cell=a1)\n", "")
    assert "- The die shows 4.\n" in yupana("rulebook", "depot").out


def test_an_example_tells_what_was_carried_out_before_the_first_decision(depot: Path, yupana: Yupana) -> None:
    with (depot / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(TOSSED)
    change(depot, "examples: {holds: examples}", "examples: {holds: [example a_toss, example a_cell_is_marked_once]}")
    story, _, other = yupana("rulebook", "depot").out.partition("A toss\n")[2].partition("A cell is marked once\n")
    assert story.index("A toss: the roll is 3.") < story.index("Red wins 3.") < story.index("What is done")
    assert "shuffled" not in story, "of the set-up nothing is told"
    assert "The die shows" not in story, "what was rolled is told where it falls"
    assert "Rolled" not in other


def test_points_that_stand_as_they_are_counted_are_told(depot: Path, yupana: Yupana) -> None:
    assert "| **Red: Money** | 4 | 5 |\n" in yupana("rulebook", "depot").out
    change(depot, "points: me.money,", "points: me.money + 1,")
    assert "Red: Money" not in yupana("rulebook", "depot").out, "what only the end counts is not told before it"


def test_lines_of_a_player_are_tidy(depot: Path, yupana: Yupana) -> None:
    change(depot, "    given: red.money = 4\n", "    given: |\n      red.money = 4\n      Cell.a2.mark = red\n")
    change(depot, "      me.money += 1\n", "      me.money += 1\n      move all me.hand to deck\n")
    (depot / "look.yaml").write_text(LOOK, encoding="utf-8")
    text = yupana("rulebook", "depot").out
    assert " first (0) |\n" in text, "no colon where nothing follows"
    assert "| a2 beside a2 | a1, a2 beside a1, a2 |\n" in text


def test_a_goal_keeps_its_meaning_in_a_translation(yupana: Yupana) -> None:
    assert "| 5 |  | Posten in 5 Häfen. |\n" in yupana("rulebook", "cargo_empire", "--lang", "de").out


def test_who_made_a_game_is_listed_in_the_language_of_the_book(yupana: Yupana) -> None:
    assert "Von Wolfgang Kramer und Michael Kiesling\n" in yupana("rulebook", "cuzco_kk", "--lang", "de").out


def test_an_action_is_looked_up_in_its_own_rules(depot: Path, yupana: Yupana) -> None:
    change(depot, "    variants: {holds: variants}\n", "    words_in: {holds: index}\n")
    change(depot, "Things}\n  rules:\n", 'Things}\n  rules:\n    D-4: {section: "2", text: A mark of rank.}\n')
    change(depot, "A player has {ap_per_turn} AP", "A player may mark, with {ap_per_turn} AP")
    index = yupana("rulebook", "depot").out.partition(" Index\n")[2]
    assert "- **Mark**: [D-1](#rule-D-1), [D-3](#rule-D-3)\n" in index
