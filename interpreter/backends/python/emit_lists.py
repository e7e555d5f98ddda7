"""The operations on lists as Python. Lists are tuples; a range or a fresh list stands where nobody can see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.operations import OPERATIONS as ROWS
from .operation_forms import OPERATIONS, InPlace, Paying, Table, call, checked, ordered, rows_of
from .source_text import ATOM, BIT_OR, COMPARE, SUM, TERNARY, Code, set_of

if TYPE_CHECKING:
    from .emit_expressions import Expressions

_op = rows_of(OPERATIONS)

SIZES: Table = {}
"""The number of elements of lists that need not be made for it."""

PAYING: dict[str, Paying] = {}
"""Lists that are longer than they may be before they are paid for."""

IN_PLACE: dict[str, InPlace] = {}


def called(name: str, helper: str, held: str = "") -> None:
    """An operation that a helper carries out: on the first operand as it is held, the others as values, and the place
    where it can fault."""

    def emit(x: Expressions, node: ir.Op) -> Code:
        place = [str(node.place)] if ROWS[name].faults else []
        return call(helper, x.whole(node).text, *[x.text(each) for each in node.args[1:]], *place, held=held)

    OPERATIONS[name] = emit


called("list_first", "first")
called("list_last", "last")
called("list_index", "index_of")
called("list_without", "without", "tuple")
called("list_with", "with_item", "tuple")
called("rotate", "rotate", "tuple")
called("rotate_after", "rotate_after", "tuple")


@_op("list")
def _list(x: Expressions, node: ir.Op) -> Code:
    parts = [x.text(each) for each in node.args]
    return Code(f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})", ATOM, "tuple")


@_op("range")
def _range(x: Expressions, node: ir.Op) -> Code:
    low, high = node.args
    if isinstance(low, ir.Const) and isinstance(high, ir.Const) and high.value - low.value < 64:
        return Code(x.constants.numbers(tuple(range(low.value, high.value + 1))), ATOM, "tuple")
    if node.place >= 0:
        return call("span", x.text(low), x.text(high), str(node.place), held="range")
    end = str(high.value + 1) if isinstance(high, ir.Const) else f"{x.code(high).at(SUM)} + 1"
    return call("range", x.text(low), end, held="range")


@rows_of(PAYING)("range")
def _range_paid(x: Expressions, node: ir.Op, weight: int) -> Code:
    low, high = [x.text(each) for each in node.args]
    return Code(f"stretch({low}, {high}, {weight}, {node.place if node.place >= 0 else x.function.place})")


@_op("list_get")
def _list_get(x: Expressions, node: ir.Op) -> Code:
    values, index = node.args
    if node.place < 0:
        first = x.stored_list(values, 1)
        if first is not None:
            return Code(f"S[{first} + {x.code(index).at(SUM)}]")
        return Code(f"{x.code(values).at(ATOM)}[{x.text(index)}]")
    if isinstance(values, ir.Local) and x.simple(index) and values.slot not in x.frame:
        name, at = x.text(values), x.code(index).at(BIT_OR)
        text = f"{name}[{at}] if 0 <= {at} < len({name}) else bad_index({at}, len({name}), {node.place})"
        return Code(text, TERNARY)
    stored = x.stored_list(values)
    if stored is not None:
        return call("stored_item", "S", stored, x.text(index), str(node.place))
    return call("item", x.code(values).text, x.text(index), str(node.place))


@_op("list_size")
def _list_size(x: Expressions, node: ir.Op) -> Code:
    (values,) = node.args
    stored = x.stored_list(values)
    if stored is not None:
        return Code(f"S[{stored}]")
    if isinstance(values, ir.Op) and values.op in SIZES:
        return SIZES[values.op](x, values)
    return call("len", x.code(values).text)


@_op("list_has")
def _list_has(x: Expressions, node: ir.Op) -> Code:
    values, value = node.args
    if ordered(x, values, value, x.is_unbounded(node)):
        return call("has", x.whole(node).text, x.text(value))
    return Code(f"{x.value(value).at(BIT_OR)} in {x.whole(node).at(BIT_OR)}", COMPARE)


@_op("list_add")
def _list_add(x: Expressions, node: ir.Op) -> Code:
    values, value = node.args
    if x.is_unbounded(node):
        return _joined(x, node, x.code(values).text, f"({x.text(value)},)")
    return Code(f"(*{x.code(values).at(BIT_OR)}, {x.text(value)})", ATOM, "tuple")


@rows_of(IN_PLACE)("list_add")
def _append(x: Expressions, node: ir.Store, value: ir.Op, address: str) -> str:
    return f"append_to(S, {address}, {x.text(value.args[1])}, {node.shape.size}, {node.place})"


def _joined(x: Expressions, node: ir.Op, *lists: str) -> Code:
    """Lists of unknown length one after the other: that pays, and has an end."""
    return x.bounded(node, Code(f"over(concat({', '.join(lists)}), {x.function.place})", ATOM, "tuple"))


@_op("list_concat")
def _list_concat(x: Expressions, node: ir.Op) -> Code:
    if x.is_unbounded(node):
        return _joined(x, node, *[x.code(each).text for each in node.args])
    parts = ", ".join([f"*{x.code(each).at(BIT_OR)}" for each in node.args])
    return Code(f"({parts},)" if len(node.args) == 1 else f"({parts})", ATOM, "tuple")


@_op("list_slice")
def _list_slice(x: Expressions, node: ir.Op) -> Code:
    _, start, end = node.args
    code = x.whole(node)
    return call("part_of_list", code.text, x.text(start), x.text(end), held=code.held)


@_op("list_reversed")
def _list_reversed(x: Expressions, node: ir.Op) -> Code:
    code = x.whole(node)
    return Code(f"{code.at(ATOM)}[::-1]", ATOM, code.held)


@_op("list_sum")
def _list_sum(x: Expressions, node: ir.Op) -> Code:
    return checked(x, call("sum", x.whole(node).text), node.place)


@_op("list_min", "list_max")
def _list_extreme(x: Expressions, node: ir.Op) -> Code:
    values = x.whole(node).text
    if node.place < 0:
        return call(node.op.removeprefix("list_"), values)
    return call("least" if node.op == "list_min" else "greatest", values, str(node.place))


@_op("list_set")
def _list_set(x: Expressions, node: ir.Op) -> Code:
    (values,) = node.args
    if isinstance(values, ir.ConstList):
        return Code(str(set_of(values.values)))
    if isinstance(values, ir.Table):
        return Code(f"{x.constants.masks(values.table)}[{x.text(values.index)}]", ATOM)
    return call("mask", x.whole(node).text)


@_op("list_count")
def _list_count(x: Expressions, node: ir.Op) -> Code:
    return Code(f"{x.whole(node).at(ATOM)}.count({x.text(node.args[1])})")


@_op("list_distinct")
def _list_distinct(x: Expressions, node: ir.Op) -> Code:
    return Code(f"tuple(dict.fromkeys({x.whole(node).text}))", ATOM, "tuple")
