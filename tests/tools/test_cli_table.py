"""What a table does with hidden hands, dice and rules that fail: a small game made for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

GAME = """\
ruleset: {name: table, title: Table}
players: {min: 2, max: 3, names: [red, blue, green], fields: {points: int 0..99}}
options: {long: {type: bool, default: false}}
kinds:
  Card: {attributes: {worth: int}, entries: {ace: {count: 9, worth: 1}, king: {count: 9, worth: 2}}, start: deck}
boards:
  map:
    kind: City
    spaces: {lima: {}, cuzco: {}, quito: {}}
    fields: {owner: Player?}
    links: {Road: {pairs: [[lima, cuzco], [cuzco, quito]]}}
zones:
  deck: {of: Card, ordered: true, visible: none}
  hand: {of: Card, each: Player, visible: owner}
  pile: {of: Card, ordered: true}
setup: |
  shuffle deck
  for p in players:
      draw 3 from deck to p.hand
actions:
  claim:
    text: Claim a free city
    parameters: {city: {in: City, if: city.owner == none}}
    effects: |
      city.owner = me
      me.points += 1
  play:
    parameters: {card: {in: me.hand}}
    effects: |
      move card to pile
      me.points += card.worth
  gamble:
    effects: |
      roll d6 as r
      log "{me} gambles"
      me.points += r
  blunder:
    effects: me.points -= 50
flow:
  - rounds: round
    times: 3 if long else 2
    steps: [{turns: turn, order: players}]
scoring:
  items: {points: me.points, cities: count(c for c in City if c.owner == me)}
"""


@pytest.fixture
def table(tmp_path: Path, yupana: Yupana) -> str:
    (tmp_path / "table.yaml").write_text(GAME)
    ran = yupana("check", "./table.yaml")
    assert ran.code == 0, ran.out
    return "./table.yaml"


def test_without_a_look_everything_is_shown_under_its_own_name(yupana: Yupana, table: str) -> None:
    ran = yupana("play", table, "--seed", "1", "--bots", "blue=first", lines=["claim cuzco", "quit"])
    assert " cuzco " in ran.out
    assert "points: 1" in ran.out
    assert "deck: (12)" in ran.out
    assert "Claim: cuzco" in ran.out


def test_a_hand_is_shown_to_its_player_only(yupana: Yupana, table: str) -> None:
    ran = yupana("play", table, "--seed", "1", lines=["quit"])
    assert ran.out.count("hand: (3)") == 1
    opened = yupana("play", table, "--seed", "1", "--open", lines=["quit"])
    assert "hand: (3)" not in opened.out


def test_the_screen_changes_hands_with_the_player(yupana: Yupana, table: str) -> None:
    ran = yupana("play", table, "--seed", "1", lines=["claim lima", "claim cuzco", "quit"])
    assert "--- blue decides ---" in ran.out
    assert "--- red decides ---" in ran.out.split("--- blue decides ---")[1]
    assert "decides ---" not in yupana("play", table, "--open", lines=["claim lima", "claim cuzco", "quit"]).out


def test_alone_among_bots_a_person_never_sees_their_hands(yupana: Yupana, table: str) -> None:
    ran = yupana(
        "play", table, "--seed", "1", "--players", "3", "--bots", "blue=first,green=first", lines=["claim", "2"]
    )
    assert "hand: (3)" in ran.out
    assert "decides ---" not in ran.out


def test_a_roll_is_taken_back_only_when_asked(yupana: Yupana, table: str) -> None:
    ran = yupana("play", table, "--json", "--seed", "1", lines=["gamble", "undo", "quit"])
    assert ran.document["decisions"] == ["gamble"]
    told = yupana("play", table, "--seed", "1", lines=["gamble", "undo", "undo anyway", "quit"])
    assert "cannot be taken back" in told.out
    assert "`undo anyway` also across a roll" in told.out
    assert "1 decision taken back" in told.out


def test_what_happened_stands_in_the_log(yupana: Yupana, table: str) -> None:
    ran = yupana("play", table, "--seed", "1", lines=["gamble", "log", "quit"])
    assert ran.out.count("Red gambles") == 2


def test_options_of_the_game_are_set_on_the_command_line(yupana: Yupana, table: str) -> None:
    for long, decisions in (("true", 6), ("false", 4)):
        ran = yupana("play", table, "--auto", "--bots", "first", "--seed", "1", "--option", f"long={long}", "--json")
        assert len(ran.document["decisions"]) == decisions
    ran = yupana("play", table, "--option", "long=perhaps")
    assert ran.code == 2
    assert "long is true or false" in ran.err


def test_a_rule_that_fails_in_a_game_says_where_and_leaves_a_save(yupana: Yupana, table: str, tmp_path: Path) -> None:
    ran = yupana("play", table, "--seed", "1", lines=["claim lima", "blunder"])
    assert ran.code == 1
    assert "table.yaml:38:14: rule fault" in ran.err
    assert "    me.points\n" in ran.err
    assert "while blue was playing" in ran.err
    assert "yupana replay table-fault-1.save.json --open --ruleset ./table.yaml" in ran.err
    replayed = yupana("replay", "table-fault-1.save.json", "--ruleset", table, "--json")
    assert replayed.code == 1
    assert "the value" in replayed.document["fault"]
    assert [step["option"] for step in replayed.document["decisions"]] == ["claim(city=lima)"]
    shown = yupana("replay", "table-fault-1.save.json", "--ruleset", table)
    assert shown.code == 1
    assert "    me.points\n" in shown.out


def test_rules_that_fail_in_simulations_are_listed_with_the_command_that_repeats_them(
    yupana: Yupana, table: str
) -> None:
    ran = yupana("simulate", table, "--games", "20", "--seed", "1", "--option", "long=true", "--json")
    assert ran.code == 1
    document = ran.document
    faults = document["faults"]
    assert 0 < len(faults) == document["games"] - document["finished"]
    assert faults[0]["place"].startswith("./table.yaml:38:")
    again = yupana(*faults[-1]["command"].split()[1:], "--json")
    assert again.code == 1
    assert again.document["faults"][0]["message"] == faults[-1]["message"]
    assert again.document["faults"][0]["decision"] == faults[-1]["decision"]
    assert "again: yupana simulate" in yupana("simulate", table, "--games", "20", "--seed", "1").out


def test_a_set_up_that_fails_is_a_fault_of_the_ruleset(yupana: Yupana, table: str, tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(GAME.replace("  shuffle deck\n", '  fail "no cards for {players}"\n'))
    for command in ("play", "perft"):
        ran = yupana(command, table)
        assert (ran.code, ran.out) == (1, "")
        assert "no cards for" in ran.err
        assert "fault of yupana" not in ran.err
    ran = yupana("simulate", table, "--games", "2", "--json")
    assert ran.code == 1
    assert [fault["decision"] for fault in ran.document["faults"]] == [0, 0]


DROP = """\
ruleset: {name: drop, title: Drop}
players: {min: 2, max: 2, names: [black, white], fields: {points: int 0..99}}
kinds:
  Card: {entries: {ace: {count: 9}, king: {count: 9}}, start: deck}
zones:
  deck: {of: Card, ordered: true, visible: none}
  hand: {of: Card, each: Player, visible: owner}
state: {full: {type: "set[Square]"}}
boards:
  row: {kind: Square, square: {columns: 4, rows: 1}}
actions:
  drop:
    parameters: {column: {in: 1..4, if: column != 1}}
    effects: me.points += column
  take:
    effects: draw 2 from deck to me.hand
  throw:
    parameters: {who: {in: Player}}
    effects: |
      for p in players:
          roll d6 as r "for {p}"
flow:
  - rounds: round
    times: 3
    steps: [{turns: turn, order: players}]
scoring: {items: {points: me.points}}
"""


@pytest.fixture
def drop(tmp_path: Path, yupana: Yupana) -> str:
    (tmp_path / "drop.yaml").write_text(DROP)
    ran = yupana("check", "./drop.yaml")
    assert ran.code == 0, ran.out
    return "./drop.yaml"


def decided(yupana: Yupana, target: str, *lines: str) -> list[str]:
    decisions: list[str] = yupana("play", target, "--seed", "1", "--json", lines=[*lines, "quit"]).document["decisions"]
    return decisions


def test_a_number_that_could_be_two_things_is_asked_for(yupana: Yupana, drop: str) -> None:
    assert decided(yupana, drop, "3") == []
    assert decided(yupana, drop, "#3") == ["drop(column=4)"]
    assert decided(yupana, drop, "drop", "3") == ["drop(column=3)"]
    assert decided(yupana, drop, "drop", "1") == []


def test_the_beginning_of_a_word_is_shown_and_not_done(yupana: Yupana, drop: str) -> None:
    assert decided(yupana, drop, "ta") == []
    assert decided(yupana, drop, "ta", "") == ["take"]
    assert decided(yupana, drop, "take") == ["take"]


def test_what_one_draws_is_told_once(yupana: Yupana, drop: str) -> None:
    lines = ["take", "take", "log", "quit"]
    one = yupana("play", drop, "--seed", "1", "--bots", "human,first", lines=["take", "log", "quit"]).out
    assert sum("Black draws" in line for line in one.partition("> log")[2].splitlines()) == 1
    opened = yupana("play", drop, "--seed", "1", "--open", lines=lines).out.partition("> log")[2]
    assert opened.count("Black draws") == opened.count("White draws") == 1
    assert "2 cards" not in opened
    others = yupana("play", drop, "--seed", "1", lines=lines).out.partition("> log")[2]
    assert "White draws from deck: 2 cards" in others


def test_dice_that_are_rolled_for_something_are_nobodys_by_themselves(yupana: Yupana, drop: str) -> None:
    told = yupana("play", drop, "--seed", "1", lines=["throw black", "quit"]).out
    assert "Rolled d6 (for white)" in told
    assert "black rolls" not in told


def test_undo_says_whose_decision_it_took_back(yupana: Yupana, drop: str) -> None:
    told = yupana("play", drop, "--seed", "1", lines=["drop 2", "undo", "quit"]).out
    assert "1 decision taken back: black" in told


def test_only_what_has_changed_is_drawn_again(yupana: Yupana, drop: str) -> None:
    out = yupana("play", drop, "--seed", "1", "--open", lines=["drop 2", "drop 3", "show", "quit"]).out
    first, second, third, again = out.split("> ")[:4]
    assert "── ▶ black ──" in first
    assert "a1  · · · · d1" in first
    assert "a1  · · · · d1" not in second + third  # the board is as it was
    assert "points: 2" in second
    assert "points: 3" in third
    assert "a1  · · · · d1" in again


def test_lists_of_hundreds_do_not_fill_the_table(yupana: Yupana, drop: str, tmp_path: Path) -> None:
    text = DROP.replace("state: {full:", "state: {past: {type: 'list[int, 500]', start: '[n for n in 1..300]'}, full:")
    (tmp_path / "drop.yaml").write_text(text)
    out = yupana("play", drop, "--seed", "1", lines=["show past", "quit"]).out
    assert "past: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 … (300)" in out
    assert "299, 300" in out.split("> ")[1]


def test_scores_of_several_items_stand_in_rows_with_a_column_for_each_player(yupana: Yupana, table: str) -> None:
    out = yupana("play", table, "--seed", "1", "--auto", "--bots", "first").out
    (head,) = [line for line in out.splitlines() if "┃ red" in line]
    assert [part.strip() for part in head.split("┃")] == ["", "red", "blue"]
    rows = [line.split("│")[0].strip() for line in out.splitlines() if line.count("│") == 2]
    assert rows[-3:] == ["points", "cities", "score"]
