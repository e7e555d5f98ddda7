"""First pass: players, enums, kinds, boards become domains with members, attributes and predicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from yupana.schemas.fields import Name
from yupana.schemas.nearest import nearest
from yupana.schemas.ruleset import ConstantDecl, EntryDecl, KindDecl, SeatDecl
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Word

from ..language import messages
from ..language.parse import parse_expression
from ..language.trees import is_formula
from ..language.types import BOOL, INT, INT_MAX, INT_MIN, UNKNOWN, Type, interval, list_of, member
from ..typed.names import AttributeOf, Entity
from .calls_graph import depth_of
from .constants import Constants
from .entries import entries_called, entries_of
from .formulas import Formula
from .slots import Slot
from .world import Attribute, DomainInfo, PredicateInfo, Signature, Symbol, World, named

Rows = Sequence[SeatDecl | EntryDecl | None]
"""What is written of each member of a domain; several may come from one entry."""

MAX_PLAYERS = 32
MAX_ENTITIES = 20_000
"""Entities of a kind, members of an enum."""


class Domains:
    """Declares every domain and its members, then their attributes."""

    def __init__(self, world: World, constants: Constants) -> None:
        self.world = world
        self.constants = constants
        self.entries: dict[int, list[EntryDecl | None]] = {}

    # ------------------------------------------------------------ members

    def declare(self) -> None:
        """Players, enums, kinds: names only."""
        world, ruleset = self.world, self.world.ruleset
        players = ruleset.players
        domain = world.new_domain("Player", "player", players.span)
        for name in players.called:
            world.add_member(domain, name, name.span)
        if players.min < 1:
            world.error(messages.too_few_players(players.min, players.value_span("min")))
        elif players.max > MAX_PLAYERS:
            world.error(messages.too_many_players(MAX_PLAYERS, players.max, players.value_span("max")))
        elif players.min > players.max:
            world.error(messages.fewer_than_min(players.min, players.max, players.value_span("min")))
        elif len(players.called) < players.max:
            world.error(messages.names_missing(players.max, len(players.called), players.name_span()))
        most = max(domain.size, min(players.max, MAX_PLAYERS))
        domain.present = [list(range(count)) for count in range(most + 1)]
        for name, members in ruleset.enums.items():
            enum = world.new_domain(name, "enum", name.span)
            if len(members) > MAX_ENTITIES:
                world.error(messages.too_large(messages.Limit.MEMBERS, MAX_ENTITIES, name.span))
            for each in members[:MAX_ENTITIES]:
                world.add_member(enum, each, each.span)
        for name, kind in ruleset.kinds.items():
            self._kind(name, kind, name.span)

    def _kind(self, name: str, decl: KindDecl, span: Span) -> None:
        world = self.world
        domain = world.new_domain(name, "kind", span)
        domain.alike = decl.alike
        rows: list[EntryDecl | None] = []
        if decl.per_player is not None:
            if not 1 <= decl.per_player <= MAX_ENTITIES:
                world.error(messages.too_large(messages.Limit.PER_PLAYER, MAX_ENTITIES, span))
                return
            low = name.lower()
            for player, owner in enumerate(world.domains[0].names):
                domain.group_names.append(f"{owner}_{low}")
                domain.group_spans.append(span)
                for count in range(decl.per_player):
                    one = decl.per_player == 1
                    world.add_member(domain, f"{owner}_{low}" if one else f"{owner}_{low}_{count + 1}", span)
                    domain.groups.append(player)
                    domain.starts.append(decl.start)
                    rows.append(None)
            domain.present = [
                [i for i in range(domain.size) if i // decl.per_player < count]
                for count in range(world.domains[0].size + 1)
            ]
        for entry_name, entry in decl.entries.items():
            self._entry(domain, entry_name, entry, decl.start, rows)
            if any(nearest(key, EntryDecl.keys()) == "count" for key in _unknown_keys(entry, decl)):
                world.uncounted.add(entry_name)
        if all(len(each) == domain.size for each in domain.present):
            domain.present = []
        self.entries[domain.number] = rows

    def _entry(
        self, domain: DomainInfo, name: str, entry: EntryDecl, start: str | None, rows: list[EntryDecl | None]
    ) -> None:
        world = self.world
        count = entry.count
        counts = list(count.values()) if isinstance(count, dict) else [1 if count is None else count]
        most, span = max(counts, default=0), getattr(name, "span", entry.span)
        if most > MAX_ENTITIES or min(counts, default=0) < 0:
            world.error(messages.too_large(messages.Limit.COUNT, MAX_ENTITIES, entry.value_span("count")))
            return
        if domain.size + most > MAX_ENTITIES:
            world.error(messages.too_large(messages.Limit.ENTITIES, MAX_ENTITIES, span))
            return
        if isinstance(count, dict):
            self._every_number(name, entry, count)
        first = domain.size
        if count is not None:
            group = len(domain.group_names)
            while len(domain.groups) < domain.size:
                domain.group_names.append(domain.names[len(domain.groups)])
                domain.group_spans.append(span)
                domain.groups.append(len(domain.group_names) - 1)
                group = len(domain.group_names)
            domain.group_names.append(name)
            domain.group_spans.append(span)
            for number in range(most):
                world.add_member(domain, f"{name}_{number + 1}", span)
                domain.groups.append(group)
        else:
            world.add_member(domain, name, span)
            if domain.group_names or domain.alike:
                domain.group_names.append(name)
                domain.group_spans.append(span)
                domain.groups.append(len(domain.group_names) - 1)
        for _ in range(domain.size - first):
            domain.starts.append(entry.start or start)
            rows.append(entry)
        if entry.players is not None or isinstance(count, dict) or domain.present:
            self._presence(domain, entry, first, most)

    def _every_number(self, name: str, entry: EntryDecl, counts: Mapping[Any, int]) -> None:
        """Tell of a `count` by number of players that lacks one at which the entry can be in the game."""
        numbers = range(self.world.ruleset.players.min, self.world.ruleset.players.max + 1)
        missing = [each for each in numbers if each not in counts and each in (entry.players or numbers)]
        if missing:
            self.world.error(messages.counts_missing(name, missing, entry.value_span("count")))

    def _presence(self, domain: DomainInfo, entry: EntryDecl, first: int, most: int) -> None:
        seats = self.world.domains[0].size
        if not domain.present:
            domain.present = [list(range(first)) for _ in range(seats + 1)]
        for number in range(seats + 1):
            if entry.players is not None and number not in entry.players:
                continue
            here = entry.count.get(number, 0) if isinstance(entry.count, dict) else (domain.size - first)
            domain.present[number].extend(range(first, first + min(here, domain.size - first)))

    # ------------------------------------------------------------ attributes

    def attributes(self) -> None:
        """The attributes and predicates of all kinds (all members are known)."""
        world, players = self.world, self.world.ruleset.players
        self.fill(world.domains[0], players.attributes, players.defaults, list(players.seats.values()), {}, set())
        for name, kind in world.ruleset.kinds.items():
            domain = world.declared(name, "kind")
            rows = self.entries.get(domain.number, [])
            known: dict[int, dict[str, int]] = {}
            if kind.per_player is not None:
                per = kind.per_player
                values = tuple(i // per for i in range(domain.size))
                domain.attributes["owner"] = Attribute("owner", member(0), world.table(values))
            self.fill(domain, kind.attributes, kind.defaults, rows, known, {*kind.predicates, *kind.procedures})
            self._predicates(domain, kind, rows)
            self._procedures(domain, kind, rows)
            for entry in kind.entries.values():
                for slot in entry.slots:
                    if slot not in kind.actions:
                        world.error(messages.unknown_element("action", slot, slot.span, kind.actions, domain.name))

    def fill(
        self,
        domain: DomainInfo,
        declared: Mapping[Any, Code],
        defaults: Mapping[Any, Code],
        rows: Rows,
        given: dict[int, dict[str, int]],
        other: set[str],
    ) -> None:
        """Evaluate the attributes of a domain; `given` holds values that come from elsewhere (a board's areas), by
        member."""
        world = self.world
        for name in defaults:
            if name not in declared and name not in other:
                known = [*declared, *other]
                world.error(messages.unknown_field(name, domain.name, getattr(name, "span", domain.span), known))
        seen: set[int] = set()
        for row in rows:
            if row is None or id(row) in seen:
                continue
            seen.add(id(row))
            for name in row.values:
                if name not in declared and name not in other:
                    known = [*declared, *other, *EntryDecl.keys()]
                    span = getattr(name, "span", row.span)
                    world.error(messages.unknown_attribute(name, domain.name, span, known))
        for name, code in declared.items():
            if name in domain.attributes:
                span, first = getattr(name, "span", domain.span), domain.attributes[name].span
                world.error(messages.duplicate_name(name, "attribute", span, first, domain.name))
                continue
            type_ = self.constants.type_of(code, text_allowed=True)
            if type_ is None:
                world.broken.add(str(name))  # of its uses nothing is said
                continue
            self._attribute(domain, name, type_, code.span, defaults.get(name), rows, given)
            if name in domain.attributes:
                domain.attributes[name].span = getattr(name, "span", code.span)
        for keys in (defaults, *({id(row): row.values for row in rows if row is not None}.values())):
            for name in keys:
                if name in domain.attributes and isinstance(name, Word):
                    world.means(name.span, AttributeOf(domain, domain.attributes[name]), "write")

    def _attribute(
        self,
        domain: DomainInfo,
        name: str,
        type_: Type,
        span: Span,
        default: Code | None,
        rows: Rows,
        given: dict[int, dict[str, int]],
    ) -> None:
        world = self.world
        if type_.kind == "text":
            self._text_attribute(domain, name, default, rows, span)
            return
        standard: int | list[int] | None = None
        formula = self._formula(domain, default, type_)
        if formula is not None:
            pass  # each member has its own
        elif default is not None:
            standard = self.constants.value(default, type_)
        elif type_.kind in ("list", "set"):
            standard = []
        elif type_.kind == "map" and type_.element is not None:
            standard = [self.constants.default(type_.element, span) or 0] * world.domains[type_.domain].size
        else:
            standard = self._standard(type_)
        values: list[int | list[int] | None] = []
        evaluated: dict[int, Formula | int | list[int] | None] = {}
        for index in range(domain.size):
            row = rows[index] if index < len(rows) else None
            if row is not None and name in row.values:
                if id(row) not in evaluated:
                    code = named(row.values, name)
                    own = self._formula(domain, code, type_)
                    evaluated[id(row)] = self.constants.value(code, type_) if own is None else own
                given_here = evaluated[id(row)]
                values.append(given_here.of(index) if isinstance(given_here, Formula) else given_here)
            elif name in given.get(index, {}):
                values.append(given[index][name])
            else:
                values.append(standard if formula is None else formula.of(index))
        if type_.kind in ("list", "set"):
            lists = tuple(tuple(value) if isinstance(value, list) else () for value in values)
            if type_.kind == "list":
                type_ = list_of(type_.element or INT, max((len(each) for each in lists), default=0))
            domain.attributes[name] = Attribute(name, type_, world.table(lists), rows=True)
        elif type_.kind == "map":
            size = world.domains[type_.domain].size
            flat = tuple(each for value in values for each in (value if isinstance(value, list) else [0] * size))
            domain.attributes[name] = Attribute(name, type_, world.table(flat), stride=size)
        else:
            plain = tuple(value if isinstance(value, int) else 0 for value in values)
            if type_.kind == "int" and plain and not type_.optional:
                type_ = interval(min(plain), max(plain))
            domain.attributes[name] = Attribute(name, type_, world.table(plain))

    def _formula(self, domain: DomainInfo, code: Code | None, type_: Type) -> Formula | None:
        """The formula that code is; None for a value that is written down, and for what is no single value."""
        node = None if code is None or not type_.scalar else parse_expression(code, self.world.report.fresh())
        return Formula(self.world, domain, node, type_) if node is not None and is_formula(node) else None

    def _standard(self, type_: Type) -> int:
        if type_.optional:
            return type_.none
        return 0 if type_.kind != "int" or type_.low <= 0 <= type_.high else type_.low

    def _text_attribute(self, domain: DomainInfo, name: str, default: Code | None, rows: Rows, span: Span) -> None:
        """A text attribute is a member of a hidden enum of its texts."""
        world = self.world
        texts = DomainInfo(len(world.domains), f"{domain.name}.{name}", "enum", span)
        world.domains.append(texts)
        values: list[int] = []
        for index in range(domain.size):
            row = rows[index] if index < len(rows) else None
            code = named(row.values, name) if row is not None and name in row.values else default
            text = code.text if code is not None else domain.names[index]
            values.append(texts.index[text] if text in texts.index else texts.add(text))
        number = world.table(tuple(values))
        domain.attributes[name] = Attribute(name, member(texts.number), number)
        if name == "name":
            domain.label = number

    def _predicates(self, domain: DomainInfo, decl: KindDecl, rows: list[EntryDecl | None]) -> None:
        world = self.world
        for name, predicate in decl.predicates.items():
            span = name.span
            if name in domain.attributes:
                first = domain.attributes[name].span
                world.error(messages.duplicate_name(name, "attribute", span, first, domain.name))
                continue
            params: dict[str, Type | None] = {
                param: self.constants.type_of(code) for param, code in predicate.of.items()
            }
            result = self.constants.type_of(predicate.gives) if predicate.gives is not None else BOOL
            bodies = self._given(domain, decl, rows, name, "predicate")
            typed = {param: type_ for param, type_ in params.items() if type_ is not None}
            if result is None or len(typed) != len(params):
                continue
            overrides = tuple(
                each.name for each in domain.attributes.values() if each.type.kind == "int" and not each.rows
            )
            domain.predicates[name] = PredicateInfo(name, domain.number, typed, result, overrides, bodies, span)

    def _procedures(self, domain: DomainInfo, decl: KindDecl, rows: list[EntryDecl | None]) -> None:
        """The effects that every entry gives for itself: procedures whose first parameter is the entity."""
        world = self.world
        for name, slot in decl.procedures.items():
            for sort, others in (("attribute", domain.attributes), ("predicate", domain.predicates)):
                if name in others:
                    first = others[name].span
                    world.error(messages.duplicate_name(name, sort, name.span, first, domain.name))
            params: dict[str, Type] = {"it": member(domain.number)}
            for param, code in slot.of.items():
                params[param] = self.constants.type_of(code) or UNKNOWN
            result = self.constants.type_of(slot.gives) if slot.gives is not None else None
            signature = Signature("procedure", f"{domain.name}.{name}", params, result, False, name.span)
            signature.depth = depth_of(world, slot)
            world.signatures[signature.name] = domain.procedures[name] = signature
            bodies = self._given(domain, decl, rows, name, "procedure")
            world.slots[signature.name] = Slot(domain, signature, bodies, {}, slot.gives is not None)

    def _given(
        self, domain: DomainInfo, decl: KindDecl, rows: list[EntryDecl | None], name: Name, sort: str
    ) -> list[Code | None]:
        """What every entity gives under a name, or the default; what is missing is reported, once for an entry."""
        bodies: list[Code | None] = []
        told: set[int] = set()
        for index in range(domain.size):
            row = rows[index] if index < len(rows) else None
            code = row.values.get(name) if row is not None else None
            if code is None and name in decl.defaults:
                code = decl.defaults[name]
            if code is None and id(row) not in told and (row is None or not _unknown_keys(row, decl)):
                told.add(id(row))  # with other keys than it may have, one of them may be this, misspelled
                where = row.span if row is not None else name.span
                entry = domain.entry_of(index)
                self.world.error(messages.slot_missing(entry, sort, name, name.span, where))
            bodies.append(code)
        return bodies


def _unknown_keys(entry: EntryDecl, kind: KindDecl) -> list[str]:
    """What an entry says that its kind does not declare."""
    known = {*kind.attributes, *kind.predicates, *kind.procedures}
    return [key for key in entry.values if key not in known]


def constant_symbols(world: World) -> None:
    """Declare `constants:`; what uses a faulty one is not told of."""
    for name, decl in world.ruleset.constants.items():
        _constant(world, name, decl)
        if name not in world.symbols:
            world.broken.add(name)


def _constant(world: World, name: Name, decl: ConstantDecl) -> None:
    span = name.span
    if (decl.value is None) == (decl.by_players is None):
        world.error(messages.constant_form(span))
    elif decl.by_players is not None:
        _by_players(world, name, decl.by_players, span)
    elif isinstance(decl.value, list):
        numbers = [each for each in decl.value if isinstance(each, int) and not isinstance(each, bool)]
        if len(numbers) != len(decl.value):
            _member_list(world, name, decl.value, span)
            return
        low, high = min(numbers, default=0), max(numbers, default=0)
        type_ = list_of(interval(low, high), len(numbers))
        world.declare(name, Symbol("constant", f"the constant `{name}`", span, type_, value=tuple(numbers)))
    else:
        _single(world, name, decl.value, getattr(decl.value, "span", span))


def _single(world: World, name: str, value: object, span: Span) -> None:
    what = f"the constant `{name}`"
    if isinstance(value, bool):
        world.declare(name, Symbol("constant", what, span, BOOL, value=int(value)))
    elif isinstance(value, int):
        if not INT_MIN <= value <= INT_MAX:
            world.error(messages.beyond_int(value, span))
            return
        world.declare(name, Symbol("constant", what, span, interval(value, value), value=value))
    else:
        found = _called(world, str(value))
        if len(found) == 1:
            world.means(span, Entity(world.domains[found[0][0]], found[0][1]))
            world.declare(name, Symbol("constant", what, span, member(found[0][0]), value=found[0][1]))
        elif found:
            world.error(messages.ambiguous_name(str(value), span, [world.domains[d].name for d, _ in found]))
        else:
            world.error(messages.unknown_name(str(value), span, world.entities))


def _called(world: World, value: str, together: bool = False) -> list[tuple[int, int]]:
    """What a constant may be by its name, or by its kind and name: members and entities, and entries of which there are
    several copies; `together` with such an entry, those with one copy too."""
    kind, _, name = value.rpartition(".")
    if kind:
        number = entries_called(world, kind)
        domain = None if number is None else world.domains[number]
        return [] if domain is None or name not in domain.index else [(domain.number, domain.index[name])]
    found = list(world.entities.get(name, []))
    for domain in list(world.domains):
        if name in domain.group_names and domain.of < 0 and (together or name not in domain.index):
            entries = entries_of(world, domain)
            if entries is not None:
                found.append((entries.number, entries.index[name]))
    return found


def _member_list(world: World, name: str, values: Sequence[object], span: Span) -> None:
    domains: set[int] = set()
    for together in (False, True):
        here = [{domain for domain, _ in _called(world, str(value), together)} for value in values]
        domains = domains or set.intersection(*here or [set()])
    if len(domains) != 1:
        world.error(messages.constant_list(span))
        return
    number = domains.pop()
    indices = tuple(world.domains[number].index[str(value).rpartition(".")[2]] for value in values)
    for value, index in zip(values, indices, strict=True):
        if isinstance(value, Word):
            world.means(value.span, Entity(world.domains[number], index))
    type_ = list_of(member(number), len(indices))
    world.declare(name, Symbol("constant", f"the constant `{name}`", span, type_, value=indices))


def _by_players(world: World, name: str, values: Mapping[int, object], span: Span) -> None:
    players = world.ruleset.players
    if players.min > players.max:  # that is told where it stands
        return
    plain: dict[int, int] = {}
    for count, value in values.items():
        if not isinstance(value, int):
            world.error(messages.by_players_numbers(span))
            return
        plain[count] = int(value)
    missing = [count for count in range(players.min, players.max + 1) if count not in plain]
    if missing:
        world.error(messages.by_players_missing(missing, span))
        return
    table = world.table(tuple(plain.get(count, 0) for count in range(max(players.max, max(plain)) + 1)))
    used = [plain[count] for count in range(players.min, players.max + 1)]
    type_ = interval(min(used), max(used))
    world.declare(name, Symbol("constant", f"the constant `{name}`", span, type_, table=table))
