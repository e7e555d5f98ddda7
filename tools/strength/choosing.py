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

Meant = Callable[[Break], bool]
"""Whether a break is one of those that are asked for."""


def meant(compiled: Compiled, only: Sequence[str]) -> Meant:
    """What somebody means by ids of rules, and by paths, beginnings of paths and names of elements; all, where nothing
    is named. Raises UsageError for what is not there."""
    ruleset = compiled.ruleset
    assert ruleset is not None
    elements = index(compiled)
    rules, paths = {str(each) for each in ruleset.rulebook.rules}, list(elements.by_path)
    cited = {str(rule) for each in elements for rule in each.source} | rules
    wanted_rules: set[str] = set()
    wanted: set[str] = set()
    for name in only:
        found = [each.path for each in elements.named(name) if each.section not in ("rules", "examples")]
        if name in cited:
            wanted_rules.add(name)
        elif found:
            wanted.update(found)
        elif any(each.startswith(f"{name}.") for each in paths):
            wanted.add(name)
        else:
            known = [*sorted(cited), *paths] if "." in name else [*sorted(cited), *(each.name for each in elements)]
            hint = suggestion(name, dict.fromkeys(known))
            raise UsageError(f"There is no rule and no element `{name[:60]}`.{hint}")
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
