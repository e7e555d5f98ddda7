"""What is kept from one check of a ruleset to the next: the rules, where what they see did not change, the examples
that were sound, and the look."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from pydantic import BaseModel
from yupana.schemas.book import Look as LookDecl
from yupana.schemas.left_out import LeftOut
from yupana.schemas.ruleset import (
    ConstantDecl,
    EntryDecl,
    FunctionDecl,
    KindDecl,
    PredicateDecl,
    ProcedureDecl,
    Ruleset,
    SeatDecl,
    TableDecl,
    ZoneDecl,
)
from yupana.schemas.source import Code, Diagnostic
from yupana.schemas.steps import AnyStep
from yupana.schemas.tree import Word
from yupana.schemas.walk import beside

from .compiled import CheckedRuleset, Compiled, SoundRuleset
from .faces import SoundExamples, seen_in_drawings
from .typed.names import Named
from .view.look import Look

AROUND = frozenset(["examples", "look", "lint", "strength", "book", "rulebook"])
"""Sections that the rules do not see, but for the glyphs of the look where a position is drawn; what is cited of the
rulebook is looked up for itself."""

_ONLY_WORDS = (
    ConstantDecl, EntryDecl, FunctionDecl, KindDecl, PredicateDecl, ProcedureDecl, SeatDecl, TableDecl,
    ZoneDecl,
)  # fmt: skip
"""What has texts and sources that are no part of the program."""


def draws(ruleset: Ruleset) -> bool:
    """Whether a step of the ruleset is drawn, so that the rules see the glyphs of the look."""
    steps = [*ruleset.setup, *ruleset.flow]
    return any(step.drawn or draws_inside(step) for step in steps)


def draws_inside(step: AnyStep) -> bool:
    """Whether a step in a step is drawn."""
    return any(each.drawn or draws_inside(each) for each in step.inner)


class KeptRules:
    """The rules as they were checked last."""

    def __init__(self) -> None:
        self._last: SoundRuleset | None = None

    def again(self, compiled: Compiled, ruleset: Ruleset, left_out: LeftOut | None = None) -> CheckedRuleset | None:
        """What is made of the rules, if they are where and what they were, and had no fault. `left_out` is what is
        missing around them where that could not be read: then it is no program."""
        last = self._last
        if last is None:
            return None
        pairs = beside(last.ruleset, ruleset) or ()
        if not all(_same(one, other) for name, one, other in pairs if name not in AROUND):
            return None
        if draws(ruleset) and seen_in_drawings(last.ruleset) != seen_in_drawings(ruleset):
            return None
        world, tables = copy(last.checked.world), copy(last.tables)
        world.read_from(ruleset, compiled.files)
        world.left_out = left_out
        tables.declared = world
        checked = replace(last.checked, world=world)
        again = CheckedRuleset.of(compiled, ruleset=ruleset, checked=checked, tables=tables)
        if left_out is not None:
            return again
        program = replace(last.program, hash=compiled.hash, versions=tuple(compiled.versions.items()))
        return SoundRuleset.of(again, program=program)

    @property
    def last(self) -> SoundRuleset | None:
        """What was made of rules without a fault, if ever there were any."""
        return self._last

    def keep(self, compiled: SoundRuleset) -> None:
        """What was made of rules without a fault."""
        self._last = replace(compiled)


@dataclass(frozen=True, slots=True)
class CheckedLook:
    """A look as it was checked against the rules: its faults, and what its names mean."""

    decl: LookDecl
    rules: object
    faults: list[Diagnostic]
    names: list[Named]

    @staticmethod
    def of(look: Look, compiled: CheckedRuleset) -> CheckedLook:
        """What checking the look of a ruleset gave."""
        return CheckedLook(compiled.ruleset.look, compiled.checked.rules, look.faults, look.names)


@dataclass(slots=True)
class Kept:
    """All that is kept."""

    rules: KeptRules = field(default_factory=KeptRules)
    examples: SoundExamples = field(default_factory=SoundExamples)
    last_look: CheckedLook | None = None

    def aside(self) -> Kept:
        """What is kept, for something that will not be: nothing of what is noted with it is noted here."""
        return Kept(self.rules, self.examples.aside(), self.last_look)

    def look(self, compiled: CheckedRuleset) -> CheckedLook | None:
        """The look, if neither it nor the rules have changed."""
        last = self.last_look
        if last is None or last.rules is not compiled.checked.rules or not _same(last.decl, compiled.ruleset.look):
            return None
        return last


def _same(old: object, new: object) -> bool:
    """Whether two parts of a ruleset say the same at the same places, words for people aside."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(old, Code):
        return old == new
    if isinstance(old, Word):
        return old == new and old.span == getattr(new, "span", None)
    if isinstance(old, BaseModel):
        words = isinstance(old, _ONLY_WORDS)
        if not words and getattr(old, "span", None) != getattr(new, "span", None):
            return False
        apart = ("text", "source") if words else ()
        return all(_same(one, other) for name, one, other in beside(old, new) or () if name not in apart)
    pairs = beside(old, new)
    if pairs is None:
        return old == new
    named = zip(old, new, strict=True) if isinstance(old, Mapping) and isinstance(new, Mapping) else ()
    return all(_same(*each) for each in named) and all(_same(one, other) for _, one, other in pairs)
