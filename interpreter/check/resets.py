"""Setting fields back to their start, each after those that its start reads, itself or through functions. Zones are
empty while a game is set up so: pieces come last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..language import messages
from ..language.types import member
from ..typed import nodes as typed
from ..typed.bodies import Reset
from .body import Body
from .constants import Constants
from .core import value
from .world import FieldInfo, World


def starting(body: Body, infos: Iterable[FieldInfo], *, tell: bool = False) -> tuple[Reset, ...]:
    """How fields are set back to their start, in order; what has no holder is left out, and what is faulty
    (reported). `tell`: starts that need each other are reported too."""
    found = [each for info in infos if (each := _starting(body, info)) is not None and typed.sound(each)]
    return _in_order(body.world, found, tell)


def _in_order(world: World, resets: Sequence[Reset], tell: bool) -> tuple[Reset, ...]:
    """The same resets, those that others read first, and otherwise as they are declared."""
    by_field = {each.field: each for each in resets}
    reads = {each.field: world.readings.of(each) for each in resets}
    placed: dict[FieldInfo, bool] = {}  # False: what it reads is put in place
    out: list[Reset] = []

    def needed(info: FieldInfo) -> Iterator[FieldInfo]:
        return iter([each for each in by_field if each in reads[info]] if reads[info] else ())

    for first in by_field:
        stack = [] if first in placed else [(first, needed(first))]
        placed.setdefault(first, False)
        while stack:
            info, rest = stack[-1]
            other = next(rest, None)
            if other is None:
                stack.pop()
                placed[info] = True
                out.append(by_field[info])
            elif other not in placed:
                placed[other] = False
                stack.append((other, needed(other)))
            elif not placed[other] and tell:
                around = [each for each, _ in stack]
                _report(world, around[around.index(other) :])
    return tuple(out)


def _report(world: World, around: Sequence[FieldInfo]) -> None:
    """Starts need each other. Fields that all belong to scopes may: they read what they held in the last one."""
    if all(each.per not in (None, "game") for each in around):
        return
    names = [each.name if each.domain < 0 else f"{world.domains[each.domain].name}.{each.name}" for each in around]
    start = around[0].start
    span = around[0].span if start is None else start.span
    world.error(messages.start_needs_itself([*names, names[0]], span, [each.span for each in around[1:]]))


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
