"""Makes a function forget what it does not read any more, so that equal positions have equal cells.

A frame lies in the state, and what is left in it would tell two positions apart that only were reached in different
ways. So wherever a function waits, for a decision or for a function that it calls, each slot of its frame that is dead
there holds zero. It is cleared where it dies, and only if a wait may come before it is set again or the frame is
filled with zeros at the function's end. What need not outlive a block has no place in the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from ..program import ir
from ..program.liveness import NO_SLOTS, Liveness, Slots, Step, read_in
from ..program.walk import slots_set_in


def without_idle(live: Liveness) -> Liveness:
    """The blocks without what is set and kept for nobody."""
    made: list[ir.Block] = []
    steps: list[Sequence[Step]] = []
    for number, block in enumerate(live.blocks):
        idle, end = live.idle(number), block.end
        if isinstance(end, ir.CallWait) and end.slot not in live.start[end.block]:
            end = replace(end, slot=-1)
        if idle or end != block.end:
            block = ir.Block(tuple([each for at, each in enumerate(block.body) if at not in idle]), end)
        made.append(block)
        steps.append([each for at, each in enumerate(live.steps[number]) if at not in idle])
    same = all(one is other for one, other in zip(made, live.blocks, strict=True))
    return live if same else Liveness(made, live.decisions, steps)


class Clearing:
    """Clears the frame of one function. `kept` are the slots in its frame, which include all that outlive a block;
    `shapes` are those of all slots, and `new_slot` makes another of a shape."""

    def __init__(
        self,
        live: Liveness,
        params: Sequence[int],
        kept: Slots,
        shapes: Sequence[ir.Shape],
        new_slot: Callable[[ir.Shape], int],
    ) -> None:
        self.live = live
        self.blocks = live.blocks
        self.params = params
        self.kept = kept
        self.shapes = shapes
        self.new_slot = new_slot
        self.waits = self._before_waits()
        self.dying_at_start = [self.waits[b] - live.start[b] for b in range(len(self.blocks))]
        self.dying_at_end = [self._dying_at_end(b) for b in range(len(self.blocks))]
        self.sets = [[self._sets(each) for each in block.body] for block in self.blocks]
        self.filled = [NO_SLOTS for _ in self.blocks]  # at the start of each block: the slots that may hold something
        self._fill()

    def cleared(self) -> tuple[ir.Block, ...]:
        """The blocks with what clears the frame."""
        return tuple([self._block(number) for number in range(len(self.blocks))])

    # ------------------------------------------------------------ where something is to be cleared

    def _before_waits(self) -> list[Slots]:
        """By block: the slots that may come from its start to a wait without being set."""
        out = [NO_SLOTS for _ in self.blocks]
        changing = True
        while changing:
            changing = False
            for number in range(len(self.blocks) - 1, -1, -1):
                end = self.blocks[number].end
                later = self.kept
                if not isinstance(end, (ir.Ask, ir.CallWait)):
                    later = NO_SLOTS.union(*[out[block] for block in end.ways().values()])
                before = later - self.live.sets[number]
                changing = changing or before != out[number]
                out[number] = before
        return out

    def _dying_at_end(self, number: int) -> Slots:
        """What is to be zero when a block's end has been carried out, whichever way it leads."""
        waiting = self.live.waiting(number)
        if waiting is not None:
            return self.kept - waiting
        end = self.blocks[number].end
        ways = [self.waits[block] for block in end.ways().values()]
        return ways[0].intersection(*ways) - self.live.end[number] if ways else NO_SLOTS

    def _fill(self) -> None:
        """Find what may hold something where a block starts."""
        self.filled[0] = self.kept & {*self.params}
        changed = [*range(len(self.blocks))]
        while changed:
            number = changed.pop()
            left = self._left(number) - self.dying_at_end[number]
            for block, brought in self._following(self.blocks[number].end):
                filled = self.filled[block] | left | (self.kept & brought)
                if filled != self.filled[block]:
                    self.filled[block] = filled
                    changed.append(block)

    def _left(self, number: int) -> Slots:
        """What may hold something behind a block's statements."""
        filled = self.filled[number] - self.dying_at_start[number]
        for emptied, set_ in self.sets[number]:
            filled = filled - emptied | set_
        return filled

    def _sets(self, node: ir.Stmt) -> tuple[Slots, Slots]:
        """Of a statement: what holds nothing after it, and what in the frame may hold something."""
        if isinstance(node, ir.SetLocal) and _is_zero(node.value):
            return frozenset([node.slot]), NO_SLOTS
        return NO_SLOTS, self.kept & {*slots_set_in(node)}

    def _following(self, end: ir.Terminator) -> list[tuple[int, set[int]]]:
        """Where a block goes on, and what is set on the way there."""
        if isinstance(end, ir.CallWait):
            return [(end.block, {end.slot})]
        ways: list[tuple[int, set[int]]] = [(block, set()) for block in end.ways().values() if block >= 0]
        if isinstance(end, ir.Ask):
            decision = self.live.decisions[end.decision]
            assert decision is not None
            ways += [(each.block, {*each.slots}) for each in decision.answers]
        return ways

    # ------------------------------------------------------------ clearing

    def _block(self, number: int) -> ir.Block:
        block = self.blocks[number]
        first = self._clear(self.filled[number] & self.dying_at_start[number])
        last = self._left(number) & self.dying_at_end[number]
        if not first and not last:
            return block
        end = block.end
        moved: list[ir.Stmt] = []
        if isinstance(end, ir.CallWait):  # what dies as an argument is cleared before the function is called
            new = {slot: self.new_slot(self.shapes[slot]) for slot in sorted(last & read_in(*end.args))}
            moved = [ir.SetLocal(to, ir.Local(slot)) for slot, to in new.items()]
            end = replace(end, args=tuple([_renamed(each, new) for each in end.args]))
        return ir.Block((*first, *block.body, *moved, *self._clear(last)), end)

    def _clear(self, slots: Slots) -> list[ir.Stmt]:
        return [ir.SetLocal(slot, _zero(self.shapes[slot])) for slot in sorted(slots)]


def _zero(shape: ir.Shape) -> ir.Expr:
    """The value of a shape whose cells are all 0."""
    match shape.kind:
        case "list":
            return ir.ConstList(())
        case "set":
            return ir.ConstSet((), shape.size)
        case "map":
            return ir.Op("map_fill", (ir.Const(shape.size), ir.Const(0)))
    return ir.Const(0)


def _is_zero(value: ir.Expr) -> bool:
    match value:
        case ir.Const():
            return value.value == 0
        case ir.ConstList():
            return not value.values
        case ir.ConstSet():
            return not value.members
    return False


def _renamed(node: Any, new: dict[int, int]) -> Any:
    """An expression that reads other slots."""
    if isinstance(node, ir.Local):
        return ir.Local(new.get(node.slot, node.slot))
    inside: dict[str, Any] = {}
    for name in node.parts:
        part = getattr(node, name)
        if isinstance(part, tuple):
            inside[name] = tuple([_renamed(each, new) for each in part])
        elif part is not None:
            inside[name] = _renamed(part, new)
    return replace(node, **inside) if inside else node
