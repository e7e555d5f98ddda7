"""Setting a field back to its start."""

from __future__ import annotations

from ..language.types import interval, member
from ..lower.core import times
from ..program import ir
from .body import Body
from .constants import Constants
from .expressions import Expressions
from .world import FieldInfo


def reset(body: Body, info: FieldInfo) -> list[ir.Stmt]:
    """Statements that set a field back to its start, for every holder."""
    before, body.resetting = body.resetting, True
    try:
        return _reset(body, info)
    finally:
        body.resetting = before


def _reset(body: Body, info: FieldInfo) -> list[ir.Stmt]:
    world = body.world
    with body.scope():
        holder: ir.Expr | None = None
        if info.domain >= 0:
            domain = world.domains[info.domain]
            if not domain.size:
                return []
            slot = body.slot(interval(0, domain.size), info.span)
            holder = ir.Local(slot)
            body.know("it", member(info.domain), holder)
        e = Expressions(world, body)
        value: ir.Expr | None
        if info.start is not None:
            value = e.value(info.start, info.type)
        elif info.type.kind == "list":
            value = ir.ConstList(())
        elif info.type.kind == "set":
            value = ir.ConstSet((), info.shape.size)
        elif info.type.kind == "map" and info.type.element is not None:
            inner = Constants(world).default(info.type.element, info.span) or 0
            value = ir.Op("map_fill", (ir.Const(info.shape.size), ir.Const(inner)))
        else:
            value = ir.Const(Constants(world).default(info.type, info.span) or 0)
        if value is None:
            return []
        place = -1
        if info.type.kind == "list" and info.start is not None:
            place = body.place(info.span)
        if holder is None:
            return [ir.Store(info.base, None, value, info.shape, place=place)]
        store = ir.Store(info.base, times(holder, info.shape.cells), value, info.shape, place=place)
        everyone = ir.Op("range", (ir.Const(0), ir.Const(world.domains[info.domain].size - 1)))
        return [ir.For(slot, everyone, (store,))]
