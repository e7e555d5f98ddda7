"""The one table of built-in functions.

A row gives name, signature, meaning, an example, and how a call is checked and lowered. The reference page, completion and the
checker read this table; adding a built-in touches it and one test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import BOOL, INT, Type, interval, join, list_of, map_of, member, same_family, set_of
from ..program import ir
from .body import Typed
from .comprehensions import neighbors
from .expressions import Expressions, add, times
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
    numbers = " or ".join(map(str, wanted))
    e.world.error(messages.wrong_arguments(name, f"{numbers} argument{'s' if wanted[-1] != 1 else ''}", len(node.args), node.span))
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
        return ir.ConstSet(()), expected.domain
    e.error_type("a set", typed.type, node.span)
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
    e.error_type("a space of a board", there.type, node.span)
    return None


def _kind(e: Expressions, node: nodes.Expr, sort: str) -> DomainInfo | None:
    """A kind written by its name."""
    if isinstance(node, nodes.Name):
        number = e.world.domain_of.get(node.name)
        if number is not None and e.world.domains[number].sort == sort:
            return e.world.domains[number]
        known = [domain.name for domain in e.world.domains if domain.sort == sort]
        e.world.error(messages.unknown_element(f"{sort} kind", node.name, node.span, known))
    else:
        e.world.error(messages.wrong_use(f"the name of a {sort} kind is wanted", node.span))
    return None


def _link_table(e: Expressions, board: BoardInfo, kind: DomainInfo, table: dict[int, int], span: Span) -> int | None:
    if kind.number not in table:
        e.world.error(messages.wrong_use(f"`{kind.name}` is no link of this board", span))
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
    e.error_type("a piece (a kind that some zone holds)", there.type, node.span)
    return None


# ---------------------------------------------------------------- sizes and numbers


@_builtin("size(x: list | set | zone | Kind): int", "How many elements there are.", "size([4, 5]) → 2")
def _size(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    if e.is_zone(node.args[0]):
        zone = e.zone(node.args[0])
        if zone is None:
            return None
        return Typed(ir.Op("zone_size", (zone.number,)), interval(0, e.world.domains[zone.domain].size))
    typed = e.expr(node.args[0])
    if typed is None:
        return None
    if typed.type.kind == "set":
        return Typed(ir.Op("set_size", (typed.expr,)), interval(0, e.world.domains[typed.type.domain].size))
    if typed.type.kind in ("list", "empty"):
        high = typed.type.bound if typed.type.bound is not None else 0 if typed.type.kind == "empty" else INT.high
        return Typed(ir.Op("list_size", (typed.expr,)), interval(0, high))
    e.error_type("a list, a set or a zone", typed.type, node.args[0].span)
    return None


@_builtin("abs(x: int): int", "The number without its sign.", "abs(-3) → 3")
def _abs(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.integer(node.args[0])
    if typed is None:
        return None
    low, high = typed.type.low, typed.type.high
    most = max(abs(low), abs(high))
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    return Typed(ir.Op("abs", (typed.expr,)), interval(least, most))


def _extreme(word: str) -> Build:
    def build(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
        if len(node.args) == 1:
            items = _list(e, node.args[0])
            if items is None:
                return None
            expr, element, _ = items
            if element.kind != "int" or element.optional:
                e.error_type("a list of numbers", list_of(element), node.args[0].span)
                return None
            return Typed(ir.Op(f"list_{word}", (expr,), e.body.place(node.span)), element)
        if not node.args:
            _count(e, node, 2)
            return None
        typed = [e.integer(arg) for arg in node.args]
        known = [each for each in typed if each is not None]
        if len(known) != len(typed):
            return None
        pick = min if word == "min" else max
        low, high = pick(each.type.low for each in known), pick(each.type.high for each in known)
        return Typed(ir.Op(word, tuple(each.expr for each in known)), interval(low, high))

    return build


_builtin("min(a: int, b: int, …): int", "The smallest; of a list too (a rule fault when it is empty).", "min(4, 2) → 2")(_extreme("min"))
_builtin("max(a: int, b: int, …): int", "The largest; of a list too (a rule fault when it is empty).", "max(4, 2) → 4")(_extreme("max"))


@_builtin("clamp(x: int, low: int, high: int): int", "x, but at least low and at most high.", "clamp(9, 1, 6) → 6")
def _clamp(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 3):
        return None
    typed = [e.integer(arg) for arg in node.args]
    x, low, high = typed
    if x is None or low is None or high is None:
        return None
    type_ = interval(max(low.type.low, min(x.type.low, high.type.low)), max(low.type.high, min(x.type.high, high.type.high)))
    return Typed(ir.Op("clamp", (x.expr, low.expr, high.expr)), type_)


@_builtin("sum(xs: list[int]): int", "The sum of a list (also `sum(e for x in s)`).", "sum([1, 2, 3]) → 6")
def _sum(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    expr, element, bound = items
    if element.kind != "int" or element.optional:
        e.error_type("a list of numbers", list_of(element), node.args[0].span)
        return None
    most = bound if bound is not None else INT.high
    low, high = min(0, element.low * most), max(0, element.high * most)
    place = e.body.place(node.span) if low < INT.low or high > INT.high else -1
    return Typed(ir.Op("list_sum", (expr,), place), interval(low, high))


# ---------------------------------------------------------------- lists


@_builtin("sorted(xs: list): list", "Smallest first (also `sorted(x for x in s by key)`).", "sorted([3, 1]) → [1, 3]")
def _sorted(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    expr, element, bound = items
    if element.kind == "member" or element.optional:
        e.world.error(messages.wrong_use("`sorted` needs a key here", node.span, "write `sorted(x for x in s by key)`"))
        return None
    slot = e.body.slot(element, node.span)
    comp = ir.Comp("sorted", (ir.Clause(slot, expr, None),), ir.Local(slot), by=ir.Local(slot))
    return Typed(comp, list_of(element, bound))


@_builtin("reversed(xs: list): list", "Back to front.", "reversed([1, 2]) → [2, 1]")
def _reversed(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    return None if items is None else Typed(ir.Op("list_reversed", (items[0],)), list_of(items[1], items[2]))


@_builtin("distinct(xs: list): list", "Every element once, in order of first occurrence.", "distinct([2, 1, 2]) → [2, 1]")
def _distinct(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    if not items[1].scalar:
        e.error_type("a list of single values", list_of(items[1]), node.args[0].span)
        return None
    return Typed(ir.Op("list_distinct", (items[0],)), list_of(items[1], items[2]))


@_builtin("index(xs: list[T], x: T): int?", "The position of the first x, from 0; none when it is not there.", "index([7, 8], 8) → 1")
def _index(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    x = e.value(node.args[1], items[1].widened())
    if x is None:
        return None
    high = items[2] if items[2] is not None else INT.high
    return Typed(ir.Op("list_index", (items[0], x)), interval(0, high).or_none())


@_builtin("slice(xs: list, start: int, stop: int): list", "The elements start … stop - 1, cut to the list.", "slice([5, 6, 7], 1, 3) → [6, 7]")
def _slice(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 3):
        return None
    items = _list(e, node.args[0])
    start, stop = e.integer(node.args[1]), e.integer(node.args[2])
    if items is None or start is None or stop is None:
        return None
    return Typed(ir.Op("list_slice", (items[0], start.expr, stop.expr)), list_of(items[1], items[2]))


@_builtin("last(xs: list[T]): T?", "The last element, or none.", "last([5, 6]) → 6")
def _last(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    return _end(e, node, "list_last")


@_builtin("first(xs: list[T] | set[T]): T?", "The first element, or none (also `first(x for x in s if c)`).", "first([5, 6]) → 5")
def _first(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    return _end(e, node, "list_first")


def _end(e: Expressions, node: nodes.Call, op: str) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    if not items[1].scalar or items[1].kind == "bool":
        e.error_type("a list of numbers or entities", list_of(items[1]), node.args[0].span)
        return None
    return Typed(ir.Op(op, (items[0], ir.Const(e.world.none_of(items[1])))), items[1].or_none())


@_builtin("occurrences(xs: list[T], x: T): int", "How often x is in the list.", "occurrences([2, 1, 2], 2) → 2")
def _occurrences(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    x = e.value(node.args[1], items[1].widened())
    if x is None:
        return None
    high = items[2] if items[2] is not None else INT.high
    return Typed(ir.Op("list_count", (items[0], x)), interval(0, high))


@_builtin("set(xs: list[K]): set[K]", "The set of the elements.", "set([red, red]) → {red}")
def _as_set(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    found = _set(e, node.args[0], expected)
    return None if found is None else Typed(found[0], set_of(found[1]))


@_builtin("list(xs: set[K] | zone): list[K]", "The members in order of declaration; the pieces of a zone, bottom first.", "list({blue, red}) → [red, blue]")
def _as_list(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    return None if items is None else Typed(items[0], list_of(items[1], items[2]))


@_builtin("filled(K, x: T): map[K, T]", "A map with the same value for every member of the kind or enum.", "filled(Colour, 0)[red] → 0")
def _filled(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    name = node.args[0]
    number = e.world.domain_of.get(name.name) if isinstance(name, nodes.Name) else None
    if number is None:
        e.world.error(messages.wrong_use("the name of a kind or enum is wanted", name.span))
        return None
    element = expected.element if expected is not None and expected.kind == "map" else None
    value = e.expr(node.args[1], element)
    if value is None:
        return None
    if value.type.kind == "none" and element is not None:
        value = Typed(ir.Const(e.world.none_of(element)), element)
    if not value.type.scalar or value.type.kind == "none":
        e.error_type("a single value", value.type, node.args[1].span)
        return None
    type_ = join(element, value.type) if element is not None and same_family(element, value.type) else value.type
    size = e.world.domains[number].size
    return Typed(ir.Op("map_fill", (ir.Const(size), value.expr)), map_of(number, type_.widened()))


# ---------------------------------------------------------------- boards


@_builtin("neighbors(s: Space): set[Space]", "The spaces next to s; `neighbors(s, Link)` only by links of that kind.", "size(neighbors(b2)) → 4")
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


@_builtin("linked(a: Space, b: Space, Link): bool", "Whether a link of the kind leads from a to b.", "linked(lima, cusco, Road) → true")
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
        e.error_type("a link", link.type, node.args[0].span)
        return None
    a, b = (ir.Table(domain.attributes[end].table, link.expr) for end in ("a", "b"))
    return Typed(ir.Choice(ir.Op("eq", (a, space[0])), b, a), member(space[1].number))


@_builtin("border(s: set[Space]): set[Space]", "The neighbours of the set that are not in it.", "size(border({b2})) → 4")
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
        e.error_type("a set of spaces", set_of(found[1]), node.span)
        return None
    return found[0], domain, domain.board


@_builtin("parts(s: set[Space]): list[Space]", "The first space of each connected part of the set.", "size(parts({a1, a2, c3})) → 2")
def _parts(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    found = _board_set(e, node.args[0])
    if found is None:
        return None
    expr, domain, board = found
    return Typed(ir.Op("parts", (ir.Const(board.neighbors), expr)), list_of(member(domain.number), domain.size))


@_builtin("part(s: set[Space], x: Space): set[Space]", "The connected part of the set with x in it (empty when x is not).", "size(part({a1, a2, c3}, a1)) → 2")
def _part(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    found, space = _board_set(e, node.args[0]), _space(e, node.args[1])
    if found is None or space is None:
        return None
    return Typed(ir.Op("part", (ir.Const(found[2].neighbors), found[0], space[0])), set_of(found[1].number))


@_builtin("distance(a: Space, b: Space): int?", "The smallest number of steps from a to b, or none.", "distance(a1, c3) → 4")
def _distance(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    a, b = _space(e, node.args[0]), _space(e, node.args[1])
    if a is None or b is None:
        return None
    from .boards import distance_table

    table = distance_table(e.world, a[2])
    return Typed(ir.Table(table, add(times(a[0], a[1].size), b[0])), interval(0, a[1].size).or_none())


@_builtin("cells_of(shape, anchor: Space, rotation: int): list[Space?]", "The cells of the shape, turned and laid with its origin on the anchor; none for a cell outside the board.", "cells_of(line, a1, 0) → [a1, b1]")
def _cells_of(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 3):
        return None
    space = _space(e, node.args[1])
    if space is None:
        return None
    anchor, domain, board = space
    if board.shapes < 0:
        e.world.error(messages.wrong_use(f"the board of {domain.name} has no shapes", node.span))
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
        e.error_type("a shape", typed.type, node.args[0].span)
        return None
    return Typed(ir.Table(domain.board.shape_rotations, typed.expr), interval(1, domain.board.shape_turns))


# ---------------------------------------------------------------- zones and pieces


def _zone_end(op: str) -> Build:
    def build(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
        if not _count(e, node, 1):
            return None
        zone = e.zone(node.args[0], quiet=False)
        if zone is None:
            return None
        return Typed(ir.Op(op, (zone.number, ir.Const(zone.piece_base))), member(zone.domain, True))

    return build


_builtin("top(z: zone): Piece?", "The piece on top (the last one), or none.", "top(deck) → card_7")(_zone_end("zone_top"))
_builtin("bottom(z: zone): Piece?", "The piece at the bottom (the first one), or none.", "bottom(deck) → card_1")(_zone_end("zone_bottom"))


@_builtin("holder(piece: Piece, zone): Holder?", "Whose zone of that name the piece is in, or none.", "holder(ace, hand) → red")
def _holder(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    piece = _piece(e, node.args[0])
    name = node.args[1]
    info = e.world.zones.get(name.name) if isinstance(name, nodes.Name) else None
    if info is None:
        e.world.error(messages.wrong_use("the name of a zone is wanted", name.span))
        return None
    if piece is None:
        return None
    if info.holder < 0:
        e.world.error(messages.wrong_use(f"`{info.name}` belongs to nobody", name.span, f"ask `piece in {info.name}`"))
        return None
    if info.domain != piece[1].number:
        e.error_type(e.world.domains[info.domain].name, member(piece[1].number), node.args[0].span)
        return None
    zone = ir.Op("piece_zone", (add(piece[0], ir.Const(piece[1].piece_base)),))
    inside = ir.Op("and", (ir.Op("ge", (zone, ir.Const(info.first))), ir.Op("lt", (zone, ir.Const(info.first + info.count)))))
    owner = ir.Op("sub", (zone, ir.Const(info.first))) if info.first else zone
    return Typed(ir.Choice(inside, owner, ir.Const(ir.NONE)), member(info.holder, True))


@_builtin("in_play(piece: Piece): bool", "Whether the piece is in any zone.", "in_play(ace) → true")
def _in_play(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    piece = _piece(e, node.args[0])
    if piece is None:
        return None
    number = add(piece[0], ir.Const(piece[1].piece_base))
    return Typed(ir.Op("ge", (ir.Op("piece_zone", (number,)), ir.Const(0))), BOOL)


@_builtin("group(piece): int", "The number of the entry (from 0) that a counted piece came from: equal for pieces that are alike.", "group(truck_1) == group(truck_2) → true")
def _group(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.expr(node.args[0])
    there = None if typed is None else e.required(typed, node.args[0])
    if there is None:
        return None
    if there.type.kind != "member":
        e.error_type("an entity", there.type, node.args[0].span)
        return None
    domain = e.world.domains[there.type.domain]
    if not domain.groups:
        return Typed(there.expr, interval(0, domain.size))
    return Typed(ir.Table(e.world.table(tuple(domain.groups)), there.expr), interval(0, len(domain.group_names)))


@_builtin("number(x: Entity | enum | bool): int", "The position of a member in its declaration, from 0; 1 and 0 for true and false.", "number(red) → 0")
def _number(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.expr(node.args[0])
    there = None if typed is None else e.required(typed, node.args[0])
    if there is None:
        return None
    if there.type.kind == "bool":
        return Typed(ir.Choice(there.expr, ir.Const(1), ir.Const(0)), interval(0, 1))
    if there.type.kind != "member":
        e.error_type("an entity or enum member", there.type, node.args[0].span)
        return None
    return Typed(there.expr, interval(0, max(0, e.world.domains[there.type.domain].size - 1)))


@_builtin("member(K, n: int): K", "The member at position n of a kind or enum; a rule fault outside.", "member(Colour, 0) → red")
def _member(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    name = node.args[0]
    number = e.world.domain_of.get(name.name) if isinstance(name, nodes.Name) else None
    position = e.integer(node.args[1])
    if number is None:
        e.world.error(messages.wrong_use("the name of a kind or enum is wanted", name.span))
        return None
    if position is None:
        return None
    size = e.world.domains[number].size
    target = interval(0, max(0, size - 1))
    return Typed(e.in_range(position, target, node.span), member(number))


@_builtin("as_player(p: Player, x): T", "The value of x with `me` = p.", "as_player(red, me) → red")
def _as_player(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    from .hypothetical import as_player

    return as_player(e, node.args, expected) if _count(e, node, 2) else None


@_builtin("active_now(adjustment): bool", "Whether the adjustment is in force; `active_now(adjustment, key)` for one with `at`.", "active_now(doubled) → false")
def _active_now(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    from .adjustments import active_now

    return active_now(e, node) if _count(e, node, 1, 2) else None


# ---------------------------------------------------------------- the game as seen from outside

OUTSIDE = ("example", "report", "winners", "look", "invariant")


def _outside(e: Expressions, node: nodes.Call) -> bool:
    """Whether the code looks at the game from outside the rules (reported otherwise)."""
    if e.body.element.split(" ")[0] in OUTSIDE:
        return True
    assert isinstance(node.function, nodes.Name)
    hint = "it is for examples, `winners`, `report`, `invariants` and the look"
    e.world.error(messages.wrong_use(f"`{node.function.name}` is not known to the rules", node.span, hint))
    return False


@_builtin("score(p: Player): int", "What the player scores if the game ends now. In examples, `winners`, `report`, `invariants` and the look.", "score(red) → 7")
def _score(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1) or not _outside(e, node):
        return None
    player = e.value(node.args[0], member(0))
    if player is None:
        return None
    return Typed(ir.Call(e.world.reserved("score"), (player,)), INT)


@_builtin("winners(): list[Player]", "Who wins if the game ends now. In examples, `report`, `invariants` and the look.", "winners() → [red]")
def _winners(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 0) or not _outside(e, node):
        return None
    most = e.world.ruleset.players.max
    return Typed(ir.Call(e.world.reserved("winners"), ()), list_of(member(0), most))


@_builtin("is_over(): bool", "Whether the game is over. In examples, `report`, `invariants` and the look.", "is_over() → false")
def _is_over(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 0) or not _outside(e, node):
        return None
    return Typed(ir.Op("lt", (ir.Load(ir.CELL_BLOCK, None, ir.SCALAR), ir.Const(0))), BOOL)


@_builtin("sees(p: Player, x: zone or field): bool", "Whether the player sees the zone's pieces, or the field. In examples, `invariants` and the look.", "sees(red, blue.hand) → false")
def _sees(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    from .assemble import visibility

    if not _count(e, node, 2) or not _outside(e, node):
        return None
    player, target = e.value(node.args[0], member(0)), node.args[1]
    if player is None:
        return None
    name = target.name if isinstance(target, nodes.Name | nodes.Attribute) else ""
    zone = e.zone(target) if e.is_zone(target) else None
    if zone is not None:
        info = e.world.zones[zone.name]
        code, domain, holder, span = info.visible, info.holder, zone.holder, info.span
    else:
        typed = e.plain(target)
        if typed is None:
            return None
        loaded = typed.expr
        field = next((each for each in e.world.fields if each.name == name and isinstance(loaded, ir.Load) and each.base == loaded.base), None)
        if field is None:
            e.world.error(messages.wrong_use("a zone or a field is wanted here", target.span))
            return None
        code, domain, span = field.visible, field.domain, field.span
        holder = None
        if isinstance(target, nodes.Attribute):
            owner = e.expr(target.value)
            holder = owner.expr if owner is not None else None
    seen = visibility(e.world, code, domain, span, f"{name}_seen")
    who = holder if holder is not None else ir.Const(0)
    if seen.mode == "test":
        return Typed(ir.Call(seen.function, (player, who)), BOOL)
    if seen.mode == "owner":
        who = who if seen.owners < 0 else ir.Table(seen.owners, who)
        return Typed(ir.Op("eq", (who, player)), BOOL)
    return Typed(ir.Const(int(seen.mode == "all")), BOOL)
