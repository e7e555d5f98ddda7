"""What the player who asks may know: of the code that is looked at, what it reads is weighed before it is worked out.

A value is open to a seat when everything it is made of is: fields and zones that the seat sees in this position, in
the functions that are called too. Where it cannot be told whose field or zone is read, it counts as hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..machine.machine import Machine
from ..machine.observation import hidden_pieces, sees
from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.bodies import Cost, Options
from ..typed.declared import FieldInfo, ZoneInfo
from ..typed.nodes import Node, Variable
from .values import Basis, Given, Unanswered, Values, free_variables


class Sight:
    """What one seat may know in one position. `hidden`: variables that hold what it may not know."""

    def __init__(self, basis: Basis, machine: Machine, cells: ir.Cells, seat: int, values: Values) -> None:
        self.basis, self.machine, self.cells, self.seat, self.values = basis, machine, cells, seat, values
        self.hidden: set[Variable] = set()
        program = machine.program
        self._fields = {each.base: each for each in program.fields if each.visibility.mode != "all"}
        self._families = {each.first: each for each in program.families if each.visibility.mode != "all"}
        self._bodies: dict[tuple[Any, ...], bool] = {}

    def is_open(self, node: Node, given: Given, *, acting: bool = True) -> bool:
        """Whether the seat may know what a piece of code comes to. `acting`: `me` is the player who decides."""
        if not self._fields and not self._families:  # and so no piece lies hidden
            return True
        match node:
            case typed.Local():
                if node.variable.value is not None:
                    return self.is_open(node.variable.value, given, acting=acting)
                return node.variable not in self.hidden
            case typed.Field() if node.field.back != "false" and self._is_turned(node, given):
                return False
            case typed.Field():
                seen = self._fields.get(self.basis.tables.cell[node.field])
                if seen is not None and not self._sees(seen.visibility, node.holder, given, acting):
                    return False
            case typed.Zone():
                family = self._families.get(node.zone.first)
                if family is not None and not self._sees(family.visibility, node.holder, given, acting):
                    return False
            case typed.Name(meant=ZoneInfo() as zone):
                return zone.first not in self._families
            case typed.BuiltinCall() if node.builtin.name in ("size", "reveal"):
                arg = node.args[0]
                if node.builtin.name == "reveal":
                    return True
                if isinstance(arg, typed.Zone):  # how many pieces lie in a zone is open
                    return arg.holder is None or self.is_open(arg.holder, given, acting=acting)
            case typed.Position():
                made_of = node.position
                fields = [each for each in made_of.fields if self.basis.tables.cell[each] in self._fields]
                return not fields and not any(each.first in self._families for each in made_of.zones)
            case typed.BuiltinCall() if node.builtin.name in ("can", "options"):
                if not self._offers(node):
                    return False
            case typed.Call():
                if not self._called(node, given, acting):
                    return False
            case typed.PredicateCall():
                if not self._entries(node, given, acting):
                    return False
            case typed.Hypothetical():
                acting = acting and node.player is None
            case code.Perform():
                return False  # what a procedure does to a copy of the position is not followed
        return self._all(typed.children(node), given, acting)

    def _is_turned(self, node: typed.Field, given: Given) -> bool:
        """Whether something is read of the back of a piece that lies hidden, by its name."""
        if node.holder is None:
            return True
        try:
            found = self.values.value(node.holder, given, self.cells)
        except Unanswered:
            return True
        hidden = hidden_pieces(self.machine, self.cells, self.seat)
        return self.machine.program.domains[node.field.domain].piece_base + found in hidden

    def _all(self, nodes: Iterable[Node], given: Given, acting: bool) -> bool:
        return all(self.is_open(each, given, acting=acting) for each in nodes)

    def _sees(self, visibility: ir.Visibility, holder: typed.Expr | None, given: Given, acting: bool) -> bool:
        if visibility.mode == "none":
            return False
        if holder is None:
            return sees(self.machine, self.cells, visibility, self.seat, -1)
        if not acting and any(isinstance(each, typed.Acting) for each in typed.descend(holder)):
            return False
        if not self.is_open(holder, given, acting=acting):
            return False
        try:
            found = self.values.value(holder, given, self.cells)
        except Unanswered:
            return False
        return isinstance(found, int) and found >= 0 and sees(self.machine, self.cells, visibility, self.seat, found)

    def sees_field(self, field: FieldInfo, holder: int) -> bool:
        """Whether the seat sees a field of a holder."""
        known = self._fields.get(self.basis.tables.cell[field])
        return known is None or sees(self.machine, self.cells, known.visibility, self.seat, holder)

    def _called(self, node: typed.Call, given: Given, acting: bool) -> bool:
        function = self.basis.functions.get(node.function)
        if function is None:
            return False
        params, changes = function.code.params, () if function.adjusted is None else function.adjusted.changes
        inner = self.arguments(params, node.args, given)
        key = (node.function, acting, tuple([(each, inner.get(each)) for each in params]))
        if key not in self._bodies:
            self._bodies[key] = self._all([*function.code.body, *changes], inner, acting)
        return self._bodies[key]

    def arguments(self, params: Iterable[Variable], args: Iterable[typed.Expr], given: Given) -> dict[Variable, Any]:
        """What the parameters of a function stand for where it is called, as far as it can be told."""
        out: dict[Variable, Any] = {}
        for variable, each in zip(params, args, strict=False):
            try:
                if all(one in given for one in free_variables(each)) and self.is_open(each, given):
                    out[variable] = self.values.value(each, given, self.cells)
            except Unanswered:
                continue
        return out

    def _offers(self, node: typed.BuiltinCall) -> bool:
        """Whether all is open that the options of the actions depend on, whoever acts."""
        for actions in node.args[1:]:
            assert isinstance(actions, typed.Actions)
            for action in actions.actions:
                key = (action,)
                if key not in self._bodies:
                    found = self.basis.tables.option_code.get(self.basis.tables.alternative[action])
                    self._bodies[key] = isinstance(found, Options) and self._header(found)
                if not self._bodies[key]:
                    return False
        return True

    def _header(self, found: Options) -> bool:
        costs = [each for each in typed.descend(found) if isinstance(each, Cost)]
        paid = all(self.basis.tables.cell[each.resource] not in self._fields for each in costs)
        return paid and self._all(found.levels, {}, acting=False)

    def _entries(self, node: typed.PredicateCall, given: Given, acting: bool) -> bool:
        found = self.basis.predicates.get(node.predicate)
        if found is None:
            return False
        inner = self.arguments(found.params, (node.holder, *node.args), given)
        entry = inner.get(found.params[0])
        wanted = found.conditions if entry is None else (found.conditions[found.of_entry[entry]],)
        return self._all(wanted, inner, acting)
