"""What the form of statements says of where values go."""

from __future__ import annotations

from collections.abc import Sequence

from ..lower.waits import children
from ..program import ir


def counts_only(items: ir.Expr) -> bool:
    """Whether how often a loop goes round tells nothing hidden: it goes through a zone or a kind."""
    return isinstance(items, ir.Op) and items.op in ("zone_list", "domain", "domain_set", "members")


def returns(statements: Sequence[ir.Stmt]) -> bool:
    """Whether the function may end in these statements."""
    return any(isinstance(each, ir.Return) or any(returns(inner) for inner in children(each)) for each in statements)


def leaves(node: ir.If) -> bool:
    """Whether what comes after the `if` depends on it: something in it returns or leaves a loop."""
    rest: list[ir.Stmt] = [*node.then, *node.other]
    while rest:
        each = rest.pop()
        if isinstance(each, (ir.Return, ir.Break, ir.Continue)):
            return True
        rest.extend(inner for body in children(each) for inner in body)
    return False
