"""What an edit does to rules that had no fault, before all of them are checked.

`quick_check` tells what is wrong with the very code that was edited: each fault that is told is told by the whole check
too, but for the places of others that it names. Of an edit of which no other code sees anything (`outward`) these are
all faults that the rules have. What an edit does to other elements, and where hidden values go, else only the
whole check tells, which follows. Words for people and where things stand are no change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pydantic import BaseModel
from yupana.schemas.carried import carried
from yupana.schemas.compose import Composed
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
from yupana.schemas.source import Code, Diagnostic, Report, Span
from yupana.schemas.tree import Word
from yupana.schemas.walk import beside, names

from ..check import anew
from ..check.calls_graph import OFFERED, Key
from ..check.checker import Checker, function_code
from ..check.results import returns_value
from ..check.scope_use import Called, Offered
from ..check.world import World
from ..compiled import SoundRuleset
from ..language.messages_use import no_outcomes
from ..language.parse import parse_effects
from ..lower import offers
from ..lower import rules as lowering
from ..lower.tables import Tables
from ..typed.declared import AdjustmentInfo
from .outward import Runs, calls_of

AROUND = frozenset(["examples", "look", "lint", "strength", "book", "rulebook"])
"""Sections that the rules do not see, but for the glyphs of the look where a position is drawn; what is cited of the
rulebook is looked up for itself."""

_CODE: Mapping[str, frozenset[str]] = {
    "functions": frozenset(("body", "requires")),
    "procedures": frozenset(("effects",)),
    "actions": frozenset(("when", "requires", "cost", "effects", "parameters")),
    "adjustments": frozenset(("when", "value", "instead", "before", "after")),
}
"""The attributes of elements whose code nobody else reads."""

_ONLY_WORDS = (
    ConstantDecl, EntryDecl, FunctionDecl, KindDecl, PredicateDecl, ProcedureDecl, SeatDecl, TableDecl, ZoneDecl,
)  # fmt: skip
"""What has texts and sources that are no part of the program."""

OF_CODE = "YUP3"
"""How the codes of the faults begin that are found in code."""

_WORDS = frozenset(("text", "source"))
MOST_ELEMENTS = 8
"""Of more elements than this the whole check tells."""

Element = tuple[str, str]
"""A section, and a name in it."""


@dataclass(slots=True)
class Edit:
    """In what the rules of a ruleset differ from how they were. `codes`: what code of elements was and is, each with
    the attribute that holds it; `otherwise`: something else is said, too; `moved`: something stands elsewhere; `fewer`:
    names of what is not there any more; `values`: what entries and tables hold is not what it was; `changes`: anything
    at all is not what and where it was, but for words that only people read."""

    codes: dict[Element, list[tuple[str, Code, Code]]] = field(default_factory=dict)
    otherwise: bool = False
    moved: bool = False
    fewer: set[str] = field(default_factory=set)
    values: bool = False
    changes: bool = False
    given: set[tuple[str, str, str]] = field(default_factory=set)  # by entries: a section, a name in it, and the key

    @classmethod
    def between(cls, before: Ruleset, now: Ruleset) -> Edit:
        """What was done to a ruleset."""
        edit = cls()
        for section in names(type(now)):
            if section not in AROUND and not edit.otherwise:
                edit._compare(getattr(before, section), getattr(now, section), (section,))
        fixed = not any(_is_code(getattr(now, section)[owner], name) for section, owner, name in edit.given)
        edit.otherwise = edit.otherwise or not fixed or len(edit.codes) > MOST_ELEMENTS
        return edit

    @classmethod
    def of_parts(cls, before: BaseModel, now: BaseModel) -> Edit:
        """What was done to a part of a ruleset."""
        edit = cls()
        edit._compare(before, now, ())
        return edit

    def _compare(self, old: object, new: object, path: tuple[str, ...]) -> None:
        if old is new or self.otherwise:
            return
        if isinstance(old, Code) and isinstance(new, Code):
            if old != new:
                self.changes = True
                if old.text != new.text:
                    self._code(path, old, new)
                else:
                    self.moved = True
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            if path[-1] == "values" and path[0] in ("kinds", "boards"):
                self._values(old, new, path)
            else:
                self._entries(old, new, path)
        elif path[:1] == ("tables",) and path[2:3] == ("cells",):
            if old != new:
                self.changes = self.values = True
        elif (pairs := beside(old, new)) is not None:
            apart = _WORDS if isinstance(old, BaseModel) else ()
            only_words = isinstance(old, _ONLY_WORDS)
            if apart and not only_words:
                self._span(getattr(old, "span", None), getattr(new, "span", None))
            for step, one, other in pairs:
                if step not in apart:
                    self._compare(one, other, (*path, str(step)))
                elif not only_words and one != other:
                    self.changes = True
        elif old != new or type(old) is not type(new):
            self.changes = self.otherwise = True
        else:
            self._place(old, new)

    def _entries(self, old: Mapping[str, object], new: Mapping[str, object], path: tuple[str, ...]) -> None:
        there = {each: each for each in old}
        if [each for each in old if each in new] != list(new):
            self.changes = self.otherwise = True
            return
        if len(new) < len(old):  # whole elements and entries may be missing where they cannot be read
            self.changes = True
            gone = [each for each in old if each not in new]
            self.fewer.update(gone, *(getattr(old[each], "entries", ()) for each in gone))
            self.otherwise = len(path) > 1 and path[-1] != "entries"
        for name, other in new.items():
            self._place(there[name], name)
            self._compare(old[name], other, (*path, str(name)))

    def _values(self, old: Mapping[str, object], new: Mapping[str, object], path: tuple[str, ...]) -> None:
        """What an entry gives: fixed values, and code."""
        said = [{str(name): getattr(each, "text", None) for name, each in one.items()} for one in (old, new)]
        differing = {name for name in {*said[0], *said[1]} if said[0].get(name) != said[1].get(name)}
        if differing:
            self.changes = self.values = True
            self.given.update((path[0], path[1], name) for name in differing)
        if [*old.items()] != [*new.items()]:
            self.changes = True
            self.moved = self.moved or not differing

    def _place(self, old: object, new: object) -> None:
        """A word stands where it stood, or elsewhere."""
        if isinstance(old, Word) and old.span != getattr(new, "span", None):
            self.changes = self.moved = True

    def _span(self, old: Span | None, new: Span | None) -> None:
        """An element is where it was, or elsewhere; it may be longer."""
        if old != new:
            self.changes = True
            if old is None or new is None or (old.file, old.line, old.column) != (new.file, new.line, new.column):
                self.moved = True

    def holds(self, fault: Diagnostic) -> bool:
        """Whether a fault stands where it is told to: in code that was edited, or nothing has moved."""
        return not self.moved or any(new.span.holds(fault.span) for codes in self.codes.values() for _, _, new in codes)

    def _code(self, path: tuple[str, ...], old: Code, new: Code) -> None:
        if len(path) < 3 or path[2] not in _CODE.get(path[0], ()):
            self.otherwise = True
        else:
            self.codes.setdefault((path[0], path[1]), []).append((path[2], old, new))


def _is_code(decl: object, name: str) -> bool:
    """Whether what entries give under a name is no value of an attribute, nor something that there is not; and whether
    it is the face of tiles, which says what parts there are."""
    parts = getattr(decl, "parts", None)
    if parts is not None and name == parts.face:
        return True
    return any(name in getattr(decl, key, ()) for key in ("predicates", "procedures", "actions", "fields"))


@dataclass(frozen=True, slots=True)
class QuickCheck:
    """The faults of what was edited, the texts of all files, and the ruleset (None where sections are faulty). `whole`:
    there are no others, around the rules neither."""

    faults: list[Diagnostic]
    files: Mapping[str, str]
    ruleset: Ruleset | None = None
    whole: bool = False

    def is_old(self, told: Diagnostic) -> bool:
        """Whether what was told before has been looked for again: of sections that are faulty all that is no code, else
        what is wrong with the rules. What is wrong with examples and other things around the rules stays."""
        if self.whole:
            return True
        if self.ruleset is None:
            return not told.code.startswith(OF_CODE)
        around = [self.ruleset.look, self.ruleset.book, self.ruleset.rulebook, *self.ruleset.examples.values()]
        return told.severity == "error" and not any(each.span.holds(told.span) for each in around)


FaultsOfCode: TypeAlias = tuple[list[Diagnostic], bool]
"""What is wrong with the code that was edited, and whether no other code sees anything of the edit."""


def quick_check(composed: Composed, of_code: FaultsOfCode | None) -> QuickCheck | None:
    """What is wrong with sections that cannot be read, or with the code in which a ruleset differs from how it was last
    without a fault; None where it differs in more."""
    if composed.ruleset is None:
        return QuickCheck([*composed.report.diagnostics], composed.files)
    return None if of_code is None else QuickCheck(of_code[0], composed.files, composed.ruleset)


def declared(ruleset: Ruleset, files: Mapping[str, str]) -> World:
    """What a ruleset declares, with what is wrong with that; nothing of its code is read."""
    checker = Checker(ruleset, Report(), files, None)
    checker.declare()
    return checker.world


def faults_of(last: SoundRuleset, ruleset: Ruleset, files: Mapping[str, str], edit: Edit) -> FaultsOfCode:
    """What is wrong with the code that was edited; nothing, and that others see it, where another game is kept of
    it."""
    world, tables = last.checked.world.extended(), last.tables.extended()
    world.read_from(ruleset, files)
    unseen = True
    for section, name in edit.codes:
        unseen = _check(world, tables, last, ruleset, section, name) and unseen
    faults = world.report.errors
    if any(each == no_outcomes(word, each.span) for each in faults for word in ("win", "lose")):
        return [], False  # nothing is kept of what no rule has said so far
    faults += tables.faults
    if not faults and unseen:
        told = last.disclosure.after(tables)
        return ([], False) if told is None else ([*told], True)
    return faults, unseen


def _check(world: World, tables: Tables, last: SoundRuleset, ruleset: Ruleset, section: str, name: str) -> bool:
    """Check an element, and lower it where it is sound, since what has no room where it is kept over a decision shows
    only there; whether no other code sees anything of it."""
    before = last.checked.world
    if section == "adjustments":
        info = replace(world.adjustments[name], decl=ruleset.adjustments[name])  # type: ignore[index]
        world.adjustments = {**world.adjustments, name: info}
        name = str(info.decl.of)
        section = "functions" if name in ruleset.functions else "procedures"
    signature = world.signatures.get(name)
    if section == "functions":
        assert signature is not None
        decl = ruleset.functions[name]  # type: ignore[index]
        anew.adjustments(world, name)
        if decl.gives is None and anew.result(world, name, decl, world.report) != signature.result:
            return False
        function = anew.function(world, name, decl)
        if function is None or world.report.errors:
            return False
        lowering.function(tables, function)
        code = [function_code(each, each.ruleset.functions[name]) for each in (before, world)]  # type: ignore[index]
        return _is_unseen(before, world, ("function", name), code, [signature]) and before.readings.by(
            signature
        ) == world.readings.of(function)
    if section == "procedures":
        assert signature is not None
        effects = ruleset.procedures[name]  # type: ignore[index]
        procedure = anew.procedure(world, name, effects)
        if procedure is None or not procedure.whole or world.report.errors:
            return False
        lowering.procedure(tables, procedure)
        then, after = (parse_effects(each.ruleset.procedures[name].effects, Report()) for each in (before, world))  # type: ignore[index]
        if effects.gives is None and (signature.result is not None or returns_value(after or ())):
            return False
        return _is_unseen(before, world, ("procedure", name), [then, after], [signature])
    common = next((each.common for each in carried(ruleset, "actions") if each.name == name), None)
    info_of = next(each for each in world.actions if each.name == name)
    action = anew.action(world, info_of, ruleset.actions[name], common)  # type: ignore[index]
    if action is None:
        return False
    number, now = tables.alternative[info_of], action.action
    lowering.offered(tables, action)
    offers.again(tables, now)
    lowering.carried_out(tables, action)
    offered, again = (each.alternatives[number] for each in (last.tables, tables))
    parts = [(each.effects, each.announce, *each.code()) for each in (info_of, now)]
    return (
        (offered.params, offered.secret, offered.secrets) == (again.params, again.secret, again.secrets)
        and info_of.params == now.params
        and calls_of(before, (OFFERED, name), info_of.code()) == calls_of(world, (OFFERED, name), now.code())
        and _is_unseen(before, world, ("action", name), parts, [now, Offered(now)])
    )


def _is_unseen(
    before: World, now: World, key: Key, code: Sequence[object], called: Sequence[Called]
) -> bool:  # fmt: skip
    """Whether the code of an element, as it was and is, calls the same, and the same happens while it runs; and so do
    its adjustments."""
    runs = [Runs(each.reach).where(called) for each in (before, now)]
    changing = [
        [
            calls_of(each, ("procedure", f"adjustment {info.name}"), _parts(info))
            for info in each.adjustments.values()
            if info.decl.of == key[1]
        ]
        for each in (before, now)
    ]
    return (
        calls_of(before, key, [code[0]]) == calls_of(now, key, [code[1]])
        and runs[0] == runs[1]
        and changing[0] == changing[1]
    )


def _parts(info: AdjustmentInfo) -> list[object]:
    return [info.counting, info.when, info.value, info.at, *(info.codes or {}).values()]
