"""Procedures of a kind: effects with parameters that every entry gives for itself.

All that the entries of a kind give under one name becomes one procedure, `KIND.NAME`, whose first parameter is the
entity; it goes to the effects of its entry. So whatever holds for procedures holds for these: they may wait, give a
value, and call each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yupana.schemas.source import Code, Span

from ..language import messages, nodes
from ..language.parse import parse_effects
from ..language.types import BOOL, INT
from ..typed import nodes as typed
from ..typed import rules
from ..typed import statements as code
from ..typed.declared import DomainInfo
from .body import Body
from .effects import assigned_names, block, leaves
from .world import Signature, World


@dataclass(slots=True, eq=False)
class Slot:
    """One procedure of a kind: its signature, the effects of every entity (None: missing, which is reported), and what
    was read from each piece of code."""

    domain: DomainInfo
    signature: Signature
    bodies: list[Code | None]
    read: dict[int, tuple[nodes.Stmt, ...] | None]
    declared: bool
    """Whether it is declared what the procedure gives."""

    def parse(self, world: World) -> list[tuple[nodes.Stmt, ...] | None]:
        """Read the effects; a piece that several entities share is read once."""
        for each in self.bodies:
            if each is not None and id(each) not in self.read:
                self.read[id(each)] = parse_effects(each, world.report)
        return list(self.read.values())


def procedure(world: World, slot: Slot) -> rules.Procedure | None:
    """The procedure that goes to the effects of its entry."""
    signature, pieces = slot.signature, list(slot.read.values())
    if None in pieces or None in slot.bodies:
        return None
    codes = [each for each in pieces if each is not None]
    gives = signature.result is not None or signature.name in world.unclear
    assigned = set[str]().union(*map(assigned_names, codes))
    name = signature.name.replace(".", "_")
    body = Body(
        world, name, signature.element, signature.waits, result=signature.result, gives=gives, assigned=assigned
    )
    world.reach.runs(signature, body)
    for param, type_ in signature.params.items():
        body.parameter(param, type_, getattr(param, "span", signature.span))
    if signature.result is not None and signature.waits and not signature.result.scalar:
        nested, shown = signature.nested is not None, world.show(signature.result)
        world.error(messages.waiting_result(signature.name, shown, signature.span, nested=nested))
        return None
    blocks = [entry_block(body, slot, each) for each in codes]
    places = {key: number for number, key in enumerate(slot.read)}
    numbers = tuple([places[id(each)] for each in slot.bodies])
    made = _chosen(signature.span, body.params[0], numbers, blocks, 0, len(blocks))
    whole = rules.Code(
        signature.span, name, signature.element, tuple(body.params), made, signature.result, signature.waits
    )
    return rules.Procedure(signature.span, signature, whole, None)


def entry_block(body: Body, slot: Slot, source: tuple[nodes.Stmt, ...]) -> code.Block:
    """The effects of an entry, in which its attributes are names."""
    signature, it = slot.signature, body.params[0]
    with body.scope():
        holder = typed.Local(it.span, it.type, it)
        for attribute in slot.domain.attributes.values():
            if not attribute.stride and body.find(attribute.name) is None:
                body.stands_for(attribute.name, typed.Fixed(it.span, attribute.type, attribute, holder))
        made = block(body, source)
    if signature.result is not None and not leaves(source):
        body.world.error(messages.no_result(signature.name, source[-1].span if source else signature.span))
    return made


def _chosen(
    span: Span, it: typed.Variable, numbers: tuple[int, ...], blocks: Sequence[code.Block], low: int, high: int
) -> code.Block:
    """A balanced tree of choices between pieces of code, by the number of the entity's own."""
    if high - low <= 1:
        return blocks[low] if blocks else ()
    middle = (low + high) // 2
    number = typed.NumberOf(span, INT, numbers, typed.Local(span, it.type, it))
    test = typed.Comparison(span, BOOL, "<", number, typed.Number(span, INT, middle), INT)
    branch = code.IfBranch(span, test, _chosen(span, it, numbers, blocks, low, middle))
    return (code.If(span, (branch,), _chosen(span, it, numbers, blocks, middle, high)),)
