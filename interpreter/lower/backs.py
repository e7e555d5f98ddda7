"""What stands on the backs of pieces: what it means, who sees pieces by themselves, and what is lost when they move."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.types import BOOL, INT, list_of, member
from ..program import ir
from ..typed.bodies import Reset
from ..typed.declared import ZoneInfo
from ..typed.rules import Backing, Face
from .core import add
from .frame import Frame
from .resets import set_back
from .tables import Tables
from .visibility import visibility


def backs(tables: Tables, found: Sequence[Backing]) -> tuple[ir.Back, ...]:
    """The rows of the program, with the conditions as functions of a piece."""
    return tuple([
        ir.Back(
            tables.declared.fields.index(each.field),
            -1 if each.means is None else visibility(tables, each.means).function,
        )
        for each in found
    ])  # fmt: skip


def faces(tables: Tables, found: Sequence[Face]) -> tuple[ir.Face, ...]:
    """The same of who sees pieces by themselves."""
    return tuple([ir.Face(each.domain, visibility(tables, each.seen).function) for each in found])


def true_backs(tables: Tables, rows: Sequence[ir.Back]) -> list[tuple[str, int]]:
    """Invariants: what the backs say is so of every piece in play."""
    found = []
    for row in rows:
        if row.means < 0:
            continue
        info = tables.declared.fields[row.field]
        name = f"{tables.domains[info.domain].name}.{info.name}"
        frame = Frame(tables, f"invariant_{name}", f"field {info.name}", BOOL)
        frame.params += [frame.slot(member(0, optional=True), info.span) for _ in ("me", "active")]
        one = frame.slot(member(info.domain), info.span)
        number = add(ir.Local(one), ir.Const(tables.domains[info.domain].piece_base))
        there = ir.Op("ge", (ir.Op("piece_zone", (number,)), ir.Const(0)))
        every = ir.Clause(one, ir.Op("domain", (ir.Const(info.domain),)), there)
        holds = ir.Comp("all", (every,), ir.Call(row.means, (ir.Local(one),)))
        found.append((name, frame.function([ir.Return(holds)], frame.place(info.span))))
    return found


# ---------------------------------------------------------------- what is lost


def _loses(tables: Tables, domain: int) -> bool:
    """Whether something stands on the backs of these pieces until they move."""
    return any(each.domain == domain and each.back == "until it moves" for each in tables.declared.fields)


def _lost(tables: Tables, domain: int, one: int) -> ir.Stmt:
    """The piece in a slot loses what stood on its back until it moved."""
    return ir.Do(tables.reserved(f"lost_{domain}"), (ir.Local(one),))


def losing(tables: Tables, starts: Sequence[Reset]) -> None:
    """The functions that set back what pieces lose when they move."""
    for domain in tables.domains:
        if not _loses(tables, domain.number):
            continue
        frame = Frame(tables, f"lost_{domain.number}", "start")
        one = frame.slot(member(domain.number), domain.span)
        frame.params.append(one)
        body = [
            each
            for start in starts
            if start.field.domain == domain.number and start.field.back == "until it moves"
            for each in set_back(frame, start, ir.Local(one))
        ]
        frame.function(body, frame.place(domain.span), tables.reserved(f"lost_{domain.number}"))


def after_moving(frame: Frame, domain: int, piece: ir.Expr) -> tuple[list[ir.Stmt], ir.Expr, list[ir.Stmt]]:
    """Of a piece that is moved: what stands in front, the piece as it is named then, and what stands behind."""
    if not _loses(frame.tables, domain):
        return [], piece, []
    one = frame.slot(member(domain), frame.tables.domains[domain].span)
    return [ir.SetLocal(one, piece)], ir.Local(one), [_lost(frame.tables, domain, one)]


def lost_by(frame: Frame, domain: int, listed: int) -> list[ir.Stmt]:
    """What stands behind a move of the pieces in a slot."""
    if not _loses(frame.tables, domain):
        return []
    one = frame.slot(member(domain), frame.tables.domains[domain].span)
    return [ir.For(one, ir.Local(listed), (_lost(frame.tables, domain, one),))]


def after_moving_all(frame: Frame, source: ZoneInfo, zone: ir.Expr) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
    """Of all pieces of a zone: what stands in front of what moves or shuffles them, and what behind."""
    if not _loses(frame.tables, source.domain):
        return [], []
    one, listed = _slots(frame, source)
    before = ir.SetLocal(listed, _pieces(frame, source, zone))
    return [before], [ir.For(one, ir.Local(listed), (_lost(frame.tables, source.domain, one),))]


def after_drawing(frame: Frame, source: ZoneInfo, draws: ir.Draw) -> tuple[list[ir.Stmt], ir.Draw, list[ir.Stmt]]:
    """Of pieces that are drawn: what stands in front, the draw, and what stands behind. What fills up an empty zone
    moves too."""
    if not _loses(frame.tables, source.domain):
        return [], draws, []
    one, listed = _slots(frame, source)
    many = frame.slot(INT, source.span)
    lost = _lost(frame.tables, source.domain, one)
    before: list[ir.Stmt] = [
        ir.SetLocal(many, draws.count),
        ir.SetLocal(listed, _pieces(frame, source, draws.zone)),
    ]
    if source.refill is not None:
        other = frame.tables.declared.zones[source.refill]
        refill: ir.Expr = ir.Const(other.first)
        if other.holder >= 0:
            refill = add(add(draws.source, ir.Const(-source.first)), refill)
        short = ir.Op("lt", (ir.Op("zone_size", (draws.source,)), ir.Local(many)))
        every = ir.For(one, _pieces(frame, source, refill), (lost,))
        before.append(ir.If(short, (every,)))
    new = ir.Op("not", (ir.Op("list_has", (ir.Local(listed), ir.Local(one))),))
    behind = ir.For(one, _pieces(frame, source, draws.zone), (ir.If(new, (lost,)),))
    return before, ir.Draw(ir.Local(many), draws.source, draws.zone), [behind]


def _slots(frame: Frame, zone: ZoneInfo) -> tuple[int, int]:
    several = list_of(member(zone.domain), frame.tables.domains[zone.domain].size)
    return frame.slot(member(zone.domain), zone.span), frame.slot(several, zone.span)


def _pieces(frame: Frame, of: ZoneInfo, zone: ir.Expr) -> ir.Expr:
    """The pieces in a zone for the same kind as another one."""
    return ir.Op("zone_list", (zone, ir.Const(frame.tables.domains[of.domain].piece_base)))
