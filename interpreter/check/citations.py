"""Every `source` names a rule of the rulebook (when there is one)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic

from ..language import messages
from .world import World


def cited(element: object) -> Iterator[object]:
    """Every rule id that an element or anything inside it cites."""
    if isinstance(element, BaseModel):
        inside: Mapping[str, object] = element.__dict__
        source = inside.get("source")
        if isinstance(source, list):
            yield from source
        inner = [each for name, each in inside.items() if name != "source"]
    else:
        inner = [*element.values()] if isinstance(element, dict) else element if isinstance(element, list) else []
    for each in inner:
        if isinstance(each, (BaseModel, dict, list)) and each:
            yield from cited(each)


def unknown_citations(ruleset: Ruleset) -> Iterator[tuple[str, Diagnostic]]:
    """The rules that are cited and not there, each with its fault."""
    rules = ruleset.rulebook.rules
    for rule in cited(ruleset) if rules else ():
        if str(rule) not in rules:
            yield str(rule), messages.unknown_source(str(rule), getattr(rule, "span", ruleset.span), rules)


def check_citations(world: World) -> None:
    """Report citations of rules that are not there."""
    for rule, fault in unknown_citations(world.ruleset):
        if not world.is_broken(rule):
            world.error(fault)
