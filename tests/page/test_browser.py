"""The page in a real browser: whole games by clicks alone, keys, why not, time, and who listens to it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from yupana.tests.found import LARGE
from yupana.tests.page.browsing import LIT, Seat
from yupana.tests.page.served import Asking

MOST_ROWS = 60
FITS = """wide => {
    const board = document.querySelector("svg.board")?.getBoundingClientRect();
    const frame = document.querySelector(".frame");
    return board && board.left >= 0 && board.right <= wide && frame.scrollWidth <= frame.clientWidth;
}"""
"""Whether the board stands whole in a window so wide, without anything to scroll."""
NAMED = "document.activeElement.closest('[data-name]').dataset.name"


def table(server: Asking, ruleset: str, *seats: str, seed: int = 1, **more: Any) -> dict[str, Any]:
    """The links of a new table."""
    made: dict[str, Any] = server.post("/api/tables", ruleset=ruleset, seats=list(seats), seed=seed, **more).json()
    assert "seats" in made, made
    return made


def sit(browser: Any, server: Asking, made: dict[str, Any], seat: int = 0, **how: Any) -> Seat:
    return Seat(browser, server.address, made["seats"][seat]["link"], **how)


def deciding(server: Asking, made: dict[str, Any]) -> int:
    """The number of the seat that decides."""
    views = [server.view(each["link"]) for each in made["seats"]]
    return next(number for number, each in enumerate(views) if (each["decision"] or {}).get("mine"))


def test_two_browsers_play_at_one_table(browser: Any, server: Asking) -> None:
    made = table(server, "tic_tac_toe", "human", "human")
    seats, dice = [sit(browser, server, made, number) for number in (0, 1)], random.Random(1)
    watching = Seat(browser, server.address, made["watch"])
    for turn in range(9):
        other = seats[(turn + 1) % 2]
        if not seats[turn % 2].may_choose():
            break
        assert other.count(LIT) == 0, "only who decides has something to click"
        seats[turn % 2].click_something(dice)
        other.page.wait_for_selector(f"#app[data-ply='{turn + 1}']")
    for each in (*seats, watching):
        each.page.wait_for_selector(".outcome")
    assert len({each.text(".outcome h2") for each in (*seats, watching)}) == 1
    for each in (*seats, watching):
        each.fine()
        each.context.close()


def test_the_board_shows_all_spaces_and_what_glows_is_what_can_be_done(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "chess", "human", "human"))
    assert seat.count(".space") == 64
    assert seat.count(".space.lit") == 10  # eight pawns and two knights
    seat.page.locator(".space[data-name=g1]").click()
    assert seat.text(".steps").endswith("g1")
    assert {each.get_attribute("data-name") for each in seat.page.locator(".space.lit").all()} == {"f3", "h3"}
    seat.page.keyboard.press("Escape")
    assert seat.count(".space.lit") == 10
    seat.page.locator(".space[data-name=g1]").click()
    seat.page.locator(".space[data-name=f3]").click()
    seat.page.wait_for_selector("#app[data-ply='1']")
    assert seat.count(".space[data-name=f3] .piece") == 1
    assert seat.count(".space[data-name=g1] .piece") == 0
    seat.fine()
    seat.context.close()


def test_the_keyboard_alone_plays(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    for _ in range(30):
        seat.page.keyboard.press("Tab")
        if seat.page.evaluate("document.activeElement.matches('.space.lit > .glow')"):
            break
    first = seat.page.evaluate(NAMED)
    seat.page.keyboard.press("ArrowRight")
    second = seat.page.evaluate(NAMED)
    assert second[0] > first[0]
    assert second[1:] == first[1:], "an arrow goes to the next space in its direction"
    seat.page.keyboard.press("Enter")
    seat.page.wait_for_selector("#app[data-ply='1']")
    assert seat.count(f".space[data-name={second}] .piece") == 1
    seat.fine()
    seat.context.close()


@pytest.mark.parametrize(("wide", "high"), [(1280, 900), (390, 844)])
def test_what_cannot_be_done_says_why_with_its_rule(browser: Any, server: Asking, wide: int, high: int) -> None:
    seat = sit(browser, server, table(server, "chess", "human", "human"), wide=wide, high=high)
    seat.page.locator(".space[data-name=a1]").click()
    seat.page.wait_for_selector(".answer:not([hidden])")
    seat.page.wait_for_timeout(400)  # a board that has less room then is drawn anew
    assert seat.text(".answer:visible")
    assert seat.page.locator(".space[data-name=a1]").bounding_box()["width"] > 30
    seat.fine()
    seat.context.close()


def test_the_past_can_be_looked_at_and_decisions_taken_back(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "random"))
    seat.page.locator(".space[data-name=b2]").click()
    seat.page.wait_for_selector("#app[data-ply='2']")
    seat.page.get_by_role("tab", name="Log").click()
    assert seat.count(".log .entry") >= 2
    seat.page.locator(".time input").fill("0")
    seat.page.wait_for_selector(".past:not([hidden])")
    assert seat.count(".space .piece") == 0
    assert seat.count(".lit") == 0, "the past cannot be decided"
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector(".past", state="hidden")
    assert seat.count(".space .piece") == 2
    seat.fine()
    seat.context.close()


def test_dark_is_remembered(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    assert seat.page.evaluate("document.documentElement.dataset.theme") == "light"
    seat.page.locator("#theme").click()
    seat.page.reload()
    seat.page.wait_for_selector(".status:not(:empty)")
    assert seat.page.evaluate("document.documentElement.dataset.theme") == "dark"
    seat.context.close()


def test_the_lobby_sets_up_a_table(browser: Any, server: Asking) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address)
    page.wait_for_selector(".games .game")
    assert page.locator(".group h2").all_inner_texts() == ["Classics", "Classics with cards and dice", "Modern games"]
    page.get_by_role("button", name="Tic-tac-toe").click()
    page.locator("#seat1").select_option(label="thinks for 200 rounds")
    with page.expect_request("**/api/tables") as asked:
        page.locator("form button[type=submit]").click()
    assert asked.value.post_data_json["seats"] == ["human", "mcts:200"]
    page.wait_for_selector(".space.lit")
    assert page.locator(".space").count() == 9
    context.close()


@pytest.mark.parametrize(
    "ruleset", ["cuzco_kk", *(pytest.param(each, marks=pytest.mark.slow) for each in LARGE if each != "cuzco_kk")]
)
def test_a_large_game_shows_a_bounded_list_and_fits_a_phone(browser: Any, server: Asking, ruleset: str) -> None:
    made = table(server, ruleset, "human", "human", players=2)
    for wide, high in ((1280, 800), (390, 844)):
        seat = sit(browser, server, made, deciding(server, made), wide=wide, high=high)
        assert 0 < seat.count(".options button") <= MOST_ROWS
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= wide, "the page does not scroll sideways"
        seat.fine()
        seat.context.close()


def test_the_title_leads_to_where_games_are_begun(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    seat.page.locator(".home").click()
    seat.page.wait_for_selector(".games .game")
    seat.fine()
    seat.context.close()


def test_a_hand_lies_on_the_table_as_cards(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "kuhn_poker", "human", "human", seed=4))
    hand = seat.page.locator(".player").first.locator(".cards .playing")
    assert hand.count() == 1
    box = hand.bounding_box()
    assert box["height"] > box["width"] * 0.9, "a card stands upright"
    assert hand.get_attribute("data-name") in ("jack", "queen", "king")
    other = seat.page.locator(".player").nth(1)
    assert other.locator(".spread .back").count() == 1, "the other's card lies face down"
    assert other.locator(".cards").count() == 0
    seat.fine()
    seat.context.close()


def test_dice_lie_where_it_is_decided(browser: Any, server: Asking) -> None:
    made = table(server, "backgammon", "human", "human", seed=4)
    ply, links = 0, [each["link"] for each in made["seats"]]
    while not (rolled := server.view(links[1], ply)["log"][-1]["chance"]):
        server.post(f"/api{links[0]}/choose", ply=ply, index=0)
        ply += 1
    seat = sit(browser, server, made, 1)
    shown = [each.get_attribute("aria-label") for each in seat.page.locator(".decision.mine .came .die").all()]
    assert shown == [str(each) for each in rolled[0]["values"]]
    assert seat.page.locator(".came .die").last.locator("circle").count() == rolled[0]["values"][-1]
    seat.fine()
    seat.context.close()


def test_men_upon_each_other_are_drawn_as_a_column_with_a_count(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "backgammon", "human", "human", seed=4))
    men = seat.page.locator(".space[data-name=p13] .column .body")
    boxes = [each.bounding_box() for each in men.all()]
    assert len(boxes) == 5
    assert len({round(each["x"]) for each in boxes}) == 1
    assert len({round(each["y"]) for each in boxes}) == 5
    seat.page.evaluate(
        """async () => {
        const {drawColumn} = await import("/client/pieces.js"), {Names} = await import("/client/names.js");
        const names = new Names(await (await fetch("/api" + location.pathname + "/about")).json());
        const board = document.querySelector("svg.board"), how = {most: 5, step: 0.8, up: true};
        board.append(drawColumn(names, ...names.byName.get("white"), 7, 0, 0, 20, how));
        board.lastElementChild.id = "seven";
        }"""
    )
    assert seat.count("#seven .body") == 5
    assert seat.page.locator("#seven").text_content() == "7"
    seat.fine()
    seat.context.close()


@pytest.mark.parametrize("ruleset", ["cuzco_feld", "cuzco_kk", "backgammon"])
def test_a_board_fits_a_phone_and_after_a_turn_of_it_too(browser: Any, server: Asking, ruleset: str) -> None:
    made = table(server, ruleset, "human", "human", players=2)
    seat = sit(browser, server, made, deciding(server, made))
    glowed = seat.count(".board .lit")
    for wide, high in ((390, 844), (844, 390), (390, 844)):
        seat.page.set_viewport_size({"width": wide, "height": high})
        seat.page.wait_for_function(FITS, arg=wide, timeout=10_000)
        # what glowed glows in the board that was laid out anew
        seat.page.wait_for_function("lit => document.querySelectorAll('.board .lit').length === lit", arg=glowed)
    seat.fine()
    seat.context.close()


def test_the_lobby_speaks_the_browsers_language_or_the_chosen_one(browser: Any, server: Asking) -> None:
    asked = (("de-AT", "", "Beginnen"), ("fr-FR", "", "Begin"), ("de-AT", "?language=ja", "始める"))
    for locale, chosen, begin in asked:
        context = browser.new_context(locale=locale)
        page = context.new_page()
        page.set_default_timeout(10000)
        page.goto(f"{server.address.rstrip('/')}/{chosen}")
        page.locator(".games .game").first.click()
        page.wait_for_selector("form button[type=submit]")
        assert page.locator("form button[type=submit]").inner_text() == begin
        assert page.locator("#tongue").input_value() == (chosen[-2:] or {"fr-FR": "en", "de-AT": "de"}[locale])
        context.close()


def test_the_lobby_speaks_of_games_in_its_language_where_they_do(browser: Any, server: Asking) -> None:
    context = browser.new_context(locale="de-AT")
    page = context.new_page()
    page.set_default_timeout(15000)
    page.goto(server.address)
    page.wait_for_selector(".games .game")
    assert page.locator(".group h2").all_inner_texts() == [
        "Klassiker",
        "Klassiker mit Karten und Würfeln",
        "Moderne Spiele",
    ]
    page.get_by_role("button", name="Chess").click()  # which has no German texts
    page.wait_for_selector("form")
    assert page.locator(".chairs label").first.inner_text().startswith("White")
    page.select_option("#tongue", "ja")
    page.get_by_role("button", name="チェス").click()
    page.wait_for_selector("form")
    assert page.locator("form h2").inner_text() == "チェス"
    assert page.locator(".chairs label").first.inner_text().startswith("白")
    words = page.locator("form").inner_text()
    assert "ロスアラモス・チェス" in words
    assert not re.search("[a-z]{4}", words.replace("English", "")), "no word of English but the name of the language"
    page.select_option("#seat1", "human")
    page.click("form button[type=submit]")
    page.wait_for_selector(".links", timeout=60_000)
    assert page.locator(".links b").all_inner_texts() == ["白", "黒", "観戦用のリンク"]
    page.goto(server.address)
    page.get_by_role("button", name="チェス").wait_for()  # what was chosen is remembered
    context.close()


@pytest.mark.parametrize("wide", [390, 768, 1280])
def test_the_first_page_fits(browser: Any, server: Asking, wide: int) -> None:
    seat = Seat(browser, server.address, "/", wide=wide, ready=".games .game")
    seat.page.get_by_role("button", name="Backgammon").click()
    seat.page.wait_for_selector("form")
    seat.page.select_option("#clock", "game:900")
    assert seat.page.evaluate("document.documentElement.scrollWidth") <= wide
    form = seat.page.locator("form").bounding_box()
    assert form["width"] >= min(wide - 40, 330)
    for each in seat.page.locator("form select, form input[type=number]").all():
        box = each.bounding_box()
        assert form["x"] <= box["x"]
        assert box["x"] + box["width"] <= form["x"] + form["width"]
    seat.fine()
    seat.context.close()
