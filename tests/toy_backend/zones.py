"""Zones as whole lists: what lies in one is read, changed, and written back with all its links."""

from __future__ import annotations

from collections.abc import Callable

from yupana.interpreter.program import ir


class Lists:
    """The zones of a program."""

    def __init__(self, program: ir.Program) -> None:
        self.layout = program.layout
        self.ordered, self.refill = program.zone_ordered, program.zone_refill

    def pieces(self, cells: ir.Cells, zone: int) -> list[int]:
        """The pieces of a zone, the first one first."""
        out: list[int] = []
        piece = cells[self.layout.zone_first + zone]
        while piece >= 0:
            out.append(piece)
            assert len(out) <= self.layout.pieces
            piece = cells[self.layout.piece_next + piece]
        return out

    def lay(self, cells: ir.Cells, zone: int, pieces: list[int]) -> None:
        """Let these pieces lie in a zone, and no others."""
        where = self.layout
        cells[where.zone_size + zone] = len(pieces)
        cells[where.zone_first + zone], cells[where.zone_last + zone] = (pieces[0], pieces[-1]) if pieces else (-1, -1)
        for before, piece, after in zip([-1, *pieces], pieces, [*pieces[1:], -1], strict=False):
            cells[where.piece_zone + piece] = zone
            cells[where.piece_prev + piece], cells[where.piece_next + piece] = before, after

    def move(self, cells: ir.Cells, piece: int, zone: int, bottom: bool) -> None:
        """Move a piece."""
        where = self.layout
        old = cells[where.piece_zone + piece]
        if old >= 0:
            self.lay(cells, old, [each for each in self.pieces(cells, old) if each != piece])
        cells[where.piece_zone + piece] = cells[where.piece_prev + piece] = cells[where.piece_next + piece] = -1
        if zone < 0:
            return
        pieces = self.pieces(cells, zone)
        at = 0 if bottom else len(pieces)
        if not self.ordered[zone]:
            at = next((i for i, each in enumerate(pieces) if each > piece), len(pieces))
        self.lay(cells, zone, [*pieces[:at], piece, *pieces[at:]])

    def shuffle(self, cells: ir.Cells, zone: int, below: Callable[[ir.Cells, int], int]) -> bool:
        """Shuffle a zone; whether it was."""
        if not self.ordered[zone]:
            return False
        pieces = self.pieces(cells, zone)
        for i in range(len(pieces) - 1, 0, -1):
            j = below(cells, i + 1)
            pieces[i], pieces[j] = pieces[j], pieces[i]
        self.lay(cells, zone, pieces)
        return True
