"""Which members of a domain are in the game at hand, in code: tables of constants that have a part for each form.

A form is what was chosen before the game: the number of players, or the values of options (see `DomainInfo.axes`).
Where all members are in every game there is one form, and nothing is to be paid for the others.
"""

from __future__ import annotations

from collections.abc import Callable

from ..program import ir
from ..typed.declarations import Values
from ..typed.declared import PLAYERS, DomainInfo
from ..typed.straight import Present
from .core import add, times
from .frame import Frame
from .tables import Tables


def forms_of(domain: DomainInfo) -> list[Present]:
    """The members that are in the game, in each form."""
    return [tuple(each) for each in domain.present] or [None]


def axes_of(tables: Tables, domain: DomainInfo) -> tuple[ir.Axis, ...]:
    """What tells the form of a domain, in cells of the state."""
    options = tables.declared.options
    return tuple(
        [
            ir.Axis(ir.CELL_PLAYERS if each.name == PLAYERS else tables.cell[options[each.name]], each.low, each.many)
            for each in domain.axes
        ]
    )


def part(frame: Frame, domain: DomainInfo, entries: int) -> ir.Expr:
    """Where the part of a table begins that belongs to the form at hand, of parts with so many entries."""
    if domain.whole():
        return ir.Const(0)
    if not domain.axes:
        return times(ir.Load(ir.CELL_PLAYERS, None, ir.SCALAR), entries)
    number: ir.Expr = ir.Const(0)
    for each in axes_of(frame.tables, domain):
        chosen: ir.Expr = ir.Load(each.cell, None, ir.SCALAR)
        if each.low:
            chosen = ir.Op("sub", (chosen, ir.Const(each.low)))
        number = add(times(number, each.many), chosen)
    return times(number, entries)


def by_form(
    frame: Frame, domain: DomainInfo, made: Callable[[Present], Values], index: ir.Expr, *key: object
) -> ir.Table:
    """The entry of a table that has a part for each form; it is known by its key."""
    number = table_by_form(frame, domain, made, *key)
    entries = len(frame.tables.tables[number]) // len(forms_of(domain))
    return ir.Table(number, add(part(frame, domain, entries), index))


def table_by_form(frame: Frame, domain: DomainInfo, made: Callable[[Present], Values], *key: object) -> int:
    """The number of such a table."""
    tables = frame.tables
    number = tables.known_table(key)
    if number is None:
        parts = [made(each) for each in forms_of(domain)]
        number = tables.table(tuple([each for part in parts for each in part]), key)  # type: ignore[arg-type]
    return number


def rows_present(
    frame: Frame, domain: DomainInfo, table: int, row: ir.Expr, of: DomainInfo | None = None
) -> tuple[int, ir.Expr]:
    """The table with rows of members, and the row in it, in which only those stand that are in the game: a row of a
    `table` for all. Rows belong to the members of a domain; what stands in them is of the same one, or `of` another
    that depends on the same."""
    inner = domain if of is None else of
    if inner.whole():
        return table, row
    rows = frame.tables.tables[table]

    def made(present: Present) -> Values:
        there = None if present is None else set(present)
        return tuple(
            [tuple([x for x in each if there is None or x in there]) for each in rows if isinstance(each, tuple)]
        )

    number = table_by_form(frame, inner, made, "present", table)
    return number, add(part(frame, inner, len(rows)), row)
