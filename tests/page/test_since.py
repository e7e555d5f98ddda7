"""What changed since one's last turn: it is marked, also after a reload, and pieces are seen on their way."""

from __future__ import annotations

from typing import Any

import pytest
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking
from yupana.tests.page.test_browser import sit, table
from yupana.tests.page.test_exported import page_of

CHANGED = ".space.changed"
COUNTING = """
    const flying = document.body.getElementsByClassName('flying');
    new MutationObserver(() => { window.most = Math.max(window.most ?? 0, flying.length) }).observe(
        document.body, {childList: true, subtree: true})
"""
"""How many pieces are on their way at once, at most."""


def changed(seat: Seat) -> set[str]:
    """The spaces that are marked."""
    return {each.get_attribute("data-name") for each in seat.page.locator(CHANGED).all()}


def move(seat: Seat, ply: int, start: str, end: str) -> None:
    """Move a piece by two clicks, when it is time for it."""
    seat.page.wait_for_selector(f"#app[data-ply='{ply}'] .space.lit")
    seat.page.locator(f".space[data-name={start}]").click()
    seat.page.locator(f".space[data-name={end}]").click()
    seat.page.wait_for_selector(f"#app[data-ply='{ply + 1}']")


def test_what_others_did_stays_marked_over_a_reload(browser: Any, server: Asking) -> None:
    made = table(server, "chess", "human", "human")
    white, black = (sit(browser, server, made, number) for number in (0, 1))
    move(white, 0, "e2", "e4")
    black.page.wait_for_selector("#app[data-ply='1'] .space.changed")
    assert changed(black) == {"e2", "e4"}
    white.page.wait_for_selector(CHANGED)
    assert changed(white) == {"e2", "e4"}, "one's own move is marked until others have moved"
    move(black, 1, "d7", "d5")
    move(white, 2, "e4", "d5")
    black.page.wait_for_selector("#app[data-ply='3'] .space.changed")
    assert changed(black) == {"e4", "d5"}
    black.page.reload()
    black.page.wait_for_selector(CHANGED)
    assert changed(black) == {"e4", "d5"}
    black.page.locator(".space[data-name=g8]").click()
    assert changed(black) == {"e4", "d5"}, "while one decides it stays"
    for each in (white, black):
        each.fine()
        each.context.close()


def test_all_that_several_did_is_marked(browser: Any, server: Asking) -> None:
    made = table(server, "tic_tac_toe", "human", "human")
    seat, (mine, other) = sit(browser, server, made), [each["link"] for each in made["seats"]]
    server.post(f"/api{mine}/choose", ply=0, index=0)
    server.post(f"/api{other}/choose", ply=1, index=0)
    seat.page.wait_for_selector("#app[data-ply='2'] .space.changed")
    assert len(changed(seat)) == 1
    watching = Seat(browser, server.address, made["watch"])
    watching.page.wait_for_selector(CHANGED)
    assert changed(watching) == changed(seat)
    for each in (seat, watching):
        each.fine()
        each.context.close()


@pytest.mark.parametrize("moving", [True, False])
def test_pieces_move_unless_less_motion_is_preferred(browser: Any, server: Asking, *, moving: bool) -> None:
    made = table(server, "chess", "human", "human")
    seat = sit(browser, server, made, moving=moving)
    seat.page.evaluate(COUNTING)
    move(seat, 0, "g1", "f3")
    seat.page.wait_for_timeout(50)
    assert seat.page.evaluate("window.most ?? 0") == (1 if moving else 0)
    seat.page.wait_for_timeout(600)
    assert seat.count(".flying") == 0
    assert seat.count(".space[data-name=f3] .piece") == 1
    seat.fine()
    seat.context.close()


def test_after_a_reload_pieces_go_once_more_to_where_they_are(browser: Any, server: Asking) -> None:
    made = table(server, "chess", "human", "human")
    white, black = sit(browser, server, made), sit(browser, server, made, 1, moving=True)
    black.context.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {COUNTING} }})")
    move(white, 0, "e2", "e4")
    black.page.wait_for_selector("#app[data-ply='1']")
    black.page.reload()
    black.page.wait_for_selector(CHANGED)
    black.page.wait_for_function("window.most === 1")
    assert black.count(".space.lit") == 10
    for each in (white, black):
        each.fine()
        each.context.close()


def test_marks_in_an_exported_game(browser: Any, tmp_path: Any) -> None:
    opened = page_of(browser, "breakthrough", tmp_path)
    opened.begin("human", "random")
    opened.page.locator(".space.lit").first.click()
    opened.page.locator(".space.lit").first.click()
    opened.page.wait_for_selector("#app[data-ply='2'] .space.changed")
    assert opened.page.locator(CHANGED).count() == 2
    opened.page.wait_for_timeout(500)
    assert opened.page.locator(".flying").count() == 0
    assert opened.faults == []
