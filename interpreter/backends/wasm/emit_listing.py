"""How the options of a decision are listed, and when they are not.

Where every option of a decision has as many words as every other, the records lie one behind the other and nothing else
is written: the address of option i is a multiple. Where the options are the members of one set, or of a domain that
pass tests told beforehand (`emit_gather.py`), and nobody wants but their number and then one of them, the set is kept
as it is; the record of option i is made when it is asked for (`runtime/drawing.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...program import ir, limits
from ...program.calls import asked_by
from ...program.walk import descend
from . import binary as wasm
from .binary import I32, I64
from .emit_gather import MOST
from .emit_loops import gathered_for
from .emit_statements import passing, tell_value
from .frames import frame_place
from .function_body import Body, in_one_word, type_of
from .records import record_size
from .writer import Writer, block

if TYPE_CHECKING:
    from .module_maker import Maker


class Listings:
    """Of the decisions of a program: which are listed in records of one size. A function that makes options for several
    of them makes them in one way."""

    def __init__(self, maker: Maker) -> None:
        program = maker.program
        self._bounds: dict[int, int] = {}
        self._maker = maker
        sizes = [record_size(maker.option_kinds, each) for each in program.decisions]
        for number, each in enumerate(program.decisions):
            if self._most(program.functions[each.function], each.options) > limits.OPTIONS:
                sizes[number] = 0
        makers = [asked_by(program, each.options) for each in program.decisions]
        self.words: dict[int, int] = {}
        """By function that makes options for decisions of one size: this size."""
        again = True
        while again:
            again = False
            self.words = {}
            for size, functions in zip(sizes, makers, strict=True):
                for function in functions:
                    self.words[function] = size if self.words.get(function, size) == size else 0
            for number, functions in enumerate(makers):
                makes = [function for function in functions if program.functions[function].generator]
                if sizes[number] and any(self.words[function] != sizes[number] for function in makes):
                    sizes[number] = 0
                    again = True
        self.sizes = sizes

    def _most(self, function: ir.Function, body: tuple[ir.Stmt, ...]) -> int:
        """No fewer options than statements make."""
        count = 0
        for each in body:
            match each:
                case ir.Emit():
                    count += 1
                case ir.EmitFrom():
                    count += self._of(each.function)
                case ir.Guard():
                    count += self._most(function, each.body)
                case ir.If():
                    count += self._most(function, each.then) + self._most(function, each.other)
                case ir.For():
                    turns = self._maker.shapes.of(function, each.items).size
                    count += min(turns, limits.LIST) * self._most(function, each.body)
                case _ if any(isinstance(inner, (ir.Emit, ir.EmitFrom)) for inner in descend(each)):
                    count += limits.OPTIONS + 1
        return min(count, limits.OPTIONS + 1)

    def _of(self, number: int) -> int:
        if number not in self._bounds:
            function = self._maker.program.functions[number]
            self._bounds[number] = self._most(function, function.body)
        return self._bounds[number]


def write_listing(w: Writer, number: int) -> None:
    """The options of a decision, or where nobody wants more than one of them, what it takes to draw it."""
    decision = w.maker.program.decisions[number]
    known = _one_set(w, decision)
    if known is not None:
        w.body.if_(wasm.global_get(w.maker.sampling))
        known.write()
        w.body.else_()
    _records(w, decision, w.maker.listings_of.sizes[number])
    if known is not None:
        w.body.end()


def _records(w: Writer, decision: ir.Decision, words: int) -> None:
    """All options as records; of one size, or with their addresses in the index."""
    maker = w.maker
    w.put(wasm.const(4 * words), wasm.global_set(maker.stride))
    if not words:
        block(w, decision.options)
        return
    w.words, w.tip = words, w.body.local()
    start = maker.at["OPTIONS"]
    w.put(wasm.const(start), wasm.set_(w.tip))
    block(w, decision.options)
    w.put(wasm.get(w.tip), wasm.global_set(maker.tip))
    w.put(wasm.get(w.tip), wasm.const(start), wasm.SUB, wasm.const(4 * words), wasm.DIV_U, wasm.global_set(maker.count))


@dataclass(frozen=True, slots=True)
class _OneSet:
    """The options of a decision that are the members of one set."""

    w: Writer
    loop: ir.For
    tests: list[ir.Expr]
    alternative: int

    def write(self) -> None:
        """Keep the set, and say how many members it has."""
        w, items = self.w, self.loop.items
        if w.number in w.inside:
            w.pay(w.maker.weights.entry.get(w.number, 0), w.function.place)
        if self.tests:
            gathered = gathered_for(w, self.loop, self.tests)
            self._keep(gathered.words, gathered.word)
        else:
            assert isinstance(items, ir.Op)
            group = items.args[0]
            shape = w.shape(group)
            w.value(group)
            if in_one_word(shape):
                local = w.body.keep(type_=I64)
                self._keep(1, lambda number: w.put(wasm.get(local)))
            else:
                address, last = w.body.keep(), shape.cells // 2
                self._keep(-(-shape.cells // 2), lambda number: w.put(
                    wasm.get(address), wasm.load64(8 * number) if number < last else wasm.load64_32(8 * number)
                ))  # fmt: skip

    def _keep(self, count: int, word: Callable[[int], None]) -> None:
        w, at = self.w, self.w.maker.at["SAMPLED"]
        for number in range(count):
            word(number)
            local = w.body.keep(type_=I64)
            w.put(wasm.const(0), wasm.get(local), wasm.store64(at + 8 * number), wasm.get(local), wasm.POPCNT64)
            if number:
                w.put(wasm.ADD64)
        w.put(wasm.WRAP, wasm.global_set(w.maker.count))
        w.put(wasm.const(-1 - self.alternative), wasm.global_set(w.maker.stride))


def _one_set(w: Writer, decision: ir.Decision) -> _OneSet | None:
    """The options of a decision as members of one set, if they are. What need not be asked is listed."""
    body = decision.options
    if decision.optional or len(body) != 1:
        return None
    if isinstance(body[0], ir.EmitFrom):
        number = body[0].function
        if body[0].args or w.maker.kept(number):
            return None
        function = w.maker.program.functions[number]
        w = Writer(w.maker, w.body, function, number)
        w.inside = (number,)
        body = function.body
    loop = body[0] if len(body) == 1 else None
    if not isinstance(loop, ir.For):
        return None
    tests, rest, inner = passing(w, loop)
    emit = inner[0] if len(inner) == 1 and not rest else None
    if not isinstance(emit, ir.Emit) or emit.alike is not None or emit.args != (ir.Local(loop.slot),):
        return None
    items = loop.items
    plain = isinstance(items, ir.Op) and items.op == "members" and w.maker.weights.turn.get(id(loop), 0) == 0
    if not tests and not (plain and isinstance(items, ir.Op) and w.shape(items.args[0]).size <= MOST):
        return None
    return _OneSet(w, loop, tests, emit.alternative)


# ----------------------------------------------------------------
# What a decision is made of in a module: its options, and the values in its prompt.


def write_options(maker: Maker, number: int) -> Body:
    """The options of a decision: a function that is given the number of the decision."""
    decision = maker.program.decisions[number]
    w = _reading(maker, decision)
    if maker.asks_alike(decision):
        w.call("alike_reset")
    keeps = maker.asks_kept((decision,))
    if keeps:
        w.call("new_listing")
        _look_before(w, [each for each in asked_by(maker.program, (decision,)) if maker.kept(each)])
    write_listing(w, number)
    if keeps:
        w.put(wasm.const(0), wasm.global_set(maker.listing))
    return w.body


def _look_before(w: Writer, functions: list[int]) -> None:
    """Forget the values of functions that depend on what differs from the last time."""
    maker = w.maker
    longer = [each for each in functions if maker.watch.outlives(each)]
    if longer:
        w.call("made_ready", maker.watch.before(longer))


def write_prompt(maker: Maker, number: int) -> Body:
    """The values in a decision's prompt, written down as those of an event."""
    decision = maker.program.decisions[number]
    w = _reading(maker, decision)
    w.call("event_begin", 0)
    for each in decision.prompt_args:
        w.value(each)
        tell_value(w, w.shape(each), w.body.keep(type_=w.type(each)))
    w.call("event_end")
    return w.body


def _reading(maker: Maker, decision: ir.Decision) -> Writer:
    """A writer of code that is given the number of a decision, reads the frame of who asks, and changes nothing of
    it."""
    body = Body((I32,))
    function = maker.program.functions[decision.function]
    w = Writer(maker, body, function, decision.function)
    w.writes = frozenset()
    w.frame = dict(function.frame)
    w.frame_base, w.frame_offset = frame_place(maker, body, decision.function)
    asked = {each.slot for each in descend(decision) if isinstance(each, ir.Local)}
    for slot in [each for each in w.frame if each in asked]:
        shape = function.locals[slot]
        w.from_state(shape, *w.frame_slot(slot))
        w.slots[slot] = body.keep(type_=type_of(shape))
    return w
