"""How a typed expression becomes one of the program: each class of node has its function, registered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..program import ir
from ..typed import nodes as typed
from ..typed.declared import FieldInfo
from .frame import Frame
from .tables import Tables

Lowering = Callable[[Frame, Any], ir.Expr]
_Lowering = TypeVar("_Lowering", bound=Lowering)

LOWERINGS: dict[type[typed.Expr], Lowering] = {}
"""The function of every class of typed expressions."""

ME = ir.Load(ir.CELL_ME, None, ir.Shape("scalar", 1, 0))
ACTIVE = ir.Load(ir.CELL_ACTIVE, None, ir.Shape("scalar", 1, 0))


def lowers(*kinds: type[typed.Expr]) -> Callable[[_Lowering], _Lowering]:
    """Registers the function that lowers these nodes."""

    def register(function: _Lowering) -> _Lowering:
        LOWERINGS.update(dict.fromkeys(kinds, function))
        return function

    return register


def lower(frame: Frame, node: typed.Expr) -> ir.Expr:
    """The expression in the program; its children first, in the order in which they are written."""
    return LOWERINGS[type(node)](frame, node)


# ---------------------------------------------------------------- cells


def add(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """left + right of cell arithmetic that cannot leave 32 bits."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(left.value + right.value)
    if isinstance(right, ir.Const) and right.value == 0:
        return left
    if isinstance(left, ir.Const) and left.value == 0:
        return right
    return ir.Op("add", (left, right))


def times(left: ir.Expr, factor: int) -> ir.Expr:
    """left * factor of cell arithmetic."""
    if factor == 1:
        return left
    if isinstance(left, ir.Const):
        return ir.Const(left.value * factor)
    return ir.Op("mul", (left, ir.Const(factor)))


def stored(tables: Tables, info: FieldInfo, holder: ir.Expr | None) -> ir.Load:
    """What a field holds, of the game or of a holder."""
    shape = tables.shape[info]
    return ir.Load(tables.cell[info], None if holder is None else times(holder, shape.cells), shape)
