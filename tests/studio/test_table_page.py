"""The table and the examples of the studio in a browser."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import ROOT
from yupana.tests.studio.asked import studio
from yupana.tests.studio.opened import Opened
from yupana.tools.studio.projects import Place

CONTRAST = Path(__file__).with_name("contrast.mjs").read_text(encoding="utf-8")
"""Texts of the panes whose colours are too much alike, or that are too small."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of tic-tac-toe."""
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", tmp_path / "mine")
    return tmp_path / "mine"


@pytest.fixture
def page(browser: Any, folder: Path, tmp_path: Path) -> Iterator[Opened]:
    """The studio with the copy, in a browser."""
    with studio(tmp_path / "projects", Place(folder)) as served:
        opened = Opened(browser, served, "")
        yield opened
        opened.fine()
        opened.close()


def table_of(opened: Opened) -> Any:
    """What is in the frame of the table, once it is there."""
    frame = opened.page.frame_locator("iframe.table")
    frame.locator(".space").first.wait_for()
    return frame


def marks(opened: Opened) -> dict[str, str]:
    """Who has marked which square."""
    found = opened.page.evaluate("() => window.studio.host.ask('table/parts', {search: '.mark'})")["fields"]
    return {each["place"].removesuffix(".mark"): each["value"] for each in found if each["value"] != "none"}


def until(opened: Opened, said: dict[str, str]) -> None:
    """Wait until the squares are marked so."""
    for _ in range(100):
        if marks(opened) == said:
            return
        time.sleep(0.05)
    raise AssertionError(marks(opened))


def button(opened: Opened, name: str) -> Any:
    """A button of the page."""
    return opened.page.get_by_role("button", name=name, exact=True).first


def drag(opened: Opened, thing: Any, place: Any) -> None:
    """Drag a thing to a place."""
    start, end = thing.bounding_box(), place.bounding_box()
    mouse = opened.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2 + 6, end["y"] + end["height"] / 2, steps=4)
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    mouse.up()


def test_a_game_is_played_in_the_frame_and_goes_on_under_an_edit(page: Opened) -> None:
    frame = table_of(page)
    frame.locator('[data-name="b2"]').first.click()
    until(page, {"b2": "x"})
    text = page.text("game.yaml")
    page.change("game.yaml", text.replace("title: Tic-tac-toe", "title: Noughts"))
    page.page.get_by_text("The game goes on under the rules").wait_for()
    assert marks(page) == {"b2": "x"}
    page.change("game.yaml", text.replace("flow:", "flow: ]["))
    page.page.locator(".table-told .faulty").wait_for()
    assert "sound last" in page.page.locator(".table-told").inner_text()
    assert marks(page) == {"b2": "x"}
    page.change("game.yaml", text)
    page.page.get_by_text("The game goes on under the rules").wait_for()
    frame.locator('[data-name="a1"]').first.click()
    until(page, {"b2": "x", "a1": "o"})
    page.page.locator(".table-bar").get_by_role("button", name="Undo", exact=True).click()
    until(page, {"b2": "x"})


def test_bots_play_from_the_bar_and_seats_are_taken_there(page: Opened) -> None:
    table_of(page)
    button(page, "One move").click()
    page.page.wait_for_function("async () => (await window.studio.host.ask('table/standing')).ply === 1")
    button(page, "Seats").click()
    page.page.locator("dialog select").nth(0).select_option("greedy")
    page.page.locator("dialog select").nth(1).select_option("random")
    button(page, "Take these seats").click()
    button(page, "To the end").click()
    page.page.wait_for_function("async () => (await window.studio.host.ask('table/standing')).over")
    button(page, "New game").click()
    page.page.locator("dialog").get_by_role("button", name="Begin a game").click()
    page.page.wait_for_function("async () => (await window.studio.host.ask('table/standing')).ply === 0")
    page.page.locator(".table-bar select").select_option("open")
    page.page.wait_for_function("async () => (await window.studio.host.ask('table/standing')).eyes === 'open'")


def test_a_position_is_put_together_by_dragging_and_by_keys(page: Opened) -> None:
    frame = table_of(page)
    button(page, "Set up").click()
    supply = frame.locator('.supply [data-name="x"]')
    supply.wait_for()
    drag(page, supply, frame.locator('.space[data-name="b2"]'))
    until(page, {"b2": "x"})
    drag(page, frame.locator('.space[data-name="b2"]'), frame.locator('.space[data-name="c3"]'))
    until(page, {"c3": "x"})
    page.page.locator(".parts summary").click()
    page.page.locator('[data-place="a1.mark"]').select_option("o")
    until(page, {"c3": "x", "a1": "o"})
    drag(page, frame.locator('.space[data-name="c3"]'), frame.locator(".out-of-play"))
    until(page, {"a1": "o"})
    page.page.locator(".table-pane .parts input[type=text]").fill("nobody.money = 1")
    page.page.keyboard.press("Enter")
    page.page.locator(".table-told .faulty").wait_for()
    page.errors.clear()  # the browser tells of what was refused
    button(page, "Set up").click()
    frame.locator('.space[data-name="b2"]').click()
    until(page, {"a1": "o", "b2": "x"})


def test_an_example_is_made_by_clicks_and_taken_back(page: Opened, folder: Path) -> None:
    frame = table_of(page)
    before = page.text("game.yaml")
    frame.locator('[data-name="b2"]').first.click()
    until(page, {"b2": "x"})
    button(page, "Make an example").click()
    asked = page.page.locator("dialog")
    asked.get_by_text("It was tried, and holds.").wait_for()
    asked.locator("input[type=text]").fill("the middle")
    asked.get_by_text("the_middle:").wait_for()
    button(page, "Write it").click()
    page.page.locator(".notice").get_by_text("the middle").wait_for()
    page.page.locator("#tab-examples").click()
    page.page.locator(".example-list").get_by_text("the middle").wait_for()
    assert "  the_middle:" in page.text("game.yaml")
    page.settled()
    assert "  the_middle:" in (folder / "game.yaml").read_text(encoding="utf-8")
    page.page.locator(".notice").get_by_role("button", name="Take it back").click()
    assert page.text("game.yaml") == before


def test_examples_that_fail_are_told_when_a_rule_is_broken(page: Opened) -> None:
    page.page.locator("#tab-examples").click()
    page.page.get_by_text("6 hold, 0 fail.").wait_for()
    page.change("game.yaml", page.text("game.yaml").replace("space.mark = me", "space.mark = opponent(me)"))
    page.page.locator(".example-list .broken").first.wait_for()
    assert page.page.locator(".example-list .broken pre").first.inner_text()


@pytest.mark.slow
def test_a_suggested_example_is_written_by_a_click(browser: Any, folder: Path, tmp_path: Path) -> None:
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text.partition('  a_row_wins_at_once:')[0]}", encoding="utf-8")
    with studio(tmp_path / "projects", Place(folder)) as served:
        page = Opened(browser, served, "")
        page.page.locator("#tab-examples").click()
        page.page.get_by_label("for an element or rule").fill("functions.full_line")
        button(page, "Suggest examples").click()
        page.page.locator(".suggestions button", has_text="Write it").first.wait_for(timeout=60_000)
        page.page.locator(".suggest").get_by_text("breaks are noticed by no example").wait_for(timeout=60_000)
        page.page.locator(".suggestions button", has_text="Write it").first.click()
        page.page.locator(".suggestions").get_by_text("Written.").wait_for()
        assert "full_line_is_noticed" in page.text("game.yaml")
        page.fine()
        page.close()


@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (390, 844)])
@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_read_by_day_and_night_wide_and_narrow(
    browser: Any, folder: Path, tmp_path: Path, wide: int, high: int, dark: bool
) -> None:
    with studio(tmp_path / "projects", Place(folder)) as served:
        page = Opened(browser, served, "", wide=wide, high=high, dark=dark)
        for tab in ("table", "examples"):
            page.page.locator(f"#tab-{tab}").click()
            if tab == "table":
                table_of(page)
                button(page, "Set up").click()
            else:
                page.page.get_by_text("6 hold, 0 fail.").wait_for()
            assert page.page.evaluate(CONTRAST, 4.5) == []
            assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        page.fine()
        page.close()


@pytest.mark.parametrize("language", ["de", "ja"])
def test_it_speaks_other_languages(browser: Any, folder: Path, tmp_path: Path, language: str) -> None:
    with studio(tmp_path / "projects", Place(folder)) as served:
        page = Opened(browser, served, "", language=language)
        frame = table_of(page)
        assert "studio_" not in page.page.locator("body").inner_text()
        assert frame.locator(".decision").inner_text().isascii() is False or language == "de"
        page.fine()
        page.close()
