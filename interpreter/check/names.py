"""Names: locals, entities, declared names, fields after a dot, zones, and what stands in brackets."""

from __future__ import annotations

from dataclasses import replace

from ..language import messages, nodes
from ..language.types import Type, list_of, member, set_of
from ..typed import nodes as typed
from ..typed.names import AttributeOf, Entity
from ..typed.nodes import Expr
from .body import Body
from .builtin_table import BUILTINS, builtin_call
from .core import checks, error_type, expression, integer, is_unknown, key, look_into, required, unknown
from .cursor import is_marked, note_after_dot, note_name, note_part, note_zone
from .entries import counted_entry, entries_of, entry_of
from .formulas import not_known_yet
from .suggestions import field_alone, not_a_field, of_a_kind, of_several
from .world import DomainInfo, FieldInfo, Symbol, TableInfo, ZoneInfo


@checks(nodes.Name)
def _name(body: Body, node: nodes.Name, expected: Type | None) -> Expr:
    """A bare name: a local, a word, a declared name, or an entity."""
    world = body.world
    if is_marked(body, node):
        note_name(body, expected)
        return unknown(node)
    variable = body.find(node.name)
    if variable is not None:
        if variable.type.kind == "unknown":
            return unknown(node)
        held = variable.value
        _local(body, node, variable)
        return typed.Local(node.span, variable.type, variable) if held is None else replace(held, span=node.span)
    if node.name in ("me", "active") and body.element.split(" ")[0] in ("zone", "field"):
        world.error(messages.nobody_acts(node.span))
        return unknown(node)
    if node.name in ("me", "active"):
        return typed.Acting(node.span, member(0), "me" if node.name == "me" else "active")
    if node.name == "players":
        return typed.Players(node.span, list_of(member(0), world.ruleset.players.max))
    found = _entity(body, node, expected)
    if found is not None:
        return found
    symbol = world.symbols.get(node.name)
    if symbol is not None:
        return _symbol(body, node, symbol)
    if node.name in BUILTINS and 0 in BUILTINS[node.name].counts and node.name not in body.later:
        return builtin_call(body, BUILTINS[node.name], nodes.Call(node.span, node, ()), expected)
    _report_name(body, node)
    return unknown(node)


def _local(body: Body, node: nodes.Name, variable: typed.Variable) -> None:
    """Note a local; in the condition of an entry some stand for its attributes."""
    held = variable.value
    if isinstance(held, typed.Fixed):
        body.world.means(node.span, AttributeOf(body.world.domains[held.holder.type.domain], held.attribute))
    elif held is None:
        body.world.means(node.span, variable)


def _report_name(body: Body, node: nodes.Name) -> None:
    """Report a name that means nothing here, or too much."""
    world = body.world
    candidates = world.entities.get(node.name, [])
    if candidates:
        kinds = [world.domains[domain].name for domain, _ in candidates]
        world.error(messages.ambiguous_name(node.name, node.span, kinds))
    elif node.name in world.zones:
        holder = world.domains[world.zones[node.name].holder].name
        world.error(messages.not_single_zone(node.name, holder, node.span))
    elif node.name in BUILTINS:
        world.error(messages.needs_arguments(node.name, BUILTINS[node.name].signature, node.span))
    elif node.name in body.later:
        world.error(messages.parameter_too_early(node.name, node.span))
    else:
        known = [*body.names(), *body.later, *world.known_names()]
        meant = field_alone(body, node.name, node.span)
        world.error(messages.unknown_name(node.name, node.span, known, meant=meant))


def _entity(body: Body, node: nodes.Name, expected: Type | None) -> Expr | None:
    """The entity of this name, when it is the only one or the expected type tells which."""
    world = body.world
    candidates = world.entities.get(node.name, [])
    if expected is not None and expected.domain >= 0 and expected.kind in ("member", "set"):
        wanted = world.domains[expected.domain]
        if wanted.of >= 0 and node.name in wanted.index:
            candidates = [(wanted.number, wanted.index[node.name])]
        known = wanted.sort == "direction" and node.name in wanted.index  # it may have given way to another name
        if known or (wanted.number, wanted.index.get(node.name)) in candidates:
            index = wanted.index[node.name]
            world.means(node.span, Entity(wanted, index))
            return typed.Member(node.span, member(wanted.number), wanted, index)
    counted = None if node.name in world.symbols else counted_entry(world, node.name, expected)
    if counted is not None and (not candidates or _wants(expected, counted[0])):
        world.means(node.span, Entity(*counted))
        return typed.Member(node.span, member(counted[0].number), *counted)
    if node.name in world.symbols or len(candidates) != 1:
        return None
    domain, index = candidates[0]
    world.means(node.span, Entity(world.domains[domain], index))
    return typed.Member(node.span, member(domain), world.domains[domain], index)


def _wants(expected: Type | None, entries: DomainInfo) -> bool:
    """Whether an entity is expected of which there are several copies, or such an entry."""
    return expected is not None and expected.domain in (entries.number, entries.of)


def _symbol(body: Body, node: nodes.Name, symbol: Symbol) -> Expr:
    """The value of a declared name."""
    world = body.world
    if symbol.held and symbol.type is not None:
        world.means(node.span, symbol)
        return typed.Declared(node.span, symbol.type, symbol)
    if symbol.sort == "field" and isinstance(symbol.info, FieldInfo):
        body.world.reach.use(body, symbol.info, node.name, node.span)
        world.means(node.span, symbol.info)
        return typed.Field(node.span, symbol.info.type, symbol.info, None)
    if symbol.sort == "zone" and isinstance(symbol.info, ZoneInfo):
        return _zone(body, node, symbol.info, None)
    if symbol.sort == "domain" and isinstance(symbol.info, int):
        world.means(node.span, world.domains[symbol.info])
        return typed.Domain(node.span, set_of(symbol.info), world.domains[symbol.info])
    if symbol.sort == "function":
        signature = world.signatures.get(node.name)
        if signature is not None and not signature.params:
            world.means(node.span, signature, "call")
            if signature.result is None:
                return unknown(node)
            return typed.Call(node.span, signature.result, signature, ())
    world.error(messages.not_a_value(node.name, symbol.shown, node.span))
    return unknown(node)


# ---------------------------------------------------------------- zones


def _zone(body: Body, node: nodes.Expr, info: ZoneInfo, holder: Expr | None) -> typed.Zone:
    bound = body.world.domains[info.domain].size
    body.world.means(node.name_span if isinstance(node, nodes.Attribute) else node.span, info)
    return typed.Zone(node.span, list_of(member(info.domain), bound), info, holder)


def zone_named(body: Body, node: nodes.Expr) -> typed.Zone | None:
    """The zone that an expression names, or None; a fault inside is reported."""
    world = body.world
    if isinstance(node, nodes.Name) and body.find(node.name) is None:
        info = world.zones.get(node.name)
        if info is not None and info.holder < 0:
            return _zone(body, node, info, None)
    elif isinstance(node, nodes.Attribute) and node.name in world.zones and world.zones[node.name].holder >= 0:
        holder = expression(body, node.value, member(world.zones[node.name].holder))
        info = _held_zone(body, holder.type, node.name)
        if info is not None:
            return _zone(body, node, info, required(body, holder, node.value))
        if is_unknown(holder):
            return _zone(body, node, world.zones[node.name], holder)
    return None


def zone(body: Body, node: nodes.Expr) -> typed.Zone | None:
    """The zone that an expression names; None when it names none (reported)."""
    found = zone_named(body, node)
    if found is None:
        other = expression(body, node)  # a name that is unknown is reported as such
        if is_marked(body, node):
            note_zone(body)
        if not is_unknown(other):
            body.world.error(messages.zone_expected(body.world.show(other.type), node.span))
    return found


def _held_zone(body: Body, type_: Type, name: str) -> ZoneInfo | None:
    """The zone family of this name that a value of the type holds."""
    info = body.world.zones.get(name)
    if info is None or type_.kind != "member" or info.holder != type_.domain:
        return None
    return info


def is_zone(body: Body, node: nodes.Expr) -> bool:
    """Whether the node may name a zone (without reporting anything)."""
    zones = body.world.zones
    if isinstance(node, nodes.Name):
        info = zones.get(node.name)
        return info is not None and info.holder < 0 and body.find(node.name) is None
    if not isinstance(node, nodes.Attribute) or node.name not in zones:
        return False
    holder = zones[node.name].holder
    if holder < 0:
        return False
    domain = body.world.domains[holder]
    return node.name not in domain.fields and node.name not in domain.attributes


# ---------------------------------------------------------------- after a dot, and in brackets


@checks(nodes.Attribute)
def _attribute(body: Body, node: nodes.Attribute, expected: Type | None) -> Expr:
    """`x.name`: an attribute, a field or a zone of an entity, or `Kind.entry`."""
    world = body.world
    kind = _kind(body, node.value)
    if is_marked(body, node):
        symbol = world.symbols.get(node.value.name) if isinstance(node.value, nodes.Name) else None
        if symbol is not None and isinstance(symbol.info, TableInfo):
            note_part(body, symbol.info)
            return unknown(node)
        note_after_dot(body, None if kind is not None else expression(body, node.value).type, kind, expected)
        return unknown(node)
    if kind is not None:
        if node.name in kind.index:
            world.means(node.value.span, kind)
            world.means(node.name_span, Entity(kind, kind.index[node.name]))
            return typed.Member(node.span, member(kind.number), kind, kind.index[node.name])
        entries = entries_of(world, kind)
        if entries is not None and node.name in entries.index:
            world.means(node.value.span, kind)
            world.means(node.name_span, Entity(entries, entries.index[node.name]))
            return typed.Member(node.span, member(entries.number), entries, entries.index[node.name])
        meant = of_a_kind(world, kind, node.name)
        world.error(messages.unknown_element(kind.name, node.name, node.name_span, kind.names, meant=meant))
        return unknown(node)
    holder = expression(body, node.value)
    if is_unknown(holder):
        return unknown(node)
    if holder.type.kind != "member":
        meant = of_several(world, holder.type, node.value, node.name)
        world.error(messages.without_fields(world.show(holder.type), node.value.span, meant))
        return unknown(node)
    domain = world.domains[holder.type.domain]
    holder = required(body, holder, node.value)
    if domain.of >= 0:
        return _of_entry(body, node, holder, world.domains[domain.of])
    if node.name in domain.attributes:
        attribute = domain.attributes[node.name]
        world.means(node.name_span, AttributeOf(domain, attribute))
        return typed.Fixed(node.span, attribute.type, attribute, holder)
    if node.name in domain.fields:
        info = domain.fields[node.name]
        body.world.reach.use(body, info, node.name, node.name_span)
        world.means(node.name_span, info)
        return typed.Field(node.span, info.type, info, holder)
    zones = [each.name for each in world.zones.values() if each.holder == domain.number]
    if node.name in zones:
        return _zone(body, node, world.zones[node.name], holder)
    if node.name == "entry" and (entry := entry_of(world, holder, node.span)) is not None:
        world.entries_named.add(entry.type.domain)
        return entry
    if node.name in domain.predicates:
        world.error(messages.predicate_without_brackets(node.name, node.name_span))
    elif body.at_load and (told := not_known_yet(world, domain, node)) is not None:
        world.error(told)
    else:
        known = [*domain.attributes, *domain.fields, *domain.predicates, *zones]
        meant = not_a_field(world, node.value, node.name, domain)
        world.error(messages.unknown_field(node.name, domain.name, node.name_span, known, meant))
    return unknown(node)


def _of_entry(body: Body, node: nodes.Attribute, entry: Expr, kind: DomainInfo) -> Expr:
    """`mill.name`: an attribute, which all copies have alike."""
    if node.name in kind.attributes and not is_unknown(entry):
        attribute = kind.attributes[node.name]
        body.world.means(node.name_span, AttributeOf(kind, attribute))
        first = typed.FirstCopy(node.value.span, member(kind.number), entry)
        return typed.Fixed(node.span, attribute.type, attribute, first)
    if node.name in kind.fields or node.name in kind.predicates or node.name in body.world.zones:
        body.world.error(messages.of_each_copy(node.name, kind.name, node.name_span))
    elif not is_unknown(entry):
        body.world.error(messages.unknown_field(node.name, f"{kind.name}Entry", node.name_span, kind.attributes))
    return unknown(node)


def _kind(body: Body, node: nodes.Expr) -> DomainInfo | None:
    """The kind or enum of this name."""
    if not isinstance(node, nodes.Name) or body.find(node.name) is not None:
        return None
    symbol = body.world.symbols.get(node.name)
    if symbol is None or symbol.sort != "domain" or not isinstance(symbol.info, int):
        return None
    return body.world.domains[symbol.info]


@checks(nodes.Index)
def _index(body: Body, node: nodes.Index, expected: Type | None) -> Expr:
    """`xs[i]` of a list, `m[k]` of a map."""
    group = expression(body, node.value)
    element = group.type.element
    if group.type.kind == "map" and element is not None:
        return typed.MapEntry(node.span, element, group, key(body, node.index, group.type.domain))
    if group.type.kind == "list" and element is not None:
        return typed.ListEntry(node.span, element, group, integer(body, node.index))
    look_into(body, node.index)
    return error_type(body, messages.Wanted.LIST_OR_MAP, group.type, node.value.span)
