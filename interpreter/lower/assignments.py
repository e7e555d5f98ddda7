"""What is written: variables, fields, entries of maps and lists."""

from __future__ import annotations

from collections.abc import Callable

from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from .core import add, lower, stored
from .events import changing
from .expressions import optional
from .frame import Frame
from .statements import lowers


@lowers(code.Let)
def _let(frame: Frame, node: code.Let) -> list[ir.Stmt]:
    value = lower(frame, node.value)
    return [ir.SetLocal(frame.give(node.variable), value)]


@lowers(code.Assign)
def _assign(frame: Frame, node: code.Assign) -> list[ir.Stmt]:
    write = _writer(frame, node.target, tested=node.tested)
    return _changing(frame, node.target, write(lower(frame, node.value)))


def _changing(frame: Frame, target: typed.Expr, written: ir.Stmt) -> list[ir.Stmt]:
    """What is written, and that it has changed where a trigger waits for that."""
    if not isinstance(target, typed.Field) or not isinstance(written, ir.Store):
        return [written]
    return changing(frame, target.field, written.index, written)


@lowers(code.AddTo)
def _add_to(frame: Frame, node: code.AddTo) -> list[ir.Stmt]:
    group = lower(frame, node.target)
    value = lower(frame, node.value)
    write = _writer(frame, node.target, tested=node.tested)
    word = "without" if node.remove else "add"
    return [write(ir.Op(f"{node.target.type.kind}_{word}", (group, value)))]


Writer = Callable[[ir.Expr], ir.Stmt]


def _writer(frame: Frame, target: typed.Expr, *, tested: bool) -> Writer:
    """What writes a value to a target, whose own parts are read first. `tested`: it is not known to fit."""
    match target:
        case typed.Local():
            local = frame.read(target.variable)
            assert isinstance(local, ir.Local)
            return lambda value: ir.SetLocal(local.slot, value)
        case typed.Field():
            cell = stored(frame.tables, target.field, optional(frame, target.holder))
            return _store(frame, cell.base, cell.index, cell.shape, target, tested=tested)
        case typed.MapEntry():
            whole, key = lower(frame, target.map), lower(frame, target.key)
            if isinstance(whole, ir.Load):
                index = key if whole.index is None else add(whole.index, key)
                return _store(frame, whole.base, index, whole.shape.of or ir.SCALAR, target, tested=tested)
            write = _writer(frame, target.map, tested=False)
            return lambda value: write(ir.Op("map_with", (whole, key, value)))
        case typed.ListEntry():
            listed, index = lower(frame, target.list), lower(frame, target.index)
            place = frame.place(target.span)
            write = _writer(frame, target.list, tested=False)
            return lambda value: write(ir.Op("list_with", (listed, index, value), place))
    raise AssertionError(f"{type(target).__name__} cannot be written")


def _store(
    frame: Frame, base: int, index: ir.Expr | None, shape: ir.Shape, target: typed.Expr, *, tested: bool
) -> Writer:
    """Writes to the state, where a number must lie in the range of the target's type and a list must have room."""
    low, high = (target.type.low, target.type.high) if target.type.kind == "int" else (ir.INT_MIN, ir.INT_MAX)

    def write(value: ir.Expr) -> ir.Stmt:
        if not tested:
            return ir.Store(base, index, value, shape)
        return ir.Store(base, index, value, shape, low, high, frame.place(target.span))

    return write
