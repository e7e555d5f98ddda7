"""The numbers of all blocks, the frames and the stack: the contract that every back end and every saved game keeps.

All blocks of all waiting functions have one number each, in the order of functions and blocks; the frame in the state
names them. Where a scalar result comes back from a called function it is taken out of CELL_RESULT by the block that
goes on, or, when that block is also reached otherwise, by a landing block of its own (numbered after all others).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from . import ir


@dataclass
class Numbering:
    """The numbers of all blocks. `entry[f]` is function f's first block; `landing` gives, for a (function, block, slot)
    that needs it, the number of the block that stores the result and goes on; `result` the slot that a block fills
    from CELL_RESULT before anything else."""

    entry: dict[int, int] = field(default_factory=dict)
    owner: list[tuple[int, int]] = field(default_factory=list)
    landing: dict[tuple[int, int, int], int] = field(default_factory=dict)
    result: dict[tuple[int, int], int] = field(default_factory=dict)

    def number(self, function: int, block: int) -> int:
        """The number of a block."""
        return self.entry[function] + block

    def land(self, function: int, calls: Mapping[int, set[int]], others: Container[int]) -> None:
        """Where the results of a function's calls are taken (see `ways_in`)."""
        for block, slots in sorted(calls.items()):
            if slots == {-1}:
                continue
            if len(slots) == 1 and block not in others:
                (self.result[function, block],) = slots
                continue
            for slot in sorted(slots - {-1}):
                self.landing[function, block, slot] = len(self.owner)
                self.owner.append((function, block))

    def returns_to(self, function: int, call: ir.CallWait) -> int:
        """Where a called function returns to."""
        landing = self.landing.get((function, call.block, call.slot))
        return landing if landing is not None else self.number(function, call.block)


def ways_in(program: ir.Program, function: ir.Function) -> tuple[dict[int, set[int]], set[int]]:
    """By block: the slots in which calls leave a result that return there (-1: none); and the blocks that are also
    reached in another way."""
    calls: dict[int, set[int]] = {}
    others = {0}
    for block in function.blocks:
        end = block.end
        if isinstance(end, ir.CallWait):
            calls.setdefault(end.block, set()).add(end.slot)
            continue
        others.update(end.ways().values())
        if isinstance(end, ir.Ask):
            others.update([each.block for each in program.decisions[end.decision].answers])
    return calls, others


def number_blocks(program: ir.Program) -> Numbering:
    """Number the blocks of a program."""
    out = Numbering()
    count = 0
    for f, function in enumerate(program.functions):
        if function.waits:
            out.entry[f] = count
            out.owner.extend([(f, block) for block in range(len(function.blocks))])
            count += len(function.blocks)
    for f, function in enumerate(program.functions):
        if not function.waits:
            continue
        out.land(f, *ways_in(program, function))
    return out


def ways_out(program: ir.Program, numbering: Numbering) -> dict[int, tuple[int, int]]:
    """By the number of each block whose decision need not be asked: the block where it goes on when there is no option,
    or none but to pass; and the alternative that is to pass: the last, if it has no parameters (else -1)."""
    out: dict[int, tuple[int, int]] = {}
    for number, (f, block) in enumerate(numbering.owner):
        blocks = program.functions[f].blocks
        if block >= len(blocks):  # numbered for a program of which this one was made with fewer blocks
            continue
        end = blocks[block].end
        if isinstance(end, ir.Ask) and end.otherwise >= 0 and program.decisions[end.decision].optional:
            last = [each.alternative for each in program.decisions[end.decision].answers[-1:]]
            passing = [each for each in last if not program.alternatives[each].params]
            out[number] = numbering.number(f, end.otherwise), passing[0] if passing else -1
    return out


def frame_size(function: ir.Function) -> int:
    """Cells of a waiting function's frame, its head included."""
    ends = [offset + function.locals[slot].cells for slot, offset in function.frame]
    return max([function.frame_size, ir.FRAME_HEAD, *ends])


def stack_depth(functions: tuple[ir.Function, ...], number: int) -> int:
    """The cells of stack a waiting function needs, with everything it calls. What may be called inside itself begins a
    stretch of the stack of its own, as often as it may be there at once."""
    known: dict[int, int] = {}
    nested: set[int] = set()
    cells = _stretch(functions, number, known, nested)
    done: set[int] = set()
    while rest := nested - done:
        each = min(rest)
        done.add(each)
        cells += functions[each].depth * _stretch(functions, each, known, nested)
        cells += frame_size(functions[each])  # of one too many, which comes to its frame before it finds that
    return cells


def _stretch(functions: Sequence[ir.Function], number: int, known: dict[int, int], nested: set[int]) -> int:
    """The cells of stack for a function and what it calls, but for what may be called inside itself, which goes to
    `nested`."""
    if number not in known:
        function = functions[number]
        calls = [block.end.function for block in function.blocks if isinstance(block.end, ir.CallWait)]
        nested.update([each for each in calls if functions[each].depth])
        inside = [_stretch(functions, each, known, nested) for each in calls if not functions[each].depth]
        known[number] = frame_size(function) + max(inside, default=0)
    return known[number]
