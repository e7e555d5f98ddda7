"""A lowered body becomes a function of the program."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Diagnostic

from ..program import ir
from .blocks import Cutter
from .frame import Frame


def finish(frame: Frame, number: int, statements: Sequence[ir.Stmt], waiting: bool, place: int) -> Sequence[Diagnostic]:
    """Put a body into the program as the function `number`, cut into blocks if it is `waiting`. What it gives back are
    faults of the author: what is kept over a decision and has no room in the state shows only when a body is cut."""
    tables = frame.tables
    frame.number = number
    if not frame.whole:
        tables.faulty.add(number)
    result = None if frame.result is None else tables.loose_shape(frame.result)
    if not waiting:
        tables.functions[number] = ir.Function(
            frame.name, tuple(frame.params), tuple(frame.slots), result, place, tuple(statements)
        )
        return ()
    tables.uncut[number] = tuple(statements)
    cutter = Cutter(frame, number)
    cutter.add(statements)
    blocks, kept, size = cutter.finish()
    tables.functions[number] = ir.Function(
        frame.name, tuple(frame.params), tuple(frame.slots), result, place, (), blocks, kept, size, waits=True
    )
    return cutter.faults
