"""Triggers: what follows whenever something happens.

When something happens while an option is carried out, the triggers that wait for it are asked at once whether they
come, and those that do are put in line. They come when that option is done, so that no trigger runs inside anything
else: nothing here calls a trigger, and a chain of them is no recursion. What sets off a trigger is a sort of event with
values, of which each trigger gives those it wants a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from yupana.schemas.carried import Carried, every
from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.parse import parse_effects, parse_event, parse_expression
from ..language.trees import joined
from ..language.types import BOOL, INT, UNKNOWN, Type, interval, join, list_of, member, same_family
from ..typed import nodes as typed
from ..typed import rules
from ..typed.chains import MOST_IN_A_ROW, ChainInfo, TriggerInfo, shortest_circle
from ..typed.declared import ActionInfo, SwitchInfo, ZoneInfo
from .actions import all_of
from .body import Body, facts_of, path_key
from .calls_graph import calls_of
from .carriers import carrier_of, give_names, in_the_game
from .core import condition, error_type, items, key, value
from .effects import assigned_names, block
from .happenings import OWN, Pattern, names_of, pattern_of
from .lasting import declare_switch, key_of_switch, lasting
from .world import WORDS, Symbol, World, hidden_field


def declare_triggers(world: World, carriers: dict[str, Carried]) -> None:
    """All triggers, with their code as it was read. What sets them off is not looked at yet."""
    for name, decl in every(world.ruleset, "triggers").items():
        span = getattr(name, "span", decl.span)
        info = TriggerInfo(name, len(world.triggers), decl, span, [parse_event(each, world.report) for each in decl.on])
        world.triggers[name] = info
        info.test = None if decl.test is None else parse_expression(decl.test, world.report)
        info.effects = parse_effects(decl.do, world.report)
        whose = decl.whose
        if not decl.on:
            world.error(messages.trigger_of_nothing(name, span))
        if decl.most is not None:
            if not 1 <= decl.most <= MOST_IN_A_ROW:
                world.error(messages.most_of_trigger(MOST_IN_A_ROW, decl.value_span("most")))
            info.count = hidden_field(world, f"triggered_{name}", -1, COUNTED, None, span)
        if name in carriers:
            each = carriers[name]
            info.carrier = carrier_of(world, each)
            kind = world.ruleset.kinds.get(each.kind)
            if kind is not None and kind.counting is not None:
                info.counting = parse_expression(kind.counting, world.report)
            whose = whose or (None if kind is None else kind.whose)
        info.whose = None if whose is None else parse_expression(whose, world.report)
        info.switch = declare_switch(world, decl, name, span)
        if info.switch is not None:
            info.switch.carrier = info.carrier
            world.declare(name, Symbol("trigger", f"the trigger `{name}`", span))
        if whose is not None and world.ruleset.players.line is None:
            world.error(messages.whose_without_line(whose.span))
    spans = [*(each.span for each in world.triggers.values()), *(each.span for each in lasting(world))]
    if spans:
        span = spans[0]
        line = hidden_field(world, "line", -1, list_of(INT, 0), None, span)
        count = hidden_field(world, "triggered", -1, COUNTED, None, span)
        world.chain = ChainInfo(line, count, hidden_field(world, "triggers_come", -1, interval(0, 1), None, span))
        for info in world.triggers.values():
            if info.switch is not None and info.switch.at is not None:
                _key_before(world, info, info.switch)


def _key_before(world: World, info: TriggerInfo, switch: SwitchInfo) -> None:
    """What the switch of a trigger is keyed by, for code that is read before the parameters of actions are known: what
    its events say but for those that are actions. Faults are told later."""
    aside = world.extended()
    actions = {each.name for each in world.actions}
    found: dict[str, Type] = {}
    for node in info.events:
        if node is None or (not node.word and isinstance(node.subject, nodes.Name) and node.subject.name in actions):
            continue
        pattern = pattern_of(aside, info, node)
        found |= {} if pattern is None else {own: type_ for _, own, type_, _ in names_of(aside, info, pattern)}
    key_of_switch(aside, switch, found)


COUNTED = interval(0, MOST_IN_A_ROW)


def name_events(world: World) -> None:
    """What sets off each trigger, and its names for what has happened. The parameters of actions are known."""
    for info in world.triggers.values() if world.chain is not None else ():
        patterns = [each for node in info.events if node is not None and (each := pattern_of(world, info, node))]
        params = _parameters(world, info, patterns)
        info.params = {name: type_ for name, type_, _ in params}
        info.on = [each.event for each in patterns]
        if info.switch is not None:
            key_of_switch(world, info.switch, info.params)
        world.heard[info] = patterns, params


def check_triggers(world: World) -> tuple[tuple[rules.Trigger, ...], tuple[rules.Subscription, ...], bool]:
    """The triggers, what they hear of, and whether all of them are whole. Their events have their names."""
    chain = world.chain
    if chain is None or not world.triggers:
        return (), (), True
    subscriptions: list[rules.Subscription] = []
    made: list[rules.Trigger] = []
    whole = True
    for info, (patterns, params) in world.heard.items():
        whole = whole and len(patterns) == len(info.decl.on) and info.effects is not None
        subscriptions += [_subscription(world, info, each) for each in patterns]
        for each in patterns:
            if each.node.later:
                world.error(messages.next_in_trigger(each.node.span))
        check_never(world, info, [each.node for each in patterns])
        made.append(_trigger(world, info, params + doubtful(info, [each.node for each in patterns], params)))
    width = max(len(each.params) + 1 for each in world.triggers.values()) + 2
    if any(each.carrier is not None and each.carrier.group is not None for each in world.triggers.values()):
        chain.most = MOST_IN_A_ROW  # when all copies hear of all that go, many come from few words
    chain.width = width + 1 if world.ruleset.players.line is not None else 0
    if chain.width:
        chain.batch = hidden_field(world, "triggers_at_once", -1, interval(0, chain.most), None, chain.line.span)
    chain.line.type = list_of(INT, chain.most * (chain.width or width))
    return tuple(made), tuple([each for each in subscriptions if typed.sound(each)]), whole


# ---------------------------------------------------------------- names


def _parameters(world: World, info: TriggerInfo, patterns: list[Pattern]) -> list[Named]:
    """The parameters of a trigger: the names that all of its events have, with one sort of value."""
    every_one = [{own: (type_, span) for _, own, type_, span in names_of(world, info, each)} for each in patterns]
    made: list[Named] = []
    for name in dict.fromkeys(own for each in every_one for own in each):
        found = [each[name] for each in every_one if name in each]
        if name == OWN or len(found) == len(every_one):
            types = [type_ for type_, _ in found]
            if all(same_family(types[0], each) for each in types):
                made.append((name, reduce(join, types), found[0][1]))
    return made


def _subscription(world: World, info: TriggerInfo, pattern: Pattern) -> rules.Subscription:
    """Of which events of a sort a trigger hears, and what of them is handed on."""
    body = Body(world, f"hears_{info.name}", info.element, pure=True)
    own = {name: (mine, span) for name, mine, _, span in names_of(world, info, pattern)}
    tests: list[nodes.Expr] = []
    for name, type_ in pattern.event.values.items():
        mine, span = own.get(name, (f"${name}", pattern.node.span))
        body.parameter(mine, type_, span)
        written = pattern.names.get(name)
        if written is not None and name not in own:
            tests.append(nodes.Compare(pattern.node.span, nodes.Name(written.span, mine), (("==", written),)))
    both = all_of(tests)
    test = None if both is None else condition(body, both)
    counts = _counts(world, info, pattern)
    places = {mine: number for number, name in enumerate(pattern.event.values) if (mine := own.get(name, ("",))[0])}
    args = tuple([places.get(name, -1) for name in info.params])
    return rules.Subscription(pattern.node.span, info, pattern.event, tuple(body.params), test, args, counts)


def _counts(world: World, info: TriggerInfo, pattern: Pattern) -> rules.Value | None:
    """Whether a copy of the entry that carries a trigger counts: what its kind says; and if it says nothing, whether it
    is in the zone where one of its kind comes or goes. None: every copy counts."""
    event, carrier = pattern.event, info.carrier
    if carrier is None:
        return None
    if info.counting is None and not (isinstance(event.of, ZoneInfo) and event.of.domain == carrier.domain.number):
        return None
    body = Body(world, f"counts_{info.name}", info.element, pure=True)
    it = body.parameter("it", member(carrier.domain.number), info.span)
    if info.counting is not None:
        give_names(body, carrier, it, info.span)
        test = condition(body, info.counting)
    else:
        zone = pattern.node.zone
        assert zone is not None
        if isinstance(zone, nodes.Attribute):
            body.parameter("$holder", event.values["holder"], zone.span)
            zone = replace(zone, value=nodes.Name(zone.value.span, "$holder"))
        test = condition(body, nodes.Compare(zone.span, nodes.Name(zone.span, "it"), (("in", zone),)))
    world.reach.asks(info, body)
    if carrier.domain.number not in event.watching:
        event.watching.append(carrier.domain.number)
    return rules.Value(info.span, body.name, info.element, tuple(body.params), test, BOOL)


# ---------------------------------------------------------------- code


def _trigger(world: World, info: TriggerInfo, params: list[Named]) -> rules.Trigger:
    """Whether a trigger comes for the copies that count, and what it does then."""
    body = Body(world, f"trigger_{info.name}", info.element, pure=True)
    world.reach.asks(info, body)
    it, copies = _begin(body, info, params)
    switch = info.switch
    at = None
    if switch is not None and switch.at is not None and switch.key >= 0:
        at = key(body, switch.at, switch.key)
        at = at if typed.sound(at) else None
    test = None
    own: nodes.Expr | None = None
    if OWN in info.params:
        span = info.span
        mine, nobody = nodes.Name(span, OWN), nodes.NoneLit(span)
        itself = nodes.Compare(span, mine, (("==", nodes.Name(span, "it")),))
        own = nodes.Binary(span, "or", nodes.Compare(span, mine, (("==", nobody),)), itself)
    both = all_of([own, info.test])
    if both is not None:
        test = condition(body, both)
    made = None if info.effects is None else _effects(world, info, params)
    if test is not None and not typed.sound(test):
        test = made = None
    whose = None if info.whose is None else _whose(world, info, info.whose, params)
    return rules.Trigger(info.span, info, tuple(body.params), test, it, copies, made, whose, at)


def _whose(world: World, info: TriggerInfo, whose: nodes.Expr, params: list[Named]) -> rules.Value | None:
    """The player whose trigger it is, or nobody."""
    body = Body(world, f"whose_{info.name}", info.element, pure=True)
    world.reach.asks(info, body)
    it, _ = _begin(body, info, params)
    if it is not None:
        body.params.append(it)
    nobody = member(0, optional=True)
    found = value(body, whose, nobody)
    if not typed.sound(found):
        return None
    return rules.Value(info.span, body.name, info.element, tuple(body.params), found, nobody)


def check_order(world: World) -> rules.Order | None:
    """In which order the triggers of several players come."""
    line = world.ruleset.players.line
    node = None if line is None else parse_expression(line.order, world.report)
    if line is None or node is None:
        return None
    body = Body(world, "line", "triggers", pure=True)
    found = items(body, node)
    if not typed.sound(found.expr):
        return None
    if found.element.kind != "member" or found.element.domain != 0 or found.element.optional:
        error_type(body, messages.Wanted.PLAYERS, list_of(found.element), node.span)
        return None
    calls = calls_of(node, world)
    acts = calls.acts or any(each in world.acting for each in calls.to)
    return rules.Order(node.span, found.expr, acts, line.choose)


def _begin(
    body: Body, info: TriggerInfo, params: list[Named]
) -> tuple[typed.Variable | None, typed.Expr | None]:
    """The names that a piece of code of a trigger has; the copies for which it counts, and the name for them."""
    for name, type_, span in params:
        body.parameter(name, type_, span)
    if info.carrier is None:
        return None, None
    copies = in_the_game(body.world, info.carrier, info.span)
    it = None if copies is None else body.declare("it", member(info.carrier.domain.number), info.span)
    give_names(body, info.carrier, it, info.span)
    return it, copies


def _effects(world: World, info: TriggerInfo, params: list[Named]) -> rules.Code:
    """What a trigger does; the last parameter is the copy for which it counts, if an entry of several carries it. Its
    condition held when it happened: of that only what is said of its own names still holds for sure."""
    effects = info.effects or ()
    name = f"trigger_{info.name}_effects"
    body = Body(world, name, info.element, can_wait=True, assigned=assigned_names(effects))
    world.reach.runs(info, body)
    it, _ = _begin(body, info, params)
    if it is not None:
        body.params.append(it)
    if info.test is not None:
        facts, own = facts_of(info.test)[0], {("name", name) for name, _, _ in params}
        body.learn(facts & own)
        body.late = not facts <= own
    return rules.Code(info.span, name, info.element, tuple(body.params), block(body, effects), None, info.waits)


# ---------------------------------------------------------------- what leads to what


def check_chains(world: World, flow: Mapping[Body, bool]) -> None:
    """Note what the effects of each trigger may bring about, and report triggers that need a player who acts where
    nobody does. `flow`: the code of the flow, and whether somebody acts in it."""
    reach, chain = world.reach, world.chain
    if chain is None:
        return
    _check_asking(world)
    rest = list(flow)
    while rest:
        came = reach.happens(rest, through_actions=True)
        rest = []
        for info in world.triggers.values():
            if not info.comes and any(event.of in came for event in info.on):
                info.comes = True
                rest += reach.code.get(info, ())
    runs = [bodies for called, bodies in reach.code.items() if isinstance(called, ActionInfo | TriggerInfo)]
    options = [body for bodies in runs for body in bodies]
    inside = reach.happens(options, through_actions=True)
    for signature in world.signatures.values():
        signature.settles = signature.waits and signature not in inside
        for body in reach.code.get(signature, ()) if signature.settles else ():
            for info in world.triggers.values():
                reach.call(body, info)
    wanting = [each for each in world.triggers.values() if ("trigger", each.name) in world.acting]
    for info in world.triggers.values():
        found = reach.happens(reach.code.get(info, ()), through_actions=True)
        info.follows = tuple([event for (_, of), event in chain.events.items() if of in found])
    for body, acting in flow.items():
        told: set[str] = set()
        found = set() if acting else reach.happens([body], through_actions=False, but=flow)
        events = [event for (_, of), event in chain.events.items() if of in found]
        while events:
            event = events.pop()
            for info in world.triggers.values():
                if event in info.on and info.name not in told:
                    told.add(info.name)
                    events += info.follows
                    if info in wanting:
                        world.error(messages.nobody_acted(info.name, body.element, info.span))


def _check_asking(world: World) -> None:
    """Report triggers whose condition sets off on a copy of the game what asks for it once more."""
    reach, triggers = world.reach, world.triggers.values()
    leads: dict[TriggerInfo, list[TriggerInfo]] = {}
    for info in triggers:
        found = reach.happens(reach.asked.get(info, ()), through_actions=False)
        leads[info] = [each for each in triggers if any(event.of in found for event in each.on)]
    told: set[TriggerInfo] = set()
    for info in triggers:
        path = shortest_circle(info, leads)
        if path and told.isdisjoint(path):
            told.update(path)
            test = info.test or info.counting
            span = info.span if test is None else test.span
            world.error(messages.trigger_asks_itself([each.name for each in path], span))


# The names of a trigger whose events are faulty: nothing is said of them where they are used.


Named = tuple[str, Type, Span]
"""A name that code has, its type and where it stands."""


def doubtful(info: TriggerInfo, sound: list[nodes.Event], params: list[Named]) -> list[Named]:
    """The names that a trigger would have from its faulty events, beside its parameters from the sound ones. Which
    names an action has that is not there, nobody knows: the code of its trigger is not looked at then."""
    known = {name for name, _, _ in params}
    found: dict[str, Span] = {}
    for each in info.events:
        if each is None or each in sound:
            continue
        if each.word == "":
            info.test = info.effects = None
        for node in (each.subject, each.zone):
            named = node.value if isinstance(node, nodes.Attribute) else node
            if isinstance(named, nodes.Name):
                found.setdefault(named.name, named.span)
        found |= {"was": each.span, "now": each.span} if each.word == "changes" else {}
    return [(name, UNKNOWN, span) for name, span in found.items() if name not in known and name not in WORDS]


# Triggers that can never come, because of what has just happened when their condition is asked.


def check_never(world: World, info: TriggerInfo, events: Iterable[nodes.Event]) -> None:
    """Report a condition that does not hold after any of the events that a trigger waits for."""
    parts = [] if info.test is None else joined(info.test, "and")
    told = None
    for event in events:
        told = next((each for each in parts if _denies(event, each)), None)
        if told is None:
            return
    if told is not None:
        on = [each for node in info.events if node is not None and (each := world.excerpt(node.span))]
        world.error(messages.never_comes(info.name, on, world.excerpt(told.span), told.span))


def _denies(event: nodes.Event, test: nodes.Expr) -> bool:
    """Whether a condition cannot hold when something has just happened: what has left a zone is not there, what has
    entered one is there, what has changed is not what it was."""
    negated = isinstance(test, nodes.Unary) and test.op == "not"
    inner = test.value if isinstance(test, nodes.Unary) and negated else test
    if not isinstance(inner, nodes.Compare) or len(inner.rest) != 1:
        return False
    op, right = inner.rest[0]
    left, other = path_key(inner.first), path_key(right)
    subject = path_key(event.subject)
    if event.zone is not None:
        there = (op == "in") != negated
        about = op in ("in", "not in") and left == subject and other == path_key(event.zone)
        return about and there == (event.word == "leaves")
    if event.word != "changes":
        return False
    same = (op == "==" and not negated) or (op == "!=" and negated)
    return same and {left, other} in ({_WAS, _NOW}, {_WAS, subject})


_WAS, _NOW = ("name", "was"), ("name", "now")
