"""Going over what a list would hold, in most cases without making the list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...program import ir, limits
from ...program.walk import conjuncts, descend, domain_of
from . import binary as wasm
from .binary import I32, I64
from .emit_gather import Gathered, bits, gathers, go_over_words
from .emit_operations import form
from .emit_sets import size_of
from .emit_short import is_short
from .function_body import Label, element_of, in_one_word, type_of
from .writer import Writer

Turn: TypeAlias = Callable[[int, Label, Label], None]
"""Writes what is done with an element: its local, where to go to end the loop, and where to go on with the next one."""


UNROLLED = 10
"""Turns of a loop that is written out, each turn behind the other."""

SMALL = 24
"""Nodes of a turn of such a loop."""


def go_over(w: Writer, loop: ir.For | ir.Clause, turn: Turn, small: bool = False) -> None:
    """Write a loop over the items of a statement or clause, with what it pays. `small`: its turns are."""
    weight = w.maker.weights.turn.get(id(loop), 0)
    items = loop.items
    place = w.place(items) if isinstance(items, ir.Op) and items.op == "range" else w.function.place
    with w.body.block() as out:
        _over(w, items, _Paid(w, weight, place, small), lambda local, next_: turn(local, out, next_))


def go_over_passing(w: Writer, loop: ir.For | ir.Clause, tests: Sequence[ir.Expr], turn: Turn) -> None:
    """Write a loop over those members of a domain that pass tests (see `gathers`), with what one over all of them
    pays."""
    gathered = gathered_for(w, loop, tests)
    words = []
    for number in range(gathered.words):
        gathered.word(number)
        words.append(w.body.keep(type_=I64))
    with w.body.block() as out:
        go_over_words(w, words, lambda local, next_: turn(local, out, next_))


def gathered_for(w: Writer, loop: ir.For | ir.Clause, tests: Sequence[ir.Expr]) -> Gathered:
    """The members of a domain that pass tests; written is what a loop over all of them pays."""
    domain = domain_of(w.maker.program, loop.items)
    assert domain is not None
    weight = w.maker.weights.turn.get(id(loop), 0)
    if weight:
        _Paid(w, weight, w.function.place).for_turns(_how_many(w, domain))
    return Gathered(w, domain, loop.slot, tests)


def _how_many(w: Writer, domain: ir.Domain) -> bytes:
    """How many members of a domain there are in the game."""
    if not domain.present:
        return wasm.const(len(domain.names))
    form(w, domain)
    w.put(wasm.const(2), wasm.SHL, wasm.load(w.maker.room.words([len(each) for each in domain.present])))
    return wasm.get(w.body.keep())


class _Paid:
    """What a loop pays when it starts: `count` is the code of its number of turns. `unrolled`: its turns are so small
    that a few of them may be written one behind the other."""

    def __init__(self, w: Writer, weight: int, place: int, unrolled: bool = False) -> None:
        self.w, self.weight, self.place, self.unrolled = w, weight, place, unrolled

    def for_turns(self, count: bytes) -> None:
        if self.weight:
            self.w.pay_times(count, self.weight, self.place)


def _one(w: Writer, local: int, turn: Callable[[int, Label], None]) -> None:
    """One turn, which goes on behind itself."""
    with w.body.block() as next_:
        turn(local, next_)


def _over(w: Writer, items: ir.Expr, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    match items:
        case ir.Op(op="domain", args=(ir.Const() as number,)):
            _domain(w, w.maker.program.domains[number.value], paid, turn)
        case ir.Op(op="members", args=(group,)):
            _members(w, group, paid, turn)
        case ir.Op(op="range"):
            _range(w, items, paid, turn)
        case ir.Op(op="list", args=(only,)):
            local = w.held_local(only)
            paid.for_turns(wasm.const(1))
            _one(w, local, turn)
        case ir.Comp(word="list") if not paid.weight and w.steady(items) and w.maker.total(w.function, items):
            fused(w, items, turn)
        case ir.Table() if w.maker.uniform(items.table) is not None:
            _row(w, items.table, items.index, paid, turn)
        case ir.Op(op="neighbors", args=(ir.Const() as table, of)) if w.maker.uniform(table.value) is not None:
            _row(w, table.value, of, paid, turn)
        case ir.Op(op="zone_list", args=(zone, base)) if w.steady(items):
            _zone(w, zone, base, paid, turn)
        case ir.Op(op="list_distinct", args=(values,)) if _once_each(w, items, values, paid):
            _different(w, values, turn)
        case ir.Op(op="list_concat") if len(items.args) > 1 and id(items) not in w.maker.weights.unbounded:
            _several(w, items, paid, turn)
        case _:
            _listed(w, items, paid, turn)


def fused(w: Writer, node: ir.Comp, turn: Callable[[int, Label], None]) -> None:
    """Take the elements of a comprehension as they come."""

    def inner(next_: Label) -> None:
        local = w.held_local(node.element)
        _one(w, local, turn)

    nested(w, node.clauses, inner)


def nested(
    w: Writer,
    clauses: Sequence[ir.Clause],
    inner: Callable[[Label], None],
    release: bool = False,
    element: int = SMALL,
) -> None:
    """Write the loops of clauses, one in the other; `inner` is told where to go on with the next element. `release`:
    what a turn makes on its way is of no use behind it. `element`: how many nodes are done with each."""
    clause, *rest = clauses
    tests = [] if clause.test is None else conjuncts(clause.test)
    gathered, others = ([], tests) if clause.stops else gathers(w, clause.items, clause.slot, tests)

    def turn(local: int, out: Label, next_: Label) -> None:
        before = -1
        if release:
            before = w.body.keep(wasm.global_get(w.maker.arena))
            next_ = w.body.block()
        with w.bound(clause.slot, local):
            if clause.going is not None:
                w.jump_unless(clause.going, out)
            last = -1
            if clause.until is not None:
                last = w.new_local(clause.until)
                next_ = w.body.block()
            for each in others:
                w.jump_unless(each, next_)
            if rest:
                nested(w, rest, inner, release, element)
            else:
                inner(next_)
            if last >= 0:
                w.body.end()
                w.body.br_if(out, wasm.get(last))
        if release:
            w.body.end()
            w.put(wasm.get(before), wasm.global_set(w.maker.arena))

    if gathered:
        go_over_passing(w, clause, gathered, turn)
        return
    parts = [each for each in (clause.going, clause.until, clause.test) if each is not None]
    small = not rest and element + sum([nodes(each) for each in parts]) <= SMALL
    go_over(w, clause, turn, small)


def nodes(node: ir.Expr) -> int:
    """How many nodes an expression has; more than enough for one that contains others which are written out."""
    return sum([SMALL if isinstance(each, _LARGE) else 1 for each in descend(node)])


_LARGE = (ir.Comp, ir.Call, ir.Region, ir.Costs)


def _zone(w: Writer, zone: ir.Expr, base: ir.Expr, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    """The pieces of a zone that does not change meanwhile, from one to the next."""
    layout, state = w.maker.program.layout, w.maker.at["STATE"]
    assert isinstance(base, ir.Const)
    w.value(zone)
    number = wasm.get(w.body.keep(wasm.const(2), wasm.SHL))
    if paid.weight:
        paid.for_turns(wasm.get(w.body.keep(number, wasm.load(state + 4 * layout.zone_size))))
    piece, local = w.body.local(), w.body.local()
    w.put(number, wasm.load(state + 4 * layout.zone_first), wasm.set_(piece))
    with w.body.block() as out, w.body.loop() as again:
        w.body.br_if(out, wasm.get(piece), wasm.const(0), wasm.LT)
        w.put(wasm.get(piece), wasm.const(base.value), wasm.SUB, wasm.set_(local))
        w.put(wasm.get(piece), wasm.const(2), wasm.SHL, wasm.load(state + 4 * layout.piece_next), wasm.set_(piece))
        _one(w, local, turn)
        w.body.br(again)


def _domain(w: Writer, known: ir.Domain, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    if not known.present:
        if paid.unrolled and len(known.names) <= UNROLLED:
            paid.for_turns(wasm.const(len(known.names)))
            for i in range(len(known.names)):
                w.const(i)
                local = w.body.keep()
                _one(w, local, turn)
            return
        paid.for_turns(wasm.const(len(known.names)))
        _count(w, wasm.const(0), wasm.const(len(known.names) - 1), turn)
        return
    if all(each == tuple(range(len(each))) for each in known.present):
        sizes = w.maker.room.words([len(each) for each in known.present])
        form(w, known)
        size = w.body.keep(wasm.const(2), wasm.SHL, wasm.load(sizes))
        paid.for_turns(wasm.get(size))
        w.put(wasm.get(size), wasm.const(1), wasm.SUB)
        _count(w, wasm.const(0), wasm.get(w.body.keep()), turn)
        return
    rows = w.maker.room.words([w.maker.room.listed(each) for each in known.present])
    form(w, known)
    _elements(w, w.body.keep(wasm.const(2), wasm.SHL, wasm.load(rows)), I32, paid, turn)


def _row(w: Writer, table: int, index: ir.Expr, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    """A row of a table whose rows are all of one length; they lie one behind the other."""
    length = w.maker.uniform(table)
    assert length is not None
    w.value(index)
    w.put(wasm.const(4 * length), wasm.MUL)
    base = w.maker.flat(table)
    at = w.body.keep()
    paid.for_turns(wasm.const(length))
    local = w.body.local()
    if paid.unrolled and length <= UNROLLED:
        for i in range(length):
            w.put(wasm.get(at), wasm.load(base + 4 * i), wasm.set_(local))
            _one(w, local, turn)
        return
    end = w.body.local()
    w.put(wasm.get(at), wasm.const(4 * length), wasm.ADD, wasm.set_(end))
    with w.body.loop() as again:
        w.put(wasm.get(at), wasm.load(base), wasm.set_(local), wasm.get(at), wasm.const(4), wasm.ADD, wasm.set_(at))
        _one(w, local, turn)
        w.body.br_if(again, wasm.get(at), wasm.get(end), wasm.LT_U)


def _range(w: Writer, items: ir.Op, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    low, high = [_fixed(w, each) for each in items.args]
    if items.place >= 0 or w.shape(items).size >= limits.NUMBERS:
        w.put(high, wasm.EXTEND, low, wasm.EXTEND, wasm.SUB64, wasm.const64(limits.NUMBERS), wasm.GE64)
        w.fault_if("too_many_numbers", w.place(items), low, high)
    if paid.weight:
        w.put(high, low, wasm.SUB, wasm.const(1), wasm.ADD, wasm.const(0), high, low, wasm.GE, wasm.SELECT)
        paid.for_turns(wasm.get(w.body.keep()))
    _count(w, low, high, turn)


def _fixed(w: Writer, node: ir.Expr) -> bytes:
    """Code of a number that is worked out once."""
    if isinstance(node, ir.Const):
        return wasm.const(node.value)
    return wasm.get(w.new_local(node))


def _count(w: Writer, first: bytes, last: bytes, turn: Callable[[int, Label], None]) -> None:
    """From one number up to another."""
    at = w.body.local()
    local = w.body.local()
    w.put(first, wasm.set_(at))
    with w.body.block() as out:
        w.body.br_if(out, wasm.get(at), last, wasm.GT)
        with w.body.loop() as again:
            w.put(wasm.get(at), wasm.set_(local))
            _one(w, local, turn)
            w.body.br_if(out, wasm.get(at), last, wasm.GE)
            w.body.add(at, 1)
            w.body.br(again)


def _members(w: Writer, group: ir.Expr, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    shape = w.shape(group)
    if not in_one_word(shape):
        address = w.held_local(group)
        if paid.weight:
            w.put(wasm.get(address))
            size_of(w, shape.cells)
            paid.for_turns(wasm.get(w.body.keep()))
        at = w.body.local()
        w.put(wasm.const(0), wasm.set_(at))
        with w.body.loop() as again:
            w.put(wasm.get(address), wasm.get(at), wasm.const(2), wasm.SHL, wasm.ADD, wasm.load64_32())
            rest = w.body.keep(type_=I64)
            bits(w, rest, wasm.get(at) + wasm.const(5) + wasm.SHL, turn)
            w.body.br_if(again, wasm.get(at), wasm.const(1), wasm.ADD, wasm.tee(at), wasm.const(shape.cells), wasm.LT)
        return
    rest = w.new_local(group)
    if paid.weight:
        paid.for_turns(wasm.get(rest) + wasm.POPCNT64 + wasm.WRAP)
    bits(w, rest, b"", turn)


def _listed(w: Writer, items: ir.Expr, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    if w.reading:
        w.value(items)
    else:
        w.held(items)
    _elements(w, w.body.keep(), type_of(element_of(w.shape(items))), paid, turn)


def _once_each(w: Writer, items: ir.Op, values: ir.Expr, paid: _Paid) -> bool:
    """Whether the different elements of a short list may be taken as they come."""
    short = is_short(w.shape(values)) and id(items) not in w.maker.weights.unbounded and not paid.weight
    return short and (w.reading or not w.moves(values))


def _different(w: Writer, values: ir.Expr, turn: Callable[[int, Label], None]) -> None:
    """The elements of a short list that are not found before their place."""
    address = w.new_local(values)
    at, end, local, earlier = [w.body.local() for _ in range(4)]
    w.put(wasm.get(address), wasm.tee(at), wasm.get(address), wasm.load(), wasm.const(2), wasm.SHL, wasm.ADD)
    w.put(wasm.set_(end))
    with w.body.block() as out, w.body.loop() as again:
        w.body.br_if(out, wasm.get(at), wasm.get(end), wasm.GE_U)
        w.put(wasm.get(at), wasm.const(4), wasm.ADD, wasm.tee(at), wasm.load(), wasm.set_(local))
        w.put(wasm.get(address), wasm.set_(earlier))
        with w.body.loop() as look:
            w.put(wasm.get(earlier), wasm.const(4), wasm.ADD, wasm.tee(earlier), wasm.load(), wasm.get(local), wasm.NE)
            w.body.br_if(look)
        w.body.br_if(again, wasm.get(earlier), wasm.get(at), wasm.NE)
        _one(w, local, turn)
        w.body.br(again)


def _several(w: Writer, items: ir.Op, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    """Lists one after the other: a loop over the lists around one over their elements."""
    if w.maker.shapes.outgrows(w.function, items):
        _listed(w, items, paid, turn)
        return
    lists = []
    for each in items.args:
        lists.append(w.held_local(each))
    if paid.weight:
        w.const(0)
        for local in lists:
            w.put(wasm.get(local), wasm.load(), wasm.ADD)
        paid.for_turns(wasm.get(w.body.keep()))
    at, address = w.body.local(), w.body.local()
    w.put(wasm.const(0), wasm.set_(at))
    with w.body.loop() as again:
        w.put(wasm.get(lists[-1]))
        for i in reversed(range(len(lists) - 1)):
            other = w.body.keep()
            w.put(wasm.get(lists[i]), wasm.get(other), wasm.get(at), wasm.const(i), wasm.EQ, wasm.SELECT)
        w.put(wasm.set_(address))
        _elements(w, address, type_of(element_of(w.shape(items))), _Paid(w, 0, -1), turn)
        w.body.br_if(again, wasm.get(at), wasm.const(1), wasm.ADD, wasm.tee(at), wasm.const(len(lists)), wasm.LT)


def _elements(w: Writer, address: int, type_: int, paid: _Paid, turn: Callable[[int, Label], None]) -> None:
    """The elements of a list in the memory."""
    stride = 8 if type_ == I64 else 4
    paid.for_turns(wasm.get(address) + wasm.load())
    at, end, local = w.body.local(), w.body.local(), w.body.local(type_)
    w.put(wasm.get(address), wasm.tee(at), wasm.get(address), wasm.load())
    w.put(wasm.const(stride.bit_length() - 1), wasm.SHL, wasm.ADD, wasm.set_(end))
    with w.body.block() as out, w.body.loop() as again:
        w.body.br_if(out, wasm.get(at), wasm.get(end), wasm.GE_U)
        w.put(wasm.get(at), wasm.load(4) if stride == 4 else wasm.load64(4), wasm.set_(local))
        w.body.add(at, stride)
        _one(w, local, turn)
        w.body.br(again)
