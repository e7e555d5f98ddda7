"""The keyboard from first to last, and what is told to who listens to the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import sit, table
from yupana.tests.page.test_clicks import market
from yupana.tests.page.test_exported import page_of

ON_BOARD = "document.activeElement.closest('.space')?.dataset.name ?? ''"


def press(seat: Seat, *keys: str) -> None:
    for each in keys:
        seat.page.keyboard.press(each)


def test_the_focus_stays_on_the_board(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "chess", "human", "random"))
    press(seat, "ArrowDown")
    first = seat.page.evaluate(ON_BOARD)
    assert first, "from the decision an arrow goes to what glows"
    press(seat, "Enter")
    assert seat.page.evaluate(ON_BOARD) == first
    assert seat.count(".space.chosen") == 1
    press(seat, "ArrowUp")
    goal = seat.page.evaluate(ON_BOARD)
    assert goal != first
    assert seat.count(f".space.lit[data-name={goal}]") == 1
    press(seat, "Escape")
    assert seat.count(".space.chosen") == 0
    assert seat.page.evaluate(ON_BOARD) == goal, "it stays where it was when that no longer glows"
    seat.page.locator(f".space[data-name={first}] > .glow").focus()
    press(seat, "Enter", "ArrowUp", "Enter")
    seat.page.wait_for_selector("#app[data-ply='2'] .decision.mine")
    assert seat.page.evaluate(ON_BOARD) == goal
    assert seat.page.evaluate("document.querySelectorAll('.glow[tabindex=\"-1\"]').length") <= 1
    seat.fine()
    seat.context.close()


def test_arrows_leave_the_board_for_cards_and_digits_take_from_the_list(browser: Any, tmp_path: Path) -> None:
    opened = market(browser, tmp_path)
    opened.page.keyboard.press("ArrowDown")
    assert opened.page.evaluate("document.activeElement.matches('.playing.lit')")
    opened.page.keyboard.press("Escape")
    number = opened.page.locator(".option.whole", has_text="Wait").get_attribute("data-digit")
    opened.page.keyboard.press(number)
    opened.page.wait_for_function("document.querySelector('#app').dataset.ply > 0")
    assert opened.faults == []


def test_a_question_mark_tells_of_the_keys(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    press(seat, "?")
    assert seat.count("dialog[open] kbd") >= 10
    press(seat, "1")
    assert seat.page.get_attribute("#app", "data-ply") == "0", "under the help nothing is played"
    press(seat, "Escape")
    assert seat.count("dialog[open]") == 0
    seat.page.locator("#help").click()
    assert seat.count("dialog[open]") == 1
    seat.fine()
    seat.context.close()


def test_who_listens_is_told_what_happened(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "random"))
    assert seat.page.locator(".heard[aria-live=polite]").text_content() == ""
    press(seat, "1")
    seat.page.wait_for_selector("#app[data-ply='2']")
    told = seat.page.locator(".heard").text_content()
    assert told.startswith(("o ", "o:", "O")), told
    seat.fine()
    seat.context.close()


def test_it_is_asked_back_when_a_turn_ends_if_that_is_wanted(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    seat.page.locator("#settings summary").click()
    seat.page.select_option("#ask-when", "turn")
    press(seat, "Escape")
    seat.page.reload()
    square = seat.page.locator(".space[data-name=b2]")
    square.click()
    seat.page.wait_for_selector(".asked")
    assert "ends your turn" in seat.text(".answer")
    press(seat, "Escape")
    assert seat.count(".asked") == 0
    square.dblclick()
    seat.page.wait_for_selector(".asked")
    assert seat.page.get_attribute("#app", "data-ply") == "0", "two clicks at once are no answer"
    seat.page.wait_for_timeout(600)
    square.click()
    seat.page.wait_for_selector("#app[data-ply='1']")
    seat.fine()
    seat.context.close()


@pytest.mark.parametrize(("wanted", "asks"), [("hidden", 1), ("turn", 1), ("never", 0)])
def test_where_something_is_turned_up_it_is_asked_back(browser: Any, tmp_path: Path, wanted: str, asks: int) -> None:
    opened = market(browser, tmp_path)
    opened.page.locator("#settings summary").click()
    opened.page.select_option("#ask-when", wanted)
    opened.page.keyboard.press("Escape")
    opened.page.locator(".option.whole", has_text="Throw").click()
    opened.page.wait_for_timeout(100)
    assert opened.page.locator(".asked").count() == asks
    if asks:
        assert "cannot be taken back" in opened.page.locator(".answer").inner_text()
        opened.page.keyboard.press("Enter")
    opened.page.wait_for_function("document.querySelector('#app').dataset.ply > 0")
    assert opened.faults == []


def test_in_an_exported_game_too_a_turn_that_ends_is_asked_about(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "breakthrough", tmp_path)
    opened.begin("human", "human")
    opened.page.locator("#settings summary").click()
    opened.page.select_option("#ask-when", "turn")
    opened.page.keyboard.press("Escape")
    opened.page.locator(".space.lit").first.click()
    opened.page.locator(".space.lit").first.click()
    opened.page.wait_for_selector(".asked")
    assert opened.page.get_attribute("#app", "data-ply") == "0"
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector("#app[data-ply='1']")
    assert opened.faults == []


def test_only_who_decides_is_told_whether_a_turn_ends(server: Asking) -> None:
    made = table(server, "tic_tac_toe", "human", "human")
    mine, other = (each["link"] for each in made["seats"])
    assert server.post(f"/api{mine}/ends", ply=0, index=4).json() == {"ends": True}
    assert server.post(f"/api{other}/ends", ply=0, index=4).status_code == 409
    assert server.post(f"/api{mine}/ends", ply=0, index=99).status_code == 400
    assert server.post(f"/api{mine}/ends", ply=1, index=4).status_code == 409
    assert server.view(mine)["ply"] == 0, "nothing was decided"


def test_who_looks_at_another_window_comes_back_to_where_the_focus_was(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    press(seat, "ArrowDown", "Enter")
    seat.page.wait_for_selector("#app[data-ply='1']")
    square = seat.page.evaluate(ON_BOARD)
    assert square
    seat.page.evaluate("document.activeElement.dispatchEvent(new FocusEvent('blur'))")
    seat.page.wait_for_timeout(50)
    assert seat.page.evaluate(ON_BOARD) == square
    seat.page.locator("#help").focus()
    assert seat.count(".glow[tabindex]") == 0, "it is not kept any longer"
    seat.fine()
    seat.context.close()


def test_at_the_end_the_focus_is_on_what_came_of_the_game(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "first"))
    for _ in range(9):
        if seat.over:
            break
        seat.page.wait_for_selector(".decision.mine:not(.busy)")
        seat.page.locator(".options button").last.focus()
        before = seat.page.get_attribute("#app", "data-ply")
        press(seat, "Enter")
        seat.page.wait_for_function("before => document.querySelector('#app').dataset.ply !== before", arg=before)
        seat.page.wait_for_selector(".decision.mine:not(.busy), .outcome")
    assert seat.over
    assert seat.page.evaluate(
        "document.activeElement.matches('.end:has(.outcome)')"
    )
    seat.fine()
    seat.context.close()
