"""Operations on lists."""

from __future__ import annotations

from ...program import ir, limits
from ...program.operations import OPERATIONS as TABLE
from . import binary as wasm
from .emit_comprehensions import each_element
from .emit_loops import go_over
from .emit_operations import narrowed
from .emit_sets import GrowingSet
from .emit_short import has, rotated
from .function_body import Label, element_of, in_one_word, stride_of
from .writer import OPERATIONS, Writer, operation


def _routine(w: Writer, name: str, element: ir.Shape) -> None:
    """Call a routine, in the variant for lists of such elements."""
    if element.kind == "scalar":
        w.call(name)
        return
    w.call(f"{name}_of", w.maker.descriptor(element))


def _element(w: Writer, node: ir.Expr, element: ir.Shape) -> None:
    """Leave an element as a routine takes it: a scalar, or the address of what is none."""
    if element.kind == "scalar":
        w.value(node)
        return
    value, at = wasm.get(w.new_local(node)), w.maker.element_at
    w.put(wasm.const(at), value, wasm.store64() if in_one_word(element) else wasm.store(), wasm.const(at))


@operation("list")
def _list(w: Writer, node: ir.Op) -> None:
    element = element_of(w.shape(node))
    if all(isinstance(each, ir.Const) for each in node.args):
        w.const(w.maker.room.listed([each.value for each in node.args if isinstance(each, ir.Const)]))
        return
    locals_ = []
    for each in node.args:
        locals_.append(w.held_local(each))
    arena, stride = w.maker.arena, stride_of(element)
    address = w.body.keep(wasm.global_get(arena))
    w.put(wasm.get(address), wasm.const(4 + len(locals_) * stride), wasm.ADD, wasm.global_set(arena))
    w.put(wasm.get(address), wasm.const(len(locals_)), wasm.store())
    for i, local in enumerate(locals_):
        w.put(wasm.get(address), wasm.get(local))
        w.put(wasm.store(4 + i * stride) if stride == 4 else wasm.store64(4 + i * stride))
    w.put(wasm.get(address))


@operation("range")
def _range(w: Writer, node: ir.Op) -> None:
    w.call("range_list", *node.args, w.place(node))


@operation("list_get")
def _list_get(w: Writer, node: ir.Op) -> None:
    values, index = node.args
    element = element_of(w.shape(values))
    stride = stride_of(element)
    w.value(values)
    if node.place < 0 and isinstance(index, ir.Const):
        w.put(wasm.load64(4 + 8 * index.value) if stride == 8 else wasm.load(4 + 4 * index.value))
        return
    address = w.body.keep()
    at = w.new_local(index)
    if node.place >= 0:
        w.put(wasm.get(at), wasm.get(address), wasm.load(), wasm.GE_U)
        w.fault_if("bad_index", node.place, wasm.get(at), wasm.get(address) + wasm.load())
    w.put(wasm.get(address), wasm.get(at), wasm.const(stride.bit_length() - 1), wasm.SHL, wasm.ADD)
    w.put(wasm.load64(4) if stride == 8 else wasm.load(4))


@operation("list_first", "list_last")
def _list_end(w: Writer, node: ir.Op) -> None:
    values, fill = node.args
    address = w.new_local(values)
    other = w.new_local(fill)
    w.put(wasm.get(address), wasm.load())
    with w.body.if_(type_=wasm.I32):
        if node.op == "list_first":
            w.put(wasm.get(address), wasm.load(4))
        else:
            w.put(wasm.get(address), wasm.get(address), wasm.load(), wasm.const(2), wasm.SHL, wasm.ADD, wasm.load())
        w.body.else_()
        w.put(wasm.get(other))


@operation("list_size")
def _list_size(w: Writer, node: ir.Op) -> None:
    (values,) = node.args
    match values:
        case ir.Op(op="members", args=(group,)):
            OPERATIONS["set_size"](w, ir.Op("set_size", (group,)))
        case ir.Op(op="zone_list", args=(zone, _)):
            OPERATIONS["zone_size"](w, ir.Op("zone_size", (zone,)))
        case ir.Comp(word="list") if not w.maker.shapes.outgrows(w.function, values):
            count = w.body.local()
            w.put(wasm.const(0), wasm.set_(count))

            def inner(next_: Label) -> None:
                w.value(values.element)
                w.put(wasm.DISCARD, wasm.get(count), wasm.const(1), wasm.ADD, wasm.set_(count))

            with w.released(w.maker.makes(w.function, values)):
                each_element(w, values, inner)
            w.put(wasm.get(count))
        case _:
            w.value(values)
            w.put(wasm.load())


@operation("list_has")
def _list_has(w: Writer, node: ir.Op) -> None:
    values, wanted = node.args
    if element_of(w.shape(values)).kind == "scalar" and _few(values):
        _is_one_of(w, values, wanted)
    elif id(node) in w.maker.weights.unbounded or not has(w, values, wanted):
        _by_routine(w, node)


@operation("rotate", "rotate_after")
def _rotate(w: Writer, node: ir.Op) -> None:
    if not rotated(w, node):
        _by_routine(w, node)


def _few(values: ir.Expr) -> bool:
    if isinstance(values, ir.ConstList):
        return len(values.values) <= 4
    return isinstance(values, ir.Op) and values.op == "list" and len(values.args) <= 4


def _is_one_of(w: Writer, values: ir.Expr, wanted: ir.Expr) -> None:
    if isinstance(values, ir.ConstList):
        known = [wasm.const(each) for each in values.values]
    else:
        assert isinstance(values, ir.Op)
        known = []
        for each in values.args:
            known.append(wasm.get(w.new_local(each)))
    x = wasm.get(w.new_local(wanted))
    w.const(0)
    for code in known:
        w.put(x, code, wasm.EQ, wasm.OR)


@operation("list_add", "list_concat")
def _grown(w: Writer, node: ir.Op) -> None:
    """A list that is longer than its operands."""
    element = element_of(w.shape(node))
    first, *others = node.args
    w.value(first)
    for each in others:
        if node.op == "list_add":
            _element(w, each, element)
        else:
            w.value(each)
        _routine(w, node.op, element)
    if not others:
        _routine(w, "list_copy", element)
    _paid(w, node)
    if w.maker.shapes.outgrows(w.function, node):
        address = w.body.keep()
        w.put(wasm.get(address), wasm.load(), wasm.const(limits.LIST), wasm.GT_U)
        w.fault_if("too_many_elements", w.function.place, wasm.get(address) + wasm.load())
        w.put(wasm.get(address))


def _paid(w: Writer, node: ir.Op) -> None:
    """Pay for one fast pass over the list on the stack, if its length is unknown."""
    if id(node) in w.maker.weights.unbounded:
        address = w.body.keep()
        w.put(wasm.get(address), wasm.load(), wasm.const(4), wasm.SHR_U)
        w.pay_dear(w.function.place)
        w.put(wasm.get(address))


@operation("list_distinct")
def _distinct(w: Writer, node: ir.Op) -> None:
    """Each element once. A list of numbers that has just been made stays as it is where it has no two elements."""
    (values,) = node.args
    if not isinstance(values, ir.Comp) or element_of(w.shape(values)).kind != "scalar":
        _by_routine(w, node)
        return
    w.value(values)
    _paid(w, node)
    address = w.body.local()
    with w.body.if_(wasm.tee(address), wasm.load(), wasm.const(1), wasm.GT):
        w.call("list_distinct", wasm.get(address))
        w.put(wasm.set_(address))
    w.put(wasm.get(address))


@operation("list_index", "list_count", "list_without", "list_slice", "list_reversed", "list_with", "list_min",
           "list_max")  # fmt: skip
def _by_routine(w: Writer, node: ir.Op) -> None:
    """An operation that a routine of its name does; one that can fault is told its place."""
    values, *others = node.args
    element = element_of(w.shape(values))
    w.value(values)
    _paid(w, node)
    for each, word in zip(others, TABLE[node.op].operands[1:], strict=True):
        if word == "a":
            _element(w, each, element)
        else:
            w.value(each)
    if TABLE[node.op].faults:
        w.const(node.place)
    _routine(w, node.op, element)


@operation("list_sum")
def _sum(w: Writer, node: ir.Op) -> None:
    w.value(node.args[0])
    _paid(w, node)
    w.call("list_sum")
    if node.place >= 0:
        narrowed(w, node.place)
    else:
        w.put(wasm.WRAP)


@operation("list_set")
def _set(w: Writer, node: ir.Op) -> None:
    (values,) = node.args
    if isinstance(values, ir.Table) and w.maker.are_sets(values.table, node.size):
        masks = w.maker.row_masks(values.table, node.size)
        w.value(values.index)
        if node.size <= 64:
            w.put(wasm.const(3), wasm.SHL, wasm.load64(masks))
        else:
            w.put(wasm.const(4 * ((node.size + 31) // 32)), wasm.MUL, wasm.const(masks), wasm.ADD)
        return
    if isinstance(values, ir.Op) and values.op == "neighbors" and isinstance(values.args[0], ir.Const):
        inside = ir.Op("list_set", (ir.Table(values.args[0].value, values.args[1]),), size=node.size)
        if w.maker.are_sets(values.args[0].value, node.size):
            _set(w, inside)
            return
    if id(node) in w.maker.weights.unbounded or not _fusable(values):
        w.value(values)
        _paid(w, node)
        if node.size <= 64:
            w.call("list_set64")
        else:
            w.call("list_set_big", (node.size + 31) // 32)
        return
    group = GrowingSet(w, node.size)
    go_over(w, ir.Clause(0, values, None), lambda local, out, next_: group.add(local))
    group.leave()


def _fusable(values: ir.Expr) -> bool:
    """Whether going over a list is as good as making it first."""
    return isinstance(values, (ir.ConstList, ir.Load, ir.Table, ir.Local)) or (
        isinstance(values, ir.Op) and values.op in ("domain", "members", "range", "list", "neighbors")
    )


def _compare(name: str, test: tuple[bytes, ...]) -> None:
    def emit(w: Writer, node: ir.Op) -> None:
        w.values(*node.args)
        w.maker.compare_lists(w, w.shape(node.args[0]))
        w.put(*test)

    OPERATIONS[name] = emit


_compare("list_eq", (wasm.EQZ,))
_compare("list_ne", (wasm.const(0), wasm.NE))
_compare("list_lt", (wasm.const(0), wasm.LT))
_compare("list_le", (wasm.const(0), wasm.LE))
_compare("list_gt", (wasm.const(0), wasm.GT))
_compare("list_ge", (wasm.const(0), wasm.GE))
