"""Two mods at once: whether they go together, in which order, and what they both touch."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.find import SHIPPED, names_in, rulesets_in
from yupana.tests.tools.command_line import Yupana
from yupana.tools.documents.schemas import document_schema
from yupana.tools.packages.compatibility import pairs_of

RACE = """\
ruleset: {name: race, title: Race, version: 1.0, language: 4}
players: {min: 2, max: 4, names: [red, blue, green, grey], fields: {place: int 0..99}}
enums: {Colour: [pink]}
constants: {goal: 10, most: 3}
kinds: {Card: {attributes: {worth: int}, actions: {use: {}}, entries: {ace: {worth: 1}}}}
actions:
  walk: {parameters: {steps: {in: 1..most}}, effects: me.place += steps}
  rest: {effects: pass}
flow: [{rounds: round, until: any(p.place >= goal for p in players), steps: [{turns: turn}]}]
scoring: {items: {place: me.place}}
functions: {worth_of: {of: {card: Card}, is: card.worth, adjustable: true}}
procedures: {halt: {effects: me.place = 0, adjustable: true}}
"""
MORE = "adjustments: {more: {of: worth_of, value: value + 1}}"
ENTRIES = "kinds: {{Card: {{entries: {{{0}}}}}}}"
HEAD = "ruleset: {{name: {0}, title: {0}, version: 1.0, language: 4, extends: {1}}}\n"


@pytest.fixture
def race(yupana: Yupana, tmp_path: Path) -> Path:
    (tmp_path / "race" / "variants").mkdir(parents=True)
    (tmp_path / "race" / "game.yaml").write_text(RACE)
    return tmp_path / "race" / "variants"


def overlays(race: Path, one: str, other: str, extends: str = "race") -> None:
    (race / "one.yaml").write_text(HEAD.format("one", "race") + one)
    (race / "other.yaml").write_text(HEAD.format("other", extends) + other)


def together(yupana: Yupana, target: str = "race+one+other") -> tuple[int, dict[str, Any]]:
    ran = yupana("check", target, "--json")
    jsonschema.validate(ran.document, document_schema("check"))
    (found,) = ran.document["together"]
    return ran.code, found


@pytest.mark.parametrize(
    ("one", "other", "order", "differs"),
    [
        ("change: {constants: {goal: 6}}", "change: {constants: {most: 4}}", "any", []),
        ("change: {constants: {goal: 6}}", "actions: {run: {effects: me.place += 4}}", "any", []),
        ("enums: {Colour: [red]}", "enums: {Colour: [blue]}", "listing", ["enums.Colour"]),
        ("actions: {run: {effects: pass}}", "actions: {swim: {effects: pass}}", "listing", ["actions"]),
        ("kinds: {Card: {entries: {king: {worth: 9}}}}", "kinds: {Card: {entries: {two: {worth: 2}}}}", "listing",
         ["kinds.Card.entries"]),
        ("flow: [{phase: dawn, before: round, do: 'red.place += 1'}]",
         "flow: [{phase: dusk, before: round, do: 'red.place = 0'}]", "matters", ["flow"]),
        ("rulebook: {sections: {A: One}}", "rulebook: {sections: {B: Two}}", "any", []),
        ("adjustments: {double: {of: worth_of, value: value * 2}}", MORE, "matters",
         ["adjustments.double", "adjustments.more"]),
        ("adjustments: {less: {of: worth_of, value: value - 2}}", MORE, "listing", ["adjustments"]),
        ("adjustments: {sit: {of: halt, instead: pass}}", "adjustments: {run: {of: halt, instead: me.place += 1}}",
         "matters", ["adjustments.run", "adjustments.sit"]),
        ("kinds: {Card: {entries: {king: {worth: 2, adjustments: {double: {of: worth_of, value: value * 2}}}}}}", MORE,
         "matters", ["adjustments.double", "adjustments.more"]),
        ("triggers: {a: {on: p.place changes, do: me.place = 1}}",
         "triggers: {b: {on: q.place changes, do: me.place = 0}}", "matters", ["triggers.a", "triggers.b"]),
        ("triggers: {a: {on: walk, do: me.place += 1}}", "triggers: {b: {on: rest, do: me.place = 0}}", "listing",
         ["triggers"]),
        ("kinds: {Card: {entries: {king: {worth: 2, use: {effects: me.place += 9}}}}}",
         "actions: {run: {effects: me.place += 4}}", "listing", ["actions"]),
    ],
)  # fmt: skip
def test_in_which_order_they_go(
    yupana: Yupana, race: Path, one: str, other: str, order: str, differs: list[str]
) -> None:
    overlays(race, one, other)
    for target in ("race+one+other", "race+other+one"):
        code, found = together(yupana, target)
        assert (code, found["fits"], found["order"], found["differs"]) == (0, True, order, differs)
        assert sorted(found["works"]) == ["race+one+other", "race+other+one"]


def test_what_both_change_is_told_with_its_places(yupana: Yupana, race: Path) -> None:
    overlays(
        race,
        "change: {actions: {walk: {text: Stroll}}}",
        "change:\n  actions: {walk: {effects: me.place += 2 * steps}}\n",
    )
    code, found = together(yupana)
    (both,) = found["both"]
    assert (code, found["fits"], both["element"]) == (0, True, "actions.walk")
    told = [(each["overlay"], each["path"], Path(each["file"]).name, each["line"]) for each in both["touches"]]
    assert told == [
        ("one", "actions.walk.text", "one.yaml", 2),
        ("other", "actions.walk.effects", "other.yaml", 3),
    ]
    lines = yupana("check", "race+one+other").out.splitlines()
    assert lines == [
        "race+one+other: no faults",
        "one and other go together in any order.",
        "  Both touch actions.walk: one sets text (race/variants/one.yaml:2), "
        "other sets effects (race/variants/other.yaml:3).",
    ]


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (ENTRIES.format("king: {worth: 9}"), ENTRIES.format("queen: {worth: 8}"), []),
        (f"change: {{{ENTRIES.format('ace: {worth: 9}')}}}", f"change: {{{ENTRIES.format('ace: {count: 2}')}}}",
         ["kinds.Card.entries.ace"]),
        (f"change: {{{ENTRIES.format('ace: {worth: 9}')}}}", "remove: {kinds: {Card: {entries: [ace]}}}",
         ["kinds.Card.entries.ace"]),
        ("remove: {kinds: {Card: {entries: [ace]}}}", "remove: {kinds: {Card: {entries: [ace]}}}",
         ["kinds.Card.entries.ace"]),
        (ENTRIES.format("king: {worth: 9}"), "remove: {kinds: [Card], functions: [worth_of]}", ["kinds.Card"]),
        ("kinds: {Card: {attributes: {age: int}, defaults: {age: 1}}}", ENTRIES.format("king: {worth: 9}"), []),
        ("change: {players: {max: 3}}", "players: {fields: {gold: int 0..9}}", []),
    ],
)  # fmt: skip
def test_two_cards_are_two_things_and_a_kind_is_all_its_cards(
    yupana: Yupana, race: Path, one: str, other: str, both: list[str]
) -> None:
    overlays(race, one, other)
    _, found = together(yupana)
    assert [each["element"] for each in found["both"]] == both
    assert all([touch["overlay"] for touch in each["touches"]] == ["one", "other"] for each in found["both"])


def test_two_that_set_the_same_do_not_go_together(yupana: Yupana, race: Path) -> None:
    overlays(race, "change: {constants: {goal: 6}}", "change: {constants: {goal: 30}}")
    code, found = together(yupana)
    assert (code, found["fits"], found["works"], found["order"]) == (1, False, [], "none")
    assert [each["code"] for each in found["clash"]] == ["YUP233"]
    assert [each["element"] for each in found["both"]] == ["constants.goal"]
    assert "one and other do not go together.\n  Both touch constants.goal: " in yupana("check", "race+one+other").out


def test_rules_that_break_each_other_do_not_go_together(yupana: Yupana, race: Path) -> None:
    overlays(
        race,
        "remove: {actions: [rest]}",
        "examples: {e: {when: [{red: rest}], then: red.place == 0}}\n"
        "functions: {f: {is: size(players)}}\nchange: {actions: {rest: {when: f() > 1}}}",
    )
    code, found = together(yupana)
    assert (code, found["fits"], found["order"]) == (1, False, "none")
    assert found["clash"]


def test_one_that_needs_the_other_has_one_order(yupana: Yupana, race: Path) -> None:
    overlays(race, "constants: {extra: 1}", "change: {constants: {extra: 2}}", extends="race+one")
    for target in ("race+one+other", "race+other+one"):
        code, found = together(yupana, target)
        assert (found["fits"], found["order"]) == (True, "fixed")
        assert found["works"] == ["race+one+other"]
    overlays(race, "constants: {extra: 1}", "change: {constants: {extra: 2}}")
    code, found = together(yupana, "race+one+other")
    assert (code, found["fits"]) == (1, False), "it touches what it does not say it extends"


def test_what_does_not_go_with_the_other_says_so(yupana: Yupana, race: Path) -> None:
    overlays(race, "", "change: {constants: {goal: 3}}")
    text = (race / "one.yaml").read_text().replace("language: 4", "language: 4, not_with: other")
    (race / "one.yaml").write_text(text)
    code, found = together(yupana)
    assert (code, [each["code"] for each in found["clash"]]) == (1, ["YUP245"])


def test_the_faults_of_one_alone_are_no_fault_of_both(yupana: Yupana, race: Path) -> None:
    overlays(race, "actions: {bad: {effects: nonsense(1)}}", "change: {constants: {goal: 3}}")
    ran = yupana("check", "race+one+other")
    assert "Whether one and other go together shows when" in ran.out


def test_overlays_are_named_alone_and_three_are_three_pairs(yupana: Yupana, race: Path, tmp_path: Path) -> None:
    overlays(race, "change: {constants: {goal: 6}}", "change: {constants: {most: 4}}")
    (race / "third.yaml").write_text(HEAD.format("third", "race") + "change: {actions: {rest: {text: Sleep}}}\n")
    seven = [HEAD.format(f"more_{number}", "race") for number in range(7)]
    for number, text in enumerate(seven):
        (race / f"more_{number}.yaml").write_text(text)
    target = "+".join(["race", *(f"more_{number}" for number in range(7))])
    assert "Of up to 6 overlays it is told" in yupana("check", target).out
    for name in ("one", "other"):
        (race / f"{name}.yaml").rename(tmp_path / f"{name}.yaml")
    code, found = together(yupana, "one.yaml+other.yaml")
    assert (code, found["fits"], found["works"]) == (0, True, ["race+one+other", "race+other+one"])
    document = yupana("check", "race+one.yaml+other.yaml+third", "--json").document
    assert [each["overlays"] for each in document["together"]] == [
        ["one", "other"], ["one", "third"], ["other", "third"]
    ]  # fmt: skip
    assert "together" not in yupana("check", "race+third", "race", "--json").document


PAIRS = [(base, *two) for base, path in rulesets_in(SHIPPED) for two in combinations(names_in(path / "variants"), 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("base", "one", "other"), PAIRS, ids=lambda each: str(each))
def test_where_the_order_is_free_both_orders_are_the_same_program(base: str, one: str, other: str) -> None:
    (pair,) = pairs_of(f"{base}+{one}+{other}")
    ways = [compile_ruleset(f"{base}+{'+'.join(names)}").program for names in ((one, other), (other, one))]
    assert [way is not None for way in ways] == [bool(pair.works)] * 2
    if pair.order == "any" and pair.works:
        first, second = (replace(way, name="", title="", hash="", versions=()) for way in ways if way is not None)
        assert first == second
