"""How an option stands in a position: offered, not offered by a decision that is about such options, or not asked for.

A piece that is one of several alike is judged by its group: an option with it is offered when one is offered with a
piece that nobody can tell from it now (the same entry, zone and fields).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from yupana.schemas.dots import dotted

from ..program import ir
from .machine import Machine
from .observation import stored
from .options import Decision
from .printing import Written, read_option, squeezed

Standing = Literal["offered", "not offered", "not asked"]

ALWAYS_ASKED = ("pass", "done")
"""What anybody who decides may be said not to be offered, though the decision has nothing of the kind."""


def standing(
    machine: Machine, cells: ir.Cells, decision: Decision | None, options: Sequence[tuple[Any, ...]], text: str
) -> Standing:
    """How what is written stands with the player who decides; arguments may be left out."""
    written = read_option(text)
    if decision is None or written is None:
        return "not asked"
    printer = machine.printer
    likely = printer.likely(written, options)
    if any(printer.fits(written, *each) for each in zip(likely, printer.options(likely), strict=True)):
        return "offered"
    with_alike = {each for each in {option[0] for option in options} if printer.has_alike(each)}
    if with_alike and any(_alike(machine, cells, written, each) for each in options if each[0] in with_alike):
        return "offered"
    answers = machine.program.decisions[cells[ir.CELL_DECISION]].answers
    names = {dotted(machine.program.alternatives[each.alternative].name) for each in answers}
    return "not offered" if written.name in (*names, *ALWAYS_ASKED) else "not asked"


def _alike(machine: Machine, cells: ir.Cells, written: Written, option: tuple[Any, ...]) -> bool:
    """Whether an option differs from what is written in pieces only that cannot be told apart."""
    printer, known = machine.printer, machine.program.alternatives[option[0]]
    if dotted(known.name) != written.name or not written.arguments.keys() <= {name for name, _ in known.params}:
        return False
    stands_for: dict[tuple[int, int], int] = {}
    for (name, kind), there in zip(known.params, option[1:], strict=True):
        wanted = written.arguments.get(name)
        value = None if wanted is None else printer.read_value(kind, wanted)
        if value is None or kind.kind != "member":
            if wanted is None or wanted in (squeezed(printer.value(kind, there, exact)) for exact in (False, True)):
                continue
            return False
        if kind.many and len(value) != len(there):
            return False
        for one, other in zip(value, there, strict=True) if kind.many else ((value, there),):
            if not _same_now(machine.program, cells, kind.domain, one, other):
                return False
            if stands_for.setdefault((kind.domain, one), other) != other:
                return False
    return len(set(stands_for.values())) == len(stands_for)


def _same_now(program: ir.Program, cells: ir.Cells, domain: int, one: int, other: int) -> bool:
    """Whether two members are one piece, or two that are alike and have the same zone and fields."""
    known = program.domains[domain]
    if one == other:
        return True
    if not known.alike or one < 0 or other < 0:
        return False
    if known.groups and known.groups[one] != known.groups[other]:
        return False
    zones = program.layout.piece_zone + known.piece_base
    if known.piece_base >= 0 and cells[zones + one] != cells[zones + other]:
        return False
    return all(
        stored(cells, each.base + one * each.shape.cells, each.shape)
        == stored(cells, each.base + other * each.shape.cells, each.shape)
        for each in program.fields
        if each.domain == domain and not each.internal
    )
