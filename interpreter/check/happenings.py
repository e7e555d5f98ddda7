"""What can happen, as rules write it in `on` and `until`: which sort of event it is, and what each of its values is
called there or must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type, member
from ..typed.chains import EventInfo, Happening, TriggerInfo, Verb
from ..typed.declared import ActionInfo, AdjustmentInfo, DomainInfo, FieldInfo, Signature, ZoneInfo
from .world import WORDS, World

OWN = "$it"
"""The parameter of a trigger in an entry that says whose event it is; none where that does not matter."""

Listener = TriggerInfo | AdjustmentInfo
"""Who says what it waits for."""


@dataclass(slots=True)
class Pattern:
    """One sort of event as a trigger writes it: what each of its values is called there, or what it must be."""

    event: EventInfo
    node: nodes.Event
    names: dict[str, nodes.Name] = field(default_factory=dict)
    """By the event's names for its values: those that the trigger writes."""
    given: tuple[str, ...] = ()
    """The values that keep their names."""


def _event(world: World, verb: Verb, of: Happening, values: dict[str, Type], span: Span) -> EventInfo:
    """The sort of event, which is the same for all triggers that wait for it."""
    assert world.chain is not None
    events = world.chain.events
    if (verb, of) not in events:
        single = {name: each for name, each in values.items() if each.scalar}
        events[verb, of] = EventInfo(len(events), verb, of, single, span)
    return events[verb, of]


def pattern_of(world: World, info: Listener, node: nodes.Event) -> Pattern | None:
    """What sets off a trigger; None when there is no such thing (reported)."""
    if node.word == "":
        return _carried_out(world, node)
    if node.word == "changes":
        return _changed(world, info, node)
    if node.word in ("begins", "ends"):
        return _step(world, node, "begins" if node.word == "begins" else "ends")
    return _moved(world, info, node, "enters" if node.word == "enters" else "leaves")


def _carried_out(world: World, node: nodes.Event) -> Pattern | None:
    """An action, or else a procedure; `Kind.procedure` is what entries give."""
    subject = node.subject
    found: ActionInfo | Signature | None = None
    if isinstance(subject, nodes.Name):
        found = next((each for each in world.actions if each.name == subject.name), None)
        found = found or world.signatures.get(subject.name)
        place = subject.span
    elif isinstance(subject, nodes.Attribute) and (domain := _kind(world, subject.value)) is not None:
        found = domain.procedures.get(subject.name)
        place = subject.name_span
        world.means(subject.value.span, domain)
    if found is None or (isinstance(found, Signature) and found.sort != "procedure"):
        known = [*(each.name for each in world.actions), *world.ruleset.procedures]
        world.error(messages.nothing_happens(world.excerpt(subject.span), subject.span, known))
        return None
    world.means(place, found)
    event = _event(world, "happens", found, found.params, node.span)
    return Pattern(event, node, given=tuple(event.values))


def _changed(world: World, info: Listener, node: nodes.Event) -> Pattern | None:
    """`pot changes`, `s.mark changes`."""
    subject = node.subject
    found: FieldInfo | None = None
    holder: nodes.Name | None = None
    if isinstance(subject, nodes.Name):
        symbol = world.symbols.get(subject.name)
        found = symbol.info if symbol is not None and isinstance(symbol.info, FieldInfo) else None
        place = subject.span
    elif isinstance(subject, nodes.Attribute) and isinstance(subject.value, nodes.Name):
        holder, place = subject.value, subject.name_span
        kinds = [each for each in _kinds_of(world, info, holder) if subject.name in each.fields]
        if len(kinds) > 1:
            world.error(messages.field_of_several(subject.name, [each.name for each in kinds], subject.span))
            return None
        found = kinds[0].fields[subject.name] if kinds else None
    if found is None:
        fields = [each.name for each in world.fields if not each.internal]
        world.error(messages.nothing_changes(world.excerpt(subject.span), subject.span, fields))
        return None
    if not found.type.scalar:
        world.error(messages.changes_in_parts(found.name, world.show(found.type), found.span, subject.span))
        return None
    world.means(place, found)
    values = {} if found.domain < 0 else {"holder": member(found.domain)}
    event = _event(world, "changes", found, {**values, "was": found.type, "now": found.type}, node.span)
    pattern = Pattern(event, node, given=("was", "now"))
    if holder is not None:
        kind = _kind(world, holder)
        if kind is not None:
            world.means(holder.span, kind)
            holder = None if info.carrier is not None else nodes.Name(holder.span, "it")
        if holder is not None:
            pattern.names["holder"] = holder
    return pattern


def _step(world: World, node: nodes.Event, verb: Verb) -> Pattern | None:
    """`day ends`, `p.turn begins`: of a step of turns with the player whose turn it is."""
    subject = node.subject
    name, holder = subject, None
    if isinstance(subject, nodes.Attribute) and isinstance(subject.value, nodes.Name):
        holder, name = subject.value, nodes.Name(subject.name_span, subject.name)
    found = world.steps.get(name.name) if isinstance(name, nodes.Name) else None
    if found is None:
        world.error(messages.no_step_begins(world.excerpt(subject.span), subject.span, world.steps))
        return None
    world.means(name.span, world.symbols[found.name])
    if holder is not None and not found.turns:
        world.error(messages.turn_of_nobody(world.excerpt(name.span), holder.span))
        return None
    event = _event(world, verb, found, {"holder": member(0)} if found.turns else {}, node.span)
    return Pattern(event, node, {} if holder is None else {"holder": holder})


def _moved(world: World, info: Listener, node: nodes.Event, verb: Verb) -> Pattern | None:
    """`c enters p.hand`, `c leaves deck`."""
    zone = node.zone
    found: ZoneInfo | None = None
    holder: nodes.Name | None = None
    if isinstance(zone, nodes.Name):
        found, place = world.zones.get(zone.name), zone.span
        if found is not None and found.holder >= 0:
            world.error(messages.event_of_every_zone(zone.name, world.domains[found.holder].name, zone.span))
            return None
    elif isinstance(zone, nodes.Attribute) and isinstance(zone.value, nodes.Name):
        found, place, holder = world.zones.get(zone.name), zone.name_span, zone.value
        if found is not None and found.holder < 0:
            world.error(messages.event_of_one_zone(zone.name, zone.span))
            return None
    assert zone is not None
    if found is None:
        name = world.excerpt(zone.span).rpartition(".")[2]
        world.error(messages.unknown_element("zone", name, zone.span, world.zones))
        return None
    if not isinstance(node.subject, nodes.Name):
        world.error(messages.event_form(node.span))
        return None
    world.means(place, found)
    values = {"piece": member(found.domain)}
    if found.holder >= 0:
        values["holder"] = member(found.holder)
    pattern = Pattern(_event(world, verb, found, values, node.span), node, {"piece": node.subject})
    if holder is not None:
        pattern.names["holder"] = holder
    return pattern


def _kind(world: World, node: nodes.Expr) -> DomainInfo | None:
    symbol = world.symbols.get(node.name) if isinstance(node, nodes.Name) else None
    number = None if symbol is None or symbol.sort != "domain" else symbol.info
    return world.domains[number] if isinstance(number, int) else None


def _kinds_of(world: World, info: Listener, holder: nodes.Name) -> Iterable[DomainInfo]:
    """The kinds whose field is meant: of the kind, entity or player that is named; a new name says nothing of it."""
    kind = _kind(world, holder)
    if kind is not None:
        return [kind]
    if holder.name == "it" and info.carrier is not None:
        return [info.carrier.domain]
    if holder.name in ("me", "active"):
        return [world.domains[0]]
    named = [world.domains[number] for number, _ in world.entities.get(holder.name, [])]
    return named or world.domains


# ---------------------------------------------------------------- names


def is_new(world: World, info: Listener, name: str) -> bool:
    """Whether a name that stands for a value of an event is new: a known one says what the value must be."""
    if name == "it":
        return info.carrier is None
    return name not in WORDS and name not in world.entities and name not in world.counted and name not in world.symbols


def names_of(world: World, info: Listener, pattern: Pattern) -> Iterator[tuple[str, str, Type, Span]]:
    """The values that a trigger has names for: the event's name and its own, the type, the place."""
    for name, type_ in pattern.event.values.items():
        written = pattern.names.get(name)
        if written is not None and is_new(world, info, written.name):
            yield name, written.name, type_, written.span
        elif written is not None and written.name == "it" and info.carrier is not None:
            yield name, OWN, type_.or_none(), written.span
        elif name in pattern.given and not (name == "it" and info.carrier is not None):
            yield name, name, type_, getattr(name, "span", pattern.node.span)
