"""What the validator demands of the code of functions: names that are there, and values of the shapes they need."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any, NoReturn

from . import ir, limits
from .codec import ProgramFileError
from .ir.node import numbers_in
from .ir.shapes import SCALAR, Shape
from .shapes import COMP_BY, COMP_WORDS, IllShaped, Shapes, fits
from .walk import descend

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

    def numbers(self, part: object, function: ir.Function | None = None) -> None:
        """All numbers of things in a node of a function, or in a row of a table, name something that is there."""
        for name, what in numbers_in(part):
            sort = what.removesuffix("?")
            there = getattr(function if sort in ("local", "block") else self.program, f"{sort}s")
            self.number(getattr(part, name), there, sort, none=sort != what)

    def shape(self, shape: ir.Shape) -> None:
        """A shape is whole."""
        self.need(0 <= shape.size <= limits.SIZE_MOST, _SIZE)
        if shape.of is not None:
            self.need(shape.kind in ("list", "map"), "a value holds what it cannot hold")
            self.shape(shape.of)
        else:
            self.need(shape.kind != "map" and (shape.kind != "list" or shape.size == 0), "a list holds nothing known")

    def types(self, number: int, name: str) -> Sequence[ir.ValueType]:
        """The types of the values of an alternative or a text."""
        if name == "alternative":
            return [kind for _, kind in self.program.alternatives[number].params]
        return self.program.texts[number].types if number >= 0 else ()

    def text(self, number: int, name: str, values: int) -> None:
        """A text (or an alternative, which is judged already) is there, and has so many values."""
        if name != "alternative":
            self.number(number, self.program.texts, "text", none=True)
        self.need(number < 0 or len(self.types(number, name)) == values, f"text {number} has other values")

    def node(self, node: Any, function: ir.Function, generator: bool = False) -> None:
        """Judge a function or a decision in it. Names come first: the shapes rely on them."""
        for each in descend(node):
            self.names(each, function, generator)
        self.shapes.inside = function
        try:
            for each in descend(node):
                if not isinstance(each, (ir.Expr, ir.Clause)):
                    self.typed(each, function)
        except IllShaped as fault:
            self.wrong(str(fault))

    def names(self, node: Any, function: ir.Function, generator: bool) -> None:
        """What one node names is there, and its numbers are such as they can be."""
        self.need(generator or node.does != "emits", "options are made where there are none")
        self.numbers(node, function)
        for values, name in node.shows:
            self.text(getattr(node, name), name, len(getattr(node, values)))
        match node:
            case ir.Const() | ir.ConstList():
                numbers = node.values if isinstance(node, ir.ConstList) else (node.value,)
                self.need(all(ir.NO_INT <= each <= ir.INT_MAX for each in numbers), "a number does not fit")
            case ir.Op() | ir.Region() | ir.Costs() | ir.ConstSet() | ir.Comp():
                self.need(0 <= node.size <= limits.SIZE_MOST, _SIZE)
        match node:
            case ir.ConstSet():
                self.need(all(0 <= each < node.size for each in node.members), "a set has such members")
            case ir.Load() | ir.Store():
                self.shape(node.shape)
                self.need(node.shape.storable, "a list of lists is stored")
                self.need(-limits.CELLS_MOST <= node.base < self.program.layout.size, "a cell is outside the state")
            case ir.Comp():
                self.need(node.word in COMP_WORDS and node.clauses, f"there is no {node.word}")
                self.need((node.key is not None) == (node.word == "map"), f"{node.word} has or has not a key")
                self.need((node.by is not None) == (node.word in COMP_BY), f"{node.word} has or has not a `by`")
            case ir.Guard() if node.sort != "condition":
                compares = "ge" if node.sort == "cost" else "lt"
                fine = isinstance(node.test, ir.Op) and node.test.op == compares
                self.need(fine, f"a {node.sort} is not a comparison")
                self.need(node.subject >= 0, f"a {node.sort} has no subject")
                self.text(node.subject, "subject", 0)
            case ir.Call() | ir.Do() | ir.EmitFrom() | ir.CallWait():
                called = self.program.functions[node.function]
                waits, generates = isinstance(node, ir.CallWait), isinstance(node, ir.EmitFrom)
                fine = called.waits == waits and called.generator == generates
                self.need(fine, f"{called.name} cannot be called here")
                fine = len(called.params) == len(node.args)
                self.need(fine, f"{called.name} is called with {len(node.args)} values")
            case ir.Ask():
                asked = self.program.decisions[node.decision].function
                self.number(asked, self.program.functions, "function")
                self.need(self.program.functions[asked] is function, "a decision is asked by another function")
            case ir.Roll():
                self.need(1 <= node.sides <= ir.INT_MAX, "there is no such die")

    def typed(self, node: Any, function: ir.Function) -> None:
        """The values of a statement, or of the end of a block, have the shapes that it needs."""
        shapes = self.shapes
        shapes.needs(node)
        match node:
            case ir.SetLocal():  # in a frame it is tested whether a list has room
                shapes.demand(function.locals[node.slot], node.value, long=node.slot in dict(function.frame))
            case ir.Store():
                shapes.demand(node.shape, node.value, long=node.place >= 0)
            case ir.Return() | ir.Finish():
                self.result(node, function)
            case ir.Do() | ir.EmitFrom() | ir.CallWait():
                self.called(node, function)
            case ir.Roll():
                dice = SCALAR if node.count is None else Shape("list", of=SCALAR)
                self.need(fits(function.locals[node.slot], dice), f"local {node.slot} cannot hold dice")
        for values, name in node.shows:
            for kind, value in zip(self.types(getattr(node, name), name), getattr(node, values), strict=False):
                self.printed(kind, value, function)

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

    def printed(self, kind: ir.ValueType, value: ir.Expr, function: ir.Function) -> None:
        """A value that is shown: of `many` a list, a set or a map of scalars, else a scalar."""
        shape = self.shapes.of(function, value)
        listed = shape.kind == "list" and (shape.of is None or shape.of.kind == "scalar")
        fine = (listed or shape.kind in ("set", "map")) if kind.many else shape.kind == "scalar"
        self.need(fine, "a value is shown as what it is not")
