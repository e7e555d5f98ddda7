"""Tables that nobody opens any more are removed, and no others."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.served import Asking, serving
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana
from yupana.tools.page.store import DAY
from yupana.tools.page.tables import Limits

__all__ = ["yupana"]


class Clock:
    """Tells the time that a test says."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now

    def goes_on(self, days: float) -> None:
        self.now += days * DAY


@pytest.fixture
def clock() -> Clock:
    return Clock()


def made(server: Asking) -> dict[str, Any]:
    """The links of a table at which something has been decided."""
    links: dict[str, Any] = server.post("/api/tables", ruleset="tic_tac_toe", seats=["human", "human"]).json()
    assert server.post(f"/api{links['seats'][0]['link']}/choose", ply=0, index=0).status_code == 200
    return links


def stands(server: Asking, links: dict[str, Any]) -> bool:
    """Whether all links of a table lead to it still."""
    found = {server.get(f"/api{each}/about").status_code for each in (links["watch"], links["seats"][1]["link"])}
    assert found in ({200}, {404})
    return found == {200}


def rows(folder: Path) -> list[int]:
    """How much there is of tables, decisions and links."""
    with contextlib.closing(sqlite3.connect(folder / "tables.sqlite")) as file:
        return [file.execute(f"select count(*) from {each}").fetchone()[0] for each in ("tables", "decisions", "links")]


def tidy(server: Asking, days: int) -> None:
    """What the server does once a day."""
    service = server.service
    assert service is not None
    assert service.loop is not None
    asyncio.run_coroutine_threadsafe(service.tables.tidy(days), service.loop).result()


def test_a_table_that_nobody_opens_is_removed_when_the_server_starts(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, keep=90, clock=clock) as server:
        left, opened = made(server), made(server)
    clock.goes_on(60)
    with serving(tmp_path, keep=90, clock=clock) as server:
        assert stands(server, opened)
    assert rows(tmp_path) == [2, 2, 6]
    clock.goes_on(31)
    with serving(tmp_path, keep=90, clock=clock) as server:
        assert not stands(server, left)
        assert server.view(opened["watch"])["ply"] == 1
    assert rows(tmp_path) == [1, 1, 3]


def test_none_is_removed_where_all_are_kept(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, keep=0, clock=clock) as server:
        links = made(server)
    clock.goes_on(10_000)
    with serving(tmp_path, keep=0, clock=clock) as server:
        tidy(server, 0)
        assert stands(server, links)


def test_those_of_a_server_that_runs_on_are_removed_too(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        left, asked, watched = made(server), made(server), made(server)
        events = server.events(watched["watch"])
        assert next(events)[0] == "view"
        for _ in range(4):
            tidy(server, 10)
            clock.goes_on(4)
            assert stands(server, asked)
        tidy(server, 10)
        assert not stands(server, left)
        assert stands(server, asked)
        assert stands(server, watched)
        assert server.post(f"/api{left['seats'][0]['link']}/choose", ply=1, index=0).status_code == 404
        assert server.post(f"/api{watched['seats'][1]['link']}/choose", ply=1, index=0).status_code == 200
        assert next(events)[2]["ply"] == 2
        events.close()
        assert rows_of(server) == [2, 3, 6]


def rows_of(server: Asking) -> list[int]:
    """How much there is while the server holds the file."""
    service = server.service
    assert service is not None
    assert service.loop is not None

    def job(file: sqlite3.Connection) -> list[int]:
        return [file.execute(f"select count(*) from {each}").fetchone()[0] for each in ("tables", "decisions", "links")]

    return asyncio.run_coroutine_threadsafe(service.store.do(job), service.loop).result()


def test_a_file_of_before_is_read_and_its_tables_count_as_opened_now(clock: Clock, tmp_path: Path) -> None:
    with serving(tmp_path, clock=clock) as server:
        links = made(server)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as file:
        file.execute("create table before (id integer primary key, setting text, ply integer, fault text)")
        file.execute("insert into before select id, setting, ply, fault from tables")
        file.execute("drop table tables")
        file.execute("alter table before rename to tables")
        file.execute("alter table decisions drop column mark")
        for each in ("former", "people", "talk", "clocks", "rematches", "server"):
            file.execute(f"drop table {each}")
        file.execute("pragma user_version = 1")
        file.commit()
    clock.goes_on(1000)
    with serving(tmp_path, keep=90, clock=clock) as server:
        assert server.view(links["watch"])["ply"] == 1
    clock.goes_on(91)
    with serving(tmp_path, keep=90, clock=clock) as server:
        assert not stands(server, links)


@pytest.mark.parametrize("days", ["-1", "x", "nan", "1e9"])
def test_days_that_there_cannot_be(yupana: Yupana, days: str) -> None:
    ran = yupana("serve", "--keep", days, "--no-browser", "--for", "0.1", "--data", "tables.sqlite")
    assert ran.code == 2
    assert "--keep" in ran.err


def test_where_there_is_no_place_tables_go_that_were_set_up_and_left(tmp_path: Path, clock: Clock) -> None:
    """Nobody fills a server for the others by setting tables up; what somebody has played at is kept."""
    with serving(tmp_path, clock=clock, limits=Limits(tables=4, open=1)) as server:
        played, left = made(server), [server.post("/api/tables", ruleset="tic_tac_toe").json() for _ in range(3)]
        assert server.post("/api/tables", ruleset="tic_tac_toe").status_code == 503, "they may be opened yet"
        tidy(server, 0)
        clock.goes_on(1.5)
        assert server.get(left[0]["watch"]).status_code == 200
        assert server.post("/api/tables", ruleset="tic_tac_toe").status_code == 201
        assert stands(server, played)
        assert [server.get(each["watch"]).status_code for each in left] == [200, 404, 404]
    assert rows(tmp_path)[0] == 3
