"""Every `source` names a rule of the rulebook (when there is one)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from yupana.schemas.element import cited
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic

from ..language import messages
from .world import World


def unknown_citations(ruleset: Ruleset, missing: Callable[[str], bool]) -> Iterator[Diagnostic]:
    """The rules that are cited and not there, unless they may be in what is missing of the ruleset."""
    rules = ruleset.rulebook.rules
    for rule in cited(ruleset) if rules else ():
        if str(rule) not in rules and not missing(str(rule)):
            yield messages.unknown_source(str(rule), getattr(rule, "span", ruleset.span), rules)


def check_citations(world: World) -> None:
    """Report citations of rules that are not there."""
    for fault in unknown_citations(world.ruleset, world.is_broken):
        world.error(fault)
