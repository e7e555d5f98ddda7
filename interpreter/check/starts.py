"""The start of a game: the cells of zones and pieces, and how every field begins."""

from __future__ import annotations

from ..lower import starts as lowering
from .body import Body
from .resets import starting
from .world import World


def make_init(world: World) -> int:
    """Reserves the cells of zones and pieces and makes the function that stores the starting values."""
    zones, pieces = world.zone_count, world.piece_count
    counts = {"zone_first": zones, "zone_last": zones, "zone_size": zones}
    counts |= {"piece_zone": pieces, "piece_next": pieces, "piece_prev": pieces}
    for name, count in counts.items():
        world.zone_cells[name] = world.allocate(count, world.ruleset.span)
    empty = [(world.zone_cells[name], count) for name, count in counts.items() if name != "zone_size"]
    body = Body(world, "init", "start")
    return lowering.init(body.frame, empty, starting(body, world.fields), world.zones)
