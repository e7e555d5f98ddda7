"""A lowered body becomes a function of the program."""

from __future__ import annotations

from collections.abc import Sequence

from ..program import ir
from ..typed.rules import Code, Value
from .blocks import Cutter
from .frame import Frame
from .lowering import lower, lower_block
from .tables import Tables


def finish(frame: Frame, number: int, statements: Sequence[ir.Stmt], waiting: bool, place: int) -> None:
    """Put a body into the program as the function `number`, cut into blocks if it is `waiting`."""
    tables = frame.tables
    if not frame.whole:
        tables.faulty.add(number)
    result = None if frame.result is None else tables.loose_shape(frame.result)
    if not waiting:
        tables.functions[number] = ir.Function(
            frame.name, tuple(frame.params), tuple(frame.slots), result, place, tuple(statements)
        )
        return
    tables.uncut[number] = tuple(statements)
    cutter = Cutter(frame, number)
    cutter.add(statements)
    blocks, kept, size = cutter.finish()
    tables.functions[number] = ir.Function(
        frame.name, tuple(frame.params), tuple(frame.slots), result, place, (), blocks, kept, size, waits=True
    )
    tables.faults += cutter.faults


def code_function(
    tables: Tables,
    node: Code,
    place: int,
    number: int | None = None,
    name: str | None = None,
    before: Sequence[ir.Stmt] = (),
) -> int:
    """Effects become a function, which may have a `number` already; its number. `before` stands before them."""
    frame = Frame(tables, node.name, node.element, node.result)
    frame.begin(node.params)
    statements = lower_block(frame, node.body)
    number = tables.new_function() if number is None else number
    frame.name = name or frame.name
    finish(frame, number, (*before, *statements), node.waits, place)
    return number


def value_function(tables: Tables, node: Value, name: str | None = None) -> int:
    """A function of one expression; its number."""
    frame = Frame(tables, name or node.name, node.element, node.result)
    frame.begin(node.params)
    found = lower(frame, node.value)
    number = tables.new_function()
    finish(frame, number, [ir.Return(found)], False, frame.place(node.span))
    return number
