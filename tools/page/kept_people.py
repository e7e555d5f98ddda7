"""What is kept on disk of the people at a table: their names, what they have said, their clocks, and the table at which
they played on. Each job is carried out by the store, which see."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

OF_A_TABLE = ("decisions", "links", "former", "people", "talk", "clocks", "rematches")
"""What has rows that belong to a table, by its number in `game`."""

Answer = TypeVar("Answer")
Job = Callable[[sqlite3.Connection], Answer]


@dataclass(frozen=True, slots=True)
class Times:
    """How clocks stand: how many seconds each seat has `left`, how often it had none left (`late`), and `since` when
    the decision that waits is counted (seconds since 1970; None: it is not, and nothing is taken from what is left)."""

    left: tuple[float, ...]
    late: tuple[int, ...]
    since: float | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody said at a table: its number, their seat, and when (seconds since 1970)."""

    number: int
    seat: int
    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """The table at which a game is played again: who asked for it, and whether everybody moves up by one seat."""

    table: int
    seat: int
    turned: bool


@dataclass(frozen=True, slots=True)
class Former:
    """What a new table follows on: the table, who asked for it, whether everybody moves up by one seat."""

    table: int
    seat: int
    turned: bool
    players: int


@dataclass(frozen=True, slots=True)
class KeptPeople:
    """All of it: names by seat, who has been `there`, what was said last, the clocks, and what followed."""

    names: dict[int, str] = field(default_factory=dict)
    there: frozenset[int] = frozenset()
    talk: tuple[Said, ...] = ()
    times: Times | None = None
    rematch: Rematch | None = None


def moved(seat: int, players: int, *, turned: bool) -> int:
    """Where who sat on a seat sits when a game is played again: the second one begins, the first is the last."""
    return (seat - 1) % players if turned and seat >= 0 else seat


def people_of(table: int) -> Job[KeptPeople]:
    """The people at a table. Whoever reads it raises ValueError where it is damaged."""

    def job(connection: sqlite3.Connection) -> KeptPeople:
        rows = connection.execute("select seat, name, there from people where game = ?", (table,)).fetchall()
        query = "select number, seat, at, text from talk where game = ? order by number"
        talk = tuple([Said(*row) for row in connection.execute(query, (table,))])
        found = connection.execute("select since, left, late from clocks where game = ?", (table,)).fetchone()
        times = None if found is None else Times(tuple(json.loads(found[1])), tuple(json.loads(found[2])), found[0])
        names, there = {seat: name for seat, name, _ in rows}, frozenset(seat for seat, _, was in rows if was)
        return KeptPeople(names, there, talk, times, rematch_of(connection, table))

    return job


def rematch_of(connection: sqlite3.Connection, table: int) -> Rematch | None:
    """The table at which a game is played again."""
    query = "select next, seat, turned from rematches where game = ?"
    found = connection.execute(query, (table,)).fetchone()
    return None if found is None else Rematch(found[0], found[1], bool(found[2]))


def name(table: int, seat: int, said: str) -> Job[None]:
    """Somebody at a seat says their name."""
    query = "insert into people (game, seat, name) values (?, ?, ?) on conflict do update set name = excluded.name"
    return _run(query, table, seat, said)


def arrive(table: int, seat: int, times: Times) -> Job[None]:
    """Somebody is at a seat for the first time, and so stand the clocks then."""

    def job(connection: sqlite3.Connection) -> None:
        query = "insert into people (game, seat, there) values (?, ?, 1) on conflict do update set there = 1"
        connection.execute(query, (table, seat))
        keep_times(connection, table, times)

    return job


def say(table: int, said: Said, most: int) -> Job[None]:
    """Somebody says something; of more than `most` the first is forgotten."""

    def job(connection: sqlite3.Connection) -> None:
        row = (table, said.number, said.seat, said.at, said.text)
        connection.execute("insert into talk values (?, ?, ?, ?, ?)", row)
        connection.execute("delete from talk where game = ? and number <= ?", (table, said.number - most))

    return job


def keep_times(connection: sqlite3.Connection, table: int, times: Times) -> None:
    """So stand the clocks of a table."""
    row = table, times.since, json.dumps(times.left), json.dumps(times.late)
    connection.execute("insert or replace into clocks values (?, ?, ?, ?)", row)


def follow(connection: sqlite3.Connection, table: int, former: Former) -> None:
    """A new table follows on a former one, with the people who sit there."""
    row = former.table, table, former.seat, former.turned
    connection.execute("insert or replace into rematches values (?, ?, ?, ?)", row)
    query = "select seat, name from people where game = ? and name != ''"
    rows = [(table, moved(seat, former.players, turned=former.turned), said)
            for seat, said in connection.execute(query, (former.table,))]  # fmt: skip
    connection.executemany("insert into people (game, seat, name) values (?, ?, ?)", rows)


def lead(digest: bytes, table: int, seat: int) -> Job[None]:
    """A link leads to a seat of a table from now on."""
    query = "insert or ignore into links values (?, ?, ?)"
    return _run(query, digest, table, seat)


def _run(query: str, *values: object) -> Job[None]:
    def job(connection: sqlite3.Connection) -> None:
        connection.execute(query, values)

    return job


def seats_of(digests: Sequence[bytes]) -> Job[list[dict[str, Any] | None]]:
    """For each link that leads to a seat: the table, the seat, whose turn it is there (None: not known), whether the
    game cannot go on, and the names of people by seat; None for a link that leads nowhere, or to no seat."""

    def one(connection: sqlite3.Connection, digest: bytes) -> dict[str, Any] | None:
        query = (
            "select links.game, seat, turn, fault from links join tables on tables.id = links.game "
            "where digest = ? and seat >= 0"
        )
        found = connection.execute(query, (digest,)).fetchone()
        if found is None:
            return None
        table, seat, turn, fault = found
        names = dict(connection.execute("select seat, name from people where game = ? and name != ''", (table,)))
        return {"table": table, "seat": seat, "turn": turn, "fault": bool(fault), "names": names}

    return lambda connection: [one(connection, each) for each in digests]
