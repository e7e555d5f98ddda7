"""What is known at one place of code, for tools that say what may stand there: noted when the checker comes to a name
that nobody can give (`MARK`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..language import nodes
from ..language.types import Type
from ..language.unfinished import MARK
from ..typed.declared import DomainInfo, TableInfo
from .body import Body


@dataclass(slots=True)
class CursorContext:
    """`locals` are the names in scope with their types, `expected` the type of what is wanted (None: not known).
    Behind a dot `holder` is the type of what stands before it, or `kind` the kind or enum, or `table` the table that
    stands there; `zone`: a zone is wanted; `pure`: nothing may be changed there."""

    locals: dict[str, Type] = field(default_factory=dict)
    expected: Type | None = None
    holder: Type | None = None
    kind: DomainInfo | None = None
    table: TableInfo | None = None
    zone: bool = False
    pure: bool = False


def is_marked(body: Body, node: nodes.Expr) -> bool:
    """Whether a name is the mark, and somebody asks."""
    return body.world.asked is not None and isinstance(node, nodes.Name | nodes.Attribute) and node.name == MARK


def note_name(body: Body, expected: Type | None) -> None:
    """Note a place where a bare name stands."""
    if body.world.asked is not None:
        body.world.asked.append(CursorContext(_in_scope(body), expected, pure=body.pure))


def note_after_dot(body: Body, holder: Type | None, kind: DomainInfo | None, expected: Type | None) -> None:
    """Note a place behind a dot."""
    if body.world.asked is not None:
        body.world.asked.append(CursorContext(_in_scope(body), expected, holder, kind, pure=body.pure))


def note_part(body: Body, table: TableInfo) -> None:
    """Note a place behind a dot where a part of a table is named."""
    if body.world.asked is not None:
        body.world.asked.append(CursorContext(table=table, pure=body.pure))


def note_zone(body: Body) -> None:
    """What was noted last is wanted as a zone."""
    if body.world.asked:
        body.world.asked[-1].zone = True


def is_asked_in(body: Body, parts: Sequence[nodes.Expr]) -> bool:
    """Whether somebody asks about a place in a call that cannot be checked as it is."""
    return body.world.asked is not None and bool(parts)


def _in_scope(body: Body) -> dict[str, Type]:
    found: dict[str, Type] = {}
    here: Body | None = body
    while here is not None:
        for scope in reversed(here.scopes):
            for name, variable in scope.items():
                found.setdefault(name, variable.type)
        here = here.parent
    return found
