"""The rulebook beside the table: all of it, as `yupana rulebook` has it, with what was edited marked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.source import Report
from yupana.schemas.tree import Word
from yupana.tests.found import ROOT, sampled, shipped
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tests.page.test_exported import page_of
from yupana.tests.page.test_link_module import told_in
from yupana.tests.tools.conftest import yupana
from yupana.tests.tools_authoring.conftest import made
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.book.make import make_maker
from yupana.tools.page.about import rulebook_of

__all__ = ["made", "yupana"]

CLIENT = ROOT / "tools" / "page" / "client"
UNSAID = ("svg", "anchor", "block", "target", "style")
RULE = ".rulebook [data-id]"
IN_SIGHT = """each => {
    const at = each.getBoundingClientRect(), panel = document.querySelector('.side').getBoundingClientRect();
    return at.top >= panel.top && at.bottom <= panel.bottom;
}"""


def parts(value: Any) -> Iterator[dict[str, Any]]:
    """All mappings in plain data."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(each)


def drawn(node: list[Any]) -> Iterator[list[Any]]:
    """The elements of a drawing."""
    yield node
    for each in node[2]:
        if isinstance(each, list):
            yield from drawn(each)


@pytest.mark.parametrize("target", sampled(shipped()))
def test_the_page_knows_all_that_stands_in_a_rulebook(target: str) -> None:
    book = json.loads(json.dumps(told_in(target).book))
    client = (CLIENT / "blocks.js").read_text(encoding="utf-8")
    known = set(re.findall(r"^    (\w+): \(", client, re.M))
    assert {each["block"] for each in parts(book) if "block" in each} <= known
    tags = set(re.findall(r'"(\w+)"', client[client.index("TAGS = ") :].partition("\n")[0]))
    attributes = re.compile(client[client.index("ATTRIBUTES = /") + 14 :].partition("/;")[0])
    for each in parts(book):
        for tag, values, _ in drawn(each["svg"]) if "svg" in each else ():
            assert tag in tags
            assert all(attributes.search(name) for name in values), values


def test_a_name_that_no_drawing_may_hold_spoils_none() -> None:
    told = told_in("tic_tac_toe")
    told.texts.names["a1"] = Word("\x01<script>")
    book = rulebook_of(make_maker(told.compiled, told.texts, Report()))
    (board,) = [each for each in parts(book) if "svg" in each]
    assert ["\ufffd<script>"] in [node[2] for node in drawn(board["svg"])]


def said(value: Any) -> Iterator[str]:
    """All that a book says in words, outside its drawings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from said(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in UNSAID and not (key == "name" and value.get("block") == "picture"):
                yield from said(each)


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "ja"])
def test_the_page_shows_the_whole_book_in_its_language(browser: Any, language: str, tmp_path: Path) -> None:
    told = told_in("cuzco_feld", None if language == "en" else language)
    with serving(tmp_path) as server:
        links = server.post("/api/tables", ruleset="cuzco_feld", seats=["human", "human"], language=language).json()
        seat = Seat(browser, server.address, links["watch"])
        asked: list[str] = []
        seat.page.on("request", lambda request: asked.append(request.url))
        assert seat.count(f"{RULE}, .rulebook section") == 0, "it is made when it is looked at"
        seat.page.locator("#tab-rules_label").click()
        seat.page.wait_for_selector(RULE)
        blocks = list(parts(told.book))
        assert seat.count(".rulebook figure svg") == len([each for each in blocks if "svg" in each]) > 2
        assert seat.count(".rulebook table") == len([each for each in blocks if each.get("block") == "grid"]) > 10
        shown = str(seat.page.locator(".rulebook").text_content())
        assert [each for each in said(told.book) if each not in shown] == []
        ids = seat.page.eval_on_selector_all(RULE, "all => all.map((each) => each.dataset.id)")
        assert ids == [each["name"] for each in parts(told.book) if "status" in each]
        seat.page.locator("#tab-log_label").click()
        seat.page.locator("#tab-rules_label").click()
        assert len([each for each in asked if "/book" in each]) == 1, "it is fetched once"
        seat.fine()
        seat.context.close()


@pytest.mark.slow
def test_the_book_is_searched_by_words_and_by_headings(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        links = server.post("/api/tables", ruleset="cuzco_kk", seats=["human", "human"]).json()
        seat = Seat(browser, server.address, links["watch"])
        seat.page.locator("#tab-rules_label").click()
        seat.page.wait_for_selector(RULE)
        total = seat.count(".rulebook section:visible")
        seat.page.locator(".rulebook .filter").fill("CKK-8.1")
        found = seat.page.locator(f"{RULE}:visible").all_inner_texts()
        assert 1 <= len(found) < 5
        assert all("CKK-8.1" in each for each in found)
        assert seat.count(".rulebook section:visible") < total
        seat.page.locator(".rulebook .filter").fill("glossary")
        chapter = seat.page.locator(".rulebook section", has=seat.page.get_by_role("heading", name="Glossary"))
        assert chapter.locator(".leaf").count() == seat.page.locator(".rulebook .leaf:visible").count()
        assert chapter.locator(".leaf:visible").count() > 10
        seat.page.locator(".rulebook .filter").fill("no such word anywhere")
        assert seat.count(".rulebook section:visible") == 0
        assert seat.page.get_by_text("No rule matches.").is_visible()
        seat.page.locator(".rulebook .filter").fill("")
        assert seat.count(".rulebook section:visible") == total
        seat.page.locator(".rulebook .contents summary").click()
        seat.page.locator(".rulebook .contents button").last.click()
        assert seat.page.locator(".rulebook section h3").last.evaluate(IN_SIGHT)
        seat.fine()
        seat.context.close()


def test_the_rule_that_was_edited_is_marked_and_in_sight(browser: Any, made: Path, tmp_path: Path) -> None:
    text = "Nothing else happens. " * 8
    more = "".join(f'    R-{each}: {{section: "1", text: "{text}{each}"}}\n' for each in range(90, 120))
    edit(made / "rulebook.yaml", "    R-1:", f"{more}    R-1:")
    with serving(tmp_path, "./my_game") as server:
        links = server.post("/api/tables", ruleset="my_game", seats=["human", "human"], seed=1).json()
        seat = Seat(browser, server.address, links["watch"])
        edit(made / "game.yaml", "text: Take some stones", "text: Take one stone or some")
        seat.page.wait_for_selector(".edits .change .rule")
        seat.page.locator("#tab-rules_label").click()
        seat.page.wait_for_selector(".rulebook .edited")
        marked = seat.page.locator(".rulebook .edited")
        assert marked.count() == 1
        assert marked.get_attribute("data-id") == "R-2"
        assert "changed" in marked.inner_text()
        assert marked.evaluate(IN_SIGHT)

        edit(made / "rulebook.yaml", f"{text}90", "Nothing more happens.")
        seat.page.wait_for_selector(".edits .change .rule:has-text('R-90')")
        assert not marked.first.is_visible(), "an edit shows what it did"
        seat.page.locator("#tab-rules_label").click()
        seat.page.wait_for_selector(".rulebook .edited[data-id=R-90]")
        assert "Nothing more happens." in marked.first.inner_text()
        seat.fine()
        seat.context.close()


def test_an_exported_game_has_its_book_in_every_language(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "leduc_poker", tmp_path)
    for language in ("en", "ja"):
        opened.page.select_option("#tongue", language)
        opened.begin("human", "random")
        opened.page.locator("#tab-rules_label").click()
        opened.page.wait_for_selector(RULE)
        told = told_in("leduc_poker", None if language == "en" else language)
        ids = opened.page.eval_on_selector_all(RULE, "all => all.map((each) => each.dataset.id)")
        assert ids == [each["name"] for each in parts(told.book) if "status" in each]
        chapters = opened.page.locator(".rulebook h3").all_inner_texts()
        assert chapters == [f"{each['number']} {each['title']}" for each in told.book["chapters"]]
        opened.page.click(".home")
    assert opened.faults == []
    opened.context.close()
