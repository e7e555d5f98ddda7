"""What stands on the backs of pieces, which all see who see where one lies; and pieces that are seen by themselves.

A back goes with the place of a piece, as far as somebody can tell who does not see which piece it is: where another
piece may lie in its place, that one has its back, and what the back says must be so of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ..program import ir
from . import rng
from .machine import Machine

Back: TypeAlias = tuple[tuple[int, ...], ...]
"""The values on one back, field by field, as cells hold them."""


def back_rows(program: ir.Program, domain: int) -> list[tuple[ir.StateField, int]]:
    """The fields on the backs of the pieces of a domain, and the function that says what each means (-1: nothing)."""
    rows = [(program.fields[each.field], each.means) for each in program.backs]
    return [(field, means) for field, means in rows if field.domain == domain]


def is_shown(machine: Machine, cells: ir.Cells, viewer: int, piece: int) -> bool:
    """Whether a viewer (-1: who sees what all see) sees a piece by itself, wherever it lies."""
    for face in machine.program.faces:
        domain = machine.program.domains[face.domain]
        if 0 <= piece - domain.piece_base < len(domain.names):
            seats = (viewer,) if viewer >= 0 else range(cells[ir.CELL_PLAYERS])
            return all(machine.call(cells, face.function, seat, piece - domain.piece_base) for seat in seats)
    return False


class Backs:
    """The backs of the pieces of a domain in one position."""

    def __init__(self, machine: Machine, cells: ir.Cells, domain: int) -> None:
        self._machine, self._scratch = machine, cells[:]
        self._rows = back_rows(machine.program, domain)
        self._domain = machine.program.domains[domain]
        self._known: dict[tuple[Back, int], bool] = {}

    def __bool__(self) -> bool:
        return bool(self._rows)

    def has(self, piece: int) -> bool:
        """Whether a piece is of this domain."""
        return 0 <= piece - self._domain.piece_base < len(self._domain.names)

    def of(self, cells: ir.Cells, piece: int) -> Back:
        """The back of a piece."""
        member = piece - self._domain.piece_base
        return tuple([tuple(cells[field.of(member)]) for field, _ in self._rows])

    def put(self, cells: ir.Cells, piece: int, back: Back) -> None:
        """Give a piece another back, in place."""
        member = piece - self._domain.piece_base
        for (field, _), values in zip(self._rows, back, strict=True):
            first = field.of(member).start
            for number, value in enumerate(values):
                cells[first + number] = value

    def fits(self, back: Back, piece: int) -> bool:
        """Whether what a back says is so of a piece."""
        member = piece - self._domain.piece_base
        key = back, self._domain.groups[member] if self._domain.groups else member
        found = self._known.get(key)
        if found is None:
            own = self.of(self._scratch, piece)
            self.put(self._scratch, piece, back)
            found = all(means < 0 or self._machine.call(self._scratch, means, member) for _, means in self._rows)
            self.put(self._scratch, piece, own)
            self._known[key] = found
        return found


def backs_of(machine: Machine, cells: ir.Cells) -> dict[int, Backs]:
    """By domain the backs of its pieces, where there are any."""
    program = machine.program
    kinds = {program.fields[each.field].domain for each in program.backs}
    return {domain: Backs(machine, cells, domain) for domain in kinds}


def moved_backs(
    machine: Machine, cells: ir.Cells, before: Mapping[int, Sequence[int]], after: Mapping[int, Sequence[int]]
) -> None:
    """Pieces lie in the places of others, by zone and in order: they get, in place, the backs of those."""
    for backs in backs_of(machine, cells).values():
        pairs = [
            (piece, backs.of(cells, there))
            for zone, pieces in after.items()
            for there, piece in zip(before[zone], pieces, strict=True)
            if backs.has(piece)
        ]
        for piece, back in pairs:
            backs.put(cells, piece, back)


def matched(places: int, pieces: Sequence[int], fits: Callable[[int, int], bool], dice: list[int]) -> list[int] | None:
    """By place (from 0) one of the pieces, drawn so that each fits its place; None where there is no way."""
    order = list(pieces)
    rng.shuffle(dice, order)
    held: dict[int, int] = {}  # by piece its place

    def find(place: int, tried: set[int]) -> bool:
        for free in (True, False):
            for piece in order:
                if piece in tried or (piece not in held) != free or not fits(place, piece):
                    continue
                tried.add(piece)
                if free or find(held[piece], tried):
                    held[piece] = place
                    return True
        return False

    where = list(range(places))
    rng.shuffle(dice, where)
    if not all(find(place, set()) for place in where):
        return None
    by_place = {place: piece for piece, place in held.items()}
    return [by_place[place] for place in range(places)]
