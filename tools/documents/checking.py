"""The documents of the commands that look at a ruleset's files: check, test, watch, lint, fmt, migrate."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from .parts import Diagnostic, Place


class Touched(Place):
    """What an overlay does somewhere: it sets, appends or removes what has the path."""

    overlay: str
    path: str
    how: str


class TouchedByBoth(TypedDict):
    """An element that two overlays touch."""

    element: str
    touches: list[Touched]


class Together(TypedDict):
    """Two overlays of a target. They fit when one of both orders `works`. The order is `none` when none does, `fixed`
    when one does or one of them extends the other, `any` when both mean the same, `listing` when they do but for the
    order in which things are listed, and `matters` else; `differs` says where. `clash` are the faults that neither has
    alone."""

    overlays: list[str]
    fits: bool
    works: list[str]
    order: Literal["any", "listing", "matters", "fixed", "none"]
    differs: list[str]
    both: list[TouchedByBoth]
    clash: list[Diagnostic]


class Check(TypedDict):
    """`ok` when there is no error; warnings stand among the diagnostics too. `together` tells of every two overlays of
    a target that names several."""

    ok: bool
    diagnostics: list[Diagnostic]
    together: NotRequired[list[Together]]


class TestResult(TypedDict):
    """How one example went. `values` are the parts of a condition that does not hold, with what they are."""

    name: str
    ok: bool
    message: str
    values: NotRequired[Any]
    source: list[str]
    file: str
    line: int
    column: int


class TestResults(TypedDict):
    """All examples that ran."""

    passed: int
    failed: int
    results: list[TestResult]


class UnknownRule(TypedDict):
    """An element cites a rule that is not there."""

    element: str
    rule: str
    file: str
    line: int


class IdleExample(TypedDict):
    """An example that passes, cites rules, and proves none of them: it claims nothing that can fail."""

    example: str
    why: str


class Coverage(TypedDict):
    """How many rules are cited by elements, and proved by examples that hold; `idle` are those that prove nothing."""

    rules: int
    cited: int
    proved: int
    uncited: list[str]
    unproved: list[str]
    unknown: list[UnknownRule]
    idle: list[IdleExample]


class TestStrength(TypedDict):
    """How many percent of the breaks are wanted to be noticed or accepted, the share that is, and how many breaks there
    are, are missed, and are accepted."""

    at_least: int
    figure: float
    breaks: int
    missed: int
    accepted: int


class Test(TypedDict):
    """`diagnostics` when the ruleset has faults, so that no example could run; `strength` with --strict, where the
    ruleset wants so many breaks to be noticed."""

    examples: TestResults
    coverage: Coverage
    strength: NotRequired[TestStrength]
    diagnostics: NotRequired[list[Diagnostic]]


class Changed(TypedDict):
    """An element that an edit has touched."""

    path: str
    how: str


class WatchResult(TypedDict):
    """How one example went."""

    name: str
    ok: bool
    message: str
    file: str
    line: int


class WatchResults(TypedDict):
    """The examples: counts of all, results of those concerned and of those that fail."""

    passed: int
    failed: int
    concerned: list[str]
    results: list[WatchResult]


class Watch(TypedDict):
    """One look. `changed` is null at the first."""

    ok: bool
    message: str
    diagnostics: list[Diagnostic]
    changed: list[Changed] | None
    examples: WatchResults


class Finding(Place):
    """Something that is allowed but looks wrong."""

    code: str
    level: Literal["warning", "advice"]
    element: str
    message: str
    hint: str
    fixable: bool


class AllowedFinding(Finding):
    """A finding that the author has allowed, with the reason."""

    why: str


class Linted(TypedDict):
    """One ruleset; `diagnostics` when it has faults and could not be linted."""

    name: str
    findings: list[Finding]
    allowed: NotRequired[list[AllowedFinding]]
    fixed: NotRequired[list[Finding]]
    diagnostics: NotRequired[list[Diagnostic]]


class Lint(TypedDict):
    """`ok` when there is no warning."""

    ok: bool
    rulesets: list[Linted]


class FormattedFile(TypedDict):
    """A file and whether its layout differs; `diff` with `--diff`."""

    file: str
    changed: bool
    parsed: bool
    diff: NotRequired[str]


class Format(TypedDict):
    """`ok` when nothing is faulty and, with `--check`, nothing would change."""

    ok: bool
    files: list[FormattedFile]
    diagnostics: list[Diagnostic]


class MigratedLine(TypedDict):
    """What is different in a line."""

    line: int
    what: str


MigratedFile = TypedDict("MigratedFile", {"file": str, "from": int, "changes": list[MigratedLine]})


class Migrate(TypedDict):
    """The files that need to be written anew for version `language`, and whether they were."""

    ok: bool
    language: int
    written: bool
    files: list[MigratedFile]
    diagnostics: list[Diagnostic]


# ---------------------------------------------------------------- strength


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
