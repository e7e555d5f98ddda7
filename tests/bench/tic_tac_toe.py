"""Tic-tac-toe as a programmer would write it by hand, the measure for the ruleset's speed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
)  # fmt: skip


@dataclass
class Board:
    """A position: nine squares ("" is empty) and whose turn it is."""

    squares: list[str] = field(default_factory=lambda: [""] * 9)
    player: str = "x"

    def moves(self) -> list[int]:
        return [number for number, mark in enumerate(self.squares) if not mark]

    def play(self, square: int) -> None:
        self.squares[square] = self.player
        self.player = "o" if self.player == "x" else "x"

    def winner(self) -> str | None:
        for a, b, c in LINES:
            mark = self.squares[a]
            if mark and mark == self.squares[b] == self.squares[c]:
                return mark
        return None


def playout(draw: random.Random) -> int:
    """A random game; the number of its moves."""
    board, taken = Board(), 0
    while moves := board.moves():
        board.play(draw.choice(moves))
        taken += 1
        if board.winner():
            break
    return taken
