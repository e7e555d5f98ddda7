"""What the validator demands of the code of functions: names that are there, and values of the shapes they need."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any, NoReturn

from . import ir, limits
from .codec import ProgramFileError
from .ir.shapes import SCALAR, Shape
from .shapes import COMP_BY, COMP_WORDS, IllShaped, Shapes, fits
from .walk import bound_slots, descend

_SIZE = "a value has no size that a value can have"


class CodeRules:
    """Judges code piece by piece. `where` is what it stands in, for the message."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.where = "the program"
        self.shapes = Shapes(program)

    def need(self, fine: object, what: str) -> None:
        """Refuse the program unless this is so."""
        if not fine:
            self.wrong(what)

    def wrong(self, what: str) -> NoReturn:
        """Refuse the program."""
        raise ProgramFileError(f"the compiled program is damaged ({self.where}: {what}); compile the ruleset again")

    def number(self, value: int, of: Sized, what: str, none: bool = False) -> None:
        """A number names something that is there."""
        self.need(0 <= value < len(of) or (none and value == -1), f"there is no {what} {value}")

    def shape(self, shape: ir.Shape) -> None:
        """A shape is whole."""
        self.need(0 <= shape.size <= limits.SIZE_MOST, _SIZE)
        if shape.of is not None:
            self.need(shape.kind in ("list", "map"), "a value holds what it cannot hold")
            self.shape(shape.of)
        else:
            self.need(shape.kind != "map" and (shape.kind != "list" or shape.size == 0), "a list holds nothing known")

    def text(self, number: int, values: int) -> None:
        """A text is there, and has so many values."""
        self.number(number, self.program.texts, "text", none=True)
        self.need(number < 0 or len(self.program.texts[number].types) == values, f"text {number} has other values")

    def call(self, number: int, args: tuple[ir.Expr, ...], *, waits: bool, generator: bool) -> None:
        """A function is there, of that sort, and has so many parameters."""
        self.number(number, self.program.functions, "function")
        called = self.program.functions[number]
        self.need(called.waits == waits and called.generator == generator, f"{called.name} cannot be called here")
        self.need(len(called.params) == len(args), f"{called.name} is called with {len(args)} values")

    def node(self, node: Any, function: ir.Function, generator: bool = False) -> None:
        """Judge a statement, a block or an expression of a function. Names come first: the shapes rely on them."""
        for each in descend(node):
            self.names(each, function, generator)
        self.shapes.inside = function
        try:
            for each in descend(node):
                if isinstance(each, (ir.Stmt, ir.Terminator)):
                    self.typed(each, function)
            if isinstance(node, ir.Expr):
                self.shapes.of(function, node)
        except IllShaped as fault:
            self.wrong(str(fault))

    def names(self, node: Any, function: ir.Function, generator: bool) -> None:
        """What one node names is there, and its numbers are such as they can be."""
        for slot in (*bound_slots(node), *((node.slot,) if isinstance(node, ir.Local) else ())):
            self.number(slot, function.locals, "local", none=isinstance(node, ir.Do))
        self.number(getattr(node, "place", -1), self.program.places, "place", none=True)
        match node:
            case ir.Op():
                self.need(0 <= node.size <= limits.SIZE_MOST, _SIZE)
            case ir.Const():
                self.need(ir.NO_INT <= node.value <= ir.INT_MAX, "a number does not fit")
            case ir.ConstList():
                self.need(all(ir.NO_INT <= each <= ir.INT_MAX for each in node.values), "a number does not fit")
            case ir.ConstSet():
                self.need(0 <= node.size <= limits.SIZE_MOST, _SIZE)
                self.need(all(0 <= each < node.size for each in node.members), "a set has such members")
            case ir.Load() | ir.Store():
                self.shape(node.shape)
                self.need(node.shape.storable, "a list of lists is stored")
                self.need(-limits.CELLS_MOST <= node.base < self.program.layout.size, "a cell is outside the state")
            case ir.Table():
                self.number(node.table, self.program.tables, "table")
            case ir.Comp():
                self.need(node.word in COMP_WORDS and node.clauses, f"there is no {node.word}")
                self.need(0 <= node.size <= limits.SIZE_MOST, _SIZE)
                self.need((node.key is not None) == (node.word == "map"), f"{node.word} has or has not a key")
                self.need((node.by is not None) == (node.word in COMP_BY), f"{node.word} has or has not a `by`")
            case ir.Region() | ir.Costs():
                self.need(0 <= node.size <= limits.SIZE_MOST, _SIZE)
            case ir.Call() | ir.Do():
                self.call(node.function, node.args, waits=False, generator=False)
            case ir.Guard() if node.sort != "condition":
                compares = "ge" if node.sort == "cost" else "lt"
                fine = isinstance(node.test, ir.Op) and node.test.op == compares
                self.need(fine, f"a {node.sort} is not a comparison")
                self.need(node.subject >= 0, f"a {node.sort} has no subject")
                self.text(node.subject, 0)
            case ir.EmitFrom():
                self.need(generator, "options are made where there are none")
                self.call(node.function, node.args, waits=False, generator=True)
            case ir.Emit():
                self.need(generator, "options are made where there are none")
                self.number(node.alternative, self.program.alternatives, "alternative")
                params = self.program.alternatives[node.alternative].params
                self.need(len(params) == len(node.args), "an option has other parameters")
            case ir.CallWait():
                self.call(node.function, node.args, waits=True, generator=False)
                self.number(node.slot, function.locals, "local", none=True)
                self.number(node.block, function.blocks, "block")
            case ir.Jump():
                self.number(node.block, function.blocks, "block")
            case ir.Fork():
                self.number(node.yes, function.blocks, "block")
                self.number(node.no, function.blocks, "block")
            case ir.Ask():
                self.number(node.decision, self.program.decisions, "decision")
                self.number(node.otherwise, function.blocks, "block", none=True)
                asked = self.program.decisions[node.decision].function
                self.number(asked, self.program.functions, "function")
                self.need(self.program.functions[asked] is function, "a decision is asked by another function")
            case ir.Log() | ir.Fault():
                self.text(node.text, len(node.args))
            case ir.Roll():
                self.need(1 <= node.sides <= ir.INT_MAX, "there is no such die")
                self.text(node.purpose, len(node.values))

    def typed(self, node: Any, function: ir.Function) -> None:
        """The values of a statement, or of the end of a block, have the shapes that it needs."""
        shapes = self.shapes
        match node:
            case ir.SetLocal():  # in a frame it is tested whether a list has room
                shapes.demand(function.locals[node.slot], node.value, long=node.slot in dict(function.frame))
            case ir.Store():
                shapes.scalar(node.index)
                shapes.demand(node.shape, node.value, long=node.place >= 0)
            case ir.If() | ir.Guard() | ir.Fork():
                shapes.scalar(node.test)
            case ir.While():
                shapes.scalar(node.test, node.bound)
            case ir.For() | ir.Pick():
                shapes.element(node.slot, node.items)
            case ir.Return() | ir.Finish():
                self.result(node, function)
            case ir.Do() | ir.EmitFrom() | ir.CallWait():
                self.called(node, function)
            case ir.Move():
                shapes.scalar(node.piece, node.zone)
            case ir.MoveAll():
                shapes.scalar(node.source, node.zone)
            case ir.Draw():
                shapes.scalar(node.count, node.source, node.zone)
            case ir.Shuffle():
                shapes.scalar(node.zone)
            case ir.Roll():
                shapes.scalar(node.count)
                dice = SCALAR if node.count is None else Shape("list", of=SCALAR)
                self.need(fits(function.locals[node.slot], dice), f"local {node.slot} cannot hold dice")
                self.told(node.purpose, node.values, function)
            case ir.Log() | ir.Fault():
                self.told(node.text, node.args, function)
            case ir.Emit():
                params = self.program.alternatives[node.alternative].params
                for (_, kind), value in zip(params, node.args, strict=True):
                    self.printed(kind, value, function)
                if node.alike is not None:
                    shapes.elements(node.alike)

    def result(self, node: ir.Return | ir.Finish, function: ir.Function) -> None:
        """A function gives back what it promises; at its end a waiting one need not."""
        if node.value is None:
            self.need(function.result is None or isinstance(node, ir.Finish), "it gives nothing back")
            return
        self.need(function.result is not None, "it gives something back")
        assert function.result is not None
        self.shapes.demand(function.result, node.value)

    def called(self, node: ir.Do | ir.EmitFrom | ir.CallWait, function: ir.Function) -> None:
        """The values of a call fit, and a result fits the local that it is kept in."""
        called = self.program.functions[node.function]
        self.shapes.arguments(called, node.args)
        if isinstance(node, ir.EmitFrom) or node.slot < 0:
            return
        fine = called.result is not None and fits(function.locals[node.slot], called.result)
        if isinstance(node, ir.CallWait):
            fine = fine and function.locals[node.slot].kind == "scalar"
        self.need(fine, f"{called.name} gives nothing that local {node.slot} can hold")

    def told(self, text: int, values: tuple[ir.Expr, ...], function: ir.Function) -> None:
        """The values of a text are such as it prints."""
        if text >= 0:
            for kind, value in zip(self.program.texts[text].types, values, strict=True):
                self.printed(kind, value, function)

    def printed(self, kind: ir.ValueType, value: ir.Expr, function: ir.Function) -> None:
        """A value that is shown: of `many` a list or a set of scalars, else a scalar."""
        shape = self.shapes.of(function, value)
        listed = shape.kind == "list" and (shape.of is None or shape.of.kind == "scalar")
        fine = (listed or shape.kind == "set") if kind.many else shape.kind == "scalar"
        self.need(fine, "a value is shown as what it is not")
