"""What is wrong with code that was just edited, before the whole ruleset is checked.

Guarantee: every fault that is told is told by the whole check too, but for the places of others that it names. What an
edit does to other elements, and where hidden values go, only the whole check tells, which follows. Of an edit that
changes more than the code of functions, procedures, actions and adjustments nothing is said here, unless it makes YAML
or sections faulty. Words for people and where things stand are no change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass

from pydantic import BaseModel
from yupana.schemas.carried import carried
from yupana.schemas.compose import Composed
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Diagnostic
from yupana.schemas.walk import beside, names

from .check import anew
from .check.world import World
from .compiled import SoundRuleset
from .kept import AROUND

Path = tuple[str, ...]

_CODE: Mapping[str, frozenset[str]] = {
    "functions": frozenset(("body", "requires")),
    "procedures": frozenset(("effects",)),
    "actions": frozenset(("when", "requires", "cost", "effects", "parameters")),
    "adjustments": frozenset(("when", "value", "instead", "before", "after")),
}
"""The fields of elements whose code nobody else reads."""

OF_CODE = "YUP3"
"""How the codes of the faults begin that are found in code."""

_WORDS = frozenset(("text", "source"))
_MOST = 8
"""Of more elements than this the whole check tells."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The faults of what was edited, the texts of all files, and the ruleset (None where sections are faulty)."""

    faults: list[Diagnostic]
    files: Mapping[str, str]
    ruleset: Ruleset | None = None

    def is_old(self, told: Diagnostic) -> bool:
        """Whether what was told before has been looked for again: of sections that are faulty all that is no code, else
        what is wrong with the rules. What is wrong with examples and other things around the rules stays."""
        if self.ruleset is None:
            return not told.code.startswith(OF_CODE)
        around = [self.ruleset.look, self.ruleset.book, self.ruleset.rulebook, *self.ruleset.examples.values()]
        return told.severity == "error" and not any(each.span.holds(told.span) for each in around)


def glance(last: SoundRuleset | None, composed: Composed) -> Glance | None:
    """What is wrong with sections that cannot be read, or with the code in which a ruleset differs from how it was last
    without a fault; None where it differs in more."""
    ruleset, files = composed.ruleset, composed.files
    if ruleset is None:
        return Glance([*composed.report.diagnostics], files)
    if last is None:
        return None
    edited: dict[tuple[str, str], None] = {}
    for section in names(type(ruleset)):
        if section not in AROUND:
            for path, new in _differences(getattr(last.ruleset, section), getattr(ruleset, section), (section,)):
                if len(path) < 3 or path[2] not in _CODE.get(path[0], ()) or not isinstance(new, Code):
                    return None
                edited[path[0], path[1]] = None
    if len(edited) > _MOST:
        return None
    world = last.checked.world.extended()
    world.read_from(ruleset, files)
    for section, name in edited:
        _check(world, ruleset, section, name)
    return Glance(world.report.errors, files, ruleset)


def _check(world: World, ruleset: Ruleset, section: str, name: str) -> None:
    if section == "adjustments":
        info = copy(world.adjustments[name])
        info.decl = ruleset.adjustments[name]  # type: ignore[index]
        world.adjustments = {**world.adjustments, name: info}
        name = str(info.decl.of)
        section = "functions" if name in ruleset.functions else "procedures"
    if section == "functions":
        anew.function(world, name, ruleset.functions[name])  # type: ignore[index]
    elif section == "procedures":
        anew.procedure(world, name, ruleset.procedures[name])  # type: ignore[index]
    else:
        common = next((each.common for each in carried(ruleset, "actions") if each.name == name), None)
        action = next(each for each in world.actions if each.name == name)
        anew.action(world, action, ruleset.actions[name], common)  # type: ignore[index]


def _differences(old: object, new: object, path: Path) -> Iterator[tuple[Path, object]]:
    """What is said otherwise, wherever it stands; words for people aside."""
    if old is new:
        return
    if isinstance(old, Code) and isinstance(new, Code):
        if old.text != new.text:
            yield path, new
    elif (pairs := beside(old, new)) is not None:
        for step, one, other in pairs:
            if step not in _WORDS or not isinstance(old, BaseModel):
                yield from _differences(one, other, (*path, str(step)))
    elif old != new:
        yield path, new
