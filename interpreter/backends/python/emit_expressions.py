"""Expressions of the program as Python expressions.

The meaning is fixed in `ir`; here it is said how each node reads in Python. Where the checker left a place, the test
that may fault is written into the expression; where it did not, plain syntax stands. Operands are evaluated left to
right: a form that would turn them round is only used where at most one of them can fault.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...program import ir
from ...program.liveness import read_in
from ...program.walk import descend, height_above
from ...program.weigh import Weights
from .emit_lists import PAYING
from .emit_loops import WORDS as LOOP_WORDS
from .emit_operations import TESTS
from .operation_forms import OPERATIONS, call
from .source_text import ATOM, BIT_AND, OR, SUM, TERNARY, UNARY, Code, Constants, as_tuple, set_of

DEEPEST = 24
"""Expressions nested deeper than this are cut in two; `SHALLOW` levels are not worth a cut."""

SHALLOW = 6


class Expressions:
    """Emits the expressions of one function. `frame` gives the offset of each local that lives in the state's frame;
    the others are Python locals."""

    def __init__(self, constants: Constants, weights: Weights, functions: list[str], function: ir.Function) -> None:
        self.constants = constants
        self.weights = weights
        self.functions = functions
        self.function = function
        self.frame: dict[int, int] = {}
        self.uses_frame = False
        self._bound: list[int] = []  # slots bound by comprehensions and regions around
        self._no_walrus = 0
        self._depth = 0

    # ------------------------------------------------------------ entry points

    def code(self, node: ir.Expr) -> Code:
        """The expression, held in whatever way is cheapest."""
        if self._depth >= DEEPEST and height_above(node, SHALLOW):
            return self._outlined(node)
        self._depth += 1
        code = _NODES[type(node)](self, node)
        self._depth -= 1
        return code

    def _outlined(self, node: ir.Expr) -> Code:
        """A function of its own for what stands too deep: Python's parser takes only so many parentheses."""
        depth, self._depth = self._depth, 0
        outer, self._no_walrus = self._no_walrus, 0
        used, self.uses_frame = self.uses_frame, False
        given = self.locals_read(node)
        code = self.value(node)
        name = self.constants.outline(given, code.text, f"S[{ir.CELL_FRAME}]" if self.uses_frame else "")
        self._depth, self._no_walrus, self.uses_frame = depth, outer, used
        return call(name, "S", *given, held=code.held)

    def locals_read(self, node: ir.Expr) -> list[str]:
        """The Python locals that an expression reads."""
        return [f"v{slot}" for slot in sorted(read_in(node)) if self.is_python_local(slot)]

    def value(self, node: ir.Expr) -> Code:
        """The expression in the form in which values are kept (lists as tuples)."""
        return as_tuple(self.code(node))

    def text(self, node: ir.Expr) -> str:
        """`value` for a place where every expression may stand (an argument, an index)."""
        return self.value(node).text

    def test(self, node: ir.Expr) -> Code:
        """The expression where only its truth matters."""
        if isinstance(node, ir.Op):
            special = TESTS.get(node.op)
            if special is not None:
                return special(self, node)
        return self.code(node)

    def loop(self, node: ir.Comp) -> Code:
        """A question or a sum over many things (see `emit_loops`)."""
        raise NotImplementedError

    def gathered(self, node: ir.Comp, item: Callable[[Expressions], str]) -> Code:
        """A list of items, of a loop that may end before its last element (see `emit_loops`)."""
        raise NotImplementedError

    def search(self, node: ir.Region | ir.Costs) -> Code:
        """A search over a board (see `emit_searches`)."""
        raise NotImplementedError

    # ------------------------------------------------------------ shared forms

    def address(self, base: int, index: ir.Expr | None, offset: int = 0) -> str:
        """A cell number."""
        base += offset
        if index is None:
            return str(base)
        if isinstance(index, ir.Const):
            return str(base + index.value)
        text = self.code(index).at(SUM)
        return f"{base} + {text}" if base else text

    def stored_list(self, node: ir.Expr, offset: int = 0) -> str | None:
        """The cell where a list is stored, or one behind it; None for a list that is made."""
        if isinstance(node, ir.Load) and node.shape.kind == "list":
            return self.address(node.base, node.index, offset)
        if isinstance(node, ir.Local) and not self.is_python_local(node.slot) and self.shape(node.slot).kind == "list":
            self.uses_frame = True
            return f"F + {self.frame[node.slot] + offset}"
        return None

    def shape(self, slot: int) -> ir.Shape:
        """The shape of a local."""
        return self.function.locals[slot]

    def simple(self, node: ir.Expr) -> bool:
        """Whether writing it twice costs no more than keeping it in a temporary."""
        return isinstance(node, (ir.Const, ir.Local)) or (
            isinstance(node, ir.Load) and node.shape.kind == "scalar" and (
                node.index is None or isinstance(node.index, ir.Const)
            )
        )  # fmt: skip

    @property
    def walrus(self) -> bool:
        """Whether `:=` may stand here (Python forbids it in what a comprehension iterates over)."""
        return not self._no_walrus

    def items(self, clause: ir.Clause) -> str:
        """What a comprehension iterates over."""
        self._no_walrus += 1
        text = self.paid(clause, clause.items).at(OR)
        self._no_walrus -= 1
        return text

    def paid(self, loop: ir.Clause | ir.For, items: ir.Expr) -> Code:
        """What a loop goes over; a heavy loop pays for its turns (see `weigh`)."""
        weight = self.weights.turn.get(id(loop), 0)
        if not weight:
            return self.code(items)
        if isinstance(items, ir.Op) and self.pays_itself(items):
            return PAYING[items.op](self, items, weight)
        return Code(f"walk({self.code(items).text}, {weight}, {self.function.place})")

    @staticmethod
    def pays_itself(items: ir.Expr) -> bool:
        """Whether a list is paid for before it is made."""
        return isinstance(items, ir.Op) and items.op in PAYING

    def whole(self, node: ir.Op) -> Code:
        """The list that an operation goes through from end to end; without a known length it is paid for there."""
        code = self.code(node.args[0])
        if not self.is_unbounded(node):
            return code
        return Code(f"over({code.text}, {self.function.place})", ATOM, code.held)

    def pays(self, node: ir.Expr) -> bool:
        """Whether something in an expression pays for itself, or makes a list that could become too long."""
        return any(
            id(each) in self.weights.turn or id(each) in self.weights.unbounded
            or (isinstance(each, (ir.Comp, ir.Op)) and self.weights.shapes.outgrows(self.function, each))
            for each in descend(node)
        )  # fmt: skip

    def is_unbounded(self, node: ir.Op) -> bool:
        """Whether an operation pays for its list as long as it is then (see `weigh`)."""
        return id(node) in self.weights.unbounded

    def bounded(self, node: ir.Expr, code: Code) -> Code:
        """A list that is made; one that could have too many elements is counted."""
        if not self.weights.shapes.outgrows(self.function, node):
            return code
        return Code(f"bounded({code.text}, {self.function.place})", ATOM, code.held)

    def is_python_local(self, slot: int) -> bool:
        """Whether the local is a Python variable here, not a part of the frame."""
        return slot not in self.frame or slot in self._bound

    def bind(self, slot: int) -> None:
        """A loop inside an expression sets this slot: it is a Python variable until `unbind`."""
        self._bound.append(slot)

    def clauses(self, clauses: tuple[ir.Clause, ...]) -> str:
        """The `for … in … if …` parts. The slots stay bound until `unbind`."""
        parts = []
        for clause in clauses:
            items = self.items(clause)
            self._bound.append(clause.slot)
            parts.append(f"for v{clause.slot} in {items}")
            if clause.test is not None:
                parts.append(f"if {self.test(clause.test).at(OR)}")
        return " ".join(parts)

    def unbind(self, clauses: Sequence[ir.Clause]) -> None:
        """The comprehension is over."""
        del self._bound[len(self._bound) - len(clauses) :]

    def over(self, *slots: int) -> _Binding:
        """`with` these slots as parameters of a lambda."""
        return _Binding(self, slots)

    def load(self, base: str, end: str, shape: ir.Shape) -> Code:
        """A stored value; `base` is its first cell, `end` the one after its last."""
        if shape.kind == "scalar":
            return Code(f"S[{base}]")
        if shape.kind == "set":
            if shape.cells == 1:
                return Code(f"S[{base}]") if shape.size < 32 else Code(f"S[{base}] & 4294967295", BIT_AND)
            return Code(f"load_set(S, {base}, {shape.cells})")
        if shape.kind == "map":
            return Code(f"S[{base}:{end}]", ATOM, "list")
        if base.isdigit():
            return Code(f"S[{int(base) + 1}:{int(base) + 1} + S[{base}]]", ATOM, "list")
        return Code(f"load_list(S, {base})", ATOM, "list")


class _Binding:
    def __init__(self, emitter: Expressions, slots: tuple[int, ...]) -> None:
        self._emitter, self._slots = emitter, slots

    def __enter__(self) -> None:
        self._emitter._bound.extend(self._slots)

    def __exit__(self, *_: object) -> None:
        del self._emitter._bound[len(self._emitter._bound) - len(self._slots) :]


# ---------------------------------------------------------------- the nodes


def _const(x: Expressions, node: ir.Const) -> Code:
    return Code(str(int(node.value)), ATOM if node.value >= 0 else UNARY)


def _const_list(x: Expressions, node: ir.ConstList) -> Code:
    return Code(x.constants.numbers(node.values), ATOM, "tuple")


def _const_set(x: Expressions, node: ir.ConstSet) -> Code:
    return Code(str(set_of(node.members)))


def _local(x: Expressions, node: ir.Local) -> Code:
    shape = x.shape(node.slot)
    if node.slot in x.frame and node.slot not in x._bound:
        x.uses_frame = True
        offset = x.frame[node.slot]
        return x.load(f"F + {offset}", f"F + {offset + shape.cells}", shape)
    return Code(f"v{node.slot}", ATOM, "tuple" if shape.kind in ("list", "map") else "")


def _load(x: Expressions, node: ir.Load) -> Code:
    end = x.address(node.base, node.index, node.shape.size) if node.shape.kind == "map" else ""
    return x.load(x.address(node.base, node.index), end, node.shape)


def _table(x: Expressions, node: ir.Table) -> Code:
    rows = x.constants.program.tables[node.table]
    held = "tuple" if rows and isinstance(rows[0], tuple) else ""
    return Code(f"{x.constants.table(node.table)}[{x.text(node.index)}]", ATOM, held)


def _op(x: Expressions, node: ir.Op) -> Code:
    return OPERATIONS[node.op](x, node)


def _call(x: Expressions, node: ir.Call) -> Code:
    called = x.constants.program.functions[node.function]
    held = "tuple" if called.result is not None and called.result.kind in ("list", "map") else ""
    arguments = "".join([f", {x.text(each)}" for each in node.args])
    name = x.functions[node.function]
    if node.copy and x.constants.only_acts(node.function):
        return Code(f"acting({x.function.place}, {name}, S{arguments})", ATOM, held)
    if node.copy:
        return Code(f"on_copy({x.function.place}, {name}, S{arguments})", ATOM, held)
    return Code(f"{name}(S{arguments})", ATOM, held)


def _choice(x: Expressions, node: ir.Choice) -> Code:
    test = x.test(node.test).at(OR)
    then, other = x.code(node.then), x.code(node.other)
    if then.held != other.held:
        then, other = as_tuple(then), as_tuple(other)
    return Code(f"{then.at(OR)} if {test} else {other.at(TERNARY)}", TERNARY, then.held)


def _search(x: Expressions, node: ir.Region | ir.Costs) -> Code:
    return x.search(node)


def _comp(x: Expressions, node: ir.Comp) -> Code:
    if node.word in LOOP_WORDS:
        return x.loop(node)
    item = _ITEMS[node.word]
    if any(each.stops for each in node.clauses):
        return _COMPS[node.word](x, node, x.gathered(node, lambda inner: item(inner, node)).text)
    clauses = x.clauses(node.clauses)
    try:
        items = f"[{item(x, node)} {clauses}]"
    finally:
        x.unbind(node.clauses)
    return _COMPS[node.word](x, node, items)


def _element(x: Expressions, node: ir.Comp) -> str:
    return x.text(node.element)


def _with_key(x: Expressions, node: ir.Comp) -> str:
    assert node.key is not None
    return f"({x.text(node.key)}, {x.text(node.element)})"


def _with_rank(x: Expressions, node: ir.Comp) -> str:
    assert node.by is not None
    return f"({x.text(node.element)}, {x.text(node.by)})"


def _comp_list(x: Expressions, node: ir.Comp, items: str) -> Code:
    return x.bounded(node, Code(items, ATOM, "list"))


def _comp_map(x: Expressions, node: ir.Comp, items: str) -> Code:
    return Code(f"map_of({node.size}, {node.fill}, {items})", ATOM, "tuple")


def _comp_min(x: Expressions, node: ir.Comp, items: str) -> Code:
    if node.place < 0:
        return Code(f"{node.word}({items})")
    return Code(f"{'least' if node.word == 'min' else 'greatest'}({items}, {node.place})")


def _comp_by(x: Expressions, node: ir.Comp, items: str) -> Code:
    if node.word == "best":
        return Code(f"best({items}, {node.fill})")
    if node.word == "leaders":
        return x.bounded(node, Code(f"leaders({items})", ATOM, "tuple"))
    if node.word == "sorted":
        return x.bounded(node, Code(f"in_order({items})", ATOM, "tuple"))
    return Code(f"ranks({items}, {node.size}, {node.fill})", ATOM, "tuple")


_ITEMS = {
    "list": _element, "map": _with_key, "min": _element, "max": _element, "best": _with_rank,
    "leaders": _with_rank, "sorted": _with_rank, "ranks": _with_rank,
}  # fmt: skip
_COMPS = {
    "list": _comp_list, "map": _comp_map, "min": _comp_min, "max": _comp_min, "best": _comp_by,
    "leaders": _comp_by, "sorted": _comp_by, "ranks": _comp_by,
}  # fmt: skip
EMITTED = LOOP_WORDS | frozenset(_COMPS)


_NODES: dict[type, Callable[[Expressions, Any], Code]] = {
    ir.Const: _const, ir.ConstList: _const_list, ir.ConstSet: _const_set, ir.Local: _local, ir.Load: _load,
    ir.Table: _table, ir.Op: _op, ir.Call: _call, ir.Choice: _choice, ir.Comp: _comp, ir.Region: _search,
    ir.Costs: _search,
}  # fmt: skip
