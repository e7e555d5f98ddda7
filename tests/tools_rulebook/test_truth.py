"""`yupana rulebook check`: what a text says that is not so, told apart from what is only written otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Ran, Yupana
from yupana.tests.tools_rulebook.conftest import change


def told(ran: Ran, code: str) -> list[str]:
    return [each["message"] for each in ran.document["diagnostics"] if each["code"] == code]


# ---------------------------------------------------------------- an edit of a text

SAID = "A board holds {posts} posts."
BARE = "ruleset: {name: bare, title: Bare, language: 3, extends: depot}\nremove: {tables: [toll]}\n"


@pytest.mark.parametrize(
    ("old", "new", "target", "stale", "found"),
    [
        pytest.param(SAID, "A board, holds {posts} posts", "depot", "", ["YUP256 same words"], id="only stops"),
        pytest.param(SAID, "A board has {posts} posts.", "depot", "D-2", ["YUP256 `has` in place of"], id="harmless"),
        pytest.param("2 salty", "3 salty", "depot", "D-1", ["YUP256 `3` in place of `2`", "YUP259 `salty_cards` is 2",
                     "YUP265 `D-1`"], id="a number"),
        pytest.param(SAID, "A board holds no {posts} posts.", "depot", "D-2", ["YUP256 `no` too"], id="the opposite"),
        pytest.param(SAID, f"{SAID} A toll is paid.", "bare.yaml", "", ["YUP266 `toll`"], id="what is removed"),
        pytest.param("; Lima has size {lima.size}.", ".", "depot", "D-3", ["YUP256 no `lima has size"], id="less"),
        pytest.param('section: "1", status', 'section: "2", status', "depot", "", [], id="another section"),
        pytest.param(SAID, f"{SAID} See D-9.", "depot", "D-2", ["YUP256 too", "YUP269 D-9"], id="an id of no rule"),
        pytest.param("salty cards.", "salt cards.", "depot", "D-1", ["YUP256 in place", "YUP265 `D-1`"],
                     id="what is translated"),
    ],
)  # fmt: skip
def test_each_kind_of_edit_of_a_text_is_told_for_what_it_is(
    depot: Path, yupana: Yupana, old: str, new: str, target: str, stale: str, found: list[str]
) -> None:
    (depot / "texts").mkdir()
    (depot / "texts/de.yaml").write_text('rules: {D-1: "Man hat {ap_per_turn} AP."}\n', encoding="utf-8")
    (depot.parent / "bare.yaml").write_text(BARE, encoding="utf-8")
    change(depot, "  posts: {by_players", "  salty_cards: {value: 2, source: D-1}\n  posts: {by_players")
    change(depot, "AP in a turn.", "AP in a turn and 2 salty cards.")
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    ran = yupana("rulebook", "check", target, "--accept", "--json")
    assert [each["code"] for each in ran.document["diagnostics"]] == ["YUP252"]  # most is not translated
    change(depot, old, new)
    ran = yupana("rulebook", "check", target, "--json")
    assert [each["rule"] for each in ran.document["stale"]] == ([stale] if stale else [])
    told = sorted((each["code"], f"{each['message']} {each['hint']}") for each in ran.document["diagnostics"])
    told = [each for each in told if each[0] != "YUP252"]
    assert [code for code, _ in told] == [each.partition(" ")[0] for each in found], told
    assert all(each.partition(" ")[2] in words for each, (_, words) in zip(found, told, strict=True)), told


def test_a_sentence_that_moved_to_another_rule_is_told_at_both(depot: Path, yupana: Yupana) -> None:
    change(depot, SAID, f"{SAID} Trucks stop here.")
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    change(depot, f"{SAID} Trucks stop here.", SAID)
    change(depot, "AP in a turn.", "AP in a turn. Trucks stop here.")
    found = yupana("rulebook", "check", "depot", "--json").document["diagnostics"]
    assert [each["hint"].partition(";")[0] for each in found] == [
        "it says `trucks stop here` too, which stood in D-2",
        "it says no `trucks stop here`, which stands in D-1 now",
    ]


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
