"""The function that stores the starting values of a game: fields, empty zones, pieces where they start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yupana.schemas.source import NOWHERE

from ..language.types import interval, member
from ..program import ir
from ..typed.bodies import Reset
from ..typed.declared import DomainInfo, ZoneInfo
from .frame import Frame
from .resets import reset
from .tables import Tables


def init(tables: Tables, fields: Sequence[Reset]) -> int:
    """The function: no zone or piece lies in its cells yet."""
    frame = Frame(tables, "init", "start")
    zones, pieces = tables.declared.zone_count, tables.declared.piece_count
    counts = {"zone_first": zones, "zone_last": zones, "piece_zone": pieces, "piece_next": pieces, "piece_prev": pieces}
    statements = [_fill(frame, tables.zone_cells[name], count) for name, count in counts.items() if count]
    for each in fields:
        statements += reset(frame, each)
    for domain in tables.domains:
        if domain.piece_base >= 0:
            statements += _pieces(frame, domain, tables.declared.zones)
    return frame.function(statements, -1)


def _fill(frame: Frame, base: int, count: int) -> ir.Stmt:
    slot = frame.slot(interval(0, count), NOWHERE)
    store = ir.Store(base, ir.Local(slot), ir.Const(ir.NONE), ir.SCALAR)
    return ir.For(slot, ir.Op("range", (ir.Const(0), ir.Const(count - 1))), (store,))


def _pieces(frame: Frame, domain: DomainInfo, families: Mapping[str, ZoneInfo]) -> list[ir.Stmt]:
    """Every piece that is in the game goes to the zone it starts in."""
    owner = domain.attributes.get("owner")
    owners = frame.tables.tables[owner.table] if owner is not None else ()
    zones: list[int] = []
    for index in range(domain.size):
        start = domain.starts[index] if index < len(domain.starts) else None
        info = families.get(start) if start is not None else None
        if info is None:
            zones.append(-1)
        elif info.holder < 0:
            zones.append(info.first)
        else:
            holder = owners[index]
            zones.append(info.first + holder if isinstance(holder, int) and holder >= 0 else -1)
    if all(zone < 0 for zone in zones):
        return []
    slot = frame.slot(member(domain.number), domain.span)
    zone = ir.Table(frame.tables.table(tuple(zones)), ir.Local(slot))
    piece = ir.Op("add", (ir.Local(slot), ir.Const(domain.piece_base))) if domain.piece_base else ir.Local(slot)
    move = ir.If(ir.Op("ge", (zone, ir.Const(0))), (ir.Move(piece, zone),))
    return [ir.For(slot, ir.Op("domain", (ir.Const(domain.number),)), (move,))]
