"""The people at a served table in a real browser: two of them, from taking their seats to playing again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_browser import table

MARKUP = "<b>Ben</b>"
LINE = ("a1", "b1", "a2", "b2", "a3")
"""Spaces of tic-tac-toe, by which the first one wins."""


class Person(Seat):
    """Somebody in a browser of their own."""

    def sit(self, name: str) -> None:
        """Say a name and take the seat."""
        self.page.fill("#own-name", name)
        self.page.click(".naming button[type=submit]")
        self.page.wait_for_selector(".naming", state="hidden")

    def say(self, text: str) -> None:
        """Write something to all at the table."""
        self.open("Chat")
        self.page.fill(".saying input", text)
        self.page.click(".saying button")

    def open(self, tab: str) -> None:
        """Show a panel."""
        self.page.get_by_role("tab", name=tab).click()

    def waits_for(self, what: str, text: str) -> None:
        """Wait until the first element that fits says something."""
        self.page.locator(what, has_text=text).first.wait_for()

    def kept(self, name: str) -> Any:
        """What the browser keeps."""
        return json.loads(self.page.evaluate(f"localStorage.getItem('yupana-{name}')") or "null")

    @property
    def badge(self) -> bool:
        """Whether the sign of the page says that it is one's turn."""
        return "%23f0b04a" in self.page.locator("link[rel=icon]").get_attribute("href")


def couple(browser: Any, server: Asking, **more: Any) -> tuple[Person, Person, dict[str, Any]]:
    """Two people at a table of tic-tac-toe."""
    made = table(server, "tic_tac_toe", "human", "human", **more)
    anna, ben = (Person(browser, server.address, each["link"]) for each in made["seats"])
    return anna, ben, made


def test_two_people_meet_play_talk_and_play_again(browser: Any, server: Asking) -> None:
    anna, ben, made = couple(browser, server)
    watching = Person(browser, server.address, made["watch"])
    anna.sit("Anna")
    ben.waits_for(".status", "Waiting for Anna (x)")
    ben.sit(MARKUP)
    for each in (anna, watching):
        each.waits_for(".called", f"{MARKUP} (o)")
    assert anna.count(".player h3 b") == 0, "a name is a text"
    assert watching.count(".naming:visible") == 0
    assert (anna.kept("name"), ben.kept("name")) == ("Anna", MARKUP)

    ben.say("Good luck! <img src=x onerror=alert(1)>")
    anna.waits_for("[role=tab] .count", "1")
    assert anna.page.title() == "● (1) Tic-tac-toe"
    anna.open("Chat")
    assert anna.text(".talk .who") == f"{MARKUP} (o)"
    assert anna.text(".talk .saidtext") == "Good luck! <img src=x onerror=alert(1)>"
    assert anna.count(".talk img") == 0
    anna.page.locator("[role=tab] .count").wait_for(state="detached")
    anna.say("To you, too")
    for each in (ben, watching):
        each.open("Chat")
        each.waits_for(".talk", "To you, too")
    assert ben.count("[role=tab] .count") == 0, "what one says is no news"
    assert watching.count(".saying:visible") == 0, "who watches reads"

    assert (anna.badge, ben.badge) == (True, False)
    for number, space in enumerate(LINE):
        (anna, ben)[number % 2].page.locator(f".space.lit[data-name={space}]").click()
        (anna, ben)[(number + 1) % 2].page.wait_for_selector(f"#app[data-ply='{number + 1}']")
    anna.page.wait_for_selector(".outcome")
    assert anna.text(".outcome h2") == "Anna (x) wins."
    ben.open("Log")
    assert ben.text(".log .who") == "Anna (x)"

    anna.page.check("#turned")
    anna.page.click(".playing-again button")
    anna.page.wait_for_url("**/t/*")
    ben.waits_for(".again", "Anna (x) plays again. Seats are changed.")
    ben.page.click(".playing-again button")
    watching.page.click(".playing-again button")
    for each, status in (
        (ben, "Your turn"),
        (anna, f"Waiting for {MARKUP} (x)"),
        (watching, f"Waiting for {MARKUP} (x)"),
    ):
        each.waits_for(".status", status)
    assert len({each.page.url for each in (anna, ben, watching)}) == 3
    ben.page.locator(".space.lit[data-name=b2]").click()
    anna.page.wait_for_selector("#app[data-ply='1']")
    for each in (anna, ben, watching):
        each.fine()
        each.context.close()


def test_a_name_that_is_known_is_said_at_once_but_not_twice_at_one_table(browser: Any, server: Asking) -> None:
    anna, ben, _ = couple(browser, server)
    anna.sit("Anna")
    other = table(server, "tic_tac_toe", "human", "human")
    anna.page.goto(server.address.rstrip("/") + other["seats"][0]["link"])
    anna.waits_for(".called", "Anna (x)")
    anna.page.goto(server.address.rstrip("/") + other["seats"][1]["link"])
    anna.page.wait_for_selector(".naming:visible")
    anna.page.click(".naming .quiet")
    anna.page.wait_for_selector(".naming", state="hidden")
    anna.page.click("#settings summary")
    anna.page.fill("#set-name", "Anne")
    anna.page.keyboard.press("Enter")
    anna.waits_for(".called", "Anne (o)")
    ben.sit("x" * 24)
    ben.page.reload()
    ben.waits_for(".called", "x" * 24)
    for each in (anna, ben):
        assert each.page.evaluate("document.documentElement.scrollWidth") <= 1280
        each.fine()
        each.context.close()


def test_the_first_page_lists_ones_tables_and_whose_turn_it_is(browser: Any, server: Asking) -> None:
    anna, ben, made = couple(browser, server)
    anna.sit("Anna")
    ben.sit("Ben")
    link = anna.page.url
    anna.page.click(".home")
    anna.waits_for(".mytables .yours", "Your turn")
    assert "you are x" in anna.text(".mytables li")
    ben.page.goto(server.address)
    ben.waits_for(".mytables .stands", "Waiting for Anna (x)")
    anna.page.click(".mytables a")
    anna.page.wait_for_url(link)
    anna.page.locator(".space.lit[data-name=b2]").click()
    anna.page.wait_for_selector("#app[data-ply='1']")
    ben.page.evaluate("window.dispatchEvent(new Event('focus'))")
    ben.waits_for(".mytables .yours", "Your turn")
    ben.page.get_by_role("button", name="Take off the list").click()
    ben.page.wait_for_selector("section.own", state="hidden")
    assert ben.kept("tables") == []
    assert ben.page.request.get(server.address.rstrip("/") + made["seats"][1]["link"]).ok, "the table is there still"
    watching = Person(browser, server.address, made["watch"])
    watching.page.click(".home")
    watching.page.wait_for_selector(".games .game")
    assert watching.count("section.own:visible") == 0, "who watches has no seat"
    for each in (anna, ben, watching):
        each.fine()
        each.context.close()


def test_who_sets_up_a_table_finds_its_links_again(browser: Any, server: Asking) -> None:
    anna = Person(browser, server.address, "/", ready=".games .game")
    anna.page.locator(".game", has_text="Tic-tac-toe").click()
    anna.page.select_option("#seat1", "human")
    anna.page.click("form button[type=submit]")
    anna.page.wait_for_selector(".links")
    links = [each.get_attribute("href") for each in anna.page.locator(".links a").all()]
    assert len(set(links)) == 3
    anna.page.reload()
    anna.page.click(".givenlinks summary")
    assert anna.text(".givenlinks h3").startswith("Tic-tac-toe")
    assert anna.page.locator(".givenlinks b").all_inner_texts() == ["X", "O", "Link for watching"]
    assert [each.get_attribute("href") for each in anna.page.locator(".givenlinks a").all()] == links
    anna.page.locator(".givenlinks .off").click()
    anna.page.wait_for_selector("section.own", state="hidden")
    anna.page.evaluate("""localStorage.setItem("yupana-given",
        JSON.stringify([{title: "x", links: [{player: "x", link: "javascript:alert(1)"}]}, 7]))""")
    anna.page.reload()
    anna.page.wait_for_selector(".games .game")
    assert anna.count(".givenlinks a") == 0
    anna.fine()
    anna.context.close()


def test_a_list_that_somebody_has_meddled_with_is_no_danger(browser: Any, server: Asking) -> None:
    anna = Person(browser, server.address, "/", ready=".games .game")
    bad = [{"token": "../x", "title": "a", "players": [], "at": 1}, 7, None,
           {"token": "gone", "title": MARKUP, "players": ["x"], "at": 1},
           {"token": "y" * 500, "title": "a", "players": [], "at": 1}]  # fmt: skip
    anna.page.evaluate("bad => localStorage.setItem('yupana-tables', JSON.stringify(bad))", bad)
    anna.page.reload()
    anna.waits_for(".mytables .stands", "This table is not there any more.")
    assert anna.count(".mytables li") == 1
    assert anna.text(".mytables a b") == MARKUP
    anna.fine()
    anna.context.close()


@pytest.mark.parametrize("wide", [390, 1280])
def test_clocks_go_and_say_who_has_no_time_left(browser: Any, server: Asking, wide: int) -> None:
    made = table(server, "tic_tac_toe", "human", "human", clock={"each": "decision", "seconds": 2, "bot": True})
    anna = Person(browser, server.address, made["seats"][0]["link"], wide=wide)
    anna.waits_for(".clocks", "The clock starts when these have come: o")
    assert anna.text(".clock .time") == "0:02"
    ben = Person(browser, server.address, made["seats"][1]["link"], wide=wide)
    anna.waits_for(".clock.runs", "x")
    ben.waits_for(".clock", "out of time")
    ben.page.wait_for_selector("#app[data-ply='1']")
    assert ben.page.get_by_role("button", name="Undo").is_disabled()
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= wide
    for each in (anna, ben):
        each.fine()
        each.context.close()


def test_a_clock_is_chosen_when_a_table_is_set_up(browser: Any, server: Asking) -> None:
    anna = Person(browser, server.address, "/", ready=".games .game")
    anna.page.get_by_role("button", name="Tic-tac-toe").click()
    anna.page.select_option("#clock", label="15 minutes for the whole game")
    anna.page.select_option("#clock-out", "bot")
    with anna.page.expect_request("**/api/tables") as asked:
        anna.page.click("form button[type=submit]")
    assert asked.value.post_data_json["clock"] == {"each": "game", "seconds": 900, "bot": True}
    anna.waits_for(".clock .time", "1")
    anna.fine()
    anna.context.close()


HEARD = """() => {
    window.heard = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...given) {
        window.heard.push(this.frequency.value);
        return start.apply(this, given);
    };
    window.told = [];
    class Told extends EventTarget {
        constructor(title, how) { super(); window.told.push([title, how.body]); }
        static permission = "granted";
        static async requestPermission() { window.asked = (window.asked ?? 0) + 1; return "granted"; }
    }
    window.Notification = Told;
    document.hasFocus = () => false;
}"""


def test_whose_turn_it_is_is_told_if_they_wish_so(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        anna, ben, _ = couple(browser, server)
        ben.page.evaluate(HEARD)
        ben.page.click("#settings summary")
        assert (ben.page.is_checked("#set-sounds"), ben.page.is_checked("#set-notices")) == (False, False)
        assert ben.page.evaluate("window.asked") is None, "nothing is asked before a click"
        ben.page.check("#set-notices")
        ben.page.check("#set-sounds")
        ben.page.wait_for_function("window.heard.length === 2")
        assert (ben.kept("sounds"), ben.kept("notices"), ben.page.evaluate("window.asked")) == (True, True, 1)
        assert not ben.badge
        anna.page.locator(".space.lit[data-name=b2]").click()
        ben.waits_for(".status", "Your turn")
        assert ben.badge
        assert ben.page.evaluate("window.told") == [["Tic-tac-toe", "Your turn"]]
        ben.page.wait_for_function("window.heard.length === 4")
        ben.page.reload()
        ben.page.click("#settings summary")
        assert ben.page.is_checked("#set-sounds")
        for each in (anna, ben):
            each.fine()
            each.context.close()


def test_who_reads_further_up_stays_there_and_nothing_is_read_aloud_twice(browser: Any, server: Asking) -> None:
    anna, ben, made = couple(browser, server)
    links = [each["link"] for each in made["seats"]]
    for number in range(8):
        assert server.post(f"/api{links[number % 2]}/say", text=f"{number} " + "long " * 40).status_code == 200
    anna.open("Chat")
    anna.waits_for(".talk", "7 long")
    at_end = "document.querySelector('.talk').scrollHeight - document.querySelector('.talk').scrollTop - document.querySelector('.talk').clientHeight < 60"  # noqa: E501
    assert anna.page.evaluate(at_end)
    anna.page.evaluate("document.querySelector('.talk p').marked = true")
    server.post(f"/api{links[1]}/say", text="the ninth")
    anna.waits_for(".talk", "the ninth")
    assert anna.page.evaluate("document.querySelector('.talk p').marked"), "it was not drawn anew"
    assert anna.page.evaluate(at_end)
    anna.page.evaluate("document.querySelector('.talk').scrollTop = 0")
    anna.page.wait_for_timeout(200)
    server.post(f"/api{links[1]}/say", text="the tenth")
    anna.waits_for(".talk", "the tenth")
    assert anna.page.evaluate("document.querySelector('.talk').scrollTop") == 0
    anna.say("I answer")
    anna.waits_for(".talk", "I answer")
    assert anna.page.evaluate(at_end)
    ben.sit("Ben")
    anna.waits_for(".talk .who", "Ben (o)")
    order = anna.page.locator(".talk .saidtext").all_inner_texts()
    assert [each.split()[0] for each in order[:8]] == [str(each) for each in range(8)]
    assert order[8:] == ["the ninth", "the tenth", "I answer"]
    for each in (anna, ben):
        each.fine()
        each.context.close()


def test_who_writes_on_a_phone_sees_what_they_write_above_the_keyboard(browser: Any, server: Asking) -> None:
    made = table(server, "tic_tac_toe", "human", "human")
    anna, ben = (
        Person(browser, server.address, each["link"], wide=390, high=844, touch=True) for each in made["seats"]
    )
    anna.sit("Anna")
    ben.sit("Ben")
    ben.say("well met " * 30)
    anna.open("Chat")
    anna.waits_for(".talk", "well met")
    anna.page.locator(".saying input").tap()
    for high in (844, 480):  # a keyboard comes and takes nearly half of the height
        anna.page.set_viewport_size({"width": 390, "height": high})
        for each in (".saying input", ".saying button"):
            box = anna.page.locator(each).bounding_box()
            assert box["height"] >= 40
            assert 0 <= box["x"] < box["x"] + box["width"] <= 390
            assert anna.page.locator(each).evaluate(
                "each => { const box = each.getBoundingClientRect(); return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"  # noqa: E501
            ), (each, high)
    anna.page.keyboard.type("To you, too")
    anna.page.keyboard.press("Enter")
    anna.waits_for(".talk", "To you, too")
    assert anna.page.locator(".saying input").input_value() == ""
    for each in (anna, ben):
        each.fine()


def test_a_stream_that_somebody_else_has_refused_is_asked_for_again(browser: Any, server: Asking) -> None:
    anna, ben, _ = couple(browser, server)
    refused: list[str] = []

    def refuse(route: Any) -> None:
        refused.append(route.request.url)
        route.fulfill(status=502, body="the server is being restarted")

    anna.page.route("**/events*", refuse)
    anna.page.reload()
    anna.page.wait_for_timeout(2500)
    assert len(refused) >= 2
    anna.page.unroute("**/events*")
    anna.waits_for(".status", "Your turn")
    ben.page.wait_for_selector("#app[data-ply='0']")
    anna.page.locator(".space.lit[data-name=b2]").click()
    ben.page.wait_for_selector("#app[data-ply='1']")
    for each in (anna, ben):
        each.context.close()
