"""Stepping through rules from the page: who may, what it shows, that it ends, and that it holds up nobody."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_served_inputs import WRITTEN, told
from yupana.tests.tools.conftest import yupana
from yupana.tests.tools_authoring.conftest import made
from yupana.tests.tools_authoring.edits import edit
from yupana.tools.page.panels import Bounds
from yupana.tools.page.tables import Limits

__all__ = ["made", "yupana"]

SOON = 20.0
FIELDS = (("value", "text"), ("value", "frame"), ("why", "text"), ("inside", "number"), ("look", "frame"), ("x", "do"))
"""What is asked, and a field of it in which anything may stand."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """A server at which one page may step at a time."""
    with serving(tmp_path_factory.mktemp("stepped"), limits=Limits(stepping=Bounds(most=1))) as asking:
        yield asking


def table(server: Asking, ruleset: str, *seats: str) -> tuple[list[str], str]:
    """The links of a table with seed 1."""
    links = server.post("/api/tables", ruleset=ruleset, seats=list(seats), seed=1).json()
    return [each["link"] for each in links["seats"]], links["watch"]


def two_marks(server: Asking) -> str:
    """The link to a seat of tic-tac-toe at which b2 and a1 were marked."""
    seats, _ = table(server, "tic_tac_toe", "human", "human")
    for ply, index in enumerate((4, 0)):
        assert server.post(f"/api{seats[ply]}/choose", ply=ply, index=index).status_code == 200
    return seats[0]


class Stepping:
    """A page at a link that steps."""

    def __init__(self, server: Asking, link: str, name: str) -> None:
        self._post = lambda **said: server.post(f"/api{link}/step", **{"page": name, **said})

    def ask(self, do: str, **more: Any) -> httpx.Response:
        """What the server answers."""
        return self._post(do=do, **more)

    def get(self, do: str, **more: Any) -> Any:
        """The same, when it must not refuse."""
        answer = self.ask(do, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()


@contextlib.contextmanager
def page(server: Asking, link: str, name: str = "mine") -> Iterator[Stepping]:
    """A page that is connected while this lasts."""
    with server.client.stream("GET", f"/api{link}/events?page={name}") as answer:
        parts = answer.iter_raw()  # kept, for who drops it is gone
        next(parts)
        yield Stepping(server, link, name)


def panels(server: Asking) -> dict[Any, Any]:
    """What is stepped through."""
    assert server.service is not None
    return server.service.tables.panels._open


def processes(server: Asking) -> list[Any]:
    """The processes in which that is done."""
    return [each._worker._process for each in panels(server).values()]


def wait_until(happens: Any) -> None:
    until = time.monotonic() + SOON
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_page_steps_goes_back_and_asks_until_it_is_gone(server: Asking) -> None:
    link = two_marks(server)
    assert server.view(link)["can"]["step"]
    with page(server, link) as stepping:
        assert stepping.ask("in").status_code == 404, "nothing is open yet"
        stands = stepping.get("open", ply=2)
        assert stands["frames"][0]["title"] == "action mark(space=a1)"
        line = stands["seen"]["code"]["line"]
        assert stepping.get("next")["seen"]["code"]["line"] == line + 1
        assert stepping.get("value", text="space.mark", frame=0)["text"] == "o"
        assert stepping.get("back")["seen"]["code"]["line"] == line
        assert stepping.get("value", text="space.mark", frame=0)["text"] == "none"
        assert "space.mark" in stepping.get("why", text="mark(space=b2)")["text"]
        refused = stepping.ask("value", text="spaec", frame=0)
        assert (refused.status_code, "spaec" in refused.json()["fault"]) == (409, True)
        assert server.view(link)["ply"] == 2, "the game itself stands where it stood"

        for do, field in FIELDS:
            body = {"page": "mine", "do": do, "text": "me", "frame": 0, "number": 0, field: "HERE"}
            for each in WRITTEN:
                sent = json.dumps(body).replace('"HERE"', each).encode()
                told(server.client.post(f"/api{link}/step", content=sent, headers={"content-type": "application/json"}))
        assert stepping.get("in")["seen"]["code"]["line"] == line + 1, "and it goes on"

        others, _ = table(server, "tic_tac_toe", "human", "human")
        with page(server, others[0], "other") as other:
            assert other.ask("open", ply=0).status_code == 503, "there is one at most"
        (process,) = processes(server)
        assert stepping.get("open", ply=1)["frames"][0]["title"] == "action mark(space=b2)"
        assert processes(server) == [process], "for another decision it is the same"
        assert process.is_alive()
    wait_until(lambda: not panels(server) and not process.is_alive())


def test_what_is_likely_to_be_asked_for_is_made_ready_and_gives_way(server: Asking) -> None:
    link = two_marks(server)
    with page(server, link) as stepping:
        assert stepping.get("ready") == {}
        (process,) = processes(server)
        assert not server.table(link)[0].disclosed, "nothing was told yet"
        assert stepping.get("open", ply=1)["frames"][0]["title"] == "action mark(space=b2)"
        assert processes(server) == [process]
        others, _ = table(server, "tic_tac_toe", "human", "human")
        with page(server, others[0], "other") as other:
            assert other.get("ready") == {}
            assert processes(server) == [process], "there is one at most"
            assert stepping.get("close") == {}
            assert processes(server) == [process], "somebody may go on"
            other.get("open", ply=0)
            assert processes(server) != [process]
            assert not process.is_alive()
        wait_until(lambda: not panels(server))
        stepping.get("ready")
        (panel,) = panels(server).values()
        panel._bounds = Bounds(spare=0.05)
        stepping.get("close")
        wait_until(lambda: not panels(server))


@pytest.mark.slow
def test_one_link_does_not_hold_what_is_there_for_all(tmp_path: Path) -> None:
    with serving(tmp_path, limits=Limits(stepping=Bounds(most=3, link=2))) as server, contextlib.ExitStack() as stay:
        (mine, _), watch = table(server, "tic_tac_toe", "human", "human")
        first, second, third = [stay.enter_context(page(server, watch, each)) for each in "abc"]
        first.get("open", ply=0)
        second.get("open", ply=0)
        first.get("in")
        third.get("open", ply=0)
        assert second.ask("in").status_code == 404, "the one that was idle for longest has given way"
        first.get("in")
        other = stay.enter_context(page(server, mine))
        other.get("open", ply=0)
        assert len(panels(server)) == 3


@pytest.mark.slow
def test_what_takes_too_long_ends_and_the_server_answers_meanwhile(server: Asking) -> None:
    link = two_marks(server)
    with page(server, link) as stepping:
        stepping.get("open", ply=1)
        (panel,) = panels(server).values()
        (process,) = processes(server)
        panel._bounds = Bounds(patience=0.05)
        endless = "size(Square)"
        for each in "abcdefghij":
            endless = f"sum({endless} for {each} in Square)"
        refused = stepping.ask("value", text=endless, frame=0)
        assert (refused.status_code, "too long" in refused.json()["fault"]) == (409, True)
        assert not panels(server)
        assert not process.is_alive()

        stepping.get("open", ply=1)
        (panel,) = panels(server).values()
        panel._bounds = Bounds(idle=0.05)
        stepping.get("in")
        wait_until(lambda: not panels(server))
        assert stepping.ask("in").status_code == 404
        assert stepping.ask("close").status_code == 200


def test_who_may_not_see_everything_is_refused_until_the_game_is_over(server: Asking) -> None:
    seats, watch = table(server, "kuhn_poker", "human", "human")
    ply = 0
    while not (state := server.table(watch)[0].state).over:
        for link in (*seats, watch):
            assert not server.view(link)["can"]["step"]
            with page(server, link) as stepping:
                for do in ("open", "in", "value"):
                    refused = stepping.ask(do, ply=0, text="1", frame=0)
                    assert (refused.status_code, "over" in refused.json()["fault"]) == (409, True)
        assert server.post(f"/api{seats[state.seat]}/choose", ply=ply, index=0).status_code == 200
        ply += 1
    assert not panels(server)
    assert server.view(watch)["can"]["step"]
    with page(server, watch) as stepping:
        assert stepping.get("open", ply=1)["decision"] == 1
        assert stepping.ask("open", ply=99).status_code == 404


def test_who_plays_alone_may_but_not_who_watches(server: Asking) -> None:
    (mine, _), watch = table(server, "kuhn_poker", "human", "first")
    assert server.view(mine)["can"]["step"]
    assert not server.view(watch)["can"]["step"]
    with page(server, watch) as stepping:
        assert stepping.ask("open", ply=0).status_code == 409
    assert Stepping(server, mine, "nowhere").ask("open", ply=0).status_code == 409, "it is not connected"


def test_the_page_steps_by_keys_and_follows_the_rules_as_they_are_edited(
    browser: Any, made: Path, tmp_path: Path
) -> None:
    rules = made / "game.yaml"
    with serving(tmp_path, "./my_game") as server:
        links = server.post("/api/tables", ruleset="my_game", seats=["human", "human"], seed=1).json()
        link = links["seats"][0]["link"]
        assert server.post(f"/api{link}/choose", ply=0, index=2).status_code == 200
        seat = Seat(browser, server.address, link)
        at = ".stepping .code .at"
        seat.page.get_by_role("tab", name="Log").click()
        seat.page.get_by_role("button", name="Step through decision 1").focus()
        seat.page.keyboard.press("Enter")
        seat.page.wait_for_selector(at)
        assert "stones -= number" in seat.text(at)
        assert "number 3" in seat.text(".stepping .stored").replace("\n", " ")
        ask = seat.page.get_by_label("An expression, or an option")
        ask.fill("stones")
        seat.page.keyboard.press("Enter")
        seat.page.wait_for_selector(".answered b")
        before = seat.text(".answered span")
        seat.page.locator(".stepping .stored summary").first.click()
        seat.page.wait_for_selector(".stepping .stored .tree:has-text('stones')")

        seat.page.locator("[data-step=next]").focus()
        seat.page.keyboard.press("n")
        seat.page.wait_for_function("at => !document.querySelector(at).innerText.includes('stones -= number')", arg=at)
        seat.page.wait_for_selector(".stepping .stored .tree:has-text('stones')")
        ask.fill("stones")
        seat.page.keyboard.press("Enter")
        seat.page.wait_for_selector(".answered b")
        assert int(seat.text(".answered span")) == int(before) - 3
        seat.page.locator("[data-step=back]").click()
        seat.page.wait_for_function("at => document.querySelector(at).innerText.includes('stones -= number')", arg=at)

        edit(rules, "stones -= number", "stones -= 1 * number")
        seat.page.wait_for_selector(f"{at}:has-text('stones -= 1 * number')")
        edit(rules, "stones -= 1 * number", "stonse -= number")
        seat.page.wait_for_selector(".edits .fault.error", state="attached")
        with page(server, link) as stepping:
            stands = stepping.get("open", ply=1)
            assert any("stones -= 1 * number" in each for each in stands["seen"]["code"]["lines"]), "as it is played"

        seat.page.locator("[data-step=in]").focus()
        seat.page.keyboard.press("Escape")
        seat.page.wait_for_selector(".stepping", state="hidden")
        wait_until(lambda: all(each.resting for each in panels(server).values()))
        seat.fine()
        seat.context.close()
        wait_until(lambda: not panels(server))
