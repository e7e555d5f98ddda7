"""Comprehensions (`[e for x in s]`, `sum(…)`, `best(… by …)`) and walks over boards (`region`, `costs`)."""

from __future__ import annotations

from contextlib import ExitStack

from ..language import messages, nodes
from ..language.types import BOOL, INT, UNKNOWN, Type, interval, list_of, map_of, member, set_of
from ..program import ir
from .body import Typed, facts_of
from .expressions import Expressions

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


def comprehension(e: Expressions, node: nodes.Comprehension, expected: Type | None) -> Typed | None:
    """A comprehension, alone or as the argument of a word."""
    if node.word not in WORDS:
        e.world.error(messages.unknown_word(node.word, node.word_span, WORDS))
        return None
    if node.by is not None and node.word not in (*NEEDS_KEY, "sorted"):
        e.world.error(messages.by_not_allowed(node.word, node.by.span))
        return None
    if node.by is None and node.word in NEEDS_KEY:
        e.world.error(messages.by_missing(node.word, node.span))
        return None
    with ExitStack() as stack:
        clauses = _clauses(e, node, stack)
        inner = _inner(node, expected)
        element = e.expr(node.element, inner)
        key = e.expr(node.key) if node.key is not None else None
        by = e.expr(node.by) if node.by is not None else None
        if (
            clauses is None
            or element is None
            or (node.key is not None and key is None)
            or (node.by is not None and by is None)
        ):
            return None
        bound = _bound(clauses[1])
        return _finish(e, node, tuple(clauses[0]), element, key, by, bound, expected)


def _inner(node: nodes.Comprehension, expected: Type | None) -> Type | None:
    if expected is None:
        return None
    if expected.kind in ("list", "map"):
        return expected.element
    return member(expected.domain) if expected.kind == "set" else expected if node.word in ("first", "best") else None


def _clauses(
    e: Expressions, node: nodes.Comprehension, stack: ExitStack
) -> tuple[list[ir.Clause], list[int | None]] | None:
    clauses: list[ir.Clause] = []
    bounds: list[int | None] = []
    failed = False
    for clause in node.clauses:
        items = e.items(clause.items)
        stack.enter_context(e.body.scope(clause.name_span))
        if items is None:
            failed = True
            e.body.bind(clause.name, UNKNOWN, clause.name_span)
            continue
        expr, element, bound = items
        variable = e.body.bind(clause.name, element, clause.name_span)
        test = None
        if clause.test is not None:
            test = e.condition(clause.test)
            failed = failed or test is None
            e.body.learn(facts_of(clause.test)[0])
        clauses.append(ir.Clause(variable.slot, expr, test))
        bounds.append(bound)
    return None if failed else (clauses, bounds)


def _bound(bounds: list[int | None]) -> int | None:
    result = 1
    for bound in bounds:
        if bound is None:
            return None
        result *= bound
    return result if result <= 20_000 else None


def _finish(
    e: Expressions,
    node: nodes.Comprehension,
    clauses: tuple[ir.Clause, ...],
    element: Typed,
    key: Typed | None,
    by: Typed | None,
    bound: int | None,
    expected: Type | None,
) -> Typed | None:
    word, world = node.word, e.world
    type_ = element.type
    if word in ("any", "all"):
        if type_.kind != "bool":
            e.error_type(messages.Wanted.CONDITION, type_, node.element.span)
            return None
        return Typed(ir.Comp(word, clauses, element.expr), BOOL)
    if word == "count":
        counted: ir.Expr = element.expr if type_.kind == "bool" else ir.Const(1)
        return Typed(ir.Comp("count", clauses, counted), interval(0, bound if bound is not None else INT.high))
    if word in ("sum", "min", "max"):
        return _number(e, node, clauses, element, bound)
    if type_.kind in ("none", "empty", "text") and word != "map":
        world.error(messages.no_type(node.element.span))
        return None
    if word == "set":
        if type_.kind != "member":
            e.error_type(messages.Wanted.MEMBERS, type_, node.element.span)
            return None
        there = e.required(element, node.element)
        if there is None:
            return None
        return Typed(ir.Comp("set", clauses, there.expr, size=world.domains[type_.domain].size), set_of(type_.domain))
    if word == "map":
        return _map(e, node, clauses, element, key, expected)
    by_expr = None if by is None else _key(e, node, by)
    if by is not None and by_expr is None:
        return None
    if word == "list":
        return Typed(ir.Comp("list", clauses, element.expr), list_of(type_, bound))
    if word == "sorted":
        if by_expr is None and type_.kind not in ("int", "list", "bool"):
            world.error(messages.by_missing("sorted", node.span))
            return None
        return Typed(ir.Comp("sorted", clauses, element.expr, by=by_expr or element.expr), list_of(type_, bound))
    if word == "leaders":
        return Typed(ir.Comp("leaders", clauses, element.expr, by=by_expr), list_of(type_, bound))
    if word == "ranks":
        there = e.required(element, node.element)
        if there is None:
            return None
        if type_.kind != "member":
            e.error_type(messages.Wanted.MEMBERS, type_, node.element.span)
            return None
        size = world.domains[type_.domain].size
        ranks = ir.Comp("ranks", clauses, there.expr, by=by_expr, size=size, fill=ir.NO_INT)
        return Typed(ranks, map_of(type_.domain, interval(1, size).or_none()))
    if not type_.scalar or type_.kind == "bool":
        e.error_type(messages.Wanted.ORDERED, type_, node.element.span)
        return None
    return Typed(ir.Comp(word, clauses, element.expr, by=by_expr, fill=world.none_of(type_)), type_.or_none())


def _key(e: Expressions, node: nodes.Comprehension, by: Typed) -> ir.Expr | None:
    assert node.by is not None
    if by.type.kind in ("int", "bool"):
        there = e.required(by, node.by)
        return None if there is None else there.expr
    if by.type.kind in ("list", "empty"):
        return by.expr
    e.error_type(messages.Wanted.SORT_KEY, by.type, node.by.span)
    return None


def _number(
    e: Expressions, node: nodes.Comprehension, clauses: tuple[ir.Clause, ...], element: Typed, bound: int | None
) -> Typed | None:
    if element.type.kind != "int":
        e.error_type(messages.Wanted.NUMBER, element.type, node.element.span)
        return None
    there = e.required(element, node.element)
    if there is None:
        return None
    low, high = there.type.low, there.type.high
    if node.word == "sum":
        most = bound if bound is not None else INT.high
        low, high = min(0, low * most), max(0, high * most)
        place = e.body.place(node.span) if low < INT.low or high > INT.high else -1
        return Typed(ir.Comp("sum", clauses, there.expr, place=place), interval(low, high))
    return Typed(ir.Comp(node.word, clauses, there.expr, place=e.body.place(node.span)), interval(low, high))


def _map(
    e: Expressions,
    node: nodes.Comprehension,
    clauses: tuple[ir.Clause, ...],
    element: Typed,
    key: Typed | None,
    expected: Type | None,
) -> Typed | None:
    assert node.key is not None
    assert key is not None
    if key.type.kind != "member" or key.type.optional:
        e.error_type(messages.Wanted.MEMBER, key.type, node.key.span)
        return None
    type_ = element.type
    known = expected is not None and expected.kind == "map"
    if not type_.scalar or (type_.kind == "none" and not known):
        e.error_type(messages.Wanted.COMPARED, type_, node.element.span)
        return None
    if expected is not None and expected.kind == "map" and expected.element is not None:
        expr = e.coerce(element, expected.element, node.element.span)
        if expr is None:
            return None
        element, type_ = Typed(expr, expected.element), expected.element
    fill = e.world.none_of(type_) if type_.optional else 0
    if type_.kind == "int" and not type_.optional:
        type_ = interval(min(0, type_.low), max(0, type_.high))
    size = e.world.domains[key.type.domain].size
    comp = ir.Comp("map", clauses, element.expr, key=key.expr, size=size, fill=fill)
    return Typed(comp, map_of(key.type.domain, type_))


def walk(e: Expressions, node: nodes.Walk) -> Typed | None:
    """`region(…)` and `costs(…)`."""
    start = e.expr(node.start)
    if start is None:
        return None
    start = e.required(start, node.start)
    if start is None:
        return None
    if start.type.kind != "member":
        e.error_type(messages.Wanted.PLACE, start.type, node.start.span)
        return None
    domain = start.type.domain
    size = e.world.domains[domain].size
    span = node.span
    here_name = node.here if node.here is not None else node.there
    with e.body.scope(span):
        here = e.body.bind(here_name, member(domain), span)
        over = _over(e, node, here.expr, domain)
        if node.here is None:
            with e.body.scope():
                there = e.body.bind(node.there, member(domain), span)
                test = e.condition(node.test) if node.test is not None else None
            if over is None or (node.test is not None and test is None):
                return None
            return Typed(ir.Region(there.slot, here.slot, start.expr, over, test, size), set_of(domain))
        there = e.body.bind(node.there, member(domain), span)
        test = e.condition(node.test) if node.test is not None else None
        e.body.learn(facts_of(node.test)[0] if node.test is not None else set())
        by = e.integer(node.by) if node.by is not None else None
    within = e.integer(node.within) if node.within is not None else None
    given = (node.test, test), (node.by, by), (node.within, within)
    if over is None or any(wanted is not None and found is None for wanted, found in given):
        return None
    expr = ir.Costs(
        here.slot,
        there.slot,
        start.expr,
        over,
        None if by is None else by.expr,
        test,
        None if within is None else within.expr,
        size,
        e.body.place(node.span),
    )
    return Typed(expr, map_of(domain, interval(0, INT.high).or_none()))


def _over(e: Expressions, node: nodes.Walk, here: ir.Expr, domain: int) -> ir.Expr | None:
    """The neighbours a walk goes through."""
    if node.over is None:
        board = e.world.domains[domain].board
        if board is None or board.domain != domain:
            e.world.error(messages.no_neighbours(e.world.domains[domain].name, node.start.span))
            return None
        return neighbors(e, domain, board.neighbors, here)
    items = e.items(node.over)
    if items is None:
        return None
    expr, element, _ = items
    if element.kind != "member" or element.domain != domain or element.optional:
        e.error_type(e.world.show(set_of(domain)), list_of(element), node.over.span)
        return None
    return expr


def neighbors(e: Expressions, domain: int, table: int, here: ir.Expr) -> ir.Expr:
    """The neighbours of a space that are in the game with this number of players."""
    near = ir.Op("neighbors", (ir.Const(table), here))
    if e.world.domains[domain].whole():
        return near
    slot = e.body.slot(member(domain), e.world.domains[domain].span)
    present = ir.Op("set_has", (ir.Op("domain_set", (ir.Const(domain),)), ir.Local(slot)))
    return ir.Comp("list", (ir.Clause(slot, near, present),), ir.Local(slot))
