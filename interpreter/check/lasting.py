"""How long an adjustment lasts: for a scope (`for`), and until something happens (`until`).

`until` says what ends it as `on` of a trigger says what sets it off. `me` in it is who activated the adjustment, and
what `at` names is what it was activated at; so it is remembered for whom it is active where `me` is spoken of. `next`
in front of a step says that the turn or repetition that is going on does not count: then two stages are kept apart,
what ends with the next such event, and what has still one before it.
"""

from __future__ import annotations

from collections.abc import Mapping

from yupana.schemas.actions import AdjustmentDecl, TriggerDecl
from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.parse import parse_event, parse_expression
from ..language.types import INT_MAX, Type, interval, map_of, member
from ..typed import rules
from ..typed.declared import AdjustmentInfo, FieldInfo, StepInfo, SwitchInfo
from .actions import all_of
from .body import Body
from .carriers import give_names
from .core import condition
from .happenings import Pattern, is_new, pattern_of
from .world import World, hidden_field

_COUNT = interval(0, INT_MAX)


def lasting(world: World) -> list[AdjustmentInfo]:
    """The adjustments, and switches of triggers, that something ends."""
    switches = [each.switch for each in world.triggers.values() if each.switch is not None]
    return [each for each in (*world.adjustments.values(), *switches) if each.until and each.cell is not None]


def declare_lasting(world: World, info: AdjustmentInfo) -> None:
    """What ends an adjustment, as it was read, and where it is kept for whom and how often it is active."""
    info.until = [parse_event(each, world.report) for each in info.decl.until]
    read = [each for each in info.until if each is not None]
    later = [each for each in read if each.later]
    if len(later) > 1:
        world.error(messages.two_next(later[1].span, later[0].span))
    info.owned = info.decl.applies_to != "me" and any(_speaks_of(each, "me") for each in read)
    if not info.owned and not later:
        return
    type_: Type = map_of(0, _COUNT) if info.owned else _COUNT
    per = info.decl.duration or "game"
    stages = range(1, 2 + bool(later))
    info.stages = tuple(
        [hidden_field(world, f"lasts_{info.name}_{each}", info.key, type_, per, info.span) for each in stages]
    )


def declare_switch(world: World, decl: TriggerDecl, name: str, span: Span) -> SwitchInfo | None:
    """The switch of a trigger, if it has one. What it is keyed by is found when the names of its events are known."""
    if not decl.lasts:
        if decl.at is not None or decl.stacks:
            world.error(messages.duration_missing(span))
        return None
    known = ["game", "action", *world.steps, *world.ruleset.procedures]
    if decl.duration is not None and decl.duration not in known:
        world.error(messages.unknown_element("scope", decl.duration, getattr(decl.duration, "span", span), known))
        return None
    if name in world.adjustments:
        world.error(messages.duplicate_name(name, "adjustment", span, world.adjustments[name].span))
        return None
    per = decl.duration or "game"
    world.scope_means(per)
    told = AdjustmentDecl.model_construct(at=decl.at, until=decl.until, duration=decl.duration, stacks=decl.stacks)
    info = SwitchInfo(name, told, span)
    info.at = None if decl.at is None else parse_expression(decl.at, world.report)
    info.cell = hidden_field(world, f"active_{name}", -1, _COUNT, per, span)
    declare_lasting(world, info)
    return info


def key_of_switch(world: World, info: SwitchInfo, params: Mapping[str, Type]) -> None:
    """Find what the switch of a trigger is keyed by: one of the values that its events have."""
    info.params = params
    if not isinstance(info.at, nodes.Name):
        if info.at is not None:
            world.error(messages.key_of_trigger(info.name, info.at.span, params))
        return
    type_ = params.get(info.at.name)
    if type_ is None or type_.kind != "member":
        world.error(messages.key_of_trigger(info.name, info.at.span, params))
        return
    info.key = type_.domain
    for each in (info.cell, *info.stages):
        if each is not None:
            each.domain = info.key


def _speaks_of(event: nodes.Event, name: str) -> bool:
    """Whether an event is that of a holder or piece of a name."""
    parts = (event.subject, event.zone)
    named = [each.value if isinstance(each, nodes.Attribute) else each for each in parts]
    return any(isinstance(each, nodes.Name) and each.name == name for each in named)


def check_lasting(world: World) -> tuple[rules.Ending, ...]:
    """What ends adjustments. The parameters of actions are known."""
    made: list[rules.Ending] = []
    for info in lasting(world):
        for node in info.until:
            pattern = None if node is None else pattern_of(world, info, node)
            if pattern is not None:
                pattern.event.ends = True
                made.append(_ending(world, info, pattern))
    return tuple(made)


def _ending(world: World, info: AdjustmentInfo, pattern: Pattern) -> rules.Ending:
    """Which of what is active of an adjustment an event ends."""
    element, event = f"adjustment {info.name}", pattern.event
    body = Body(world, f"ends_{info.name}", element, pure=True)
    key = owner = -1
    tests: list[nodes.Expr] = []
    for number, (name, type_) in enumerate(event.values.items()):
        written = pattern.names.get(name)
        span = pattern.node.span if written is None else written.span
        own = body.parameter(f"${name}", type_, span)
        if written is None:
            continue
        if written.name == "me":
            key, owner = (number, owner) if info.decl.applies_to == "me" else (key, number)
            domain = 0
        elif _is_key(info, written):
            key, domain = number, info.key
        else:
            if not is_new(world, info, written.name):
                tests.append(nodes.Compare(span, nodes.Name(span, own.name), (("==", written),)))
            elif written.name in info.params:
                world.error(messages.not_activated_at(written.name, info.name, span))
            continue
        if type_.domain != domain and domain >= 0:
            world.error(messages.wrong_type(world.show(type_), world.show(member(domain)), span))
    both = all_of(tests)
    if both is not None:
        give_names(body, info.carrier, None, info.span) if info.carrier is not None else None
    test = None if both is None else condition(body, both)
    later = pattern.node.later
    if later and not isinstance(event.of, StepInfo):
        world.error(messages.next_of_no_step(world.excerpt(pattern.node.subject.span), pattern.node.span))
    step = event.of if later and isinstance(event.of, StepInfo) and event.verb == "ends" else None
    if step is not None:
        info.step, info.turn = step, _whose_turn(world, info, step, pattern)
        holder = pattern.names.get("holder")
        info.of_key = holder is not None and _is_key(info, holder)
        if holder is not None and holder.name != "me" and not is_new(world, info, holder.name):
            info.whose = holder
    return rules.Ending(pattern.node.span, info, event, tuple(body.params), test, key, owner, later)


def _is_key(info: AdjustmentInfo, written: nodes.Name) -> bool:
    """Whether a name is that of what an adjustment is activated at."""
    return isinstance(info.at, nodes.Name) and written.name == info.at.name


def _whose_turn(world: World, info: AdjustmentInfo, step: StepInfo, pattern: Pattern) -> FieldInfo | None:
    """Where it is kept whose turn goes on, where that matters: the player must be somebody who is named."""
    holder = pattern.names.get("holder")
    if holder is None or world.chain is None or (is_new(world, info, holder.name) and not _is_key(info, holder)):
        return None
    turns = world.chain.turns
    if step not in turns:
        turns[step] = hidden_field(world, f"turn_of_{step.name}", -1, member(0), None, step.span)
    return turns[step]
