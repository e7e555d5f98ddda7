"""What is known of a compiled ruleset's code, for tools that look at it: the types of its expressions, and what
becomes of it when something is changed.

Guarantee: the types are those that the checker itself works with, so a tool draws no conclusion the checker would not.
"""

from __future__ import annotations

from dataclasses import dataclass

from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Report

from ..check.world import Places, World
from ..compiled import Compiled, SoundRuleset
from ..driver import translate
from ..language import nodes
from ..language.types import Type
from .elements import Elements, index


@dataclass(slots=True)
class Analysis:
    """A compiled ruleset without errors, ready to be asked."""

    elements: Elements
    world: World
    tree: Places

    def types_of(self, node: nodes.Expr) -> list[Type]:
        """The types of an expression: one for each time it was checked (the conditions of entries several times),
        none for what is not code of the rules."""
        return [each.type for each in self.tree.get((type(node), node.span), ())]

    def is_there(self, node: nodes.Expr) -> bool:
        """Whether an expression that could be none by its kind is known never to be."""
        types = self.types_of(node)
        return bool(types) and all(each.kind in ("int", "bool", "member") and not each.optional for each in types)


def analyse(compiled: SoundRuleset) -> Analysis:
    """Ask a ruleset that was compiled without errors (and not read from the cache)."""
    return Analysis(index(compiled), compiled.checked.world, compiled.checked.tree)


def changed(compiled: Compiled, ruleset: Ruleset) -> SoundRuleset | None:
    """The same with other declarations, without a look at the files; None when these do not pass the checker."""
    report = Report()
    made = translate(Compiled(compiled.name, compiled.hash, compiled.files, []), ruleset, report)
    made.diagnostics = report.in_order()
    return made if isinstance(made, SoundRuleset) else None
