"""Something that may stand at a place: what those are told who help while rules are typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Sort = Literal[
    "local", "field", "attribute", "zone", "predicate", "function", "procedure", "action", "kind", "member", "constant",
    "option", "table", "scope", "adjustment", "position", "menu", "built-in", "word", "parameter",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may stand there. `type` is its type in the author's words, `path` the path of its declaration (see
    `elements`), `text` what it means, where it is no declaration of the ruleset's. `fits`: it is of the type that is
    wanted; `brackets`: the names of the parameters of a call (None: it is not called)."""

    name: str
    sort: Sort
    type: str = ""
    path: str = ""
    text: str = ""
    fits: bool = False
    brackets: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """What is known of a place in code: what may stand there, and the stretch of code (offsets) that it replaces."""

    offers: list[Offer]
    begin: int
    end: int
    word: str
