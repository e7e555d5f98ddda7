"""Errata: what a rulebook says otherwise than a base or a revision, old beside new."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True)


@pytest.fixture
def kept(depot: Path) -> Path:
    git(depot, "init", "-q")
    git(depot, "add", "-A")
    git(depot, "commit", "-qm", "first")
    return depot


def test_nothing_has_changed(kept: Path, yupana: Yupana) -> None:
    ran = yupana("rulebook", "depot", "--errata", "HEAD")
    assert ran.code == 0
    assert "# Depot \\& Co: errata" in ran.out
    assert "Nothing that a rulebook says has changed." in ran.out


def test_rules_cards_and_tables_stand_old_beside_new(kept: Path, yupana: Yupana) -> None:
    change(
        kept, "ap_per_turn: {value: 6", "ap_per_turn: {value: 8"
    )  # a rule whose text did not change tells another number
    change(kept, "wool_card: {count: 7, ware: wool, worth: 1}", "wool_card: {count: 9, ware: wool, worth: 2}")
    change(kept, "cells: [1, 3, 6], source: D-3", "cells: [1, 4, 6], source: D-3")
    change(kept, '  glossary: {AP: "Action points"', '  glossary: {AP: "Points for actions"')
    text = yupana("rulebook", "depot", "--errata", "HEAD").out
    assert "| **D-1** | A player has **6** AP in a turn. | A player has **8** AP in a turn. |" in text
    assert "| **Wool card, Number** | **7** | **9** |" in text
    assert "| **Wool card, Worth** | **1** | **2** |" in text
    assert "**3** | **4** |" in text
    assert "AP: **Action points**" in text
    assert "D-2" not in text
    assert "Salt card" not in text


def test_what_is_new_and_what_is_gone(kept: Path, yupana: Yupana) -> None:
    change(kept, "  glossary: {AP", '    D-4: {section: "1", text: "A turn is short."}\n  glossary: {AP')
    change(kept, "source: [D-1, D-3]\n    text: Mark a cell", "source: [D-1, D-3, D-4]\n    text: Mark a cell")
    change(
        kept,
        "lima: {name: Lima, port: true, size: 3}, quito",
        "lima: {name: Lima, port: true, size: 3}, pisco: {name: Pisco, size: 1}, quito",
    )
    text = yupana("rulebook", "depot", "--errata", "HEAD").out
    assert "| **D-4** | (was not there) | A turn is short. |" in text
    assert "| **Pisco** | (was not there) | Size: 1 |" in text
    git(kept, "commit", "-qam", "second")
    text = yupana("rulebook", "depot", "--errata", "HEAD~1").out
    assert "Pisco" in text


def test_lines_that_have_no_name_are_told_whole_and_each_beside_what_it_was(kept: Path, yupana: Yupana) -> None:
    """Three lines begin with the same number: that one is gone must not make the others look changed."""
    change(kept, "\nbook:\n", "\nbook:\n  entries: {Card: {names: false, columns: [worth, ware]}}\n")
    change(
        kept,
        "salt_card: {count: {2: 3, 3: 4, 4: 5}",
        "tin_card: {count: 7, ware: salt, worth: 3}\n      salt_card: {count: 7",
    )
    git(kept, "commit", "-qam", "second")
    change(kept, "wool_card: {count: 7, ware: wool, worth: 1}", "iron_card: {count: 7, ware: wool, worth: 9}")
    change(kept, "tin_card: {count: 7, ware: salt, worth: 3}", "tin_card: {count: 7, ware: wool, worth: 3}")
    text = yupana("rulebook", "depot", "--errata", "HEAD").out
    rows = [each for each in text.partition("### Cards")[2].split("\n") + text.split("\n") if "Worth: " in each]
    assert set(rows) == {
        "| Number: 7; Worth: 3; Ware: **salt** | Number: 7; Worth: 3; Ware: **wool** |",
        "| (was not there) | Number: 7; Worth: 9; Ware: wool |",
        "| Number: 7; Worth: 1; Ware: wool | (is left out) |",
    }


def test_a_number_that_begins_a_line_is_told_with_what_it_is(kept: Path, yupana: Yupana) -> None:
    change(kept, "cells: [1, 3, 6], source: D-3", "cells: [1, 4, 6], source: D-3")
    assert "| **Level 2, Value** | **3** | **4** |" in yupana("rulebook", "depot", "--errata", "HEAD").out


def test_cards_that_are_printed_otherwise_are_drawn_as_they_were_and_are(kept: Path, yupana: Yupana) -> None:
    change(kept, "wool_card: {count: 7, ware: wool, worth: 1}", "wool_card: {count: 9, ware: wool, worth: 1}")
    change(
        kept,
        "salt_card: {count: {2: 3, 3: 4, 4: 5}, ware: salt, worth: 3}",
        "salt_card: {count: {2: 3, 3: 4, 4: 5}, ware: salt, worth: 8}",
    )
    yupana("rulebook", "depot", "--errata", "HEAD", "-o", "e.md")
    drawn = (kept.parent / "e.exhibits.svg").read_text(encoding="utf-8")
    told = re.findall(r"<text[^>]*>([^<]+)</text>", drawn)
    assert told.count("7 → 9") == told.count("Before → Now") == 1
    assert [told.count(each) for each in ("3", "8")] == [1, 1], "the value of the card as it was and as it is"
    text = (kept.parent / "e.md").read_text(encoding="utf-8")
    day = subprocess.run(("git", "show", "-s", "--format=%cs"), cwd=kept, check=True, capture_output=True, text=True)
    assert f"Changes to the rulebook of {day.stdout.strip()}." in text
    assert "HEAD" not in text


def test_an_overlay_beside_its_base_on_a_page_and_on_paper(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("rulebook", "cuzco_feld+great_missions", "--errata", "base", "-o", "e.html")
    assert ran.code == 0
    page = (tmp_path / "e.html").read_text(encoding="utf-8")
    assert "<strong>8</strong> points" in page
    assert "GREAT-1" in page
    assert "CFE-I.1<" not in page
    pytest.importorskip("fpdf")
    assert yupana("rulebook", "cuzco_feld+great_missions", "--errata", "base", "-o", "e.pdf").code == 0
    assert (tmp_path / "e.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "--errata", "base"), "`chess` is no overlay"),
        (("depot", "--errata", "nowhere"), "has no revision `nowhere`"),
    ],
)
def test_what_there_is_no_errata_of(kept: Path, yupana: Yupana, words: tuple[str, ...], told: str) -> None:
    ran = yupana("rulebook", *words)
    assert ran.code == 2
    assert told in ran.err


def test_what_is_said_of_a_rule_is_not_said_again_of_the_summary(kept: Path, yupana: Yupana) -> None:
    change(kept, "words: {holds: glossary}", "words: {holds: glossary}\n    short: {holds: summary}")
    git(kept, "commit", "-qam", "second")
    change(kept, "posts: {by_players: {2: 12,", "posts: {by_players: {2: 11,")
    text = yupana("rulebook", "depot", "--errata", "HEAD").out
    assert "| **D-2** | A board holds" in text
    assert text.count("A board holds") == 2, "old beside new, once"


def test_cells_of_a_new_line_are_joined_as_in_the_language_of_the_book(yupana: Yupana) -> None:
    text = yupana("rulebook", "cuzco_feld+sixteenth", "--errata", "base", "--lang", "ja").out
    assert re.search("（なし） \\| 数：4；神：", text)
    assert "。 (" not in text
