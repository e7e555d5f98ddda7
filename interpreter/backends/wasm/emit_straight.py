"""Conditions without branches: all parts are worked out, whatever the first ones give. For small ones that is quicker
than a branch whose way nobody foresees."""

from __future__ import annotations

from ...program import ir
from . import binary as wasm
from .writer import Writer
from .writing import in_one_word

MOST = 24
"""Nodes of a condition."""

_PLAIN = frozenset(("eq", "ne", "lt", "gt", "le", "ge", "add", "sub"))


def can_be_straight(w: Writer, test: ir.Expr) -> bool:
    """Whether a condition is small, and nobody can tell that all of its parts are worked out."""
    return w.maker.total(w.function, test) and 0 < _size(w, test, set(), False) <= MOST


def _size(w: Writer, node: ir.Expr, sound: set[int], early: bool) -> int:
    """How many nodes an expression has, more than `MOST` where something is against it. `sound`: slots that hold
    members, which grows; `early`: it would perhaps not be worked out otherwise, so that an index may be none."""
    match node:
        case ir.Const() | ir.Local():
            return 1
        case ir.Load(index=None, shape=ir.Shape(kind="scalar")):
            return 1
        case ir.Load(shape=ir.Shape(kind="scalar"), index=ir.Expr() as index) | ir.Table(index=index):
            if w.shape(node).kind != "scalar" or not isinstance(index, (ir.Local, ir.Const)):
                return MOST + 1
            known = w.maker.never_none(w.function, index) or (isinstance(index, ir.Local) and index.slot in sound)
            if early and not known:
                return MOST + 1
            if isinstance(index, ir.Local):
                sound.add(index.slot)
            return 2
        case ir.Op():
            if node.op in ("and", "or"):
                first, *more = node.args
                return 1 + _size(w, first, sound, early) + sum([_size(w, each, sound, True) for each in more])
            if node.op == "not" or node.op in _PLAIN:
                return 1 + sum([_size(w, each, sound, early) for each in node.args])
            if node.op == "set_has" and in_one_word(w.shape(node.args[0])):
                return 4 + sum([_size(w, each, sound, early) for each in node.args])
    return MOST + 1


def straight(w: Writer, test: ir.Expr) -> None:
    """Leave whether a condition holds, 1 or 0."""
    if not isinstance(test, ir.Op):
        w.value(test)
        w.put(wasm.const(0), wasm.NE)
    elif test.op == "not":
        straight(w, test.args[0])
        w.put(wasm.EQZ)
    elif test.op in ("and", "or"):
        for i, each in enumerate(test.args):
            straight(w, each)
            if i:
                w.put(wasm.AND if test.op == "and" else wasm.OR)
    else:
        w.value(test)
