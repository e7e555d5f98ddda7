"""Built-ins for numbers, lists, sets and maps."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import INT, Type, interval, join, list_of, map_of, same_family, set_of
from ..program import ir
from .body import Typed
from .builtin_table import Build, _builtin, _count, _list, _set
from .expressions import Expressions

# ---------------------------------------------------------------- what is hidden


@_builtin(
    "reveal(x: T): T",
    "x itself; the author says that it may be told to all, whatever is hidden in it.",
    "reveal(red.money) → 7",
)
def _reveal(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    typed = e.expr(node.args[0], expected)
    return None if typed is None else Typed(ir.Op("reveal", (typed.expr,)), typed.type)


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
    e.error_type(messages.Wanted.COLLECTION, typed.type, node.args[0].span)
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
                e.error_type(messages.Wanted.NUMBERS, list_of(element), node.args[0].span)
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


_builtin(
    "min(a: int, b: int, …): int", "The smallest; of a list too (a rule fault when it is empty).", "min(4, 2) → 2"
)(_extreme("min"))
_builtin("max(a: int, b: int, …): int", "The largest; of a list too (a rule fault when it is empty).", "max(4, 2) → 4")(
    _extreme("max")
)


@_builtin("clamp(x: int, low: int, high: int): int", "x, but at least low and at most high.", "clamp(9, 1, 6) → 6")
def _clamp(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 3):
        return None
    typed = [e.integer(arg) for arg in node.args]
    x, low, high = typed
    if x is None or low is None or high is None:
        return None
    type_ = interval(
        max(low.type.low, min(x.type.low, high.type.low)), max(low.type.high, min(x.type.high, high.type.high))
    )
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
        e.error_type(messages.Wanted.NUMBERS, list_of(element), node.args[0].span)
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
        e.world.error(messages.by_missing("sorted", node.span))
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


@_builtin(
    "distinct(xs: list): list", "Every element once, in order of first occurrence.", "distinct([2, 1, 2]) → [2, 1]"
)
def _distinct(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    if not items[1].scalar:
        e.error_type(messages.Wanted.SINGLES, list_of(items[1]), node.args[0].span)
        return None
    return Typed(ir.Op("list_distinct", (items[0],)), list_of(items[1], items[2]))


@_builtin(
    "index(xs: list[T], x: T): int?",
    "The position of the first x, from 0; none when it is not there.",
    "index([7, 8], 8) → 1",
)
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


@_builtin(
    "slice(xs: list, start: int, stop: int): list",
    "The elements start … stop - 1, cut to the list.",
    "slice([5, 6, 7], 1, 3) → [6, 7]",
)
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


@_builtin(
    "first(xs: list[T] | set[T]): T?",
    "The first element, or none (also `first(x for x in s if c)`).",
    "first([5, 6]) → 5",
)
def _first(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    return _end(e, node, "list_first")


def _end(e: Expressions, node: nodes.Call, op: str) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    if items is None:
        return None
    if not items[1].scalar or items[1].kind == "bool":
        e.error_type(messages.Wanted.NUMBERS_OR_ENTITIES, list_of(items[1]), node.args[0].span)
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


@_builtin(
    "list(xs: set[K] | zone): list[K]",
    "The members in order of declaration; the pieces of a zone, bottom first.",
    "list({blue, red}) → [red, blue]",
)
def _as_list(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 1):
        return None
    items = _list(e, node.args[0])
    return None if items is None else Typed(items[0], list_of(items[1], items[2]))


@_builtin(
    "filled(K, x: T): map[K, T]",
    "A map with the same value for every member of the kind or enum.",
    "filled(Ware, 0)[wool] → 0",
)
def _filled(e: Expressions, node: nodes.Call, expected: Type | None) -> Typed | None:
    if not _count(e, node, 2):
        return None
    name = node.args[0]
    number = e.world.domain_of.get(name.name) if isinstance(name, nodes.Name) else None
    if number is None:
        e.world.error(messages.expected_name(messages.Named.KIND, name.span))
        return None
    element = expected.element if expected is not None and expected.kind == "map" else None
    value = e.expr(node.args[1], element)
    if value is None:
        return None
    if value.type.kind == "none" and element is not None:
        value = Typed(ir.Const(e.world.none_of(element)), element)
    if not value.type.scalar or value.type.kind == "none":
        e.error_type(messages.Wanted.SINGLE, value.type, node.args[1].span)
        return None
    type_ = join(element, value.type) if element is not None and same_family(element, value.type) else value.type
    size = e.world.domains[number].size
    return Typed(ir.Op("map_fill", (ir.Const(size), value.expr)), map_of(number, type_.widened()))
