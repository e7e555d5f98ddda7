"""Every `source` names a rule of the rulebook (when there is one)."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from ..language import messages
from .world import World


def cited(element: object) -> Iterator[object]:
    """Every rule id that an element or anything inside it cites."""
    if isinstance(element, BaseModel):
        source = getattr(element, "source", None)
        if isinstance(source, list):
            yield from source
        for name in type(element).model_fields:
            if name != "source":
                yield from cited(getattr(element, name))
    elif isinstance(element, dict):
        for each in element.values():
            yield from cited(each)
    elif isinstance(element, list):
        for each in element:
            yield from cited(each)


def check_citations(world: World) -> None:
    """Report citations of rules that are not there."""
    rules = world.ruleset.rulebook.rules
    if not rules:
        return
    for rule in cited(world.ruleset):
        if str(rule) not in rules and str(rule) not in world.broken:
            world.error(messages.unknown_source(str(rule), getattr(rule, "span", world.ruleset.span), rules))
