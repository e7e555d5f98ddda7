"""What a condition is by its words alone, whatever the rules do: `true`, `1 == 1`, `red != blue`, `gold == gold`,
`gold - gold == 0`, `gold >= 0` of a field that is never less, `all(…)` of what always holds, one of several joined by
`or`, `size(players) == 2` where two play, a function that says nothing but one of these.

A condition on constants, options and entries of the ruleset is not settled: they may be changed.
"""

from __future__ import annotations

from collections import Counter
from math import inf

from yupana.schemas.intervals import DENIED, always
from yupana.schemas.kinds import FieldDecl
from yupana.schemas.ruleset import BoardDecl, FunctionDecl, KindDecl, Players, Ruleset
from yupana.schemas.source import Report

from ..language import nodes
from ..language.parse import parse_expression, parse_type
from ..language.show import show_expression
from ..language.trees import TURNED

_NUMBERS = {"size", "count"}
"""What is called so is never below 0."""

Range = tuple[float, float]
"""The least and the largest value."""


class Tautologies:
    """Says it for one ruleset."""

    def __init__(self, ruleset: Ruleset, players: int = 0) -> None:
        """With so many `players`; 0: as few as there may be."""
        entries = [kind.entries for kind in ruleset.kinds.values()]
        every = (ruleset.players.called, *ruleset.enums.values(), *entries)
        self._members = frozenset(str(name) for each in every for name in each)
        self._playing = frozenset(map(str, ruleset.players.called[: ruleset.players.min]))
        self._ranges = _ranges(ruleset)
        self._players = players or ruleset.players.min
        self._functions = {str(name): _only_says(each) for name, each in ruleset.functions.items()}
        self._inside: set[str] = set()

    def holds(self, node: nodes.Expr) -> bool:
        """Whether nothing that the rules do could make it false: it reads nothing, or always comes to true."""
        return self._reads_nothing(node) or self._always(node) is True

    def _always(self, node: nodes.Expr) -> bool | None:
        """What a condition is by its words alone, None where that depends on something."""
        match node:
            case nodes.Bool(value=value):
                return value
            case nodes.Unary(op="not", value=inner):
                found = self._always(inner)
                return None if found is None else not found
            case nodes.Binary(op="and" | "or" as op, left=left, right=right):
                sides = (self._always(left), self._always(right))
                if (op == "or") in sides or _opposite(left, right):
                    return op == "or"
                return None if None in sides else op == "and"
            case nodes.Conditional(test=test, then=then, other=other):
                tested, one, two = self._always(test), self._always(then), self._always(other)
                if tested is not None:
                    return one if tested else two
                return one if one == two else None
            case nodes.Comprehension(word="all" | "any" as word, element=element, clauses=clauses):
                found = self._always(element)
                if found is (word == "all"):
                    return found
                return found if found is not None and all(map(_goes_through_players, clauses)) else None
            case nodes.Compare(first=first, rest=rest):
                lefts = (first, *(side for _, side in rest))
                found_all = [self._compared(left, op, right) for left, (op, right) in zip(lefts, rest, strict=False)]
                return False if False in found_all else None if None in found_all else True
            case nodes.Call(function=nodes.Name(name=name), args=()) if name not in self._inside:
                return self._called(name)
        return None

    def _called(self, name: str) -> bool | None:
        """What a function without parameters always comes to."""
        body = self._functions.get(name)
        if body is None:
            return None
        self._inside.add(name)
        found = self._always(body)
        self._inside.discard(name)
        return found

    def _compared(self, left: nodes.Expr, op: str, right: nodes.Expr) -> bool | None:
        if show_expression(left) == show_expression(right):
            return {"==": True, "<=": True, ">=": True, "!=": False, "<": False, ">": False}.get(op)
        if isinstance(left, nodes.Name) and isinstance(right, nodes.Name) and {left.name, right.name} <= self._members:
            return {"==": False, "!=": True}.get(op)
        if op in ("in", "not in"):
            listed = right.items if isinstance(right, nodes.ListLit | nodes.SetLit) else ()
            plays = isinstance(left, nodes.Name) and left.name in self._playing and _is_name(right, "players")
            there = plays or show_expression(left) in map(show_expression, listed)
            return (op == "in") if there else None
        apart = _apart(left, right)
        if apart is not None:
            return always(op, (apart, apart), (0, 0))
        one, other = self._range(left), self._range(right)
        return None if one is None or other is None else always(op, one, other)

    def _range(self, node: nodes.Expr) -> Range | None:
        """Between which numbers it always lies."""
        match node:
            case nodes.Int(value=value):
                return value, value
            case nodes.Unary(op="-", value=nodes.Int(value=value)):
                return -value, -value
            case nodes.Attribute(name=name) | nodes.Name(name=name):
                return self._ranges.get(name)
            case nodes.Call(function=nodes.Name(name="size"), args=(inner,)) if _is_name(inner, "players"):
                return self._players, self._players
            case nodes.Call(function=nodes.Name(name=name)) | nodes.Comprehension(word=name) if name in _NUMBERS:
                return 0, inf
        return None

    def _reads_nothing(self, node: nodes.Expr) -> bool:
        """Whether numbers, members and signs between them are all that there is."""
        match node:
            case nodes.Int() | nodes.Bool() | nodes.NoneLit():
                return True
            case nodes.Name(name=name):
                return name in self._members
            case nodes.Unary(value=inner):
                return self._reads_nothing(inner)
            case nodes.Binary(left=left, right=right) | nodes.Range(low=left, high=right):
                return self._reads_nothing(left) and self._reads_nothing(right)
            case nodes.Compare(first=first, rest=rest):
                return all(self._reads_nothing(each) for each in (first, *(side for _, side in rest)))
            case nodes.ListLit(items=items) | nodes.SetLit(items=items):
                return all(map(self._reads_nothing, items))
        return False


def _ranges(ruleset: Ruleset) -> dict[str, Range]:
    """By name: the bounds in numbers of the fields that are kept, where no other field is called so."""
    holders: list[Players | KindDecl | BoardDecl] = [ruleset.players, *ruleset.kinds.values(), *ruleset.boards.values()]
    fields: list[tuple[str, FieldDecl]] = [(str(name), each) for name, each in ruleset.state.items()]
    fields += [(str(name), each) for holder in holders for name, each in holder.fields.items()]
    given = [name for holder in holders for name in holder.attributes]
    called = Counter([*(name for name, _ in fields), *map(str, given), *map(str, ruleset.constants)])
    found: dict[str, Range] = {}
    for name, each in fields:
        kind = parse_type(each.type, Report())
        bounds = () if kind is None or kind.name != "int" or kind.optional else (kind.low, kind.high)
        low, high = (each.value if isinstance(each, nodes.Int) else None for each in bounds or (None, None))
        if called[name] == 1 and low is not None and high is not None:
            found[name] = (low, high)
    return found


def _only_says(function: FunctionDecl) -> nodes.Expr | None:
    """The expression that a function without parameters is, where nothing adjusts it."""
    if function.of or function.requires or function.adjustable or function.body is None:
        return None
    node = parse_expression(function.body, Report())
    return node if isinstance(node, nodes.Expr) else None


def _apart(left: nodes.Expr, right: nodes.Expr) -> int | None:
    """How much one number is always more than another, where nothing that is read is left of their difference. Where no
    number stands in them they may as well be lists."""
    terms: Counter[str] = Counter()
    _add(terms, left, 1)
    _add(terms, right, -1)
    left_over = terms.pop("", None)
    return left_over if left_over is not None and not any(terms.values()) else None


def _add(terms: Counter[str], node: nodes.Expr, times: int) -> None:
    """Add a number so many times to what is there; what stands under "" is a number that is written."""
    match node:
        case nodes.Int(value=value):
            terms[""] += times * value
        case nodes.Unary(op="-", value=inner):
            _add(terms, inner, -times)
        case nodes.Binary(op="+" | "-" as op, left=left, right=right):
            _add(terms, left, times)
            _add(terms, right, times if op == "+" else -times)
        case nodes.Binary(op="*", left=nodes.Int(value=value), right=inner) | nodes.Binary(
            op="*", left=inner, right=nodes.Int(value=value)
        ):
            _add(terms, inner, times * value)
            terms[""] += 0
        case nodes.Call(function=nodes.Name(name="size"), args=(inner,)):
            terms[f"size({show_expression(inner)})"] += times
            terms[""] += 0
        case nodes.Comprehension(word="count", element=nodes.Name(name=name), clauses=(clause,)) if (
            clause.name == name and clause.test is clause.going is clause.until is None
        ):
            terms[f"size({show_expression(clause.items)})"] += times
            terms[""] += 0
        case _:
            terms[show_expression(node)] += times


def _goes_through_players(clause: nodes.ForClause) -> bool:
    """Whether it comes to somebody: there is always one who plays."""
    return _is_name(clause.items, "players") and clause.test is clause.going is clause.until is None


def _is_name(node: nodes.Expr, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name


def _opposite(one: nodes.Expr, other: nodes.Expr) -> bool:
    """Whether the one says what the other denies."""
    for first, second in ((one, other), (other, one)):
        if isinstance(first, nodes.Unary) and first.op == "not":
            return show_expression(first.value) == show_expression(second)
    match one, other:
        case nodes.Compare(first=left, rest=((op, right),)), nodes.Compare(first=start, rest=((op2, end),)):
            ours, theirs = [[show_expression(each) for each in pair] for pair in ((left, right), (start, end))]
            return (ours == theirs and DENIED[op] == op2) or (ours == theirs[::-1] and TURNED.get(DENIED[op]) == op2)
    return False
