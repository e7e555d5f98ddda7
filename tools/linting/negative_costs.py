"""YUL014: a cost that may be less than nothing."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .ranges import Ranges
from .study import Study

DOC = CodeDoc(
    "cost that may be negative",
    "By the declared ranges this cost can be less than 0. Paying it would give the player something, and they can "
    "always afford it.",
    "cost: {money: price - discount}        # of a price 1..3 and a discount 0..2",
    "Write `max(0, …)`, or narrow the ranges.",
)


def find(study: Study) -> Iterator[Found]:
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


RULE = Rule("YUL014", "warning", DOC, find)
