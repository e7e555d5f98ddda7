"""Where the frames of waiting functions lie, as far as it follows from the program: a function that is called from one
place has its frame in one place, and goes on in one block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.blocks import Numbering, frame_size
from . import binary as wasm
from .function_body import Body

if TYPE_CHECKING:
    from .module_maker import Maker


class Frames:
    """Of one program. `first`: by function, the cell where its frame begins, of those for which there is only one;
    `back`: the number of the block in which it goes on when it is done, in the same way; -1 of `main`, and of those
    that nothing calls: they are begun from outside, as `main` is."""

    def __init__(self, program: ir.Program, numbering: Numbering) -> None:
        self.first: dict[int, int] = {}
        self.back: dict[int, int] = {}
        several: set[int] = set()
        sites: dict[int, set[int]] = {}
        for number, function in enumerate(program.functions):
            for each in calls(function):
                sites.setdefault(each.function, set()).add(numbering.returns_to(number, each))
        for number, blocks in sites.items():
            if len(blocks) == 1:
                (self.back[number],) = blocks
        waiting = [number for number, each in enumerate(program.functions) if each.waits and number not in sites]
        self.back |= dict.fromkeys(waiting, -1)
        starts = {number: {program.layout.stack} for number in waiting}
        while waiting:  # no function calls itself, directly or not, so that this ends
            number = waiting.pop()
            function = program.functions[number]
            for each in calls(function):
                known = starts.setdefault(each.function, set())
                more = {first + frame_size(function) for first in starts[number]} - known
                if more and each.function not in several:
                    known |= more
                    waiting.append(each.function)
                    if len(known) > 1:
                        several.add(each.function)
        self.first = {number: min(known) for number, known in starts.items() if len(known) == 1}
        for number in _called_by(program, several):
            self.first.pop(number, None)


def calls(function: ir.Function) -> list[ir.CallWait]:
    """The calls of functions that wait."""
    return [each.end for each in function.blocks if isinstance(each.end, ir.CallWait)]


def _called_by(program: ir.Program, numbers: set[int]) -> set[int]:
    """Functions, and those that they call, directly or not."""
    found: set[int] = set()
    left = list(numbers)
    while left:
        number = left.pop()
        if number not in found:
            found.add(number)
            left.extend([each.function for each in calls(program.functions[number])])
    return found


def frame_address(maker: Maker, body: Body) -> int:
    """The local with the address of the present frame."""
    at = maker.at["STATE"]
    body.put(wasm.const(0), wasm.load(at + 4 * ir.CELL_FRAME), wasm.const(2), wasm.SHL, wasm.const(at), wasm.ADD)
    return body.keep()


def frame_place(maker: Maker, body: Body, function: int) -> tuple[bytes, int]:
    """The address of the present frame, which is one of a function: code, and an offset."""
    first = maker.frames.first.get(function)
    if first is None:
        return wasm.get(frame_address(maker, body)), 0
    return wasm.const(0), maker.at["STATE"] + 4 * first
