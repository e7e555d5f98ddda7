"""How long an adjustment lasts: for a scope (`for`), and until something happens (`until`).

`until` says what ends it as `on` of a trigger says what sets it off. `me` in it is who activated the adjustment, and
what `at` names is what it was activated at; so it is remembered for whom it is active where `me` is spoken of. `next`
in front of a step says that the turn or repetition that is going on does not count: then two stages are kept apart,
what ends with the next such event, and what has still one before it.
"""

from __future__ import annotations

from ..language import messages, nodes
from ..language.parse import parse_event
from ..language.types import INT_MAX, Type, interval, map_of, member
from ..typed import rules
from ..typed.declared import AdjustmentInfo, FieldInfo, StepInfo
from .actions import all_of
from .body import Body
from .carriers import give_names
from .core import condition
from .happenings import Pattern, is_new, pattern_of
from .world import World, hidden_field

_COUNT = interval(0, INT_MAX)


def lasting(world: World) -> list[AdjustmentInfo]:
    """The adjustments that something ends."""
    return [each for each in world.adjustments.values() if each.until and each.cell is not None]


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
        elif isinstance(info.at, nodes.Name) and written.name == info.at.name:
            key, domain = number, info.key
        else:
            if not is_new(world, info, written.name):
                tests.append(nodes.Compare(span, nodes.Name(span, own.name), (("==", written),)))
            elif written.name in world.signatures[info.decl.of].params:
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
        if holder is not None and holder.name != "me" and not is_new(world, info, holder.name):
            info.whose = holder
    return rules.Ending(pattern.node.span, info, event, tuple(body.params), test, key, owner, later)


def _whose_turn(world: World, info: AdjustmentInfo, step: StepInfo, pattern: Pattern) -> FieldInfo | None:
    """Where it is kept whose turn goes on, where that matters: the player must be somebody who is named."""
    holder = pattern.names.get("holder")
    if holder is None or world.chain is None or is_new(world, info, holder.name):
        return None
    turns = world.chain.turns
    if step not in turns:
        turns[step] = hidden_field(world, f"turn_of_{step.name}", -1, member(0), None, step.span)
    return turns[step]
