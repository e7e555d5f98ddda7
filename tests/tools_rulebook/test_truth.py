"""`yupana rulebook check`: what a text says that is not so, told apart from what is only written otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Ran, Yupana
from yupana.tests.tools_rulebook.conftest import change


def told(ran: Ran, code: str) -> list[str]:
    return [each["message"] for each in ran.document["diagnostics"] if each["code"] == code]


# ---------------------------------------------------------------- an edit of a text


@pytest.mark.parametrize(
    ("new", "stale", "said"),
    [
        ("A board, holds {posts} Posts", False, ""),
        ("A board holds no {posts} posts.", True, "it says `no` too"),
        ("A board holds {posts} huts.", True, "it says `huts` in place of `posts`"),
    ],
)
def test_what_is_written_otherwise_is_told_apart_from_what_says_something_else(
    depot: Path, yupana: Yupana, new: str, stale: bool, said: str
) -> None:
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    change(depot, "A board holds {posts} posts.", new)
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.code == (1 if stale else 0)
    assert [each["rule"] for each in ran.document["stale"]] == (["D-2"] if stale else [])
    assert ran.document["reworded"] == ([] if stale else ["D-2"])
    (found,) = (each for each in ran.document["diagnostics"] if each["code"] == "YUP256")
    assert found["severity"] == ("error" if stale else "warning")
    assert said in found["hint"]


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("There are 3 salty cards and 2 posts.", "D-1 says `3 salty cards`, and `salty_cards` is 2"),
        ("There are 2 salty cards and 3 posts.", ""),
        ("There are three sweet cards and 2 posts.", ""),
        ("There are {salty_cards} salty cards; with 3 salty cards nobody wins, with 2 somebody.", ""),
        ("Of the 2 salty cards and 3 more salty cards one is drawn.", ""),
        ("There are 3 sugar cards and 2 posts.", ""),
        ("There are 8 wool cards and 2 salty cards.", "D-1 says `8 wool cards`, and how many there are of "
         "wool_card is 7"),
    ],
)  # fmt: skip
def test_a_number_is_tied_to_what_it_counts(depot: Path, yupana: Yupana, text: str, wrong: str) -> None:
    """Also where a rule says several numbers, of which one is right: once accepted nobody would look again."""
    change(depot, "  posts: {by_players", "  salty_cards: {value: 2, source: D-1}\n  posts: {by_players")
    change(depot, "  Card:\n    source: D-3", "  Card:\n    source: [D-1, D-3]")
    change(depot, "A player has {ap_per_turn} AP in a turn.", text)
    found = told(yupana("rulebook", "check", "depot", "--json"), "YUP259")
    assert [each for each in found if "ap_per_turn" not in each] == ([wrong] if wrong else [])


# ---------------------------------------------------------------- what is not there


def test_an_id_that_no_rule_has_is_told(depot: Path, yupana: Yupana) -> None:
    change(depot, "A board holds {posts} posts.", "A board holds {posts} posts, as D-1 and D-9 say; X-9 does not.")
    change(depot, "A small <b>hut</b>", "A hut of D-8")
    found = told(yupana("rulebook", "check", "depot", "--json"), "YUP269")
    assert found == [
        "`rules.D-2` names D-9, and there is no such rule",
        "`rulebook.glossary.post` names D-8, and there is no such rule",
    ]


def test_a_rule_that_speaks_of_what_an_overlay_removed_is_told(depot: Path, yupana: Yupana) -> None:
    change(depot, "A board holds {posts} posts.", "A board holds {posts} posts. A toll is paid of coins.")
    change(depot, "Lima has size", "goods go by D-1. Lima has size")
    change(depot, "  combat:", "  upkeep: {rows: {level: ['1', '2']}, cells: [1, 3], source: D-3}\n  combat:")
    overlay = depot.parent / "bare.yaml"
    overlay.write_text(
        "ruleset: {name: bare, title: Bare, language: 3, extends: depot}\nremove: {tables: [toll, upkeep]}\n",
        encoding="utf-8",
    )
    found = told(yupana("rulebook", "check", "bare.yaml", "--json"), "YUP266")
    assert found == ["`rules.D-2` still speaks of `toll`, and `tables.toll` is removed (bare.yaml)"]


def test_numbers_of_removed_entries_are_told(depot: Path, yupana: Yupana) -> None:
    entries = "      wool_01: {ware: wool, worth: 1}\n      wool_02: {ware: wool, worth: 1}\n"
    change(depot, "    entries:\n      wool_card", f"    entries:\n{entries}      wool_card")
    change(depot, "A board holds {posts} posts.", "A board holds {posts} posts; the cards 01 to 02 are left out.")
    overlay = depot.parent / "bare.yaml"
    overlay.write_text(
        "ruleset: {name: bare, title: Bare, language: 3, extends: depot}\n"
        "remove: {kinds: {Card: {entries: [wool_02]}}}\n",
        encoding="utf-8",
    )
    found = told(yupana("rulebook", "check", "bare.yaml", "--json"), "YUP266")
    assert found == ["`rules.D-2` still speaks of `01 to 02`, and `kinds.Card.entries.wool_02` is removed (bare.yaml)"]


# ---------------------------------------------------------------- translations


def test_a_translation_of_words_that_were_changed_is_told_until_somebody_looked(depot: Path, yupana: Yupana) -> None:
    (depot / "texts").mkdir()
    german = depot / "texts/de.yaml"
    words = 'rules: {D-2: "Ein Plan hat {posts} Posten."}\ntexts: {actions.mark: Markieren}\n'
    german.write_text(words, encoding="utf-8")
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    assert yupana("rulebook", "check", "depot", "--json").document["outdated_texts"] == []
    change(depot, "A board holds {posts} posts.", "A board holds {posts} posts and no more.")
    change(depot, "text: Mark a cell", "text: Mark a free cell")
    both = [{"lang": "de", "path": "rules.D-2"}, {"lang": "de", "path": "actions.mark"}]
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.document["outdated_texts"] == both
    assert "`D-2` was changed since it was translated into `de`" in told(ran, "YUP265")
    yupana("rulebook", "check", "depot", "--accept")
    ran = yupana("rulebook", "check", "depot", "--json")
    found = ran.document["stale"], ran.document["outdated_texts"]
    assert found == ([], both), "who accepts a rule translates nothing"
    assert yupana("rulebook", "check", "depot", "--lang", "de", "--accept", "D-2").code == 0
    assert yupana("rulebook", "check", "depot", "--json").document["outdated_texts"] == both[1:]
    german.write_text(german.read_text(encoding="utf-8").replace("Markieren", "Ein freies Feld"), encoding="utf-8")
    assert yupana("rulebook", "check", "depot", "--json").document["outdated_texts"] == []
