"""The games of an exported page that a browser keeps: all of them, in several pages at once, with their clocks; and
what is said where it keeps none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.test_exported import Opened, page_of


def mark(page: Any, *spaces: str) -> None:
    """Mark spaces of tic-tac-toe, one after the other."""
    for each in spaces:
        page.locator(f".space.lit[data-name={each}]").click()
        page.wait_for_selector(f".space:not(.lit)[data-name={each}]")


def ply(page: Any) -> int:
    """At which decision the table of a page stands."""
    page.wait_for_selector("#app[data-ply]")
    return int(page.get_attribute("#app", "data-ply"))


def listed(page: Any, count: int) -> None:
    """Wait until so many games are listed."""
    rows = page.locator(".alone .mytables li")
    rows.nth(count - 1).wait_for()
    rows.nth(count).wait_for(state="detached")


def shelf(page: Any) -> list[str]:
    """What is listed where games are begun."""
    found: list[str] = page.locator(".alone .mytables li .kept").all_inner_texts()
    return found


def test_a_new_game_loses_none_that_was_played_before(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = opened.page
    opened.begin("human", "human")
    mark(page, "a1", "b1", "c1")
    page.click(".home")
    assert page.input_value("#seat1") == "human", "as it was"
    page.fill("#person0", "Anna")
    opened.begin("human", "human")
    mark(page, "b2")
    page.reload()
    assert ply(page) == 1, "what was played in this page goes on"
    page.goto(page.url)
    rows = shelf(page)
    assert ["X: Anna, O: a person" in rows[0], "decision 1" in rows[0], "decision 3" in rows[1]] == [True] * 3, rows
    page.locator(".mytables button", has_text="Go on").nth(1).click()
    assert ply(page) == 3
    page.reload()
    assert ply(page) == 3
    page.click(".home")
    page.get_by_role("button", name="Take off the list: X: Anna").click()
    assert len(shelf(page)) == 1
    page.get_by_role("button", name="Take off the list").click()
    assert page.locator("section.own").is_hidden()
    page.reload()
    page.wait_for_selector("form")
    assert page.locator("#return").count() == 0
    assert opened.faults == []


def test_two_pages_of_one_file_do_not_write_over_each_other(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    first = opened.page
    opened.begin("human", "human")
    mark(first, "a1")
    other = opened.context.new_page()
    other.goto(first.url)
    other.select_option("#seat1", "human")
    other.click("form button[type=submit]")
    mark(other, "b2", "c3")
    first.reload()
    assert ply(first) == 1
    third = opened.context.new_page()
    third.goto(first.url)
    listed(third, 2)
    third.locator(".mytables li", has_text="decision 2").locator("button", has_text="Go on").click()
    assert ply(third) == 2
    mark(third, "a1")
    mark(other, "a3", "b3")
    for page, count in ((first, 1), (other, 4), (third, 3)):
        page.reload()
        assert ply(page) == count
    third.click(".home")
    assert len(shelf(third)) == 3
    other.click(".home")
    third.get_by_role("button", name="Take off the list").first.click()
    listed(other, 2)
    assert opened.faults == []


NOTHING_KEPT = {
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    "private": """for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, {get() { throw new DOMException("no", "SecurityError"); }})""",
}


@pytest.mark.parametrize("why", NOTHING_KEPT)
@pytest.mark.parametrize("game", ["tic_tac_toe", "kuhn_poker"])
def test_a_browser_that_keeps_nothing_says_so_and_asks_before_the_game_is_lost(
    browser: Any, tmp_path: Path, why: str, game: str
) -> None:
    opened = page_of(browser, game, tmp_path)
    page = opened.page
    page.add_init_script(NOTHING_KEPT[why])
    page.reload()
    opened.begin("human", "human")
    page.wait_for_selector("#go-on, #app[data-ply]")
    if page.locator("#go-on").count():
        page.click("#go-on")
    page.wait_for_selector(".state:not([hidden])")
    assert "does not keep the game" in page.inner_text(".state")
    opened.clicks(1, 1)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("setTimeout(() => location.reload(), 0)")
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    page.locator(".home, #go-on").first.click()
    if page.locator(".home").count():
        page.click(".home")
    assert "does not keep the game" in page.inner_text(".own .note")
    page.click("#return")
    page.wait_for_selector("#go-on, #app[data-ply='1']")
    assert opened.faults == []
    opened.context.close()


def test_only_finished_games_make_room_for_others(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = opened.page
    opened.begin("human", "human")
    mark(page, "a1", "b1", "a2", "b2")
    page.locator(".space.lit[data-name=a3]").click()
    page.wait_for_selector(".outcome")
    page.click(".home")
    opened.begin("human", "human")
    mark(page, "b2")
    page.evaluate("""() => {
        for (let rest = 1 << 22, text = ""; rest; rest >>= 1) try {
            localStorage.setItem("others", text + "x".repeat(rest));
            text += "x".repeat(rest);
        } catch { /* half of it, then */ }
    }""")
    mark(page, "a1")
    assert page.locator(".state:not([hidden])").count() == 0, "the finished game made room"
    page.reload()
    assert ply(page) == 2
    page.click(".home")
    assert len(shelf(page)) == 1
    assert opened.faults == []


def test_the_language_that_was_chosen_is_there_again(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = opened.page
    page.select_option("#tongue", "ja")
    opened.begin("human", "human")
    mark(page, "a1")
    page.reload()
    assert ply(page) == 1
    assert page.get_attribute("html", "lang") == "ja"
    assert opened.faults == []


# ---------------------------------------------------------------- clocks


def timed(opened: Opened, clock: str, out: str = "", *seats: str) -> Any:
    """A game with a clock of its own, which the form does not offer as short as that."""
    page = opened.page
    for number, each in enumerate(seats or ("human", "human")):
        page.select_option(f"#seat{number}", each)
    page.evaluate("""clock => document.querySelector("#clock").append(new Option("short", clock, true, true))""", clock)
    page.locator("#clock").dispatch_event("change")
    page.select_option("#clock-out", out)
    page.click("form button[type=submit]")
    page.wait_for_selector(".clock .whose, #go-on")
    return page


def left(page: Any) -> list[float]:
    """How much time is kept for each seat."""
    kept = page.evaluate("Object.entries(localStorage).filter(([key]) => key.includes(' #')).map(([, each]) => each)")
    found: list[float] = max((json.loads(each) for each in kept), key=lambda each: each["at"])["times"]["left"]
    return found


def test_people_who_share_a_screen_have_a_clock(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = timed(opened, "game:60")
    assert page.locator(".clock .whose").all_inner_texts() == ["x", "o"]
    page.locator(".clock.runs .time", has_text="0:5").wait_for()
    assert page.get_by_role("button", name="Undo").is_disabled()
    mark(page, "a1")
    first, second = left(page)
    assert (first < 60, second) == (True, 60)
    page.wait_for_selector(".clock.runs >> text=o")
    assert page.get_by_role("button", name="Undo").is_disabled(), "nothing is taken back"
    page.wait_for_timeout(1200)
    page.reload()
    page.wait_for_selector(".clock.runs >> text=o")
    assert left(page)[1] < 59, "the time before the page was loaded again is gone"
    assert left(page)[0] == first
    page.click(".home")
    page.wait_for_timeout(600)
    page.click("#return")
    mark(page, "b1", "a2", "b2")
    page.locator(".space.lit[data-name=a3]").click()
    page.wait_for_selector(".outcome")
    page.click(".playing-again button")
    page.wait_for_selector("#app[data-ply='0'] .clock.runs")
    assert max(left(page)) == 60
    assert opened.faults == []


@pytest.mark.parametrize("each", ["decision", "turn", "game"])
def test_a_bot_decides_for_who_has_no_time_left(browser: Any, tmp_path: Path, each: str) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = timed(opened, f"{each}:1", "bot")
    page.wait_for_selector(".clock:nth-child(2) >> text=out of time")
    page.wait_for_selector(".outcome" if each == "game" else ".clock:nth-child(1) >> text=× 2")
    assert opened.faults == []


def test_who_has_no_time_left_is_marked_and_may_still_decide(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "tic_tac_toe", tmp_path)
    page = timed(opened, "decision:1", "", "human", "greedy")
    page.wait_for_selector(".clock >> text=out of time")
    assert page.locator(".clock").count() == 1, "bots have none"
    mark(page, "a1")
    page.wait_for_selector("#app[data-ply='2'] .clock.runs")
    assert page.locator(".clock .time").inner_text() in ("0:01", "0:00")
    assert opened.faults == []


def test_no_time_goes_by_while_the_screen_is_passed_on(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "kuhn_poker", tmp_path)
    page = timed(opened, "game:60")
    page.wait_for_selector("#go-on")
    page.wait_for_timeout(1500)
    assert left(page) == [60, 60]
    page.click("#go-on")
    page.wait_for_selector(".clock.runs")
    page.wait_for_timeout(700)
    opened.clicks(1, 1)
    page.wait_for_selector("#go-on")
    first, second = left(page)
    assert (first < 59.4, second) == (True, 60)
    page.wait_for_timeout(1500)
    page.reload()
    page.wait_for_selector("#go-on")
    assert left(page) == [first, 60]
    assert opened.faults == []
