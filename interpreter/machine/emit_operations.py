"""The operations of the program as Python: one function for each row of `ir.OPS`.

A test proves that the table here and `ir.OPS` have the same rows. `TESTS` holds the shorter forms for places where
only the truth of a value matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..program import ir
from .runtime import RANGE_MOST
from .source_text import (
    AND,
    ATOM,
    BIT_AND,
    BIT_OR,
    COMPARE,
    NOT,
    OR,
    PRODUCT,
    SUM,
    TERNARY,
    UNARY,
    Code,
    as_tuple,
    set_of,
)
from .walk import can_fault

if TYPE_CHECKING:
    from .emit_expressions import Expressions

Operation: TypeAlias = Callable[["Expressions", ir.Op], Code]

OPERATIONS: dict[str, Operation] = {}
TESTS: dict[str, Operation] = {}


def _op(*names: str) -> Callable[[Operation], Operation]:
    def register(operation: Operation) -> Operation:
        for name in names:
            OPERATIONS[name] = operation
        return operation

    return register


def ordered(*nodes: ir.Expr) -> bool:
    """Whether another order of evaluation would show: two of the operands can fault."""
    return sum([can_fault(each) for each in nodes]) > 1


def checked(x: Expressions, code: Code, place: int) -> Code:
    """A number, tested for the range of int when there is a place."""
    if place < 0:
        return code
    if not x.walrus:
        return Code(f"in_int({code.text}, {place})")
    return Code(f"t if -2147483647 <= (t := {code.text}) <= 2147483647 else overflow(t, {place})", TERNARY)


def _listed(code: Code) -> Code:
    """A list with an operator around it: a range must become a tuple first."""
    return as_tuple(code) if code.held == "range" else code


def _call(name: str, *arguments: str, held: str = "") -> Code:
    return Code(f"{name}({', '.join(arguments)})", ATOM, held)


def _number(node: ir.Expr) -> int:
    """An argument that must be a constant: a table, a domain, a base."""
    assert isinstance(node, ir.Const), "a table, a domain or a base must be a Const"
    return node.value


# ---------------------------------------------------------------- numbers

_SUMS = {"add": "+", "sub": "-"}


@_op("add", "sub")
def _sum(x: Expressions, node: ir.Op) -> Code:
    a, b = node.args
    text = f"{x.code(a).at(SUM)} {_SUMS[node.op]} {x.code(b).at(PRODUCT)}"
    return checked(x, Code(text, SUM), node.place)


@_op("mul")
def _mul(x: Expressions, node: ir.Op) -> Code:
    a, b = node.args
    return checked(x, Code(f"{x.code(a).at(PRODUCT)} * {x.code(b).at(UNARY)}", PRODUCT), node.place)


@_op("div", "mod")
def _division(x: Expressions, node: ir.Op) -> Code:
    a, b = node.args
    sign, helper = ("//", "divide") if node.op == "div" else ("%", "remainder")
    if node.place < 0 or (isinstance(b, ir.Const) and b.value != 0):
        return Code(f"{x.code(a).at(PRODUCT)} {sign} {x.code(b).at(UNARY)}", PRODUCT)
    return _call(helper, x.text(a), x.text(b), str(node.place))


@_op("neg")
def _neg(x: Expressions, node: ir.Op) -> Code:
    return Code(f"-{x.code(node.args[0]).at(UNARY)}", UNARY)


@_op("abs")
def _abs(x: Expressions, node: ir.Op) -> Code:
    return _call("abs", x.text(node.args[0]))


@_op("min", "max")
def _extreme(x: Expressions, node: ir.Op) -> Code:
    if len(node.args) == 2 and all(x.simple(each) for each in node.args):
        a, b = (x.code(each).at(BIT_OR) for each in node.args)
        return Code(f"{a} if {a} {'<=' if node.op == 'min' else '>='} {b} else {b}", TERNARY)
    return _call(node.op, *[x.text(each) for each in node.args])


@_op("clamp")
def _clamp(x: Expressions, node: ir.Op) -> Code:
    if all(x.simple(each) for each in node.args):
        value, low, high = (x.code(each).at(BIT_OR) for each in node.args)
        return Code(f"{low} if {value} < {low} else {high} if {value} > {high} else {value}", TERNARY)
    return _call("clamp", *[x.text(each) for each in node.args])


# ---------------------------------------------------------------- truth and comparison


@_op("not")
def _not(x: Expressions, node: ir.Op) -> Code:
    return Code(f"not {x.test(node.args[0]).at(NOT)}", NOT)


@_op("and")
def _and(x: Expressions, node: ir.Op) -> Code:
    return Code(" and ".join([x.code(each).at(NOT) for each in node.args]), AND)


@_op("or")
def _or(x: Expressions, node: ir.Op) -> Code:
    return Code(" or ".join([x.code(each).at(AND) for each in node.args]), OR)


def _and_test(x: Expressions, node: ir.Op) -> Code:
    return Code(" and ".join([x.test(each).at(NOT) for each in node.args]), AND)


def _or_test(x: Expressions, node: ir.Op) -> Code:
    return Code(" or ".join([x.test(each).at(AND) for each in node.args]), OR)


TESTS["and"] = _and_test
TESTS["or"] = _or_test

_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


@_op("eq", "ne", "lt", "le", "gt", "ge")
def _compare(x: Expressions, node: ir.Op) -> Code:
    a, b = (x.code(each) for each in node.args)
    if a.held != b.held or a.held == "range":
        a, b = as_tuple(a), as_tuple(b)
    return Code(f"{a.at(BIT_OR)} {_COMPARISONS[node.op]} {b.at(BIT_OR)}", COMPARE)


# ---------------------------------------------------------------- optional


@_op("some", "some_int")
def _some(x: Expressions, node: ir.Op) -> Code:
    (a,) = node.args
    nothing = ir.NONE if node.op == "some" else ir.NO_INT
    if node.place < 0:
        return x.code(a)
    if x.simple(a):
        text = x.code(a).at(BIT_OR)
        return Code(f"{text} if {text} != {nothing} else absent({node.place})", TERNARY)
    return _call("some", x.text(a), str(node.place), str(nothing))


@_op("in_range")
def _in_range(x: Expressions, node: ir.Op) -> Code:
    value, low, high = node.args
    if node.place < 0:
        return x.code(value)
    return _call("within", x.text(value), x.text(low), x.text(high), str(node.place))


# ---------------------------------------------------------------- lists


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
        return _call("span", x.text(low), x.text(high), str(node.place), held="range")
    end = str(high.value + 1) if isinstance(high, ir.Const) else f"{x.code(high).at(SUM)} + 1"
    return _call("range", x.text(low), end, held="range")


@_op("list_get")
def _list_get(x: Expressions, node: ir.Op) -> Code:
    values, index = node.args
    if node.place < 0:
        return Code(f"{x.code(values).at(ATOM)}[{x.text(index)}]")
    if isinstance(values, ir.Local) and x.simple(index) and values.slot not in x.frame:
        name, at = x.text(values), x.code(index).at(BIT_OR)
        text = f"{name}[{at}] if 0 <= {at} < len({name}) else bad_index({at}, len({name}), {node.place})"
        return Code(text, TERNARY)
    return _call("item", x.code(values).text, x.text(index), str(node.place))


@_op("list_first", "list_last")
def _list_end(x: Expressions, node: ir.Op) -> Code:
    return _call(node.op.removeprefix("list_"), x.code(node.args[0]).text, x.text(node.args[1]))


@_op("list_size")
def _list_size(x: Expressions, node: ir.Op) -> Code:
    (values,) = node.args
    if isinstance(values, ir.Load):
        return Code(f"S[{x.address(values.base, values.index)}]")
    if isinstance(values, ir.Op) and values.op == "zone_list":
        return _zone_cell(x, x.constants.program.layout.zone_size, values.args[0])
    if isinstance(values, ir.Op) and values.op == "members":
        return _size_of(x.code(values.args[0]))
    return _call("len", x.code(values).text)


@_op("list_has")
def _list_has(x: Expressions, node: ir.Op) -> Code:
    values, value = node.args
    if ordered(values, value):
        return _call("has", x.whole(values).text, x.text(value))
    return Code(f"{x.value(value).at(BIT_OR)} in {x.whole(values).at(BIT_OR)}", COMPARE)


@_op("list_index")
def _list_index(x: Expressions, node: ir.Op) -> Code:
    return _call("index_of", x.whole(node.args[0]).text, x.text(node.args[1]))


@_op("list_add")
def _list_add(x: Expressions, node: ir.Op) -> Code:
    values, value = node.args
    if x.weights.length_in(x.function, values) >= RANGE_MOST:
        return _joined(x, x.code(values).text, f"({x.text(value)},)")
    return Code(f"(*{x.code(values).at(BIT_OR)}, {x.text(value)})", ATOM, "tuple")


def _joined(x: Expressions, *lists: str) -> Code:
    """Lists of unknown length one after the other: that pays, and has an end."""
    return Code(f"over(concat({', '.join(lists)}), {x.function.place})", ATOM, "tuple")


@_op("list_without")
def _list_without(x: Expressions, node: ir.Op) -> Code:
    return _call("without", x.whole(node.args[0]).text, x.text(node.args[1]), held="tuple")


@_op("list_concat")
def _list_concat(x: Expressions, node: ir.Op) -> Code:
    if x.weights.length_in(x.function, node) >= RANGE_MOST:
        return _joined(x, *[x.code(each).text for each in node.args])
    parts = ", ".join([f"*{x.code(each).at(BIT_OR)}" for each in node.args])
    return Code(f"({parts},)" if len(node.args) == 1 else f"({parts})", ATOM, "tuple")


@_op("list_slice")
def _list_slice(x: Expressions, node: ir.Op) -> Code:
    values, start, end = node.args
    code = x.whole(values)
    return _call("part_of_list", code.text, x.text(start), x.text(end), held=code.held)


@_op("list_with")
def _list_with(x: Expressions, node: ir.Op) -> Code:
    values, index, value = node.args
    return _call("with_item", x.whole(values).text, x.text(index), x.text(value), str(node.place), held="tuple")


@_op("list_reversed")
def _list_reversed(x: Expressions, node: ir.Op) -> Code:
    code = x.whole(node.args[0])
    return Code(f"{code.at(ATOM)}[::-1]", ATOM, code.held)


@_op("list_sum")
def _list_sum(x: Expressions, node: ir.Op) -> Code:
    return checked(x, _call("sum", x.whole(node.args[0]).text), node.place)


@_op("list_min", "list_max")
def _list_extreme(x: Expressions, node: ir.Op) -> Code:
    values = x.whole(node.args[0]).text
    if node.place < 0:
        return _call(node.op.removeprefix("list_"), values)
    return _call("least" if node.op == "list_min" else "greatest", values, str(node.place))


@_op("list_set")
def _list_set(x: Expressions, node: ir.Op) -> Code:
    (values,) = node.args
    if isinstance(values, ir.ConstList):
        return Code(str(set_of(values.values)))
    return _call("mask", x.whole(values).text)


@_op("list_count")
def _list_count(x: Expressions, node: ir.Op) -> Code:
    return Code(f"{x.whole(node.args[0]).at(ATOM)}.count({x.text(node.args[1])})")


@_op("list_distinct")
def _list_distinct(x: Expressions, node: ir.Op) -> Code:
    return Code(f"tuple(dict.fromkeys({x.whole(node.args[0]).text}))", ATOM, "tuple")


@_op("rotate", "rotate_after")
def _rotate(x: Expressions, node: ir.Op) -> Code:
    return _call(node.op, x.whole(node.args[0]).text, x.text(node.args[1]), held="tuple")


# ---------------------------------------------------------------- sets (ints; BIT[-1] is 0, so `none` is in no set)


@_op("set")
def _set(x: Expressions, node: ir.Op) -> Code:
    if not node.args:
        return Code("0")
    return Code(" | ".join([f"BIT[{x.text(each)}]" for each in node.args]), ATOM if len(node.args) == 1 else BIT_OR)


def _set_has_test(x: Expressions, node: ir.Op) -> Code:
    group, member = node.args
    if isinstance(member, ir.Const) and member.value >= 0:
        return Code(f"{x.code(group).at(BIT_AND)} & {1 << member.value}", BIT_AND)
    return Code(f"{x.code(group).at(BIT_AND)} & BIT[{x.text(member)}]", BIT_AND)


TESTS["set_has"] = _set_has_test


@_op("set_has")
def _set_has(x: Expressions, node: ir.Op) -> Code:
    return Code(f"{_set_has_test(x, node).text} != 0", COMPARE)


@_op("set_size")
def _set_size(x: Expressions, node: ir.Op) -> Code:
    return _size_of(x.code(node.args[0]))


def _size_of(group: Code) -> Code:
    text = group.at(ATOM)
    return Code(str(int(text).bit_count()) if text.isdigit() else f"{text}.bit_count()")


_SET_SIGNS = {"set_or": ("|", BIT_OR, BIT_AND), "set_and": ("&", BIT_AND, SUM)}


@_op("set_or", "set_and")
def _set_join(x: Expressions, node: ir.Op) -> Code:
    sign, left, right = _SET_SIGNS[node.op]
    a, b = node.args
    return Code(f"{x.code(a).at(left)} {sign} {x.code(b).at(right)}", left)


@_op("set_sub")
def _set_sub(x: Expressions, node: ir.Op) -> Code:
    a, b = node.args
    return Code(f"{x.code(a).at(BIT_AND)} & ~{x.code(b).at(UNARY)}", BIT_AND)


@_op("set_le")
def _set_le(x: Expressions, node: ir.Op) -> Code:
    return Code(f"{_set_sub(x, node).text} == 0", COMPARE)


@_op("set_add")
def _set_add(x: Expressions, node: ir.Op) -> Code:
    group, member = node.args
    return Code(f"{x.code(group).at(BIT_OR)} | BIT[{x.text(member)}]", BIT_OR)


@_op("set_without")
def _set_without(x: Expressions, node: ir.Op) -> Code:
    group, member = node.args
    return Code(f"{x.code(group).at(BIT_AND)} & ~BIT[{x.text(member)}]", BIT_AND)


@_op("members")
def _members(x: Expressions, node: ir.Op) -> Code:
    (group,) = node.args
    if isinstance(group, ir.Op) and group.op == "domain_set":
        return Code(x.constants.domain(_number(group.args[0])), ATOM, "tuple")
    if isinstance(group, ir.ConstSet):
        return Code(x.constants.numbers(tuple(sorted(set(group.members)))), ATOM, "tuple")
    return Code(f"MEMBERS[{x.text(group)}]", ATOM, "tuple")


@_op("set_first")
def _set_first(x: Expressions, node: ir.Op) -> Code:
    group, fill = node.args
    return _call("set_first", x.text(group), x.text(fill))


# ---------------------------------------------------------------- maps and domains


@_op("map_get")
def _map_get(x: Expressions, node: ir.Op) -> Code:
    values, key = node.args
    if isinstance(values, ir.Load) and not (values.index is not None and ordered(values.index, key)):
        if isinstance(key, ir.Const):
            return Code(f"S[{x.address(values.base, values.index, key.value)}]")
        at = x.address(values.base, values.index)
        return Code(f"S[{at} + {x.code(key).at(PRODUCT)}]")
    return Code(f"{x.code(values).at(ATOM)}[{x.text(key)}]")


@_op("map_with")
def _map_with(x: Expressions, node: ir.Op) -> Code:
    values, key, value = node.args
    return _call("map_with", x.code(values).text, x.text(key), x.text(value), held="tuple")


@_op("map_fill")
def _map_fill(x: Expressions, node: ir.Op) -> Code:
    size, value = node.args
    return Code(f"({x.text(value)},) * {x.code(size).at(UNARY)}", PRODUCT, "tuple")


@_op("map_list")
def _map_list(x: Expressions, node: ir.Op) -> Code:
    return x.code(node.args[0])


@_op("domain")
def _domain(x: Expressions, node: ir.Op) -> Code:
    return Code(x.constants.domain(_number(node.args[0])), ATOM, "tuple")


@_op("domain_set")
def _domain_set(x: Expressions, node: ir.Op) -> Code:
    return Code(x.constants.domain_set(_number(node.args[0])))


# ---------------------------------------------------------------- boards


@_op("neighbors")
def _neighbors(x: Expressions, node: ir.Op) -> Code:
    table, member = node.args
    return Code(f"{x.constants.table(_number(table))}[{x.text(member)}]", ATOM, "tuple")


@_op("border", "parts", "part")
def _board(x: Expressions, node: ir.Op) -> Code:
    table, *rest = node.args
    held = "tuple" if node.op == "parts" else ""
    return _call(node.op, x.constants.masks(_number(table)), *[x.text(each) for each in rest], held=held)


# ---------------------------------------------------------------- zones


def _zone_cell(x: Expressions, base: int, zone: ir.Expr) -> Code:
    return Code(f"S[{x.address(base, zone)}]")


@_op("zone_list")
def _zone_list(x: Expressions, node: ir.Op) -> Code:
    zone, base = node.args
    return _call("zone_list", "S", x.text(zone), str(_number(base)), held="list")


@_op("zone_size")
def _zone_size(x: Expressions, node: ir.Op) -> Code:
    return _zone_cell(x, x.constants.program.layout.zone_size, node.args[0])


@_op("zone_top", "zone_bottom")
def _zone_end(x: Expressions, node: ir.Op) -> Code:
    zone, base = node.args
    layout = x.constants.program.layout
    start = layout.zone_last if node.op == "zone_top" else layout.zone_first
    if _number(base) == 0:
        return _zone_cell(x, start, zone)
    return _call("zone_end", "S", x.address(start, zone), str(_number(base)))


@_op("piece_zone")
def _piece_zone(x: Expressions, node: ir.Op) -> Code:
    return Code(f"S[{x.address(x.constants.program.layout.piece_zone, node.args[0])}]")


@_op("zone_group_counts")
def _zone_group_counts(x: Expressions, node: ir.Op) -> Code:
    zone, base, table, size = node.args
    groups = x.constants.table(_number(table))
    return _call("group_counts", "S", x.text(zone), str(_number(base)), groups, str(_number(size)), held="tuple")
