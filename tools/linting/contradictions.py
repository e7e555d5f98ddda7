"""Conditions joined by `and` that cannot hold together, and by `or` of which one always does: `x > 2 and x < 2`,
`mood == angry and mood == calm`, `x < 5 or x > 3`.

They are read together, piece by piece: what is compared with a literal number lies in what is left of its range; what
is one member is no other one; what is denied does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.trees import DENIED, TURNED, joined

from .ranges import plain
from .truth import Truth

_TURNED = {**TURNED, "==": "==", "!=": "!="}


@dataclass(slots=True)
class _Known:
    """What is known of one expression, of a number and of a member."""

    low: float
    high: float
    but: set[int] = field(default_factory=set)
    member: str = ""

    def number(self, op: str, value: int) -> bool:
        """Take in a comparison with a number; whether some number is left."""
        if op in ("==", ">=", ">"):
            self.low = max(self.low, value + (op == ">"))
        if op in ("==", "<=", "<"):
            self.high = min(self.high, value - (op == "<"))
        if op == "!=":
            self.but.add(value)
        while self.low in self.but:
            self.low += 1
        while self.high in self.but:
            self.high -= 1
        return self.low <= self.high


def settled_together(truth: Truth, root: object, members: frozenset[str]) -> Iterator[tuple[nodes.Expr, bool]]:
    """Every row of conditions in some code that never holds (False) or always does (True), though none of them alone
    is settled."""
    for node in _rows(root):
        either = isinstance(node, nodes.Binary) and node.op == "or"
        parts = joined(node, "or" if either else "and")
        if any(truth.of(each) is not None for each in parts):
            continue  # that is told of the one
        if _exclude_each_other(truth, parts, members, denied=either):
            yield node, either


def _rows(root: object) -> Iterator[nodes.Expr]:
    """The outermost `and` and `or` of rows, and `a < b < c` alone."""
    if isinstance(root, tuple):
        for each in root:
            yield from _rows(each)
    elif isinstance(root, nodes.Binary) and root.op in ("and", "or"):
        yield root
        for part in joined(root, root.op):
            yield from () if isinstance(part, nodes.Compare) and root.op == "and" else _rows(part)
    elif isinstance(root, nodes.Compare) and len(root.rest) > 1:
        yield root
    elif isinstance(root, nodes.Node):
        for name in root.__match_args__:
            yield from _rows(getattr(root, name))


def _exclude_each_other(truth: Truth, parts: Iterable[nodes.Expr], members: frozenset[str], *, denied: bool) -> bool:
    """Whether the conditions, or what denies each of them, cannot hold together."""
    known: dict[str, _Known] = {}
    said: set[tuple[str, ...]] = set()
    for part in parts:
        for left, op, right in _comparisons(part, denied=denied):
            turned = _TURNED.get(op, "")
            number = plain(right)
            if number is None and turned:
                left, op, right, number = (right, turned, left, plain(left)) if plain(left) is not None else (
                    left, op, right, None
                )  # fmt: skip
            words, other = show_expression(left), show_expression(right)
            low, high = truth.ranges.of(left, truth.env) or (-float("inf"), float("inf"))
            about = known.setdefault(words, _Known(low, high))
            if number is not None and op in _TURNED and not about.number(op, number):
                return True
            if op == "==" and isinstance(right, nodes.Name) and right.name in members:
                if about.member not in ("", right.name):
                    return True
                about.member = right.name
            if (words, DENIED[op], other) in said or (other, _TURNED.get(DENIED[op], ""), words) in said:
                return True
            said.add((words, op, other))
        if not isinstance(part, nodes.Compare):
            no = isinstance(part, nodes.Unary) and part.op == "not"
            words = show_expression(part.value if isinstance(part, nodes.Unary) and no else part)
            if ("yes" if no else "no", words) in said:
                return True
            said.add(("no" if no else "yes", words))
    return False


def _comparisons(part: nodes.Expr, *, denied: bool) -> Iterator[tuple[nodes.Expr, str, nodes.Expr]]:
    """The comparisons that hold where a condition does, or where it does not."""
    no = denied
    while isinstance(part, nodes.Unary) and part.op == "not":
        part, no = part.value, not no
    if isinstance(part, nodes.Compare) and not (no and len(part.rest) > 1):
        left = part.first
        for op, right in part.rest:
            yield left, DENIED[op] if no else op, right
            left = right
