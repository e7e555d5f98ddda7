"""Pictures of boards, compared where a change should show, and where none should."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from yupana.interpreter.game import State, load
from yupana.tests.page.browsing import Seat
from yupana.tests.page.seen import WHOLE, Picture, apart, changed, hide, picture
from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import table
from yupana.tests.page.test_phone import opened

EDGES = 0.35
"""So many pixels of a man differ at most where it stands half a pixel aside."""


def watched(browser: Any, server: Asking, made: Any, ply: int = 0) -> Seat:
    """Who watches a table, and lights nothing; when the page is as it stays."""
    seat = Seat(browser, server.address, made["watch"])
    settled(seat, ply)
    return seat


def settled(seat: Seat, ply: int, *, marked: bool = True) -> None:
    seat.page.wait_for_selector(f"#app[data-ply='{ply}']")
    if ply and marked:
        seat.page.wait_for_selector(".changed")
    seat.page.wait_for_timeout(100)


def chosen(server: Asking, made: Any, state: State, *options: str) -> None:
    """Take options at a table, one after the other."""
    for option in options:
        links = [each["link"] for each in made["seats"]]
        assert state.decision is not None
        number = [str(each) for each in state.decision.options].index(option)
        answer = server.post(f"/api{links[state.seat or 0]}/choose", ply=state.ply, index=number)
        assert answer.status_code == 200
        state.apply(option)


def played(browser: Any, server: Asking, ruleset: str, *options: str, **given: Any) -> tuple[Seat, Picture, Picture]:
    """Who watches a game, and what they see before and after the last of some options."""
    made = table(server, ruleset, "human", "human", options=given)
    state = load(ruleset).start(seed=1, options=given)
    chosen(server, made, state, *options[:-1])
    seat = Seat(browser, server.address, made["watch"])
    settled(seat, len(options) - 1, marked=options[-2:-1] != ("pass",))
    before = picture(seat)
    chosen(server, made, state, options[-1])
    settled(seat, len(options), marked=options[-1] != "pass")
    return seat, before, picture(seat)


def finished(seat: Seat) -> None:
    seat.fine()
    seat.context.close()


def test_turned_for_black_every_square_looks_the_same_in_the_place_opposite(browser: Any, server: Asking) -> None:
    made = table(server, "chess", "human", "human")
    chosen(server, made, load("chess").start(seed=1), "move(from=e2, to=e4)", "move(from=d7, to=d5)")
    seat = watched(browser, server, made, 2)
    one = picture(seat)
    seat.page.get_by_role("button", name="Turn the board").click()
    seat.page.mouse.move(2, 2)
    settled(seat, 2)
    other = picture(seat)
    assert changed(seat, one, other, EDGES) == set(), "men stand upright, and what is marked stays so"
    swapped = Picture(other.png, one.boxes, other.size)
    assert len(changed(seat, one, swapped, EDGES)) > 30, "in the same places stand others"
    (ax, ay), (bx, by) = one.middle("a1"), one.middle("h8")
    for name in one.boxes:
        (x, y), (u, v) = one.middle(name), other.middle(name)
        assert abs(u - (ax + bx - x)) <= 1
        assert abs(v - (ay + by - y)) <= 1
    assert apart(seat, one, other)[WHOLE] > 0.1
    finished(seat)


def test_a_move_shows_where_it_was_made_and_nowhere_else(browser: Any, server: Asking) -> None:
    seat, before, after = played(browser, server, "chess", "move(from=e2, to=e4)")
    assert changed(seat, before, after) == {"e2", "e4"}
    finished(seat)
    seat, before, after = played(browser, server, "chess", "move(from=e2, to=e4)", "move(from=d7, to=d5)")
    assert changed(seat, before, after) == {"e2", "e4", "d7", "d5"}, "only the last move is marked"
    finished(seat)


def test_the_last_move_is_marked_for_who_made_it_too(browser: Any, server: Asking) -> None:
    made = table(server, "chess", "human", "human")
    chosen(server, made, load("chess").start(seed=1), "move(from=g1, to=f3)")
    seat = Seat(browser, server.address, made["seats"][0]["link"])
    settled(seat, 1)
    marked = picture(seat)
    hide(seat, ".changed > .under, .changed > .glow")
    assert changed(seat, marked, picture(seat)) == {"g1", "f3"}
    finished(seat)


def test_a_king_in_check_and_the_end_are_seen(browser: Any, server: Asking) -> None:
    mate = ("move(from=f2, to=f3)", "move(from=e7, to=e5)", "move(from=g2, to=g4)", "move(from=d8, to=h4)")
    seat, before, after = played(browser, server, "chess", *mate)
    assert changed(seat, before, after) == {"g2", "g4", "d8", "h4", "e1"}
    assert "Checkmate" in seat.text(".news")
    finished(seat)


def test_a_winning_chain_shows_and_only_that(browser: Any, server: Asking) -> None:
    moves = [f"place(at={at})" for at in ("a2", "a1", "b2", "b1", "c2")]
    seat, before, after = played(browser, server, "hex", *moves, side=3)
    assert changed(seat, before, after) == {"a2", "b2", "c2", "b1"}, "the chain, and the last stone that was marked"
    finished(seat)


def test_at_the_end_it_is_seen_what_stones_surround(browser: Any, server: Asking) -> None:
    moves = [f"place(at={column}{row})" for row in range(1, 5) for column in "bd"] + ["pass", "pass"]
    seat, _, after = played(browser, server, "go", *moves, side=4)
    hide(seat, ".spot")
    assert changed(seat, after, picture(seat)) == {"a1", "a2", "a3", "a4"}, "and the points between both are nobody's"
    finished(seat)


def test_day_and_night_change_the_page_and_not_the_colours_of_a_board(browser: Any, server: Asking) -> None:
    made = table(server, "chess", "human", "human")
    seat = watched(browser, server, made)
    day = picture(seat)
    whole = Picture(seat.page.screenshot(), {}, (1280, 800))
    seat.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    night = picture(seat)
    assert changed(seat, day, night) == set()
    assert apart(seat, whole, Picture(seat.page.screenshot(), {}, (1280, 800)))[WHOLE] > 0.3
    finished(seat)


def test_dice_lie_on_the_board(browser: Any, server: Asking) -> None:
    made = table(server, "backgammon", "human", "human")
    seat = watched(browser, server, made)
    with_dice = picture(seat)
    hide(seat, ".board .die")
    assert changed(seat, with_dice, picture(seat)) == {"bar"}
    finished(seat)


COVERED = """() => [...document.querySelectorAll(".space:has(svg .mark):has(.piece:not(.middle))")].map(space => {
    const boxes = what => [...space.querySelectorAll(what)].map(each => each.getBoundingClientRect());
    return boxes("svg .mark").every(one => boxes(".piece:not(.middle)").every(other =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) < one.width / 5
        || Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < one.height / 5));
})"""


def test_what_stands_on_a_tile_covers_no_icon(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "puna", 0.9)
    found = seat.page.evaluate(COVERED)
    assert found
    assert all(found)
    seat.fine()
    seat.context.close()


def test_what_two_players_have_takes_the_whole_width_and_short_words_one_line(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "goofspiel", 0.5)
    edges = seat.page.evaluate(
        "() => [...document.querySelectorAll('.points')].map(each => Math.round(each.getBoundingClientRect().right))"
    )
    assert len(edges) == 2
    assert len(set(edges)) == 1
    line = seat.page.locator(".termed").first.bounding_box()
    assert 20 < line["height"] < 40
    seat.fine()
    seat.context.close()


def test_sheets_above_players_are_as_large_as_they(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "night_market", 0.5, wide=2560, high=1440)
    sheet, players = (
        seat.page.locator(each).bounding_box() for each in (".stage > .sheets:visible", ".stage > .open")
    )
    assert [round(sheet[each]) for each in ("x", "width")] == [round(players[each]) for each in ("x", "width")]
    seat.fine()
    seat.context.close()


def test_the_coordinates_of_a_small_board_do_not_lie_on_each_other(browser: Any, server: Asking) -> None:
    seat = opened(browser, server, "puna", 1, wide=390, high=760, touch=True)
    heights = seat.page.evaluate(
        "() => [...document.querySelectorAll('.coordinates text[text-anchor=end]')]"
        ".map(each => each.getBoundingClientRect()).map(({top, bottom}) => [top, bottom]).sort((a, b) => a[0] - b[0])"
    )
    assert len(heights) > 2
    assert all(below[0] > above[0] + 0.6 * (above[1] - above[0]) for above, below in pairwise(heights))
    seat.fine()
    seat.context.close()
