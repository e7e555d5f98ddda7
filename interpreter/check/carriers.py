"""What entries carry: whose an adjustment or an action is, and what its code may name besides.

In what an entry carries `it` is the thing itself and its attributes are plain names. What counts for every copy is
checked once, with `it` as a variable that goes through the copies in the game; what counts once, such as an action of
an entry of several copies, has the entry for `it`.
"""

from __future__ import annotations

from yupana.schemas.carried import Carried
from yupana.schemas.source import Span

from ..language.types import member
from ..typed import nodes as typed
from ..typed.declared import Carrier
from ..typed.nodes import Expr, Variable
from .body import Body
from .entries import copies_of, entries_of
from .world import World


def carrier_of(world: World, each: Carried) -> Carrier | None:
    """Whose an element is; None if the entry is faulty."""
    number = world.domain_of.get(each.kind)
    if number is None:
        return None
    domain, name = world.domains[number], str(each.entry)
    if name in domain.index and name not in domain.group_names:
        return Carrier(domain, domain.index[name], None)
    if name not in domain.group_names:
        return None
    group = domain.group_names.index(name)
    if domain.index.get(name, -1) in [index for index, of in enumerate(domain.groups) if of == group]:
        return Carrier(domain, domain.index[name], None)
    return Carrier(domain, -1, group)


def itself(world: World, carrier: Carrier, span: Span) -> typed.Member:
    """The thing itself: an entity, or the entry of several."""
    if carrier.group is None:
        return typed.Member(span, member(carrier.domain.number), carrier.domain, carrier.index)
    entries = entries_of(world, carrier.domain)
    assert entries is not None
    world.entries_named.add(entries.number)
    return typed.Member(span, member(entries.number), entries, carrier.group)


def in_the_game(world: World, carrier: Carrier, span: Span) -> Expr | None:
    """The copies to go through; None for what is one thing that is always in the game."""
    if carrier.group is not None:
        return copies_of(world, itself(world, carrier, span))
    if carrier.domain.whole():
        return None
    domain = carrier.domain
    of_kind = typed.set_of_domain(span, domain)
    own = typed.Items(span, of_kind.type, (itself(world, carrier, span),), True)
    return typed.Binary(span, of_kind.type, "&", own, of_kind)


def give_names(body: Body, carrier: Carrier, it: Variable | None, span: Span) -> None:
    """The names that code in an entry has besides its own: `it`, and the attributes that no parameter is called."""
    found: Expr
    holder: Expr
    if it is None:
        found = itself(body.world, carrier, span)
        body.stands_for("it", found)
    else:
        found = typed.Local(span, it.type, it)
    holder = found
    if body.world.domains[found.type.domain].of >= 0:
        holder = typed.FirstCopy(span, member(carrier.domain.number), found)
    for name, attribute in carrier.domain.attributes.items():
        if not attribute.stride and body.find(name) is None:
            body.stands_for(name, typed.Fixed(span, attribute.type, attribute, holder))
