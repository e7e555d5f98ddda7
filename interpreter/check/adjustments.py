"""Adjustments: what a card or marker changes in a function or procedure, for a time or always.

An adjustable function becomes a wrapper: the base value, then every adjustment in force, in order of declaration. A
procedure becomes a wrapper too: what stands `before`, then the first `instead` in force or the procedure itself, then
what stands `after`. The base knows nothing of them, so a component or an overlay adds an adjustment without an edit
elsewhere.
"""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type, member
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.bodies import Adjusted, InForce
from ..typed.declared import AdjustmentInfo
from .actions import all_of
from .body import Body, facts_of
from .carriers import give_names, in_the_game
from .core import condition, expression, key, key_of, value
from .effects import Made, checks
from .world import World


def of_target(world: World, name: str) -> list[AdjustmentInfo]:
    """The adjustments of a function or procedure, in order of declaration."""
    return [each for each in world.adjustments.values() if each.decl.of == name]


def key_type(world: World, info: AdjustmentInfo, params: dict[str, Type]) -> None:
    """Find what an adjustment with `at` is keyed by."""
    if info.decl.applies_to == "me":
        info.key = 0
    if info.at is None:
        return
    body = Body(world, "key", f"adjustment {info.name}", pure=True)
    for name, type_ in params.items():
        body.parameter(name, type_, getattr(name, "span", info.span))
    carry(body, info)
    found = expression(body, info.at)
    if found.type.kind == "unknown":
        return
    if found.type.kind != "member":
        world.error(messages.wrong_type(messages.Wanted.ENTITY, world.show(found.type), info.at.span))
        return
    info.key = found.type.domain


def carry(body: Body, info: AdjustmentInfo) -> tuple[typed.Variable | None, typed.Expr | None]:
    """The names of the entry in which an adjustment stands; the copies for which it counts, and the name for them. What
    is switched on and off counts once."""
    if info.carrier is None:
        return None, None
    copies = None if info.decl.lasts else in_the_game(body.world, info.carrier, info.span)
    it = None if copies is None else body.declare("it", member(info.carrier.domain.number), info.span)
    give_names(body, info.carrier, it, info.span)
    return it, copies


def in_force(body: Body, info: AdjustmentInfo) -> InForce:
    """Whether the adjustment applies here; the names of its entry are known from here on."""
    it, copies = carry(body, info)
    at: typed.Expr | None = None
    if info.cell is not None and info.at is not None:
        at = key(body, info.at, info.key) if info.key >= 0 else None
    elif info.cell is not None and info.decl.applies_to == "me":
        at = typed.Acting(info.span, member(0), "me")
    when = all_of([info.counting, info.when])
    return InForce(info.span, info, at, None if when is None else condition(body, when), it, copies)


def adjusted(body: Body, name: str, result: Type) -> list[Adjusted]:
    """What the adjustments of a function make of its value."""
    made: list[Adjusted] = []
    for info in of_target(body.world, name):
        if info.value is not None:
            with body.scope():
                force = in_force(body, info)
                if info.when is not None:
                    body.learn(facts_of(info.when)[0])
                before = body.declare("value", result, info.span)
                each = Adjusted(info.span, force, before, value(body, info.value, result))
            if typed.sound(each):
                made.append(each)
    return made


@checks(nodes.Activate)
def _activate(body: Body, node: nodes.Activate) -> Made:
    """`activate x`, `activate x at k`, `deactivate …`."""
    world = body.world
    info = world.switch(node.name)
    if info is None:
        world.error(messages.unknown_element("adjustment", node.name, node.name_span, world.adjustments))
        return code.Faulty(node.span)
    if info.cell is None:
        if not info.decl.lasts:  # else what it adjusts or how long is not known, which is told there
            world.error(messages.always_in_force(node.name, info.span, node.span))
        return code.Faulty(node.span)
    world.means(node.name_span, info, "write")
    at = key_of(body, info, node.at, node.span)
    body.world.reach.use(body, info.cell, node.name, node.name_span)
    whose = None if info.step is None or not node.on else _whose(body, info, at, node.span)
    return code.Activate(node.span, info, at, node.on, node.whole, whose)


def _whose(body: Body, info: AdjustmentInfo, at: typed.Expr | None, span: Span) -> typed.Expr | None:
    """The player whose turn does not count if it is going on; None: anybody's does not."""
    if info.whose is not None:
        return expression(body, info.whose)
    if info.turn is None:
        return None
    return at if info.decl.applies_to == "me" or info.of_key else typed.Acting(span, member(0), "me")
