"""The document of `balance`."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


class Mean(TypedDict):
    """A number with its interval of confidence; null bounds: too few games to say."""

    value: float
    low: float | None
    high: float | None


class Finding(TypedDict):
    """A sentence for the author. `weight` 3: something is wrong; 2: to be looked at; 1: good to know."""

    weight: int
    text: str


class BalanceSeat(TypedDict):
    """One seat: its part of the wins, and whether that is not an even one; its mean score, null without points; `bot`
    is empty where bots take turns on the seats."""

    seat: str
    bot: str
    share: Mean
    uneven: bool
    score: float | None


class BalanceMeasure(TypedDict):
    """One measure: its mean over the games in which it applies, and how much it varies from game to game (a standard
    deviation). `told` says what it is, `advice` what is good, `known_as` its names in the literature."""

    key: str
    name: str
    about: str
    unit: Literal["share", "number", "points"]
    games: int
    mean: Mean
    varies: float
    told: str
    advice: str
    known_as: str


class BalanceUse(TypedDict):
    """The use of an action or component: times in a game, the part of the games it comes in; at which part of the
    decisions an action is offered, and how often it is taken where there are others. `winning`: by how much the part of
    the win is higher for a seat that uses it more than usual, null where that cannot be said; `seen` whether that is
    more than chance."""

    name: str
    sort: Literal["action", "component"]
    times: float
    games: float
    offered: float
    taken: float
    winning: Mean | None
    seen: bool


class BalanceKept(TypedDict):
    """Players who never take something, or always when they can: their part of the win, with an interval that holds
    beside those of all others; whether it is `seen` to be no even one, or `alike` (surely about even); how many of the
    games were `endless`; and what follows for the author."""

    how: Literal["never", "always"]
    sort: Literal["action", "component"]
    name: str
    games: int
    share: Mean
    seen: bool
    alike: bool
    endless: int
    verdict: str


class BalanceSkill(TypedDict):
    """A better bot against a worse one: its part of the win; whether that is `seen` to be no even one, or `alike`
    (surely about even)."""

    better: str
    worse: str
    games: int
    share: Mean
    seen: bool
    alike: bool


class BalanceRung(TypedDict):
    """A bot on all seats of a game in which nobody plays against each other: how often it wins, and whether that is
    more or less often `than` the one before (null: there is none)."""

    bot: str
    games: int
    share: Mean
    than: Literal["more", "less", "not clear"] | None


class BalanceTogether(TypedDict):
    """How often bots win together (or one alone), the best last; `verdict` compares that with the first one."""

    verdict: Literal["more", "less", "alike", "not clear"]
    bots: list[BalanceRung]


class BalanceTurn(TypedDict):
    """One of several bots that take turns on the seats: its part of the win, and what would be even."""

    bot: str
    share: Mean
    even: float


class BalanceRating(TypedDict):
    """A bot in the tournament; `rating` is null without the package that works it out; `against` its part of the wins
    against each other bot."""

    bot: str
    games: int
    rating: Mean | None
    against: dict[str, Mean]


class BalanceFault(TypedDict):
    """A game that did not run to its end."""

    game: int
    seed: int
    decision: int
    message: str
    place: str


class BalanceSide(TypedDict):
    """What was found out about one ruleset. `worth` is how it was told who is ahead: by `points`, by `rollouts` (games
    that go on at random), or not at all. `turns` are the bots that take turns on the seats, where they are not alike;
    `untried` is what nobody was kept from, though it could have been; `cut` says what a quick look was cut down to."""

    ruleset: str
    title: str
    engine: str
    bots: list[str]
    games: int
    finished: int
    cut: str
    worth: Literal["points", "rollouts", ""]
    findings: list[Finding]
    seats: list[BalanceSeat]
    turns: list[BalanceTurn]
    measures: list[BalanceMeasure]
    uses: list[BalanceUse]
    kept: list[BalanceKept]
    untried: list[str]
    skill: BalanceSkill | None
    together: BalanceTogether | None
    scoring: str | None
    ratings: list[BalanceRating]
    faults: list[BalanceFault]


class BalanceDifference(TypedDict):
    """A figure in both rulesets, and the mean difference in games with the same seed."""

    name: str
    unit: str
    old: float
    new: float
    difference: Mean
    differs: bool
    games: int


class Balance(TypedDict):
    """Whether a game is balanced; `against` and `differences` are there when two were compared, `interrupted` when it
    was. Nothing in it depends on the clock or on the number of workers, but for what was `cut`."""

    seed: int
    confidence: float
    ruleset: BalanceSide
    against: NotRequired[BalanceSide]
    differences: NotRequired[list[BalanceDifference]]
    interrupted: NotRequired[bool]
    unfit: NotRequired[int]


# ---------------------------------------------------------------- sweep


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
