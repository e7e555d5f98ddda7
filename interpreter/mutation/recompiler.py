"""A program in which one piece of code says something else: only what this code belongs to is checked and lowered anew.

Guarantee: what it gives is the program that compiling the whole ruleset with the other code would give, but for the
numbers of blocks and of what is new. Where that cannot be said, it gives None, and the whole is to be compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from yupana.schemas.actions import ActionDecl, ActionSlot, AdjustmentDecl
from yupana.schemas.carried import carried, every
from yupana.schemas.source import Code, Diagnostic, Report

from ..check import anew
from ..check.constants import Constants
from ..check.world import World
from ..compiled import SoundRuleset
from ..examples.running import Ready
from ..language.messages_use import no_outcomes
from ..language.parse import Reading
from ..language.types import Type
from ..lower import offers
from ..lower import rules as lowering
from ..lower.assemble import domains_with
from ..lower.tables import Tables
from ..program import ir
from ..typed.declared import AdjustmentInfo, Attribute, DomainInfo, TableInfo
from .declarations import Edit

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


class Recompiler:
    """Makes programs out of that of a compiled ruleset without errors, its examples with it. `tables`: what the rules
    were lowered into for the program that was made last."""

    def __init__(self, compiled: SoundRuleset, ready: Ready) -> None:
        self.ruleset, self.world, self.ready = compiled.ruleset, compiled.checked.world, ready
        self.program, self.tables = ready.program, ready.tables
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
        world.report = Reading(trees={code: tree})
        constants = Constants(world)
        type_ = constants.type_of(declared)
        value = None if type_ is None else constants.value(code, type_)
        if world.report.errors:
            raise RefusedError(world.report.errors)
        return None if not isinstance(value, int) else self.with_cell(attribute.table, indices, value)

    def with_cell(self, number: int, indices: Iterable[int], value: int) -> ir.Program:
        """The program with another value in some cells of a table."""
        self.tables = self.ready.tables
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
            return self._made(dict.fromkeys(owners), report=Reading(trees={code: tree}))
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
        decl = self.ruleset.adjustments[name]  # type: ignore[index]
        info = replace(self.world.adjustments[name], decl=decl)
        owner = Owner("function" if decl.of in self.ruleset.functions else "procedure", str(decl.of))
        return self._made([owner], {**self.world.adjustments, name: info})

    def _with_table(self, edit: Edit) -> ir.Program | None:
        """With another number in a cell of a plain table."""
        info = self.world.symbols[str(edit.path[1])].info
        part = info.parts.get("") if isinstance(info, TableInfo) else None
        if not isinstance(info, TableInfo) or part is None or type(edit.new) is not int:
            return None
        row, column = int(edit.path[3]), int(edit.path[4]) if len(edit.path) > 4 else 0
        return self.with_cell(part[1], [row * max(info.columns, 1) + column], edit.new)

    def _made(
        self,
        owners: Iterable[Owner],
        adjustments: dict[str, AdjustmentInfo] | None = None,
        report: Report | None = None,
    ) -> ir.Program:
        """The program with some elements made anew, where these are the `adjustments`."""
        world, tables = self.world.extended(), self.ready.tables.extended()
        world.report = report or world.report
        world.adjustments = adjustments or world.adjustments
        for owner in owners:
            getattr(self, f"_{owner.sort}")(world, tables, owner)
        if any(each == no_outcomes(word, each.span) for each in world.report.errors for word in ("win", "lose")):
            raise OtherwiseError  # nothing is kept of what no rule has said so far
        if world.report.errors or tables.faults:
            raise RefusedError([*world.report.errors, *tables.faults])
        self.tables = tables
        return replace(
            self.program,
            domains=domains_with(self.program, tables),
            tables=tuple(tables.tables),
            functions=tuple(tables.functions),  # type: ignore[arg-type]  # every number that was reserved is made
            decisions=tuple(tables.decisions),  # type: ignore[arg-type]
            alternatives=tuple(tables.alternatives),
            texts=tuple(tables.texts),
            places=tuple(tables.places),
        )

    # ------------------------------------------------------------ element by element

    def _function(self, world: World, tables: Tables, owner: Owner) -> None:
        decl = self.ruleset.functions[owner.name]  # type: ignore[index]
        anew.adjustments(world, owner.name)
        self._gives_the_same(world, owner.name)
        found = anew.function(world, owner.name, decl)
        if found is not None and not world.report.errors:
            lowering.function(tables, found)

    def _gives_the_same(self, world: World, name: str) -> None:
        """See that whoever calls a function may take its result for what it was, where nobody has declared it. Raises
        OtherwiseError."""
        decl, known = self.ruleset.functions[name], world.signatures[name].result  # type: ignore[index]
        if decl.gives is not None or known is None:
            return
        found = anew.result(world, name, decl)
        if found is not None and not _stands_for(found, known):
            raise OtherwiseError

    def _procedure(self, world: World, tables: Tables, owner: Owner) -> None:
        found = anew.procedure(world, owner.name, self.ruleset.procedures[owner.name])  # type: ignore[index]
        if found is not None and found.whole and not world.report.errors:
            lowering.procedure(tables, found)

    def _predicate(self, world: World, tables: Tables, owner: Owner) -> None:
        found = anew.predicate(world, owner.domain, world.domains[owner.domain].predicates[owner.name])
        if found is not None and not world.report.errors:
            lowering.predicate(tables, found)

    def _action(self, world: World, tables: Tables, owner: Owner) -> None:
        info = next(each for each in world.actions if each.name == owner.name)
        decl = self.ruleset.actions.get(owner.name, info.decl)  # type: ignore[call-overload]
        made = anew.action(world, info, decl, self.common.get(owner.name))
        if made is not None:
            lowering.offered(tables, made)
            offers.again(tables, made.action)
            lowering.carried_out(tables, made)


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
