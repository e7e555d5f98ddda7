"""The documents of the commands that play: play, replay, simulate, perft."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict


class Play(TypedDict):
    """A game that was played. `scores`, `results` and `places` (1: who wins) by seat, `winners` (of a draw: who shares
    it) and `outcome` when it is over; before that the seed is told only where nothing is hidden, and the decisions as
    the table was told of them."""

    ruleset: str
    players: list[str]
    seed: NotRequired[int]
    over: bool
    decisions: list[str]
    scores: list[int] | None
    winners: list[str] | None
    outcome: Literal["won", "draw", "lost"] | None
    results: list[Literal["win", "draw", "lose"]] | None
    places: list[int] | None
    unfit: NotRequired[int]


class ReplayStep(TypedDict):
    """A decision and what followed."""

    player: str
    option: str
    events: list[str]


class Replay(TypedDict):
    """A saved game, decision by decision; `fault` when it ran into a rule fault, `changed` what rules that
    have changed since it was saved have made of it, in sentences. The seed is told only where nothing is
    hidden; `seat` is the player whose view it is."""

    ruleset: str
    players: list[str]
    seed: NotRequired[int]
    seat: NotRequired[str | None]
    decisions: list[ReplayStep]
    over: bool
    scores: list[int] | None
    winners: list[str] | None
    outcome: Literal["won", "draw", "lost"] | None
    results: list[Literal["win", "draw", "lose"]] | None
    places: list[int] | None
    fault: NotRequired[str]
    changed: NotRequired[list[str]]


class ScoreRate(TypedDict):
    """The mean share of the win against somebody, over so many games, with where it lies with 95 % confidence."""

    who: str
    games: int
    rate: float
    low: float
    high: float


class FeatureWeight(TypedDict):
    """A feature: `weight` is what one more of it adds to the logarithm of the odds of winning, `spread` its standard
    deviation in play, compared with the opponents, `matters` both multiplied. `with_it` is how these weights do against
    the same ones without this (null: it is 0, because the feature never differed between players or did harm)."""

    feature: str
    text: str
    weight: float
    spread: float
    matters: float
    with_it: ScoreRate | None


class Tune(TypedDict):
    """What matters in a game to who looks one decision ahead: the features, those that matter most first; how the
    weights do `against` other bots; `par` is the share of who is as good as the others. Where all play together, or one
    alone, both play the same games, and `par` is a half. `searched`: the search has bettered the first guess. `games`
    were played."""

    ruleset: str
    engine: str
    players: int
    seed: int
    games: int
    par: float
    searched: bool
    features: list[FeatureWeight]
    against: list[ScoreRate]
    unfit: NotRequired[int]


class PerftDepth(TypedDict):
    """The sequences of one length, and how long it took to count them."""

    depth: int
    leaves: int
    seconds: float


class PerftOption(TypedDict):
    """How many of the longest sequences begin with an option."""

    option: str
    leaves: int


class Perft(TypedDict):
    """The number of legal decision sequences of this length, and of every length up to it; `divide` when it was asked
    for."""

    depth: int
    leaves: int
    depths: list[PerftDepth]
    divide: NotRequired[list[PerftOption]]


class Results(TypedDict):
    """How many finished games were won by one seat (by one team, or by all, where they play together), shared by
    several, drawn (a rule said so, all share the win that have not lost, or nobody wins), and, where one plays alone or
    all play together, lost."""

    won: int
    shared: int
    drawn: int
    lost: int


class SeatSummary(TypedDict):
    """One seat, and its `team` where it has one. `wins` are wins alone, with the team or with all, `shared_wins` those
    shared with some others, `draws` those that the seat has a share in; `win_share` is the mean part of the win (half
    of a win that two share, and of a draw between two): all seats' together are 1. Partners each have the whole of what
    their team has, and so have all who play together of every win. Null without a game that finished; scores are null
    too where the rules have no points."""

    team: NotRequired[str]
    bot: str
    wins: int
    shared_wins: int
    draws: int
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


class Figures(TypedDict):
    """What many games came to; `actions` tells how often each was chosen. `invariants_every` is before how many
    decisions the ruleset's invariants were asked (1: every one, 0: only at the end of each game; null: it has none).
    Of the games that did not finish, the first hundred are in `faults`."""

    games: int
    finished: int
    decisions: int
    results: Results
    seats: list[SeatSummary]
    length: Length
    actions: dict[str, int]
    invariants_every: int | None
    faults: list[FaultSummary]


class Simulate(TypedDict):
    """Statistics of many games; `actions` tells how often each was chosen. `invariants_every` is before how many
    decisions the ruleset's invariants were asked (1: every one, 0: only at the end of each game; null: it has none).
    Of the games that did not finish, the first hundred are in `faults`. `engine` is what ran the rules. `interrupted`
    is there when it was."""

    engine: str
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
    unfit: NotRequired[int]


# ---------------------------------------------------------------- fuzz


class FuzzDecision(TypedDict):
    """Who took which option."""

    player: str
    option: str


class FuzzFinding(TypedDict):
    """Something wrong, after as few decisions as were found. `length`: how many there were at first; `found`: after how
    many seconds; `place`: where in the ruleset, or "". `example` can be pasted into the ruleset; `save` is the saved
    game, and `command` shows it where a rule fails. `files` are what was written with `-o`."""

    sort: Literal["fault", "bug", "invariant", "endless", "long", "leak", "save", "text", "engine"]
    message: str
    place: str
    players: int
    seed: int
    options: dict[str, str]
    decisions: list[FuzzDecision]
    length: int
    found: float
    example: str
    save: str
    command: str
    files: NotRequired[list[str]]


class FuzzEnd(TypedDict):
    """A way in which games ended: with how many players, with which options, by what decision, how it came out, how
    many winners there are, whether the best have equal scores, what the report says but for names and numbers; after
    how many seconds and decisions of the run it was found, and how many decisions such a game took."""

    players: int
    options: dict[str, str]
    action: str
    outcome: str
    winners: int
    equal: bool
    report: list[str]
    seconds: float
    decisions: int
    length: int


class FuzzUnreached(TypedDict):
    """A part of the rules that was never reached, with its place (line 0: unknown)."""

    what: Literal["element", "branch", "decision", "alternative", "rule", "entry"]
    name: str
    how: str
    file: str
    line: int


class Fuzz(TypedDict):
    """What a search for faults has found. `passed` of `places` were passed; only `seconds` and what is said to be
    seconds depend on the clock where the run was bounded by decisions and had one worker."""

    ruleset: str
    engine: str
    players: list[int]
    seed: int
    seconds: float
    decisions: int
    playouts: int
    ended: int
    places: int
    passed: int
    findings: list[FuzzFinding]
    ends: list[FuzzEnd]
    unreached: list[FuzzUnreached]
    interrupted: NotRequired[bool]
    unfit: NotRequired[int]


# ---------------------------------------------------------------- stats


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
