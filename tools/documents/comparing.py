"""The documents of diff and impact; what the keys mean is told in `compare.document` and `compare.impact_document`."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class Side(TypedDict):
    """What is compared."""

    target: str
    name: str
    title: str
    hash: str
    revision: str | None


class Counts(TypedDict):
    """How many changes of each kind."""

    added: int
    removed: int
    changed: int
    renamed: int


class ChangedPart(TypedDict):
    """A key of a changed element; null where it is not there."""

    key: str
    old: str | None
    new: str | None
    code: bool
    moved: list[str]


class Change(TypedDict):
    """An element that is different, and what it concerns."""

    kind: Literal["added", "removed", "changed", "renamed"]
    section: str
    path: str
    old_path: str | None
    name: str
    file: str | None
    line: int | None
    old_file: str | None
    old_line: int | None
    plays: bool
    unused: bool
    parts: list[ChangedPart]
    where: str | None
    inside: list[str]
    followers: list[str]
    direct: list[str]
    through: list[str]
    rules: list[str]
    rules_through: list[str]
    examples: list[str]


class Diff(TypedDict):
    """What two rulesets say differently."""

    old: Side
    new: Side
    same: bool
    plays: bool
    counts: Counts
    examples_run: bool
    changes: list[Change]


class Cause(TypedDict):
    """Which changes make a difference, and how that was found out."""

    found: Literal["only", "alone", "each", "together", "unknown", "nothing"]
    sets: list[list[str]]
    whole: bool
    sentence: str


class ProvedExample(TypedDict):
    """An old example under the new rules."""

    name: str
    verdict: Literal["holds", "fails", "cannot be compiled"]
    message: str
    place: str
    held_before: bool
    now: Literal["kept", "changed", "removed"]
    rules: list[str]
    changes: list[str]
    cause: Cause


Proofs = TypedDict("Proofs", {"holds": int, "fails": int, "cannot be compiled": int, "results": list[ProvedExample]})


class ReplayedGame(TypedDict):
    """An old game under the new rules."""

    game: str
    fresh: bool
    players: int
    seed: int
    decisions: int
    same: bool
    parting: Literal["none", "start", "illegal", "options", "score", "end", "fault", "player"]
    at: int
    player: str
    decision: str
    why: str
    reason: str
    chance: int
    changes: list[str]
    rules: list[str]
    cause: Cause
    differs: list[str]
    also: list[str]


class Replays(TypedDict):
    """All replayed games."""

    games: int
    same: int
    results: list[ReplayedGame]


class Interval(TypedDict):
    """A number with its confidence interval; null bounds: too few games to say."""

    value: float
    low: float | None
    high: float | None
    exact: bool


class Compared(TypedDict):
    """A mean under the old and the new rules."""

    old: float
    new: float
    difference: Interval
    seen: bool


class Row(Compared):
    """A row of a table."""

    name: str
    share: bool


class Seat(TypedDict):
    """A seat's wins and scores."""

    seat: str
    wins: Compared
    wins_alone: Compared
    score: Compared
    old_wins: Interval
    new_wins: Interval


class Faults(TypedDict):
    """Games that ran into a rule fault."""

    old: list[str]
    new: list[str]


class PlayCompared(TypedDict):
    """Games by bots under both rules."""

    games: int
    pairs: int
    players: int
    seed: int
    bots: list[str]
    confidence: float
    seen: list[str]
    tables: dict[str, list[Row]]
    seats: list[Seat]
    faults: Faults


class Impact(TypedDict):
    """What a change of the rules does."""

    diff: Diff
    examples: Proofs
    replays: Replays
    play: PlayCompared
    notes: list[str]
