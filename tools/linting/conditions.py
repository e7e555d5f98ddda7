"""Conditions and costs that the declared ranges settle: always true, never, or less than nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from yupana.interpreter.language import nodes
from yupana.interpreter.language.show import show_expression
from yupana.interpreter.language.trees import TURNED, descend, joined
from yupana.schemas.intervals import DENIED

from .finding import Found, rule
from .ranges import Ranges, Truth, plain
from .study import Study


@rule(
    "YUL008",
    "warning",
    "condition that never changes",
    "The declared ranges and types settle this condition: it is true, or false, whatever happens in the game. What "
    "follows from data that a variant may change (constants, attributes, numbers of pieces) is not meant. So it is "
    "with conditions that exclude each other (`x > 2 and x < 2`), and with those of which one always holds.",
    "players: {fields: {food: int 0..9}}\n…\nwhen: me.food >= 0",
    "Take the condition out, or fix it: often a `<` should be a `<=`, or the range of a field is not what was meant.",
)
def constant_conditions(study: Study) -> Iterator[Found]:
    """Comparisons that the ranges settle, and `true` or `false` where a condition is wanted."""
    ranges, members = Ranges(study), _members(study)
    for element in study.elements:
        if element.section in ("examples", "look", "book", "invariants", "rules") or ".entries." in element.path:
            continue
        truth = Truth(study, ranges, element)
        for piece in element.pieces:
            seen: set[object] = set()
            for test in _tests(piece.part, piece.node):
                if isinstance(test, nodes.Bool):
                    word = "true" if test.value else "false"
                    yield Found(element.path, f"this condition is always {word}", test.span)
            for row, holds in settled_together(truth, piece.node, members):
                why = "always holds: one of its parts does" if holds else "never holds: its parts exclude each other"
                yield Found(element.path, f"`{study.excerpt(row.span)}` {why}", row.span)
            for node in descend(piece.node):
                if not isinstance(node, nodes.Compare):
                    continue
                for left, op, right, result in truth.links(node):
                    span = left.span.to(right.span)
                    if result is None or span in seen:
                        continue
                    seen.add(span)
                    words = study.excerpt(span)
                    why = _why(truth, left, op, right)
                    yield Found(element.path, f"`{words}` is always {'true' if result else 'false'}{why}", span)


def _members(study: Study) -> frozenset[str]:
    """The names of members: two of them are not the same."""
    ruleset = study.ruleset
    every = (ruleset.players.called, *ruleset.enums.values(), *(kind.entries for kind in ruleset.kinds.values()))
    return frozenset(str(name) for each in every for name in each)


def _why(truth: Truth, left: nodes.Expr, op: str, right: nodes.Expr) -> str:
    """The range that settles it, in words."""
    if isinstance(right, nodes.NoneLit):
        return f": `{truth.study.excerpt(left.span)}` is never none"
    for side in (left, right):
        range_ = truth.ranges.of(side, truth.env)
        if range_ is None or isinstance(side, nodes.Int):
            continue
        words = truth.study.excerpt(side.span)
        if range_[1] == float("inf"):
            return f": `{words}` is never less than {range_[0]:g}"
        if range_[0] == float("-inf"):
            return f": `{words}` is never more than {range_[1]:g}"
        return f": `{words}` is {range_[0]:g} to {range_[1]:g}"
    return ""


def _tests(part: str, node: object) -> Iterator[nodes.Expr]:
    """Every expression that stands as a condition of a piece of code."""
    if (part in ("when", "skip") or part.endswith(".if")) and isinstance(node, nodes.Expr):
        yield node
    for each in descend(node):
        if isinstance(each, nodes.If):
            yield from (test for test, _ in each.branches)
        test = getattr(each, "test", None)
        if isinstance(test, nodes.Expr):
            yield test


# ---------------------------------------------------------------- conditions together

# Conditions joined by `and` that cannot hold together, and by `or` of which one always does: `x > 2 and x < 2`,
# `mood == angry and mood == calm`, `x < 5 or x > 3`.
#
# They are read together, piece by piece: what is compared with a literal number lies in what is left of its range; what
# is one member is no other one; what is denied does not hold.
#

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


# ---------------------------------------------------------------- costs


@rule(
    "YUL014",
    "warning",
    "cost that may be negative",
    "By the declared ranges this cost can be less than 0. Paying it would give the player something, and they can "
    "always afford it.",
    "cost: {money: price - discount}        # of a price 1..3 and a discount 0..2",
    "Write `max(0, …)`, or narrow the ranges.",
)
def negative_costs(study: Study) -> Iterator[Found]:
    """Costs whose range is known and reaches below 0."""
    ranges = Ranges(study)
    for element in study.elements:
        if element.section != "actions":
            continue
        env = ranges.locals_of(element)
        for piece in element.pieces:
            if piece.key != "cost" or not isinstance(piece.node, nodes.Expr):
                continue
            range_ = ranges.of(piece.node, env)
            if range_ is not None and float("-inf") < range_[0] < 0:
                name = piece.part.partition(".")[2]
                message = f"this cost of {name} can be as low as {range_[0]:g}"
                yield Found(element.path, message, piece.node.span, "write `max(0, …)`")
