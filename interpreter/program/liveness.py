"""Which locals of a function that waits may still be read: from where on a value that is kept in the frame is dead.

The classic analysis backwards over the blocks: a slot is live where there is a way on which it is read before it is
set. A decision reads its frame for as long as it waits. A `SetLocal` of a slot that is dead, and of a value that need
not be worked out, is *idle*: what it reads is not counted as read, so that a number which nobody asks for does not live
by counting itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from . import ir
from .operations import OPERATIONS
from .walk import bound_slots, can_fault, descend, slots_set_in

Slots: TypeAlias = frozenset[int]

NO_SLOTS: Slots = frozenset()


class Liveness:
    """The live slots of one function's blocks. `start[b]`: where block b begins, which for one that a call returns to
    is after the result was taken; `end[b]`: before its end is carried out. `sets[b]`: what its statements surely
    set; `steps[b]`: those, one by one (given where they are known)."""

    def __init__(
        self,
        blocks: Sequence[ir.Block],
        decisions: Sequence[ir.Decision | None],
        steps: Sequence[Sequence[Step]] | None = None,
    ) -> None:
        self.blocks = blocks
        self.decisions = decisions
        self.start: list[Slots] = [NO_SLOTS for _ in blocks]
        self.end: list[Slots] = [NO_SLOTS for _ in blocks]
        self.steps = [[_step(each) for each in block.body] for block in blocks] if steps is None else steps
        self._read = [self._read_at_end(block.end) for block in blocks]
        self.sets: list[Slots] = [NO_SLOTS.union(*[each.sets for each in made]) for made in self.steps]
        changing = True
        while changing:
            changing = False
            for number in range(len(blocks) - 1, -1, -1):
                self.end[number] = live = self._read[number] | self.beyond(number)
                for step in reversed(self.steps[number]):
                    live = step.before(live)
                changing = changing or live != self.start[number]
                self.start[number] = live

    def beyond(self, number: int) -> Slots:
        """What is read where a block's end leads to, but for what is set on the way there. While a decision or a
        called function waits, these are live, and of a decision what `asks` says."""
        end = self.blocks[number].end
        if isinstance(end, ir.CallWait):
            return self.start[end.block] - {end.slot}
        ways = [self.start[block] for block in end.ways().values() if block >= 0]
        if isinstance(end, ir.Ask):
            ways += [self.start[each.block] - {*each.slots} for each in self._decision(end).answers]
        return NO_SLOTS.union(*ways)

    def asks(self, end: ir.Ask) -> Slots:
        """What a decision reads of the frame while it waits."""
        decision = self._decision(end)
        return _body(decision.options, NO_SLOTS) | read_in(decision.decider, *decision.prompt_args)

    def waiting(self, number: int) -> Slots | None:
        """What is live while the block's end waits, None where it does not."""
        end = self.blocks[number].end
        if isinstance(end, ir.Ask):
            return self.end[number]
        return self.beyond(number) if isinstance(end, ir.CallWait) else None

    def outliving(self) -> Slots:
        """The slots whose values go from one block to another, which must lie in the frame."""
        out = set(self.start[0])
        for number, block in enumerate(self.blocks):
            out |= self.beyond(number)
            if isinstance(block.end, ir.Ask):
                out |= self.asks(block.end)
                for each in self._decision(block.end).answers:
                    out |= self.start[each.block] & {*each.slots}
        return frozenset(out)

    def _decision(self, end: ir.Ask) -> ir.Decision:
        decision = self.decisions[end.decision]
        assert decision is not None
        return decision

    def _read_at_end(self, end: ir.Terminator) -> Slots:
        return self.asks(end) if isinstance(end, ir.Ask) else read_in(end)

    def idle(self, number: int) -> list[int]:
        """The places of the statements of a block that do nothing for what follows, the last one first."""
        live, found = self.end[number], []
        for at in range(len(self.steps[number]) - 1, -1, -1):
            step = self.steps[number][at]
            if step.is_idle(live):
                found.append(at)
            live = step.before(live)
        return found


class Step(NamedTuple):
    """A statement of a block: what it reads that it has not set before, what it surely sets, and whether it is left
    out where nobody reads that."""

    reads: Slots
    sets: Slots
    quiet: bool

    def is_idle(self, after: Slots) -> bool:
        """Whether it does nothing for what follows, if `after` is live after it."""
        return self.quiet and not self.sets & after

    def before(self, after: Slots) -> Slots:
        """What is live before it, if `after` is live after it."""
        return after if self.is_idle(after) else (after - self.sets) | self.reads


def _step(node: ir.Stmt) -> Step:
    if not node.bodies:
        quiet = isinstance(node, ir.SetLocal) and _quiet(node.value)
        return Step(read_in(node), frozenset(bound_slots(node)), quiet)
    inside = frozenset(slots_set_in(node))
    return Step(_statement(node, NO_SLOTS), inside - _statement(node, inside), False)


def read_in(*nodes: ir.Node) -> Slots:
    """What expressions, or a node with all of them, read that they do not bind themselves."""
    found: set[int] = set()
    for each in nodes:
        follow(each, NO_SLOTS, found)
    return frozenset(found)


def _body(body: Sequence[ir.Stmt], after: Slots) -> Slots:
    for each in reversed(body):
        after = _statement(each, after)
    return after


def _statement(node: ir.Stmt, after: Slots) -> Slots:
    match node:
        case ir.Break() | ir.Continue():
            return NO_SLOTS  # what is live where they lead to is live where the loop begins
        case ir.If():
            return read_in(node.test) | _body(node.then, after) | _body(node.other, after)
        case ir.Guard():
            return read_in(node.test) | after | _body(node.body, after)
        case ir.For():
            return read_in(node.items) | after | (_body(node.body, after) - {node.slot})
        case ir.While():
            return read_in(node.bound, node.test) | after | _body(node.body, after)
    return ((NO_SLOTS if node.ends else after) - {*bound_slots(node)}) | read_in(node)


def follow(node: Any, bound: Slots, found: set[int]) -> Slots:
    """Note what a node reads that is not bound, in order of evaluation; what is bound after it."""
    if isinstance(node, ir.Local) and node.slot not in bound:
        found.add(node.slot)
    for name, sets in node.steps:
        value = getattr(node, name)
        if sets:
            bound |= {value} if value >= 0 else NO_SLOTS
            continue
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, ir.Clause):
                bound = follow(each, bound, found)
            elif each is not None:
                follow(each, bound, found)
        if isinstance(node, ir.Region) and name == "over":
            bound -= {node.at}  # the condition does not see it
    return bound


def _quiet(value: ir.Expr) -> bool:
    return not can_fault(value) and all(map(_still, descend(value)))


def _still(node: ir.Node) -> bool:
    """Whether working a node out costs next to nothing, and cannot meet a limit."""
    if isinstance(node, ir.Op):
        operation = OPERATIONS[node.op]
        return operation.result in ("n", "a") and not operation.cost
    return isinstance(node, (ir.Const, ir.Local, ir.Load, ir.Choice))
