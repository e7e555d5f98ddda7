"""Every `source` names a rule of the rulebook (when there is one)."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.element import cited
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic

from ..language import messages
from .world import World


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
