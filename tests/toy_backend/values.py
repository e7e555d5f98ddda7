"""Values as this back end holds them, as cells hold them, and as they cross the protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yupana.interpreter.machine.faults import too_long
from yupana.interpreter.program import ir


def loaded(cells: Sequence[int], at: int, shape: ir.Shape) -> Any:
    """The value of a shape that is stored from a cell on."""
    match shape.kind:
        case "scalar":
            return cells[at]
        case "list":
            return tuple(cells[at + 1 : at + 1 + cells[at]])
        case "map":
            return tuple(cells[at : at + shape.size])
    return frozenset([i for i in range(shape.size) if cells[at + i // 32] >> i % 32 & 1])


def store(cells: ir.Cells, at: int, shape: ir.Shape, value: Any, place: int) -> None:
    """Write a value from a cell on."""
    match shape.kind:
        case "scalar":
            stored = [value]
        case "list":
            if len(value) > shape.size:
                too_long(len(value), shape.size, place)
            stored = [len(value), *value, *[0] * (shape.size - len(value))]
        case "map":
            stored = list(value)
        case "set":
            words = [sum([1 << i % 32 for i in value if i // 32 == word]) for word in range(shape.cells)]
            stored = [word - 2**32 if word >= 2**31 else word for word in words]
    for i, each in enumerate(stored):
        cells[at + i] = int(each)


def inward(value: Any, shape: ir.Shape) -> Any:
    """A value that came over the protocol."""
    if shape.kind == "set":
        return frozenset([i for i in range(shape.size) if value >> i & 1])
    if shape.kind == "scalar":
        return value
    return tuple([inward(each, shape.of or ir.SCALAR) for each in value])


def outward(value: Any) -> Any:
    """A value on its way over the protocol."""
    if isinstance(value, frozenset):
        return sum([1 << each for each in value])
    if isinstance(value, tuple):
        return tuple([outward(each) for each in value])
    return value
