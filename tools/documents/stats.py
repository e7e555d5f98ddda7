"""The document of the command that reads rows: stats."""

from __future__ import annotations

from typing import Any, NotRequired

from typing_extensions import TypedDict

from .playing import FaultSummary, Length, Results, SeatSummary


class Between(TypedDict):
    """A share of the win, and the interval in which it lies with 95 % confidence (Wilson's)."""

    share: float
    low: float
    high: float


class StatsSeat(SeatSummary):
    """One seat of a run, with the interval of its share of the win. Null without a game that finished."""

    seat: str
    between: Between | None


class StatsBot(TypedDict):
    """A bot, on all seats that it has had: how many seats in games that finished, and its share of the win there."""

    bot: str
    seats: int
    between: Between


class StatsRun(TypedDict):
    """Games of one ruleset with the same players, bots and options, in one file or several. The figures are those of
    `simulate --json`."""

    ruleset: str
    title: str
    players: int
    seeds: list[int]
    files: list[str]
    games: int
    finished: int
    decisions: int
    results: Results
    seats: list[StatsSeat]
    bots: list[StatsBot]
    length: Length
    actions: dict[str, int]
    invariants_every: int | None
    faults: list[FaultSummary]


class Stats(TypedDict):
    """What the games of files of rows came to, run by run; or the answer to a question in SQL: the names of its
    columns, and its rows."""

    runs: NotRequired[list[StatsRun]]
    columns: NotRequired[list[str]]
    rows: NotRequired[list[list[Any]]]
