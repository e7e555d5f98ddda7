"""Where a loop over values ends before its last one: `while` and `until`, of comprehensions and of `for`."""

from __future__ import annotations

from ..language import nodes
from ..typed.nodes import Expr
from .body import Body, facts_of
from .core import condition


def stops(body: Body, node: nodes.For | nodes.ForClause) -> tuple[Expr | None, Expr | None]:
    """The conditions of a loop whose name is known already; what `while` says of it is known from here on."""
    going = None
    if node.going is not None:
        going = condition(body, node.going)
        body.learn(facts_of(node.going)[0])
    return going, None if node.until is None else condition(body, node.until)
