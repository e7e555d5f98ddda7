"""Faults of all stages come in one run: none hides another, and none brings a consequence of its own."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset

FILES = {
    "game.yaml": """\
ruleset: {name: small, title: Small, language: 2}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields:
    points: int 0..90
    #field
state:
  pot: int 0..90
  #state
constants:
  most: 5
  #constant
enums: {Ware: [wool, salt]}
zones:
  market: {of: Card}
  #zone
kinds:
  Card:
    attributes: {worth: int, ware: Ware}
    start: market
    entries:
      ace: {worth: 3, ware: wool}
      #entry
flow:
  - turns: turn
    until: pot > most
#section
""",
    "code.yaml": """\
functions:
  rich: {of: {p: Player}, is: p.points > most}
  #function
procedures:
  fill: {effects: pot += 1}
  #procedure
actions:
  add:
    parameters: {number: {in: 1..3}}
    effects: |
      me.points += number
      #effect
      do fill()
  #action
scoring:
  items:
    points: {points: me.points}
    #item
invariants:
  small_pot: {is: pot >= 0}
  #invariant
""",
    "look.yaml": """\
look:
  table:
    - "pot {pot}"
    #look
  colours:
    red: red
    #colour
""",
    "rulebook.yaml": """\
rulebook:
  sections: {S: Rules}
  rules:
    S-1: {section: S, text: Add., status: stated}
    #rule
examples:
  adds:
    source: S-1
    when:
      - red: add(number=2)
    then: red.points == 2
  #example
""",
}

# place, what is put there (at its indentation), code of the fault, a part of its message
FAULTS = [
    ("field", "purse: Wares", "YUP404", "Wares"),
    ("state", "held: {type: int, visible: viewer == nobody}", "YUP401", "nobody"),
    ("state", "broken: {type: int, start: a: b}", "YUP101", ""),
    ("state", "late: {type: int, per: evening}", "YUP405", "evening"),
    ("constant", "least: {value: 1, kind: int}", "YUP201", "kind"),
    ("constant", "less: a b", "YUP401", "a b"),
    ("zone", "attic: {of: Crd}", "YUP405", "Crd"),
    ("entry", "king: {worth: 4, waer: salt}", "YUP403", "waer"),
    ("entry", "queen: {worth: 4, ware: silk}", "YUP405", "silk"),
    ("entry", "queen_2: {worth: 4, ware: *salt}", "YUP111", "salt"),
    ("function", "one: {is: two + 1}\n  two: {is: one + 1}", "YUP431", "one"),
    ("function", "three: {is: 1 + nosuch}", "YUP401", "nosuch"),
    ("function", "four: {is: min(pot, 1)}", "YUP114", "cut in two"),
    ("function", "five: {gives: int, is: [pot]}", "YUP203", "list"),
    ("function", "six: {is: pot.worth}", "YUP4", ""),
    ("function", "seven:\tpot", "YUP103", "tab"),
    ("function", 'eight: {is: "rich(red) + 1"}', "YUP411", ""),
    ("function", "nine:\n     text: Nine.\n    is: 9", "YUP101", ""),
    ("procedure", "empty: {effects: pot +=}", "YUP302", ""),
    ("procedure", 'words: {effects: "pot += true"}', "YUP411", ""),
    ("procedure", "round_1: {effects: do round_2()}\n  round_2: {effects: do round_1()}", "YUP431", "round_"),
    ("procedure", 'quoted: {effects: "log \\"a\\"}', "YUP101", ""),
    ("effect", "pot = pott", "YUP401", "pott"),
    ("action", "skip: {when: me.points, effects: pass}", "YUP411", ""),
    ("action", "give: {parameters: {n: {in: 1..nothing}}, effects: pass}", "YUP401", "nothing"),
    ("action", "take: {effects: pass, source: S-9}", "YUP451", "S-9"),
    ("item", "bonus: {points: me.pints}", "YUP403", "pints"),
    ("invariant", "odd: {is: 3}", "YUP411", ""),
    ("look", '- "{pt}"', "YUP401", "pt"),
    ("look", '- "{pot"', "YUP3", ""),
    ("colour", "blu: blue", "YUP405", "blu"),
    ("section", "book: {names: {nosuch: Word}}", "YUP264", "nosuch"),
    ("rule", "S-2: {section: S, text: More., status: maybe}", "YUP2", "maybe"),
    ("rule", "S-3: {section: S, text: {pot}, status: stated}", "YUP2", ""),
    ("rule", "S-4: {section: S, text: 'At most {mots}.', status: stated}", "YUP255", "mots"),
    ("rule", "S-5: {section: S, text: 'There are {counted(most, card)}.', status: stated}", "YUP255", "counted"),
    ("rule", "S-6: {section: S, text: 'At most {most.', status: stated}", "YUP3", ""),
    ("example", "more: {source: S-1, when: [{red: add(number=1)}], then: red.point == 1}", "YUP403", "point"),
    ("example", "given: {source: S-1, given: pot = red, then: pot == 1}", "YUP411", ""),
    ("effect", "offer nosuch to me", "YUP405", "nosuch"),
    ("entry", "knight: {worth: 2, count: many}", "YUP20", ""),
    ("section", "adjustments: {raised: {of: nosuch, value: 3}}", "YUP405", "nosuch"),
    ("example", "other: {source: S-1, when: [{green: add(number=1)}]}", "YUP405", "green"),
    ("section", "tables: {toll: {rows: {level: ['1', '3']}, cells: [1, 2]}}", "YUP442", ""),
]


def _write(folder: Path, faults: list[int]) -> None:
    for name, text in FILES.items():
        for number in faults:
            place, line, *_ = FAULTS[number]
            text = text.replace(f"#{place}\n", f"{line}\n{_indent(text, place)}#{place}\n")
        (folder / name).write_text(text, encoding="utf-8")


def _indent(text: str, place: str) -> str:
    before = text.partition(f"#{place}\n")[0]
    return before[before.rfind("\n") + 1 :]


def _found(folder: Path, faults: list[int]) -> list[str]:
    folder.mkdir(exist_ok=True)
    _write(folder, faults)
    return [
        f"{each.code} {each.message} {each.hint}"
        for each in compile_ruleset(str(folder)).diagnostics
        if each.severity == "error"
    ]


def _fits(found: str, number: int) -> bool:
    _, _, code, part = FAULTS[number]
    return found.startswith(code) and part in found


def test_the_ruleset_itself_is_sound(tmp_path: Path) -> None:
    assert _found(tmp_path / "small", []) == []


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[f"{place}-{code}" for place, _, code, _ in FAULTS])
def test_a_fault_is_told_once_and_brings_no_other(tmp_path: Path, number: int) -> None:
    found = _found(tmp_path / "small", [number])
    assert len(found) == 1, found
    assert _fits(found[0], number), found


@pytest.mark.parametrize("seed", range(60))
def test_faults_hide_no_other(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    chosen = sorted(chance.sample(range(len(FAULTS)), chance.randint(2, 8)))
    found = _found(tmp_path / "small", chosen)
    missing = [FAULTS[number] for number in chosen if not any(_fits(each, number) for each in found)]
    assert not missing, found
    assert len(found) == len(chosen), (Counter(found), [FAULTS[number] for number in chosen])


def test_what_belongs_to_a_scope_that_is_not_there_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "scope.yaml"
    file.write_text(
        "ruleset: {name: scope, title: Scope, language: 3}\n"
        "players: {min: 2, max: 2, names: [red, blue], fields: {food: {type: int 0..9, per: day}}}\n"
        "actions: {eat: {when: me.food > 0, effects: me.food -= 1}}\n"
        "flow: [{rounds: dya, times: 2, steps: [{turns: turn}]}]\n"
    )
    assert [each.code for each in compile_ruleset(str(file)).diagnostics] == ["YUP405"]


def test_a_misspelled_predicate_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "goals.yaml"
    file.write_text(
        "ruleset: {name: goals, title: Goals, language: 3}\n"
        "players: {min: 2, max: 2, names: [red, blue], fields: {food: int 0..9}}\n"
        "kinds: {Goal: {predicates: {met: {of: {p: Player}}}, entries: {rich: {mett: p.food > 3}, poor: {}}}}\n"
        "actions: {eat: {effects: me.food += 1}}\n"
        "flow: [{turns: turn, until: any(g.met(red) for g in Goal)}]\n"
    )
    assert [each.code for each in compile_ruleset(str(file)).diagnostics] == ["YUP403", "YUP441"]


def test_of_copies_that_a_misspelled_count_leaves_out_nothing_is_said(tmp_path: Path) -> None:
    file = tmp_path / "crates.yaml"
    file.write_text(
        "ruleset: {name: crates, title: Crates, language: 3}\n"
        "players: {min: 2, max: 2, names: [red, blue], fields: {food: int 0..9}}\n"
        "kinds: {Crate: {attributes: {worth: int}, start: heap, entries: {wool: {cuont: 3, worth: 2}}}}\n"
        "zones: {heap: {of: Crate}}\n"
        "actions: {eat: {when: wool_2 in heap, effects: move wool_3 out}}\n"
        "flow: [{turns: turn}]\n"
        "examples: {one: {when: [{red: eat}], then: wool_1 in heap and woll_1 in heap}}\n"
    )
    found = [(each.code, each.hint) for each in compile_ruleset(str(file)).diagnostics]
    assert found == [("YUP403", "did you mean `count`?"), ("YUP401", "")]


PIG = """\
ruleset: {name: pig, title: Pig, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {food: int 0..9}}
flow: [{turns: turn, do: do feed()}]
"""


def _codes(path: Path) -> list[str]:
    return [each.code for each in compile_ruleset(str(path)).diagnostics if each.severity == "error"]


@pytest.mark.parametrize(
    ("effects", "code"),
    [
        ("let me = 1\n      me.food = 1", "YUP407"),  # what `me` is from there on is not known
        ("players = []", "YUP434"),
        ("3(1)", "YUP315"),  # and not that it does nothing
    ],
)
def test_a_faulty_line_is_told_once(effects: str, code: str, tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    file.write_text(f"{PIG}procedures:\n  feed:\n    effects: |\n      {effects}\n", encoding="utf-8")
    assert _codes(file) == [code]


@pytest.mark.parametrize("ask", ["chose n in 1..3", "do nosuch()", "pas"])
def test_a_loop_is_not_endless_because_the_procedure_that_asks_cannot_be_read(ask: str, tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    procedures = (
        "procedures:\n  feed: {effects: 'loop: do once()'}\n  once: {effects: do ask()}\n"
        f"  ask:\n    effects: |\n      {ask}\n      pass\n"
    )
    file.write_text(PIG + procedures, encoding="utf-8")
    assert len(_codes(file)) == 1
    assert _codes(file) != ["YUP435"]
    file.write_text(PIG + procedures.replace(f"      {ask}\n", ""), encoding="utf-8")
    assert _codes(file) == ["YUP435"]


def test_a_misspelled_section_is_read_beside_the_same_section_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"{PIG}procedures: {{feed: {{effects: do fill()}}}}\n", encoding="utf-8")
    (tmp_path / "more.yaml").write_text("proceduress: {fill: {effects: red.food = zzq}}\n", encoding="utf-8")
    assert sorted(_codes(tmp_path)) == ["YUP201", "YUP401"]


def test_the_sections_behind_a_second_document_are_read(tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    file.write_text(f"{PIG}---\nprocedures: {{feed: {{effects: red.food = zzq}}}}\n", encoding="utf-8")
    assert _codes(file) == ["YUP110", "YUP401"]


@pytest.mark.parametrize(
    ("effects", "codes"),
    [
        ('log "{me} eats"', []),
        ('log "{me.zzq} eats"', ["YUP403"]),  # the phrase that is faulty has other words
        ('choose n in 1..3 as meal "How much?"; log "{me} eats"', ["YUP208"]),
    ],
)
def test_texts_for_what_is_faulty_are_not_told_to_be_for_nothing(
    effects: str, codes: list[str], tmp_path: Path
) -> None:
    (tmp_path / "texts").mkdir()
    lost = "YUP208" in codes
    procedures = f"procedures:\n  feed:\n    {'source:' if lost else 'source: []'}\n    effects: |\n      {effects}\n"
    (tmp_path / "game.yaml").write_text(PIG + procedures, encoding="utf-8")
    names = "names: {meal: \u98df\u4e8b}\n" if lost else ""
    (tmp_path / "texts" / "ja.yaml").write_text(names + 'phrases: {"{me} eats": "{me}"}\n', encoding="utf-8")
    assert _codes(tmp_path) == codes
    (tmp_path / "texts" / "ja.yaml").write_text(names + 'phrases: {"{me} sleeps": "{me}"}\n', encoding="utf-8")
    assert _codes(tmp_path) == [*codes, "YUP251"]


def test_an_unknown_option_of_the_game_is_told_of_an_example(tmp_path: Path) -> None:
    file = tmp_path / "pig.yaml"
    options = "options: {mild: {type: bool, default: false}}\n"
    examples = "examples: {one: {options: {milt: true}, then: 1 < 2}, two: {options: {mild: true}, then: 1 < 2}}\n"
    file.write_text(f"{PIG}procedures: {{feed: {{effects: pass}}}}\n{options}{examples}", encoding="utf-8")
    found = compile_ruleset(str(file)).diagnostics
    assert [(each.code, each.span.line, each.hint) for each in found] == [("YUP405", 6, "did you mean `mild`?")]
    file.write_text(file.read_text().replace("type: bool", "type: [bool]"), encoding="utf-8")
    assert _codes(file) == ["YUP203", "YUP405"]  # `mild` may be what could not be read


def test_an_unknown_key_of_the_header_of_an_overlay_is_told(tmp_path: Path) -> None:
    (tmp_path / "pig.yaml").write_text(f"{PIG}procedures: {{feed: {{effects: pass}}}}\n", encoding="utf-8")
    overlay = "ruleset: {name: more, titel: More, language: 3, extends: pig}\nconstants: {most: zzq}\n"
    (tmp_path / "more.yaml").write_text(overlay, encoding="utf-8")
    assert _codes(tmp_path / "more.yaml") == ["YUP201", "YUP401"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("enums: {Ware: [wool, salt]}", "enums: if\n  Ware: [wool, salt]"),
        ("    entries:\n      king", "    entries: + 1\n      king"),
    ],
)
def test_of_what_stands_below_something_else_nothing_is_said(old: str, new: str, tmp_path: Path) -> None:
    """Neither of names with a `?` behind them, nor of the entries of a kind, nor of what a function gives."""
    text = """\
ruleset: {name: small, title: Small, language: 4}
players: {min: 1, max: 1, names: [red]}
enums: {Ware: [wool, salt]}
kinds:
  Card:
    entries:
      king: {count: 2}
zones: {deck: {of: Card}}
state: {held: Ware?, first: CardEntry?}
functions: {best: {is: wool}}
actions: {go: {menu: main, effects: "held = best(); first = king"}}
flow: [{turns: turn, menu: main, until: held != none}]
"""
    path = tmp_path / "small.yaml"
    path.write_text(text, encoding="utf-8")
    assert compile_ruleset(path).diagnostics == []
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    told = compile_ruleset(path).diagnostics
    assert told
    assert all(each.code < "YUP3" for each in told), told


def test_a_misspelled_section_of_one_file_is_read_beside_that_of_another(tmp_path: Path) -> None:
    """So that the rules in it are not called missing where they are cited."""
    game = """\
ruleset: {name: small, title: Small, language: 4}
players: {min: 1, max: 1, names: [red]}
actions: {go: {source: [S-1, S-2], effects: win}}
flow: [{turns: turn, until: over}]
"""
    rules = "%s:\n  sections: {S: All}\n  rules:\n    %s: {section: S, text: One may go.}\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "one.yaml").write_text(rules % ("rulebook", "S-1"), encoding="utf-8")
    more = rules.replace("  sections: {S: All}\n", "") % ("rulebookk", "S-2")
    (tmp_path / "two.yaml").write_text(more, encoding="utf-8")
    assert _codes(tmp_path) == ["YUP201"]
