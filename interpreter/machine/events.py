"""What happened, as lines for people: log texts, dice, shuffles and draws, each with who may read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..program import ir
from .machine import Cells, Machine
from .observation import sees
from .runtime import Event as Raw


@dataclass(frozen=True)
class Event:
    """One line. `audience` is None when all may read it, else the only seat that may."""

    text: str
    audience: int | None = None

    def __str__(self) -> str:
        return self.text


def render(machine: Machine, cells: Cells, raw: Sequence[Raw]) -> list[Event]:
    """The lines of raw events; `S` is the position after them, which says who sees what was drawn."""
    out: list[Event] = []
    for each in raw:
        if each[0] == "log":
            out.append(Event(machine.printer.text(each[1], each[2])))
        elif each[0] == "roll":
            out.append(Event(_roll(machine, *each[1:])))
        elif each[0] == "shuffle":
            out.append(Event(f"{zone_name(machine.program, each[1])} is shuffled"))
        else:
            out.extend(_draw(machine, cells, *each[1:]))
    return out


def _roll(machine: Machine, player: int, purpose: int, sides: int, values: Sequence[int], *said: Any) -> str:
    who = f"{machine.printer.player(player)} rolls" if player >= 0 else "rolled"
    count = "" if len(values) == 1 else str(len(values))
    why = f" ({machine.printer.text(purpose, said)})" if purpose >= 0 else ""
    return f"{who} {count}d{sides}{why}: {', '.join(map(str, values))}"


def _draw(machine: Machine, cells: Cells, source: int, zone: int, pieces: Sequence[int]) -> list[Event]:
    program = machine.program
    family, _ = family_of(program, source)
    base = program.domains[family.domain].piece_base
    names = ", ".join([machine.printer.member(family.domain, piece - base) for piece in pieces])
    where = f"from {zone_name(program, source)} to {zone_name(program, zone)}" if zone >= 0 else "out of play"
    seats = [seat for seat in range(cells[ir.CELL_PLAYERS]) if _sees_zone(machine, cells, seat, zone)]
    if len(seats) == cells[ir.CELL_PLAYERS]:
        return [Event(f"{names}: drawn {where}")]
    public = Event(f"{len(pieces)} {program.domains[family.domain].name}: drawn {where}")
    return [public, *[Event(f"{names}: drawn {where}", seat) for seat in seats]]


def _sees_zone(machine: Machine, cells: Cells, seat: int, zone: int) -> bool:
    if zone < 0:
        return True
    family, holder = family_of(machine.program, zone)
    return sees(machine, cells, family.visibility, seat, holder)


def family_of(program: ir.Program, zone: int) -> tuple[ir.ZoneFamily, int]:
    """A zone's family and its holder (-1 for a single zone)."""
    for family in program.families:
        if family.first <= zone < family.first + family.count:
            return family, zone - family.first if family.holder >= 0 else -1
    raise IndexError(zone)


def zone_name(program: ir.Program, zone: int) -> str:
    """A zone as people name it: `deck`, `hand of red`."""
    family, holder = family_of(program, zone)
    return family.name if holder < 0 else f"{family.name} of {program.domains[family.holder].names[holder]}"
