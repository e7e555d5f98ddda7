"""The operations of the program as Python: one function for each row of `program.operations`.

A test proves that the table here and `program.operations` have the same rows; the other tables hold shorter forms for
places that some operations fit better. The operations on lists stand in `emit_lists`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from .emit_lists import IN_PLACE, SIZES, called
from .operation_forms import OPERATIONS, Table, call, checked, number_in, ordered, rows_of, size_of, zone_cell
from .source_text import AND, ATOM, BIT_AND, BIT_OR, COMPARE, NOT, OR, PRODUCT, SUM, TERNARY, UNARY, Code, as_tuple

if TYPE_CHECKING:
    from .emit_expressions import Expressions

TESTS: Table = {}
"""Where only the truth of a value matters."""

_op = rows_of(OPERATIONS)
_test = rows_of(TESTS)
_in_place = rows_of(IN_PLACE)
_size = rows_of(SIZES)


def _form(name: str, text: str, level: int, *levels: int) -> None:
    """An operation that reads as a form of its operands, each of which binds at least so tightly."""

    def emit(x: Expressions, node: ir.Op) -> Code:
        operands = [x.code(each).at(least) for each, least in zip(node.args, levels, strict=True)]
        return Code(text.format(*operands), level)

    OPERATIONS[name] = emit


# ---------------------------------------------------------------- numbers

_form("neg", "-{}", UNARY, UNARY)
called("abs", "abs")
called("map_with", "map_with", "tuple")

_SUMS = {"add": "+", "sub": "-"}


@_op("add", "sub")
def _sum(x: Expressions, node: ir.Op) -> Code:
    a, b = node.args
    text = f"{x.code(a).at(SUM)} {_SUMS[node.op]} {x.code(b).at(PRODUCT)}"
    return checked(x, Code(text, SUM), node.place)


@_in_place("add", "sub")
def _add_to(x: Expressions, node: ir.Store, value: ir.Op, address: str) -> str | None:
    if value.place >= 0 or node.place >= 0:
        return None
    return f"S[{address}] {_SUMS[value.op]}= {x.text(value.args[1])}"


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
    return call(helper, x.text(a), x.text(b), str(node.place))


@_op("min", "max")
def _extreme(x: Expressions, node: ir.Op) -> Code:
    if len(node.args) == 2 and all(x.simple(each) for each in node.args):
        a, b = (x.code(each).at(BIT_OR) for each in node.args)
        return Code(f"{a} if {a} {'<=' if node.op == 'min' else '>='} {b} else {b}", TERNARY)
    return call(node.op, *[x.text(each) for each in node.args])


@_op("clamp")
def _clamp(x: Expressions, node: ir.Op) -> Code:
    if all(x.simple(each) for each in node.args):
        value, low, high = (x.code(each).at(BIT_OR) for each in node.args)
        return Code(f"{low} if {value} < {low} else {high} if {value} > {high} else {value}", TERNARY)
    return call("clamp", *[x.text(each) for each in node.args])


# ---------------------------------------------------------------- truth and comparison


@_op("not")
def _not(x: Expressions, node: ir.Op) -> Code:
    return Code(f"not {x.test(node.args[0]).at(NOT)}", NOT)


def _joined(word: str, level: int, inside: int) -> None:
    """`and`, `or`: as values, and where only their truth matters."""

    def value(x: Expressions, node: ir.Op) -> Code:
        return Code(f" {word} ".join([x.code(each).at(inside) for each in node.args]), level)

    def test(x: Expressions, node: ir.Op) -> Code:
        return Code(f" {word} ".join([x.test(each).at(inside) for each in node.args]), level)

    OPERATIONS[word], TESTS[word] = value, test


_joined("and", AND, NOT)
_joined("or", OR, AND)


_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


@_op(*[f"{shape}{op}" for shape in ("", "list_") for op in _COMPARISONS], "set_eq", "set_ne", "map_eq", "map_ne")
def _compare(x: Expressions, node: ir.Op) -> Code:
    a, b = (x.code(each) for each in node.args)
    if a.held != b.held or a.held == "range":
        a, b = as_tuple(a), as_tuple(b)
    return Code(f"{a.at(BIT_OR)} {_COMPARISONS[node.op[-2:]]} {b.at(BIT_OR)}", COMPARE)


# ---------------------------------------------------------------- secrets


OPERATIONS["reveal"] = lambda x, node: x.code(node.args[0])
TESTS["reveal"] = lambda x, node: x.test(node.args[0])


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
    return call("some", x.text(a), str(node.place), str(nothing))


@_op("in_range")
def _in_range(x: Expressions, node: ir.Op) -> Code:
    value, low, high = node.args
    if node.place < 0:
        return x.code(value)
    return call("within", x.text(value), x.text(low), x.text(high), str(node.place))


# ---------------------------------------------------------------- sets (ints; BIT[-1] is 0, so `none` is in no set)


@_op("set")
def _set(x: Expressions, node: ir.Op) -> Code:
    if not node.args:
        return Code("0")
    return Code(" | ".join([f"BIT[{x.text(each)}]" for each in node.args]), ATOM if len(node.args) == 1 else BIT_OR)


@_test("set_has")
def _set_has_test(x: Expressions, node: ir.Op) -> Code:
    group, member = node.args
    if isinstance(member, ir.Const) and member.value >= 0:
        return Code(f"{x.code(group).at(BIT_AND)} & {1 << member.value}", BIT_AND)
    return Code(f"{x.code(group).at(BIT_AND)} & BIT[{x.text(member)}]", BIT_AND)


@_op("set_has")
def _set_has(x: Expressions, node: ir.Op) -> Code:
    return Code(f"{_set_has_test(x, node).text} != 0", COMPARE)


@_op("set_size")
@_size("members")
def _set_size(x: Expressions, node: ir.Op) -> Code:
    return size_of(x.code(node.args[0]))


_form("set_or", "{} | {}", BIT_OR, BIT_OR, BIT_AND)
_form("set_and", "{} & {}", BIT_AND, BIT_AND, SUM)
_form("set_sub", "{} & ~{}", BIT_AND, BIT_AND, UNARY)
_form("set_le", "{} & ~{} == 0", COMPARE, BIT_AND, UNARY)
_form("set_add", "{} | BIT[{}]", BIT_OR, BIT_OR, TERNARY)
_form("set_without", "{} & ~BIT[{}]", BIT_AND, BIT_AND, TERNARY)


@_op("members")
def _members(x: Expressions, node: ir.Op) -> Code:
    (group,) = node.args
    if isinstance(group, ir.Op) and group.op == "domain_set":
        return Code(x.constants.domain(number_in(group.args[0])), ATOM, "tuple")
    if isinstance(group, ir.ConstSet):
        return Code(x.constants.numbers(tuple(sorted(set(group.members)))), ATOM, "tuple")
    return Code(f"MEMBERS[{x.text(group)}]", ATOM, "tuple")


# ---------------------------------------------------------------- maps and domains


@_op("map_get")
def _map_get(x: Expressions, node: ir.Op) -> Code:
    values, key = node.args
    if isinstance(values, ir.Load) and not (values.index is not None and ordered(x, values.index, key)):
        if isinstance(key, ir.Const):
            return Code(f"S[{x.address(values.base, values.index, key.value)}]")
        at = x.address(values.base, values.index)
        return Code(f"S[{at} + {x.code(key).at(PRODUCT)}]")
    return Code(f"{x.code(values).at(ATOM)}[{x.text(key)}]")


@_in_place("map_with")
def _map_change(x: Expressions, node: ir.Store, value: ir.Op, address: str) -> str | None:
    _, key, changed = value.args
    if ordered(x, key, changed):
        return None
    at = x.code(key).at(PRODUCT)
    return f"S[{address} + {at}] = {x.text(changed)}"


@_op("map_fill")
def _map_fill(x: Expressions, node: ir.Op) -> Code:
    size, value = node.args
    return Code(f"({x.text(value)},) * {x.code(size).at(UNARY)}", PRODUCT, "tuple")


@_op("domain")
def _domain(x: Expressions, node: ir.Op) -> Code:
    return Code(x.constants.domain(number_in(node.args[0])), ATOM, "tuple")


@_op("domain_set")
def _domain_set(x: Expressions, node: ir.Op) -> Code:
    return Code(x.constants.domain_set(number_in(node.args[0])))


# ---------------------------------------------------------------- boards


@_op("neighbors")
def _neighbors(x: Expressions, node: ir.Op) -> Code:
    table, member = node.args
    return Code(f"{x.constants.table(number_in(table))}[{x.text(member)}]", ATOM, "tuple")


@_op("border", "parts", "part")
def _board(x: Expressions, node: ir.Op) -> Code:
    table, *rest = node.args
    held = "tuple" if node.op == "parts" else ""
    return call(node.op, x.constants.masks(number_in(table)), *[x.text(each) for each in rest], held=held)


# ---------------------------------------------------------------- zones


@_op("zone_list")
def _zone_list(x: Expressions, node: ir.Op) -> Code:
    zone, base = node.args
    return call("zone_list", "S", x.text(zone), str(number_in(base)), held="list")


@_op("zone_size")
@_size("zone_list")
def _zone_size(x: Expressions, node: ir.Op) -> Code:
    return zone_cell(x, x.constants.program.layout.zone_size, node.args[0])


@_op("zone_top", "zone_bottom")
def _zone_end(x: Expressions, node: ir.Op) -> Code:
    zone, base = node.args
    layout = x.constants.program.layout
    start = layout.zone_last if node.op == "zone_top" else layout.zone_first
    if number_in(base) == 0:
        return zone_cell(x, start, zone)
    return call("zone_end", "S", x.address(start, zone), str(number_in(base)))


# ---------------------------------------------------------------- positions


@_op("position_times", "position_ago")
def _position(x: Expressions, node: ir.Op) -> Code:
    return call(node.op, "S", str(number_in(node.args[0])), str(x.function.place))


@_op("piece_zone")
def _piece_zone(x: Expressions, node: ir.Op) -> Code:
    return Code(f"S[{x.address(x.constants.program.layout.piece_zone, node.args[0])}]")
