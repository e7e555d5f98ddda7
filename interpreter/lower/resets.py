"""Fields go back to their start."""

from __future__ import annotations

from ..language.types import interval
from ..program import ir
from ..typed.bodies import Reset
from .core import lower, stored
from .frame import Frame


def reset(frame: Frame, node: Reset) -> list[ir.Stmt]:
    """Statements that set a field back to its start, for every holder."""
    info, size, shape = node.field, 0, frame.tables.shape[node.field]
    if node.it is not None:
        size = frame.tables.domains[info.domain].size
        frame.values[node.it] = ir.Local(frame.slot(interval(0, size), info.span))
    value: ir.Expr = ir.Op("map_fill", (ir.Const(shape.size), ir.Const(node.fill)))
    if node.value is not None:
        value = lower(frame, node.value)
    place = frame.place(info.span) if info.type.kind == "list" and info.start is not None else -1
    cell = stored(frame.tables, info, None if node.it is None else frame.read(node.it))
    store = ir.Store(cell.base, cell.index, value, shape, place=place)
    if node.it is None:
        return [store]
    holder = frame.read(node.it)
    assert isinstance(holder, ir.Local)
    everyone = ir.Op("range", (ir.Const(0), ir.Const(size - 1)))
    return [ir.For(holder.slot, everyone, (store,))]
