"""Which members of a domain pass a test, without a branch for each of them: the test is done for four at a time, on
vectors of 128 bits, and what comes out are whole words of 64 bits. A branch whose way nobody foresees takes longer than
a dozen of these comparisons.

Tests of tables and of which member it is are constant words.

What is gathered so can neither fault nor pay, and nothing that it reads is written meanwhile: nobody can tell that
members are tested before the first one's turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...program import ir
from ...program.facts import Part
from ...program.reach import UNKNOWN, constant_value
from ...program.walk import domain_of
from . import binary as wasm
from .binary import I64, V128
from .emit_operations import form
from .emit_views import word_of
from .function_body import Label, in_one_word
from .writer import Writer

MOST = 512
"""Members of a domain that is gathered: so many are written out word by word."""

LEAST = 4
"""The same for the smallest one: with fewer, branches cost less."""

WORD = 64
LANES = 4

_COMPARED = {
    "eq": wasm.EQ_LANES, "ne": wasm.NE_LANES, "lt": wasm.LT_LANES, "gt": wasm.GT_LANES,
    "le": wasm.LE_LANES, "ge": wasm.GE_LANES,
}  # fmt: skip

_MANY = {"and": (wasm.AND_LANES, wasm.AND64), "or": (wasm.OR_LANES, wasm.OR64)}

Code = Callable[[int], None]
"""Writes code that leaves what a word, or a vector, with a number holds."""

Turn = Callable[[int, Label], None]
"""Writes what is done with a member: its local, and where to go on with the next one."""


def gathers(
    w: Writer,
    items: ir.Expr,
    slot: int,
    tests: Sequence[ir.Expr],
    changes: frozenset[Part] = frozenset(),
    binds: Iterable[int] = (),
) -> tuple[list[ir.Expr], list[ir.Expr]]:
    """Of tests of the members of `items`, all of which must hold: those that can be done by gathering, and those that
    are asked of each then. `changes`: parts of the state that are written meanwhile; `binds`: slots that are."""
    domain = domain_of(w.maker.program, items)
    if domain is None or not LEAST <= len(domain.names) <= MOST:
        return [], list(tests)
    if not all(each == tuple(sorted(each)) for each in domain.present):
        return [], list(tests)
    gathered: list[ir.Expr] = []
    others: list[ir.Expr] = []
    bound = frozenset(binds) - {slot}
    for i, each in enumerate(tests):
        known = w.maker.total(w.function, each)
        if known and _is_word(w, each, slot) and changes.isdisjoint(w.maker.reads(each)) and (
            bound.isdisjoint(w.maker.invariants.reads(each))
        ):  # fmt: skip
            gathered.append(each)
            continue
        others.append(each)
        if not known:
            return gathered, [*others, *tests[i + 1 :]]
    return gathered, others


# ---------------------------------------------------------------- what can be gathered


def _is_word(w: Writer, test: ir.Expr, slot: int) -> bool:
    """Whether it can be told of 64 members at once whether they pass a test."""
    if is_lane(w, test, slot):
        return True
    if not isinstance(test, ir.Op):
        return False
    if test.op in ("and", "or", "not"):
        return all(_is_word(w, each, slot) for each in test.args)
    return test.op == "set_has" and _is(test.args[1], slot) and _same(w, test.args[0], slot)


def is_lane(w: Writer, test: ir.Expr, slot: int) -> bool:
    """The same of four members by a comparison of vectors."""
    if isinstance(test, ir.Op):
        if test.op in ("and", "or", "not"):
            return all(is_lane(w, each, slot) for each in test.args)
        return test.op in _COMPARED and all(_is_vector(w, each, slot) for each in test.args)
    if isinstance(test, ir.Table):
        return _is(test.index, slot) and w.shape(test).kind == "scalar"
    return isinstance(test, ir.Load) and _is_vector(w, test, slot)


def _is_vector(w: Writer, node: ir.Expr, slot: int) -> bool:
    """Whether the values for four members lie one behind the other, or are the same for all."""
    if w.shape(node).kind != "scalar":
        return False
    if isinstance(node, (ir.Load, ir.Table)) and node.index is not None and _is(node.index, slot):
        return True
    if isinstance(node, ir.Op) and node.op == "map_get" and _is(node.args[1], slot):
        return _same(w, node.args[0], slot)
    return _is(node, slot) or _same(w, node, slot)


def _is(node: ir.Expr, slot: int) -> bool:
    return isinstance(node, ir.Local) and node.slot == slot


def _same(w: Writer, node: ir.Expr, slot: int) -> bool:
    """Whether a value is the same for all members, and soon found."""
    known = w.maker.invariants
    return slot not in known.reads(node) and not known.dear(node)


def _fixed(w: Writer, node: ir.Expr, slot: int, size: int) -> int | None:
    """The members that pass a test, as bits, where that is a matter of tables and the member alone."""
    found = 0
    for member in range(size):
        value = constant_value(w.maker.program, w.maker.facts, node, {slot: member})
        if value is UNKNOWN:
            return None
        found |= bool(value) << member
    return found


# ---------------------------------------------------------------- gathering


class Gathered:
    """Writes the words of the members of a domain that pass tests."""

    def __init__(self, w: Writer, domain: ir.Domain, slot: int, tests: Sequence[ir.Expr]) -> None:
        self.w, self.domain, self.slot = w, domain, slot
        self.size = len(domain.names)
        self.words = -(-self.size // WORD)
        self._tests = [self._word(each) for each in tests]
        self._present = self._masks()

    def word(self, number: int) -> None:
        """Leave a word: bit i is member 64 * number + i."""
        for i, each in enumerate(self._tests):
            each(number)
            if i:
                self.w.put(wasm.AND64)
        left = self.size - WORD * number
        if self._present is not None:
            self._present(number)
            self.w.put(wasm.AND64)
        elif left < WORD:
            self.w.put(wasm.const64((1 << left) - 1), wasm.AND64)

    def lanes(self, tests: Sequence[ir.Expr]) -> Code:
        """Leaves a vector with all ones for members that pass tests of which `is_lane` holds."""
        each = [self._lanes(test) for test in tests]

        def write(number: int) -> None:
            for i, code in enumerate(each):
                code(number)
                if i:
                    self.w.put(wasm.AND_LANES)

        return write

    def _masks(self) -> Code | None:
        """Leaves the members that there are in the game, of a domain whose members depend on its form."""
        w, present = self.w, self.domain.present
        if not present:
            return None
        size = WORD * self.words
        table = w.maker.masks([sum([1 << x for x in row]) for row in present], size)
        form(w, self.domain)
        at = w.body.keep(wasm.const(8 * self.words), wasm.MUL)
        return lambda number: w.put(wasm.get(at), wasm.load64(table + 8 * number))

    def _word(self, test: ir.Expr) -> Code:
        w = self.w
        view = w.maker.views.asked(test, self.slot, self.size)
        if view is not None:
            return word_of(w, *view)
        members = _fixed(w, test, self.slot, self.size)
        if members is not None:
            return lambda number: w.put(wasm.const64(members >> WORD * number & (1 << WORD) - 1))
        if not self._viewed(test) and is_lane(w, test, self.slot):
            lanes = self._lanes(test)
            return lambda number: self._packed(lanes, number)
        assert isinstance(test, ir.Op)
        if test.op == "set_has":
            return self._member(test.args[0])
        parts = [self._word(each) for each in test.args]

        def write(number: int) -> None:
            for i, each in enumerate(parts):
                each(number)
                if test.op == "not":
                    w.put(wasm.const64(-1), wasm.XOR64)
                elif i:
                    w.put(_MANY[test.op][1])

        return write

    def _viewed(self, test: ir.Expr) -> bool:
        """Whether views tell a part of a test."""
        if isinstance(test, ir.Op) and (test.op in _MANY or test.op == "not"):
            return any(self._viewed(each) for each in test.args)
        return self.w.maker.views.asked(test, self.slot, self.size) is not None

    def _member(self, group: ir.Expr) -> Code:
        """Leaves a word of a set."""
        w, shape = self.w, self.w.shape(group)
        local = w.in_local(group)
        if in_one_word(shape):
            return lambda number: w.put(wasm.get(local))
        last = shape.cells // 2
        return lambda number: w.put(
            wasm.get(local), wasm.load64(8 * number) if number < last else wasm.load64_32(8 * number)
        )

    def _packed(self, lanes: Code, number: int) -> None:
        """Leave a word from vectors whose lanes are all ones or all zeros."""
        w = self.w
        for first in range(WORD * number, min(WORD * (number + 1), self.size), 4 * LANES):
            count = -(-min(4 * LANES, self.size - first) // LANES)
            vector = first // LANES
            for i in range(count):
                lanes(vector + i)
                if i % 2:
                    w.put(wasm.NARROW_32)
            if count == 1:
                w.put(wasm.BITS_32)
            elif count == 2:
                w.put(wasm.BITS_16)
            else:
                if count == 3:
                    w.put(wasm.lanes(0, 0, 0, 0), wasm.NARROW_32)
                w.put(wasm.NARROW_16, wasm.BITS_8)
            w.put(wasm.EXTEND_U)
            if first % WORD:
                w.put(wasm.const64(first % WORD), wasm.SHL64, wasm.OR64)

    def _lanes(self, test: ir.Expr) -> Code:
        """Leaves a vector with all ones for members that pass a test."""
        w = self.w
        if isinstance(test, (ir.Load, ir.Table)):
            value = self._vector(test)
            return lambda number: (value(number), w.put(wasm.lanes(0, 0, 0, 0), wasm.NE_LANES))[0]
        assert isinstance(test, ir.Op)
        if test.op in _COMPARED:
            left, right = [self._vector(each) for each in test.args]
            return lambda number: (left(number), right(number), w.put(_COMPARED[test.op]))[0]
        parts = [self._lanes(each) for each in test.args]

        def write(number: int) -> None:
            for i, each in enumerate(parts):
                each(number)
                if test.op == "not":
                    w.put(wasm.NOT_LANES)
                elif i:
                    w.put(_MANY[test.op][0])

        return write

    def _vector(self, node: ir.Expr) -> Code:
        """Leaves the values for four members."""
        w, slot = self.w, self.slot
        if isinstance(node, ir.Load) and node.index is not None and _is(node.index, slot):
            base = w.maker.at["STATE"] + 4 * node.base
            return lambda number: w.put(wasm.const(0), wasm.load_lanes(base + 4 * LANES * number))
        if isinstance(node, ir.Table) and _is(node.index, slot):
            table = w.maker.numbers(node.table)
            return lambda number: w.put(wasm.const(0), wasm.load_lanes(table + 4 * LANES * number))
        if isinstance(node, ir.Op) and node.op == "map_get" and _is(node.args[1], slot):
            values = w.in_local(node.args[0])
            return lambda number: w.put(wasm.get(values), wasm.load_lanes(4 * LANES * number))
        if _is(node, slot):
            return lambda number: w.put(wasm.lanes(*range(LANES * number, LANES * (number + 1))))
        if isinstance(node, ir.Const):
            return lambda number: w.put(wasm.lanes(*[node.value] * LANES))
        w.value(node)
        local = w.body.keep(wasm.SPLAT, type_=V128)
        return lambda number: w.put(wasm.get(local))


def go_over_words(w: Writer, words: Sequence[int], turn: Turn) -> None:
    """Write a loop over the members of words in locals, from the lowest on."""
    if len(words) == 1:
        bits(w, words[0], b"", turn)
        return
    scratch = w.maker.room.cache(8 * len(words))
    for i, each in enumerate(words):
        w.put(wasm.const(0), wasm.get(each), wasm.store64(scratch + 8 * i))
    first = w.body.local()
    w.put(wasm.const(0), wasm.set_(first))
    with w.body.loop() as again:
        w.put(wasm.get(first), wasm.const(3), wasm.SHR_U, wasm.load64(scratch))
        bits(w, w.body.keep(type_=I64), wasm.get(first), turn)
        w.put(wasm.get(first), wasm.const(WORD), wasm.ADD, wasm.tee(first), wasm.const(WORD * len(words)), wasm.LT)
        w.body.br_if(again)


def bits(w: Writer, rest: int, first: bytes, turn: Turn) -> None:
    """The members of one word, from its lowest bit on; `first` is added to each."""
    local = w.body.local()
    with w.body.block() as out, w.body.loop() as again:
        w.body.br_if(out, wasm.get(rest), wasm.EQZ64)
        w.put(wasm.get(rest), wasm.CTZ64, wasm.WRAP)
        if first:
            w.put(first, wasm.ADD)
        w.put(wasm.set_(local))
        w.body.drop_lowest(rest)
        with w.body.block() as next_:
            turn(local, next_)
        w.body.br(again)
