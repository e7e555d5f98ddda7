"""Notes of positions as the emitted code calls them; looking through them is paid for by how many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...machine.positions import Positions
from ...program import ir
from .host import Host


class Past(Positions):
    """What one runner does with the positions of a program."""

    def __init__(self, program: ir.Program, host: Host) -> None:
        super().__init__(program)
        self.host = host

    def named(self) -> dict[str, Callable[..., Any]]:
        """By the names under which the emitted code calls them."""
        return {
            "position_times": self.position_times, "position_ago": self.position_ago, "note": self.note,
            "forget": self.forgotten,
        }  # fmt: skip

    def _pay(self, cells: ir.Cells, place: int) -> None:
        self.host.spend((len(cells) - self.end) >> 4, place)

    def position_times(self, cells: ir.Cells, position: int, place: int) -> int:
        """How often it has been noted."""
        self._pay(cells, place)
        return self.times(cells, position)

    def position_ago(self, cells: ir.Cells, position: int, place: int) -> int:
        """How many notes ago."""
        self._pay(cells, place)
        return self.ago(cells, position)

    def forgotten(self, cells: ir.Cells, position: int, place: int) -> None:
        """No note any more."""
        self._pay(cells, place)
        self.forget(cells, position)
