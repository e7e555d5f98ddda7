"""Who sees a field or a zone."""

from __future__ import annotations

from yupana.schemas.source import Code, Span

from ..language import messages
from ..language.parse import parse_expression
from ..language.types import BOOL, member
from ..typed.nodes import Visibility
from .body import Body
from .core import condition
from .world import World


def visible_to(
    world: World, code: Code | None, holder: int, span: Span, element: str, asking: Body | None = None
) -> Visibility:
    """Who sees what stands at the span: of a holder, or (-1) of the game. `element` names it in messages; `asking` is
    the code that asks."""
    word: str = "all" if code is None else code.text.strip()
    if code is None or word == "all":
        return Visibility(span)
    if word == "none":
        return Visibility(span, "none")
    if word == "owner":
        owner = world.domains[holder].attributes.get("owner") if holder >= 0 else None
        if holder != 0 and (owner is None or owner.type.domain != 0):
            world.error(messages.no_owner(code.span))
            return Visibility(span)
        return Visibility(span, "owner", None if holder == 0 else owner)
    node = parse_expression(code, world.report)
    if node is None:
        return Visibility(span)
    body = Body(world, f"visible_{element.replace(' ', '_')}", element, pure=True, result=BOOL, gives=True)
    if asking is not None:
        world.reach.call(asking, body)
    body.parameter("viewer", member(0), span)
    body.parameter("it", member(max(holder, 0)), span)
    return Visibility(span, "test", None, element, tuple(body.params), condition(body, node))
