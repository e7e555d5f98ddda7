"""Statements of the program as Python statements.

A `Body` writes one Python function: its lines, each with the place it came from. Options of a decision are appended to
`out` as tuples (alternative, value, …); `seen` holds the keys of options that stand for others like them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...program import ir, limits
from ...program.walk import can_fault, descend
from ...program.weigh import Weights
from .emit_expressions import Expressions
from .emit_lists import IN_PLACE
from .emit_loops import gathering, loop_function, returning, worked_out
from .emit_searches import search_function
from .operation_forms import ordered
from .source_text import COMPARE, Code, Constants, Lines, as_tuple, identifier

FEW = 3
"""Parts of a key that are not worth gathering."""


class Body(Expressions):
    """Emits statements of one function into `lines`."""

    def __init__(
        self, constants: Constants, weights: Weights, functions: list[str], function: ir.Function, lines: Lines,
        generators: list[str],
    ) -> None:  # fmt: skip
        super().__init__(constants, weights, functions, function)
        self.lines = lines
        self.generators = generators
        self.keys: dict[int, tuple[str, list[ir.Expr]]] = {}  # by the id of an Emit: a name, and what is not in it

    @property
    def name(self) -> str:
        """What names of helper functions end in."""
        return identifier(self.function.name)

    def loop(self, node: ir.Comp) -> Code:
        """A function of its own for a question or a sum over many things."""
        return loop_function(self, node)

    def gathered(self, node: ir.Comp, item: Callable[[Expressions], str]) -> Code:
        """A function of its own for a loop that may end before its last element."""
        return gathering(self, node, item)

    def search(self, node: ir.Region | ir.Costs) -> Code:
        """A function of its own for a search."""
        return search_function(self, node)

    def beside(self, lines: Lines) -> Body:
        """An emitter for a function beside this one, with the same locals."""
        other = Body(self.constants, self.weights, self.functions, self.function, lines, self.generators)
        other.frame = self.frame
        other._bound = self._bound[:]
        return other

    def own_function(self, word: str, node: ir.Expr, fill: Callable[[Body], object]) -> tuple[str, list[str]]:
        """A function of its own for an expression, whose body is filled in: its name, and what it is called with."""
        lines, given = Lines(place=self.lines.place), ["S", *self.locals_read(node)]
        body = self.beside(lines)
        name = self.constants.name_for(f"{word}_in_{self.name}")
        lines.head(f"def {name}({', '.join(given)}):")
        lines.depth = 1
        fill(body)
        body.open_frame(2)
        self.constants.helpers.append(lines)
        return name, given

    def open_frame(self, at: int) -> None:
        """Put `F`, the frame's first cell, before line `at` if anything used it."""
        if self.uses_frame:
            self.lines.insert(at, f"F = S[{ir.CELL_FRAME}]")

    def pay_for(self, loop: ir.Clause | ir.For, items: ir.Expr) -> str:
        """What a loop goes over, paid for in lines before it."""
        weight = self.weights.turn.get(id(loop), 0)
        if not weight or self.pays_itself(items):
            return self.paid(loop, items).text
        text = self.code(items).text
        turns = self.constants.length(items)
        if turns is not None:
            self.lines.pay(turns * weight, self.function.place)
            return text
        name = f"w{self.lines.depth}"
        self.lines.add(f"{name} = {text}")
        self.lines.pay(f"len({name}) * {weight}", self.function.place)
        return name

    def guard_options(self, node: ir.For) -> None:
        """At the head of a heavy loop that offers options: stop when there are too many (what is light adds few)."""
        if id(node) in self.weights.turn and any(isinstance(each, (ir.Emit, ir.EmitFrom)) for each in descend(node)):
            self.lines.add(f"if len(out) > {limits.OPTIONS}:")
            self.lines.add(f"    crowded({limits.OPTIONS}, {self.function.place})")

    def gather_keys(self, node: ir.For) -> None:
        """At the head of a loop: what the keys of alike options in a loop inside it have from its element alone."""
        loops = [each for part in node.body for each in descend(part) if isinstance(each, ir.For)]
        for each in [inside for loop in loops for inside in descend(loop)]:
            if not isinstance(each, ir.Emit) or id(each) in self.keys or node.slot in self.frame:
                continue
            args = each.alike.args if isinstance(each.alike, ir.Op) and each.alike.op == "list" else ()
            own = [
                arg for arg in args
                if isinstance(arg, (ir.Load, ir.Table)) and arg.index == ir.Local(node.slot) and
                (isinstance(arg, ir.Table) or arg.shape.kind == "scalar")
            ]  # fmt: skip
            if len(own) >= FEW:
                name = f"k{len(self.keys)}"
                self.lines.add(f"{name} = ({', '.join(map(self.text, own))})")
                self.keys[id(each)] = name, [arg for arg in args if not any(arg is one for one in own)]

    def statements(self, body: tuple[ir.Stmt, ...]) -> None:
        """A body, at the present depth."""
        if not body:
            self.lines.add("pass")
        for each in body:
            self.statement(each)

    def statement(self, node: ir.Stmt) -> None:
        """One statement."""
        _STATEMENTS[type(node)](self, node)

    def indented(self, body: tuple[ir.Stmt, ...]) -> None:
        """A body, one level deeper."""
        with self.lines.deeper():
            self.statements(body)

    def assign(self, slot: int, text: str, shape: ir.Shape | None = None) -> None:
        """Give a local its value, wherever it lives."""
        shape = shape or self.shape(slot)
        if slot not in self.frame:
            self.lines.add(f"v{slot} = {text}")
            return
        self.uses_frame = True
        self.store(f"F + {self.frame[slot]}", text, shape, self.function.place)

    def store(self, address: str, text: str, shape: ir.Shape, place: int) -> None:
        """Write a value of any shape to the state."""
        if shape.kind == "scalar":
            self.lines.add(f"S[{address}] = {text}")
        elif shape.kind == "list":
            self.lines.add(f"store_list(S, {address}, {text}, {shape.size}, {place})")
        elif shape.kind == "map":
            end = str(int(address) + shape.size) if address.isdigit() else f"{address} + {shape.size}"
            self.lines.add(f"S[{address}:{end}] = {text}")
        elif shape.size < 32:
            self.lines.add(f"S[{address}] = {text}")
        else:
            self.lines.add(f"store_set(S, {address}, {text}, {shape.cells})")

    def unpack_frame(self, body: tuple[ir.Stmt, ...]) -> None:
        """Take what `body` reads of the frame into Python locals: for code that changes nothing of it."""
        used = {each.slot for node in body for each in descend(node) if isinstance(each, ir.Local)}
        kept = [(slot, offset) for slot, offset in self.function.frame if slot in used]
        if kept:
            self.lines.add(f"F = S[{ir.CELL_FRAME}]")
        for slot, offset in kept:
            shape = self.function.locals[slot]
            stored = as_tuple(self.load(f"F + {offset}", f"F + {offset + shape.cells}", shape))
            self.lines.add(f"v{slot} = {stored.text}")

    def arguments(self, args: tuple[ir.Expr, ...]) -> str:
        """Arguments after the first ones."""
        return "".join([f", {self.text(each)}" for each in args])


def _set_local(x: Body, node: ir.SetLocal) -> None:
    x.assign(node.slot, "n" if worked_out(x, node.value) else x.text(node.value))


def _store(x: Body, node: ir.Store) -> None:
    x.lines.place = node.place if node.place >= 0 else x.lines.place
    address = x.address(node.base, node.index)
    if node.index is not None and ordered(x, node.index, node.value):
        x.lines.add(f"i = {address}")
        address = "i"
    if _changes_in_place(x, node, address):
        return
    if node.place < 0 or node.shape.kind != "scalar":
        x.store(address, x.text(node.value), node.shape, node.place)
        return
    value = x.text(node.value)
    if not x.simple(node.value):
        x.lines.add(f"n = {value}")
        value = "n"
    x.lines.add(f"if not {node.low} <= {value} <= {node.high}:")
    x.lines.add(f"    out_of_range({value}, {node.low}, {node.high}, {node.place})")
    x.lines.add(f"S[{address}] = {value}")


def _changes_in_place(x: Body, node: ir.Store, address: str) -> bool:
    """A stored value that is changed a little: `+=`, a list with one more, a map with one other."""
    value = node.value
    if not isinstance(value, ir.Op) or not value.args:
        return False
    if value.args[0] != ir.Load(node.base, node.index, node.shape):
        return False
    form = IN_PLACE.get(value.op)
    line = None if form is None else form(x, node, value, address)
    if line is not None:
        x.lines.add(line)
    return line is not None


def _if(x: Body, node: ir.If) -> None:
    word = "if"
    while True:
        x.lines.add(f"{word} {x.test(node.test).text}:")
        x.indented(node.then)
        # An `else` that is only another `if` reads as `elif`.
        if len(node.other) == 1 and isinstance(node.other[0], ir.If):
            node, word = node.other[0], "elif"
            continue
        break
    if node.other:
        x.lines.add("else:")
        x.indented(node.other)


def _for(x: Body, node: ir.For) -> None:
    items = x.pay_for(node, node.items)
    if node.slot in x.frame:
        with x.lines.under(f"for e in {items}:"):
            x.assign(node.slot, "e")
    else:
        x.lines.add(f"for v{node.slot} in {items}:")
    with x.lines.deeper():
        x.guard_options(node)
        x.gather_keys(node)
        x.statements(node.body)


def _while(x: Body, node: ir.While) -> None:
    # `for` counts the turns; its `else` is reached only when all of them were used.
    bound = x.text(node.bound)
    if not x.simple(node.bound):
        name = f"n{x.lines.depth}"
        x.lines.add(f"{name} = {bound}")
        bound = name
    with x.lines.under(f"for _ in range({bound}):", node.place):
        x.lines.add(f"if not {x.test(node.test).at(COMPARE)}:")
        x.lines.add("    break")
        weight = x.weights.turn.get(id(node), 0)
        if weight:
            x.lines.pay(weight, node.place)
        x.statements(node.body)
    x.lines.add("else:")
    x.lines.add(f"    if {x.test(node.test).text}:", node.place)
    x.lines.add(f"        past_bound({bound}, {node.place})", node.place)


def _break(x: Body, node: ir.Break) -> None:
    x.lines.add("break")


def _continue(x: Body, node: ir.Continue) -> None:
    x.lines.add("continue")


def _return(x: Body, node: ir.Return) -> None:
    if node.value is None:
        x.lines.add("return")
    elif not returning(x, node.value):
        x.lines.add(f"return {'n' if worked_out(x, node.value) else x.text(node.value)}")


def _do(x: Body, node: ir.Do) -> None:
    call = f"{x.functions[node.function]}(S{x.arguments(node.args)})"
    if node.slot < 0:
        x.lines.add(call)
    else:
        x.assign(node.slot, call)


def _move(x: Body, node: ir.Move) -> None:
    word = "move_bottom" if node.bottom else "move_top"
    x.lines.add(f"{word}(S, {x.text(node.piece)}, {x.text(node.zone)})")


def _move_all(x: Body, node: ir.MoveAll) -> None:
    word = "move_all_bottom" if node.bottom else "move_all"
    x.lines.add(f"{word}(S, {x.text(node.source)}, {x.text(node.zone)})")


def _draw(x: Body, node: ir.Draw) -> None:
    operands = ", ".join([x.text(each) for each in (node.count, node.source, node.zone)])
    x.lines.add(f"draw(S, {operands}, {x.function.place})")


def _shuffle(x: Body, node: ir.Shuffle) -> None:
    x.lines.add(f"shuffle(S, {x.text(node.zone)})")


def _note(x: Body, node: ir.Note) -> None:
    x.lines.add(f"note(S, {node.position}, {node.place})", node.place)


def _forget(x: Body, node: ir.Forget) -> None:
    x.lines.add(f"forget(S, {node.position}, {x.function.place})")


def _roll(x: Body, node: ir.Roll) -> None:
    x.lines.place = node.place if node.place >= 0 else x.lines.place
    why = "".join(f", {x.text(each)}" for each in node.values)
    if node.count is None:
        x.assign(node.slot, f"roll(S, {node.sides}, {node.purpose}{why})")
    else:
        x.assign(node.slot, f"roll_many(S, {x.text(node.count)}, {node.sides}, {node.purpose}, {node.place}{why})")


def _pick(x: Body, node: ir.Pick) -> None:
    x.lines.place = node.place if node.place >= 0 else x.lines.place
    x.assign(node.slot, f"pick(S, {x.code(node.items).text}, {node.place})")


def _log(x: Body, node: ir.Log) -> None:
    values = _if_anybody_listens(x, node.args, _values(x, node.args))
    x.lines.add(f"    HOST.sink(('log', {node.text}, {values}))")


def _reveal(x: Body, node: ir.Reveal) -> None:
    option = _if_anybody_listens(x, node.args, _values(x, (ir.Const(node.alternative), *node.args)))
    x.lines.add(f"    HOST.sink(('reveal', S[{ir.CELL_ME}], {option}, {node.lapsed}))")


def _if_anybody_listens(x: Body, args: tuple[ir.Expr, ...], values: str) -> str:
    """The head of a telling; what is told. A value that can fault, be it for the work that it takes, is evaluated
    whether or not somebody listens."""
    if any(can_fault(each) or x.pays(each) for each in args):
        x.lines.add(f"n = {values}")
        values = "n"
    x.lines.add("if HOST.sink is not None:")
    return values


def _fault(x: Body, node: ir.Fault) -> None:
    x.lines.add(f"fail({node.place}, {node.text}, {_values(x, node.args)})", node.place)


def _values(x: Body, args: tuple[ir.Expr, ...]) -> str:
    parts = [x.text(each) for each in args]
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"


def _at(x: Body, node: ir.At) -> None:
    x.lines.add(f"at(S, {node.stop}, {_values(x, node.args)})")


def _emit(x: Body, node: ir.Emit) -> None:
    option = _values(x, (ir.Const(node.alternative), *node.args))
    if node.alike is None:
        x.lines.add(f"out.append({option})")
        return
    gathered = x.keys.get(id(node))
    key = x.text(node.alike) if gathered is None else f"({gathered[0]}, {', '.join(map(x.text, gathered[1]))})"
    x.lines.add(f"n = ({node.alternative}, {key})")
    x.lines.add("if n not in seen:")
    x.lines.add("    seen.add(n)")
    x.lines.add(f"    out.append({option})")


def _emit_from(x: Body, node: ir.EmitFrom) -> None:
    x.lines.add(f"{x.generators[node.function]}(S, out, seen{x.arguments(node.args)})")


def _guard(x: Body, node: ir.Guard) -> None:
    x.lines.add(f"if {x.test(node.test).text}:", node.place)
    x.indented(node.body)


_STATEMENTS: dict[type, Callable[[Body, Any], None]] = {
    ir.SetLocal: _set_local, ir.Store: _store, ir.If: _if, ir.For: _for, ir.While: _while, ir.Break: _break,
    ir.Continue: _continue, ir.Return: _return, ir.Do: _do, ir.Move: _move, ir.MoveAll: _move_all, ir.Draw: _draw,
    ir.Note: _note, ir.Forget: _forget,
    ir.Shuffle: _shuffle, ir.Roll: _roll, ir.Pick: _pick, ir.Log: _log,
    ir.Reveal: _reveal, ir.Fault: _fault, ir.At: _at, ir.Emit: _emit,
    ir.EmitFrom: _emit_from, ir.Guard: _guard,
}  # fmt: skip
