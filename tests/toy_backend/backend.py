"""The back end itself: blocks, decisions, and the protocol."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from yupana.interpreter.backends.protocol import Chance, Event, OptionTuple, Search
from yupana.interpreter.machine import faults
from yupana.interpreter.machine.faults import InternalError, Trap, UsageError
from yupana.interpreter.program import ir
from yupana.interpreter.program.blocks import frame_size, number_blocks
from yupana.interpreter.program.targets import Targets
from yupana.interpreter.program.weigh import weigh

from .expressions import Call, Walk, carried_out
from .searching import Searching
from .statements import STATEMENTS, Listing, block, body
from .values import inward, loaded, outward, store
from .zones import Lists

MakeCells = Callable[[Sequence[int]], ir.Cells]


class ToyTranslation:
    """A program as it is."""

    text = ""

    def __init__(self, program: ir.Program, cells: MakeCells) -> None:
        self.program = program
        self.cells = cells
        self.numbering = number_blocks(program)
        self.landing = {number: slot for (_, _, slot), number in self.numbering.landing.items()}
        self.weights = weigh(program)
        self.zones = Lists(program)

    def runner(self) -> ToyRunner:
        """A runner of its own."""
        return ToyRunner(self)

    def explained(self, error: Exception) -> Exception:
        """What is to be raised."""
        if isinstance(error, (Trap, UsageError, InternalError)):
            return error
        return InternalError(f"{self.program.name}: {type(error).__name__}: {error}")


class ToyRunner:
    """Walks over the program. Blocks are numbered as everywhere; nothing is kept between calls."""

    def __init__(self, shared: ToyTranslation) -> None:
        self.shared = shared
        self.program = shared.program
        self.fresh(None, None)

    def fresh(
        self, sink: Callable[[Event], None] | None, script: list[int] | None, chance: Chance | None = None
    ) -> None:
        """Begin anew."""
        shared = self.shared
        self.now = Call(self.program, shared.weights, shared.zones, body, STATEMENTS, sink, script, chance)

    def cells(self, values: Sequence[int]) -> ir.Cells:
        """A position."""
        return self.shared.cells(values)

    # ------------------------------------------------------------ blocks

    def run(self, cells: ir.Cells, number: int, most: int) -> int:
        """One block after the other."""
        while most:
            most -= 1
            number = self._block(cells, number)
            if number < 0:
                return most
        return faults.endless(self.program.functions[self.shared.numbering.owner[number][0]].place)

    def _in_frame(self, cells: ir.Cells, number: int) -> Walk:
        """A function that waits, with its locals in the present frame."""
        function = self.program.functions[number]
        return Walk(self.now, cells, function, {}, dict(function.frame))

    def _block(self, cells: ir.Cells, number: int) -> int:
        """One block; the number of the next one, -1 to wait or when all is over."""
        numbering = self.shared.numbering
        f, at = numbering.owner[number]
        walk = self._in_frame(cells, f)
        if number in self.shared.landing:
            walk.set(self.shared.landing[number], cells[ir.CELL_RESULT])
            return numbering.number(f, at)
        if (f, at) in numbering.result:
            walk.set(numbering.result[f, at], cells[ir.CELL_RESULT])
        weight = self.shared.weights.block(f, at)
        if weight:
            self.now.pay(weight, walk.function.place)
        known = walk.function.blocks[at]
        block(walk, known.body)
        match known.end:
            case ir.Jump() as end:
                return numbering.number(f, end.block)
            case ir.Fork() as end:
                return numbering.number(f, end.yes if walk.value(end.test) else end.no)
            case ir.CallWait() as end:
                return self._called(walk, f, end)
            case ir.Ask() as end:
                cells[ir.CELL_DECIDER] = walk.value(self.program.decisions[end.decision].decider)
                cells[ir.CELL_DECISION], cells[ir.CELL_BLOCK] = end.decision, number
                return -1
            case ir.Finish() as end:
                return self._finished(walk, end)
        raise AssertionError(known.end)

    def _called(self, walk: Walk, f: int, end: ir.CallWait) -> int:
        cells, called = walk.cells, self.program.functions[end.function]
        arguments = walk.values(end.args)
        old = cells[ir.CELL_FRAME]
        new = old + frame_size(walk.function)
        cells[new + ir.FRAME_RETURN] = self.shared.numbering.returns_to(f, end)
        cells[new + ir.FRAME_CALLER] = old
        for slot, offset in called.frame:
            if slot in called.params:
                value = arguments[called.params.index(slot)]
                store(cells, new + offset, called.locals[slot], value, called.place)
        cells[ir.CELL_FRAME] = new
        return self.shared.numbering.entry[end.function]

    def _finished(self, walk: Walk, end: ir.Finish) -> int:
        cells = walk.cells
        if end.value is not None:
            cells[ir.CELL_RESULT] = int(walk.value(end.value))
        frame = cells[ir.CELL_FRAME]
        goes_on = cells[frame + ir.FRAME_RETURN]
        cells[ir.CELL_FRAME] = cells[frame + ir.FRAME_CALLER]
        for i in range(frame_size(walk.function)):
            cells[frame + i] = 0
        return goes_on

    # ------------------------------------------------------------ decisions

    def answer(self, cells: ir.Cells, decision: int, option: OptionTuple, most: int) -> int:
        """Keep the values of an option, and go on."""
        known = self.program.decisions[decision]
        (answer,) = [each for each in known.answers if each.alternative == option[0]]
        walk = self._in_frame(cells, known.function)
        for slot, value in zip(answer.slots, option[1:], strict=False):
            if slot in walk.frame:
                walk.set(slot, inward(value, walk.function.locals[slot]))
        return self.run(cells, self.shared.numbering.number(known.function, answer.block), most)

    def _listing(self, cells: ir.Cells, decision: int) -> Listing:
        """A walk that reads the frame of who asks, and changes nothing of it."""
        function = self.program.functions[self.program.decisions[decision].function]
        frame = cells[ir.CELL_FRAME]
        slots = {slot: loaded(cells, frame + offset, function.locals[slot]) for slot, offset in function.frame}
        return Listing(self.now, cells, function, slots)

    def options(self, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """All options."""
        walk = self._listing(cells, decision)
        block(walk, self.program.decisions[decision].options)
        return walk.options

    def prompt(self, cells: ir.Cells, decision: int) -> Sequence[Any]:
        """The values in the prompt."""
        walk = self._listing(cells, decision)
        return tuple([outward(walk.value(each)) for each in self.program.decisions[decision].prompt_args])

    def call(self, cells: ir.Cells, function: int, arguments: Sequence[Any]) -> Any:
        """What a function gives."""
        known = self.program.functions[function]
        values = [inward(each, known.locals[slot]) for slot, each in zip(known.params, arguments, strict=True)]
        return outward(carried_out(self.now, cells, function, values))

    def search(self, cells: ir.Cells, decision: int, search: Search) -> None:
        """Go through the options for somebody who asks."""
        there, targets = self._listing(cells, decision), Targets(self.program)
        options = self.program.decisions[decision].options
        walk = Searching(
            self.now, cells, there.function, there.slots, search=search, targets=targets,
            about=targets.of_body(options),
        )  # fmt: skip
        block(walk, options)


class ToyBackEnd:
    """Walks over programs. `cells` makes positions."""

    name = "toy"

    def __init__(self, cells: MakeCells) -> None:
        self.cells = cells

    def translate(self, program: ir.Program) -> ToyTranslation:
        """Nothing is made of the program."""
        return ToyTranslation(program, self.cells)


TOY = ToyBackEnd(partial(array, "i"))
"""Its positions are arrays of 32-bit ints, of which less can be done than of lists: what all back ends share needs no
more."""

TOY_ON_LISTS = ToyBackEnd(list)
"""For tests that look into positions."""
