"""Setting a field back to its start."""

from __future__ import annotations

from collections.abc import Iterable

from ..language.types import member
from ..typed import nodes as typed
from ..typed.bodies import Reset
from .body import Body
from .constants import Constants
from .core import value
from .world import FieldInfo, World


def starting(body: Body, infos: Iterable[FieldInfo]) -> tuple[Reset, ...]:
    """How fields are set back to their start; what has no holder is left out, and what is faulty (reported)."""
    return tuple([each for info in infos if (each := _starting(body, info)) is not None and typed.sound(each)])


def _starting(body: Body, info: FieldInfo) -> Reset | None:
    world, type_ = body.world, info.type
    if info.domain >= 0 and not world.domains[info.domain].size:
        return None
    before, body.resetting = body.resetting, True
    with body.scope():
        it = None if info.domain < 0 else body.declare("it", member(info.domain), info.span)
        start: typed.Expr | None = None
        fill = 0
        if info.start is not None:
            start = value(body, info.start, type_)
        elif type_.kind in ("list", "set"):
            start = typed.Empty(info.span, type_)
        elif type_.kind == "map" and type_.element is not None:
            fill = Constants(world).default(type_.element, info.span) or 0
        else:
            start = typed.Number(info.span, type_, Constants(world).default(type_, info.span) or 0)
    body.resetting = before
    return Reset(info.span, info, it, start, fill)


def of_scope(world: World, scope: str) -> list[FieldInfo]:
    """The fields that belong to a scope."""
    return [info for info in world.fields if info.per == scope]
