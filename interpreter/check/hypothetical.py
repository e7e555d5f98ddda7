"""`after(effects; value)`: a value on a copy of the state, which is thrown away."""

from __future__ import annotations

from ..language import nodes
from ..language.types import Type
from ..typed import nodes as typed
from ..typed.nodes import Expr
from .body import Body
from .core import checks, expression
from .effects import block


@checks(nodes.After)
def _after(body: Body, node: nodes.After, expected: Type | None) -> Expr:
    """The value as it would be after the effects."""
    inner = body.inside("after")
    effects = block(inner, node.effects)
    value = expression(inner, node.value, expected)
    return typed.Hypothetical(node.span, value.type, None, effects, value)
