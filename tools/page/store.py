"""Tables on disk: what they were set up with, every decision, and which link leads where.

Guarantee: what `do` has answered is on the disk, whatever becomes of the process or the machine afterwards, and all of
one job is there or nothing of it. One thread writes; jobs that wait together become one transaction, so that a hundred
tables cost hardly more than one. Of links only a digest is kept: who reads the file cannot sit down at a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeVar

from yupana.schemas.errors import UsageError

from .faults import Refused
from .kept_people import OF_A_TABLE, Former, KeptPeople, Times, follow, keep_times, people_of
from .setting import Setting

VERSION = 4
"""Of the tables below; those of version 1 did not know when a table was opened, those of version 2 not how decisions
came out, those of version 3 nothing of the people at a table."""

_TABLES = """
create table tables (
  id integer primary key,
  setting text not null,
  ply integer not null default 0,  -- decisions beyond it were taken back and may be taken again
  fault text not null default '',
  opened integer not null default 0,  -- when somebody looked at it last, in seconds since 1970
  turn integer  -- the seat that decides, -1 where the game is over (null: not known)
);
create table decisions (
  game integer not null, ply integer not null, text text not null,
  mark text not null default '',  -- what came of it in some digits (`machine/trail.py`), where it is known
  primary key (game, ply)
) without rowid;
create table former (game integer not null, at integer not null, saved text not null);  -- under other rules
create table links (digest blob primary key, game integer not null, seat integer not null) without rowid;
"""

_PEOPLE = """
create table people (
  game integer not null, seat integer not null, name text not null default '',
  there integer not null default 0,  -- whether somebody has been at the seat
  primary key (game, seat)
) without rowid;
create table talk (
  game integer not null, number integer not null, seat integer not null, at integer not null, text text not null,
  primary key (game, number)
) without rowid;
create table clocks (game integer primary key, since real, left text not null, late text not null);  -- see `Times`
create table rematches (
  game integer primary key, next integer not null, seat integer not null, turned integer not null
);
create table server (alive real not null);  -- when it was so last: while it is away, no time of a clock goes by
"""
"""What version 4 has besides."""

DAY = 24 * 60 * 60.0
"""In seconds."""

NO_TABLE = "This link leads to no table."

DAMAGED = "What the server has written down of this table is damaged, so its game cannot go on; other tables can."

Answer = TypeVar("Answer")
Job = Callable[[sqlite3.Connection], Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it was written down: `decisions` are all that are known, of which `ply` are taken; `trail` is how the
    game went, as far as it is known."""

    setting: Setting
    decisions: list[str]
    ply: int
    fault: str
    trail: str = ""


class Store:
    """The file with all tables of one server; `clock` tells the seconds since 1970. Raises UsageError when it cannot be
    used."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self.clock = self._clock = clock
        self._connection = _opened(path, clock())
        self._thread = threading.Thread(target=self._work, name="yupana-store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, and close the file."""
        self._jobs.put((_alive(self._clock()), Future()))
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()

    async def do(self, job: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Carry out a job; when it is answered, what it wrote is on the disk.

        Raises Refused when the disk does not take it, and what the job raises.
        """
        future: Future[Any] = Future()
        self._jobs.put((job, future))
        answer: Answer = await asyncio.wrap_future(future)
        return answer

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            batch, ends = [job], False
            with contextlib.suppress(queue.Empty):
                while not ends:
                    more = self._jobs.get_nowait()
                    ends = more is None
                    batch += [] if more is None else [more]
            self._transaction([each for each in batch if each[1].set_running_or_notify_cancel()])
            if ends:
                return

    def _transaction(self, batch: list[tuple[Job, Future[Any]]]) -> None:
        """Carry out jobs as one transaction; one that fails takes nothing with it."""
        connection, done = self._connection, list[tuple[Future[Any], Any, Exception | None]]()
        try:
            connection.execute("begin immediate")
            for job, future in batch:
                connection.execute("savepoint job")
                try:
                    done.append((future, job(connection), None))
                except Exception as fault:
                    connection.execute("rollback to job")
                    done.append((future, None, fault))
                connection.execute("release job")
            connection.execute("commit")
        except sqlite3.Error as fault:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("rollback")
            refused = Refused(503, f"The server cannot write to its disk: {fault}.")
            done = [(future, None, refused) for _, future in batch]
        for future, answer, wrong in done:
            if wrong is None:
                future.set_result(answer)
            elif isinstance(wrong, sqlite3.Error):
                future.set_exception(Refused(503, f"The server cannot write to its disk: {wrong}."))
            else:
                future.set_exception(wrong)

    # ------------------------------------------------------------ what is kept

    async def alive(self) -> None:
        """The server is there still."""
        await self.do(_alive(self._clock()))

    async def add(
        self, setting: Setting, decisions: list[str], marks: list[str], links: dict[str, int], most: int, turn: int,
        former: Former | None = None,
    ) -> int:  # fmt: skip
        """A new table with the decisions taken so far, their marks, the seats that links lead to and the one whose
        `turn` it is; its number. It may follow on a `former` one.

        Raises Refused when there are as many as may be.
        """

        def job(connection: sqlite3.Connection) -> int:
            (there,) = connection.execute("select count(*) from tables").fetchone()
            if there >= most:
                raise Refused(503, f"This server keeps {most} tables, and there are as many.")
            row = (setting.to_json(), len(decisions), int(self._clock()), turn)
            query = "insert into tables (setting, ply, opened, turn) values (?, ?, ?, ?)"
            number = connection.execute(query, row).lastrowid
            assert number is not None
            marked = enumerate(zip(decisions, marks, strict=True), 1)
            rows = [(number, ply, text, mark) for ply, (text, mark) in marked]
            connection.executemany("insert into decisions values (?, ?, ?, ?)", rows)
            found = [(digest(token), number, seat) for token, seat in links.items()]
            connection.executemany("insert into links values (?, ?, ?)", found)
            if former is not None:
                follow(connection, number, former)
            return number

        return await self.do(job)

    async def decided(self, table: int, ply: int, text: str, mark: str, turn: int, times: Times | None = None) -> None:
        """The decision that makes it `ply`, and whose `turn` it is then; what was taken back before cannot be taken
        again."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("delete from decisions where game = ? and ply >= ?", (table, ply))
            connection.execute("insert into decisions values (?, ?, ?, ?)", (table, ply, text, mark))
            connection.execute("update tables set ply = ?, turn = ? where id = ?", (ply, turn, table))
            if times is not None:
                keep_times(connection, table, times)

        await self.do(job)

    async def stands(self, table: int, ply: int, turn: int) -> None:
        """The table stands at an earlier ply, or again at a later one."""
        query = "update tables set ply = ?, turn = ? where id = ?"
        await self.do(lambda each: each.execute(query, (ply, turn, table)) and None)

    async def renewed(
        self, table: int, setting: Setting, ply: int, marks: Sequence[str] | None = None, former: str = ""
    ) -> None:  # whose turn it is is told by the game itself, once it is opened
        """The table stands under other rules, as far as its decisions could be taken, with new marks of those. The
        `former` game is kept beside it, so that nothing is lost when somebody decides anew."""

        def job(connection: sqlite3.Connection) -> None:
            query = "update tables set setting = ?, ply = ?, fault = '', turn = null where id = ?"
            connection.execute(query, (setting.to_json(), ply, table))
            for at, mark in enumerate(marks or (), 1):
                connection.execute("update decisions set mark = ? where game = ? and ply = ?", (mark, table, at))
            if former:
                connection.execute("insert into former values (?, ?, ?)", (table, int(self._clock()), former))

        await self.do(job)

    async def disclosed(self, table: int, setting: Setting) -> None:
        """Somebody at the table has been told what was hidden."""
        row = setting.to_json(), table
        await self.do(lambda each: each.execute("update tables set setting = ? where id = ?", row) and None)

    async def ended(self, table: int, fault: str) -> None:
        """The game cannot go on."""
        await self.do(lambda each: each.execute("update tables set fault = ? where id = ?", (fault, table)) and None)

    async def leads_to(self, token: str) -> tuple[int, int] | None:
        """The table and the seat that a link leads to."""
        found: tuple[int, int] | None = await self.do(
            lambda each: each.execute("select game, seat from links where digest = ?", (digest(token),)).fetchone()
        )
        return found

    async def kept(self, table: int) -> Kept:
        """A table as it was written down; it has been opened now. Raises Refused where it was removed meanwhile or is
        damaged."""

        def job(connection: sqlite3.Connection) -> Kept:
            connection.execute("update tables set opened = ? where id = ?", (int(self._clock()), table))
            query = "select setting, ply, fault from tables where id = ?"
            found = connection.execute(query, (table,)).fetchone()
            if found is None:
                raise Refused(404, NO_TABLE)
            setting, ply, fault = found
            query = "select text, mark from decisions where game = ? order by ply"
            rows = connection.execute(query, (table,)).fetchall()
            try:
                told = Setting.from_json(setting)
            except (ValueError, TypeError):
                raise Refused(409, DAMAGED) from None
            if not (isinstance(ply, int) and 0 <= ply <= len(rows) and all(isinstance(each, str) for each, _ in rows)):
                raise Refused(409, DAMAGED)
            marks = list(takewhile(bool, [told.mark, *[mark for _, mark in rows]]))
            return Kept(told, [text for text, _ in rows], ply, fault, "".join(marks))

        return await self.do(job)

    async def people(self, table: int, setting: Setting) -> KeptPeople:
        """The people at a table as they were written down. Raises Refused where that is damaged."""
        try:
            found = await self.do(people_of(table))
            times = found.times
            if times is not None and not (
                len(times.left) == len(times.late) == setting.players
                and all(isinstance(each, int | float) and each >= 0 for each in (*times.left, *times.late))
            ):
                raise ValueError
        except (ValueError, TypeError):
            raise Refused(409, DAMAGED) from None
        return found

    # ------------------------------------------------------------ what nobody looks at

    async def not_opened_for(self, days: int, opened: Collection[int]) -> list[int]:
        """The tables that nobody has opened for so many days; those that are `opened` are so now."""

        def job(connection: sqlite3.Connection) -> list[int]:
            now = int(self._clock())
            connection.executemany("update tables set opened = ? where id = ?", [(now, each) for each in opened])
            rows = connection.execute("select id from tables where opened < ?", (now - days * DAY,))
            return [number for (number,) in rows]

        return await self.do(job)

    async def untouched(self, there: int) -> list[int]:
        """The tables at which nothing was ever decided and that nobody has opened for a day, where there are at least
        so many in all; as of `not_opened_for`."""

        def job(connection: sqlite3.Connection) -> list[int]:
            (count,) = connection.execute("select count(*) from tables").fetchone()
            query = "select id from tables where opened < ? and id not in (select game from decisions)"
            rows = connection.execute(query, (int(self._clock()) - DAY,)) if count >= there else ()
            return [number for (number,) in rows]

        return await self.do(job)

    async def remove(self, tables: Collection[int]) -> None:
        """Remove tables with all that belongs to them, or none of them."""
        numbers = json.dumps(list(tables))

        def job(connection: sqlite3.Connection) -> None:
            for where in (*(f"{each} where game" for each in OF_A_TABLE), "rematches where next", "tables where id"):
                connection.execute(f"delete from {where} in (select value from json_each(?))", (numbers,))

        await self.do(job)


def digest(token: str) -> bytes:
    """What is kept of a link."""
    return hashlib.sha256(token.encode()).digest()


def _alive(now: float) -> Job:
    return lambda each: each.execute("update server set alive = ?", (now,)) and None


def _opened(path: Path, now: float) -> sqlite3.Connection:
    """The file, for this process alone. Raises UsageError."""
    if not path.parent.is_dir():
        raise UsageError(f"Cannot keep tables in `{path}`: there is no folder `{path.parent}`.")
    try:
        path.touch(mode=0o600)
        connection = sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, path, now)
        except BaseException:
            connection.close()
            raise
    except (OSError, ValueError, sqlite3.Error) as fault:
        if getattr(fault, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise UsageError(f"`{path}` is used by another `yupana serve`; `--data FILE` names another file.") from None
        reason = getattr(fault, "strerror", None) or fault
        raise UsageError(f"Cannot keep tables in `{path}`: {reason}.") from None
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, now: float) -> None:
    for setting in ("locking_mode = exclusive", "journal_mode = wal", "synchronous = full"):
        connection.execute(f"pragma {setting}").fetchall()
    connection.execute("begin exclusive")
    (version,) = connection.execute("pragma user_version").fetchone()
    (there,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if version == 0 and not there:
        _carry_out(connection, _TABLES + _PEOPLE)
        connection.execute("insert into server values (?)", (now,))
    elif not 1 <= version <= VERSION:
        raise UsageError(f"`{path}` holds no tables of this version of yupana; `--data FILE` names another file.")
    else:
        if version < 2:
            connection.execute(f"alter table tables add column opened integer not null default {int(now)}")
        if version < 3:
            connection.execute("alter table decisions add column mark text not null default ''")
            connection.execute("create table former (game integer not null, at integer not null, saved text not null)")
        if version < 4:
            connection.execute("alter table tables add column turn integer")
            _carry_out(connection, _PEOPLE)
            connection.execute("insert into server values (?)", (now,))
        connection.execute("update clocks set since = since + max(0.0, ? - (select alive from server))", (now,))
        connection.execute("update server set alive = ?", (now,))
    connection.execute(f"pragma user_version = {VERSION}")
    connection.execute("commit")


def _carry_out(connection: sqlite3.Connection, statements: str) -> None:
    for each in statements.split(";"):
        connection.execute(each)
