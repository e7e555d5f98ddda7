"""A lowered body becomes a function of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..program import ir
from ..typed.rules import Code, Value
from .blocks import Cutter
from .frame import Frame
from .lowering import lower, lower_block
from .tables import Tables
from .waits import EntryStmt


def finish(frame: Frame, number: int, statements: Sequence[ir.Stmt], waiting: bool, place: int) -> None:
    """Put a body into the program as the function `number`, cut into blocks if it is `waiting`."""
    if not waiting:
        frame.function(statements, place, number)
        return
    tables = frame.tables
    tables.uncut[number] = tuple(statements)
    cutter = Cutter(frame, number, entry=any(isinstance(each, EntryStmt) for each in statements))
    cutter.add(statements)
    blocks, kept, size = cutter.finish()
    frame.function((), place, number)
    made = tables.functions[number]
    assert made is not None
    tables.functions[number] = replace(made, blocks=blocks, frame=kept, frame_size=size, waits=True)
    tables.faults += cutter.faults


def code_function(
    tables: Tables,
    node: Code,
    place: int,
    number: int | None = None,
    name: str | None = None,
    before: Sequence[ir.Stmt] = (),
    *,
    settles: bool = False,
) -> int:
    """Effects become a function, which may have a `number` already; its number. `before` stands before them; `settles`:
    as those of the flow."""
    frame = Frame(tables, node.name, node.element, node.result, settles=settles, waits=node.waits)
    frame.begin(node.params)
    statements = lower_block(frame, node.body)
    number = tables.new_function() if number is None else number
    frame.name = name or frame.name
    finish(frame, number, (*before, *statements), node.waits, place)
    return number


def value_function(tables: Tables, node: Value, name: str | None = None, *, stops: bool = False) -> int:
    """A function of one expression; its number. `stops`: it is one of what must always hold, where a game can be
    stopped."""
    frame = Frame(tables, name or node.name, node.element, node.result)
    frame.begin(node.params)
    found = lower(frame, node.value)
    stop = frame.at(node.span, asks=True) if stops else []
    return frame.function([*stop, ir.Return(found)], frame.place(node.span))
