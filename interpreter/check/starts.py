"""The function that stores the starting values of a game: fields, empty zones, pieces where they start."""

from __future__ import annotations

from ..language.types import interval, member
from ..program import ir
from .body import Body
from .resets import reset
from .world import DomainInfo, World


def make_init(world: World) -> int:
    """Reserves the cells of zones and pieces and makes the function."""
    span = world.ruleset.span
    for name, size in (
        ("zone_first", world.zone_count),
        ("zone_last", world.zone_count),
        ("zone_size", world.zone_count),
    ):
        world.zone_cells[name] = world.allocate(size, span)
    for name in ("piece_zone", "piece_next", "piece_prev"):
        world.zone_cells[name] = world.allocate(world.piece_count, span)
    body = Body(world, "init", "start")
    statements: list[ir.Stmt] = []
    for name, count in (
        ("zone_first", world.zone_count),
        ("zone_last", world.zone_count),
        ("piece_zone", world.piece_count),
        ("piece_next", world.piece_count),
        ("piece_prev", world.piece_count),
    ):
        if count:
            statements.append(_fill(body, world.zone_cells[name], count))
    for info in world.fields:
        statements += reset(body, info)
    for domain in world.domains:
        if domain.piece_base >= 0:
            statements += _pieces(world, body, domain)
    number = world.new_function("init")
    body.finish(number, statements, False, -1)
    return number


def _fill(body: Body, base: int, count: int) -> ir.Stmt:
    slot = body.slot(interval(0, count), body.world.ruleset.span)
    store = ir.Store(base, ir.Local(slot), ir.Const(ir.NONE), ir.SCALAR)
    return ir.For(slot, ir.Op("range", (ir.Const(0), ir.Const(count - 1))), (store,))


def _pieces(world: World, body: Body, domain: DomainInfo) -> list[ir.Stmt]:
    """Every piece that is in the game goes to the zone it starts in."""
    owner = domain.attributes.get("owner")
    owners = world.tables[owner.table] if owner is not None else ()
    zones: list[int] = []
    for index in range(domain.size):
        start = domain.starts[index] if index < len(domain.starts) else None
        info = world.zones.get(start) if start is not None else None
        if info is None:
            zones.append(-1)
        elif info.holder < 0:
            zones.append(info.first)
        else:
            holder = owners[index]
            zones.append(info.first + holder if isinstance(holder, int) and holder >= 0 else -1)
    if all(zone < 0 for zone in zones):
        return []
    slot = body.slot(member(domain.number), domain.span)
    zone = ir.Table(world.table(tuple(zones)), ir.Local(slot))
    piece = ir.Op("add", (ir.Local(slot), ir.Const(domain.piece_base))) if domain.piece_base else ir.Local(slot)
    move = ir.If(ir.Op("ge", (zone, ir.Const(0))), (ir.Move(piece, zone),))
    return [ir.For(slot, ir.Op("domain", (ir.Const(domain.number),)), (move,))]
