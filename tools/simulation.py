"""The document of `yupana simulate --json`."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Results(TypedDict):
    """How many finished games were won by one seat, shared by several but not all, drawn (shared by all, or nobody's),
    and, where one plays alone, lost."""

    won: int
    shared: int
    drawn: int
    lost: int


class SeatSummary(TypedDict):
    """One seat. `wins` are wins alone, `shared_wins` those shared with some others; `win_share` is the mean part of the
    win (half of a win that two share, and of a draw between two): all seats' together are 1. Null without a game that
    finished."""

    bot: str
    wins: int
    shared_wins: int
    win_share: float | None
    mean_score: float | None
    min: int | None
    max: int | None


class Length(TypedDict):
    """Decisions in a finished game."""

    mean: float | None
    median: float | None
    min: int | None
    max: int | None


class FaultSummary(TypedDict):
    """A game that did not run to its end, and the command that repeats it."""

    game: int
    seed: int
    decision: int
    message: str
    place: str
    command: str


class Simulation(TypedDict):
    """Statistics of many games; `actions` tells how often each was chosen. `invariants_every` is before how many
    decisions the ruleset's invariants were asked (1: every one, 0: only at the end of each game; null: it has none).
    `interrupted` is there when it was."""

    games: int
    finished: int
    decisions: int
    games_per_second: float
    decisions_per_second: float
    results: Results
    seats: list[SeatSummary]
    length: Length
    actions: dict[str, int]
    invariants_every: int | None
    faults: list[FaultSummary]
    interrupted: NotRequired[bool]
