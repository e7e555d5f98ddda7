"""Intervals of whole numbers: between which numbers the result of arithmetic lies, and what a comparison comes to.

The checker asks it for the types of numbers, the optimiser for tests that can never fail, the linter and the reading of
examples for conditions that are always so.
"""

from __future__ import annotations

from typing import TypeVar

_Number = TypeVar("_Number", int, float)

DENIED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
"""The comparison that holds where this one does not."""


def calculated(op: str, left: _Number, right: _Number) -> _Number:
    """What an operation on two numbers gives; `//` rounds down, and `%` has the sign of the divisor."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
    return left // right if op == "//" else left % right


def result_of(op: str, a: tuple[_Number, _Number], b: tuple[_Number, _Number]) -> tuple[_Number, _Number]:
    """The least and the greatest result of an operation; `//` and `%` by 0 fault, and give nothing."""
    if a[0] == a[1] and b[0] == b[1]:
        result = calculated(op, a[0], b[0])
        return result, result
    match op:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "%":
            return min(0, b[0] + 1), max(0, b[1] - 1)
        case "//" if b[0] <= 0 <= b[1]:
            most = max(abs(a[0]), abs(a[1]))
            return -most, most
    corners = [calculated(op, x, y) for x in a for y in b]
    return min(corners), max(corners)


def always(op: str, a: tuple[float, float], b: tuple[float, float]) -> bool | None:
    """What a comparison of numbers in these intervals always comes to; None where it depends on them."""
    less, more = a[0] < b[1], a[1] > b[0]
    same = a[0] <= b[1] and a[1] >= b[0]
    may = {"<": less, ">": more, "<=": less or same, ">=": more or same, "==": same, "!=": less or more}
    return None if op not in may or (may[op] and may[DENIED[op]]) else may[op]
