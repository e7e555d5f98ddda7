"""Built-ins for boards."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import BOOL, Type, interval, list_of, member, set_of
from ..program import ir
from .boards import distance_table
from .body import Typed
from .builtin_table import _builtin, _count, _kind, _link_table, _set, _space
from .comprehensions import neighbors
from .core import add, times
from .expressions import Expressions
from .world import BoardInfo, DomainInfo

# ---------------------------------------------------------------- boards


@_builtin(
    "neighbors(s: Space): set[Space]",
    "The spaces next to s; `neighbors(s, Link)` only by links of that kind.",
    "size(neighbors(b2)) → 4",
)
def _neighbors(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1, 2):
        return None
    space = _space(e, node.args[0])
    if space is None:
        return None
    expr, domain, board = space
    table = board.neighbors
    if len(node.args) == 2:
        kind = _kind(e, node.args[1], "link")
        if kind is None:
            return None
        found = _link_table(e, board, kind, board.by_link, node.args[1].span)
        if found is None:
            return None
        table = found
    return Typed(neighbors(e, domain.number, table, expr), list_of(member(domain.number), board.degree))


@_builtin(
    "linked(a: Space, b: Space, Link): bool",
    "Whether a link of the kind leads from a to b.",
    "linked(lima, cusco, Road) → true",
)
def _linked(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2, 3):
        return None
    a, b = _space(e, node.args[0]), _space(e, node.args[1])
    if a is None or b is None:
        return None
    table: int | None = a[2].neighbors
    if len(node.args) == 3:
        kind = _kind(e, node.args[2], "link")
        table = None if kind is None else _link_table(e, a[2], kind, a[2].by_link, node.args[2].span)
    if table is None:
        return None
    return Typed(ir.Op("list_has", (ir.Op("neighbors", (ir.Const(table), a[0])), b[0])), BOOL)


@_builtin("links(s: Space, Link): list[Link]", "The links of the kind that touch s.", "size(links(lima, Road)) → 2")
def _links(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    space, kind = _space(e, node.args[0]), _kind(e, node.args[1], "link")
    if space is None or kind is None:
        return None
    table = _link_table(e, space[2], kind, space[2].links_at, node.args[1].span)
    if table is None:
        return None
    bound = space[2].link_degree.get(kind.number, kind.size)
    return Typed(ir.Op("neighbors", (ir.Const(table), space[0])), list_of(member(kind.number), bound))


@_builtin("other(link: Link, s: Space): Space", "The end of the link that is not s.", "other(lima_cusco, lima) → cusco")
def _other(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    typed = e.expr(node.args[0])
    link = None if typed is None else e.required(typed, node.args[0])
    space = _space(e, node.args[1])
    if link is None or space is None:
        return None
    domain = e.world.domains[link.type.domain] if link.type.kind == "member" else None
    if domain is None or domain.sort != "link":
        e.error_type(messages.Wanted.LINK, link.type, node.args[0].span)
        return None
    a, b = (ir.Table(domain.attributes[end].table, link.expr) for end in ("a", "b"))
    return Typed(ir.Choice(ir.Op("eq", (a, space[0])), b, a), member(space[1].number))


@_builtin(
    "border(s: set[Space]): set[Space]", "The neighbours of the set that are not in it.", "size(border({b2})) → 4"
)
def _border(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    found = _board_set(e, node.args[0])
    if found is None:
        return None
    expr, domain, board = found
    border: ir.Expr = ir.Op("border", (ir.Const(board.neighbors), expr))
    if not domain.whole():
        border = ir.Op("set_and", (border, ir.Op("domain_set", (ir.Const(domain.number),))))
    return Typed(border, set_of(domain.number))


def _board_set(e: Expressions, node: nodes.Expr) -> tuple[ir.Expr, DomainInfo, BoardInfo] | None:
    found = _set(e, node)
    if found is None:
        return None
    domain = e.world.domains[found[1]]
    if domain.board is None or domain.board.domain != domain.number:
        e.error_type(messages.Wanted.SPACES, set_of(found[1]), node.span)
        return None
    return found[0], domain, domain.board


@_builtin(
    "parts(s: set[Space]): list[Space]",
    "The first space of each connected part of the set.",
    "size(parts({a1, a2, c3})) → 2",
)
def _parts(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    found = _board_set(e, node.args[0])
    if found is None:
        return None
    expr, domain, board = found
    return Typed(ir.Op("parts", (ir.Const(board.neighbors), expr)), list_of(member(domain.number), domain.size))


@_builtin(
    "part(s: set[Space], x: Space): set[Space]",
    "The connected part of the set with x in it (empty when x is not).",
    "size(part({a1, a2, c3}, a1)) → 2",
)
def _part(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    found, space = _board_set(e, node.args[0]), _space(e, node.args[1])
    if found is None or space is None:
        return None
    return Typed(ir.Op("part", (ir.Const(found[2].neighbors), found[0], space[0])), set_of(found[1].number))


@_builtin(
    "distance(a: Space, b: Space): int?", "The smallest number of steps from a to b, or none.", "distance(a1, c3) → 4"
)
def _distance(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    a, b = _space(e, node.args[0]), _space(e, node.args[1])
    if a is None or b is None:
        return None
    table = distance_table(e.world, a[1])
    return Typed(ir.Table(table, add(times(a[0], a[1].size), b[0])), interval(0, a[1].size).or_none())


@_builtin(
    "cells_of(shape, anchor: Space, rotation: int): list[Space?]",
    "The cells of the shape, turned and laid with its origin on the anchor; none for a cell outside the board.",
    "cells_of(line, a1, 0) → [a1, b1]",
)
def _cells_of(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 3):
        return None
    space = _space(e, node.args[1])
    if space is None:
        return None
    anchor, domain, board = space
    if board.shapes < 0:
        e.world.error(messages.no_shapes(domain.name, node.span))
        return None
    shape = e.key(node.args[0], board.shapes)
    rotation = e.integer(node.args[2])
    if shape is None or rotation is None:
        return None
    turn = rotation.expr
    if rotation.type.low < 0 or rotation.type.high >= board.shape_turns:
        turn = ir.Op("mod", (turn, ir.Const(board.shape_turns)))
    row = add(times(shape, board.shape_turns), turn)
    index = add(times(row, domain.size), anchor)
    return Typed(ir.Table(board.shape_cells, index), list_of(member(domain.number, True), board.shape_bound))


@_builtin("rotations(shape): int", "In how many different ways the shape can be turned.", "rotations(line) → 2")
def _rotations(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.expr(node.args[0])
    if typed is None:
        return None
    domain = e.world.domains[typed.type.domain] if typed.type.kind == "member" else None
    if domain is None or domain.sort != "shape" or domain.board is None:
        e.error_type(messages.Wanted.SHAPE, typed.type, node.args[0].span)
        return None
    return Typed(ir.Table(domain.board.shape_rotations, typed.expr), interval(1, domain.board.shape_turns))
