"""Rule coverage: which rules of a ruleset's rulebook its elements cite and its examples prove.

The rulebook's rules are the keys of `rulebook.rules`. A rule is cited when the `source` of some element other than an
example names it, and proved when the `source` of an example names it that passes and claims something that can fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yupana.interpreter.examples.claims import proves_nothing
from yupana.schemas.element import Element
from yupana.schemas.walk import inside

from ..shell.sentences import suggestion

if TYPE_CHECKING:
    from yupana.schemas.ruleset import Ruleset
    from yupana.schemas.source import Span


@dataclass(frozen=True, slots=True)
class UnknownRule:
    """A `source` that is no rule of the rulebook: who names it, and where."""

    element: str
    rule: str
    span: Span
    hint: str


@dataclass(slots=True)
class Coverage:
    """How far the rulebook is covered; the lists are in the rulebook's order. `idle` are the examples that pass, cite
    rules and prove nothing, each with the reason."""

    rules: int = 0
    cited: int = 0
    proved: int = 0
    uncited: list[str] = field(default_factory=list)
    unproved: list[str] = field(default_factory=list)
    unknown: list[UnknownRule] = field(default_factory=list)
    idle: dict[str, str] = field(default_factory=dict)


def cover(ruleset: Ruleset, passed: Set[str]) -> Coverage:
    """Coverage of a ruleset of whose examples those in `passed` passed."""
    rules = list(ruleset.rulebook.rules)
    known = set(rules)
    cited: set[str] = set()
    proved: set[str] = set()
    unknown: list[UnknownRule] = []
    idle: dict[str, str] = {}
    for path, span, sources in _citations(ruleset, "ruleset"):
        names = {str(each) for each in sources}
        unknown.extend(UnknownRule(path, each, span, suggestion(each, rules)) for each in sorted(names - known))
        section, _, example = path.partition(".")
        if section != "examples":
            cited |= names
        elif example in passed:
            if why := proves_nothing(ruleset, ruleset.examples[example]):  # type: ignore[index]
                idle[example] = why
            else:
                proved |= names
    return Coverage(
        rules=len(rules),
        cited=len(known & cited),
        proved=len(known & proved),
        uncited=[each for each in rules if each not in cited],
        unproved=[each for each in rules if each not in proved],
        unknown=unknown,
        idle=idle,
    )


def _citations(value: object, path: str) -> Iterator[tuple[str, Span, list[str]]]:
    """Every element under `value` that cites: its path in the ruleset (`actions.pass`), its span, and what it cites."""
    if isinstance(value, Element) and value.source:
        yield path, value.span, list(value.source)
    for step, part in inside(value):
        shown = step + 1 if isinstance(value, list | tuple) else step
        yield from _citations(part, str(shown) if path == "ruleset" else f"{path}.{shown}")
