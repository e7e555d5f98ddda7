"""Questions and sums over many things, as loops in Python functions.

`any`, `all`, `first`, `count`, `sum` and sets would read shorter as comprehensions, but a loop that stops where it may
and keeps no list costs about half as much. Where such an expression is what a function returns, the loop stands in that
function; elsewhere it gets a function of its own, to which the locals it reads are handed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...program import ir
from .operation_forms import call
from .source_text import ATOM, NOT, Code, as_tuple

if TYPE_CHECKING:
    from .emit_expressions import Expressions
    from .emit_statements import Body

WORDS = frozenset(("any", "all", "first", "count", "sum", "set"))


def loop_function(x: Body, node: ir.Comp) -> Code:
    """A call of a function of its own for a loop."""
    name, given = x.own_function(node.word, node, lambda body: returning(body, node))
    return call(name, *given)


def gathering(x: Body, node: ir.Comp, item: Callable[[Expressions], str]) -> Code:
    """A call of a function that gathers items in a list; for loops that may end before their last element."""

    def fill(body: Body) -> None:
        _gather(body, node, item)
        body.lines.add("return n")

    name, given = x.own_function(node.word, node, fill)
    return call(name, *given)


def worked_out(x: Body, node: ir.Expr) -> bool:
    """Work out in `n`, by a loop here, what would else need a function of its own: a list whose loops may end early, or
    the first of something. False (and nothing is written) when it is none of these."""
    if not isinstance(node, ir.Comp):
        return False
    if node.word == "list" and any(each.stops for each in node.clauses):
        _gather(x, node, lambda body: body.text(node.element))
        x.lines.add(f"n = {as_tuple(x.bounded(node, Code('n', ATOM, 'list'))).text}")
        return True
    if node.word == "first" and len(node.clauses) == 1 and not node.clauses[0].stops:
        depth = _open(x, node.clauses)
        x.lines.add(f"n = {x.text(node.element)}")
        x.lines.add("break")
        _close(x, node.clauses, depth)
        x.lines.add("else:")
        x.lines.add(f"    n = {node.fill}")
        return True
    return False


def _gather(x: Body, node: ir.Comp, item: Callable[[Expressions], str]) -> None:
    x.lines.add("n = []")
    depth = _open(x, node.clauses)
    x.lines.add(f"n.append({item(x)})")
    _close(x, node.clauses, depth)


def returning(x: Body, node: ir.Expr) -> bool:
    """Return the value of an expression by a loop here; False (and nothing is written) when it is none of these."""
    if isinstance(node, ir.Comp) and node.word == "all":
        return_when(x, node, False, "False")
        x.lines.add("return True")
        return True
    if _is_question(node):
        return_when(x, node, True, "True")
        x.lines.add("return False")
        return True
    if not isinstance(node, ir.Comp) or node.word not in WORDS:
        return False
    add = x.lines.add
    if node.word != "first":
        add("n = 0")
    depth = _open(x, node.clauses)
    if node.word == "first":
        add(f"return {x.text(node.element)}")
    elif node.word == "sum":
        add(f"n += {x.text(node.element)}")
    elif node.word == "set":
        add(f"n |= BIT[{x.text(node.element)}]")
    elif node.element == ir.Const(1):
        add("n += 1")
    else:
        add(f"if {x.test(node.element).text}:")
        add("    n += 1")
    _close(x, node.clauses, depth)
    if node.word == "sum" and node.place >= 0:
        add("if not -2147483647 <= n <= 2147483647:", node.place)
        add(f"    overflow(n, {node.place})", node.place)
    add(f"return {node.fill}" if node.word == "first" else "return n")
    return True


def return_when(x: Body, node: ir.Expr, holds: bool, answer: str) -> None:
    """Return the answer if the expression holds, or (`holds` False) if it does not; else go on."""
    loop, other, op, opposite = ("any", "all", "or", "and") if holds else ("all", "any", "and", "or")
    if isinstance(node, ir.Op) and node.op == opposite and len(node.args) == 1:
        return_when(x, node.args[0], holds, answer)
    elif isinstance(node, ir.Comp) and node.word == loop:
        depth = _open(x, node.clauses)
        return_when(x, node.element, holds, answer)
        _close(x, node.clauses, depth)
    elif isinstance(node, ir.Comp) and node.word == other and len(node.clauses) == 1 and not node.clauses[0].stops:
        _break_or_return(x, node, not holds, answer)
    elif isinstance(node, ir.Op) and node.op == op:
        for each in node.args:
            return_when(x, each, holds, answer)
    elif isinstance(node, ir.Op) and node.op == opposite and _is_question(node.args[-1]):
        _if(x, _joined(opposite, node.args[:-1]), holds)
        with x.lines.deeper():
            return_when(x, node.args[-1], holds, answer)
    elif isinstance(node, ir.Op) and node.op == "not":
        return_when(x, node.args[0], not holds, answer)
    else:
        _if(x, node, holds)
        x.lines.add(f"    return {answer}")


def _if(x: Body, node: ir.Expr, holds: bool) -> None:
    test = x.test(node)
    x.lines.add(f"if {test.text}:" if holds else f"if not {test.at(NOT)}:")


def _is_question(node: ir.Expr) -> bool:
    """Whether an any or all decides about the expression, alone or joined with others."""
    if isinstance(node, ir.Comp):
        return node.word in ("any", "all")
    return isinstance(node, ir.Op) and node.op in ("and", "or", "not") and any(map(_is_question, node.args))


def _joined(op: str, parts: tuple[ir.Expr, ...]) -> ir.Expr:
    return parts[0] if len(parts) == 1 else ir.Op(op, parts)


def _break_or_return(x: Body, node: ir.Comp, found: bool, answer: str) -> None:
    """One loop that is left at the first element that is (`found`) or is not true; not left, it returns the answer."""
    depth = _open(x, node.clauses)
    _if(x, node.element, found)
    x.lines.add("    break")
    _close(x, node.clauses, depth)
    x.lines.add("else:")
    x.lines.add(f"    return {answer}")


def _open(x: Body, clauses: Sequence[ir.Clause]) -> int:
    """The heads of the loops; gives the depth to go back to."""
    before = x.lines.depth
    for clause in clauses:
        items = x.pay_for(clause, clause.items)
        x.bind(clause.slot)
        x.lines.add(f"for v{clause.slot} in {items}:")
        x.lines.depth += 1
        if clause.going is not None:
            x.lines.add(f"if not {x.test(clause.going).at(NOT)}:")
            x.lines.add("    break")
        if clause.until is not None:
            x.lines.add(f"u{clause.slot} = {x.test(clause.until).text}")
        if clause.test is not None:
            x.lines.add(f"if {x.test(clause.test).text}:")
            x.lines.depth += 1
    return before


def _close(x: Body, clauses: Sequence[ir.Clause], depth: int) -> None:
    """What stands at the ends of the loops: the last one that was taken."""
    for clause in reversed(clauses):
        x.lines.depth -= 1 if clause.test is not None else 0
        if clause.until is not None:
            x.lines.add(f"if u{clause.slot}:")
            x.lines.add("    break")
        x.lines.depth -= 1
    x.lines.depth = depth
    x.unbind(clauses)
