"""Cuts the body of a function that waits into blocks, and finds which locals must be kept in its frame.

A block ends where the function may wait, or where control parts or joins around a wait. Whatever does not wait stays
structured inside a block. A local whose value never goes from one block to another needs no cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from yupana.schemas.source import NOWHERE, Diagnostic, Span

from ..language import messages
from ..program import ir, limits
from ..program.liveness import Liveness
from ..program.walk import slots_set_in
from .clearing import Clearing, without_idle
from .frame import Frame
from .waits import AskStmt, CallStmt, EntryStmt, children, waits


@dataclass(slots=True)
class _Open:
    """A block being filled."""

    body: list[ir.Stmt] = field(default_factory=list)
    end: ir.Terminator | None = None


class Cutter:
    """Cuts one body."""

    def __init__(self, frame: Frame, function: int, *, entry: bool = False) -> None:
        """`entry`: there is an `EntryStmt` in the body."""
        self.frame = frame
        self.tables = frame.tables
        self.function = function
        self.blocks: list[_Open] = []
        self.current = self.open()
        self.entry = self.open() if entry else -1
        self.loops: list[tuple[int, int]] = []
        self.asked: list[ir.Decision] = []
        self.faults: list[Diagnostic] = []  # what cannot be kept over a decision

    # ------------------------------------------------------------ building

    def open(self) -> int:
        """A new empty block; its number."""
        self.blocks.append(_Open())
        return len(self.blocks) - 1

    def close(self, end: ir.Terminator) -> None:
        """End the present block (what follows a return or break is never reached)."""
        if self.blocks[self.current].end is None:
            self.blocks[self.current].end = end

    def go_on(self, block: int) -> None:
        """Continue in a block."""
        self.current = block

    def slot(self, shape: ir.Shape = ir.SCALAR, span: Span = NOWHERE) -> int:
        """A slot of the cutter's own."""
        return self.frame.raw_slot(shape, span)

    def must_cut(self, statement: ir.Stmt) -> bool:
        """Whether the statement waits, returns, or leaves a loop that is cut."""
        if isinstance(statement, (AskStmt, CallStmt, EntryStmt, ir.Return)):
            return True
        if isinstance(statement, (ir.Break, ir.Continue)):
            return True
        if isinstance(statement, (ir.For, ir.While)):
            return waits(statement.body) or _returns(statement.body)
        return any(self.must_cut(each) for inner in children(statement) for each in inner)

    def add(self, statements: Sequence[ir.Stmt]) -> None:
        """Append statements to the present block, cutting where needed."""
        for statement in statements:
            if self.blocks[self.current].end is not None:
                return
            if self.must_cut(statement):
                self.cut(statement)
            else:
                self.blocks[self.current].body.append(statement)

    def cut(self, statement: ir.Stmt) -> None:
        """One statement that ends the present block."""
        match statement:
            case ir.Return():
                self.close(ir.Finish(statement.value))
            case ir.Break():
                self.close(ir.Jump(self.loops[-1][1]))
            case ir.Continue():
                self.close(ir.Jump(self.loops[-1][0]))
            case ir.If():
                self.cut_if(statement)
            case ir.While():
                self.cut_while(statement)
            case ir.For():
                self.cut_for(statement)
            case EntryStmt():
                self.close(ir.Jump(self.entry))
                self.go_on(self.entry)
            case CallStmt():
                after = self.open()
                self.close(ir.CallWait(statement.function, statement.args, statement.slot, after))
                self.go_on(after)
            case AskStmt():
                self.cut_ask(statement)
            case _:
                raise AssertionError(f"cannot cut {type(statement).__name__}")

    def cut_if(self, statement: ir.If) -> None:
        """An `if` around a wait: two ways that join again."""
        yes, no = self.open(), self.open()
        self.close(ir.Fork(statement.test, yes, no))
        join = self.open()
        for block, body in ((yes, statement.then), (no, statement.other)):
            self.go_on(block)
            self.add(body)
            self.close(ir.Jump(join))
        self.go_on(join)

    def cut_while(self, statement: ir.While) -> None:
        """A loop around a wait."""
        endless = isinstance(statement.bound, ir.Const) and statement.bound.value >= ir.INT_MAX
        head_statements: list[ir.Stmt] = []
        if not endless:
            count, bound = self.slot(), self.slot()
            self.blocks[self.current].body += [ir.SetLocal(count, ir.Const(0)), ir.SetLocal(bound, statement.bound)]
            beyond = ir.Op("ge", (ir.Local(count), ir.Local(bound)))
            text = self.tables.plain_text("this loop has reached its bound")
            head_statements = [
                ir.If(beyond, (ir.Fault(statement.place, text),)),
                ir.SetLocal(count, ir.Op("add", (ir.Local(count), ir.Const(1)))),
            ]
        head, body, after = self.open(), self.open(), self.open()
        self.close(ir.Jump(head))
        self.go_on(head)
        self.close(
            ir.Jump(body)
            if isinstance(statement.test, ir.Const) and statement.test.value
            else ir.Fork(statement.test, body, after)
        )
        self.go_on(body)
        self.blocks[body].body += head_statements
        self.loops.append((head, after))
        self.add(statement.body)
        self.loops.pop()
        self.close(ir.Jump(head))
        self.go_on(after)

    def cut_for(self, statement: ir.For) -> None:
        """A `for` around a wait: its list and position are kept in the frame."""
        position = self.slot()
        here = self.blocks[self.current].body
        items = statement.items
        if isinstance(items, ir.Op) and items.op == "range":
            end = self.slot()
            here += [ir.SetLocal(position, items.args[0]), ir.SetLocal(end, items.args[1])]
            test: ir.Expr = ir.Op("le", (ir.Local(position), ir.Local(end)))
            value: ir.Expr = ir.Local(position)
        else:
            listed = self.slot(self._list_shape(items, statement.slot), self.frame.slot_spans[statement.slot])
            here += [ir.SetLocal(listed, items), ir.SetLocal(position, ir.Const(0))]
            test = ir.Op("lt", (ir.Local(position), ir.Op("list_size", (ir.Local(listed),))))
            value = ir.Op("list_get", (ir.Local(listed), ir.Local(position)))
        head, body, after = self.open(), self.open(), self.open()
        self.close(ir.Jump(head))
        self.go_on(head)
        self.close(ir.Fork(test, body, after))
        self.go_on(body)
        self.blocks[body].body += [
            ir.SetLocal(statement.slot, value),
            ir.SetLocal(position, ir.Op("add", (ir.Local(position), ir.Const(1)))),
        ]
        self.loops.append((head, after))
        self.add(statement.body)
        self.loops.pop()
        self.close(ir.Jump(head))
        self.go_on(after)

    def _list_shape(self, items: ir.Expr, slot: int) -> ir.Shape:
        """The shape of the list a loop goes through; its bound was noted when the loop was checked."""
        bound = self.frame.bounds.get(slot)
        if bound is None:
            self.faults.append(messages.no_bound_of_loop(self.frame.slot_spans[slot]))
            bound = 0
        return ir.Shape("list", bound, of=self.frame.slots[slot])

    def cut_ask(self, statement: AskStmt) -> None:
        """A decision: a way for every alternative, joining again."""
        here = self.current
        answers: list[ir.Answer] = []
        join = self.open()
        for alternative, slots, body in statement.branches:
            block = self.open()
            answers.append(ir.Answer(alternative, slots, block))
            self.go_on(block)
            self.add(body)
            self.close(ir.Jump(join))
        otherwise = -1
        if statement.optional:
            otherwise = self.open()
            self.go_on(otherwise)
            self.add(statement.otherwise)
            self.close(ir.Jump(join))
        self.current = here
        self.close(ir.Ask(statement.decision, otherwise))
        decision = self.tables.decisions[statement.decision]
        assert decision is not None
        decision = replace(decision, function=self.function, answers=tuple(answers))
        self.tables.decisions[statement.decision] = decision
        self.asked.append(decision)
        self.go_on(join)

    # ------------------------------------------------------------ the frame

    def finish(self) -> tuple[tuple[ir.Block, ...], tuple[tuple[int, int], ...], int]:
        """The blocks, the slots kept in the frame with their offsets, and the frame's size."""
        self.close(ir.Finish(None))
        for block in self.blocks:
            if block.end is None:
                block.end = ir.Finish(None)
        self._thread()
        self._join()
        self._reach()
        blocks = [ir.Block(tuple(each.body), each.end) for each in self.blocks if each.end is not None]
        live = without_idle(Liveness(blocks, self.tables.decisions))
        kept = live.outliving() | self._tested(live.blocks)
        offset = ir.FRAME_HEAD
        frame: list[tuple[int, int]] = []
        for slot in sorted(kept):
            shape = self.frame.slots[slot]
            if slot in self.frame.room:
                shape = self.frame.slots[slot] = replace(shape, size=self.frame.room[slot])
            if not shape.storable or (shape.kind == "list" and shape.size >= limits.LIST):
                self.faults.append(messages.no_bound(self.frame.slot_spans[slot]))
                continue
            frame.append((slot, offset))
            offset += shape.cells
        if offset > limits.FRAME:
            self.faults.append(messages.too_large(messages.Limit.KEPT, limits.FRAME, self.frame.slot_spans[0]))
        in_frame = frozenset([slot for slot, _ in frame])
        made = Clearing(live, self.frame.params, in_frame, self.frame.slots, self.slot)
        return made.cleared(), tuple(frame), offset

    def _tested(self, blocks: Sequence[ir.Block]) -> set[int]:
        """The lists with a bound that is tested because they lie in the frame."""
        given = {slot for decision in self.asked for answer in decision.answers for slot in answer.slots}
        given.update(self.frame.params)
        places = Counter([slot for block in blocks for slot in slots_set_in(block)])
        bounded = [i for i, each in enumerate(self.frame.slots) if each.kind == "list" and each.size < limits.LIST]
        return {slot for slot in bounded if slot in given or places[slot] > 1}

    def _thread(self) -> None:
        """Go at once where an empty block would only jump on."""
        target: dict[int, int] = {}
        for number in range(len(self.blocks)):
            seen = {number}
            here = number
            while not self.blocks[here].body and isinstance(end := self.blocks[here].end, ir.Jump):
                if here == self.entry:
                    break
                if end.block in seen:
                    break
                here = end.block
                seen.add(here)
            target[number] = here
        self._renumber(target)

    def _join(self) -> None:
        """Put a block that is reached by one jump only behind the block that jumps there."""
        count: dict[int, int] = {0: 1, self.entry: 1}
        for block in self.blocks:
            for following in self._following(block.end):
                count[following] = count.get(following, 0) + 1
        for block in self.blocks:
            while isinstance(end := block.end, ir.Jump) and count.get(end.block) == 1:
                after = self.blocks[end.block]
                if after is block:
                    break
                block.body += after.body
                block.end = after.end
                count[end.block] = 0
                after.body, after.end = [], ir.Finish(None)

    def _renumber(self, new: dict[int, int]) -> None:
        """Change where every block goes on."""
        for block in self.blocks:
            end = block.end
            assert end is not None
            ways = {name: new.get(number, -1) for name, number in end.ways().items()}
            block.end = replace(end, **ways) if ways else end
            if isinstance(end, ir.Ask):
                decision = self._asked(end)
                answers = tuple(replace(answer, block=new[answer.block]) for answer in decision.answers)
                self.tables.decisions[end.decision] = replace(decision, answers=answers)

    def _reach(self) -> None:
        """Drop the blocks that nothing leads to, and number the others anew."""
        order: list[int] = []
        seen = {0, self.entry} - {-1}
        queue = [*seen]
        while queue:
            number = queue.pop(0)
            order.append(number)
            for following in self._following(self.blocks[number].end):
                if following not in seen:
                    seen.add(following)
                    queue.append(following)
        order.sort()
        new = {old: position for position, old in enumerate(order)}
        self.blocks = [self.blocks[number] for number in order]
        self._renumber(new)
        asked = [block.end.decision for block in self.blocks if isinstance(block.end, ir.Ask)]
        self.asked = [each for number in asked if (each := self.tables.decisions[number]) is not None]

    def _following(self, end: ir.Terminator | None) -> Iterator[int]:
        assert end is not None
        yield from [number for number in end.ways().values() if number >= 0]
        if isinstance(end, ir.Ask):
            yield from [answer.block for answer in self._asked(end).answers]

    def _asked(self, end: ir.Ask) -> ir.Decision:
        decision = self.tables.decisions[end.decision]
        assert decision is not None
        return decision


def _returns(statements: Sequence[ir.Stmt]) -> bool:
    return any(isinstance(each, ir.Return) or any(_returns(inner) for inner in children(each)) for each in statements)
