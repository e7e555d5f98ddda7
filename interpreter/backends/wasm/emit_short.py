"""Short lists of numbers: stored, looked through and turned by a few plain instructions, where how long they can be is
known, instead of by routines that go over them.

A list in cells is its length, its elements, and 0 in the cells that it does not use.
"""

from __future__ import annotations

from ...program import ir, limits
from ...program.walk import domain_of
from . import binary as wasm
from .emit_operations import form
from .function_body import element_of
from .writer import Writer

CELLS = 9
"""Cells of a list that is short."""

FORMS = 16
"""Forms of a domain whose turned lists are constants."""


def is_short(shape: ir.Shape) -> bool:
    """Whether a list takes few words, each of which is an element."""
    return shape.kind == "list" and shape.size < CELLS and element_of(shape).kind == "scalar"


def stored(w: Writer, shape: ir.Shape, base: bytes, offset: int, node: ir.Expr, place: int) -> bool:
    """Write a store of a list at an address (code without effects) and an offset from it, where it is more plainly
    done than by making the list and storing it, and say so."""
    if shape.kind != "list" or element_of(shape).kind != "scalar":
        return False
    if shape.size < limits.LIST and isinstance(node, ir.Op) and node.op == "list_add" and len(node.args) == 2 and (
        _lies_there(w, node.args[0], shape, base, offset)
    ):  # fmt: skip
        append(w, shape, base, offset, w.new_local(node.args[1]), place)
        return True
    if not is_short(shape):
        return False
    node = _itself(w, node)
    match node:
        case ir.ConstList() if len(node.values) <= shape.size:
            _put_words(w, shape, base, offset, [wasm.const(each) for each in node.values])
        case ir.Op(op="list") if len(node.args) <= shape.size:
            locals_ = w.in_locals(node.args)
            _put_words(w, shape, base, offset, [wasm.get(local) for _, local in locals_])
        case ir.Op(op="domain") if _small(w, node) is not None and w.shape(node).size <= shape.size:
            _rows(w, node, shape.size)
            _copy(w, base, offset, w.body.keep(), shape.cells)
        case ir.Op(op="rotate" | "rotate_after") if _turned(w, node) and w.shape(node).size <= shape.size:
            _rows(w, node, shape.size)
            _copy(w, base, offset, w.body.keep(), shape.cells)
        case _:
            _store_any(w, shape, base, offset, w.new_local(node), place)
    return True


def _itself(w: Writer, node: ir.Expr) -> ir.Expr:
    """The list that a comprehension gives as it is."""
    while isinstance(node, ir.Comp) and gives_items(w, node):
        node = node.clauses[0].items
    return node


def gives_items(w: Writer, node: ir.Comp) -> bool:
    """Whether a comprehension makes a list that has been made, or is a constant, once more."""
    clause = node.clauses[0]
    if node.word != "list" or len(node.clauses) > 1 or id(clause) in w.maker.weights.turn:
        return False
    if clause.going is not None or clause.until is not None or clause.test is not None:
        return False
    same = isinstance(node.element, ir.Local) and node.element.slot == clause.slot
    made = isinstance(clause.items, (ir.Op, ir.ConstList, ir.Comp)) and not w.moves(clause.items)
    return same and made and not w.maker.lies_in(w.function, clause.items)


def _lies_there(w: Writer, node: ir.Expr, shape: ir.Shape, base: bytes, offset: int) -> bool:
    """Whether a list is the one that lies where it would be stored."""
    if isinstance(node, ir.Local):
        in_frame = node.slot in w.frame and node.slot not in w.slots
        return in_frame and w.frame_slot(node.slot) == (base, offset)
    return False


def append(w: Writer, shape: ir.Shape, base: bytes, offset: int, element: int, place: int) -> None:
    """One more element, which is in a local, at the end of a list in cells."""
    n = wasm.get(w.body.keep(base, wasm.load(offset)))
    w.put(n, wasm.const(shape.size), wasm.GE)
    w.fault_if("too_long", place, n + wasm.const(1) + wasm.ADD, wasm.const(shape.size))
    w.put(base, n, wasm.const(2), wasm.SHL, wasm.ADD, wasm.get(element), wasm.store(offset + 4))
    w.put(base, n, wasm.const(1), wasm.ADD, wasm.store(offset))


def _put_words(w: Writer, shape: ir.Shape, base: bytes, offset: int, elements: list[bytes]) -> None:
    """A list of known length."""
    words = [wasm.const(len(elements)), *elements]
    if not elements:
        words = []
    for i, each in enumerate(words):
        w.put(base, each, wasm.store(offset + 4 * i))
    at = len(words)
    while at < shape.cells:
        if at + 1 < shape.cells:
            w.put(base, wasm.const64(0), wasm.store64(offset + 4 * at))
        else:
            w.put(base, wasm.const(0), wasm.store(offset + 4 * at))
        at += 2


def _copy(w: Writer, base: bytes, offset: int, source: int, cells: int) -> None:
    """So many words, as they are."""
    w.move(base, wasm.get(source), 4 * cells, offset)


def _store_any(w: Writer, shape: ir.Shape, base: bytes, offset: int, value: int, place: int) -> None:
    """A list somewhere in the memory, behind whose end anything may stand."""
    address = wasm.get(value)
    n = wasm.get(w.body.keep(address, wasm.load()))
    w.put(n, wasm.const(shape.size), wasm.GT)
    w.fault_if("too_long", place, n, wasm.const(shape.size))
    w.put(base, n, wasm.store(offset))
    for i in range(shape.size):
        w.put(base, address, wasm.load(4 + 4 * i), wasm.const(0), n, wasm.const(i), wasm.GT, wasm.SELECT)
        w.put(wasm.store(offset + 4 + 4 * i))


def has(w: Writer, values: ir.Expr, wanted: ir.Expr) -> bool:
    """Write whether a number is in a list that cannot be long, without a branch, and say so where it is done."""
    shape = w.shape(values)
    if not is_short(shape):
        return False
    address = wasm.get(w.new_local(values))
    x = wasm.get(w.new_local(wanted))
    w.const(0)
    for i in range(shape.size):
        w.put(address, wasm.load(4 + 4 * i), x, wasm.EQ, address, wasm.load(), wasm.const(i), wasm.GT)
        w.put(wasm.AND, wasm.OR)
    return True


# ---------------------------------------------------------------- members of a small domain, turned


def _small(w: Writer, node: ir.Expr) -> ir.Domain | None:
    """The domain whose members an expression lists, if they are few in each of a few forms."""
    known = domain_of(w.maker.program, node)
    return known if known and len(known.names) < CELLS and len(known.present) <= FORMS else None


def _turned(w: Writer, node: ir.Op) -> bool:
    """Whether it is the members of such a domain from one of them on."""
    return _small(w, node.args[0]) is not None and id(node) not in w.maker.weights.unbounded


def _rows(w: Writer, node: ir.Op, size: int) -> None:
    """The address of a constant: the members of a domain as they are, or turned, with 0 behind them."""
    turned = node.op != "domain"
    known = _small(w, node.args[0] if turned else node)
    assert known is not None
    rows = []
    for members in known.present or (tuple(range(len(known.names))),):
        for x in range(-1, len(known.names)) if turned else (-1,):
            row = list(members)
            if x in row:
                at = row.index(x)
                row = row[at + (node.op == "rotate_after") :] + row[:at]
            rows.append([len(row), *row, *[0] * (size - len(row))])
    table = w.maker.room.words([each for row in rows for each in row])
    if known.present:
        form(w, known)
    else:
        w.const(0)
    if turned:
        count = len(known.names)
        w.put(wasm.const(count + 1), wasm.MUL)
        first = wasm.get(w.new_local(node.args[1]))
        w.put(first, wasm.const(1), wasm.ADD, wasm.const(0), first, wasm.const(count), wasm.LT_U, wasm.SELECT, wasm.ADD)
    w.put(wasm.const(4 * (1 + size)), wasm.MUL, wasm.const(table), wasm.ADD)


def rotated(w: Writer, node: ir.Op) -> bool:
    """Leave a list that is turned where it is a constant for each member that can come first, and say so."""
    if not _turned(w, node):
        return False
    _rows(w, node, w.shape(node).size)
    return True
