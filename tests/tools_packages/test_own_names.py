"""Mods whose names are their own: two that add the same name go together, and what each has is told apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import load
from yupana.schemas.compose import compose
from yupana.schemas.dots import DOT
from yupana.schemas.source import Report
from yupana.schemas.texts import load_texts
from yupana.tests.tools.command_line import Yupana

ISLE = """\
ruleset: {name: isle, title: Isle, version: 1.0, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {gold: int 0..99}}
kinds:
  Card:
    attributes: {worth: int, name: text, motto: text}
    start: deck
    procedures: {bought: {of: {p: Player}}}
    actions: {use: {when: it in me.row}}
    defaults: {bought: pass}
    entries: {mill: {worth: 1}}
zones: {deck: {of: Card}, row: {of: Card, each: Player}}
functions: {tax: {gives: int, is: "0", adjustable: true}}
actions:
  buy: {parameters: {card: {in: deck}}, effects: move card to me.row; do card.bought(me)}
  reap: {effects: "me.gold += max(0, sum(c.worth for c in me.row) - tax())"}
flow: [{turns: turn, times: 6}]
scoring: {items: {gold: me.gold}}
"""
MOD = """\
ruleset: {name: NAME, title: The NAME, version: 1.0, language: 4, extends: isle, own_names: true}
kinds:
  Card:
    entries:
      g13: {count: 2, worth: 3, name: a g13, motto: "light, pot or lamp", bought: p.gold += bonus()}
      lamp:
        worth: 0
        use: {effects: me.gold += 1}
        adjustments: {lit: {of: tax, value: value + 1, for: game}}
        triggers: {shines: {on: it enters p.row, do: p.gold += 7}}
  Relic: {entries: {skull: {}}}
state: {pot: int, held: Relic?}
zones: {bag: {of: Card, each: Player}, box: {of: Card}}
functions: {bonus: {gives: int, is: pot + 1}, same: {of: {relic: Relic}, is: relic == skull}}
constants: {much: 40}
actions:
  light:
    text: Light {much} lamps
    when: not active_now(lit)
    effects: |
      activate lit          # not the pot
      pot += 2
      held = skull
      log "{lamp} burns for {me}, pot: {pot}"
examples:
  lighting:
    when: |
      red: light
      blue: buy(card=g13_1)
      red: cannot light
      red: buy(card=lamp)
      blue: reap
      red: lamp
    then: |
      blue.gold == 5 and pot == 2
      red.gold == 8
      first(c for c in g13) == g13_1 and Card.g13_2 in deck
      size(red.bag) == 0 and size(box) == 0
      same(skull) and held == Relic.skull
"""


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "isle" / "variants").mkdir(parents=True)
    (tmp_path / "isle" / "game.yaml").write_text(ISLE)
    for name in ("north", "south"):
        (tmp_path / "isle" / "variants" / f"{name}.yaml").write_text(MOD.replace("NAME", name))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "isle" / "variants"


def faults(target: str) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in compile_ruleset(target).diagnostics]


def test_two_that_add_the_same_names_go_together_and_their_examples_hold(isle: Path) -> None:
    for target in ("isle+north", "isle+north+south", "isle+south+north"):
        compiled = compile_ruleset(target)
        assert compiled.diagnostics == []
        assert [each.ok for each in run_examples(compiled)] == [True] * target.count("+")


def test_names_that_are_not_own_meet(isle: Path) -> None:
    south = isle / "south.yaml"
    south.write_text(south.read_text().replace(", own_names: true", ""))
    assert faults("isle+north+south") == []
    north = isle / "north.yaml"
    north.write_text(north.read_text().replace(", own_names: true", ""))
    found = compile_ruleset("isle+north+south").diagnostics
    assert {each.code for each in found} == {"YUP233"}
    assert "own_names: true" in found[0].hint


def test_options_saved_games_and_what_is_seen_have_the_dot(isle: Path) -> None:
    game = load("isle+north+south")
    state = game.start(players=2, seed=1)
    texts = [each.text for each in state.decision.options]
    assert texts[:4] == ["buy(card=mill)", "buy(card=north.g13_1)", "buy(card=north.g13_2)", "buy(card=north.lamp)"]
    assert "south.light" in texts
    state.apply("buy(card=north.g13_2)")
    state.apply("south.light")
    saved = state.to_json()
    assert "north.g13_2" in json.dumps(saved)
    again = game.resume(saved)
    assert again.key == state.key
    again.undo()
    again.apply("north.light")
    seen = again.observation("red")
    assert seen["zones"]["row"]["red"] == ["north.g13_2"]
    assert seen["fields"]["north.pot"] == 2
    assert seen["fields"]["south.pot"] == 0


def test_a_third_names_what_is_theirs(isle: Path) -> None:
    (isle / "third.yaml").write_text(
        "ruleset: {name: third, title: Third, language: 4, extends: isle+north}\n"
        "change: {kinds: {Card: {entries: {north.g13: {worth: 9}}}}}\n"
        "remove: {actions: [north.light], examples: [north.lighting]}\n"
        "functions: {far: {is: 'north.bonus() + sum(c.worth for c in north.g13) + Card.mill.worth'}}\n"
        "actions:\n"
        "  shout:\n"
        "    effects: |\n"
        "      activate north.lit\n"
        "      north.pot = north.much // 4\n"
        "      move c to me.north.bag for c in deck if c == mill\n"
        "examples:\n"
        "  nine: {then: far() == 20 and north.g13_1.worth == 9}\n"
        "  shouted: {when: [{red: shout}, {blue: buy(card=north.lamp)}], then: tax() == 1 and mill in red.north.bag}\n"
    )
    compiled = compile_ruleset("isle+north+third")
    assert compiled.diagnostics == []
    assert [each.ok for each in run_examples(compiled)] == [True, True]


@pytest.mark.parametrize(
    ("old", "new", "code", "message", "place"),
    [
        ("pot + 1}", "pott + 1}", "YUP401", "unknown name `pott`", (14, 37)),
        ("pot += 2", "lamp.wort = 2", "YUP403", "unknown field `wort` of Card", (22, 12)),
        ("pot += 2", "let pot = 3", "YUP247", "`pot` is a name of `north` itself", (22, 11)),
        ("{relic: Relic}", "{pot: Relic}", "YUP247", "`pot` is a name of `north` itself", (14, 59)),
        ("red: light", "red: lihgt", "YUP405", "unknown option `lihgt`", (28, 12)),
        ("constants: {much", "constants: {tax", "YUP406", "`north.tax` is already declared", None),
    ],
    ids=range(6),
)  # fmt: skip
def test_a_fault_is_told_where_it_stands(
    isle: Path, old: str, new: str, code: str, message: str, place: tuple[int, int] | None
) -> None:
    north = isle / "north.yaml"
    north.write_text(north.read_text().replace(old, new, 1))
    found = [each for each in compile_ruleset("isle+north").diagnostics if each.code == code]
    if code == "YUP406":  # a name of another section of the base is no clash: the mod's has another name
        assert found == []
        return
    assert message in found[0].message
    assert (found[0].span.line, found[0].span.column) == place


def test_texts_for_people_say_what_they_said(isle: Path) -> None:
    ruleset = compose("isle+north").ruleset
    assert ruleset is not None
    (g13,) = [entry for name, entry in ruleset.kinds["Card"].entries.items() if name.endswith("g13")]  # type: ignore[index]
    assert g13.given["motto"].text == "light, pot or lamp"  # type: ignore[index]


def test_a_ruleset_alone_has_no_names_of_its_own(isle: Path) -> None:
    game = isle.parent / "game.yaml"
    game.write_text(game.read_text().replace("language: 4}", "language: 4, own_names: true}"))
    assert faults("isle") == [("YUP234", "only an overlay can have `own_names`")]


def test_the_sign_that_stands_for_the_dot_cannot_be_written(isle: Path) -> None:
    (isle / "third.yaml").write_text(
        f"ruleset: {{name: third, title: Third, language: 4, extends: isle}}\nstate: {{north{DOT}pot: int}}\n"
    )
    assert faults("isle+third")[-1] == ("YUP104", "the sign U+A78F cannot stand in a ruleset")


def test_texts_of_the_mod_name_what_is_its_own_alone(isle: Path) -> None:
    (isle.parent / "texts").mkdir()
    (isle.parent / "texts" / "ja.yaml").write_text("title: 島\nnames: {reap: 刈る}\n")
    (isle.parent / "texts" / "north.ja.yaml").write_text(
        "title: 北\nnames: {lamp: 灯, light: ともす, north.g13: 十三}\ntexts: {actions.light: 灯をともす}\n"
    )
    composed = compose("isle+north+south")
    assert composed.ruleset is not None
    report = Report()
    texts = load_texts(composed.ruleset, composed.parts, "ja", report)
    assert [each for each in report.diagnostics if each.severity == "error"] == []
    assert texts.names[f"north{DOT}lamp"] == "灯"
    assert texts.names[f"north{DOT}g13"] == "十三"
    assert texts.texts[f"actions.north{DOT}light"] == "灯をともす"


def test_a_package_is_added_once_all_that_it_needs_is_there(
    isle: Path, yupana: Yupana, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (isle / "deep.yaml").write_text(
        "ruleset: {name: deep, title: D, version: 1.0, language: 4, extends: isle >=1+north >=2}\n"
    )
    for name in ("north", "deep"):
        text = (isle / f"{name}.yaml").read_text().replace("version: 1.0", "version: 2.0", name == "north")
        (tmp_path / f"{name}.yaml").write_text(text)
        (isle / f"{name}.yaml").unlink()
    packed = [
        yupana("pack", each, "-o", f"{Path(each).stem}.yupana").code for each in ("isle", "north.yaml", "deep.yaml")
    ]
    assert packed == [0, 0, 0]
    monkeypatch.setenv("YUPANA_DATA", str(tmp_path / "data"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert "`isle >=1` is not here. Add that first." in yupana("add", "../deep.yupana").err
    assert yupana("add", "../isle.yupana").code == 0
    ran = yupana("add", "../deep.yupana")
    assert (ran.code, "`deep` 1.0 needs what is not there: `north >=2` is not here." in ran.err) == (2, True)
    old = (tmp_path / "north.yaml").read_text().replace("version: 2.0", "version: 1.5")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "north.yaml").write_text(old)
    assert yupana("pack", "../old/north.yaml", "-o", "north.yupana").code == 0
    assert yupana("add", "north.yupana").code == 0
    assert "`north >=2` is not here, but version 1.5" in yupana("add", "../deep.yupana").err
    assert yupana("add", "../north.yupana").code == 0
    assert yupana("add", "../deep.yupana").code == 0
    assert yupana("remove", "north").code == 0
    ran = yupana("check", "isle+deep")
    assert "there is no overlay `north` of `isle`" in ran.out
    assert "`deep` needs it: add it first" in ran.out


def test_mods_that_need_each_other_are_told_in_a_row(isle: Path) -> None:
    for one, other in (("one", "two"), ("two", "one")):
        (isle / f"{one}.yaml").write_text(f"ruleset: {{name: {one}, title: T, language: 4, extends: isle+{other}}}\n")
    assert faults("isle+one") == [("YUP237", "`one` extends itself: one → two → one")]


def test_what_is_printed_has_the_dot(isle: Path, yupana: Yupana) -> None:
    for command in (("check", "isle+north+south"), ("check", "isle+north+south", "--json"), ("list",)):
        assert DOT not in yupana(*command).out
    simulated = yupana("simulate", "isle+north+south", "--games", "4")
    assert "north.light" in simulated.out
    assert DOT not in simulated.out
