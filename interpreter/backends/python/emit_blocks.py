"""Functions that wait, as Python functions from the state to the number of the block to run next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...machine.faults import InternalError
from ...program import ir
from ...program.blocks import Numbering, frame_size
from .emit_statements import Body
from .source_text import OR

F_RETURN, F_CALLER = ir.FRAME_RETURN, ir.FRAME_CALLER


class Blocks(Body):
    """Emits the blocks of one waiting function."""

    def __init__(self, *args: Any, number: int, numbering: Numbering) -> None:
        super().__init__(*args)
        self.number = number
        self.numbering = numbering
        self.frame = dict(self.function.frame)
        self.size = frame_size(self.function)

    def block(self, name: str, number: int) -> None:
        """`def name(S)` for one block."""
        block = self.function.blocks[number]

        def write() -> None:
            slot = self.numbering.result.get((self.number, number))
            if slot is not None:
                self.assign(slot, f"S[{ir.CELL_RESULT}]")
            weight = self.weights.block(self.number, number)
            if weight:
                self.lines.pay(weight, self.function.place)
            if block.body:
                self.statements(block.body)
            _ENDS[type(block.end)](self, block.end, number)

        self.framed(f"def {name}(S):", write)

    def landing(self, name: str, block: int, slot: int) -> None:
        """`def name(S)` that keeps a result and goes on."""

        def write() -> None:
            self.assign(slot, f"S[{ir.CELL_RESULT}]")
            self.lines.add(f"return {self.numbering.number(self.number, block)}")

        self.framed(f"def {name}(S):", write)

    def framed(self, head: str, write: Callable[[], None]) -> None:
        """A function whose frame's first cell is F, if it is used at all."""
        self.lines.head(head, self.function.place)
        self.lines.place = self.function.place
        at = len(self.lines.out)
        self.uses_frame = False
        with self.lines.deeper():
            write()
            self.open_frame(at)

    def answer(self, name: str, decision: ir.Decision, answer: ir.Answer) -> None:
        """`def name(S, t)` that keeps an answer's values and gives the block to go on in."""

        def write() -> None:
            for i, slot in enumerate(answer.slots, 1):
                if slot in self.frame:
                    self.assign(slot, f"t[{i}]")
            self.lines.add(f"return {self.numbering.number(self.number, answer.block)}")

        self.framed(f"def {name}(S, t):", write)


def _jump(x: Blocks, node: ir.Jump, block: int) -> None:
    x.lines.add(f"return {x.numbering.number(x.number, node.block)}")


def _fork(x: Blocks, node: ir.Fork, block: int) -> None:
    yes, no = x.numbering.number(x.number, node.yes), x.numbering.number(x.number, node.no)
    x.lines.add(f"return {yes} if {x.test(node.test).at(OR)} else {no}")


def _call_wait(x: Blocks, node: ir.CallWait, block: int) -> None:
    called = x.constants.program.functions[node.function]
    if not called.waits:
        raise InternalError(f"{x.function.name} block {block} waits for {called.name}, which does not wait")
    x.uses_frame = True
    where = dict(called.frame)
    names = []
    for i, argument in enumerate(node.args):
        if isinstance(argument, ir.Const) or (isinstance(argument, ir.Local) and argument.slot not in x.frame):
            names.append(x.text(argument))  # no store changes it
            continue
        names.append(f"a{i}")
        x.lines.add(f"a{i} = {x.text(argument)}")
    x.lines.add(f"G = F + {x.size}")
    x.lines.add(f"S[G] = {x.numbering.returns_to(x.number, node)}")
    x.lines.add("S[G + 1] = F")
    for name, slot in zip(names, called.params, strict=True):
        if slot in where:
            x.store(f"G + {where[slot]}", name, called.locals[slot], called.place)
    x.lines.add(f"S[{ir.CELL_FRAME}] = G")
    x.lines.add(f"return {x.numbering.entry[node.function]}")


def _ask(x: Blocks, node: ir.Ask, block: int) -> None:
    decision = x.constants.program.decisions[node.decision]
    x.lines.add(f"S[{ir.CELL_DECIDER}] = {x.text(decision.decider)}")
    x.lines.add(f"S[{ir.CELL_DECISION}] = {node.decision}")
    x.lines.add(f"S[{ir.CELL_BLOCK}] = {x.numbering.number(x.number, block)}")
    x.lines.add("return -1")


def _finish(x: Blocks, node: ir.Finish, block: int) -> None:
    x.uses_frame = True
    if node.value is not None:
        x.lines.add(f"S[{ir.CELL_RESULT}] = {x.text(node.value)}")
    x.lines.add("r = S[F]")
    x.lines.add(f"S[{ir.CELL_FRAME}] = S[F + {F_CALLER}]")
    x.lines.add(f"S[F:F + {x.size}] = ({', '.join(['0'] * x.size)},)" if x.size <= 40 else
                f"S[F:F + {x.size}] = (0,) * {x.size}")  # fmt: skip
    x.lines.add("return r")


_ENDS: dict[type, Callable[[Blocks, Any, int], None]] = {
    ir.Jump: _jump, ir.Fork: _fork, ir.CallWait: _call_wait, ir.Ask: _ask, ir.Finish: _finish,
}  # fmt: skip
