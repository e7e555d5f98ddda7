"""The document of strength."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class StrengthCount(TypedDict):
    """How many of the breaks of a rule or in a file were noticed, missed, and missed but accepted."""

    breaks: int
    noticed: int
    missed: int
    accepted: int


class StrengthResult(TypedDict):
    """A break of an element: what was changed, in which way, where, of which rules; what came of it. `by`: the example
    that noticed first; `reached`: how many examples come to the place; `why`: what the example said, or the check that
    refused it; `accepted`: why it may stay unnoticed, or ""."""

    element: str
    what: str
    sort: str
    file: str
    line: int
    column: int
    rules: list[str]
    outcome: Literal["noticed", "endless", "missed", "refused", "same"]
    by: str
    reached: int
    why: str
    accepted: str


class IdleAcceptance(TypedDict):
    """An entry under `strength: {accept: …}` that accepts nothing: what it names, where it stands, why, what to do."""

    element: str
    what: str
    file: str
    line: int
    column: int
    why: str
    hint: str


class SuggestedExample(TypedDict):
    """An example that was found for a missed break: its name, and its lines as they stand in a ruleset; both "" where
    none was found."""

    element: str
    what: str
    name: str
    text: str


class Strength(TypedDict):
    """What the examples say to the breaks of a ruleset. `breaks` are those that an example could notice: those that
    were `noticed` (`endless` ones among them), those that were `missed`, and those that were missed and `accepted`.
    `refused` by the check and the `same` are not among them; of these, `unseen` were never seen to matter (their `why`
    is ""), and the others are proved to say nothing else. `figure` is the share of those noticed or accepted.
    `idle`: what the ruleset accepts for nothing; `examples`: those that were looked for with `--suggest`."""

    ruleset: str
    breaks: int
    noticed: int
    endless: int
    missed: int
    accepted: int
    refused: int
    same: int
    unseen: int
    figure: float
    rules: dict[str, StrengthCount]
    files: dict[str, StrengthCount]
    results: list[StrengthResult]
    idle: list[IdleAcceptance]
    examples: list[SuggestedExample]
