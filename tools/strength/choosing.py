"""Which breaks are meant: those of a rule, of an element with all inside it, of all elements of a name."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from yupana.interpreter.breaking import Break
from yupana.interpreter.compile import Compiled
from yupana.interpreter.elements import index
from yupana.schemas.errors import UsageError

from ..shell.sentences import suggestion

__all__ = ["Meant", "meant", "sampled"]

_NO_RULES = ("rules", "rulebook", "book", "examples", "look", "features", "invariants", "ruleset")
"""The sections of elements in which nothing is broken."""

Meant = Callable[[Break], bool]
"""Whether a break is one of those that are asked for."""


def meant(compiled: Compiled, only: Sequence[str]) -> Meant:
    """What somebody means by ids of rules, and by paths, beginnings of paths and names of elements; all, where nothing
    is named. Raises UsageError for what is not there."""
    ruleset = compiled.ruleset
    assert ruleset is not None
    elements = index(compiled)
    there = [each for each in elements if each.section not in _NO_RULES]
    names = dict.fromkeys([*(each.name for each in there), *(each.path for each in there)])
    cited = {str(rule) for each in elements for rule in each.source} | {str(each) for each in ruleset.rulebook.rules}
    wanted_rules: set[str] = set()
    wanted: set[str] = set()
    for name in only:
        found = [each.path for each in elements.named(name) if each.section not in _NO_RULES]
        if (rule := name.removeprefix("rules.")) in cited:
            wanted_rules.add(rule)
        elif found:
            wanted.update(found)
        elif any(each.path.startswith(f"{name}.") for each in there):
            wanted.add(name)
        else:
            known = [*sorted(cited), *(each for each in names if ("." in each) == ("." in name))]
            raise UsageError(f"There is no rule and no element `{name[:60]}`.{suggestion(name, known)}")
    if not only:
        return lambda each: True
    begin = tuple(f"{each}." for each in wanted)
    return lambda each: (
        each.element in wanted or each.element.startswith(begin) or not wanted_rules.isdisjoint(each.rules)
    )


def sampled(numbers: Sequence[int], most: int | None, seed: int) -> list[int]:
    """So many of the numbers at most, drawn with a seed, in their order."""
    if most is None or most >= len(numbers):
        return list(numbers)
    return sorted(random.Random(f"strength {seed}").sample(list(numbers), most))
