"""Breaks that may stay unnoticed, each with a reason, and entries that accept nothing any more."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.tools.command_line import Yupana

STRICT = "`me.money >= price` has `>` for `>=`"


def accept(path: Path, *entries: tuple[str, str]) -> None:
    """Write entries into a ruleset: elements and breaks."""
    lines = [f'    - {{in: {element}, break: "{what}", because: So be it.}}\n' for element, what in entries]
    with path.open("a", encoding="utf-8") as file:
        file.write("strength:\n  accept:\n" + "".join(lines))


def test_what_is_accepted_is_told_no_more_and_counts_for_the_figure(yupana: Yupana, stall: Path) -> None:
    before = yupana("strength", "stall.yaml", "--json").document
    accept(stall, ("actions.buy", STRICT))
    ran = yupana("strength", "stall.yaml")
    assert ran.code == 0
    assert STRICT not in ran.out
    assert f"% with the accepted ones), 1 accepted, {before['missed'] - 1} missed;" in ran.out
    document = yupana("strength", "stall.yaml", "--json").document
    assert (document["missed"], document["accepted"]) == (before["missed"] - 1, 1)
    assert document["figure"] == pytest.approx((before["noticed"] + 1) / before["breaks"], abs=1e-6)
    assert document["rules"]["S-1"]["accepted"] == 1
    assert [each["what"] for each in document["results"] if each["accepted"] == "So be it."] == [STRICT]


@pytest.mark.parametrize(
    ("element", "what", "why", "hint"),
    [
        ("constants.price", "`2` is `3`", "the example `a_purchase` notices it", "take it out"),
        ("actions.buy", STRICT.replace("has", "had"), "actions.buy has no such break", f'did you mean "{STRICT}"?'),
        ("actions.bui", STRICT, "there is no element `actions.bui`", "did you mean `actions.buy`?"),
        ("rules.S-1", STRICT, "nothing is broken in rules.S-1", "take it out"),
    ],
)
def test_what_accepts_nothing_is_told(
    yupana: Yupana, stall: Path, element: str, what: str, why: str, hint: str
) -> None:  # fmt: skip
    accept(stall, (element, what))
    ran = yupana("strength", "stall.yaml")
    assert ran.code == 0
    assert f"stall.yaml:24, {element}: {what}; this is accepted for nothing: {why} ({hint}).\n" in ran.out
    (idle,) = yupana("strength", "stall.yaml", "--json").document["idle"]
    assert (idle["line"], idle["why"], idle["hint"]) == (24, why, hint)


def test_the_same_break_accepted_twice(yupana: Yupana, stall: Path) -> None:
    accept(stall, ("actions.buy", STRICT), ("actions.buy", STRICT))
    (idle,) = yupana("strength", "stall.yaml", "--json").document["idle"]
    assert (idle["line"], idle["why"]) == (25, "it is accepted before")


def test_an_entry_is_not_judged_by_what_was_not_tried(yupana: Yupana, stall: Path) -> None:
    accept(stall, ("constants.price", "`2` is `3`"))
    assert yupana("strength", "stall.yaml", "--only", "S-3", "--json").document["idle"] == []
    assert yupana("strength", "stall.yaml", "--only", "price", "--json").document["idle"] != []


def test_an_overlay_adds_to_what_its_base_accepts_and_answers_for_its_own(yupana: Yupana, stall: Path) -> None:
    accept(stall, ("actions.buy", STRICT))
    results = yupana("strength", "stall.yaml", "--json").document["results"]
    longer = next(each["what"] for each in results if (each["element"], each["outcome"]) == ("flow.day", "missed"))
    overlay = stall.with_name("more.yaml")
    overlay.write_text(
        "ruleset: {name: more, title: More, language: 4, extends: stall}\n"
        "examples: {all_of_it: {source: S-1, given: red.money = 2, when: [{red: buy}], then: red.goods == 1}}\n"
        f'strength: {{accept: [{{in: flow.day, break: "{longer}", because: Days are alike.}}]}}\n',
        encoding="utf-8",
    )
    document = yupana("strength", "./stall.yaml+./more.yaml", "--json").document
    assert [each["accepted"] for each in document["results"] if each["accepted"]] == ["Days are alike."]
    assert document["idle"] == [], "the base's own entry is needed where the overlay's example is not there"


def test_the_section_is_no_part_of_the_game(stall: Path) -> None:
    before = compile_ruleset(str(stall)).program
    accept(stall, ("actions.buy", STRICT))
    after = compile_ruleset(str(stall)).program
    assert before is not None
    assert after is not None
    assert before.functions == after.functions


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("{in: actions.buy, break: x}", "because"),
        ("{in: actions.buy, breaks: x, because: y}", "breaks"),
    ],
)
def test_an_entry_says_what_and_why(stall: Path, entry: str, told: str) -> None:
    with stall.open("a", encoding="utf-8") as file:
        file.write(f"strength: {{accept: [{entry}]}}\n")
    faults = [each.message for each in compile_ruleset(str(stall)).diagnostics if each.severity == "error"]
    assert any(f"`{told}`" in each for each in faults), faults


def test_the_section_is_read(stall: Path) -> None:
    accept(stall, ("actions.buy", STRICT))
    ruleset = compile_ruleset(str(stall)).ruleset
    assert ruleset is not None
    assert [str(each.element) for each in ruleset.strength.accept] == ["actions.buy"]


WITH_MORE = "`9` is `8` in `me.money = min(me.money + 1, 9)`"
RARE = """\
ruleset: {name: rare, title: Rare, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
actions:
  earn: {effects: "me.money = min(me.money + 1, 9)"}
flow: [{turns: turn, times: 1}]
examples:
  a_turn: {when: [{red: earn}], then: red.money == 1}
"""


def test_what_play_has_not_shown_may_be_accepted_all_the_same(yupana: Yupana, tmp_path: Path) -> None:
    """Another game may show it, and the entry should not come and go with what was played."""
    path = tmp_path / "rare.yaml"
    path.write_text(RARE, encoding="utf-8")
    accept(path, ("actions.earn", WITH_MORE))
    document = yupana("strength", str(path), "--only", "actions", "--json").document
    assert WITH_MORE in [each["what"] for each in document["results"] if each["outcome"] == "same"]
    assert document["idle"] == []
