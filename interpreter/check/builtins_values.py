"""Built-ins for numbers, lists, sets and maps."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import INT, Type, interval, join, map_of, same_family
from ..typed import nodes as typed
from ..typed.builtins import Parameter
from ..typed.nodes import Expr
from .builtin_table import Given, argument, counted, form, narrowed, row, special
from .core import coerce, error_type, expression, is_unknown, required, unknown
from .entries import copies_of, is_entry
from .names import is_zone, zone_named

row(
    "reveal(x: T): T",
    "x itself; the author says that it may be told to all, whatever is hidden in it.",
    "reveal(red.money) → 7",
)

# ---------------------------------------------------------------- sizes and numbers


@form("list | set | zone | Kind")
def _collection(given: Given, node: nodes.Expr) -> Expr:
    zone = zone_named(given.body, node) if is_zone(given.body, node) else None
    if zone is not None:
        return zone
    found = expression(given.body, node)
    if found.type.kind in ("list", "set", "empty"):
        return found
    if is_entry(given.body.world, found.type):
        return copies_of(given.body.world, required(given.body, found, node))
    return error_type(given.body, messages.Wanted.COLLECTION, found.type, node.span)


@narrowed("size(x: list | set | zone | Kind): int", "How many elements there are.", "size([4, 5]) → 2")
def _size(given: Given, type_: Type) -> Type:
    of = given.type(0)
    if of.kind == "set":
        size = given.body.world.domains[of.domain].size
        return interval(size if given.body.at_load else 0, size)
    return interval(0, of.bound if of.bound is not None else 0 if of.kind == "empty" else INT.high)


@narrowed("abs(x: int): int", "The number without its sign.", "abs(-3) → 3", abs)
def _abs(given: Given, type_: Type) -> Type:
    low, high = given.type(0).low, given.type(0).high
    return interval(0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high)))


def _extreme(given: Given) -> Expr:
    """The smallest or largest of a list, or of several numbers."""
    if len(given.node.args) == 1:
        given.args = [argument(given, Parameter("xs", "list[int]"), given.node.args[0])]
        faulty = any(isinstance(each, typed.Unknown) for each in given.args)
        return unknown(given.node) if faulty else given.call(given.letters["T"])
    if not counted(given):
        return unknown(given.node)
    pick = min if given.builtin.name == "min" else max
    given.args = [argument(given, given.builtin.parameters[0], arg) for arg in given.node.args]
    types = [each.type for each in given.args if isinstance(each, Expr)]
    if any(each.kind == "unknown" for each in types):
        return unknown(given.node)
    return given.call(interval(pick(each.low for each in types), pick(each.high for each in types)))


special(
    "min(a: int, b: int, …): int", "The smallest; of a list too (a rule fault when it is empty).", "min(4, 2) → 2", min
)(_extreme)
special(
    "max(a: int, b: int, …): int", "The largest; of a list too (a rule fault when it is empty).", "max(4, 2) → 4", max
)(_extreme)


@narrowed(
    "clamp(x: int, low: int, high: int): int",
    "low if x is below it, else high if x is above that, else x.",
    "clamp(9, 1, 6) → 6",
)
def _clamp(given: Given, type_: Type) -> Type:
    x, low, high = (given.type(position) for position in range(3))
    results = []  # the lower bound may be above the upper one, and is asked first
    if x.low < low.high:
        results.append((max(low.low, x.low + 1), low.high))
    if x.high > high.low and x.high >= low.low:
        results.append((high.low, min(high.high, x.high - 1)))
    if max(x.low, low.low) <= min(x.high, high.high):
        results.append((max(x.low, low.low), min(x.high, high.high)))
    return interval(min(first for first, _ in results), max(last for _, last in results))


@narrowed("sum(xs: list[int]): int", "The sum of a list (also `sum(e for x in s)`).", "sum([1, 2, 3]) → 6")
def _sum(given: Given, type_: Type) -> Type:
    element = given.letters["T"]
    most = given.most if given.most is not None else INT.high
    low, high = min(0, element.low * most), max(0, element.high * most)
    given.may_fault = low < INT.low or high > INT.high
    return interval(low, high)


# ---------------------------------------------------------------- lists


@narrowed(
    "sorted(xs: list[T]): list[T]", "Smallest first (also `sorted(x for x in s by key)`).", "sorted([3, 1]) → [1, 3]"
)
def _sorted(given: Given, type_: Type) -> Type | None:
    element = given.letters["T"]
    if element.kind != "member" and not element.optional:
        return type_
    given.body.world.error(messages.by_missing("sorted", given.node.span))
    return None


row("reversed(xs: list[T]): list[T]", "Back to front.", "reversed([1, 2]) → [2, 1]")


@narrowed(
    "distinct(xs: list[T]): list[T]",
    "Every element once, in order of first occurrence.",
    "distinct([2, 1, 2]) → [2, 1]",
)
def _distinct(given: Given, type_: Type) -> Type | None:
    if given.letters["T"].scalar:
        return type_
    given.faulty(messages.Wanted.SINGLES, 0, list_type(given))
    return None


def _up_to(given: Given) -> Type:
    """A number up to that of the elements of the list."""
    return interval(0, given.most if given.most is not None else INT.high)


def list_type(given: Given) -> Type:
    """The type of the first argument, taken as a list."""
    return Type("list", element=given.letters["T"])


@narrowed(
    "index(xs: list[T], x: T): int?",
    "The position of the first x, from 0; none when it is not there.",
    "index([7, 8], 8) → 1",
)
def _index(given: Given, type_: Type) -> Type:
    return _up_to(given).or_none()


row(
    "slice(xs: list[T], start: int, stop: int): list[T]",
    "The elements start … stop - 1, cut to the list.",
    "slice([5, 6, 7], 1, 3) → [6, 7]",
)


def _end(given: Given, type_: Type) -> Type | None:
    element = given.letters["T"]
    if element.scalar:
        return type_
    given.faulty(messages.Wanted.NUMBERS_OR_ENTITIES, 0, list_type(given))
    return None


narrowed("last(xs: list[T]): T?", "The last element, or none.", "last([5, 6]) → 6")(_end)
narrowed(
    "first(xs: list[T]): T?",
    "The first element, or none (also `first(x for x in s if c)`).",
    "first([5, 6]) → 5",
)(_end)


@narrowed("occurrences(xs: list[T], x: T): int", "How often x is in the list.", "occurrences([2, 1, 2], 2) → 2")
def _occurrences(given: Given, type_: Type) -> Type:
    return _up_to(given)


row("set(xs: set[K]): set[K]", "The set of the elements.", "set([red, red]) → {red}")
row(
    "list(xs: list[T]): list[T]",
    "The members of a set in order of declaration; the pieces of a zone, bottom first.",
    "list({blue, red}) → [red, blue]",
)


@special(
    "filled(K, x: T): map[K, T]",
    "A map with the same value for every member of the kind or enum.",
    "filled(Ware, 0)[wool] → 0",
)
def _filled(given: Given) -> Expr:
    """The value may be none when the map is known to hold such values."""
    if not counted(given):
        return unknown(given.node)
    body, (name, node) = given.body, given.node.args
    kind = argument(given, given.builtin.parameters[0], name)
    known = given.expected.element if given.expected is not None and given.expected.kind == "map" else None
    found = expression(body, node, known)
    if is_unknown(found) or not isinstance(kind, typed.Name):
        return unknown(given.node)
    if found.type.kind == "none" and known is not None:
        found = coerce(body, found, known.or_none(), node.span)
    if not found.type.scalar or found.type.kind == "none":
        return error_type(body, messages.Wanted.SINGLE, found.type, node.span)
    type_ = join(known, found.type) if known is not None and same_family(known, found.type) else found.type
    given.args = [kind, found]
    return given.call(map_of(given.letters["K"].domain, type_.widened()))
