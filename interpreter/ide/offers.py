"""Something that may stand at a place: what those are told who help while rules are typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..check.world import World
from ..language.types import INT_MAX, INT_MIN, Type

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


# ---------------------------------------------------------------- types as an author writes them


def typed_as(world: World, type_: Type) -> str:
    """A type as it would be written: `int 0..9`, `City?`, `list[Card]`; `…` where it is not known."""
    query = "?" if type_.optional else ""
    if type_.kind == "int":
        whole = (type_.low, type_.high) == (INT_MIN, INT_MAX)
        return f"int{query}" if whole else f"int {type_.low}..{type_.high}{query}"
    if type_.kind == "member":
        name = world.domains[type_.domain].name if type_.domain >= 0 else "…"
        return "text" if "." in name else f"{name}{query}"  # the values of an attribute that is a text
    if type_.kind == "set":
        return f"set[{world.domains[type_.domain].name}]"
    inner = "…" if type_.element is None else typed_as(world, type_.element)
    if type_.kind == "list":
        return f"list[{inner}]"
    if type_.kind == "map":
        return f"map[{world.domains[type_.domain].name}, {inner}]"
    return {"empty": "list", "unknown": "…"}.get(type_.kind, type_.kind)
