"""What is read of a position: so that nothing is shown that was worked out from what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..machine.machine import Machine
from ..machine.observation import hidden_pieces, hidden_values, holders, pieces_in, sees
from ..program import ir


def _values(machine: Machine, cells: ir.Cells, viewer: int) -> set[int]:
    """The cells of the fields that are hidden from a viewer (a seat, or -1: who sees what all see)."""
    found: set[int] = set()
    for number, holder in hidden_values(machine, cells, viewer):
        each = machine.program.fields[number]
        cells_of = each.of(holder)
        found.update(range(cells_of.start, cells_of.stop))
    return found


def _places(machine: Machine, cells: ir.Cells, viewer: int) -> set[int]:
    """The cells that say what lies in the zones that are hidden from a viewer. How many lie in one all see."""
    program, layout = machine.program, machine.program.layout
    found: set[int] = set()
    hidden = hidden_pieces(machine, cells, viewer)
    for family in program.families:
        for holder in holders(program, family.holder, cells):
            zone = family.of(holder)
            if cells[layout.zone_size + zone] and not sees(machine, cells, family.visibility, viewer, holder):
                # who sees all of its pieces by themselves sees what lies there, and its top one by itself is no secret
                if not hidden.isdisjoint(pieces_in(program, cells, zone)):
                    found.add(layout.zone_first + zone)
                if cells[layout.zone_last + zone] in hidden:
                    found.add(layout.zone_last + zone)
    for piece in hidden:
        found.update((layout.piece_zone + piece, layout.piece_next + piece, layout.piece_prev + piece))
    return found


class TrackedCells(list[int]):
    """A copy of a position that knows what is read of it: `read_for` holds the cells read before each event."""

    def __init__(self, cells: Iterable[int], read: set[int] | None = None) -> None:
        super().__init__(cells)
        self._read: set[int] = set() if read is None else read
        self.read_for: list[set[int]] = []

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            self._read.add(at)
            return super().__getitem__(at)
        if at == slice(None):  # a hypothetical position: what is read of it is read of this one
            return TrackedCells(self, self._read)
        self._read.update(range(*at.indices(len(self))))
        return super().__getitem__(at)

    @property
    def read(self) -> frozenset[int]:
        """The cells that were read and not told of in an event."""
        return frozenset(self._read)

    def hears(self, events: list[Any]) -> Callable[[Any], None]:
        """What is to be told the events, which go into the list."""

        def hear(event: Any) -> None:
            self.read_for.append(set(self._read))
            self._read.clear()
            events.append(event)

        return hear


class Unseen:
    """What a viewer does not see of a position; that of the last position asked for is kept."""

    def __init__(self) -> None:
        self._last: tuple[tuple[int, ir.Cells], frozenset[int]] | None = None

    def of(self, machine: Machine, cells: ir.Cells, viewer: int) -> frozenset[int]:
        """The cells of hidden fields, and those that say what lies in hidden zones."""
        known = self._last  # another thread may ask at once
        if known is None or known[0] != (viewer, cells):
            found = frozenset(_values(machine, cells, viewer) | _places(machine, cells, viewer))
            known = self._last = (viewer, cells[:]), found
        return known[1]
