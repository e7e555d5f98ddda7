"""Which breaks are meant: those of a rule, of an element with all inside it, of all elements of a name, of a file."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import TELLING, index
from yupana.interpreter.mutation import Mutant
from yupana.schemas.errors import UsageError

from ..shell.sentences import suggestion

Meant = Callable[[Mutant], bool]
"""Whether a break is one of those that are asked for."""


def meant(compiled: SoundRuleset, only: Sequence[str]) -> Meant:
    """What somebody means by ids of rules, by paths, beginnings of paths and names of elements, and by files; all,
    where nothing is named. Raises UsageError for what is not there."""
    ruleset = compiled.ruleset
    elements = index(compiled)
    there = [each for each in elements if each.section not in TELLING]
    names = dict.fromkeys([*(each.name for each in there), *(each.path for each in there)])
    cited = {str(rule) for each in elements for rule in each.source} | {str(each) for each in ruleset.rulebook.rules}
    wanted_rules: set[str] = set()
    wanted: set[str] = set()
    files = {Path(each.span.file).name for each in elements}
    wanted_files: set[str] = set()
    for name in only:
        found = [each.path for each in elements.named(name) if each.section not in TELLING]
        if (rule := name.removeprefix("rules.")) in cited:
            wanted_rules.add(rule)
        elif name in files:
            wanted_files.add(name)
        elif found:
            wanted.update(found)
        elif any(each.path.startswith(f"{name}.") for each in there):
            wanted.add(name)
        else:
            known = [*sorted(cited), *(each for each in names if ("." in each) == ("." in name))]
            known += sorted(files) if "." in name else []
            raise UsageError(f"There is no rule, no element and no file `{name[:60]}`.{suggestion(name, known)}")
    if not only:
        return lambda each: True
    begin = tuple(f"{each}." for each in wanted)
    return lambda each: (
        each.element in wanted
        or each.element.startswith(begin)
        or not wanted_rules.isdisjoint(each.rules)
        or Path(each.span.file).name in wanted_files
    )


def sampled(numbers: Sequence[int], most: int | None, seed: int) -> list[int]:
    """So many of the numbers at most, drawn with a seed, in their order."""
    if most is None or most >= len(numbers):
        return list(numbers)
    return sorted(random.Random(f"strength {seed}").sample(list(numbers), most))
