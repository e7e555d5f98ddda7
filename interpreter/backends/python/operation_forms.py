"""What the emission of operations is built from: the tables' types, and the forms that many operations share.

All that this back end knows of an operation stands where the operation's emitter stands: how it reads as a value and,
in tables of their own, the shorter forms for places that some operations fit better. Only `and`, `or` and `not` are
known elsewhere too (`emit_loops`): there they are control flow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from ...program import ir
from ...program.walk import can_fault
from .source_text import ATOM, TERNARY, Code

if TYPE_CHECKING:
    from .emit_expressions import Expressions

Operation: TypeAlias = Callable[["Expressions", ir.Op], Code]
"""Gives the Python of one operation with its operands."""

Table: TypeAlias = dict[str, Operation]

OPERATIONS: Table = {}
"""By name how each operation reads."""

InPlace: TypeAlias = Callable[["Expressions", ir.Store, ir.Op, str], "str | None"]
"""The statement that stores a stored value changed by the operation, given the address; None where it does not do."""

Paying: TypeAlias = Callable[["Expressions", ir.Op, int], Code]
"""The Python of a list that a heavy loop goes over, paid for by the weight of each turn."""

Row = TypeVar("Row")


def rows_of(table: dict[str, Row]) -> Callable[..., Callable[[Row], Row]]:
    """A decorator that puts an operation into the table under its names."""

    def named(*names: str) -> Callable[[Row], Row]:
        def register(operation: Row) -> Row:
            for name in names:
                table[name] = operation
            return operation

        return register

    return named


def ordered(x: Expressions, one: ir.Expr, other: ir.Expr, paid: bool = False) -> bool:
    """Whether another order of evaluation would show: one of the operands can fault, and the other one as well, be it
    for the work that it takes (`paid`: the first is paid for in any case)."""
    faults = [can_fault(each) for each in (one, other)]
    return all(faults) or (faults[0] and x.pays(other)) or (faults[1] and (paid or x.pays(one)))


def checked(x: Expressions, code: Code, place: int) -> Code:
    """A number, tested for the range of int when there is a place."""
    if place < 0:
        return code
    if not x.walrus:
        return Code(f"in_int({code.text}, {place})")
    return Code(f"t if -2147483647 <= (t := {code.text}) <= 2147483647 else overflow(t, {place})", TERNARY)


def call(name: str, *arguments: str, held: str = "") -> Code:
    """A call of a helper."""
    return Code(f"{name}({', '.join(arguments)})", ATOM, held)


def number_in(node: ir.Expr) -> int:
    """An operand that must be a constant: a table, a domain, a base."""
    assert isinstance(node, ir.Const), "a table, a domain or a base must be a Const"
    return node.value


def zone_cell(x: Expressions, base: int, zone: ir.Expr) -> Code:
    """A zone's cell in one of the arrays by zone number."""
    return Code(f"S[{x.address(base, zone)}]")


def size_of(group: Code) -> Code:
    """How many members a set has."""
    text = group.at(ATOM)
    return Code(str(int(text).bit_count()) if text.isdigit() else f"{text}.bit_count()")
