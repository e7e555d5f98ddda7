"""Texts that an overlay makes untrue: overlays on the four games whose contradictions are known, and small ones."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts
from yupana.tests.found import ROOT, compiled
from yupana.tests.tools.command_line import Yupana
from yupana.tools.book.make import make_maker
from yupana.tools.book.numerals import figures, hidden
from yupana.tools.book.outdated import CODE
from yupana.tools.book.review import review

RULESETS = ROOT / "rulesets"
CASES: list[dict[str, Any]] = YAML(typ="safe").load(
    (Path(__file__).parent / "outdated.yaml").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class Found:
    """The paths of the texts that are told of, and those that are untrue."""

    told: frozenset[str]
    true: frozenset[str]


def _replaced(text: str, pairs: list[str]) -> str:
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text, f"the game has changed, write the case anew: {old}"
        text = text.replace(old, new)
    return text


def found(case: dict[str, Any], folder: Path) -> Found:
    """Lay the overlay of a case over the game, with its literals put in, and look what is told."""
    game = case["game"]
    base = folder / game
    if edits := case.get("edits", {}):
        shutil.copytree(RULESETS / game, base, ignore=shutil.ignore_patterns("variants", "*.lock"))
        for file, pairs in edits.items():
            path = base / file
            path.write_text(_replaced(path.read_text(encoding="utf-8"), pairs), encoding="utf-8")
    written = str(case["overlay"])
    if "\n" not in written and ":" not in written:
        written = (RULESETS / game / "variants" / f"{written}.yaml").read_text(encoding="utf-8")
    written = _replaced(written, case.get("without", []))
    if not written.lstrip().startswith(("ruleset:", "#")):
        written = f"ruleset: {{name: over, title: Over, language: 3, extends: {game}}}\n{written}"
    overlay = base / "variants/over.yaml" if edits else folder / "over.yaml"
    overlay.parent.mkdir(exist_ok=True)
    overlay.write_text(written, encoding="utf-8")
    what = compile_ruleset(f"{base}+over" if edits else str(overlay))
    assert what.program is not None, [each.message for each in what.diagnostics]
    lower = None if edits else compiled(game)
    done = review(make_maker(what, Texts(), Report()), lower)
    told = {each.message.split("`")[1] for each in done.diagnostics if each.code == CODE}
    return Found(frozenset(told), frozenset(case["says"]))


QUICK = {2, 4, 5}


@pytest.mark.parametrize(
    "number", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in range(len(CASES))]
)
def test_a_text_that_an_overlay_makes_untrue_is_told_of_and_no_other(number: int, tmp_path: Path) -> None:
    one = found(CASES[number], tmp_path)
    assert one.told == one.true - set(CASES[number].get("missed", ())), CASES[number]["about"]


# ---------------------------------------------------------------- a small game

BASE = """\
ruleset: {name: depot, title: Depot, language: 3, text: A game of cards.}
players: {min: 2, max: 2, names: [red, blue], fields: {cards: int 0..20}}
constants: {hand_limit: {value: 9, source: D-1}, draw_per_turn: {value: 3, source: D-2}}
kinds: {Ware: {source: D-3, entries: {wool: {}, salt: {}, tin: {}}}}
actions:
  draw: {text: Draw 3 cards, source: D-2, effects: "me.cards = min(hand_limit, me.cards + draw_per_turn)"}
flow: [{rounds: round, times: 2, steps: [{turns: turn}], source: D-2}]
scoring: {source: D-1, items: {cards: {points: me.cards, source: D-1}}}
rulebook:
  sections: {"1": Play}
  rules:
    D-1: {section: "1", text: "At the end of a turn a player has at most nine cards in hand."}
    D-2: {section: "1", text: "In a turn a player draws {draw_per_turn} cards."}
    D-3: {section: "1", text: "The wares are wool, salt and tin."}
"""
OVER = "ruleset: {name: over, title: Over, language: 3, extends: depot}\n"
LESS = "change: {constants: {hand_limit: {value: 7}}}\n"


@pytest.fixture
def depot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "depot"
    (folder / "variants").mkdir(parents=True)
    (folder / "game.yaml").write_text(BASE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def told(yupana: Yupana, target: str) -> list[tuple[str, str]]:
    """The findings about texts that are untrue, and about allowances."""
    document = yupana("rulebook", "check", target, "--json").document
    return [(each["code"], each["message"]) for each in document["diagnostics"] if each["code"] in (CODE, "YUP267")]


def put(depot: Path, name: str, text: str) -> None:
    path = depot / f"variants/{name}.yaml"
    path.write_text(text.replace("name: over", f"name: {name}"), encoding="utf-8")


def test_what_is_told_says_who_changed_what_and_where_the_sentence_stands(depot: Path, yupana: Yupana) -> None:
    put(depot, "less", OVER + LESS)
    ran = yupana("rulebook", "check", "depot+less")
    assert "game.yaml:12:" in ran.out
    assert "`rules.D-1` still says `rn a player has at most nine cards in hand.`" in ran.out
    assert "`hand_limit` is 7 here instead of 9 (depot/variants/less.yaml:2)" in ran.out
    assert "write `{hand_limit}` for the number, or say the text anew in the overlay" in ran.out
    assert [code for code, _ in told(yupana, "depot/variants/less.yaml")] == [CODE]
    assert yupana("rulebook", "check", "depot+less", "--strict").code == 1
    assert told(yupana, "depot") == []


def test_a_rule_said_anew_or_with_the_value_is_no_finding(depot: Path, yupana: Yupana) -> None:
    anew = "  rulebook: {rules: {D-1: {text: A hand has at most {hand_limit} cards and no nine.}}}\n"
    put(
        depot, "anew", OVER + "change:\n  constants: {hand_limit: {value: 7}}\n" + anew.replace("{hand_limit}", "seven")
    )
    assert told(yupana, "depot+anew") == []
    put(depot, "more", OVER + "change: {constants: {draw_per_turn: {value: 4}}}\n")
    assert [message.split("`")[1] for _, message in told(yupana, "depot+more")] == ["actions.draw"]


def test_a_list_that_lacks_what_is_added(depot: Path, yupana: Yupana) -> None:
    put(depot, "silk", OVER + "kinds: {Ware: {entries: {silk: {}}}}\n")
    (finding,) = told(yupana, "depot+silk")
    assert finding[1].startswith("`rules.D-3` lists every `Ware` of the base, and `silk` is one here too")
    game = depot / "game.yaml"
    game.write_text(BASE.replace("wool, salt and tin", "{[w for w in Ware]}"), encoding="utf-8")
    assert told(yupana, "depot+silk") == []


def test_what_is_meant_so_is_allowed_with_a_reason(depot: Path, yupana: Yupana) -> None:
    allow = "lint: {allow: [{code: YUP266, at: AT, why: The old rule is told for comparison.}]}\n"
    for at in ("rules.D-1", "rules", "constants.hand_limit"):
        put(depot, "less", OVER + LESS + allow.replace("AT", at))
        assert told(yupana, "depot+less") == []
    put(depot, "less", OVER + LESS + allow.replace("AT", "rules.D-2"))
    assert sorted(code for code, _ in told(yupana, "depot+less")) == [CODE, "YUP267"]
    assert "YUL018" not in yupana("lint", "depot+less").out


def test_two_overlays_are_held_against_each_other(depot: Path, yupana: Yupana) -> None:
    rule = 'rulebook: {sections: {"2": More}, rules: {M-1: {section: "2", text: "TEXT"}}}\n'
    put(depot, "less", OVER + LESS)
    put(depot, "tale", OVER + rule.replace("TEXT", "With a limit of 9 a hand is full for allies too."))
    for target in ("depot+less+tale", "depot+tale+less"):
        assert "rules.M-1" in {message.split("`")[1] for _, message in told(yupana, target)}, target
    put(depot, "tale", OVER + rule.replace("TEXT", "The limit is another instead of 9 a hand."))
    for target in ("depot+less+tale", "depot+tale+less"):
        assert "rules.M-1" not in {message.split("`")[1] for _, message in told(yupana, target)}, target


@pytest.mark.parametrize(
    ("lang", "text", "values"),
    [
        (
            "en",
            "With 6 AP, forty-eight turns and twice the dozen, but CKK-3.2, 04, 2.5 and 1/0 are none.",
            [6, 48, 2, 12],
        ),
        ("en", "No two posts meet; {a + 2} are hidden.", []),
        ("de", "Zwei Punkte, vierundzwanzig Karten und zwölf Runden.", [2, 24, 12]),
        ("ja", "六点、２枚、4つ、二十四都市、統一", [6, 2, 4, 24]),
    ],
)
def test_numbers_are_read_in_digits_and_in_words(lang: str, text: str, values: list[int]) -> None:
    assert [each.value for each in figures(hidden(text), lang)] == values
