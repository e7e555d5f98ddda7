"""One function of the program while it is being made: its slots, its parameters, and where its variables
are held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from yupana.schemas.source import Span

from ..language.types import Type
from ..program import ir, limits
from ..typed.nodes import Variable
from .stops import Stop
from .tables import Tables


@dataclass(slots=True, eq=False)
class Frame:
    """`element` names what the code belongs to in places (`action build`); `result` is the type of what the function
    gives, None: nothing. `bounds`: of the list that a loop goes through, by the slot of the loop's name. `room`: of
    lists that are assigned, how many elements are kept over a decision. `captures`: what a function on a copy of the
    state reads of the variables around it, handed in as its parameters. `visible`: the variables that can be named
    where code is being lowered; `waits`: it will be cut into blocks."""

    tables: Tables
    name: str
    element: str
    result: Type | None = None
    slots: list[ir.Shape] = field(default_factory=list)
    slot_spans: list[Span] = field(default_factory=list)
    params: list[int] = field(default_factory=list)
    captures: list[Variable] = field(default_factory=list)
    values: dict[Variable, ir.Expr] = field(default_factory=dict)
    bounds: dict[int, int] = field(default_factory=dict)
    room: dict[int, int] = field(default_factory=dict)
    whole: bool = True  # nothing in it was found faulty
    settles: bool = False  # code of the flow: triggers come when an option that it offers has been carried out
    waits: bool = False
    silent: bool = False  # code on a copy of the state, of which triggers do not hear
    visible: list[Variable] = field(default_factory=list)

    def slot(self, type_: Type, span: Span) -> int:
        """A new slot for values of the type."""
        return self.raw_slot(self.tables.loose_shape(type_), span)

    def raw_slot(self, shape: ir.Shape, span: Span) -> int:
        """A new slot for cells as they lie in the state."""
        self.slots.append(shape)
        self.slot_spans.append(span)
        return len(self.slots) - 1

    def give(self, variable: Variable) -> int:
        """A new slot for a variable."""
        slot = self.slot(variable.type, variable.span)
        self.values[variable] = ir.Local(slot)
        if variable.room is not None:
            self.room[slot] = variable.room
        return slot

    def bound(self, slot: int, listed: ir.Expr, type_: Type) -> None:
        """Note how many elements a list has at most, through which the loop of this slot goes."""
        bound = type_.bound
        if type_.kind == "set":
            bound = len(listed.values) if isinstance(listed, ir.ConstList) else self.tables.domains[type_.domain].size
        elif bound is None and isinstance(listed, ir.Local):
            bound = self.room.get(listed.slot)
        if bound is not None:
            self.bounds[slot] = bound

    def begin(self, params: Iterable[Variable]) -> None:
        """The parameters of the function."""
        for each in params:
            self.params.append(self.give(each))
            self.visible.append(each)

    def read(self, variable: Variable) -> ir.Expr:
        """A variable's value; one of the code around is handed in as a parameter."""
        found = self.values.get(variable)
        if found is None and variable.outer is None:  # what gives it a value was faulty, and is left out
            return ir.Local(self.give(variable))
        if found is None:
            assert variable.outer is not None
            slot = self.slot(variable.type, variable.span)
            self.params.append(slot)
            self.captures.append(variable.outer)
            found = self.values[variable] = ir.Local(slot)
        return found

    def function(self, body: Iterable[ir.Stmt], place: int, number: int | None = None) -> int:
        """Put the function into the program, which waits nowhere and may have a number already; its number."""
        tables = self.tables
        number = tables.new_function() if number is None else number
        if not self.whole:
            tables.faulty.add(number)
        result = None if self.result is None else tables.loose_shape(self.result)
        tables.functions[number] = ir.Function(
            self.name, tuple(self.params), tuple(self.slots), result, place, tuple(body)
        )
        return number

    def at(self, span: Span, *, asks: bool = False) -> list[ir.Stmt]:
        """What stands in front of code where a game can be stopped: nothing, unless the program is made to be stepped
        through. `asks`: it is code that makes options."""
        stops = self.tables.stops
        if stops is None:
            return []
        seen = {each.name: each for each in self.visible if self._can_be_seen(each)}
        params = [each for each in seen.values() if self.values[each] in [ir.Local(slot) for slot in self.params]]
        variables = (*params, *[each for each in seen.values() if each not in params])
        unseen = tuple([each.name for each in self.visible if each.name not in seen and each in self.values])
        stops.append(Stop(span, self.element, self.name, variables, len(params), self.waits, asks, unseen))
        return [ir.At(len(stops) - 1, tuple([self.values[each] for each in variables]))]

    def _can_be_seen(self, variable: Variable) -> bool:
        """Whether a variable is there at every stop: to look at a list must not need room for it over a decision."""
        value = self.values.get(variable)
        if not self.waits or not isinstance(value, ir.Local):
            return value is not None
        shape = self.slots[value.slot]
        return shape.storable and (shape.kind != "list" or (not variable.mutable and shape.size < limits.LIST))

    def place(self, span: Span) -> int:
        """The number of a place in this element."""
        return self.tables.place(span, self.element)
