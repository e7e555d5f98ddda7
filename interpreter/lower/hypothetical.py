"""Values on a copy of the state: each becomes a function of its own."""

from __future__ import annotations

from ..program import ir
from ..typed import nodes as typed
from .core import lower, lowers
from .events import opened
from .expressions import optional
from .frame import Frame
from .statements import lower_block


@lowers(typed.Hypothetical)
def _hypothetical(frame: Frame, node: typed.Hypothetical) -> ir.Expr:
    tables, player = frame.tables, optional(frame, node.player)
    inner = Frame(tables, f"{frame.name}_{'after' if player is None else 'as'}", frame.element, node.type, silent=True)
    before: tuple[ir.Stmt, ...] = lower_block(inner, node.effects)
    if before:
        before = (*opened(tables, 0), *before)
    value = lower(inner, node.value)
    if node.player is not None:
        slot = inner.slot(node.player.type, node.player.span)
        before = (ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR),)
        inner.params.append(slot)
    number = tables.new_function()
    inner.name = f"{inner.name}_{number}"
    inner.function((*before, ir.Return(value)), -1, number)
    handed = [_captured(frame, each) for each in inner.captures]
    return ir.Call(number, (*handed, *([] if player is None else [player])), copy=True)


def _captured(frame: Frame, variable: typed.Variable) -> ir.Expr:
    return frame.read(variable) if variable.value is None else lower(frame, variable.value)
