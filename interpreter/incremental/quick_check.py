"""What an edit does to rules that had no fault, before all of them are checked.

`quick_check` tells what is wrong with the very code that was edited: each fault that is told is told by the whole check
too, but for the places of others that it names. Of an edit that concerns nobody but this code (`Edit.concerns_others`)
these are all faults that the rules have. What an edit does to other elements, and where hidden values go, else only the
whole check tells, which follows. Words for people and where things stand are no change.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

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
from ..check.checker import Checker
from ..check.world import World
from ..compiled import SoundRuleset
from ..language.messages_use import no_outcomes
from ..language.nodes import Binary, Compare, Expr, Int, Node
from ..language.parse import parse_effects, parse_expression, parse_function_body
from ..language.trees import said_slots
from ..lower import offers
from ..lower import rules as lowering
from ..lower.tables import Tables

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

_EFFECTS = frozenset(("effects", "instead", "before", "after"))

OF_CODE = "YUP3"
"""How the codes of the faults begin that are found in code."""

_WORDS = frozenset(("text", "source"))
_MOST = 8
"""Of more elements than this the whole check tells."""

Element = tuple[str, str]
"""A section, and a name in it."""


@dataclass(slots=True)
class Edit:
    """In what the rules of a ruleset differ from how they were. `codes`: what code of elements was and is, each with
    the attribute that holds it; `otherwise`: something else is said, too; `moved`: something stands elsewhere; `fewer`:
    something is not there any more; `values`: what entries and tables hold is not what it was; `changes`: anything at
    all is not what and where it was, but for words that only people read."""

    codes: dict[Element, list[tuple[str, Code, Code]]] = field(default_factory=dict)
    otherwise: bool = False
    moved: bool = False
    fewer: bool = False
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
        fixed = all(name in getattr(now, section)[owner].attributes for section, owner, name in edit.given)
        edit.otherwise = edit.otherwise or not fixed or len(edit.codes) > _MOST
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
            self.changes = self.fewer = True
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

    def _code(self, path: tuple[str, ...], old: Code, new: Code) -> None:
        if len(path) < 3 or path[2] not in _CODE.get(path[0], ()):
            self.otherwise = True
        else:
            self.codes.setdefault((path[0], path[1]), []).append((path[2], old, new))

    def concerns_others(self) -> bool:
        """Whether somebody beside the elements themselves may see that their code says something else: it does not have
        the same parts, with other numbers and operators in them."""
        return self.otherwise or not all(
            _alike(_read(attribute, old), _read(attribute, new))
            for codes in self.codes.values()
            for attribute, old, new in codes
        )


def _read(attribute: str, code: Code) -> object:
    read = parse_effects if attribute in _EFFECTS else parse_function_body if attribute == "body" else parse_expression
    return read(code, Report())


def _alike(old: object, new: object) -> bool:
    """Whether two trees have the same parts, whatever their numbers and operators are."""
    if isinstance(old, tuple) and isinstance(new, tuple):
        return len(old) == len(new) and all(map(_alike, old, new))
    if type(old) is not type(new):
        return False
    if isinstance(old, Int):
        return True
    if isinstance(old, Compare) and isinstance(new, Compare):
        return _alike(_compared(old), _compared(new))
    if isinstance(old, Node):
        apart = "op" if isinstance(old, Binary) else ""
        return all(_alike(getattr(old, name), getattr(new, name)) for name in said_slots(type(old)) if name != apart)
    return old == new


def _compared(node: Compare) -> tuple[Expr, ...]:
    return node.first, *[each for _, each in node.rest]


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


def quick_check(last: SoundRuleset | None, composed: Composed, edit: Edit | None) -> QuickCheck | None:
    """What is wrong with sections that cannot be read, or with the code in which a ruleset differs from how it was last
    without a fault; None where it differs in more."""
    if composed.ruleset is None:
        return QuickCheck([*composed.report.diagnostics], composed.files)
    if last is None or edit is None or edit.otherwise:
        return None
    faults, _ = faults_of(last, composed.ruleset, composed.files, edit)
    return QuickCheck(faults, composed.files, composed.ruleset)


def declared(ruleset: Ruleset, files: Mapping[str, str]) -> World:
    """What a ruleset declares, with what is wrong with that; nothing of its code is read."""
    checker = Checker(ruleset, Report(), files, None)
    checker.declare()
    return checker.world


def faults_of(
    last: SoundRuleset, ruleset: Ruleset, files: Mapping[str, str], edit: Edit
) -> tuple[list[Diagnostic], bool]:  # fmt: skip
    """What is wrong with the code that was edited, and whether every function gives what it gave; nothing, and that it
    does not, where another game is kept of it."""
    world, tables = last.checked.world.extended(), last.tables.extended()
    world.read_from(ruleset, files)
    gives_the_same = True
    for section, name in edit.codes:
        gives_the_same = _check(world, tables, ruleset, section, name) and gives_the_same
    faults = world.report.errors
    if any(each == no_outcomes(word, each.span) for each in faults for word in ("win", "lose")):
        return [], False  # nothing is kept of what no rule has said so far
    return [*faults, *tables.faults], gives_the_same


def _check(world: World, tables: Tables, ruleset: Ruleset, section: str, name: str) -> bool:
    """Check an element, and lower it where it is sound, since what has no room where it is kept over a decision shows
    only there; whether it gives what it gave."""
    if section == "adjustments":
        info = copy(world.adjustments[name])
        info.decl = ruleset.adjustments[name]  # type: ignore[index]
        world.adjustments = {**world.adjustments, name: info}
        name = str(info.decl.of)
        section = "functions" if name in ruleset.functions else "procedures"
    signature = world.signatures.get(name)
    if section == "functions":
        decl = ruleset.functions[name]  # type: ignore[index]
        anew.adjustments(world, name)
        assert signature is not None
        if decl.gives is None and anew.result(world, name, decl, world.report) != signature.result:
            return False
        function = anew.function(world, name, decl)
        if function is not None and not world.report.errors:
            lowering.function(tables, function)
        return True
    if section == "procedures":
        effects = ruleset.procedures[name]  # type: ignore[index]
        procedure = anew.procedure(world, name, effects)
        if procedure is not None and procedure.whole and not world.report.errors:
            lowering.procedure(tables, procedure)
        return effects.gives is not None or (signature is not None and signature.result is None)
    common = next((each.common for each in carried(ruleset, "actions") if each.name == name), None)
    info_of = next(each for each in world.actions if each.name == name)
    action = anew.action(world, info_of, ruleset.actions[name], common)  # type: ignore[index]
    if action is not None:
        lowering.offered(tables, action)
        offers.again(tables, action.action)
        lowering.carried_out(tables, action)
    return True
