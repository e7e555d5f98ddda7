"""Fields go back to their start, and to what they were before."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.types import interval
from ..program import ir
from ..typed.bodies import Reset
from ..typed.declared import FieldInfo
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


def keeping(frame: Frame, fields: Sequence[FieldInfo]) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
    """Statements that keep what fields hold for every holder, and those that set them back to it."""
    before: list[ir.Stmt] = []
    after: list[ir.Stmt] = []
    for info in fields:
        count = 1 if info.domain < 0 else frame.tables.domains[info.domain].size
        cell = stored(frame.tables, info, None)
        cells = count * cell.shape.cells
        shape = ir.SCALAR if cells == 1 else ir.Shape("map", cells, of=ir.SCALAR)
        slot = frame.raw_slot(shape, info.span)
        before.append(ir.SetLocal(slot, ir.Load(cell.base, None, shape)))
        after.append(ir.Store(cell.base, None, ir.Local(slot), shape))
    return before, after
