"""The entries of a kind as values: `mill`, of which there are several copies.

Every kind with counted entries has a companion, called like the kind with `Entry` behind it, whose members are the
entries. It is made from the kind and is a domain like an enum, so that an entry can be stored, passed on and chosen; a
ruleset that names no entry has none of them in its program. Where a list or the like is wanted, an entry stands for its
copies that are in the game.
"""

from __future__ import annotations

from yupana.schemas.left_out import OF_ENTRIES
from yupana.schemas.source import Span

from ..language.types import BOOL, INT, Type, interval, member, set_of
from ..typed import nodes as typed
from ..typed.declared import DomainInfo, Symbol
from ..typed.nodes import Expr, Variable
from .world import World


def declare_entries(world: World) -> None:
    """The companions of all kinds that have none yet. They come last, so that no other domain has another number."""
    for domain in list(world.domains):
        entries_of(world, domain)


def entries_of(world: World, kind: DomainInfo) -> DomainInfo | None:
    """The companion of a kind; None for what has no counted entries."""
    if kind.entries >= 0:
        return world.domains[kind.entries]
    if kind.of >= 0 or not kind.group_names or len(kind.groups) != kind.size:
        return None
    name = f"{kind.name}{OF_ENTRIES}"
    made = DomainInfo(len(world.domains), name, "enum", kind.span, of=kind.number)
    world.domains.append(made)
    kind.entries = made.number
    copies: dict[int, list[int]] = {}
    for index, group in enumerate(kind.groups):
        copies.setdefault(group, []).append(index)
    for number, entry in enumerate(kind.group_names):
        made.add(entry)
        if copies.get(number, []) != [kind.index.get(entry, -1)]:
            world.counted.setdefault(str(entry), []).append((made.number, number))
    counts = [set(each) for each in kind.present] or [set(range(kind.size))] * (world.domains[0].size + 1)
    made.present = [
        [group for group in range(made.size) if not here.isdisjoint(copies.get(group, ()))] for here in counts
    ]
    if all(len(each) == made.size for each in made.present):
        made.present = []
    if name not in world.domain_of:
        world.domain_of[name] = made.number
        world.symbols.setdefault(name, Symbol("domain", f"the entries of `{kind.name}`", kind.span, info=made.number))
    return made


def entries_called(world: World, name: str) -> int | None:
    """The number of the companion with this name, which is made if need be."""
    kind = world.domain_of.get(name.removesuffix(OF_ENTRIES)) if name.endswith(OF_ENTRIES) else None
    if kind is not None:
        entries_of(world, world.domains[kind])
    return world.domain_of.get(name)


def counted_entry(world: World, name: str, expected: Type | None) -> tuple[DomainInfo, int] | None:
    """The entry of several copies with this name: the only one, or that of the kind, or of the entries, that is
    expected."""
    found = world.counted.get(name, [])
    wanted = -1 if expected is None else expected.domain
    here = [(number, index) for number, index in found if wanted in (number, world.domains[number].of)]
    if not here and len(found) != 1:
        return None
    number, index = here[0] if here else found[0]
    return world.domains[number], index


def is_entry(world: World, type_: Type) -> bool:
    """Whether values of the type are entries of several copies."""
    return type_.kind == "member" and type_.domain >= 0 and world.domains[type_.domain].of >= 0


def kind_of(world: World, type_: Type) -> DomainInfo:
    """The kind whose entry a value of the type is."""
    return world.domains[world.domains[type_.domain].of]


def entry_of(world: World, copy: Expr, span: Span) -> Expr | None:
    """The entry that an entity is a copy of; None if its kind has no counted entries."""
    if copy.type.kind != "member":
        return None
    entries = entries_of(world, world.domains[copy.type.domain])
    return None if entries is None else typed.EntryOf(span, member(entries.number), copy)


def copies_of(world: World, entry: Expr) -> Expr:
    """The copies of an entry that are in the game."""
    kind, span = kind_of(world, entry.type), entry.span
    if entry.constant is not None and kind.whole():
        own = [index for index, group in enumerate(kind.groups) if group == entry.constant]
        return typed.Items(span, set_of(kind.number), tuple([_member(span, kind, each) for each in own]), True)
    each = Variable("each", member(kind.number), span)
    clause = typed.Clause(span, each, typed.Domain(span, set_of(kind.number), kind), None)
    same = _same(span, entry, typed.Local(span, each.type, each))
    clause = typed.Clause(span, each, clause.items, same)
    return typed.Comprehension(
        span, set_of(kind.number), "set", (clause,), typed.Local(span, each.type, each), None, None, False
    )


def among(world: World, entry: Expr, group: Expr, span: Span, word: str) -> Expr:
    """Whether `any` copy of the entry is in a list, set or zone, or the `count` of those that are."""
    kind = kind_of(world, entry.type)
    each = Variable("each", member(kind.number), span)
    copy = typed.Local(span, each.type, each)
    clause = typed.Clause(span, each, group, None)
    type_ = BOOL if word == "any" else interval(0, group.type.bound if group.type.bound is not None else INT.high)
    return typed.Comprehension(span, type_, word, (clause,), _same(span, entry, copy), None, None, False)


def is_copy(copy: Expr, entry: Expr, span: Span) -> Expr:
    """Whether an entity, which may be none, is a copy of the entry."""
    if not copy.type.optional:
        return _same(span, entry, copy)
    there = copy.type.required()
    none = typed.NoneValue(span, copy.type, False)
    present = typed.Comparison(span, BOOL, "!=", copy, none, copy.type)
    return typed.Binary(span, BOOL, "and", present, _same(span, entry, typed.Present(span, there, copy)))


def fits(world: World, kind: Type, entry: Type) -> bool:
    """Whether one type is that of a kind, and the other that of its entries."""
    return is_entry(world, entry) and kind.kind == "member" and world.domains[entry.domain].of == kind.domain


def _same(span: Span, entry: Expr, copy: Expr) -> Expr:
    of = typed.EntryOf(span, entry.type.required(), copy)
    return typed.Comparison(span, BOOL, "==", of, entry, entry.type)


def _member(span: Span, kind: DomainInfo, index: int) -> typed.Member:
    return typed.Member(span, member(kind.number), kind, index)
