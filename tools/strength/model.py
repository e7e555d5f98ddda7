"""What breaking a ruleset gave, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yupana.schemas.source import Span

if TYPE_CHECKING:
    from yupana.interpreter.mutation import Outcome

COUNTED: tuple[Outcome, ...] = ("noticed", "endless", "missed")
"""The outcomes of breaks that an example could notice."""


@dataclass(frozen=True, slots=True)
class Result:
    """One break and what came of it. `element` and `what` name it; `rules` are those that are implemented there; `by`
    is the example that noticed first, `reached` how many come to the place, `why` what that example said, or what
    refused it; `accepted` the author's reason for leaving it as it is, or ""."""

    element: str
    what: str
    sort: str
    span: Span
    rules: tuple[str, ...]
    outcome: Outcome
    by: str = ""
    reached: int = 0
    why: str = ""
    accepted: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.element}: {self.what}"

    @property
    def is_unseen(self) -> bool:
        """Whether neither an example nor play at random has shown that it matters, and nothing proves that it does
        not."""
        return self.outcome == "same" and not self.why

    @property
    def is_open(self) -> bool:
        """Whether it was missed, and nobody has said why that may be."""
        return self.outcome == "missed" and not self.accepted


@dataclass(frozen=True, slots=True)
class Idle:
    """An entry under `strength: {accept: …}` that accepts nothing: the break that it names, its place, why, and what to
    do."""

    element: str
    what: str
    span: Span
    why: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Strength:
    """What came of breaks of one ruleset, in the order of its files, and what it accepts for nothing."""

    ruleset: str
    results: tuple[Result, ...]
    idle: tuple[Idle, ...] = ()

    def count(self, *outcomes: Outcome) -> int:
        """How many came out so."""
        return sum([each.outcome in outcomes for each in self.results])

    @property
    def breaks(self) -> int:
        """How many an example could notice."""
        return self.count(*COUNTED)

    @property
    def noticed(self) -> int:
        """How many an example notices."""
        return self.count("noticed", "endless")

    @property
    def accepted(self) -> int:
        """How many were missed and accepted."""
        return sum([each.outcome == "missed" and bool(each.accepted) for each in self.results])

    @property
    def missed(self) -> int:
        """How many were missed, and nobody has said why that may be."""
        return sum([each.is_open for each in self.results])

    @property
    def figure(self) -> float:
        """The share of the breaks that an example could notice which are noticed or accepted, from 0 to 1."""
        return 1.0 if not self.breaks else 1 - self.missed / self.breaks

    @property
    def unseen(self) -> tuple[Result, ...]:
        """Those that were never seen to matter, of which nothing proves that they do not."""
        return tuple([each for each in self.results if each.is_unseen])

    def by_rule(self) -> dict[str, Strength]:
        """The same for each rule (a break may be of several), the weakest first."""
        return self._weakest_first((rule, each) for each in self.results for rule in each.rules)

    def by_file(self) -> dict[str, Strength]:
        """The same for each file, the weakest first."""
        return self._weakest_first((each.span.file, each) for each in self.results)

    def _weakest_first(self, named: Iterable[tuple[str, Result]]) -> dict[str, Strength]:
        rows: dict[str, list[Result]] = {}
        for name, each in named:
            rows.setdefault(name, []).append(each)
        made = {name: Strength(self.ruleset, tuple(row)) for name, row in rows.items()}
        return dict(sorted(made.items(), key=lambda item: (item[1].figure, -len(item[1].results), item[0])))

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)
