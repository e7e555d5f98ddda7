"""Who sees a field or a zone, as the program says it."""

from __future__ import annotations

from ..language.types import BOOL
from ..program import ir
from ..typed import nodes as typed
from .core import lower
from .frame import Frame
from .tables import Tables


def visibility(tables: Tables, node: typed.Visibility) -> ir.Visibility:
    """A condition becomes a function (viewer, holder) -> bool."""
    if node.mode == "owner":
        return ir.Visibility("owner", -1 if node.owner is None else node.owner.table)
    if node.test is None:
        return ir.Visibility(node.mode)
    frame = Frame(tables, f"visible_{node.element.replace(' ', '_')}", node.element)
    frame.begin(node.params)
    test = lower(frame, node.test)
    number = tables.new_function()
    params, result, place = tuple(frame.params), tables.loose_shape(BOOL), frame.place(node.span)
    tables.functions[number] = ir.Function(frame.name, params, tuple(frame.slots), result, place, (ir.Return(test),))
    return ir.Visibility("test", -1, number)
