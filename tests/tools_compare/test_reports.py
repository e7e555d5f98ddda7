"""The reports as files: they stand alone, nothing from a ruleset becomes markup, and they hold what was found."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tools.compare.changes import between
from yupana.tools.compare.sides import Side

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)> & "quotes" `code` |'
_VOID = {"meta", "br", "hr"}


class Reader(HTMLParser):
    """Collects elements and attributes, and whether every element that is opened is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.words = ""
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {(name, value or "") for name, value in attrs}
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {(name, value or "") for name, value in attrs}

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def _report(yupana: Yupana, name: str) -> str:
    ran = yupana("impact", "old.yaml", "new.yaml", "-g", "6", "--replays", "2", "-o", name)
    assert ran.code == 0, ran.err
    assert f"The whole report: {name}" in ran.out
    return Path(name).read_text(encoding="utf-8")


def test_a_page_needs_nothing_from_elsewhere_and_runs_nothing(yupana: Yupana, files: Files) -> None:
    hostile = HOSTILE.replace('"', "'")
    files(
        ("title: The mill,", f'title: "{hostile}",'),
        ("text: Take a sack", f'text: "{hostile}"'),
        ("Coins count.", hostile),
        ("size(pile) > 0", "size(pile) > 8"),
        ("pot = free_visits", f'log "{hostile}"'),
    )
    page = _report(yupana, "report.html")
    reader = Reader()
    reader.feed(page)
    assert reader.faults == []
    assert reader.open == []
    assert not reader.elements & {"script", "img", "link", "iframe", "object", "base", "form", "input"}
    names = {name for name, _ in reader.attributes}
    assert not any(name.startswith("on") for name in names)
    assert not names & {"src", "srcset", "action", "style"}
    assert all(value.startswith("#") for name, value in reader.attributes if name == "href")
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in reader.attributes
    assert "url(" not in page
    assert "@import" not in page
    assert "<script>alert(1)</script>" in reader.words, "the author still reads what he wrote"


def test_a_page_holds_what_was_found(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 4"))
    reader = Reader()
    reader.feed(_report(yupana, "report.html"))
    for words in (
        "constants.fee",
        "a_fee_is_paid",
        "played with seed 1",
        "Highest score",
        "win share of Red",
        "Old games",
    ):
        assert words in reader.words
    assert {"svg", "table", "details", "h2"} - {"details"} <= reader.elements


def test_markdown_marks_up_nothing_of_the_ruleset(yupana: Yupana, files: Files) -> None:
    files(("Coins count.", HOSTILE.replace('"', "'")), ("fee: 1", "fee: 4"))
    report = _report(yupana, "report.md")
    outside = "".join(part for number, part in enumerate(report.split("```")) if number % 2 == 0)
    assert "<script" not in outside.replace("\\<", "")
    for words in ("# What changes: old.yaml → new.yaml", "| decisions |", "**fails** `a_fee_is_paid`", "### Constants"):
        assert words in report


def test_a_report_as_json_is_what_json_prints(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 2"))
    written = json.loads(_report(yupana, "report.json"))
    printed = yupana("impact", "old.yaml", "new.yaml", "-g", "6", "--replays", "2", "--json").document
    assert written == printed


def test_two_rulesets_are_called_by_their_titles_and_by_what_was_typed_where_these_are_the_same() -> None:
    def side(target: str, title: str, revision: str = "") -> Side:
        titled = SimpleNamespace(ruleset=SimpleNamespace(ruleset=SimpleNamespace(title=title)))
        return Side(target, SimpleNamespace(), titled, "", revision=revision)  # type: ignore[arg-type]

    plain, other = side("checkers", "Checkers"), side("checkers+flying_kings", "Checkers + Flying kings")
    assert between(plain, other) == "Checkers → Checkers + Flying kings"
    assert between(side("old.yaml", "A game"), side("new.yaml", "A game")) == "old.yaml → new.yaml"
    assert between(side("checkers@v1", "Checkers", "v1"), plain) == "Checkers at v1 → Checkers"
