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
    frame = Frame(tables, f"visible_{node.element.replace(' ', '_')}", node.element, BOOL)
    frame.begin(node.params)
    test = lower(frame, node.test)
    return ir.Visibility("test", -1, frame.function([ir.Return(test)], frame.place(node.span)))
