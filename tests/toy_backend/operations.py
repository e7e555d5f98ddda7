"""What each operation of `program/operations.py` gives: a function of its operands.

A function is told where it stands (`at`) besides, to fault there and to look at the position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from yupana.interpreter.machine import faults
from yupana.interpreter.program import ir, limits

from . import past

if TYPE_CHECKING:
    from .expressions import Walk

OPERATIONS: dict[str, Callable[..., Any]] = {}
"""By name: a function of the walk, the node and the operands."""


def _is(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def register(meaning: Callable[..., Any]) -> Callable[..., Any]:
        OPERATIONS.update(dict.fromkeys(names, meaning))
        return meaning

    return register


def _plain(name: str, meaning: Callable[..., Any]) -> None:
    """An operation that neither faults nor looks at the position."""
    OPERATIONS[name] = lambda walk, node, *operands: meaning(*operands)


# ---------------------------------------------------------------- numbers and truth


def in_int(value: int, place: int) -> int:
    """A number that must fit into an int, where that is not proved."""
    return value if place < 0 or ir.INT_MIN <= value <= ir.INT_MAX else faults.overflow(value, place)


OPERATIONS["add"] = lambda walk, node, a, b: in_int(a + b, node.place)
OPERATIONS["sub"] = lambda walk, node, a, b: in_int(a - b, node.place)
OPERATIONS["mul"] = lambda walk, node, a, b: in_int(a * b, node.place)
OPERATIONS["div"] = lambda walk, node, a, b: a // b if b else faults.division_by_zero(node.place)
OPERATIONS["mod"] = lambda walk, node, a, b: a - b * (a // b) if b else faults.division_by_zero(node.place)
_plain("neg", lambda a: -a)
_plain("abs", lambda a: a if a >= 0 else -a)
_plain("min", lambda *values: min(values))
_plain("max", lambda *values: max(values))
_plain("clamp", lambda x, low, high: low if x < low else high if x > high else x)
_plain("not", lambda a: int(not a))
_plain("reveal", lambda a: a)
for _shape in ("", "list_", "set_", "map_"):
    _plain(f"{_shape}eq", lambda a, b: int(a == b))
    _plain(f"{_shape}ne", lambda a, b: int(a != b))
for _shape in ("", "list_"):
    _plain(f"{_shape}lt", lambda a, b: int(a < b))
    _plain(f"{_shape}le", lambda a, b: int(not a > b))
    _plain(f"{_shape}gt", lambda a, b: int(a > b))
    _plain(f"{_shape}ge", lambda a, b: int(not a < b))


@_is("some")
def _some(walk: Walk, node: ir.Op, a: int) -> int:
    return faults.absent(node.place) if a == ir.NONE and node.place >= 0 else a


@_is("some_int")
def _some_int(walk: Walk, node: ir.Op, a: int) -> int:
    return faults.absent(node.place) if a == ir.NO_INT and node.place >= 0 else a


@_is("in_range")
def _in_range(walk: Walk, node: ir.Op, x: int, low: int, high: int) -> int:
    return x if low <= x <= high or node.place < 0 else faults.out_of_range(x, low, high, node.place)


# ---------------------------------------------------------------- lists


def _at(values: tuple[Any, ...], x: Any) -> int:
    """Where the first x is; behind the last element when it is nowhere."""
    for i, each in enumerate(values):
        if each == x:
            return i
    return len(values)


def _found(values: tuple[Any, ...], x: Any) -> int:
    at = _at(values, x)
    return at if at < len(values) else ir.NO_INT


def _without(values: tuple[Any, ...], x: Any) -> tuple[Any, ...]:
    at = _at(values, x)
    return values[:at] + values[at + 1 :]


def _rotated(values: tuple[Any, ...], x: Any, skipped: int) -> tuple[Any, ...]:
    at = _at(values, x)
    return values if at == len(values) else values[at + skipped :] + values[:at]


_plain("list", lambda *values: values)
_plain("list_first", lambda values, fill: values[0] if values else fill)
_plain("list_last", lambda values, fill: values[-1] if values else fill)
_plain("list_size", len)
_plain("list_has", lambda values, x: int(_at(values, x) < len(values)))
_plain("list_index", _found)
_plain("list_add", lambda values, x: (*values, x))
_plain("list_without", _without)
_plain("list_concat", lambda *lists: tuple([each for values in lists for each in values]))
_plain("list_reversed", lambda values: tuple(reversed(values)))
_plain("list_set", lambda values: frozenset([each for each in values if each >= 0]))
_plain("list_count", lambda values, x: len([each for each in values if each == x]))
_plain("list_distinct", lambda values: tuple([each for i, each in enumerate(values) if each not in values[:i]]))
_plain("rotate", lambda values, x: _rotated(values, x, 0))
_plain("rotate_after", lambda values, x: _rotated(values, x, 1))
_plain("list_slice", lambda values, start, end: values[max(start, 0) : max(end, 0)])


@_is("range")
def _range(walk: Walk, node: ir.Op, low: int, high: int) -> tuple[int, ...]:
    if high - low >= limits.NUMBERS:
        faults.too_many_numbers(low, high, limits.NUMBERS, node.place if node.place >= 0 else walk.function.place)
    return tuple(range(low, high + 1))


@_is("list_get")
def _list_get(walk: Walk, node: ir.Op, values: tuple[Any, ...], i: int) -> Any:
    return values[i] if 0 <= i < len(values) else faults.bad_index(i, len(values), node.place)


@_is("list_with")
def _list_with(walk: Walk, node: ir.Op, values: tuple[Any, ...], i: int, x: Any) -> tuple[Any, ...]:
    if not 0 <= i < len(values):
        faults.bad_index(i, len(values), node.place)
    return (*values[:i], x, *values[i + 1 :])


@_is("list_sum")
def _list_sum(walk: Walk, node: ir.Op, values: tuple[int, ...]) -> int:
    return in_int(sum(values), node.place)


@_is("list_min")
def _list_min(walk: Walk, node: ir.Op, values: tuple[int, ...]) -> int:
    return min(values) if values else faults.of_nothing("smallest", node.place)


@_is("list_max")
def _list_max(walk: Walk, node: ir.Op, values: tuple[int, ...]) -> int:
    return max(values) if values else faults.of_nothing("largest", node.place)


# ---------------------------------------------------------------- sets and maps; `none` is in no set

_plain("set", lambda *values: frozenset([each for each in values if each >= 0]))
_plain("set_has", lambda group, x: int(x in group))
_plain("set_size", len)
_plain("set_or", lambda a, b: a | b)
_plain("set_and", lambda a, b: a & b)
_plain("set_sub", lambda a, b: a - b)
_plain("set_le", lambda a, b: int(a <= b))
_plain("set_add", lambda group, x: group | {x} if x >= 0 else group)
_plain("set_without", lambda group, x: group - {x})
_plain("members", lambda group: tuple(sorted(group)))
_plain("map_get", lambda values, k: values[k])
_plain("map_with", lambda values, k, x: (*values[:k], x, *values[k + 1 :]))
_plain("map_fill", lambda size, x: (x,) * size)

# ---------------------------------------------------------------- domains and boards


@_is("domain")
def _domain(walk: Walk, node: ir.Op, number: int) -> tuple[int, ...]:
    domain = walk.program.domains[number]
    return tuple(domain.here(walk.cells))


@_is("domain_set")
def _domain_set(walk: Walk, node: ir.Op, number: int) -> frozenset[int]:
    return frozenset(_domain(walk, node, number))


@_is("neighbors")
def _neighbors(walk: Walk, node: ir.Op, table: int, x: int) -> Any:
    return walk.program.tables[table][x]


@_is("border")
def _border(walk: Walk, node: ir.Op, table: int, group: frozenset[int]) -> frozenset[int]:
    return frozenset([y for x in group for y in _neighbors(walk, node, table, x)]) - group


@_is("part")
def _part(walk: Walk, node: ir.Op, table: int, group: frozenset[int], x: int) -> frozenset[int]:
    reached = {x} & group
    while grown := (_border(walk, node, table, frozenset(reached)) & group):
        reached |= grown
    return frozenset(reached)


@_is("parts")
def _parts(walk: Walk, node: ir.Op, table: int, group: frozenset[int]) -> tuple[int, ...]:
    out = []
    while group:
        out.append(min(group))
        group -= _part(walk, node, table, group, min(group))
    return tuple(out)


# ---------------------------------------------------------------- zones


@_is("zone_list")
def _zone_list(walk: Walk, node: ir.Op, zone: int, base: int) -> tuple[int, ...]:
    return tuple([piece - base for piece in walk.zones.pieces(walk.cells, zone)])


@_is("zone_size")
def _zone_size(walk: Walk, node: ir.Op, zone: int) -> int:
    return len(walk.zones.pieces(walk.cells, zone))


@_is("zone_top")
def _zone_top(walk: Walk, node: ir.Op, zone: int, base: int) -> int:
    pieces = walk.zones.pieces(walk.cells, zone)
    return pieces[-1] - base if pieces else ir.NONE


@_is("zone_bottom")
def _zone_bottom(walk: Walk, node: ir.Op, zone: int, base: int) -> int:
    pieces = walk.zones.pieces(walk.cells, zone)
    return pieces[0] - base if pieces else ir.NONE


@_is("piece_zone")
def _piece_zone(walk: Walk, node: ir.Op, piece: int) -> int:
    return walk.cells[walk.program.layout.piece_zone + piece]


# ---------------------------------------------------------------- positions


def _noted(walk: Walk, number: int) -> list[bool]:
    """Of all notes of a position, the last one first: whether it is the same as now."""
    program, cells = walk.program, walk.cells
    walk.call.pay((len(cells) - program.layout.size) >> 4, walk.function.place)
    now = [number, *past.digest(program, walk.zones, cells, number)]
    return [each == now for each in reversed(past.notes(program, cells)) if each[0] == number]


@_is("position_times")
def _times(walk: Walk, node: ir.Op, number: int) -> int:
    return sum(_noted(walk, number))


@_is("position_ago")
def _ago(walk: Walk, node: ir.Op, number: int) -> int:
    found = _noted(walk, number)
    return found.index(True) if True in found else ir.NO_INT
