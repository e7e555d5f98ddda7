"""Positions that can come again. A value of which one is made stands in a field of the language's own while it is noted
or asked for, and never else: so equal states have equal cells, and back ends know of cells alone."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.types import INT
from ..program import ir
from ..typed.declared import PositionInfo
from ..typed.rules import Worked
from .core import lower
from .frame import Frame
from .resets import reset
from .tables import Tables


def note(frame: Frame, info: PositionInfo, place: int) -> list[ir.Stmt]:
    """Note how a position is now."""
    every = frame.tables.worked.get(info, ())
    closing = [one for each in every for one in reset(frame, each.reset)]
    return [*_worked_out(frame.tables, info), ir.Note(info.number, place), *closing]


def asked(tables: Tables, info: PositionInfo, op: str) -> ir.Expr:
    """What is asked of the notes of a position as it is now."""
    return ir.Call(tables.reserved(f"{op} {info.name}"), (), copy=True) if info.values else _asked(info, op)


def positions(tables: Tables, nodes: Sequence[Worked]) -> None:
    """The functions of the positions that are made of values: what these are, the questions, and noting it."""
    tables.worked = {info: tuple([each for each in nodes if each.position is info]) for info in _of(nodes)}
    for info, every in tables.worked.items():
        for number, each in enumerate(every):
            frame = Frame(tables, f"{each.value.name}_{number}", each.value.element, each.value.result)
            value = lower(frame, each.value.value)
            frame.function([*_acting(info), ir.Return(value)], frame.place(each.span), _function(tables, each))
        for op in ("position_times", "position_ago"):
            frame = Frame(tables, f"{op}_{info.name}", f"position {info.name}", INT.or_none(), silent=True)
            body = [*_worked_out(tables, info), ir.Return(_asked(info, op))]
            frame.function(body, frame.place(info.span), tables.reserved(f"{op} {info.name}"))
        frame = Frame(tables, f"note_{info.name}", f"position {info.name}", None, silent=True)
        place = frame.place(info.span)
        frame.function(note(frame, info, place), place, tables.reserved(f"note {info.name}"))


def noting(tables: Tables, info: PositionInfo) -> int:
    """The function that notes a position which is made of values, or -1."""
    return tables.reserved(f"note {info.name}") if info in tables.worked else -1


def _of(nodes: Sequence[Worked]) -> list[PositionInfo]:
    return list(dict.fromkeys([each.position for each in nodes]))


def _function(tables: Tables, node: Worked) -> int:
    return tables.reserved(f"value {node.position.name} {node.field.name}")


def _asked(info: PositionInfo, op: str) -> ir.Expr:
    return ir.Op(op, (ir.Const(info.number),))


def _acting(info: PositionInfo) -> list[ir.Stmt]:
    """Whoever asks, it is the player whose turn it is who acts in a value."""
    return [ir.Store(ir.CELL_ME, None, ir.Load(ir.CELL_ACTIVE, None, ir.SCALAR), ir.SCALAR)] if info.acts else []


def _worked_out(tables: Tables, info: PositionInfo) -> list[ir.Stmt]:
    """What a position is made of is put into the fields."""
    stores: list[ir.Stmt] = []
    for each in tables.worked.get(info, ()):
        value = ir.Call(_function(tables, each), (), copy=info.acts)
        stores.append(ir.Store(tables.cell[each.field], None, value, tables.shape[each.field]))
    return stores
