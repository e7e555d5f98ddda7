"""Types as an author writes them."""

from __future__ import annotations

from ..check.world import World
from ..language.types import INT_MAX, INT_MIN, Type


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
