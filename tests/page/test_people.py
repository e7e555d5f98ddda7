"""The people at a served table: names, what they say, clocks, playing again, and the list of one's own tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from yupana.tests.page.served import AMPLE, Asking, serving
from yupana.tests.page.test_served_keep import Clock
from yupana.tests.page.test_served_table import choose, table_of
from yupana.tools.page.guard import Rates
from yupana.tools.page.people import LONGEST_NAME, LONGEST_SAID, MOST_SAID
from yupana.tools.page.tables import Tables

WON = ("a1", "b1", "a2", "b2", "a3")


def people(server: Asking, link: str) -> dict[str, Any]:
    return dict(server.get(f"/api{link}/people").json())


def next_of(server: Asking, link: str, kind: str) -> Any:
    """The first event of a kind."""
    return next(data for found, _, data in server.events(link) if found == kind)


def played(server: Asking, links: list[str]) -> None:
    """A game of tic-tac-toe that the first one wins."""
    for number, space in enumerate(WON):
        choose(server, links[number % 2], f"mark(space={space})")


# ---------------------------------------------------------------- names


def test_people_say_names_which_all_are_told(server: Asking) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe")
    assert people(server, x) == {"people": {"0": "", "1": ""}, "clock": None, "again": None, "talk": [], "mine": 0}
    events = server.events(watch)
    assert next(events)[0] == "view"
    assert server.post(f"/api{x}/sit", name="  Anna ").status_code == 200
    assert next(events)[::2] == ("people", {"people": {"0": "Anna", "1": ""}, "clock": None, "again": None})
    events.close()
    server.post(f"/api{o}/sit", name="Ben")
    server.post(f"/api{o}/sit", name="ベン")
    assert people(server, watch)["people"] == {"0": "Anna", "1": "ベン"}
    server.post(f"/api{o}/sit", name="")
    assert people(server, watch)["people"] == {"0": "Anna", "1": ""}
    assert server.post(f"/api{watch}/sit", name="Eve").status_code == 409


@pytest.mark.parametrize(
    "name",
    ["a\nb", "a\tb", "\x00", "a\x1bb", "\u202eanna", "a\u2066b", "a\u2028b", "\ufeffa", "\u200ba", "a" + "\u0301" * 9,
     "x" * (LONGEST_NAME + 1)],
)  # fmt: skip
def test_what_is_no_name_is_refused(server: Asking, name: str) -> None:
    (x, o), _ = table_of(server, "tic_tac_toe")
    assert server.post(f"/api{x}/sit", name=name).status_code == 400
    assert server.post(f"/api{x}/say", text=name * 20).status_code == 400
    assert people(server, o)["people"]["0"] == ""
    assert people(server, o)["talk"] == []


def test_names_and_talk_are_there_again_when_the_server_is(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        (x, o), watch = table_of(server, "tic_tac_toe")
        server.post(f"/api{x}/sit", name="Anna <b>")
        server.post(f"/api{x}/say", text="<script>alert(1)</script>")
        server.post(f"/api{o}/say", text="👋🏽")
    with serving(tmp_path) as server:
        told = people(server, watch)
        assert told["people"] == {"0": "Anna <b>", "1": ""}
        assert [(each["number"], each["seat"], each["text"]) for each in told["talk"]] == [
            (1, 0, "<script>alert(1)</script>"), (2, 1, "👋🏽"),
        ]  # fmt: skip


# ---------------------------------------------------------------- talk


def test_what_is_said_is_heard_by_all_and_stands_in_no_save(server: Asking) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe")
    streams = [server.events(each) for each in (o, watch)]
    assert [next(each)[0] for each in streams] == ["view", "view"]
    assert server.post(f"/api{x}/say", text="Good luck").status_code == 200
    for each in streams:
        kind, _, (said,) = next(each)
        assert (kind, said["number"], said["seat"], said["text"]) == ("talk", 1, 0, "Good luck")
        each.close()
    assert server.post(f"/api{watch}/say", text="I watch").status_code == 409
    played(server, [x, o])
    assert "Good luck" not in server.get(f"/api{x}/save").text


def test_talk_is_bounded_in_length_number_and_rate(server: Asking) -> None:
    (x, o), _ = table_of(server, "tic_tac_toe")
    assert server.post(f"/api{x}/say", text="x" * LONGEST_SAID).status_code == 200
    assert server.post(f"/api{x}/say", text="x" * (LONGEST_SAID + 1)).status_code == 400
    assert server.post(f"/api{x}/say", text=" ").status_code == 400
    answers = [server.post(f"/api{x}/say", text=str(each)).status_code for each in range(12)]
    assert (answers[0], answers[-1]) == (200, 429)
    assert server.post(f"/api{o}/say", text="I have been silent").status_code == 200, "of each seat by itself"
    table, _ = server.table(x)

    async def much() -> None:
        for each in range(MOST_SAID + 7):
            table.people._often._known.clear()
            await table.say(0, str(each))

    assert server.service is not None
    assert server.service.loop is not None
    asyncio.run_coroutine_threadsafe(much(), server.service.loop).result()
    talk = people(server, x)["talk"]
    assert len(talk) == MOST_SAID
    assert talk[-1]["text"] == str(MOST_SAID + 6)
    job = server.service.store.do(
        lambda each: each.execute("select count(*) from talk where game = ?", (table.number,)).fetchone()
    )
    assert asyncio.run_coroutine_threadsafe(job, server.service.loop).result() == (MOST_SAID,)


# ---------------------------------------------------------------- clocks


def timed(server: Asking, *bots: str, **clock: Any) -> tuple[list[str], str]:
    return table_of(server, "tic_tac_toe", *bots, clock={"each": "decision", "seconds": 600, **clock})


def looked(server: Asking, *links: str) -> None:
    """Somebody looks from all of these seats."""
    for each in links:
        server.view(each)


def test_a_clock_goes_once_all_are_there_and_stands_for_who_does_not_decide(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        (x, o), watch = timed(server, each="game")
        looked(server, x, watch)
        clock.now += 100
        told = people(server, watch)["clock"]
        assert (told["left"], told["runs"], told["waits"]) == ([600, 600], -1, [1])
        looked(server, o)
        clock.now += 100
        told = people(server, watch)["clock"]
        assert (told["left"], told["runs"], told["waits"], told["late"]) == ([500, 600], 0, [], [0, 0])
        choose(server, x, "mark(space=a1)")
        clock.now += 30
        told = people(server, watch)["clock"]
        assert (told["left"], told["runs"]) == ([500, 570], 1)
        choose(server, o, "mark(space=b1)")
        clock.now += 5
        assert people(server, watch)["clock"]["left"] == [495, 570]
        assert server.post(f"/api{o}/undo").json()["fault"] == "Where a clock goes, nothing is taken back."
        assert not server.view(o)["can"]["undo"]


def test_a_clock_for_each_decision_begins_anew(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        (x, o), watch = timed(server)
        looked(server, x, o)
        clock.now += 100
        choose(server, x, "mark(space=a1)")
        clock.now += 200
        assert people(server, watch)["clock"]["left"] == [500, 400]
        choose(server, o, "mark(space=b1)")
        assert people(server, watch)["clock"]["left"] == [600, 400]


def test_a_clock_for_each_turn_goes_on_until_somebody_else_decides(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        links, watch = table_of(server, "backgammon", clock={"each": "turn", "seconds": 600}, seed=4)
        looked(server, *links)
        left, turns = [600.0, 600.0], 0
        while turns < 6:
            views = [server.view(each) for each in links]
            seat = next(number for number, each in enumerate(views) if (each["decision"] or {}).get("mine"))
            clock.now += 7
            left[seat] -= 7
            assert people(server, watch)["clock"]["left"] == left
            server.post(f"/api{links[seat]}/choose", ply=views[seat]["ply"], index=0)
            after = next(
                number for number, each in enumerate(links) if (server.view(each)["decision"] or {}).get("mine")
            )
            if after != seat:
                turns, left[after] = turns + 1, 600.0
        assert min(left) < 600 - 7, "a turn of several decisions was among them"


def test_no_time_goes_by_while_the_server_is_away(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        (x, o), watch = timed(server, each="game")
        looked(server, x, o)
        clock.now += 100
    clock.now += 100_000
    with serving(tmp_path, clock=clock) as server:
        assert people(server, watch)["clock"]["left"] == [500, 600]
        clock.now += 10
        choose(server, x, "mark(space=a1)")
        assert people(server, watch)["clock"]["left"] == [490, 600]


def late(server: Asking, watch: str) -> dict[str, Any]:
    """The clocks once somebody has no time left."""
    for kind, _, data in server.events(watch):
        if kind == "people" and any(data["clock"]["late"]):
            return dict(data["clock"])
    raise AssertionError("the stream has ended")


def test_who_has_no_time_left_is_marked_and_may_still_decide(server: Asking) -> None:
    (x, o), watch = timed(server, seconds=1)
    looked(server, x, o)
    told = late(server, watch)
    assert (told["late"], told["left"], told["runs"]) == ([1, 0], [0, 1], 0)
    choose(server, x, "mark(space=a1)")
    assert people(server, watch)["clock"]["late"] == [1, 0]


@pytest.mark.parametrize("each", ["decision", "game"])
def test_a_bot_decides_for_who_has_no_time_left(server: Asking, each: str) -> None:
    (x, o), watch = timed(server, each=each, seconds=1, bot=True)
    looked(server, x, o)
    assert server.view(watch, ply=1)["log"][-1]["player"] == "x"
    begun = time.monotonic()
    view = server.view(watch, ply=3)
    assert (time.monotonic() - begun < 1.8) == (each == "game"), "who has none at all waits for no decision"
    if each == "decision":
        assert not view["over"]


def test_a_decision_in_secret_does_not_show_in_the_clocks(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        links, watch = table_of(server, "goofspiel", clock={"each": "decision", "seconds": 600}, players=2)
        looked(server, *links)
        seat = next(number for number, each in enumerate(links) if server.view(each)["decision"].get("mine"))
        version = server.table(watch)[0].people.version
        clock.now += 10
        server.post(f"/api{links[seat]}/choose", ply=server.view(links[seat])["ply"], index=0)
        assert server.table(watch)[0].people.version == version + 1, "another one decides now"


@pytest.mark.parametrize("each", ["decision", "turn", "game"])
def test_how_many_decisions_there_were_in_secret_does_not_show(clock: Clock, tmp_path: Path, each: str) -> None:
    def stands(seat: int, *, secret: bool = True) -> Any:
        return SimpleNamespace(seat=seat, over=False, decision=SimpleNamespace(secret=secret))

    with serving(tmp_path, clock=clock) as server:
        links, watch = timed(server, each=each)
        looked(server, *links)
        here, told = server.table(watch)[0].people, people(server, watch)["clock"]
        assert told["runs"] == 0
        clock.now += 10
        times = here.after(stands(0), stands(0))
        assert times == here._times, "the clock goes on as if nothing had been decided"
        others = here.after(stands(0), stands(1))
        assert others is not None
        assert others.left == (590.0, 600.0)


def test_a_clock_is_chosen_within_bounds(server: Asking) -> None:
    for bad in ({"each": "hour", "seconds": 5}, {"each": "game", "seconds": 0}, {"each": "game", "seconds": 10**9},
                {"each": "game"}, {"each": "game", "seconds": 60, "bot": "yes"}, [], "x"):  # fmt: skip
        assert server.post("/api/tables", ruleset="tic_tac_toe", clock=bad).status_code == 400, bad


# ---------------------------------------------------------------- playing again


@pytest.mark.parametrize("turned", [False, True])
def test_a_game_is_played_again_with_the_same_people(server: Asking, turned: bool) -> None:
    (x, o), watch = table_of(server, "tic_tac_toe", clock={"each": "game", "seconds": 900})
    server.post(f"/api{x}/sit", name="Anna")
    server.post(f"/api{o}/sit", name="Ben")
    assert server.post(f"/api{x}/again").status_code == 409, "it is not over"
    played(server, [x, o])
    assert server.post(f"/api{watch}/again").status_code == 409, "who watches asks for none"
    anna = server.post(f"/api{x}/again", turned=turned).json()["link"]
    assert people(server, o)["again"] == {"seat": 0, "turned": turned}
    ben, other = (server.post(f"/api{o}/again", turned=not turned).json()["link"] for _ in range(2))
    assert ben == other
    seen = server.post(f"/api{watch}/again").json()["link"]
    assert server.post(f"/api{x}/again").json()["link"] == anna
    assert len({anna, ben, seen, x, o, watch}) == 6
    seats = [people(server, each)["mine"] for each in (anna, ben, seen)]
    assert seats == ([1, 0, -1] if turned else [0, 1, -1])
    told = people(server, seen)
    assert told["people"] == ({"0": "Ben", "1": "Anna"} if turned else {"0": "Anna", "1": "Ben"})
    assert told["clock"]["seconds"] == 900
    first = ben if turned else anna
    choose(server, first, "mark(space=b2)")
    assert server.view(seen)["ply"] == 1
    assert server.view(watch)["over"], "the game before stands as it was"


def test_bots_move_up_too_and_the_choice_is_kept(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        (x,), _ = table_of(server, "tic_tac_toe", "greedy", seed=1)
        while not server.view(x)["over"]:
            view = server.view(x)
            if view["decision"] and view["decision"]["mine"]:
                server.post(f"/api{x}/choose", ply=view["ply"], index=0)
        link = server.post(f"/api{x}/again", turned=True).json()["link"]
        table, seat = server.table(link)
        assert (table.setting.seats, seat) == (("greedy", "human"), 1)
    with serving(tmp_path) as server:
        assert server.post(f"/api{x}/again").json()["link"] == link
        assert people(server, link)["mine"] == 1


def test_playing_again_counts_as_setting_up_a_table(tmp_path: Path) -> None:
    with serving(tmp_path, rates=Rates(a_second=1e9, burst=1e9, tables_a_second=0.0, tables_burst=2)) as server:
        (x, o), _ = table_of(server, "tic_tac_toe")
        played(server, [x, o])
        assert [server.post(f"/api{x}/again").status_code for _ in range(3)] == [200, 429, 429]


# ---------------------------------------------------------------- my tables


def test_where_one_sits_and_whose_turn_it_is_is_told_without_opening_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        (x, o), watch = table_of(server, "tic_tac_toe")
        (other, third), _ = table_of(server, "tic_tac_toe")
        server.post(f"/api{o}/sit", name="Ben")
        played(server, [other, third])
        choose(server, x, "mark(space=a1)")
    with serving(tmp_path) as server:
        tokens = [each.removeprefix("/t/") for each in (x, o, other, watch)]
        found = server.post("/api/tables/mine", links=[*tokens, "nothing"]).json()["tables"]
        assert found[0] == {"seat": 0, "turn": 1, "fault": False, "names": {"1": "Ben"}}
        assert (found[1]["seat"], found[1]["turn"]) == (1, 1)
        assert found[2]["turn"] == -1
        assert found[3:] == [None, None]
        assert server.service is not None
        assert not server.service.tables._open
        choose(server, o, "mark(space=b1)")
        assert server.post("/api/tables/mine", links=tokens[:1]).json()["tables"][0]["turn"] == 0
        assert server.post("/api/tables/mine", links=["x"] * 65).status_code == 400


# ---------------------------------------------------------------- files of before

VERSION_3 = """
create table tables (
  id integer primary key, setting text not null, ply integer not null default 0, fault text not null default '',
  opened integer not null default 0
);
create table decisions (
  game integer not null, ply integer not null, text text not null, mark text not null default '',
  primary key (game, ply)
) without rowid;
create table former (game integer not null, at integer not null, saved text not null);
create table links (digest blob primary key, game integer not null, seat integer not null) without rowid;
pragma user_version = 3;
"""


def test_a_file_of_before_has_people_from_now_on(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        (x, o), _ = table_of(server, "tic_tac_toe")
        choose(server, x, "mark(space=a1)")
    path, old = tmp_path / "tables.sqlite", tmp_path / "old"
    old.mkdir()
    with contextlib.closing(sqlite3.connect(path)) as new, contextlib.closing(sqlite3.connect(old / path.name)) as file:
        file.executescript(VERSION_3)
        for name, columns in (("tables", "id, setting, ply, fault, opened"), ("decisions", "*"), ("links", "*")):
            for row in new.execute(f"select {columns} from {name}"):
                if name == "tables":  # which knew no clock
                    row = (
                        row[0],
                        json.dumps({key: each for key, each in json.loads(row[1]).items() if key != "clock"}),
                        *row[2:],
                    )
                file.execute(f"insert into {name} values ({', '.join('?' * len(row))})", row)
        file.commit()
    with serving(old) as server:
        token = x.removeprefix("/t/")
        assert server.post("/api/tables/mine", links=[token]).json()["tables"][0]["turn"] is None, "nobody has looked"
        server.post(f"/api{o}/sit", name="Ben")
        choose(server, o, "mark(space=b1)")
        assert server.view(x)["ply"] == 2
        assert people(server, x)["people"] == {"0": "", "1": "Ben"}
        assert server.post("/api/tables/mine", links=[token]).json()["tables"][0]["turn"] == 0
    with serving(old) as server:
        assert people(server, x)["people"] == {"0": "", "1": "Ben"}


def test_what_was_written_down_of_clocks_and_is_damaged_is_told(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        (x, o), _ = timed(server)
        looked(server, x, o)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        file.execute("update clocks set left = '[1]'")
        file.commit()
    with serving(tmp_path, clock=clock) as server:
        assert server.get(f"/api{x}/people").status_code == 409


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_who_comes_while_a_table_is_opened_slowly_is_told_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        (x, o), _ = table_of(server, "tic_tac_toe")
    load = Tables._load

    async def slowly(*given: Any) -> Any:
        await asyncio.sleep(1.0)
        return await load(*given)

    monkeypatch.setattr(Tables, "_load", slowly)
    with serving(tmp_path, rates=replace(AMPLE, patience=0.3)) as server:
        assert server.post(f"/api{x}/say", text="The server was away").status_code == 200
    with serving(tmp_path, rates=replace(AMPLE, patience=0.3)) as server:
        assert server.view(o)["ply"] == 0
        assert [each["text"] for each in people(server, o)["talk"]] == ["The server was away"]
