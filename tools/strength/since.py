"""Which breaks an edit concerns: those of the elements that differ between the files and a revision of git, and those
of the rules whose examples were changed or taken away.

Examples that are new concern none: they can only notice more.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yupana.interpreter.index.elements import index
from yupana.schemas.errors import UsageError

from ..compare.revisions import NotThereError
from ..compare.sides import elements_at
from ..testing.affected import changes
from .model import Strength

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset
    from yupana.interpreter.index.elements import Elements
    from yupana.interpreter.mutation import Mutant


@dataclass(frozen=True, slots=True)
class Touched:
    """The paths of elements that are new or say something else, and the rules whose examples were changed or are
    gone."""

    elements: frozenset[str]
    rules: frozenset[str]

    def concerns(self, mutant: Mutant) -> bool:
        """Whether a break is in one of the elements or of one of the rules."""
        return mutant.element in self.elements or not self.rules.isdisjoint(mutant.rules)

    def told(self, target: str, revision: str, found: Strength) -> str:
        """What was touched and has breaks, in a sentence."""
        elements = dict.fromkeys([each.element for each in found if each.element in self.elements])
        rules = dict.fromkeys([rule for each in found for rule in each.rules if rule in self.rules])
        if not found.results:
            return f"Nothing that could be broken has changed in `{target}` since `{revision}`, nor an example of it."
        parts = [_listed(elements)] if elements else []
        if rules:
            parts.append(f"rules whose examples have changed: {_listed(rules)}")
        return f"Touched since `{revision}`: {'; '.join(parts)}."


_NAMED = 12
"""So many names are told."""


def _listed(names: Collection[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join([*names][:_NAMED]) + (f" and {more} more" if more > 0 else "")


def touched_since(compiled: SoundRuleset, target: str, revision: str) -> Touched:
    """What the files of a target have touched since a revision; `compiled` is what they are now. Of a ruleset that the
    revision does not have all is touched.

    Raises UsageError when there is no git, no repository, or no such revision, RulesetError when the ruleset could not
    be read as it was.
    """
    if not revision:
        raise UsageError("An edit is looked for since a revision of git, such as HEAD.")
    now = index(compiled)
    try:
        before = elements_at(target, revision, frozenset(compiled.files.values()))
    except NotThereError:
        return Touched(frozenset(now.by_path), frozenset())
    return touched_between(before, now)


def touched_between(before: Elements, after: Elements) -> Touched:
    """What an edit has touched."""
    found = changes(before, after)
    examples = {each.path for each in found if each.path.startswith("examples.") and each.how != "new"}
    cited = {rule for elements in (before, after) for path in examples for rule in _sources(elements, path)}
    elements = {each.path for each in found if each.how != "gone"}
    return Touched(frozenset(elements - examples), frozenset(cited))


def _sources(elements: Elements, path: str) -> tuple[str, ...]:
    element = elements.by_path.get(path)
    return () if element is None else element.source
