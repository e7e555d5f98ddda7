"""Whether an example proves anything: it claims something that can fail.

That what is done in it was possible is no claim: an example whose moves are legal, and that says nothing of what comes
of them, holds whatever the rules do there. A claim is a condition that can fail (`then`, at the end or between), what
somebody may not do (`cannot`, `not asked`, `never`), or who is asked for what in the end (`waits`).

A condition that its words alone settle cannot fail: `true`, `1 == 1`, `red != blue`, `red.gold == red.gold`, or one of
several joined by `or`. A condition on numbers that the ruleset declares can: they may be changed.
"""

from __future__ import annotations

from yupana.schemas.book import ExampleDecl
from yupana.schemas.moves import read_move
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Report

from .language import nodes
from .language.parse import parse_expression
from .language.show import show_expression

CLAIMS = "`then`, `cannot`, `not asked`, `never` or `waits`"
"""The words that claim something, as a message lists them."""


def proves_nothing(ruleset: Ruleset, example: ExampleDecl) -> str:
    """Why an example of a ruleset proves nothing, in words; "" when it claims something that can fail."""
    claims = [str(code.text) for entry in example.when for player, code in entry.items() if player != "then"]
    if example.waits or any(read_move(each).claim for each in claims):
        return ""
    between = [code for entry in example.when for player, code in entry.items() if player == "then"]
    conditions = [*between, *example.then]
    if not conditions:
        return f"nothing is claimed of what comes of it (no {CLAIMS})"
    members = _members(ruleset)
    if not all(_settled(each, members) for each in conditions):
        return ""
    words = " ".join(conditions[0].text.split())
    return f"`{words}` holds whatever the rules do"


def _members(ruleset: Ruleset) -> frozenset[str]:
    """The names of players, of members of enums and of entries of kinds: what is called so is always itself."""
    entries = [kind.entries for kind in ruleset.kinds.values()]
    every = (ruleset.players.called, *ruleset.enums.values(), *entries)
    return frozenset(str(name) for each in every for name in each)


def _settled(code: Code, members: frozenset[str]) -> bool:
    node = parse_expression(code, Report())  # a fault in it is told by the checker
    return node is not None and (_reads_nothing(node, members) or _always(node, members) is True)


def _always(node: nodes.Expr, members: frozenset[str]) -> bool | None:
    """What a condition is by its words alone, None where that depends on something."""
    match node:
        case nodes.Bool(value=value):
            return value
        case nodes.Unary(op="not", value=inner):
            found = _always(inner, members)
            return None if found is None else not found
        case nodes.Binary(op="and" | "or" as op, left=left, right=right):
            sides = (_always(left, members), _always(right, members))
            if (op == "or") in sides:
                return op == "or"
            return None if None in sides else op == "and"
        case nodes.Compare(first=first, rest=((("==" | "<=" | ">=" | "!=" | "<" | ">") as op, other),)):
            same = show_expression(first) == show_expression(other)
            if same:
                return op in ("==", "<=", ">=")
            if isinstance(first, nodes.Name) and isinstance(other, nodes.Name) and {first.name, other.name} <= members:
                return {"==": False, "!=": True}.get(op)
    return None


def _reads_nothing(node: nodes.Expr, members: frozenset[str]) -> bool:
    """Whether numbers, members and signs between them are all that there is."""
    match node:
        case nodes.Int() | nodes.Bool() | nodes.NoneLit():
            return True
        case nodes.Name(name=name):
            return name in members
        case nodes.Unary(value=inner):
            return _reads_nothing(inner, members)
        case nodes.Binary(left=left, right=right) | nodes.Range(low=left, high=right):
            return _reads_nothing(left, members) and _reads_nothing(right, members)
        case nodes.Compare(first=first, rest=rest):
            return all(_reads_nothing(each, members) for each in (first, *(side for _, side in rest)))
        case nodes.ListLit(items=items) | nodes.SetLit(items=items):
            return all(_reads_nothing(each, members) for each in items)
    return False
