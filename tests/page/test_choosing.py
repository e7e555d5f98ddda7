"""How things are chosen on the page: by two clicks or a drag, another instead, the chosen one let go of; and what glows
is what can be done with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import deciding, sit, table
from yupana.tests.page.test_clicks import market


def at(seat: Seat, square: str) -> tuple[float, float]:
    """The middle of a space on the screen."""
    box = seat.page.locator(f".space[data-name={square}]").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lit(seat: Seat) -> set[str]:
    """The spaces that glow."""
    return {each.get_attribute("data-name") for each in seat.page.locator(".space.lit").all()}


def chess(browser: Any, server: Asking, **how: Any) -> Seat:
    return sit(browser, server, table(server, "chess", "human", "human"), **how)


def test_another_piece_is_chosen_instead_and_the_chosen_one_let_go_of(browser: Any, server: Asking) -> None:
    seat = chess(browser, server)
    seat.page.locator(".space[data-name=g1]").click()
    assert lit(seat) == {"f3", "h3"}, "what could be chosen instead does not glow"
    seat.page.locator(".space[data-name=b1]").click()
    assert lit(seat) == {"a3", "c3"}
    seat.page.locator(".space[data-name=b1]").click()
    assert len(lit(seat)) == 10
    assert seat.count(".chosen") == 0
    seat.page.locator(".space[data-name=e2]").click()
    seat.page.locator(".space[data-name=a8]").click()
    assert lit(seat) == {"e3", "e4"}, "what cannot be chosen changes nothing"
    seat.page.locator(".space[data-name=e4]").click()
    seat.page.wait_for_selector("#app[data-ply='1']")
    assert seat.count(".space[data-name=e4] .piece") == 1
    seat.fine()
    seat.context.close()


def test_one_click_moves_no_piece_that_can_go_to_one_place_only(browser: Any, server: Asking) -> None:
    moves = ["e2 e4", "a7 a6", "d1 h5", "a6 a5", "a2 a3", "a5 a4"]
    made = table(server, "chess", "human", "human")
    seats = [sit(browser, server, made, number) for number in (0, 1)]
    for ply, move in enumerate(moves):
        start, end = move.split()
        seats[ply % 2].page.wait_for_selector(f"#app[data-ply='{ply}'] .space.lit")
        seats[ply % 2].page.locator(f".space[data-name={start}]").click()
        seats[ply % 2].page.locator(f".space[data-name={end}]").click()
    seat = seats[0]
    seat.page.wait_for_selector("#app[data-ply='6'] .space.lit")
    seat.page.locator(".space[data-name=e1]").click()
    assert lit(seat) >= {"e2", "d1"}
    seat.page.locator(".space[data-name=b2]").click()  # b3 and b4
    seat.page.locator(".space[data-name=c2]").click()
    seat.page.locator(".space[data-name=e4]").click()
    assert lit(seat) == {"e5"}, "it has one place to go to, and waits for the click on it"
    assert seat.page.get_attribute("#app", "data-ply") == "6"
    seat.page.locator(".space[data-name=e5]").click()
    seat.page.wait_for_selector("#app[data-ply='7']")
    for each in seats:
        each.fine()
        each.context.close()


def test_a_mouse_drags_a_piece_to_its_place(browser: Any, server: Asking) -> None:
    seat = chess(browser, server)
    mouse = seat.page.mouse
    mouse.move(*at(seat, "e2"))
    mouse.down()
    mouse.move(*at(seat, "e3"), steps=4)
    assert lit(seat) == {"e3", "e4"}
    assert seat.count(".flying") == 1
    mouse.move(*at(seat, "h6"), steps=3)
    mouse.up()
    assert seat.count(".flying") == 0
    assert len(lit(seat)) == 10, "dropped where it cannot go, it is let go of"
    mouse.move(*at(seat, "e2"))
    mouse.down()
    mouse.move(*at(seat, "e4"), steps=4)
    mouse.up()
    seat.page.wait_for_selector("#app[data-ply='1']")
    assert seat.count(".space[data-name=e4] .piece") == 1
    assert seat.page.get_attribute("#app", "data-ply") == "1"
    seat.fine()
    seat.context.close()


def test_a_drag_takes_no_option_that_one_click_takes(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "tic_tac_toe", "human", "human"))
    mouse = seat.page.mouse
    mouse.move(*at(seat, "a1"))
    mouse.down()
    mouse.move(*at(seat, "b3"), steps=4)
    mouse.up()
    seat.page.wait_for_timeout(100)
    assert seat.page.get_attribute("#app", "data-ply") == "0"
    seat.fine()
    seat.context.close()


@pytest.mark.parametrize("rests", [True, False], ids=["rests", "scrolls"])
def test_a_finger_drags_once_it_has_rested(browser: Any, server: Asking, *, rests: bool) -> None:
    made = table(server, "chess", "human", "human")
    seat = sit(browser, server, made, wide=390, high=844, touch=True)
    screen = seat.context.new_cdp_session(seat.page)

    def touch(kind: str, *where: tuple[float, float]) -> None:
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in where]})

    begin, end = at(seat, "e2"), at(seat, "e4")
    touch("touchStart", begin)
    seat.page.wait_for_timeout(400 if rests else 20)
    for step in range(1, 5):
        touch("touchMove", (begin[0], begin[1] + (end[1] - begin[1]) * step / 4))
        seat.page.wait_for_timeout(20)
    touch("touchEnd")
    if rests:
        seat.page.wait_for_selector("#app[data-ply='1']")
        assert seat.count(".space[data-name=e4] .piece") == 1
    else:
        seat.page.wait_for_timeout(200)
        assert seat.page.get_attribute("#app", "data-ply") == "0"
        assert seat.count(".chosen") == 0
    seat.fine()
    seat.context.close()


def test_what_was_taken_is_waited_for_while_the_page_is_drawn_anew(browser: Any, server: Asking) -> None:
    seat = sit(browser, server, table(server, "chess", "human", "human"))
    held: list[Any] = []
    seat.page.route("**/choose", lambda route: held.append(route))
    for square in ("e2", "e4"):
        seat.page.locator(f".space[data-name={square}]").click()
    seat.page.wait_for_selector(".decision.busy")
    seat.page.set_viewport_size({"width": 700, "height": 800})
    seat.page.wait_for_timeout(300)
    for square in ("d2", "d4"):
        seat.page.locator(f".space[data-name={square}]").click()
    assert seat.count(".decision.busy") == 1
    assert len(held) == 1, "nothing else is taken meanwhile"
    held[0].continue_()
    seat.page.wait_for_selector("#app[data-ply='1']")
    seat.fine()
    seat.context.close()


CARDS = ("cargo_empire", "cuzco_feld", "pizarro", "hearts", "night_market", "hanabi")
STANDS = """() => [...document.querySelectorAll('.lit[data-key]')].map(each => {
    const place = each.closest('.chips, .cards, .space, .cell') ?? each;
    const here = [place, ...place.querySelectorAll('[data-members]')].flatMap(part =>
        part.dataset.members && part.dataset.key === each.dataset.key ? part.dataset.members.split(' ') : []);
    return [each.dataset.key, each.dataset.members ? here.map(Number) : null];
})"""
"""What glows, and the members of its key that lie there; none where it is known by its name alone."""


def test_a_card_in_the_hand_does_not_stand_for_one_that_lies_elsewhere(browser: Any, tmp_path: Path) -> None:
    opened = market(browser, tmp_path, hides_row=True)
    assert opened.page.locator(".option", has_text="Take").count() == 1
    opened.page.locator(".option", has_text="Take").first.hover()
    hand = opened.page.locator(".player .playing.lit").first
    hand.click()
    left = opened.page.locator(".options .option.whole").all_inner_texts()
    assert {each.split()[0].strip(":") for each in left} == {"Sell", "Keep"}
    assert opened.faults == []


@pytest.mark.parametrize("ruleset", ["cuzco_kk", *(pytest.param(each, marks=pytest.mark.slow) for each in CARDS)])
def test_what_glows_stands_for_an_option_with_that_very_thing(browser: Any, server: Asking, ruleset: str) -> None:
    made = table(server, ruleset, *["human"] * (3 if ruleset == "hearts" else 2), seed=2)
    links = [each["link"] for each in made["seats"]]
    seats = [sit(browser, server, made, number) for number in range(len(links))]
    alternatives = server.get(f"/api{links[0]}/about").json()["alternatives"]
    for turn in range(25):
        views = [server.view(each) for each in links]
        number = next((n for n, each in enumerate(views) if each["decision"] and each["decision"]["mine"]), None)
        if number is None:
            break
        decision, ply, page = views[number]["decision"], views[number]["ply"], seats[number].page
        page.wait_for_selector(f"#app[data-ply='{ply}'] .decision.mine:not(.busy)")
        taken: set[tuple[int, int]] = set()
        for option in decision["options"]:
            for (_, kind), value in zip(alternatives[option[0]]["params"], option[1:], strict=True):
                if kind["kind"] == "member":
                    taken |= {(kind["domain"], each) for each in (value if isinstance(value, list) else [value])}
        for key, here in page.evaluate(STANDS):
            domain = int(key.split(":")[0])
            assert here is None or any((domain, each) in taken for each in here), (ply, key, here)
        index = (turn * 7 + 3) % len(decision["options"])
        server.post(f"/api{links[number]}/choose", ply=ply, index=index)
    for each in seats:
        each.fine()
        each.context.close()


@pytest.mark.parametrize("wide", [390, 1280])
def test_what_a_value_says_stands_in_the_middle_of_its_button(browser: Any, server: Asking, wide: int) -> None:
    made = table(server, "amazons", "human", "human")
    seat = sit(browser, server, made, deciding(server, made), wide=wide, high=800)
    seat.page.wait_for_selector(":is(.value, .values > .option)")
    off = seat.page.locator(":is(.value, .values > .option)").evaluate_all("""all => all.flatMap(each => {
        const middle = box => (box.top + box.bottom) / 2, whole = middle(each.getBoundingClientRect());
        return [...each.children].filter(part => part.getClientRects().length).map(part => Math.abs(middle(part.getBoundingClientRect()) - whole));
    })""")  # noqa: E501
    assert len(off) >= 5
    assert max(off) < 2.5
    seat.context.close()


LISTED = """() => {
    const left = (each) => each.getBoundingClientRect().left;
    const words = [...document.querySelectorAll('.options .option > :is(b, .said)')].map((each) => left(each) - left(each.parentElement));
    const term = [...document.querySelectorAll('.term')].find((each) => each.textContent.toLowerCase() === 'commanders:');
    const lines = document.createRange();
    lines.selectNodeContents(term);
    return {words, lines: new Set([...lines.getClientRects()].map((each) => each.top)).size};
}"""  # noqa: E501


def test_what_is_listed_begins_at_the_left_and_terms_are_not_broken(browser: Any, server: Asking) -> None:
    made = table(server, "cuzco_kk", "human", "human")
    listed = sit(browser, server, made, deciding(server, made))
    listed.page.wait_for_selector(".options .option.action")
    words = listed.page.evaluate(LISTED.replace("selectNodeContents(term)", "detach()"))["words"]
    assert max(words) < min(words) + 40, words
    listed.context.close()
    seat = sit(browser, server, table(server, "pizarro", "human", "human"))
    seat.page.wait_for_selector(".term")
    assert seat.page.evaluate(LISTED)["lines"] == 1
    chip = seat.page.locator(".options .chip[data-name=f_pizarro]").first
    assert chip.locator("svg .sign").text_content() == "FP"
    assert chip.evaluate("each => [...each.childNodes].at(-1).data") == "F. Pizarro"
    seat.context.close()


def test_where_a_man_comes_glows_and_is_clicked_or_dragged_to(browser: Any, server: Asking) -> None:
    made = table(server, "backgammon", "human", "human", seed=4)
    seats = [sit(browser, server, made, number) for number in (0, 1)]
    told = server.view(made["seats"][0]["link"], 0)["decision"]
    seat = seats[0 if told["mine"] else 1]
    seat.page.locator(".space.lit[data-name=p13], .space.lit[data-name=p12]").first.click()
    there = sorted(lit(seat))
    assert len(there) == 2, "a man goes as far as one die says or the other"
    seat.page.locator(f".space[data-name={there[0]}]").click()
    seat.page.wait_for_selector("#app[data-ply='1'] .decision.mine")
    begin = seat.page.locator(".space.lit").first.get_attribute("data-name")
    mouse = seat.page.mouse
    mouse.move(*at(seat, begin))
    mouse.down()
    mouse.move(*[each + 9 for each in at(seat, begin)], steps=3)
    goal = next(iter(lit(seat)))
    mouse.move(*at(seat, goal), steps=4)
    mouse.up()
    seat.page.wait_for_selector("#app[data-ply='2']")
    for each in seats:
        each.fine()
        each.context.close()


def test_a_part_of_a_tile_is_called_as_it_is_on_its_tile(browser: Any, server: Asking) -> None:
    made = table(server, "puna", "human", "human", seed=3)
    link = made["seats"][0]["link"]
    server.post(f"/api{link}/choose", ply=0, index=0)
    seat = sit(browser, server, made)
    asked = [each.strip() for each in seat.page.locator(".decision.mine .option .said").all_text_contents()]
    assert asked[:-1] == [f"Send a herder to {each}" for each in ("pasture 1", "trail", "pasture 2")]
    seat.fine()
    seat.context.close()


def test_a_part_of_a_tile_is_clicked_where_it_has_its_middle(browser: Any, server: Asking) -> None:
    made = table(server, "puna", "human", "human", seed=3)
    link = made["seats"][0]["link"]
    server.post(f"/api{link}/choose", ply=0, index=0)
    seat = sit(browser, server, made)
    parts = {each.text.partition("part=")[2].rstrip(")") for each in server.table(link)[0].state.decision.options}
    assert {each.get_attribute("data-name") for each in seat.page.locator(".middle.lit").all()} == parts - {""}
    assert seat.count(".middle:not(.lit)") > 0, "where nothing can be done nothing glows"
    assert not seat.page.locator(".middle:not(.lit)").first.is_visible()
    trail = seat.page.locator(".middle.lit[data-name$=trail]")
    assert trail.get_attribute("role") == "button"
    at = trail.bounding_box()
    trail.click()
    seat.page.locator(".decision.mine .option").first.click()
    seat.page.wait_for_selector("#app[data-ply='2']")
    herder = seat.page.locator(".space .piece:not(.middle)").first.bounding_box()
    assert abs(herder["x"] + herder["width"] / 2 - at["x"] - at["width"] / 2) < 3, "who is sent there stands there"
    seat.fine()
    seat.context.close()


def test_a_group_of_options_is_headed_by_what_they_say(browser: Any, server: Asking) -> None:
    seat = chess(browser, server)
    assert seat.text(".grouptitle") == "Move from … to …"
    assert not seat.count(".choices .part")
    seat.context.close()
    state = load("backgammon").start(seed=5)
    while len(state.option_tuples()) < 3 or len({die for _, _, die, *_ in state.option_tuples()}) > 1:
        state.apply_tuple(state.option_tuples()[0])
    made = server.post("/api/tables/open", text=state.to_json(), seats=["human", "human"]).json()
    seat = Seat(browser, server.address, made["seats"][state.seat]["link"])
    assert seat.text(".grouptitle") == "Move", "where a man comes decides over the words"
    assert seat.text(".choices .part") == "man"
    seat.fine()
    seat.context.close()
