"""Functions that wait: blocks, frames, decisions and answers.

A waiting function becomes one function of the module that is given the number of a block, and gives the number of the
next block of another function, or -1 to wait or when all is over. Blocks that only one other block leads to are written
where that one leads to them; the others stand around a table of branches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.blocks import frame_size
from ...program.calls import asked_by
from . import binary as wasm
from .binary import I32
from .emit_statements import tell_value
from .writer import Writer, block
from .writing import Body, Label, type_of

if TYPE_CHECKING:
    from .making import Maker


class Waiting:
    """Writes one function that waits."""

    def __init__(self, maker: Maker, number: int) -> None:
        self.maker, self.number = maker, number
        self.function = maker.program.functions[number]
        self.numbering = maker.numbering
        self.body = Body((I32,))
        self.at = maker.at["STATE"]
        self.again: Label | None = None
        self.once = self._reached_once()

    def _reached_once(self) -> set[int]:
        """Blocks that one jump or fork leads to, and nothing else."""
        ways: dict[int, int] = {}
        outside = {0}
        for each in self.function.blocks:
            end = each.end
            if isinstance(end, (ir.Jump, ir.Fork)):
                for to in end.ways().values():
                    ways[to] = ways.get(to, 0) + 1
            elif isinstance(end, ir.CallWait):
                outside.add(end.block)
            elif isinstance(end, ir.Ask):
                outside.update(end.ways().values())
        for decision in self.maker.program.decisions:
            if decision.function == self.number:
                outside.update([each.block for each in decision.answers])
        return {to for to, count in ways.items() if count == 1 and to not in outside}

    def write(self) -> Body:
        """All blocks."""
        body, numbering = self.body, self.numbering
        entry = numbering.entry[self.number]
        heads = [b for b in range(len(self.function.blocks)) if b not in self.once]
        landings = [(n, b, slot) for (f, b, slot), n in numbering.landing.items() if f == self.number]
        # what is entered from outside comes with its number: those of blocks lie together, landing blocks behind
        targets: dict[int, int] = {entry + b: i for i, b in enumerate(heads)}
        for i, (n, _, _) in enumerate(landings):
            targets[n] = len(heads) + i
        self.base = frame_address(self.maker, body)
        self.left = body.local()
        body.put(wasm.global_get(self.maker.left), wasm.set_(self.left))
        self.again = body.loop()
        labels = [body.block() for _ in range(len(heads) + len(landings))]
        count = len(labels)
        body.put(wasm.get(0), wasm.const(entry), wasm.SUB)
        highest = max([n - entry for n in targets], default=0)
        if highest <= 4 * len(self.function.blocks) + 64:
            places = [targets.get(entry + i, -1) for i in range(highest + 1)]
            # the block that was begun last is left by branch 0
            body.put(wasm.br_table([count - 1 - p if p >= 0 else 0 for p in places], 0))
        else:
            body.put(wasm.DISCARD)
            for n, place in targets.items():
                body.put(wasm.get(0), wasm.const(n), wasm.EQ)
                body.br_if(labels[place])
            body.put(wasm.UNREACHABLE)
        for place in reversed(range(count)):
            body.end()
            if place < len(heads):
                self._block(heads[place])
            else:
                self._landing(*landings[place - len(heads)])
        body.end()
        body.put(wasm.UNREACHABLE)
        return body

    def _writer(self) -> Writer:
        w = Writer(self.maker, self.body, self.function, self.number)
        w.frame = dict(self.function.frame)
        w.base = self.base
        return w

    def _begin(self, w: Writer) -> None:
        """One block more; nothing that was made before is of use."""
        w.put(wasm.get(self.left), wasm.EQZ)
        w.fault_if("endless", self.function.place)
        w.put(wasm.get(self.left), wasm.const(1), wasm.SUB, wasm.set_(self.left))

    def _leave(self, *number: bytes) -> None:
        """On in another function, or nowhere."""
        self.body.put(wasm.get(self.left), wasm.global_set(self.maker.left), *number, wasm.RETURN)

    def _landing(self, number: int, at: int, slot: int) -> None:
        w = self._writer()
        self._begin(w)
        w.put(wasm.const(0), wasm.load(self.at + 4 * ir.CELL_RESULT))
        w.set(slot)
        self._go(at)

    def _go(self, at: int) -> None:
        """On in another block of this function."""
        if at in self.once:
            self._block(at)
            return
        assert self.again is not None
        self.body.put(wasm.const(self.numbering.number(self.number, at)), wasm.set_(0))
        self.body.br(self.again)

    def _block(self, at: int) -> None:
        w, known = self._writer(), self.function.blocks[at]
        self._begin(w)
        slot = self.numbering.result.get((self.number, at))
        if slot is not None:
            w.put(wasm.const(0), wasm.load(self.at + 4 * ir.CELL_RESULT))
            w.set(slot)
        w.pay(self.maker.weights.block(self.number, at), self.function.place)
        block(w, known.body)
        end = known.end
        match end:
            case ir.Jump():
                self._release(known)
                self._go(end.block)
            case ir.Fork():
                other = w.body.block()
                w.jump_unless(end.test, other)
                self._release(known)
                self._go(end.yes)
                w.body.end()
                self._release(known)
                self._go(end.no)
            case ir.CallWait():
                self._call(w, end)
            case ir.Ask():
                decision = self.maker.program.decisions[end.decision]
                w.value(decision.decider)
                decider = w.body.kept()
                for cell, value in (
                    (ir.CELL_DECIDER, wasm.get(decider)), (ir.CELL_DECISION, wasm.const(end.decision)),
                    (ir.CELL_BLOCK, wasm.const(self.numbering.number(self.number, at))),
                ):  # fmt: skip
                    w.put(wasm.const(0), value, wasm.store(self.at + 4 * cell))
                self._leave(wasm.const(-1))
            case ir.Finish():
                self._finish(w, end)

    def _release(self, known: ir.Block) -> None:
        if self.maker.makes(self.function, known):
            self.body.put(wasm.const(0), wasm.load(self.maker.at["ARENA_START"]), wasm.global_set(self.maker.arena))

    def _call(self, w: Writer, end: ir.CallWait) -> None:
        called = self.maker.program.functions[end.function]
        locals_ = []
        for each in end.args:
            w.held(each)
            locals_.append(w.body.kept(w.type(each)))
        size = 4 * frame_size(self.function)
        new = w.body.local()
        w.put(wasm.get(self.base), wasm.const(size), wasm.ADD, wasm.set_(new))
        w.put(wasm.get(new), wasm.const(self.numbering.returns_to(self.number, end)))
        w.put(wasm.store(4 * ir.FRAME_RETURN))
        at = self.at + 4 * ir.CELL_FRAME
        w.put(wasm.get(new), wasm.const(0), wasm.load(at), wasm.store(4 * ir.FRAME_CALLER))
        offsets = dict(called.frame)
        for slot, local in zip(called.params, locals_, strict=True):
            if slot in offsets:
                shape = called.locals[slot]
                w.into_state(shape, wasm.get(new), 4 * offsets[slot], wasm.get(local), called.place)
        w.put(wasm.const(0), wasm.const(0), wasm.load(at), wasm.const(size // 4), wasm.ADD, wasm.store(at))
        self._leave(wasm.const(self.numbering.entry[end.function]))

    def _finish(self, w: Writer, end: ir.Finish) -> None:
        if end.value is not None:
            w.value(end.value)
            value = w.body.kept()
            w.put(wasm.const(0), wasm.get(value), wasm.store(self.at + 4 * ir.CELL_RESULT))
        goes_on = w.body.local()
        w.put(wasm.get(self.base), wasm.load(4 * ir.FRAME_RETURN), wasm.set_(goes_on))
        w.put(wasm.const(0), wasm.get(self.base), wasm.load(4 * ir.FRAME_CALLER))
        w.put(wasm.store(self.at + 4 * ir.CELL_FRAME))
        cells = frame_size(self.function)
        if cells <= 16:
            for i in range(0, cells - 1, 2):
                w.put(wasm.get(self.base), wasm.const64(0), wasm.store64(4 * i))
            if cells % 2:
                w.put(wasm.get(self.base), wasm.const(0), wasm.store(4 * (cells - 1)))
        else:
            w.put(wasm.get(self.base), wasm.const(0), wasm.const(4 * cells), wasm.MEMORY_FILL)
        self._leave(wasm.get(goes_on))


def frame_address(maker: Maker, body: Body) -> int:
    """The local with the address of the present frame."""
    at = maker.at["STATE"]
    body.put(wasm.const(0), wasm.load(at + 4 * ir.CELL_FRAME), wasm.const(2), wasm.SHL, wasm.const(at), wasm.ADD)
    return body.kept()


def write_options(maker: Maker, number: int) -> Body:
    """The options of a decision: a function without parameters."""
    decision = maker.program.decisions[number]
    w = _reading(maker, decision.function)
    if maker.asks_alike(decision):
        w.call("alike_reset")
    keeps = maker.asks_kept((decision,))
    if keeps:
        w.call("new_listing")
        _look_before(w, [each for each in asked_by(maker.program, (decision,)) if maker.kept(each)])
    block(w, decision.options)
    if keeps:
        w.put(wasm.const(0), wasm.global_set(maker.listing))
    return w.body


def _look_before(w: Writer, functions: list[int]) -> None:
    """Forget the values of functions that depend on what differs from the last time."""
    maker = w.maker
    always = maker.watch.always(functions)
    for number in always:
        w.put(wasm.const(0), wasm.global_get(maker.listing), wasm.const(1), wasm.SUB)
        w.put(wasm.store(maker.watch.head(number)))
    w.const(maker.watch.before(set(functions).difference(always)))
    w.call("made_ready")


def write_prompt(maker: Maker, number: int) -> Body:
    """The values in a decision's prompt, written down as those of an event."""
    decision = maker.program.decisions[number]
    w = _reading(maker, decision.function)
    w.const(0)
    w.call("event_begin")
    for each in decision.prompt_args:
        w.value(each)
        tell_value(w, w.shape(each), w.body.kept(w.type(each)))
    w.call("event_end")
    return w.body


def _reading(maker: Maker, number: int) -> Writer:
    """A writer of code that reads the frame of who asks, and changes nothing of it."""
    body = Body()
    function = maker.program.functions[number]
    w = Writer(maker, body, function, number)
    w.writes = frozenset()
    base = frame_address(maker, body)
    for slot, offset in function.frame:
        shape = function.locals[slot]
        w.from_state(shape, wasm.get(base), 4 * offset)
        w.slots[slot] = body.kept(type_of(shape))
    return w


def write_answer(maker: Maker, number: int) -> Body:
    """Keeps the values of an option, whose address is given, and gives the block to go on in."""
    decision = maker.program.decisions[number]
    function = maker.program.functions[decision.function]
    body = Body((I32,))
    w = Writer(maker, body, function, decision.function)
    w.frame = dict(function.frame)
    w.base = frame_address(maker, body)
    body.put(wasm.get(0), wasm.load())
    chosen = body.kept()
    for each in decision.answers:
        last = each is decision.answers[-1]
        if not last:
            body.put(wasm.get(chosen), wasm.const(each.alternative), wasm.EQ)
            body.if_()
        offset = 4
        for slot, kind in zip(each.slots, maker.option_kinds[each.alternative], strict=False):
            if kind:
                body.put(wasm.get(0), wasm.const(offset), wasm.ADD)
                address = body.kept()
                if slot in w.frame:
                    shape = function.locals[slot]
                    if shape.kind == "list":
                        body.put(wasm.get(address))
                    else:
                        w.from_state(shape, wasm.get(address), 4)
                    w.set(slot)
                # what follows is found from behind the list on
                body.put(wasm.get(address), wasm.get(address), wasm.load(), wasm.const(2), wasm.SHL, wasm.ADD)
                body.put(wasm.const(4), wasm.ADD, wasm.set_(0))
                offset = 0
                continue
            if slot in w.frame:
                body.put(wasm.get(0), wasm.load(offset))
                w.set(slot)
            offset += 4
        body.put(wasm.const(maker.numbering.number(decision.function, each.block)), wasm.RETURN)
        if not last:
            body.end()
    body.put(wasm.UNREACHABLE)
    return body
