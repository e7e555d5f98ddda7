"""The one table of built-in functions, and how its rows read their arguments.

A row gives name, signature, meaning, an example, and how a call is checked and lowered. The reference page,
completion and the
checker read this table; adding a built-in touches the table and one test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type
from ..program import ir
from .body import Typed
from .expressions import Expressions
from .world import BoardInfo, DomainInfo

Build = Callable[[Expressions, nodes.Call, Type | None], Typed | None]


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in function. `example` is an expression and, after `→`, its value."""

    name: str
    signature: str
    meaning: str
    example: str
    build: Build


BUILTINS: dict[str, Builtin] = {}


def _builtin(signature: str, meaning: str, example: str) -> Callable[[Build], Build]:
    name = signature.split("(")[0]

    def register(build: Build) -> Build:
        BUILTINS[name] = Builtin(name, signature, meaning, example, build)
        return build

    return register


# ---------------------------------------------------------------- helpers


def _count(e: Expressions, node: nodes.Call, *wanted: int) -> bool:
    """Whether the number of arguments is one of `wanted` (reported otherwise)."""
    if len(node.args) in wanted:
        return True
    assert isinstance(node.function, nodes.Name)
    name = node.function.name
    signature = BUILTINS[name].signature
    e.world.error(messages.wrong_arguments_of_builtin(name, wanted, len(node.args), signature, node.span))
    return False


def _list(e: Expressions, node: nodes.Expr) -> tuple[ir.Expr, Type, int | None] | None:
    """A list, set or zone as a list."""
    return e.items(node)


def _set(e: Expressions, node: nodes.Expr, expected: Type | None = None) -> tuple[ir.Expr, int] | None:
    """A set; a list or zone of entities is taken as one."""
    typed = e.expr(node, expected)
    if typed is None:
        return None
    if typed.type.kind == "set":
        return typed.expr, typed.type.domain
    element = typed.type.element
    if typed.type.kind == "list" and element is not None and element.kind == "member" and not element.optional:
        size = e.world.domains[element.domain].size
        slot = e.body.slot(element, node.span)
        comp = ir.Comp("set", (ir.Clause(slot, typed.expr, None),), ir.Local(slot), size=size)
        return comp, element.domain
    if typed.type.kind == "empty" and expected is not None and expected.domain >= 0:
        return ir.ConstSet((), e.world.domains[expected.domain].size), expected.domain
    e.error_type(messages.Wanted.SET, typed.type, node.span)
    return None


def _space(e: Expressions, node: nodes.Expr) -> tuple[ir.Expr, DomainInfo, BoardInfo] | None:
    """A space of a board."""
    typed = e.expr(node)
    if typed is None:
        return None
    there = e.required(typed, node)
    if there is None:
        return None
    if there.type.kind == "member":
        domain = e.world.domains[there.type.domain]
        if domain.board is not None and domain.board.domain == domain.number:
            return there.expr, domain, domain.board
    e.error_type(messages.Wanted.SPACE, there.type, node.span)
    return None


def _kind(e: Expressions, node: nodes.Expr, sort: str) -> DomainInfo | None:
    """A kind written by its name."""
    if isinstance(node, nodes.Name):
        number = e.world.domain_of.get(node.name)
        if number is not None and e.world.domains[number].sort == sort:
            return e.world.domains[number]
        known = [domain.name for domain in e.world.domains if domain.sort == sort]
        e.world.error(messages.unknown_element(sort, node.name, node.span, known))
    else:
        e.world.error(messages.expected_name(messages.Named[sort.upper()], node.span))
    return None


def _link_table(e: Expressions, board: BoardInfo, kind: DomainInfo, table: dict[int, int], span: Span) -> int | None:
    if kind.number not in table:
        e.world.error(messages.not_a_link(kind.name, e.world.domains[board.domain].name, span))
        return None
    return table[kind.number]


def _piece(e: Expressions, node: nodes.Expr) -> tuple[ir.Expr, DomainInfo] | None:
    """An entity that can lie in zones."""
    typed = e.expr(node)
    if typed is None:
        return None
    there = e.required(typed, node)
    if there is None:
        return None
    if there.type.kind == "member" and e.world.domains[there.type.domain].piece_base >= 0:
        return there.expr, e.world.domains[there.type.domain]
    e.error_type(messages.Wanted.PIECE, there.type, node.span)
    return None
