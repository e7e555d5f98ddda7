"""Comprehensions (`[e for x in s]`, `sum(…)`, `best(… by …)`) and walks over boards (`region`, `costs`)."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from ..language import messages, nodes
from ..language.types import BOOL, INT, UNKNOWN, Type, interval, list_of, map_of, member, set_of
from ..typed import nodes as typed
from ..typed.nodes import Expr
from .body import Body, facts_of
from .core import checks, coerce, condition, error_type, expression, integer, is_unknown, required, unknown
from .loops import gone_through, stops

WORDS = (
    "list",
    "set",
    "map",
    "sum",
    "count",
    "any",
    "all",
    "min",
    "max",
    "best",
    "leaders",
    "sorted",
    "ranks",
    "first",
)
NEEDS_KEY = ("best", "leaders", "ranks")
MAX_BOUND = 20_000


@dataclass(slots=True)
class Parts:
    """A comprehension, read as far as its parts."""

    body: Body
    node: nodes.Comprehension
    clauses: tuple[typed.Clause, ...]
    element: Expr
    key: Expr | None
    by: Expr | None
    bound: int | None
    expected: Type | None

    def made(self, type_: Type, element: Expr | None = None, may_fault: bool = False) -> Expr:
        """The comprehension as a value of the type."""
        element = element if element is not None else self.element
        parts = self.clauses, element, self.key, self.by
        return typed.Comprehension(self.node.span, type_, self.node.word, *parts, may_fault)


@checks(nodes.Comprehension)
def _comprehension(body: Body, node: nodes.Comprehension, expected: Type | None) -> Expr:
    """A comprehension, alone or as the argument of a word."""
    if node.word not in WORDS:
        body.world.error(messages.unknown_word(node.word, node.word_span, WORDS))
        return unknown(node)
    if node.by is not None and node.word not in (*NEEDS_KEY, "sorted"):
        body.world.error(messages.by_not_allowed(node.word, node.by.span))
        return unknown(node)
    if node.by is None and node.word in NEEDS_KEY:
        body.world.error(messages.by_missing(node.word, node.span))
        return unknown(node)
    with ExitStack() as stack:
        inner = _inner(node, expected)
        clauses, bound = _clauses(body, node, stack, inner)
        element = expression(body, node.element, inner)
        key = expression(body, node.key) if node.key is not None else None
        by = expression(body, node.by) if node.by is not None else None
        if is_unknown(element) or (key is not None and is_unknown(key)):
            return unknown(node)
        return _finish(Parts(body, node, clauses, element, key, by, bound, expected))


def _inner(node: nodes.Comprehension, expected: Type | None) -> Type | None:
    if expected is None:
        return None
    if expected.kind in ("list", "map"):
        return expected.element
    return member(expected.domain) if expected.kind == "set" else expected if node.word in ("first", "best") else None


def _clauses(
    body: Body, node: nodes.Comprehension, stack: ExitStack, inner: Type | None
) -> tuple[tuple[typed.Clause, ...], int | None]:
    """All loops, and how many elements there are at most (None: not known, or more than a list holds). Where an element
    is what a loop goes through, that is of the type that is expected of it (`inner`)."""
    clauses: list[typed.Clause] = []
    result: int | None = 1
    for clause in node.clauses:
        is_element = isinstance(node.element, nodes.Name) and node.element.name == clause.name
        found = gone_through(body, clause.items, list_of(inner) if is_element and inner is not None else None)
        stack.enter_context(body.scope(clause.name_span))
        variable = body.declare(clause.name, found.element, clause.name_span)
        going, until = stops(body, clause)
        test = None
        if clause.test is not None:
            test = condition(body, clause.test)
            body.learn(facts_of(clause.test)[0])
        clauses.append(typed.Clause(clause.name_span, variable, found.expr, test, going, until))
        result = None if result is None or found.bound is None else result * found.bound
    return tuple(clauses), None if result is None or result > MAX_BOUND else result


def _finish(parts: Parts) -> Expr:
    body, node, element = parts.body, parts.node, parts.element
    word, type_, bound = node.word, element.type, parts.bound
    if word in ("any", "all"):
        if type_.kind != "bool":
            return error_type(body, messages.Wanted.CONDITION, type_, node.element.span)
        return parts.made(BOOL, required(body, element, node.element))
    if word == "count":
        counted = required(body, element, node.element) if type_.kind == "bool" else element
        return parts.made(interval(0, bound if bound is not None else INT.high), counted)
    if word in ("sum", "min", "max"):
        return _number(parts)
    if type_.kind in ("none", "empty", "text") and word != "map":
        body.world.error(messages.no_type(node.element.span))
        return unknown(node)
    if word in ("set", "ranks") and type_.kind != "member":
        return error_type(body, messages.Wanted.MEMBERS, type_, node.element.span)
    if word == "set":
        return parts.made(set_of(type_.domain), required(body, element, node.element))
    if word == "map":
        return _map(parts)
    if node.by is not None and parts.by is not None:
        parts.by = _sort_key(body, node.by, parts.by)
    if word in ("list", "leaders"):
        return parts.made(list_of(type_, bound))
    if word == "sorted":
        if parts.by is None and type_.kind not in ("int", "list", "bool"):
            body.world.error(messages.by_missing("sorted", node.span))
            return unknown(node)
        return parts.made(list_of(type_, bound))
    if word == "ranks":
        ranks = interval(1, body.world.domains[type_.domain].size).or_none()
        return parts.made(map_of(type_.domain, ranks), required(body, element, node.element))
    if not type_.scalar or type_.kind == "bool":
        return error_type(body, messages.Wanted.ORDERED, type_, node.element.span)
    return parts.made(type_.or_none())


def _sort_key(body: Body, node: nodes.Expr, by: Expr) -> Expr:
    if by.type.kind in ("int", "bool"):
        return required(body, by, node)
    return by if by.type.kind in ("list", "empty") else error_type(body, messages.Wanted.SORT_KEY, by.type, node.span)


def _number(parts: Parts) -> Expr:
    body, node, element = parts.body, parts.node, parts.element
    if element.type.kind != "int":
        return error_type(body, messages.Wanted.NUMBER, element.type, node.element.span)
    element = required(body, element, node.element)
    if is_unknown(element) or node.word != "sum":
        return parts.made(element.type, element)
    most = parts.bound if parts.bound is not None else INT.high
    low, high = min(0, element.type.low * most), max(0, element.type.high * most)
    return parts.made(interval(low, high), element, low < INT.low or high > INT.high)


def _map(parts: Parts) -> Expr:
    body, node, element, key = parts.body, parts.node, parts.element, parts.key
    assert node.key is not None
    assert key is not None
    if key.type.kind != "member" or key.type.optional:
        return error_type(body, messages.Wanted.MEMBER, key.type, node.key.span)
    type_, expected = element.type, parts.expected
    known = expected.element if expected is not None and expected.kind == "map" else None
    if not type_.scalar or (type_.kind == "none" and known is None):
        return error_type(body, messages.Wanted.COMPARED, type_, node.element.span)
    if known is not None:
        element, type_ = coerce(body, element, known, node.element.span), known
    if type_.kind == "int" and not type_.optional:  # members that no element has as its key have 0
        type_ = interval(min(0, type_.low), max(0, type_.high))
    return parts.made(map_of(key.type.domain, type_), element)


@checks(nodes.Walk)
def _walk(body: Body, node: nodes.Walk, expected: Type | None) -> Expr:
    """`region(h from s …)` and `costs(a to b from s …)`."""
    start = required(body, expression(body, node.start), node.start)
    if start.type.kind != "member":
        return error_type(body, messages.Wanted.PLACE, start.type, node.start.span)
    domain = body.world.domains[start.type.domain]
    space, span = member(domain.number), node.span
    by = None
    with body.scope(span):
        first = node.here if node.here is not None else node.there
        here = body.declare(first, space, getattr(first, "span", span))
        over = _over(body, node, domain.number)
        with body.scope():
            there = body.declare(node.there, space, getattr(node.there, "span", span))
            test = condition(body, node.test) if node.test is not None else None
            body.learn(facts_of(node.test)[0] if node.test is not None else set())
            if node.here is not None:
                by = integer(body, node.by) if node.by is not None else None
    within = integer(body, node.within) if node.within is not None else None
    type_ = set_of(domain.number) if node.here is None else map_of(domain.number, interval(0, INT.high).or_none())
    return typed.Walk(span, type_, domain, start, here, there, over, test, by, within)


def _over(body: Body, node: nodes.Walk, domain: int) -> Expr | None:
    """What a walk goes through from a space: what is written, or None for all its neighbours."""
    if node.over is not None:
        expr, element, _ = gone_through(body, node.over)
        if element.kind in ("member", "unknown") and element.domain in (domain, -1) and not element.optional:
            return expr
        return error_type(body, body.world.show(set_of(domain)), list_of(element), node.over.span)
    board = body.world.domains[domain].board
    if board is not None and board.domain == domain:
        return None
    body.world.error(messages.no_neighbours(body.world.domains[domain].name, node.start.span))
    return typed.Unknown(node.start.span, UNKNOWN)
