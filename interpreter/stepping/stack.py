"""Which functions are being carried out at a stop, with the values that were to be seen where each of them is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, NamedTuple, TypeAlias

from ..lower.stops import Stop
from ..program import ir
from ..program.walk import descend


@dataclass(frozen=True, slots=True)
class Call:
    """A function that is being carried out: the stop that it came to last, and the values of the variables there."""

    stop: Stop
    values: tuple[Any, ...]


Waiting: TypeAlias = dict[int, tuple[int, Call]]
"""Of the functions that wait, by the first cell of their frame: the number of the stop that each came to last."""


class _Running(NamedTuple):
    frame: FrameType
    call: Call


class Stack:
    """The functions of a game. Those that wait lie on the stack of the state; of the others each is known by its frame
    in the Python machine. `owner`: the function of every block."""

    def __init__(self, program: ir.Program, stops: Sequence[Stop], owner: Sequence[tuple[int, int]]) -> None:
        self._stops = stops
        self._owner = owner
        self._first = program.layout.stack
        self._running: list[_Running] = []
        self.waiting: Waiting = {}
        self._homes: list[set[int]] = [set() for _ in stops]
        for number, function in enumerate(program.functions):
            for node in descend(function):
                if isinstance(node, ir.At):
                    self._homes[node.stop].add(number)

    def begin(self, waiting: Waiting) -> None:
        """A game begins, or goes on where these functions wait."""
        self.waiting = dict(waiting)
        self._running.clear()

    def come(self, frame: FrameType, cells: ir.Cells, number: int, values: tuple[Any, ...]) -> None:
        """A stop is come to, in a frame of the Python machine."""
        stop = self._stops[number]
        call = Call(stop, values)
        if stop.waits and not stop.asks:
            self._running.clear()
            base = cells[ir.CELL_FRAME]
            self.waiting[base] = number, call
            for other in [each for each in self.waiting if each > base]:
                del self.waiting[other]
            return
        running = self._running
        around: FrameType | None = frame if running else None
        while around is not None:
            at = next((i for i, each in enumerate(running) if each.frame is around), -1)
            if at >= 0:
                del running[at + (around is not frame) :]
                break
            around = around.f_back
        else:
            running.clear()
        running.append(_Running(frame, call))

    def rest(self) -> None:
        """Nothing is being carried out: a decision waits."""
        self._running.clear()

    def calls(self, cells: ir.Cells) -> tuple[list[Call], int]:
        """What is being carried out, the innermost first; and how many functions that are, also without a stop."""
        found = [each.call for each in reversed(self._running)]
        depth = len(found)
        for base, function in self._bases(cells):
            depth += 1
            known = self.waiting.get(base)
            if known is not None and (function < 0 or function in self._homes[known[0]]):
                found.append(known[1])
        return found, depth

    def _bases(self, cells: ir.Cells) -> Iterator[tuple[int, int]]:
        """The frames on the stack of the state, the top one first, each with the number of its function (-1: not known,
        for it is being carried out)."""
        base, function = cells[ir.CELL_FRAME], -1
        while base >= self._first:
            yield base, function
            block = cells[base + ir.FRAME_RETURN]
            function = self._owner[block][0] if block >= 0 else -1
            base = cells[base + ir.FRAME_CALLER]
