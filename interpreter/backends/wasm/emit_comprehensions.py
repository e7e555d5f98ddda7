"""Comprehensions: loops of clauses, and what is made of their elements."""

from __future__ import annotations

from collections.abc import Callable

from ...program import ir, limits
from ...program.walk import conjuncts, descend, domain_of
from . import binary as wasm
from .binary import I32, I64
from .emit_gather import gathers
from .emit_loops import SMALL, gathered_for, go_over_passing, nested, nodes
from .emit_operations import narrowed
from .emit_rows import first_of_row, one_of_set, stretched
from .emit_sets import GrowingSet
from .emit_short import gives_items
from .function_body import Label, is_pointer, stride_of
from .invariants import once
from .writer import EXPRESSIONS, Writer

_WORDS: dict[str, Callable[[Writer, ir.Comp], None]] = {}


def _is(*words: str) -> Callable[[Callable[[Writer, ir.Comp], None]], Callable[[Writer, ir.Comp], None]]:
    def register(emit: Callable[[Writer, ir.Comp], None]) -> Callable[[Writer, ir.Comp], None]:
        for each in words:
            _WORDS[each] = emit
        return emit

    return register


def _comp(w: Writer, node: ir.Comp) -> None:
    first, *rest = node.clauses
    inside = [first.going, first.until, first.test, *rest, node.key, node.element, node.by]
    with stretched(w, node), once(w, [each for each in inside if each is not None], (first.slot,)):
        _WORDS[node.word](w, node)


def _turns(w: Writer, node: ir.Comp) -> int:
    """How many elements there can be."""
    turns = 1
    for clause in node.clauses:
        turns = min(turns * w.shape(clause.items).size, limits.LIST)
    return turns


def each_element(w: Writer, node: ir.Comp, inner: Callable[[Label], None]) -> None:
    """Write the loops; what a turn makes on its way is released before the next."""
    release = w.maker.makes(w.function, node) and not is_pointer(w.shape(node.element))
    more = nodes(node.element) if node.word in _SHORT else SMALL
    before, w.reading = w.reading, True
    nested(w, node.clauses, inner, release, more)
    w.reading = before


_SHORT = frozenset(("any", "all", "sum", "count", "first", "set"))
"""Words whose elements are done with in a few instructions."""


@_is("sum")
def _sum(w: Writer, node: ir.Comp) -> None:
    wide = node.place >= 0
    total = w.body.local(I64 if wide else I32)
    w.put(wasm.const64(0) if wide else wasm.const(0), wasm.set_(total))

    def inner(next_: Label) -> None:
        w.value(node.element)
        if wide:
            w.put(wasm.EXTEND)
        w.put(wasm.get(total), wasm.ADD64 if wide else wasm.ADD, wasm.set_(total))

    each_element(w, node, inner)
    w.put(wasm.get(total))
    if wide:
        narrowed(w, node.place)


@_is("count")
def _count(w: Writer, node: ir.Comp) -> None:
    if _by_gathering(w, node):
        return
    count = w.body.local()
    w.put(wasm.const(0), wasm.set_(count))

    def inner(next_: Label) -> None:
        with w.body.block() as skip:
            w.jump_unless(node.element, skip)
            w.body.add(count, 1)

    each_element(w, node, inner)
    w.put(wasm.get(count))


def _by_gathering(w: Writer, node: ir.Comp) -> bool:
    """Write how many elements of one loop are true, or whether any, or all, are, where that is told for many members at
    a time, and say so."""
    clause, everything = node.clauses[0], int(node.word == "all")
    if len(node.clauses) > 1 or clause.stops or domain_of(w.maker.program, clause.items) is None:
        return False
    tests = [] if clause.test is None else conjuncts(clause.test)
    tests += [_without(w, node.element)] if everything else conjuncts(node.element)
    gathered, others = gathers(w, clause.items, clause.slot, tests)
    if not gathered:
        return False
    result = w.body.local()
    with w.released(w.maker.makes(w.function, node)):
        if not others:
            words = gathered_for(w, clause, gathered)
            for number in range(words.words):
                words.word(number)
                w.put(wasm.POPCNT64 if node.word == "count" else b"")
                w.put((wasm.ADD64 if node.word == "count" else wasm.OR64) if number else b"")
            if node.word == "count":
                w.put(wasm.WRAP)
            else:
                w.put(wasm.EQZ64, b"" if everything else wasm.EQZ)
            w.put(wasm.set_(result))
        else:
            w.put(wasm.const(everything), wasm.set_(result))

            def turn(local: int, out: Label, next_: Label) -> None:
                with w.bound(clause.slot, local):
                    for each in others:
                        w.jump_unless(each, next_)
                if node.word == "count":
                    w.body.add(result, 1)
                    return
                w.put(wasm.const(1 - everything), wasm.set_(result))
                w.body.br(out)

            go_over_passing(w, clause, gathered, turn)
    w.put(wasm.get(result))
    return True


def _without(w: Writer, node: ir.Expr) -> ir.Expr:
    """The contrary of a test."""
    if isinstance(node, ir.Op) and node.op == "not":
        return node.args[0]
    contrary = ir.Op("not", (node,))
    w.maker.nodes.append(contrary)
    return contrary


@_is("any", "all")
def _any(w: Writer, node: ir.Comp) -> None:
    if at_once(w, node) or _by_gathering(w, node) or one_of_set(w, node):
        return
    found = w.body.local()
    answer = int(node.word == "any")
    w.put(wasm.const(1 - answer), wasm.set_(found))
    done = w.body.block()

    def inner(next_: Label) -> None:
        with w.body.block() as skip:
            (w.jump_unless if answer else w.jump_if)(node.element, skip)
            w.put(wasm.const(answer), wasm.set_(found))
            w.body.br(done)

    with w.released(w.maker.makes(w.function, node)):
        each_element(w, node, inner)
        w.body.end()
    w.put(wasm.get(found))


@_is("first")
def _first(w: Writer, node: ir.Comp) -> None:
    if first_of_row(w, node):
        return
    found = w.body.local()
    w.put(wasm.const(node.fill), wasm.set_(found))
    done = w.body.block()

    def inner(next_: Label) -> None:
        w.value(node.element)
        w.put(wasm.set_(found))
        w.body.br(done)

    with w.released(w.maker.makes(w.function, node)):
        each_element(w, node, inner)
        w.body.end()
    w.put(wasm.get(found))


@_is("min", "max")
def _extreme(w: Writer, node: ir.Comp) -> None:
    best, seen = w.body.local(), w.body.local()
    w.put(wasm.const(0), wasm.tee(best), wasm.set_(seen))

    def inner(next_: Label) -> None:
        value = w.new_local(node.element)
        w.put(wasm.get(value), wasm.get(best))
        w.put(wasm.get(value), wasm.get(best), wasm.LT if node.word == "min" else wasm.GT)
        w.put(wasm.get(seen), wasm.EQZ, wasm.OR, wasm.SELECT, wasm.set_(best), wasm.const(1), wasm.set_(seen))

    each_element(w, node, inner)
    if node.place >= 0:
        w.put(wasm.get(seen), wasm.EQZ)
        w.fault_if("of_nothing", node.place, wasm.const(int(node.word == "max")))
    w.put(wasm.get(best))


@_is("set")
def _set(w: Writer, node: ir.Comp) -> None:
    group = GrowingSet(w, node.size)

    def inner(next_: Label) -> None:
        group.add(w.new_local(node.element))

    each_element(w, node, inner)
    group.leave()


@_is("map")
def _map(w: Writer, node: ir.Comp) -> None:
    w.call("map_fill", node.size, node.fill)
    address = w.body.keep()

    def inner(next_: Label) -> None:
        assert node.key is not None
        w.put(wasm.get(address))
        w.value(node.key)
        w.put(wasm.const(2), wasm.SHL, wasm.ADD)
        w.value(node.element)
        w.put(wasm.store())

    each_element(w, node, inner)
    w.put(wasm.get(address))


class Growing:
    """A list that is made in the arena, element by element; there is room for all that it can have."""

    def __init__(self, w: Writer, most: int, stride: int) -> None:
        self.w, self.stride = w, stride
        arena = w.maker.arena
        self.address = w.body.keep(wasm.global_get(arena))
        self.end = w.body.local()
        w.put(wasm.get(self.address), wasm.tee(self.end))
        w.put(wasm.const(4 + most * stride), wasm.ADD, wasm.global_set(arena))

    def add(self, value: bytes) -> None:
        """One more element; `value` is code without effects."""
        self.w.put(wasm.get(self.end), value, wasm.store(4) if self.stride == 4 else wasm.store64(4))
        self.w.put(wasm.get(self.end), wasm.const(self.stride), wasm.ADD, wasm.set_(self.end))

    def empty(self) -> None:
        """Begin anew."""
        self.w.put(wasm.get(self.address), wasm.set_(self.end))

    def done(self, shrink: bool) -> None:
        """Write its length down; `shrink`: nothing behind it is needed."""
        w = self.w
        w.put(wasm.get(self.address), wasm.get(self.end), wasm.get(self.address), wasm.SUB)
        w.put(wasm.const(self.stride.bit_length() - 1), wasm.SHR_U, wasm.store())
        if shrink:
            w.put(wasm.get(self.end), wasm.const(4), wasm.ADD, wasm.global_set(w.maker.arena))


def _watched(w: Writer, node: ir.Comp, growing: Growing) -> None:
    """Stop where the list has more elements than a list may; the Python machine says then how many it would have."""
    if w.maker.shapes.outgrows(w.function, node):
        w.put(wasm.get(growing.end), wasm.get(growing.address), wasm.SUB)
        w.put(wasm.const(limits.LIST * growing.stride), wasm.GE_U)
        w.fault_if("memory", w.function.place)


@_is("list")
def _list(w: Writer, node: ir.Comp) -> None:
    if gives_items(w, node):
        w.value(node.clauses[0].items)
        return
    shape = w.shape(node.element)
    growing = Growing(w, _turns(w, node), stride_of(shape))

    def inner(next_: Label) -> None:
        _watched(w, node, growing)
        growing.add(wasm.get(w.held_local(node.element)))

    each_element(w, node, inner)
    growing.done(shrink=not is_pointer(shape))
    w.put(wasm.get(growing.address))


def _key(w: Writer, node: ir.Comp) -> tuple[int, bool]:
    """The local with the key of an element, and whether it is a list."""
    assert node.by is not None
    w.held(node.by)
    deep = w.shape(node.by).kind == "list"
    return w.body.keep(), deep


def _compared(w: Writer, node: ir.Comp, key: int, top: int, deep: bool) -> int:
    """The local that is above 0 if a key is larger than another, 0 if they are equal."""
    if not deep:
        w.put(wasm.get(key), wasm.get(top), wasm.GT, wasm.get(key), wasm.get(top), wasm.LT, wasm.SUB)
    else:
        assert node.by is not None
        w.put(wasm.get(key), wasm.get(top))
        w.maker.compare_lists(w, w.shape(node.by))
    return w.body.keep()


@_is("best")
def _best(w: Writer, node: ir.Comp) -> None:
    top, found, several, seen = [w.body.local() for _ in range(4)]
    w.put(wasm.const(node.fill), wasm.set_(found), wasm.const(0), wasm.tee(seen), wasm.set_(several))

    def inner(next_: Label) -> None:
        element = w.new_local(node.element)
        key, deep = _key(w, node)
        fresh = w.body.local()
        with w.body.if_(wasm.get(seen), wasm.EQZ, wasm.tee(fresh)):
            w.body.else_()
            order = _compared(w, node, key, top, deep)
            w.put(wasm.get(order), wasm.const(0), wasm.GT, wasm.set_(fresh))
            w.put(wasm.get(several), wasm.get(order), wasm.EQZ, wasm.OR, wasm.set_(several))
        with w.body.if_(wasm.get(fresh)):
            w.put(wasm.get(key), wasm.set_(top), wasm.get(element), wasm.set_(found))
            w.put(wasm.const(1), wasm.set_(seen), wasm.const(0), wasm.set_(several))

    nested(w, node.clauses, inner)
    w.put(wasm.const(node.fill), wasm.get(found), wasm.get(several), wasm.SELECT)


@_is("leaders")
def _leaders(w: Writer, node: ir.Comp) -> None:
    top, seen = w.body.local(), w.body.local()
    w.put(wasm.const(0), wasm.set_(seen))
    shape = w.shape(node.element)
    growing = Growing(w, _turns(w, node), stride_of(shape))

    def inner(next_: Label) -> None:
        _watched(w, node, growing)
        element = w.held_local(node.element)
        key, deep = _key(w, node)
        with w.body.block() as done:
            with w.body.block() as fresh:
                w.body.br_unless(fresh, wasm.get(seen))
                order = _compared(w, node, key, top, deep)
                w.body.br_if(done, wasm.get(order), wasm.const(0), wasm.LT)
                w.body.br_if(fresh, wasm.get(order), wasm.const(0), wasm.GT)
                growing.add(wasm.get(element))
                w.body.br(done)
            growing.empty()
            growing.add(wasm.get(element))
            w.put(wasm.get(key), wasm.set_(top), wasm.const(1), wasm.set_(seen))

    nested(w, node.clauses, inner)
    assert node.by is not None
    growing.done(shrink=not is_pointer(shape))
    w.put(wasm.get(growing.address))


@_is("sorted", "ranks")
def _ordered(w: Writer, node: ir.Comp) -> None:
    shape = w.shape(node.element)
    assert node.by is not None
    deep = w.shape(node.by).kind == "list"
    most = _turns(w, node)
    elements, keys = Growing(w, most, stride_of(shape)), Growing(w, most, 4)

    def inner(next_: Label) -> None:
        _watched(w, node, elements)
        element = w.held_local(node.element)
        key, _ = _key(w, node)
        elements.add(wasm.get(element))
        keys.add(wasm.get(key))

    nested(w, node.clauses, inner)
    elements.done(shrink=False)
    keys.done(shrink=False)
    if node.word == "ranks":
        w.put(wasm.get(elements.address), wasm.get(keys.address), wasm.const(int(deep)), wasm.const(node.size))
        w.call("by_ranks", node.fill)
        return
    w.call("by_sorted", wasm.get(keys.address), wasm.const(int(deep)))
    order = w.body.keep()
    w.call("by_order", wasm.get(elements.address), wasm.get(order), wasm.const(stride_of(shape)))


EXPRESSIONS[ir.Comp] = _comp


# ----------------------------------------------------------------
# Short rows of a table of which all members are looked at, without leaving off at the one that decides.


AT_ONCE = 4
"""Members of a row that are looked at without leaving off where one decides."""

_COMPARISONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))


def at_once(w: Writer, node: ir.Comp) -> bool:
    """Write whether a comparison holds for any, or for all, members of a short row without a branch between them, and
    say so, where nothing is against it. To leave off at the first that decides would spare a few loads, but nobody
    foresees at which one that is, and a branch that is not foreseen takes longer than all of them."""
    clause = node.clauses[0]
    items, test = clause.items, node.element
    if len(node.clauses) > 1 or not isinstance(items, ir.Table) or not isinstance(test, ir.Op):
        return False
    if clause.going is not None or clause.until is not None or clause.test is not None:
        return False
    length = w.maker.uniform(items.table)
    small = length is not None and 0 < length <= AT_ONCE and nodes(test) <= SMALL // 3
    if length is None or not small or test.op not in _COMPARISONS or not w.maker.total(w.function, test):
        return False
    w.value(items.index)
    at = w.body.keep(wasm.const(4 * length), wasm.MUL)
    weight = w.maker.weights.turn.get(id(clause), 0)
    if weight:
        w.pay_times(wasm.const(length), weight, w.function.place)
    times = 4 if w.noting < 0 and _only_index(test, clause.slot) else 1
    row = w.maker.flat(items.table, times)
    for i in range(length):
        member = w.body.keep(wasm.get(at), wasm.load(row + 4 * i))
        if times == 4:
            w.places[clause.slot] = member
        with w.bound(clause.slot, member):
            w.value(test)
        if i:
            w.put(wasm.AND if node.word == "all" else wasm.OR)
    w.places.pop(clause.slot, None)
    return True


def _only_index(node: ir.Expr, slot: int) -> bool:
    """Whether what is in a slot is only asked for as the index of single cells."""
    uses = [each for each in descend(node) if isinstance(each, ir.Local) and each.slot == slot]
    loads = [each for each in descend(node) if isinstance(each, ir.Load) and each.index in uses]
    return len(loads) == len(uses) and all(each.shape.kind == "scalar" for each in loads)
