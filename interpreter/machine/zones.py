"""Zones: which pieces lie where, in six arrays of the state (`ir.Layout`).

A zone is a doubly linked list over piece numbers, so that a move costs the same however large the zone is.
"""

from __future__ import annotations

from ..program import ir
from .faults import InternalError


class Zones:
    """Moves the pieces of one program, on any position."""

    def __init__(self, program: ir.Program) -> None:
        layout = program.layout
        self.first, self.last, self.size = layout.zone_first, layout.zone_last, layout.zone_size
        self.zone, self.next, self.previous = layout.piece_zone, layout.piece_next, layout.piece_prev
        self.ordered, self.refill = program.zone_ordered, program.zone_refill
        # No zone holds more pieces than there are; a list that seems to is a circle, and not followed for ever.
        self.every_piece = range(layout.pieces + 1)

    def take_out(self, cells: ir.Cells, piece: int) -> None:
        """Out of play."""
        zone = cells[self.zone + piece]
        if zone < 0:
            return
        before, after = cells[self.previous + piece], cells[self.next + piece]
        if before < 0:
            cells[self.first + zone] = after
        else:
            cells[self.next + before] = after
        if after < 0:
            cells[self.last + zone] = before
        else:
            cells[self.previous + after] = before
        cells[self.size + zone] -= 1
        cells[self.zone + piece] = cells[self.next + piece] = cells[self.previous + piece] = -1

    def _put_between(self, cells: ir.Cells, piece: int, zone: int, before: int, after: int) -> None:
        cells[self.zone + piece] = zone
        cells[self.previous + piece] = before
        cells[self.next + piece] = after
        if before < 0:
            cells[self.first + zone] = piece
        else:
            cells[self.next + before] = piece
        if after < 0:
            cells[self.last + zone] = piece
        else:
            cells[self.previous + after] = piece
        cells[self.size + zone] += 1

    def move_top(self, cells: ir.Cells, piece: int, zone: int) -> None:
        """To the top of an ordered zone, to its place in an unordered one, or (zone -1) out of play."""
        self.take_out(cells, piece)
        if zone < 0:
            return
        before, after = cells[self.last + zone], -1
        if not self.ordered[zone]:
            for _ in self.every_piece:
                if before <= piece:
                    break
                after = before
                before = cells[self.previous + before]
        self._put_between(cells, piece, zone, before, after)

    def move_bottom(self, cells: ir.Cells, piece: int, zone: int) -> None:
        """The same to the bottom."""
        if zone < 0 or not self.ordered[zone]:
            self.move_top(cells, piece, zone)
            return
        self.take_out(cells, piece)
        self._put_between(cells, piece, zone, -1, cells[self.first + zone])

    def pieces(self, cells: ir.Cells, zone: int, base: int = 0) -> list[int]:
        """The pieces of a zone as indices of their kind, bottom (or first declared) first."""
        out: list[int] = []
        piece = cells[self.first + zone]
        for _ in self.every_piece:
            if piece < 0:
                return out
            out.append(piece - base)
            piece = cells[self.next + piece]
        raise InternalError(f"the pieces of zone {zone} have no end")
