"""Functions that wait: blocks, frames and answers.

Functions that wait become one function of the module, or where there is too much of them one each. It is given a number
to begin with and the address of an option: the number of a block, or (from `answers_from` on) that of a decision which
the option answers. It gives the number of a block of another function to go on with, or -1 to wait or when all is over.

Blocks that only one way leads to are written where it comes from. The others stand one behind the other, around a table
of branches, in such an order that most ways lead on to one that stands further down: these are plain jumps. Only for
those that lead back, or to a block that follows from the frame alone, one goes through the table again.

How many blocks are left is tested there and nowhere else: between two such places no block comes twice, so that as many
as there are must be left. Where there are not, the Python machine says which one is the first too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ...program import ir
from ...program.blocks import frame_size
from . import binary as wasm
from .binary import I32
from .frames import calls, frame_address
from .function_body import Body, Label
from .writer import Writer, block

if TYPE_CHECKING:
    from .module_maker import Maker

Point: TypeAlias = tuple[str, int, int, int]
"""Where one can go on: ("block", function, block, 0), ("landing", function, block, slot) or ("answer", function,
decision, 0)."""

TOGETHER = 512
"""Blocks that are written as one function of the module."""


def groups(maker: Maker) -> list[list[int]]:
    """The functions that wait, together as they are written."""
    waiting = [number for number, each in enumerate(maker.program.functions) if each.waits]
    if len(maker.numbering.owner) <= TOGETHER:
        return [waiting]
    return [[number] for number in waiting]


def answers_from(maker: Maker) -> int:
    """The number that stands for an answer to the first decision."""
    return len(maker.numbering.owner)


class Flow:
    """Writes functions that wait."""

    def __init__(self, maker: Maker, members: Sequence[int]) -> None:
        self.maker, self.members = maker, frozenset(members)
        self.program, self.numbering, self.frames = maker.program, maker.numbering, maker.frames
        self.body = Body((I32, I32))
        self.at = maker.at["STATE"]
        self.points = self._points()
        ways, by_number = self._ways()
        self.once = {each for each in self.points if ways.get(each, 0) == 1 and each not in by_number}
        self.order = self._order()
        self.open: dict[Point, Label] = {}
        self.again: Label | None = None
        self.base = -1  # the local with the address of the present frame, where one of the frames can lie elsewhere

    # ------------------------------------------------------------ where one can go on

    def _points(self) -> list[Point]:
        out: list[Point] = []
        for number, each in enumerate(self.program.decisions):
            if each.function in self.members:
                out.append(("answer", each.function, number, 0))
        for f in sorted(self.members):
            out += [("block", f, b, 0) for b in range(len(self.program.functions[f].blocks))]
        out += [("landing", f, b, slot) for f, b, slot in self.numbering.landing if f in self.members]
        return out

    def number(self, point: Point) -> int:
        """The number of where one can go on."""
        kind, function, at, slot = point
        match kind:
            case "answer":
                return answers_from(self.maker) + at
            case "landing":
                return self.numbering.landing[function, at, slot]
        return self.numbering.number(function, at)

    def _back(self, function: int, call: ir.CallWait) -> Point:
        """Where one goes on behind a call."""
        landing = (function, call.block, call.slot)
        return ("landing", *landing) if landing in self.numbering.landing else ("block", function, call.block, 0)

    def _next(self, point: Point) -> Iterator[Point]:
        """The points that one leads to, as far as that is known here."""
        kind, function, at, _ = point
        if kind == "landing":
            yield "block", function, at, 0
            return
        if kind == "answer":
            for each in self.program.decisions[at].answers:
                yield "block", function, each.block, 0
            return
        match self.program.functions[function].blocks[at].end:
            case ir.Jump() | ir.Fork() as end:
                for to in end.ways().values():
                    yield "block", function, to, 0
            case ir.CallWait() as end if end.function in self.members:
                yield "block", end.function, 0, 0
            case ir.Finish():
                back = self._known_back(function)
                if back is not None:
                    yield back

    def _known_back(self, function: int) -> Point | None:
        """Where a function goes on when it is done, if that is one point and written here."""
        for f in self.members:
            for each in calls(self.program.functions[f]):
                if each.function == function and function in self.frames.back:
                    return self._back(f, each)
        return None

    def _ways(self) -> tuple[dict[Point, int], set[Point]]:
        """How many ways lead to a point, and the points that are also asked for by their numbers."""
        ways: dict[Point, int] = {}
        by_number: set[Point] = {point for point in self.points if point[0] == "answer"}
        by_number.update([("block", f, 0, 0) for f in self.members if self.frames.back.get(f) == -1])
        if self.program.main in self.members:
            by_number.add(("block", self.program.main, ir.ENTRY, 0))
        for point in self.points:
            for to in self._next(point):
                ways[to] = ways.get(to, 0) + 1
        for number, function in enumerate(self.program.functions):
            for each in calls(function):
                if each.function in self.members and number not in self.members:
                    by_number.add(("block", each.function, 0, 0))
                if number in self.members and self._known_back(each.function) is None:
                    by_number.add(self._back(number, each))
                if number in self.members and each.function not in self.members:
                    by_number.add(self._back(number, each))
            if number in self.members:
                by_number.update([
                    ("block", number, known.end.otherwise, 0) for known in function.blocks
                    if isinstance(known.end, ir.Ask) and known.end.otherwise >= 0
                ])  # fmt: skip
        return ways, by_number

    def _leads_to(self, point: Point) -> list[Point]:
        """The points with a place of their own that one leads to."""
        out = []
        for each in self._next(point):
            out += self._leads_to(each) if each in self.once else [each]
        return out

    def _order(self) -> list[Point]:
        """The points with a place of their own, each where it can before those that it leads to."""
        seen: set[Point] = set()
        out: list[Point] = []
        for start in self.points:
            if start in self.once or start in seen:
                continue
            seen.add(start)
            under_way = [(start, iter(self._leads_to(start)))]
            while under_way:
                point, left = under_way[-1]
                for each in left:
                    if each not in seen:
                        seen.add(each)
                        under_way.append((each, iter(self._leads_to(each))))
                        break
                else:
                    out.append(point)
                    under_way.pop()
        return out[::-1]

    # ------------------------------------------------------------ the whole

    def write(self) -> Body:
        """All blocks."""
        body = self.body
        if any(f not in self.frames.first for f in self.members):
            self.base = frame_address(self.maker, body)
        self.left = body.local()
        body.put(wasm.global_get(self.maker.left), wasm.set_(self.left))
        self.again = body.loop()
        with body.if_(wasm.get(self.left), wasm.const(len(self.points)), wasm.LE):
            self._writer(min(self.members)).fault("memory", -1)
        for point in reversed(self.order):
            self.open[point] = body.block()
        self._table()
        for point in self.order:
            body.end()
            del self.open[point]
            self._write(point)
        body.end()
        body.put(wasm.UNREACHABLE)
        return body

    def _table(self) -> None:
        """To the point whose number was given."""
        body = self.body
        depths = {self.number(point): depth for depth, point in enumerate(self.order)}
        first, last = min(depths), max(depths)
        if last - first <= 4 * len(depths) + 64:
            body.put(wasm.get(0), wasm.const(first), wasm.SUB)
            body.put(wasm.br_table([depths.get(first + i, 0) for i in range(last - first + 1)], 0))
            return
        for point in self.order:
            body.br_if(self.open[point], wasm.get(0), wasm.const(self.number(point)), wasm.EQ)
        body.put(wasm.UNREACHABLE)

    def _writer(self, function: int) -> Writer:
        w = Writer(self.maker, self.body, self.program.functions[function], function)
        w.frame = dict(w.function.frame)
        w.frame_base, w.frame_offset = self._frame(function)
        return w

    def _frame(self, function: int) -> tuple[bytes, int]:
        """The address of the present frame, as code and an offset."""
        first = self.frames.first.get(function)
        return (wasm.get(self.base), 0) if first is None else (wasm.const(0), self.at + 4 * first)

    def _leave(self, *number: bytes) -> None:
        """On in another function of the module, or nowhere."""
        self.body.put(wasm.get(self.left), wasm.global_set(self.maker.left), *number, wasm.RETURN)

    def _go(self, point: Point) -> None:
        """On at a point that is written here."""
        if point in self.once:
            self._write(point)
        elif point in self.open:
            self.body.br(self.open[point])
        else:
            assert self.again is not None
            self.body.put(wasm.const(self.number(point)), wasm.set_(0))
            self.body.br(self.again)

    # ------------------------------------------------------------ points

    def _write(self, point: Point) -> None:
        kind, function, at, slot = point
        if kind == "answer":
            self._answer(at)
            return
        w = self._writer(function)
        w.put(wasm.get(self.left), wasm.const(1), wasm.SUB, wasm.set_(self.left))
        if kind == "landing":
            self._take_result(w, slot)
            self._go(("block", function, at, 0))
        else:
            self._block(w, at)

    def _take_result(self, w: Writer, slot: int) -> None:
        w.put(wasm.const(0), wasm.load(self.at + 4 * ir.CELL_RESULT))
        w.set(slot)

    def _block(self, w: Writer, at: int) -> None:
        known, number = w.function.blocks[at], w.number
        slot = self.numbering.result.get((number, at))
        if slot is not None:
            self._take_result(w, slot)
        w.pay(self.maker.weights.block(number, at), w.function.place)
        block(w, known.body)
        end = known.end
        match end:
            case ir.Jump():
                self._release(w, known)
                self._go(("block", number, end.block, 0))
            case ir.Fork():
                with w.body.block() as other:
                    w.jump_unless(end.test, other)
                    self._release(w, known)
                    self._go(("block", number, end.yes, 0))
                self._release(w, known)
                self._go(("block", number, end.no, 0))
            case ir.CallWait():
                self._call(w, end)
                self._release(w, known)
                if end.function in self.members:
                    self._go(("block", end.function, 0, 0))
                else:
                    self._leave(wasm.const(self.numbering.entry[end.function]))
            case ir.Ask():
                decider = w.new_local(self.program.decisions[end.decision].decider)
                for cell, value in (
                    (ir.CELL_DECIDER, wasm.get(decider)), (ir.CELL_DECISION, wasm.const(end.decision)),
                    (ir.CELL_BLOCK, wasm.const(self.numbering.number(number, at))),
                ):  # fmt: skip
                    w.put(wasm.const(0), value, wasm.store(self.at + 4 * cell))
                self._leave(wasm.const(-1))
            case ir.Finish():
                self._finish(w, known, end)

    def _release(self, w: Writer, known: ir.Block) -> None:
        """Nothing that was made before is of use."""
        if self.maker.makes(w.function, known):
            self.body.put(wasm.const(0), wasm.load(self.maker.at["ARENA_START"]), wasm.global_set(self.maker.arena))

    def _call(self, w: Writer, end: ir.CallWait) -> None:
        """Lay a frame for a function that is called."""
        called = self.program.functions[end.function]
        arguments = []
        for each in end.args:
            arguments.append(w.held_local(each))
        own, size = self.frames.first.get(w.number), frame_size(w.function)
        at = self.at + 4 * ir.CELL_FRAME
        caller = wasm.const(0) + wasm.load(at) if own is None else wasm.const(own)
        base, offset = w.frame_base, w.frame_offset + 4 * size
        if end.function in self.frames.first:
            base, offset = wasm.const(0), self.at + 4 * self.frames.first[end.function]
        w.put(base, wasm.const(self.numbering.returns_to(w.number, end)), wasm.store(offset + 4 * ir.FRAME_RETURN))
        w.put(base, caller, wasm.store(offset + 4 * ir.FRAME_CALLER))
        offsets = dict(called.frame)
        for slot, local in zip(called.params, arguments, strict=True):
            if slot in offsets:
                shape = called.locals[slot]
                w.into_state(shape, base, offset + 4 * offsets[slot], wasm.get(local), called.place)
        w.put(wasm.const(0), caller, wasm.const(size), wasm.ADD, wasm.store(at))
        if self.base >= 0 and end.function not in self.frames.first:
            w.put(base, wasm.const(offset), wasm.ADD, wasm.set_(self.base))

    def _finish(self, w: Writer, known: ir.Block, end: ir.Finish) -> None:
        base, offset = w.frame_base, w.frame_offset
        if end.value is not None:
            value = w.new_local(end.value)
            w.put(wasm.const(0), wasm.get(value), wasm.store(self.at + 4 * ir.CELL_RESULT))
        back = self.frames.back.get(w.number)
        goes_on = w.body.local()
        if back is None:
            w.put(base, wasm.load(offset + 4 * ir.FRAME_RETURN), wasm.set_(goes_on))
        first = None if back is None or back < 0 else self.frames.first.get(self.numbering.owner[back][0])
        caller = w.body.local()
        if first is None:
            w.put(base, wasm.load(offset + 4 * ir.FRAME_CALLER), wasm.set_(caller))
        else:
            w.put(wasm.const(first), wasm.set_(caller))
        w.put(wasm.const(0), wasm.get(caller), wasm.store(self.at + 4 * ir.CELL_FRAME))
        self._clear(w, frame_size(w.function))
        self._release(w, known)
        if self.base >= 0 and first is None:
            w.put(wasm.get(caller), wasm.const(2), wasm.SHL, wasm.const(self.at), wasm.ADD, wasm.set_(self.base))
        point = self._known_back(w.number)
        if point is not None:
            self._go(point)
        elif back is not None:
            self._leave(wasm.const(back))
        elif all(each.waits <= (number in self.members) for number, each in enumerate(self.program.functions)):
            assert self.again is not None
            w.put(wasm.get(goes_on), wasm.set_(0))
            w.body.br(self.again)
        else:
            self._leave(wasm.get(goes_on))

    def _clear(self, w: Writer, cells: int) -> None:
        """The frame is no longer in use."""
        base, offset = w.frame_base, w.frame_offset
        if cells > 32:
            w.put(base, wasm.const(offset), wasm.ADD, wasm.const(0), wasm.const(4 * cells), wasm.MEMORY_FILL)
            return
        for i in range(0, cells - 1, 2):
            w.put(base, wasm.const64(0), wasm.store64(offset + 4 * i))
        if cells % 2:
            w.put(base, wasm.const(0), wasm.store(offset + 4 * (cells - 1)))

    def _answer(self, number: int) -> None:
        """Keep the values of the option that was given, and go on where its answer says."""
        decision = self.program.decisions[number]
        w, body = self._writer(decision.function), self.body
        chosen = wasm.get(body.keep(wasm.get(1), wasm.load()))
        for each in decision.answers:
            last = each is decision.answers[-1]
            if not last:
                body.if_(chosen, wasm.const(each.alternative), wasm.EQ)
            self._keep(w, each)
            self._go(("block", decision.function, each.block, 0))
            if not last:
                body.end()

    def _keep(self, w: Writer, answer: ir.Answer) -> None:
        """Keep the values of an option that is an answer."""
        at, offset = 1, 4
        for slot, kind in zip(answer.slots, self.maker.option_kinds[answer.alternative], strict=False):
            if kind:
                address = w.body.keep(wasm.get(at), wasm.const(offset), wasm.ADD)
                if slot in w.frame:
                    shape = w.function.locals[slot]
                    if shape.kind == "list":
                        w.put(wasm.get(address))
                    else:
                        w.from_state(shape, wasm.get(address), 4)
                    w.set(slot)
                # what follows is found from behind the list on
                at, offset = w.body.local(), 0
                w.put(wasm.get(address), wasm.get(address), wasm.load(), wasm.const(2), wasm.SHL, wasm.ADD)
                w.put(wasm.const(4), wasm.ADD, wasm.set_(at))
                continue
            if slot in w.frame:
                w.put(wasm.get(at), wasm.load(offset))
                w.set(slot)
            offset += 4
