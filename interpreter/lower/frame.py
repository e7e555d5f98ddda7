"""One function of the program while it is being made: its slots and its parameters."""

from __future__ import annotations

from dataclasses import dataclass, field

from yupana.schemas.source import Span

from ..language.types import Type
from ..program import ir
from .tables import Tables


@dataclass(slots=True)
class Frame:
    """`element` names what the code belongs to in places (`action build`); `result` is the type of what the function
    gives, None: nothing. `bounds`: of the list that a loop goes through, by the slot of the loop's name. `room`: of
    lists that are assigned, how many elements are kept over a decision."""

    tables: Tables
    name: str
    element: str
    result: Type | None = None
    slots: list[ir.Shape] = field(default_factory=list)
    slot_spans: list[Span] = field(default_factory=list)
    params: list[int] = field(default_factory=list)
    captures: list[ir.Expr] = field(default_factory=list)
    bounds: dict[int, int] = field(default_factory=dict)
    room: dict[int, int] = field(default_factory=dict)
    number: int = -1  # of the function, once it is finished

    def slot(self, type_: Type, span: Span) -> int:
        """A new slot for values of the type."""
        return self.raw_slot(self.tables.loose_shape(type_), span)

    def raw_slot(self, shape: ir.Shape, span: Span) -> int:
        """A new slot for cells as they lie in the state."""
        self.slots.append(shape)
        self.slot_spans.append(span)
        return len(self.slots) - 1

    def place(self, span: Span) -> int:
        """The number of a place in this element."""
        return self.tables.place(span, self.element)
