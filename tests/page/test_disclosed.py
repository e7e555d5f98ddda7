"""Who was told what was hidden decides nothing anew: attacks over HTTP, in the terminal and on an exported page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_exported import page_of
from yupana.tests.page.test_served_table import choose, table_of
from yupana.tests.page.test_stepping import page
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana

__all__ = ["yupana"]

TOLD = "Nothing can be taken back any more: what was hidden has been told."


def folded(server: Asking) -> tuple[list[str], str]:
    """A game of hidden cards that a player has just ended by a decision that showed nothing."""
    links, watch = table_of(server, "kuhn_poker", seed=5)
    choose(server, links[0], "bet")
    assert server.view(links[0])["can"]["undo"]
    choose(server, links[1], "fold")
    assert server.view(watch)["over"]
    return links, watch


def test_who_ends_a_game_of_hidden_cards_cannot_look_and_decide_anew(server: Asking) -> None:
    links, watch = folded(server)
    for link in links:
        assert not server.view(link)["can"]["undo"]
        answer = server.post(f"/api{link}/undo")
        assert (answer.status_code, answer.json()["fault"]) == (409, TOLD)
    assert server.get(f"/api{watch}/save").json()["seed"] == 5, "it is over, so all is told"
    assert server.get(f"/api{links[1]}/save").status_code == 200
    assert [server.post(f"/api{each}/undo").status_code for each in links] == [409, 409]
    assert server.view(watch)["over"]


def test_nobody_saves_or_steps_while_something_is_hidden(server: Asking) -> None:
    links, watch = table_of(server, "kuhn_poker", seed=5)
    choose(server, links[0], "bet")
    for link in (*links, watch):
        assert server.get(f"/api{link}/save").status_code == 409
        assert server.post(f"/api{link}/step", page="p", do="open", ply=0).status_code == 409


@pytest.mark.parametrize("how", ["save", "step"])
def test_who_plays_alone_and_has_all_told_takes_nothing_back(tmp_path: Path, how: str) -> None:
    with serving(tmp_path) as server:
        (ann,), watch = table_of(server, "goofspiel", "random", seed=5)
        view = server.view(ann)
        assert server.post(f"/api{ann}/choose", ply=view["ply"], index=0).status_code == 200
        assert server.get(f"/api{watch}/save").status_code == 409, "who watches plays not alone"
        if how == "save":
            assert server.get(f"/api{ann}/save").status_code == 200
        else:
            with page(server, ann) as stepping:
                stepping.get("open", ply=1)
        assert server.post(f"/api{ann}/undo").json()["fault"] == TOLD
    with serving(tmp_path) as server:  # the server does not forget it
        assert server.post(f"/api{ann}/undo").json()["fault"] == TOLD
        assert not server.view(ann)["can"]["undo"]


def test_where_nothing_is_hidden_the_last_decision_can_be_taken_back_at_the_end(server: Asking) -> None:
    links, _ = table_of(server, "tic_tac_toe")
    for number, space in enumerate(("a1", "b1", "a2", "b2", "a3")):
        choose(server, links[number % 2], f"mark(space={space})")
    assert server.get(f"/api{links[0]}/save").status_code == 200
    assert server.post(f"/api{links[0]}/undo").status_code == 200


def test_a_table_of_several_that_was_opened_from_a_file_takes_nothing_back_of_hidden_games(server: Asking) -> None:
    state = load("kuhn_poker").start(2, 5)
    state.apply("bet")
    made = server.post("/api/tables/open", text=state.to_json()).json()
    assert server.post(f"/api{made['seats'][0]['link']}/undo").json()["fault"] == TOLD


@pytest.mark.parametrize(("ruleset", "bots", "more", "known"), [
    ("kuhn_poker", (), {"seed": 5}, "seed"), ("backgammon", (), {"seed": 5}, "seed"), ("kuhn_poker", (), {}, ""),
    ("kuhn_poker", ("first",), {"seed": 5}, ""), ("tic_tac_toe", (), {"seed": 5}, ""),
])  # fmt: skip
def test_all_at_a_table_are_told_that_its_seed_was_chosen_where_that_tells_something(
    server: Asking, ruleset: str, bots: tuple[str, ...], more: dict[str, Any], known: str
) -> None:
    """Whoever chose it can work out all cards and dice; but not which seed it is, so that a club can play one deal at
    many tables."""
    links, watch = table_of(server, ruleset, *bots, **more)
    for link in (*links, watch):
        view = server.view(link)
        assert view["known"] == known
        assert "seed" not in {**view, "known": ""}


def test_who_sets_up_a_table_is_told_what_all_are_told(server: Asking, browser: Any) -> None:
    made = server.post("/api/tables", ruleset="kuhn_poker", seed=5).json()
    assert made["known"] == "seed"
    assert "known" not in server.post("/api/tables", ruleset="kuhn_poker").json()
    save = load("kuhn_poker").start(2, 5).to_json()
    opened = server.post("/api/tables/open", text=save).json()
    assert opened["known"] == server.view(opened["watch"])["known"] == "save"
    for link, note in ((made["watch"], "seed of this table was chosen"), (opened["watch"], "opened from a saved game")):
        seat = Seat(browser, server.address, link)
        assert note in seat.page.locator(".known").inner_text()
        assert seat.errors == []


def test_who_watches_takes_no_undo_from_those_who_play_with_dice(server: Asking) -> None:
    """Stepping tells what chance will bring, after which nothing is taken back: whoever plays may do that, at the end
    all may."""
    (white, _), watch = table_of(server, "backgammon", seed=5)
    assert server.post(f"/api{white}/choose", ply=0, index=0).status_code == 200
    assert not server.view(watch)["can"]["step"]
    assert server.post(f"/api{watch}/step", page="p", do="open", ply=1).status_code == 409
    assert server.view(white)["can"]["undo"]
    assert server.view(white)["can"]["step"]


def test_at_the_terminal_of_several_who_saved_takes_nothing_back(yupana: Yupana) -> None:
    for telling in ("save game.json", "seed"):
        ran = yupana("play", "kuhn_poker", "--seed", "5", lines=["", "bet", "", telling, "undo", "undo anyway", "quit"])
        assert ran.out.count(TOLD) == 2, ran.out
    ran = yupana("play", "--resume", "game.json", lines=["", "undo anyway", "quit"])
    assert TOLD in ran.out
    ran = yupana("play", "kuhn_poker", "--open", lines=["bet", "save open.json", "undo", "quit"])
    assert TOLD not in ran.out
    ran = yupana("play", "tic_tac_toe", lines=["a1", "save open.json", "undo", "quit"])
    assert TOLD not in ran.out


def test_on_an_exported_page_nothing_is_taken_back_once_it_was_saved_or_is_over(browser: Any, tmp_path: Path) -> None:
    opened = page_of(browser, "kuhn_poker", tmp_path)
    opened.begin("human", "human", seed=5)

    def on(option: str) -> None:
        opened.page.click("#go-on")
        opened.page.locator(".options .option", has_text=option).first.click()

    on("bet")
    opened.page.click("#go-on")
    text = opened.saved()
    assert json.loads(text)["seats"] == ["human", "human"]
    assert opened.page.get_by_role("button", name="Undo").is_disabled()
    opened.page.locator(".options .option", has_text="fold").first.click()
    opened.page.wait_for_selector("text=ann wins")
    assert opened.page.get_by_role("button", name="Undo").is_disabled()
    assert opened.faults == []
