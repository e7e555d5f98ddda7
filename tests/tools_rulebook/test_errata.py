"""Errata: what a rulebook says otherwise than a base or a revision, old beside new."""

from __future__ import annotations

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
    assert "AP: **Action** **points**" in text
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
