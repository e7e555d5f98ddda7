"""The machine's own words at a table in another language: whole for each language, and used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from yupana.interpreter.machine.events import WORDS
from yupana.interpreter.machine.words import WORDS as ANSWERS
from yupana.interpreter.view.lines import Line
from yupana.tests.tools.command_line import Yupana
from yupana.tools.languages.catalogue import languages, phrases, section, sections, speaks
from yupana.tools.terminal.commands import COMMANDS
from yupana.tools.terminal.menu import read_choices, rows
from yupana.tools.terminal.menu_lines import menu_lines
from yupana.tools.terminal.paint import Painter


def values(words: Mapping[str, str]) -> dict[str, list[str]]:
    """The braces of phrases."""
    return {key: sorted(re.findall(r"\{\w*\}", each)) for key, each in words.items()}


def test_the_machine_and_the_english_file_say_the_same() -> None:
    assert sections("en")["log"] == WORDS
    assert sections("en")["answers"] == ANSWERS


@pytest.mark.parametrize("lang", languages())
def test_a_language_has_no_phrase_that_english_lacks_and_the_same_values(lang: str) -> None:
    english = sections("en")
    for name, own in sections(lang).items():
        assert own.keys() <= english[name].keys()
        for key, braces in values(own).items():
            assert set(braces) <= set(values(english[name])[key]), key
    assert values(section(lang, "log")) == values(english["log"])


def test_a_phrase_stands_in_one_section_only() -> None:
    keys = [key for inside in sections("en").values() for key in inside]
    assert len(keys) == len(set(keys))


def test_a_region_has_the_words_of_its_language() -> None:
    assert phrases("de-CH") == phrases("de") != phrases("en")
    assert phrases("xx") == phrases("") == phrases("en")
    assert [speaks(each) for each in ("de-CH", "en", "xx", "")] == [True, True, False, False]


def test_the_log_of_a_table_in_japanese(yupana: Yupana) -> None:
    table = ("play", "cuzco_feld", "--players", "2", "--seed", "2", "--bots", "human,random")
    lines = ["1", "log", "quit"]
    own, other = yupana(*table, lines=lines).out, yupana(*table, "--lang", "ja", lines=lines).out
    assert "Red: put the feather into slot" in own
    assert "Rolled 3d6 (dice): " in own
    assert "3d6を振る（ダイス）：" in other
    assert not re.search(r"[A-Za-z]{5,}", other.partition("> log")[2].partition("> ")[0])


def test_every_command_has_a_name_and_a_line_in_every_language() -> None:
    for lang in languages():
        words = phrases(lang)
        names = [words[f"cmd_{name}"].casefold() for name in COMMANDS]
        assert len(set(names)) == len(names)
        assert all(words[f"about_{name}"] for name in COMMANDS)


@pytest.mark.parametrize("lang", [each for each in languages() if each != "en"])
def test_a_language_says_everything_that_the_table_says(lang: str) -> None:
    english, own = sections("en")["table"], sections(lang)["table"]
    assert own.keys() == english.keys()
    same = {key for key, words in own.items() if words == english[key] and re.search("[a-z]{2}", values_out(words))}
    assert not same - SHARED, same


SHARED = {"use_not"}
"""What people type for it is English in every language."""


def values_out(words: str) -> str:
    """A phrase without its values and what is typed."""
    return re.sub(r"\{\w*\}|`[^`]*`", "", words)


GAME = """\
ruleset: {name: spiel, title: Spiel}
players: {min: 2, max: 2, names: [red, blue], fields: {points: int 0..99}}
kinds:
  Card: {entries: {ace: {count: 9}}, start: deck}
zones:
  deck: {of: Card, ordered: true, visible: none}
  hand: {of: Card, each: Player, visible: owner}
setup: shuffle deck
actions:
  draw_one:
    text: Draw a card
    effects: |
      draw 1 from deck to me.hand
      roll d6 as r "luck"
      me.points += r
  bid:
    parameters: {amount: {in: 1..3, if: amount != 2}}
    effects: |
      choose c in Card if c == ace_1 or c == ace_2 as keep "What now?"
      me.points += amount
flow:
  - rounds: round
    times: 2
    steps: [{turns: turn, order: players}]
look: {table: ["deck {size(deck)}"], player: ["points {me.points}"]}
scoring: {items: {bids: me.points, cards: size(me.hand)}}
rulebook: {sections: {"1": Play}, rules: {P-1: {section: "1", text: Play a card.}}}
"""
GERMAN = """\
title: Spiel
sections: {"1": Spielen}
rules: {P-1: Eine Karte spielen.}
names:
  red: Rot
  blue: Blau
  ace: As
  deck: Stapel
  hand: Hand
  Card: Karte
  draw_one: Karte ziehen
  bid: bieten
  amount: Betrag
  points: Punkte
  bids: Gebote
  cards: Karten
  Player: Spieler
  keep: behalten
texts: {actions.draw_one: Eine Karte ziehen}
phrases:
  "What now?": "Was nun?"
  "deck {size(deck)}": "Stapel {size(deck)}"
  "points {me.points}": "Punkte {me.points}"
  luck: Glück
"""
LINES = (
    """\
show/help/rules/rules P-1/rules zzz/show ace/show nothing/why/why not bid 2/bid 2/7/zz/all/back/+/-/>/</undo/undo 5/redo
save/load/save abend.json/b/1/1/draw_one/undo/undo anyway/draw_one/log/bid 3/1/bid 3/1
""".strip()
    .replace("\n", "/")
    .split("/")
)


@pytest.mark.parametrize("lang", ["de", "ja"])
def test_a_table_has_no_english_word_of_its_own(yupana: Yupana, tmp_path: Path, lang: str) -> None:
    (tmp_path / "spiel.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / f"spiel.{lang}.yaml").write_text(GERMAN, encoding="utf-8")
    assert yupana("check", "./spiel.yaml").code == 0
    ran = yupana("play", "./spiel.yaml", "--seed", "3", "--lang", lang, lines=LINES)
    assert ran.code == 0, ran.err
    said = "\n".join(line for line in ran.out.splitlines()[1:] if not line.startswith("> "))
    said = re.sub(r"`[^`]*`|\([a-z]+\)|\bc=|\b(P-1|As|d6|spiel|yupana \S+)\b", " ", said)
    known = english_words(sections("en").values()) - english_words([*sections(lang).values(), {"": GERMAN}])
    assert known & set(ENGLISH.findall(said)) == set()


def english_words(tables: Iterable[Mapping[str, str]]) -> set[str]:
    """All words of phrases, without values and what is typed."""
    return {word for table in tables for each in table.values() for word in ENGLISH.findall(values_out(each))}


ENGLISH = re.compile(r"\b[a-z]{3,}\b")


def test_a_game_without_texts_is_played_with_the_words_of_the_table(yupana: Yupana) -> None:
    ran = yupana("play", "tic_tac_toe", "--lang", "de", lines=["a1", "b2", "a2", "b1", "a3"])
    assert ran.code == 0, ran.err
    assert "(9 Möglichkeiten)" in ran.out
    assert "x gewinnt." in ran.out
    refused = yupana("play", "tic_tac_toe", "--lang", "xx")
    assert refused.code == 2
    assert "There are `ja`." in refused.err


def test_a_command_is_typed_in_either_language(yupana: Yupana) -> None:
    for word in ("hilfe", "help", "HILFE"):
        assert "rückgängig (undo)" in yupana("play", "tic_tac_toe", "--lang", "de", lines=[word, "quit"]).out


RULES = """\
ruleset: {name: limits, title: Limits, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
actions:
  pray: {text: Pray, limit: {per: game}, effects: pass}
  wait: {text: Wait, effects: pass}
flow: [{rounds: round, times: 3, steps: [{turns: turn, menu: main, play: until_pass}]}]
rulebook: {sections: {"1": Play}, rules: {R-1: {section: "1", text: Pray once.}}}
book: {chapters: {deeds: {title: Deeds, holds: [actions]}}}
"""


@pytest.mark.parametrize(
    ("lang", "told", "printed"),
    [
        ("en", "already done in this game; ", "Once in one game"),
        ("de", "nur einmal je Spiel möglich und schon getan; ", "Einmal je Spiel"),
        ("ja", "このゲームではすでに行いました。", "ゲームごとに1回"),
    ],
)
def test_scopes_that_every_game_has_are_in_the_language(
    yupana: Yupana, tmp_path: Path, lang: str, told: str, printed: str
) -> None:
    (tmp_path / "limits" / "texts").mkdir(parents=True)
    (tmp_path / "limits" / "game.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "limits" / "texts" / f"{lang}.yaml").write_text("title: T\n", encoding="utf-8")
    out = yupana("play", "./limits", "--lang", lang, lines=["pray", "why not pray", "quit"]).out
    assert told in out
    assert printed in yupana("rulebook", "./limits", "--lang", lang).out


def test_a_refusal_ends_as_sentences_of_its_language_do(yupana: Yupana) -> None:
    table = ("play", "tic_tac_toe", "--lang")
    assert "取り消す決定がありません。\n" in yupana(*table, "ja", lines=["undo", "quit"]).out
    assert "zurücknehmen könnte.\n" in yupana(*table, "de", lines=["undo", "quit"]).out


def test_an_action_is_told_once_where_its_name_is_its_text() -> None:
    paint = Painter({}, {}, [], {"rest": "Rasten", "go": "Gehen"})
    menu = rows(read_choices(["rest", "go(to=a)", "go(to=b)"]))
    shown = [line.plain.split() for line in menu_lines(menu, 80, paint, {"rest": "Rasten", "go": "Eine Figur ziehen"})]
    assert ["1", "Rasten"] in shown
    assert "Rasten" not in " ".join(map(" ".join, shown)).replace("Rasten", "", 1)


def test_a_name_is_not_looked_for_in_its_own_word() -> None:
    painter = Painter({}, {}, words={"spade": "the old spade"})
    assert painter.picture("spade, the old spade").plain == "the old spade, the old spade"


def test_a_number_touches_a_sign_and_not_a_name() -> None:
    line = Line.of(("at", "14", ", ", "Inca", "14"))
    assert Painter({}, {"Inca": "I"}).picture(line).plain == "at14, I14"
    assert Painter({}, {}).picture(line).plain == "at14, Inca 14"
