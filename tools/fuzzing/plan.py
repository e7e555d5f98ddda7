"""What is to be played, how a game is written down while it is looked through, and what is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

Sort = Literal["fault", "bug", "invariant", "endless", "long", "leak", "save", "text", "engine"]
"""What can be found: a rule that fails, a mistake of ours, an invariant that does not hold, a position from which no
end can be reached, a game that is not over after very many decisions, something hidden that is told, a saved game or
the text of an option that is read as another one, and engines that disagree."""

Taken: TypeAlias = "tuple[Any, ...]"
"""An option as a tuple (alternative, value, …)."""

Trace: TypeAlias = "tuple[Trace, Taken] | None"
"""The decisions of a game, the last one first, so that games that begin alike share them."""


class Origin(NamedTuple):
    """What a game begins with."""

    players: int
    seed: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """How to look: `players` are the numbers of players to play with; a run ends after so many `seconds` or
    `decisions`, whichever comes first (0: no bound); a game is `long` after `limit` decisions; `engine` plays."""

    target: str
    players: tuple[int, ...]
    seed: int = 1
    seconds: float = 60.0
    decisions: int = 0
    limit: int = 5_000
    options: tuple[tuple[str, str], ...] = ()
    engine: str = "python"


@dataclass(slots=True)
class Finding:
    """Something wrong: `words` say what, `key` is the same for what is the same mistake, `place` is where in the
    ruleset. It shows after the decisions in `taken` (a fault in the last of them), or, for `long`, during them."""

    sort: Sort
    key: str
    words: str
    origin: Origin
    taken: list[Taken]
    place: str = ""
    about: tuple[Any, ...] = ()
    """What is needed to see it again: for an invariant its name, for a leak who is told and the seed of the position
    that is compared."""
    found: float = 0.0
    after: int = 0
    """After how many seconds and decisions of the run it was found."""
    length: int = 0
    """How many decisions led there when it was found."""
    decisions: list[tuple[str, str]] = field(default_factory=list)
    """The same as texts, with who decides; when it is shrunk."""
    save: str = ""
    command: str = ""


def listed(trace: Trace) -> list[Taken]:
    """The decisions of a trace, the first one first."""
    return list(_backwards(trace))[::-1]


def _backwards(trace: Trace) -> Iterator[Taken]:
    while trace is not None:
        trace, taken = trace
        yield taken
