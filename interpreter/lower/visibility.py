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
    owners = -1 if node.owner is None else node.owner.table
    if node.test is None:
        return ir.Visibility(node.mode, owners)
    frame = Frame(tables, f"visible_{node.element.replace(' ', '_')}", node.element, BOOL)
    frame.begin(node.params)
    test = lower(frame, node.test)
    if node.mode in ("owner", "others"):
        viewer, holder = [ir.Local(each) for each in frame.params]
        owner = holder if owners < 0 else ir.Table(owners, holder)
        test = ir.Op("or", (ir.Op("eq" if node.mode == "owner" else "ne", (viewer, owner)), test))
    return ir.Visibility("test", -1, frame.function([ir.Return(test)], frame.place(node.span)))
