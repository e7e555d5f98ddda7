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
