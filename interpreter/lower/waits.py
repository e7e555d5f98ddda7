"""Statements that wait, before a body is cut into blocks. They exist only until `blocks` cuts it."""

from __future__ import annotations

from yupana.schemas.records import dataclass

from ..program import ir


@dataclass(frozen=True, slots=True)
class AskStmt(ir.Stmt):
    """Waits for a decision. `branches`: (alternative, slots for its values, what follows). `otherwise` follows when
    the decision is optional and has no option."""

    decision: int
    branches: tuple[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]], ...]
    optional: bool = False
    otherwise: tuple[ir.Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class CallStmt(ir.Stmt):
    """Calls a function that waits; a scalar result goes to `slot` (-1: none)."""

    order = "args =slot"
    calls = True

    function: int
    args: tuple[ir.Expr, ...]
    slot: int = -1


@dataclass(frozen=True, slots=True)
class EntryStmt(ir.Stmt):
    """The only place but its start where a function may be begun with: block `ir.ENTRY` begins here. It stands in the
    body of the function itself."""


def children(statement: ir.Stmt) -> tuple[tuple[ir.Stmt, ...], ...]:
    """The bodies inside a statement."""
    if isinstance(statement, AskStmt):
        return (*(body for _, _, body in statement.branches), statement.otherwise)
    return tuple([getattr(statement, name) for name in statement.bodies])


def waits(statements: tuple[ir.Stmt, ...] | list[ir.Stmt]) -> bool:
    """Whether a decision or a waiting call stands anywhere inside."""
    return any(
        isinstance(each, (AskStmt, CallStmt)) or any(waits(inner) for inner in children(each)) for each in statements
    )
