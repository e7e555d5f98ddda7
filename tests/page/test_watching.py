"""The rules change under tables of a server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import ROOT
from yupana.tests.page.served import Asking, serving
from yupana.tests.tools.conftest import yupana
from yupana.tests.tools_authoring.conftest import made
from yupana.tests.tools_authoring.edits import edit

__all__ = ["made", "yupana"]


@pytest.fixture
def server(made: Path, tmp_path: Path) -> Iterator[Asking]:
    with serving(tmp_path, "./my_game") as asking:
        yield asking


def played(server: Asking, *numbers: int, seats: tuple[str, ...] = ("human", "human")) -> dict[str, Any]:
    """The links of a table at which some stones have been taken."""
    links: dict[str, Any] = server.post("/api/tables", ruleset="my_game", seats=list(seats), seed=1).json()
    for ply, number in enumerate(numbers):
        link = links["seats"][ply % len(seats)]["link"]
        assert server.post(f"/api{link}/choose", ply=ply, index=number - 1).status_code == 200
    return links


class Told:
    """What a stream tells."""

    def __init__(self, server: Asking, link: str) -> None:
        self._events = server.events(link)
        self.view()

    def of(self, kind: str) -> dict[str, Any]:
        return next(dict(data) for each, _, data in self._events if each == kind)

    def view(self) -> dict[str, Any]:
        return self.of("view")

    def edit(self, *, examined: bool) -> dict[str, Any]:
        """The next edit of which is known what it did."""
        while (found := self.of("rules"))["examined"] is not examined:
            pass
        return found


def test_a_table_goes_on_under_the_rules_that_were_saved(server: Asking, made: Path) -> None:
    links = played(server, 3, 3)
    told = Told(server, links["watch"])
    edit(made / "game.yaml", "most_at_once: 3", "most_at_once: 4")
    found = told.edit(examined=False)
    assert (found["sound"], found["faults"], found["parted"]) == (True, [], None)
    assert (view := told.view())["ply"] == 2
    assert [each["ply"] for each in view["log"]] == [0, 1, 2]
    red = server.view(links["seats"][0]["link"])
    assert len(red["decision"]["options"]) == 4
    assert [each["path"] for each in told.edit(examined=True)["changes"]] == ["constants.most_at_once"]


def test_where_a_game_parts_it_waits_and_says_why_and_goes_on_once_it_is_mended(server: Asking, made: Path) -> None:
    links = played(server, 2, 3, 1)
    told = Told(server, links["watch"])
    edit(made / "game.yaml", "most_at_once: 3", "most_at_once: 2")
    assert told.edit(examined=False)["parted"] == {"at": 2}
    assert told.view()["ply"] == 1
    found = told.edit(examined=True)["parted"]
    assert found["changes"] == ["constants.most_at_once"]
    assert "reason" not in found, "who watches is not told why"
    edit(made / "game.yaml", "most_at_once: 2", "most_at_once: 3")
    assert told.edit(examined=False)["parted"] is None
    assert told.view()["ply"] == 3


def test_who_plays_alone_is_told_why(server: Asking, made: Path) -> None:
    links = played(server, 3, seats=("human", "first"))
    link = links["seats"][0]["link"]
    server.view(link, 2)
    told = Told(server, link)
    edit(made / "game.yaml", "most_at_once: 3", "most_at_once: 2")
    found = told.edit(examined=False)["parted"]
    assert found["option"] == "take(number=3)"
    assert "take(number=3)" in found["why"]
    assert told.edit(examined=True)["parted"]["reason"]


def test_faults_are_told_and_the_game_stands(server: Asking, made: Path) -> None:
    links = played(server, 3)
    told = Told(server, links["watch"])
    line = edit(made / "game.yaml", "stones -= number", "stonse -= number")
    found = told.edit(examined=False)
    assert not found["sound"]
    assert [(each["code"], each["line"]) for each in found["faults"]] == [("YUP401", line)]
    assert "stonse -= number" in found["faults"][0]["shown"]
    assert str(made) not in str(found)
    assert server.post(f"/api{links['seats'][1]['link']}/choose", ply=1, index=0).status_code == 200
    edit(made / "game.yaml", "stonse -= number", "stones -= number")
    assert told.edit(examined=False)["sound"]


def test_a_page_learns_whether_it_can_draw_what_comes(server: Asking, made: Path) -> None:
    """What an edit tells agrees with what the table is about; only what is drawn differently changes its shape."""
    links = played(server, 3)
    link, told = links["seats"][0]["link"], Told(server, links["watch"])
    abouts = [server.get(f"/api{link}/about").json()]
    for old, new in (("text: Take some stones", "text: Take any stones"), ("title: My game", "title: Ours")):
        edit(made / "game.yaml", old, new)
        found = told.edit(examined=False)
        abouts.append(server.get(f"/api{link}/about").json())
        assert (found["hash"], found["shape"]) == (abouts[-1]["hash"], abouts[-1]["shape"])
        told.view()
    assert len({each["hash"] for each in abouts}) == 3
    assert [each["shape"] == abouts[0]["shape"] for each in abouts] == [True, True, False]
    assert "any stones" in server.get(f"/api{link}/meanings").text


def test_who_comes_later_is_told_of_the_last_edit(server: Asking, made: Path) -> None:
    links = played(server, 3)
    told = Told(server, links["watch"])
    edit(made / "game.yaml", "stones -= number\n", "stones -= number - 1\n")
    found = told.edit(examined=True)
    assert found["examples"]["failed"] == 1
    assert str(made) not in str(found)
    later = Told(server, links["seats"][0]["link"])
    edit(made / "game.yaml", "stones -= number - 1\n", "stones -= number\n")
    assert later.edit(examined=True)["examples"]["failed"] == 0


@pytest.mark.slow
def test_bots_play_by_the_new_rules(server: Asking, made: Path) -> None:
    links = played(server, seats=("human", "first"))
    told = Told(server, links["watch"])
    edit(made / "game.yaml", "{in: 1..most_at_once", "{in: 2..most_at_once")
    told.edit(examined=True)
    assert server.post(f"/api{links['seats'][0]['link']}/choose", ply=0, index=0).status_code == 200
    server.view(links["watch"], 2)
    assert server.table(links["watch"])[0].state.observation(0)["fields"]["stones"] == 8


@pytest.mark.slow
def test_a_bot_decides_nothing_where_the_game_parts(server: Asking, made: Path) -> None:
    links = played(server, seats=("human", "first"))
    link = links["seats"][0]["link"]
    for ply in (0, 2):
        assert server.post(f"/api{link}/choose", ply=ply, index=2).status_code == 200
        server.view(link, ply + 2)
    told = Told(server, link)
    edit(made / "game.yaml", "{in: 1..most_at_once", "{in: 2..most_at_once")
    found = told.edit(examined=True)["parted"]
    assert (found["at"], found["option"]) == (2, "take(number=1)")
    assert found["changes"] == ["actions.take"]
    assert found["first"]["at"] == 1
    assert "take(number=1)" in found["first"]["why"], "other options were there before"
    time.sleep(0.3)
    assert server.view(link)["ply"] == 1, "it waits until the rule is mended"
    edit(made / "game.yaml", "{in: 2..most_at_once", "{in: 1..most_at_once")
    assert told.edit(examined=False)["parted"] is None
    assert server.view(link)["ply"] == 4
    edit(made / "game.yaml", "{in: 1..most_at_once", "{in: 2..most_at_once")
    assert told.edit(examined=False)["parted"]["at"] == 2
    assert server.post(f"/api{link}/undo").status_code == 200
    assert server.post(f"/api{link}/choose", ply=0, index=0).status_code == 200
    assert server.view(link, 2)["ply"] == 2, "who takes back plays on under the new rules"


def test_a_table_stands_as_far_as_it_goes_when_the_server_starts_with_other_rules(made: Path, tmp_path: Path) -> None:
    with serving(tmp_path, "./my_game") as server:
        links = played(server, 2, 3, 1)
    edit(made / "game.yaml", "most_at_once: 3", "most_at_once: 2")
    with serving(tmp_path, "./my_game") as server:
        assert server.view(links["watch"])["ply"] == 1
    edit(made / "game.yaml", "most_at_once: 2", "most_at_once: 3")
    with serving(tmp_path, "./my_game") as server:
        assert server.view(links["watch"])["ply"] == 3


def test_a_saved_game_of_a_copy_is_opened_under_the_rules_of_the_copy(tmp_path: Path) -> None:
    copytree(ROOT / "rulesets" / "tic_tac_toe", tmp_path / "tic_tac_toe")
    edit(tmp_path / "tic_tac_toe" / "game.yaml", "title: Tic-tac-toe", "title: Noughts and crosses")
    state = load(str(tmp_path / "tic_tac_toe")).start(seed=1)
    with serving(tmp_path, str(tmp_path / "tic_tac_toe")) as server:
        links = server.post("/api/tables/open", text=state.to_json(), seats=["human", "human"]).json()
        assert server.get(f"/api{links['watch']}/about").json()["title"] == "Noughts and crosses"
