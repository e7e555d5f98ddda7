"""What may still be read of the frames of a state that waits: found by going along the blocks, slot by slot, without
the analysis that the lowering uses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from yupana.interpreter.program import ir
from yupana.interpreter.program.blocks import number_blocks
from yupana.interpreter.program.walk import bound_slots, descend
from yupana.tests.found import game


class Frames:
    """The frames of a program's states."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.numbering = number_blocks(program)
        self.landing = {number: slot for (_, _, slot), number in self.numbering.landing.items()}
        self.blocks = {
            f: [Steps(program, block) for block in function.blocks]
            for f, function in enumerate(program.functions)
            if function.waits
        }
        self.known: dict[tuple[int, int, int], bool] = {}

    def dead(self, cells: ir.Cells) -> Iterator[tuple[ir.Function, int, int]]:
        """The function, slot and first cell of all slots in frames that no way from here reads."""
        block, frame, asks = cells[ir.CELL_BLOCK], cells[ir.CELL_FRAME], True
        while frame >= 0:
            f, number = self.numbering.owner[block]
            result = self.landing.get(block, self.numbering.result.get((f, number), -1))
            ahead = self.blocks[f][number].ways if asks else [(number, {result})]
            function = self.program.functions[f]
            for slot, offset in function.frame:
                asked = asks and slot in self.blocks[f][number].asked
                if not asked and not any(slot not in brought and self.reads(f, to, slot) for to, brought in ahead):
                    yield function, slot, frame + offset
            block, frame, asks = cells[frame + ir.FRAME_RETURN], cells[frame + ir.FRAME_CALLER], False

    def reads(self, f: int, block: int, slot: int) -> bool:
        """Whether a slot can be read from the start of a block on, before it is set."""
        known = self.known.get((f, block, slot))
        if known is None:
            known = self.known[f, block, slot] = self._reads(f, block, slot)
        return known

    def _reads(self, f: int, block: int, slot: int) -> bool:
        seen, ahead = {block}, [block]
        while ahead:
            here = self.blocks[f][ahead.pop()]
            found = next((reads for reads, sets in here.steps if slot in reads or slot in sets), None)
            if found is not None and slot in found:
                return True
            if found is None:
                following = {to for to, brought in here.ways if slot not in brought}
                ahead += following - seen
                seen |= following
        return False


@cache
def frames(target: str) -> Frames:
    """The frames of a target's states."""
    return Frames(game(target).program)


def frame_faults(target: str, cells: ir.Cells) -> list[str]:
    """What is kept in frames though nothing reads it any more."""
    return [
        f"{function.name} still holds {held} in slot {slot}"
        for function, slot, first in frames(target).dead(cells)
        for held in [cells[first : first + function.locals[slot].cells]]
        if any(held)
    ]


class Steps:
    """A block, for who goes along it. `steps`: what each statement and the end reads, and what it surely sets; `asked`:
    what its decision reads; `ways`: where it goes on, and what is set on the way there."""

    def __init__(self, program: ir.Program, block: ir.Block) -> None:
        self.steps = [(_locals(each), {*bound_slots(each)} if not each.bodies else set()) for each in block.body]
        self.asked: set[int] = set()
        self.ways: list[tuple[int, set[int]]] = [(to, set()) for to in block.end.ways().values() if to >= 0]
        if isinstance(block.end, ir.Ask):
            decision = program.decisions[block.end.decision]
            self.asked = _locals(decision)
            self.ways += [(each.block, {*each.slots}) for each in decision.answers]
        if isinstance(block.end, ir.CallWait):
            self.ways = [(block.end.block, {block.end.slot})]
        self.steps.append((_locals(block.end) | self.asked, set()))


def _locals(node: ir.Node) -> set[int]:
    return {each.slot for each in descend(node) if isinstance(each, ir.Local)}
