"""The key for which an adjustment is switched on."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import UNKNOWN, member
from ..typed import nodes as typed
from ..typed.declared import AdjustmentInfo
from ..typed.nodes import Expr
from .body import Body
from .core import key


def key_of(body: Body, info: AdjustmentInfo, at: nodes.Expr | None, span: Span) -> Expr | None:
    """The key that an author names, or the acting player; None for an adjustment without one."""
    world = body.world
    if info.at is None and info.decl.applies_to == "me" and at is None:
        return typed.Acting(span, member(0), "me")
    if info.key < 0:
        if at is not None:
            world.error(messages.takes_no_key(info.name, at.span))
        return None
    if at is None:
        world.error(messages.key_missing(info.name, world.domains[info.key].name, span))
        return typed.Unknown(span, UNKNOWN)
    return key(body, at, info.key)
