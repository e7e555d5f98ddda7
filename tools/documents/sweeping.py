"""The document of the command that varies a ruleset: sweep."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Varied(TypedDict):
    """What is varied: a constant, an option of the game, or a value by its path; and the values it takes, as text."""

    name: str
    way: Literal["constant", "option", "path"]
    values: list[str]


class SweptMeasure(TypedDict):
    """A measure that was taken, as `balance` takes it."""

    key: str
    name: str
    about: str
    unit: Literal["share", "number", "points"]
    told: str
    advice: str
    known_as: str


class SweptFigure(TypedDict):
    """A value and the interval in which it lies; the intervals of a figure at all points hold together with 95 %
    confidence. A bound is null where one game says no more."""

    value: float
    low: float | None
    high: float | None


class SweptPoint(TypedDict):
    """A point: its values in the order of `vary`, its figures by name, and the fault: why the ruleset cannot be played,
    or in how many games a rule or an invariant failed, and the first of them."""

    point: int
    values: list[str]
    figures: dict[str, SweptFigure]
    fault: str


class BestPoint(TypedDict):
    """A point among the others: how many bounds it does not keep, how far it misses all wishes (in spreads of the
    figures over the points; null: a figure is missing), and whether it meets each wish."""

    point: int
    missed: int
    distance: float | None
    met: list[Literal["yes", "perhaps", "no"]]


class Sweep(TypedDict):
    """A sweep: every point with its figures (by the keys of `measures`), and with wishes the points in the order in
    which they come near them. `worth` is how it was told who is ahead, where that was looked at. `notes` say which
    values made no difference in any game, and what of what they stand in no game came to."""

    ruleset: str
    engine: str
    players: int
    games: int
    seed: int
    bots: list[str]
    vary: list[Varied]
    measures: list[SweptMeasure]
    worth: Literal["points", "rollouts", ""]
    points: list[SweptPoint]
    wishes: list[str]
    best: list[BestPoint]
    notes: list[str]
    unfit: NotRequired[int]
