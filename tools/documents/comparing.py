"""The documents of diff and impact."""

from __future__ import annotations

from typing import Literal, NotRequired

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
    """A key of a changed element: its values in canonical words, null where it is not there; `moved` are the items of
    a list that stand elsewhere in it now."""

    key: str
    old: str | None
    new: str | None
    code: bool
    moved: list[str]


class Change(TypedDict):
    """An element that is different, and what it concerns.

    `plays`: this change may make the game play differently; `unused`: it cannot, because no game comes to the element;
    `same_program`: it cannot, because the program is with the change what it is without it.
    `where` is where an added step or action goes (`after flow.turn`), `inside` what came or went with the element,
    `followers` are elements in which only the new name stands. `direct` uses the element, `through` depends on it
    through others; `rules` are implemented by the element itself, `rules_through` by what depends on it. `examples` use
    it, directly or not, or cite one of its rules; where they were run, they are those of the old ruleset that have
    another verdict or see another value under the new rules.
    """

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
    same_program: bool
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
    """What two rulesets say differently. `plays`: the game may play differently."""

    old: Side
    new: Side
    same: bool
    plays: bool
    counts: Counts
    examples_run: bool
    changes: list[Change]


class Cause(TypedDict):
    """The smallest sets of changes each of which makes a difference, whether there is none without all of them
    (`whole`), and how that was found out."""

    found: Literal["only", "alone", "each", "together", "unknown", "nothing"]
    sets: list[list[str]]
    whole: bool
    sentence: str


class ProvedExample(TypedDict):
    """An old example under the new rules. `changes` are all paths in the sets of the cause, none when it is unknown."""

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
    """An old game under the new rules. `at` is the number of the decision at which it parts; from decision `chance` on
    chance runs differently, or 0."""

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
    """A seat's wins and scores: `wins` is its part of the wins, a shared one in equal parts."""

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


class ReachedChange(TypedDict):
    """In how many `of` the games under the new rules something new or changed was carried out; `through`: nothing of it
    is carried out itself, but what depends on it is."""

    path: str
    through: bool
    games: int
    of: int


class HeldCondition(TypedDict):
    """In how many `of` the games under the new rules a condition held after some decision, that is new or names what
    was changed. Where it compares a `number` with a fixed one: what it `needs`, and how near the games came in which it
    never held, at best and on average."""

    path: str
    condition: str
    games: int
    of: int
    number: str | None
    needs: int | None
    nearest: int | None
    mean: float | None


class PlayCompared(TypedDict):
    """Games by bots under both rules. In each table all intervals hold together with `confidence`."""

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
    reached: list[ReachedChange]
    conditions: list[HeldCondition]


class Impact(TypedDict):
    """What a change of the rules does."""

    diff: Diff
    examples: Proofs
    replays: Replays
    play: PlayCompared
    notes: list[str]
    unfit: NotRequired[int]
