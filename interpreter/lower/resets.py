"""Fields go back to their start."""

from __future__ import annotations

from ..language.types import interval
from ..program import ir
from ..typed.bodies import Reset
from .core import lower, times
from .frame import Frame


def reset(frame: Frame, node: Reset) -> list[ir.Stmt]:
    """Statements that set a field back to its start, for every holder."""
    info, size = node.field, 0
    if node.it is not None:
        size = frame.tables.domains[info.domain].size
        frame.values[node.it] = ir.Local(frame.slot(interval(0, size), info.span))
    value: ir.Expr = ir.Op("map_fill", (ir.Const(info.shape.size), ir.Const(node.fill)))
    if node.value is not None:
        value = lower(frame, node.value)
    place = frame.place(info.span) if info.type.kind == "list" and info.start is not None else -1
    if node.it is None:
        return [ir.Store(info.base, None, value, info.shape, place=place)]
    holder = frame.values[node.it]
    assert isinstance(holder, ir.Local)
    store = ir.Store(info.base, times(holder, info.shape.cells), value, info.shape, place=place)
    everyone = ir.Op("range", (ir.Const(0), ir.Const(size - 1)))
    return [ir.For(holder.slot, everyone, (store,))]
