"""`yupana lint` as a person and a program use it: what it prints, how it ends, what it mends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_lint.cases import HERE

BASE = (HERE / "base.yaml").read_text(encoding="utf-8")
IDLE = BASE.replace("functions:\n", "functions:\n  idle: {is: 1}\n")
MESSY = """\
  mess:
    text: Nothing to speak of
    effects: |
      let a = me.money
      # what follows stays
      let b = 1   # and this goes
      me.food += 1
      let c = 2; me.food += 1
      if me.food > 3:
        let d = a
      let e = do lucky()
"""


def with_mess(text: str) -> str:
    lucky = "  lucky: {gives: int, effects: roll d6 as r; return r}\n"
    return text.replace("actions:\n", f"actions:\n{MESSY}").replace("procedures:\n", f"procedures:\n{lucky}")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "clean.yaml"
    path.write_text(BASE, encoding="utf-8")
    return path


def test_a_clean_ruleset(yupana: Yupana, game: Path) -> None:
    ran = yupana("lint", str(game))
    assert (ran.code, ran.out) == (0, f"{game}: nothing to say\n")


def test_a_warning_is_shown_with_its_place_and_ends_with_one(yupana: Yupana, game: Path) -> None:
    game.write_text(IDLE, encoding="utf-8")
    ran = yupana("lint", str(game))
    assert ran.code == 1
    assert "clean.yaml:24:3: warning YUL001: nothing uses the function `idle`" in ran.out
    assert "  24 |   idle: {is: 1}" in ran.out
    assert ran.out.endswith("1 warning\n")


def test_advice_alone_does_not_fail(yupana: Yupana, game: Path) -> None:
    game.write_text(BASE.replace("    text: Sell a card\n", ""), encoding="utf-8")
    ran = yupana("lint", str(game))
    assert ran.code == 0
    assert "advice YUL015: the action `sell` has no text" in ran.out
    assert ran.out.endswith("1 piece of advice\n")


def test_json(yupana: Yupana, game: Path) -> None:
    allow = "lint: {allow: [{code: YUL001, at: functions.idle, why: For a variant.}]}\n"
    game.write_text(IDLE + allow, encoding="utf-8")
    document = yupana("lint", str(game), "--json").document
    assert document["ok"] is True
    (ruleset,) = document["rulesets"]
    assert (ruleset["findings"], ruleset["fixed"]) == ([], [])
    (allowed,) = ruleset["allowed"]
    assert (allowed["code"], allowed["element"], allowed["why"]) == ("YUL001", "functions.idle", "For a variant.")
    assert (allowed["line"], allowed["column"], allowed["level"], allowed["fixable"]) == (24, 3, "warning", False)


def test_only(yupana: Yupana, game: Path) -> None:
    game.write_text(IDLE, encoding="utf-8")
    assert yupana("lint", str(game), "--only", "YUL015").code == 0
    assert yupana("lint", str(game), "--only", "yul001").code == 1
    wrong = yupana("lint", str(game), "--only", "YUL999")
    assert wrong.code == 2
    assert wrong.err.startswith("There is no rule `YUL999`.")
    deep = yupana("lint", str(game), "--only", "YUL016")
    assert (deep.code, deep.err) == (2, "YUL016 plays games to find out: add `--deep`.\n")


def test_a_faulty_ruleset_is_not_linted(yupana: Yupana, game: Path) -> None:
    game.write_text(IDLE.replace("mood = angry", "mood = hungry"), encoding="utf-8")
    ran = yupana("lint", str(game))
    assert ran.code == 1
    assert "error YUP401" in ran.out
    assert "YUL" not in ran.out


def test_fix_takes_out_what_has_no_effects(yupana: Yupana, game: Path) -> None:
    game.write_text(with_mess(BASE), encoding="utf-8")
    ran = yupana("lint", str(game), "--fix")
    text = game.read_text(encoding="utf-8")
    assert ran.code == 1
    assert "      # what follows stays\n      me.food += 1\n" in text
    assert "let c = 2; me.food += 1" in text  # another statement stands on its line
    assert "let d = a" in text  # nothing else stands in its block
    assert "let a = me.money" in text  # d reads it
    assert "let e = do lucky()" in text  # rolling is an effect
    assert ran.out.count("fixed ") == 1


def test_fix_goes_on_while_there_is_something(yupana: Yupana, game: Path) -> None:
    text = with_mess(BASE).replace("      if me.food > 3:\n        let d = a\n", "      let d = a\n")
    game.write_text(text, encoding="utf-8")
    yupana("lint", str(game), "--fix")
    assert "let d" not in game.read_text(encoding="utf-8")
    assert "let a" not in game.read_text(encoding="utf-8")


def test_fix_takes_out_allowances_and_leaves_the_rest_as_it_was(yupana: Yupana, game: Path) -> None:
    one = "    - {code: YUL001, at: functions.idle, why: A variant calls it.}\n"
    two = "    - code: YUL003\n      at: actions.sell\n      why: There was one.\n"
    game.write_text(IDLE + "lint:\n  allow:\n" + one + two, encoding="utf-8")
    assert yupana("lint", str(game)).code == 1
    ran = yupana("lint", str(game), "--fix")
    assert ran.code == 0
    assert game.read_text(encoding="utf-8") == IDLE + "lint:\n  allow:\n" + one
    game.write_text(BASE + "lint:\n  allow:\n" + one + two + "invariants: {fine: size(deck) < 99}\n", encoding="utf-8")
    assert yupana("lint", str(game), "--fix").code == 0
    assert game.read_text(encoding="utf-8") == BASE + "invariants: {fine: size(deck) < 99}\n"


def test_an_allowance_needs_a_reason(yupana: Yupana, game: Path) -> None:
    game.write_text(BASE + "lint: {allow: [{code: YUL001, at: functions.wealth}]}\n", encoding="utf-8")
    ran = yupana("check", str(game))
    assert ran.code == 1
    assert "`why`" in ran.out


def test_explain_knows_the_rules(yupana: Yupana) -> None:
    ran = yupana("explain", "yul008")
    assert ran.code == 0
    assert ran.out.startswith("YUL008: condition that never changes\n")
    headings = [line for line in ran.out.splitlines() if line in ("Example", "Fix", "Level", "Allow")]
    assert headings == ["Example", "Fix", "Level", "Allow"]
    assert "\nLevel\nA warning: `lint` exits 1.\n" in ran.out
    assert "allow: [{code: YUL008, at: functions.wealth, why: " in ran.out
    assert "\nLevel\nAdvice: `lint` exits 0. Only with `--deep`.\n" in yupana("explain", "YUL017").out
    document = yupana("explain", "YUL016", "--json").document
    assert (document["level"], document["deep"]) == ("advice", True)
    assert "Allow" not in yupana("explain", "YUL018").out
    assert "Level" not in yupana("explain", "YUP101").out
    assert "YUL018  unused suppression" in yupana("explain").out


def test_an_overlay_is_told_only_what_is_its_own(yupana: Yupana, game: Path) -> None:
    game.write_text(IDLE, encoding="utf-8")
    overlay = game.with_name("dear.yaml")
    overlay.write_text(
        "ruleset: {name: dear, title: Dear, language: 2, extends: clean}\n"
        "change:\n"
        "  constants: {price: 4}\n"
        "  actions:\n"
        "    eat: {cost: {money: price}, text: Buy  food}\n"
        "    sell: {text: Sell a card}\n"
        "replace:\n"
        "  procedures:\n"
        "    fill_up:\n"
        "      text: The hand is filled up\n"
        "      of: {p: Player}\n"
        "      effects: draw (hand_size - size(p.hand)) from deck to p.hand\n",
        encoding="utf-8",
    )
    ran = yupana("lint", f"{game}+{overlay}")
    told = [line for line in ran.out.splitlines() if "YUL" in line]
    assert [line.split(": ", 1)[1] for line in told] == [
        "warning YUL013: this leaves `actions.sell` as it is",
        "warning YUL013: this leaves `procedures.fill_up` as it is",
    ]


def test_a_rule_with_other_words_is_no_book_left_alone(yupana: Yupana, game: Path) -> None:
    game.write_text(IDLE, encoding="utf-8")
    overlay = game.with_name("said.yaml")
    overlay.write_text(
        "ruleset: {name: said, title: Said, language: 2, extends: clean}\n"
        "change:\n"
        "  constants: {price: 4}\n"
        "  rulebook: {rules: {R-1: {text: A meal costs 4.}, R-2: {text: A card is sold for its worth.}}}\n",
        encoding="utf-8",
    )
    told = [line for line in yupana("lint", f"{game}+{overlay}").out.splitlines() if "YUL" in line]
    assert [line.split(": ", 1)[1] for line in told] == [
        "warning YUL013: this leaves `rules.R-2` as it is",
    ]


def test_an_overlay_that_changes_nothing(yupana: Yupana, game: Path) -> None:
    overlay = game.with_name("same.yaml")
    overlay.write_text(
        "ruleset: {name: same, title: The same, language: 2, extends: clean}\nchange:\n  constants: {price: 3}\n",
        encoding="utf-8",
    )
    ran = yupana("lint", f"{game}+{overlay}")
    assert "same.yaml:1:1: warning YUL013: this overlay changes nothing" in ran.out


def test_what_the_overlays_beside_it_use_is_used(yupana: Yupana, tmp_path: Path) -> None:
    folder = tmp_path / "clean"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(IDLE, encoding="utf-8")
    assert yupana("lint", str(folder)).code == 1
    (folder / "variants" / "more.yaml").write_text(
        "ruleset: {name: more, title: More, language: 2, extends: clean}\n"
        "actions: {beg: {text: Beg, when: me.money == 0, effects: me.money += idle()}}\n",
        encoding="utf-8",
    )
    assert yupana("lint", str(folder)).code == 0
    assert yupana("lint", f"{folder}+more").code == 0


def test_the_same_seed_finds_the_same(yupana: Yupana, game: Path) -> None:
    game.write_text(
        BASE.replace("when: mood == angry and", "when: mood == angry and me.money > 98 and"), encoding="utf-8"
    )
    first = yupana("lint", str(game), "--deep", "--seed", "3", "--json").document
    assert first == yupana("lint", str(game), "--deep", "--seed", "3", "--json").document
    assert [each["code"] for each in first["rulesets"][0]["findings"]] == ["YUL016"]


def test_nothing_is_written_without_fix(yupana: Yupana, game: Path) -> None:
    game.write_text(with_mess(BASE), encoding="utf-8")
    before = shutil.copy(game, game.with_suffix(".old"))
    yupana("lint", str(game), "--deep")
    assert game.read_bytes() == Path(before).read_bytes()


def test_a_field_whose_reader_an_overlay_removes_is_told(yupana: Yupana, game: Path) -> None:
    """Also one that players see: in the base it had a meaning, and now it only counts."""
    text = BASE.replace("actions:\n", "actions:\n  rest: {text: Rest, when: tired > 0, effects: tired -= 1}\n", 1)
    text = text.replace("state:\n", "state:\n  tired: int 0..9\n", 1)
    text = text.replace("mood = angry", "mood = angry\n      tired += 1")
    game.write_text(text, encoding="utf-8")
    overlay = game.with_name("awake.yaml")
    head = "ruleset: {name: awake, title: Awake, language: 2, extends: clean}\n"
    overlay.write_text(f"{head}remove: {{actions: [rest]}}\n", encoding="utf-8")
    told = [line for line in yupana("lint", f"{game}+{overlay}", "--only", "YUL011").out.splitlines() if "YUL" in line]
    assert [line.split(": ", 1)[1] for line in told] == [
        "warning YUL011: `tired` is still written, and this overlay has taken away every rule that read it",
    ]
    assert yupana("lint", str(game), "--only", "YUL011").code == 0


def test_deep_tells_of_games_that_a_rule_fault_ends(yupana: Yupana, tmp_path: Path) -> None:
    """Where a board is full and nothing ends the game: --deep had nothing to say."""
    (tmp_path / "nofull.yaml").write_text(
        "ruleset: {name: nofull, title: Nofull, language: 4}\n"
        "players: {min: 2, max: 2, names: [x, o]}\n"
        "boards: {g: {kind: Sq, square: {columns: 3, rows: 3}, fields: {m: Player?}}}\n"
        "actions:\n"
        "  put: {text: Put, parameters: {at: {in: Sq, if: at.m == none}}, effects: at.m = me}\n"
        "flow: [{turns: turn, until: over}]\n",
        encoding="utf-8",
    )
    ran = yupana("lint", "nofull.yaml", "--deep", "--only", "YUL022")
    assert ran.code == 1
    assert "warning YUL022: a playout (2 players, seed 1) ended after 8 decisions: " in ran.out
