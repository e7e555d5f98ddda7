"""Who sees a field, a zone or a piece; and what stands on the backs of pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from yupana.schemas.source import Code, Span

from ..language import messages, nodes
from ..language.parse import parse_expression
from ..language.trees import joined
from ..language.types import BOOL, member
from ..typed.declared import DomainInfo, FieldInfo
from ..typed.nodes import Visibility, sound
from ..typed.rules import Backing, Face
from .body import Body
from .core import condition
from .world import World

WORDS = ("owner", "others", "none")
"""What may stand in `visible` alone, or in front of `or` and a condition."""


def visible_to(
    world: World, code: Code | None, holder: int, span: Span, element: str, asking: Body | None = None
) -> Visibility:
    """Who sees what stands at the span: of a holder, or (-1) of the game. `element` names it in messages; `asking` is
    the code that asks."""
    if code is None or code.text.strip() == "all":
        return Visibility(span)
    node = parse_expression(code, world.report)
    if node is None:
        return Visibility(span)
    word, test = _parts(node)
    seen = Visibility(span, "test" if word is None else "none")
    if word is not None and word.name != "none":
        owner = world.domains[holder].attributes.get("owner") if holder >= 0 else None
        if holder != 0 and (owner is None or owner.type.domain != 0):
            world.error(messages.no_owner(word.span))
            return Visibility(span)
        mode: Literal["owner", "others"] = "owner" if word.name == "owner" else "others"
        seen = replace(seen, mode=mode, owner=None if holder == 0 else owner)
    return seen if test is None else _tested(world, seen, test, holder, element, asking)


def _parts(node: nodes.Expr) -> tuple[nodes.Name | None, nodes.Expr | None]:
    """The word in front, if there is one, and the condition behind it, or all of it."""
    first, *rest = joined(node, "or")
    if not (isinstance(first, nodes.Name) and first.name in WORDS) and not isinstance(first, nodes.NoneLit):
        return None, node
    word = first if isinstance(first, nodes.Name) else nodes.Name(first.span, "none")
    test: nodes.Expr | None = None
    for each in rest:
        test = each if test is None else nodes.Binary(node.span, "or", test, each)
    return word, test


def _tested(
    world: World, seen: Visibility, node: nodes.Expr, holder: int, element: str, asking: Body | None = None
) -> Visibility:
    """Seen too where a condition holds, of `viewer` and `it`."""
    body = Body(world, f"visible_{element.replace(' ', '_')}", element, pure=True, result=BOOL, gives=True)
    if asking is not None:
        world.reach.call(asking, body)
    body.parameter("viewer", member(0), seen.span)
    body.parameter("it", member(max(holder, 0)), seen.span)
    return replace(seen, element=element, params=tuple(body.params), test=condition(body, node))


# ---------------------------------------------------------------- the backs of pieces


def faces(world: World) -> Iterator[Face]:
    """The kinds of pieces of which somebody may see one wherever it lies."""
    for name, decl in world.ruleset.kinds.items():
        if decl.visible is None or name not in world.domain_of:
            continue
        domain = world.domains[world.domain_of[name]]
        if domain.piece_base < 0:
            world.error(messages.back_of_no_piece("visible", decl.visible.span))
            continue
        seen = face_of(world, domain)
        if seen is not None and sound(seen):
            yield Face(domain.number, seen)


def face_of(world: World, domain: DomainInfo, asking: Body | None = None) -> Visibility | None:
    """Who sees a piece of a kind by itself; None where nobody does."""
    decl = next((each for name, each in world.ruleset.kinds.items() if name == domain.name), None)
    node = None if decl is None or decl.visible is None else parse_expression(decl.visible, world.report)
    if node is None or decl is None or decl.visible is None:
        return None
    seen = Visibility(decl.visible.span, "test")
    return _tested(world, seen, node, domain.number, f"kind {domain.name}", asking)


def backs(world: World) -> Iterator[Backing]:
    """What stands on the backs of pieces."""
    for each in world.fields:
        if each.back == "false":
            if each.means is not None:
                world.error(messages.means_without_back(each.means.span))
            continue
        if _is_of_pieces(world, each):
            means = _meaning(world, each)
            if means is None or sound(means):
                yield Backing(each, means)


def _is_of_pieces(world: World, info: FieldInfo) -> bool:
    """Whether something can stand on the back of what has the field (reported otherwise)."""
    if info.domain < 0 or world.domains[info.domain].piece_base < 0:
        world.error(messages.back_of_no_piece("back", info.span))
        return False
    if info.visible is not None and info.visible.text.strip() != "all":
        world.error(messages.back_is_open(info.visible.span))
        return False
    zones = [each for each in world.zones.values() if each.domain == info.domain]
    loose = [
        each for each in zones if not each.ordered and each.visible is not None and each.visible.text.strip() != "all"
    ]
    for each in loose:
        world.error(messages.back_in_no_order(each.name, info.name, world.domains[info.domain].name, each.span))
    return not loose


def _meaning(world: World, info: FieldInfo) -> Visibility | None:
    """What a field says of the piece."""
    node = None if info.means is None else parse_expression(info.means, world.report)
    if node is None or info.means is None:
        return None
    body = Body(world, f"means_{info.domain}_{info.name}", f"field {info.name}", pure=True, result=BOOL, gives=True)
    body.parameter("it", member(info.domain), info.means.span)
    return Visibility(info.means.span, "test", None, f"field {info.name}", tuple(body.params), condition(body, node))
