"""Fields go back to their start."""

from __future__ import annotations

from ..language.types import interval
from ..program import ir
from ..typed.bodies import Reset
from .core import lower, stored
from .frame import Frame


def reset(frame: Frame, node: Reset) -> list[ir.Stmt]:
    """Statements that set a field back to its start, for every holder."""
    if node.it is None:
        return set_back(frame, node, None)
    info = node.field
    size = frame.tables.domains[info.domain].size
    holder = ir.Local(frame.slot(interval(0, size), info.span))
    everyone = ir.Op("range", (ir.Const(0), ir.Const(size - 1)))
    return [ir.For(holder.slot, everyone, tuple(set_back(frame, node, holder)))]


def set_back(frame: Frame, node: Reset, holder: ir.Expr | None) -> list[ir.Stmt]:
    """Statements that set a field back to its start, for one holder (None: the game)."""
    info, shape = node.field, frame.tables.shape[node.field]
    if node.it is not None and holder is not None:
        frame.values[node.it] = holder
    value: ir.Expr = ir.Op("map_fill", (ir.Const(shape.size), ir.Const(node.fill)))
    if node.value is not None:
        value = lower(frame, node.value)
    place = frame.place(info.span) if info.type.kind == "list" and info.start is not None else -1
    cell = stored(frame.tables, info, holder)
    return [ir.Store(cell.base, cell.index, value, shape, place=place)]
