"""A program in which one piece of code says something else: only what this code belongs to is checked and lowered anew.

Guarantee: what it gives is the program that compiling the whole ruleset with the other code would give, but for the
numbers of blocks and of what is new. Where that cannot be said, it gives None, and the whole is to be compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from yupana.schemas.actions import ActionDecl, ActionSlot, AdjustmentDecl
from yupana.schemas.carried import carried, every
from yupana.schemas.source import Code, Diagnostic

from ..check.actions import Header, announcement, carrying, parse_action
from ..check.checker import function_code
from ..check.constants import Constants
from ..check.functions import Codes, Functions
from ..check.world import World
from ..compiled import Compiled
from ..examples import Ready
from ..language.messages_use import no_outcomes
from ..language.parse import instead, parse_effects, parse_expression
from ..language.types import Type
from ..lower import offers
from ..lower import rules as lowering
from ..lower.tables import Tables
from ..program import ir
from ..typed.declared import ActionInfo, Attribute, DomainInfo, TableInfo
from ..typed.nodes import sound
from ..typed.rules import Action
from .declared import Edit

Sort: TypeAlias = Literal["function", "procedure", "action", "predicate"]


class Owner(NamedTuple):
    """What code belongs to."""

    sort: Sort
    name: str
    domain: int = -1


class RefusedError(Exception):
    """The code is not sound."""

    def __init__(self, faults: list[Diagnostic]) -> None:
        super().__init__(faults[0].message)
        self.faults = faults


class OtherwiseError(Exception):
    """What calls an element, or what a state holds, would be another as well: the whole is to be compiled."""


class Remaking:
    """Makes programs out of that of a compiled ruleset without errors, its examples with it."""

    def __init__(self, compiled: Compiled, ready: Ready) -> None:
        assert compiled.checked is not None
        assert compiled.ruleset is not None
        assert ready.program is not None
        self.ruleset, self.world, self.ready = compiled.ruleset, compiled.checked.world, ready
        self.program = ready.program
        self.common = {str(each.name): each.common for each in carried(self.ruleset, "actions")}
        self.values = dict(self._attributes())
        self.owners: dict[Code, list[Owner]] = {}
        for code, owner in self._owned():
            self.owners.setdefault(code, []).append(owner)

    def _owned(self) -> Iterator[tuple[Code, Owner]]:
        ruleset, world = self.ruleset, self.world
        for name, function in ruleset.functions.items():
            for code in (function.body, *[each.test for each in function.requires.values()]):
                if code is not None:
                    yield code, Owner("function", str(name))
        for name, procedure in ruleset.procedures.items():
            yield procedure.effects, Owner("procedure", str(name))
        for name, action in every(ruleset, "actions").items():
            common = self.common.get(str(name))
            for code in (*_codes(action), *(_codes(common) if isinstance(common, ActionSlot) else ())):
                yield code, Owner("action", str(name))
        for adjustment in every(ruleset, "adjustments").values():
            sort: Sort = "function" if adjustment.of in ruleset.functions else "procedure"
            for code in _parts_of(adjustment):
                yield code, Owner(sort, str(adjustment.of))
        for domain in world.domains:
            for predicate in domain.predicates.values():
                for body in predicate.bodies:
                    if body is not None:
                        yield body, Owner("predicate", predicate.name, domain.number)

    def with_value(self, code: Code, tree: Any) -> ir.Program | None:
        """The program in which an attribute of an entry has another value: its table alone is another. What is worked
        out from the values before the game is as it was, so whatever nobody notices is to be compiled as a whole.
        Raises RefusedError where there is no such value."""
        found = self.values.get(code)
        if found is None:
            return None
        attribute, declared, indices = found
        world = self.world.extended()
        with instead({code: tree}):
            constants = Constants(world)
            type_ = constants.type_of(declared)
            value = None if type_ is None else constants.value(code, type_)
        if world.report.errors:
            raise RefusedError(world.report.errors)
        return None if not isinstance(value, int) else self.with_cell(attribute.table, indices, value)

    def with_cell(self, number: int, indices: Iterable[int], value: int) -> ir.Program:
        """The program with another value in some cells of a table."""
        row: list[Any] = [*self.program.tables[number]]
        for each in indices:
            row[each] = value
        tables = (*self.program.tables[:number], tuple(row), *self.program.tables[number + 1 :])
        return replace(self.program, tables=tables)

    def _attributes(self) -> Iterator[tuple[Code, tuple[Attribute, Code, list[int]]]]:
        """By code: the attribute of entries whose value it is, its declared type, and the members that have it."""
        boards = [(each.kind, each.attributes, each.spaces or {}) for each in self.ruleset.boards.values()]
        kinds = [(name, each.attributes, each.entries) for name, each in self.ruleset.kinds.items()]
        for kind, declared, entries in (*kinds, *boards):
            domain = self.world.domains[self.world.domain_of[kind]]
            for name, entry in entries.items():
                indices = _members(domain, name)
                for key, code in entry.values.items() if entry is not None else ():
                    attribute = domain.attributes.get(key)
                    if attribute is not None and key in declared and not attribute.rows and not attribute.stride:
                        yield code, (attribute, declared[key], indices)

    def with_code(self, code: Code, tree: Any) -> ir.Program | None:
        """The program in which a code is read as a tree. Raises RefusedError where that is not sound."""
        owners = self.owners.get(code)
        if not owners:
            return None
        try:
            with instead({code: tree}):
                return self._made(dict.fromkeys(owners))
        except OtherwiseError:
            return None

    def with_edit(self, edit: Edit) -> ir.Program | None:
        """The program of a ruleset with another declaration. Raises RefusedError where that is not sound."""
        section = str(edit.path[0])
        if section == "tables":
            return self._with_table(edit)
        if len(edit.path) < 3 or edit.path[2] not in _ALONE.get(section, ()):
            return None
        name = str(edit.path[1])
        before = self.ruleset
        self.ruleset = edit.of(before)
        try:
            if section == "adjustments":
                return self._with_adjustment(name)
            return self._made([Owner("function" if section == "functions" else "action", name)])
        except OtherwiseError:
            return None
        finally:
            self.ruleset = before

    def _with_adjustment(self, name: str) -> ir.Program:
        info, decl = self.world.adjustments[name], self.ruleset.adjustments[name]  # type: ignore[index]
        before, info.decl = info.decl, decl
        try:
            return self._made([Owner("function" if decl.of in self.ruleset.functions else "procedure", str(decl.of))])
        finally:
            info.decl = before

    def _with_table(self, edit: Edit) -> ir.Program | None:
        """With another number in a cell of a plain table."""
        info = self.world.symbols[str(edit.path[1])].info
        part = info.parts.get("") if isinstance(info, TableInfo) else None
        if not isinstance(info, TableInfo) or part is None or type(edit.new) is not int:
            return None
        row, column = int(edit.path[3]), int(edit.path[4]) if len(edit.path) > 4 else 0
        return self.with_cell(part[1], [row * max(info.columns, 1) + column], edit.new)

    def _made(self, owners: Iterable[Owner]) -> ir.Program:
        """The program with some elements made anew."""
        world, tables = self.world.extended(), self.ready.tables.extended()
        for owner in owners:
            getattr(self, f"_{owner.sort}")(world, tables, owner)
        if any(each == no_outcomes(word, each.span) for each in world.report.errors for word in ("win", "lose")):
            raise OtherwiseError  # nothing is kept of what no rule has said so far
        if world.report.errors or tables.faults:
            raise RefusedError([*world.report.errors, *tables.faults])
        return replace(
            self.program,
            tables=tuple(tables.tables),
            functions=tuple(tables.functions),  # type: ignore[arg-type]  # every number that was reserved is made
            decisions=tuple(tables.decisions),  # type: ignore[arg-type]
            alternatives=tuple(tables.alternatives),
            texts=tuple(tables.texts),
            places=tuple(tables.places),
        )

    # ------------------------------------------------------------ element by element

    def _function(self, world: World, tables: Tables, owner: Owner) -> None:
        codes = Codes(functions={owner.name: function_code(world, self.ruleset.functions[owner.name])})  # type: ignore[index]
        with self._adjustments(world, owner.name):
            self._gives_the_same(world, codes, owner.name)
            found = Functions(world, codes).function(owner.name)
        if found is not None and not world.report.errors:
            lowering.function(tables, found)

    def _gives_the_same(self, world: World, codes: Codes, name: str) -> None:
        """See that whoever calls a function may take its result for what it was, where nobody has declared it. Raises
        OtherwiseError."""
        signature = world.signatures[name]
        known = signature.result
        if self.ruleset.functions[name].gives is not None or known is None:  # type: ignore[index]
            return
        signature.result = None
        try:
            Functions(world.extended(), codes).function(name)
            found = signature.result
        finally:
            signature.result = known
        if found is not None and not _stands_for(found, known):
            raise OtherwiseError

    def _procedure(self, world: World, tables: Tables, owner: Owner) -> None:
        effects = parse_effects(self.ruleset.procedures[owner.name].effects, world.report)  # type: ignore[index]
        with self._adjustments(world, owner.name):
            found = Functions(world, Codes(procedures={owner.name: effects})).procedure(owner.name)
        if found is not None and found.whole and not world.report.errors:
            lowering.procedure(tables, found)

    def _predicate(self, world: World, tables: Tables, owner: Owner) -> None:
        info = world.domains[owner.domain].predicates[owner.name]
        parsed = {id(each): parse_expression(each, world.report) for each in info.bodies if each is not None}
        nodes = [None if each is None else parsed[id(each)] for each in info.bodies]
        found = Functions(world, Codes(predicates={(owner.domain, owner.name): nodes})).predicate(info)
        if found is not None and not world.report.errors:
            lowering.predicate(tables, found)

    def _action(self, world: World, tables: Tables, owner: Owner) -> None:
        info = next(each for each in world.actions if each.name == owner.name)
        other = world.extended()
        other.actions, other.report = [], world.report
        decl = self.ruleset.actions.get(owner.name, info.decl)  # type: ignore[call-overload]
        read = parse_action(other, owner.name, decl, self.common.get(owner.name))
        with _as_read(info, read):
            options, said = Header(world, info).options(), announcement(world, info)
            done = carrying(world, info)
            if world.report.errors or not sound(options):
                return
            made = Action(info.span, info, options, said, done)
            lowering.offered(tables, made)
            offers.again(tables, info)
            lowering.carried_out(tables, made)

    @contextmanager
    def _adjustments(self, world: World, name: str) -> Iterator[None]:
        """The adjustments of an element, with their code read anew."""
        kept = []
        for info in world.adjustments.values():
            if info.decl.of == name:
                kept.append((info, info.when, info.value, info.codes))
                decl, report = info.decl, world.report
                info.when = None if decl.when is None else parse_expression(decl.when, report)
                info.value = None if decl.value is None else parse_expression(decl.value, report)
                effects = {"instead": decl.instead, "before": decl.before, "after": decl.after}
                read = {word: parse_effects(code, report) for word, code in effects.items() if code is not None}
                info.codes = {word: each for word, each in read.items() if each is not None}
        try:
            yield
        finally:
            for info, when, value, codes in kept:
                info.when, info.value, info.codes = when, value, codes


def _stands_for(found: Type, known: Type) -> bool:
    """Whether all values of a type are those of another."""
    if found.kind == known.kind == "int" and found.optional == known.optional:
        return known.low <= found.low and found.high <= known.high
    return found == known


_ALONE = {
    "functions": ("requires",), "adjustments": ("when",),
    "actions": ("requires", "cost", "when", "parameters", "secret"),
}  # fmt: skip
"""The sections of elements that can be made anew by themselves, with the keys of which that holds."""

_READ = ("decl", "effects", "items", "tests", "values", "when", "costs", "times", "announce")


@contextmanager
def _as_read(info: ActionInfo, read: ActionInfo) -> Iterator[None]:
    """An action with other code."""
    kept = {name: getattr(info, name) for name in (*_READ, "params")}
    for name in _READ:
        setattr(info, name, getattr(read, name))
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(info, name, value)


def _members(domain: DomainInfo, name: str) -> list[int]:
    """The members of an entry: itself, or its copies."""
    if name in domain.group_names:
        group = domain.group_names.index(name)
        return [index for index, each in enumerate(domain.groups) if each == group]
    return [domain.index[name]] if name in domain.index else []


def _codes(action: ActionDecl | ActionSlot) -> Iterator[Code]:
    yield from [each for each in (action.when, action.effects) if each is not None]
    yield from [each.test for each in action.requires.values()]
    for parameter in action.parameters.values():
        yield from [each for each in (parameter.items, parameter.test, parameter.value) if each is not None]
    yield from action.cost.values()
    if action.limit is not None and action.limit.times is not None:
        yield action.limit.times


def _parts_of(decl: AdjustmentDecl) -> list[Code]:
    return [each for each in (decl.when, decl.value, decl.instead, decl.before, decl.after) if each is not None]
