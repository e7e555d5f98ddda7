"""The document of fuzz."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict


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
