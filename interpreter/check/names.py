"""Names: locals, entities, declared names, fields after a dot, zones, and what stands in brackets."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import (
    Type,
    list_of,
    member,
    set_of,
)
from ..program import ir
from .body import Typed, Zone
from .core import ACTIVE, ME, add, entry_of, times
from .operators import Operators
from .scope_use import note
from .world import Attribute, FieldInfo, Symbol, ZoneInfo


class Names(Operators):
    """Everything that is named."""

    def name(self, node: nodes.Name, expected: Type | None) -> Typed | None:
        """A bare name: a local, a word, a declared name, or an entity."""
        variable = self.body.find(node.name)
        if variable is not None:
            return None if variable.type.kind == "unknown" else Typed(variable.expr, variable.type)
        if node.name in ("me", "active") and self.body.element.split(" ")[0] in ("zone", "field"):
            self.world.error(messages.nobody_acts(node.span))
            return None
        if node.name == "me":
            return Typed(ME, member(0))
        if node.name == "active":
            return Typed(ACTIVE, member(0))
        if node.name == "players":
            bound = self.world.ruleset.players.max
            return Typed(ir.Op("domain", (ir.Const(0),)), list_of(member(0), bound))
        found = self.entity(node, expected)
        if found is not None:
            return found
        symbol = self.world.symbols.get(node.name)
        if symbol is not None:
            return self.symbol(node, symbol)
        candidates = self.world.entities.get(node.name, [])
        if candidates:
            kinds = [self.world.domains[domain].name for domain, _ in candidates]
            self.world.error(messages.ambiguous_name(node.name, node.span, kinds))
            return None
        known = [*self.body.names(), *self.body.later, *self.world.known_names()]
        if node.name in self.world.zones:
            holder = self.world.domains[self.world.zones[node.name].holder].name
            self.world.error(messages.not_single_zone(node.name, holder, node.span))
            return None
        from .builtins import BUILTINS  # it needs this module

        if node.name in BUILTINS:
            self.world.error(messages.needs_arguments(node.name, BUILTINS[node.name].signature, node.span))
            return None
        if node.name in self.body.later:
            self.world.error(messages.parameter_too_early(node.name, node.span))
            return None
        self.world.error(messages.unknown_name(node.name, node.span, known))
        return None

    def entity(self, node: nodes.Name, expected: Type | None) -> Typed | None:
        """The entity of this name, when it is the only one or the expected type tells which."""
        candidates = self.world.entities.get(node.name, [])
        if not candidates:
            return None
        if expected is not None and expected.domain >= 0 and expected.kind in ("member", "set"):
            for domain, index in candidates:
                if domain == expected.domain:
                    return Typed(ir.Const(index), member(domain))
        if node.name in self.world.symbols or len(candidates) > 1:
            return None
        domain, index = candidates[0]
        return Typed(ir.Const(index), member(domain))

    def symbol(self, node: nodes.Name, symbol: Symbol) -> Typed | None:
        """The value of a declared name."""
        if symbol.sort in ("constant", "option", "scope") and symbol.expr is not None and symbol.type is not None:
            return Typed(symbol.expr, symbol.type)
        if symbol.sort == "field" and isinstance(symbol.info, FieldInfo):
            note(self.body, symbol.info, node.name, node.span)
            return Typed(ir.Load(symbol.info.base, None, symbol.info.shape), symbol.info.type)
        if symbol.sort == "zone":
            zone = self.zone(node)
            return None if zone is None else self.zone_list(zone)
        if symbol.sort == "domain" and isinstance(symbol.info, int):
            return Typed(ir.Op("domain_set", (ir.Const(symbol.info),)), set_of(symbol.info))
        if symbol.sort == "function":
            signature = self.world.signatures.get(node.name)
            if signature is not None and not signature.params:
                return self.apply(node.name, (), node.span)
        self.world.error(messages.not_a_value(node.name, symbol.shown, node.span))
        return None

    def zone(self, node: nodes.Expr, quiet: bool = True) -> Zone | None:
        """The zone that an expression names, or None (reported unless quiet; a fault inside is always reported)."""
        world = self.world
        if isinstance(node, nodes.Name) and self.body.find(node.name) is None:
            info = world.zones.get(node.name)
            if info is not None and info.holder < 0:
                base = world.domains[info.domain].piece_base
                return Zone(info.name, info.domain, base, ir.Const(info.first), None)
        elif isinstance(node, nodes.Attribute) and node.name in world.zones and world.zones[node.name].holder >= 0:
            holder = self.expr(node.value, member(world.zones[node.name].holder))
            if holder is None:
                return None
            if self.zone_of(holder.type, node.name) is not None:
                there = self.required(holder, node.value)
                return None if there is None else self.zone_at(world.zones[node.name], there.expr)
        typed = None if quiet else self.expr(node)  # a name that is unknown is reported as such
        if typed is not None:
            world.error(messages.zone_expected(world.show(typed.type), node.span))
        return None

    def zone_of(self, type_: Type, name: str) -> ZoneInfo | None:
        """The zone family of this name that a value of the type holds."""
        info = self.world.zones.get(name)
        if info is None or type_.kind != "member" or info.holder != type_.domain:
            return None
        return info

    def zone_at(self, info: ZoneInfo, holder: ir.Expr) -> Zone:
        """The zone of one holder."""
        base = self.world.domains[info.domain].piece_base
        return Zone(info.name, info.domain, base, add(ir.Const(info.first), holder), holder)

    def is_zone(self, node: nodes.Expr) -> bool:
        """Whether the node may name a zone (without reporting anything)."""
        if isinstance(node, nodes.Name):
            info = self.world.zones.get(node.name)
            return info is not None and info.holder < 0 and self.body.find(node.name) is None
        if not isinstance(node, nodes.Attribute) or node.name not in self.world.zones:
            return False
        holder = self.world.zones[node.name].holder
        if holder < 0:
            return False
        domain = self.world.domains[holder]
        return node.name not in domain.fields and node.name not in domain.attributes

    def zone_list(self, zone: Zone) -> Typed:
        """The pieces of a zone, as a list."""
        expr = ir.Op("zone_list", (zone.number, ir.Const(zone.piece_base)))
        return Typed(expr, list_of(member(zone.domain), self.world.domains[zone.domain].size))

    def attribute(self, node: nodes.Attribute) -> Typed | None:
        """`x.name`: an attribute, a field or a zone of an entity, or `Kind.entry`."""
        if isinstance(node.value, nodes.Name) and self.body.find(node.value.name) is None:
            symbol = self.world.symbols.get(node.value.name)
            if symbol is not None and symbol.sort == "domain" and isinstance(symbol.info, int):
                domain = self.world.domains[symbol.info]
                if node.name in domain.index:
                    return Typed(ir.Const(domain.index[node.name]), member(domain.number))
                self.world.error(messages.unknown_element(domain.name, node.name, node.name_span, domain.names))
                return None
        value = self.expr(node.value)
        if value is None:
            return None
        if value.type.kind != "member":
            self.world.error(messages.without_fields(self.world.show(value.type), node.value.span))
            return None
        value = self.required(value, node.value)
        if value is None:
            return None
        domain = self.world.domains[value.type.domain]
        if node.name in domain.attributes:
            attribute = domain.attributes[node.name]
            if attribute.stride:
                return self.whole_map(attribute, value.expr)
            entry = entry_of(self.world, attribute, value.expr)
            return Typed(entry, attribute.type)
        if node.name in domain.fields:
            info = domain.fields[node.name]
            note(self.body, info, node.name, node.name_span)
            load = ir.Load(info.base, times(value.expr, info.shape.cells), info.shape)
            return Typed(load, info.type)
        zone = self.zone_of(value.type, node.name)
        if zone is not None:
            return self.zone_list(self.zone_at(zone, value.expr))
        if node.name in domain.predicates:
            self.world.error(messages.predicate_without_brackets(node.name, node.name_span))
            return None
        zones = [each.name for each in self.world.zones.values() if each.holder == domain.number]
        known = [*domain.attributes, *domain.fields, *domain.predicates, *zones]
        self.world.error(messages.unknown_field(node.name, domain.name, node.name_span, known))
        return None

    def whole_map(self, attribute: Attribute, holder: ir.Expr) -> Typed:
        """A map attribute as a value."""
        world = self.world
        domain = world.domains[attribute.type.domain]
        slot = self.body.slot(member(domain.number), domain.span)
        everyone = ir.ConstList(tuple(range(domain.size)))
        entry = ir.Table(attribute.table, add(times(holder, attribute.stride), ir.Local(slot)))
        comp = ir.Comp("map", (ir.Clause(slot, everyone, None),), entry, ir.Local(slot), size=domain.size, fill=0)
        return Typed(comp, attribute.type)

    def index(self, node: nodes.Index) -> Typed | None:
        """`xs[i]` of a list, `m[k]` of a map."""
        value = self.expr(node.value)
        if value is None:
            return None
        element = value.type.element
        if value.type.kind == "map" and element is not None:
            key = self.key(node.index, value.type.domain)
            if key is None:
                return None
            if isinstance(value.expr, ir.Load):
                load = value.expr
                cell = key if load.index is None else add(load.index, key)
                return Typed(ir.Load(load.base, cell, load.shape.of or ir.SCALAR), element)
            if isinstance(value.expr, ir.Comp) and isinstance(value.expr.element, ir.Table):
                base = self.map_attribute(node.value)
                if base is not None:
                    return Typed(ir.Table(base[0], add(base[1], key)), element)
            return Typed(ir.Op("map_get", (value.expr, key)), element)
        if value.type.kind == "list" and element is not None:
            position = self.integer(node.index)
            if position is None:
                return None
            return Typed(ir.Op("list_get", (value.expr, position.expr), self.body.place(node.span)), element)
        self.error_type(messages.Wanted.LIST_OR_MAP, value.type, node.value.span)
        return None

    def map_attribute(self, node: nodes.Expr) -> tuple[int, ir.Expr] | None:
        """The table and first entry of a map attribute that is indexed directly."""
        if not isinstance(node, nodes.Attribute):
            return None
        holder = self.expr(node.value)
        if holder is None or holder.type.kind != "member":
            return None
        attribute = self.world.domains[holder.type.domain].attributes.get(node.name)
        if attribute is None or not attribute.stride:
            return None
        return attribute.table, times(holder.expr, attribute.stride)

    def key(self, node: nodes.Expr, domain: int) -> ir.Expr | None:
        """A member of a domain, for use as a key; none is not allowed."""
        typed = self.expr(node, member(domain))
        if typed is None:
            return None
        if typed.type.kind != "member" or typed.type.domain != domain:
            self.error_type(self.world.show(member(domain)), typed.type, node.span)
            return None
        there = self.required(typed, node)
        return None if there is None else there.expr
