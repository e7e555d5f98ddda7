"""Examples that are found for missed breaks: each holds as it stands, and its break is noticed with it."""

from __future__ import annotations

from pathlib import Path

from yupana.tests.tools.command_line import Yupana


def test_what_is_pasted_holds_and_closes_its_gaps(yupana: Yupana, stall: Path) -> None:
    before = yupana("strength", "stall.yaml", "--suggest", "20", "--json").document
    found = [each for each in before["examples"] if each["name"]]
    assert len(found) >= 5
    lines = [f"  {each['name']}:\n{_indented(each['text'])}" for each in found]
    with stall.open("a", encoding="utf-8") as file:
        file.write("".join(lines))
    after = yupana("strength", "stall.yaml", "--json").document
    outcomes = {(each["element"], each["what"]): each["outcome"] for each in after["results"]}
    for each in found:
        assert outcomes[each["element"], each["what"]] == "noticed"
    assert after["missed"] <= before["missed"] - len(found)


def test_it_is_printed_ready_to_paste(yupana: Yupana, stall: Path) -> None:
    ran = yupana("strength", "stall.yaml", "--only", "actions.buy", "--suggest", "9")
    assert "\nexamples:\n  # actions.buy: `me.money >= price` has `>` for `>=`\n  buy_is_noticed:\n" in ran.out
    assert "For 3 of 3 missed breaks an example was found that notices." in ran.out
    pasted = ran.out[ran.out.index("\nexamples:\n") : ran.out.index("\nFor 3 of")].replace("\nexamples:\n", "")
    with stall.open("a", encoding="utf-8") as file:
        file.write(pasted)
    assert yupana("test", "stall.yaml").code == 0
    assert "0 missed" in yupana("strength", "stall.yaml", "--only", "actions.buy").out


def test_what_is_way_off_is_made_short(yupana: Yupana, stall: Path) -> None:
    made = yupana("strength", "stall.yaml", "--only", "flow.day", "--suggest", "9", "--json").document["examples"]
    (day,) = [each for each in made if each["what"] == "`times`: `3` is `2`"]
    assert day["text"].count("  - red: ") + day["text"].count("  - blue: ") <= 5


def test_nothing_is_looked_for_where_nothing_is_missed(yupana: Yupana, stall: Path) -> None:
    document = yupana("strength", "stall.yaml", "--only", "constants.price", "--suggest", "3", "--json").document
    assert (document["missed"], document["examples"]) == (0, [])


def _indented(text: str) -> str:
    return "".join([f"    {line}\n" for line in text.splitlines()])


SAVINGS = """\
ruleset: {name: savings, title: Savings, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..60, houses: int 0..30}}
kinds:
  Card: {start: deck, entries: {one: {}, two: {}, three: {}, four: {}}}
zones:
  deck: {of: Card, ordered: true}
  hand: {of: Card, each: Player}
actions:
  earn: {effects: me.money += 1}
  take: {when: size(deck) > 0, effects: draw 1 from deck to me.hand}
  build: {when: me.money >= 6, effects: me.money = 0; me.houses += 1}
flow: [{turns: turn, times: 30}]
examples:
  a_day: {when: [{red: earn}, {blue: earn}], then: red.money == 1}
"""


def test_a_position_is_put_together_where_that_is_shorter_than_the_play(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "savings.yaml").write_text(SAVINGS, encoding="utf-8")
    target = str(tmp_path / "savings.yaml")
    made = yupana("strength", target, "--only", "actions.build", "--suggest", "99", "--json").document["examples"]
    (cheap,) = [each for each in made if each["what"].startswith("`6` is `5`")]
    lines = cheap["text"].splitlines()
    assert lines[0] == "given: |"
    assert len(lines) <= 6
    assert "  red: cannot build" in lines or "  blue: cannot build" in lines


TAKING = """\
ruleset: {name: taking, title: Taking, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {left: {type: int 0..9, start: 9}}}
constants: {most: 3}
actions:
  take: {parameters: {number: {in: 1..most, if: number <= me.left}}, effects: me.left -= number}
flow:
  - {rounds: round, times: 2, steps: [{turns: turn}]}
examples:
  both_take: {when: [{red: take(number=1)}, {blue: take(number=1)}]}
"""


def test_what_makes_another_game_is_played_beside_the_true_one(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "taking.yaml").write_text(TAKING, encoding="utf-8")
    target = str(tmp_path / "taking.yaml")
    asked = ("--only", "constants.most", "--only", "flow.round", "--suggest", "99", "--json")
    made = {each["what"]: each["text"] for each in yupana("strength", target, *asked).document["examples"]}
    assert made["`3` is `4`"] == "when: |\n  red: cannot take(number=4)\n"
    assert made["`3` is `2`"] == "when: |\n  red: take(number=3)\n"
    (longer,) = [text for what, text in made.items() if what.startswith("`times`") and "`3`" in what]
    assert longer.endswith("then: |\n  is_over()\n")
