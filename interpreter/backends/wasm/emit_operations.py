"""Operations on numbers, truth, domains, boards, zones and positions."""

from __future__ import annotations

from ...program import ir
from . import binary as wasm
from .binary import I32, I64
from .function_body import in_one_word
from .writer import OPERATIONS, Writer, operation


def _plain(name: str, *code: bytes) -> None:
    """Operands, then instructions."""

    def emit(w: Writer, node: ir.Op) -> None:
        w.values(*node.args)
        w.put(*code)

    OPERATIONS[name] = emit


# ---------------------------------------------------------------- numbers

_NARROW = {"add": wasm.ADD, "sub": wasm.SUB, "mul": wasm.MUL}
_WIDE = {"add": wasm.ADD64, "sub": wasm.SUB64, "mul": wasm.MUL64}


@operation("add", "sub", "mul")
def _arithmetic(w: Writer, node: ir.Op) -> None:
    if node.place < 0:
        w.values(*node.args)
        w.put(_NARROW[node.op])
        return
    for each in node.args:
        w.value(each)
        w.put(wasm.EXTEND)
    w.put(_WIDE[node.op])
    narrowed(w, node.place)


def narrowed(w: Writer, place: int) -> None:
    """The i64 on the stack as a number; faults when it does not fit."""
    wide = w.body.keep(type_=I64)
    w.put(wasm.get(wide), wasm.const64(ir.INT_MAX), wasm.ADD64, wasm.const64(2 * ir.INT_MAX), wasm.GT_U64)
    high = wasm.get(wide) + wasm.const64(32) + wasm.SHR64 + wasm.WRAP
    w.fault_if("overflow", place, wasm.get(wide) + wasm.WRAP, high)
    w.put(wasm.get(wide), wasm.WRAP)


@operation("div", "mod")
def _division(w: Writer, node: ir.Op) -> None:
    a, b = node.args
    if isinstance(b, ir.Const) and b.value > 0:
        w.value(a)
        if b.value & (b.value - 1) == 0:
            if node.op == "div":
                w.put(wasm.const(b.value.bit_length() - 1), wasm.SHR)
            else:
                w.put(wasm.const(b.value - 1), wasm.AND)
            return
        left = w.body.keep()
        right = wasm.const(b.value)
    else:
        left = w.new_local(a)
        right = wasm.get(w.new_local(b))
        if node.place >= 0:
            w.put(right, wasm.EQZ)
            w.fault_if("division_by_zero", node.place)
    rest = w.body.local()
    w.put(wasm.get(left), right, wasm.REM, wasm.set_(rest))
    below = wasm.get(rest) + right + wasm.XOR + wasm.const(31) + wasm.SHR  # -1 when the signs differ
    uneven = below + wasm.get(rest) + wasm.const(0) + wasm.NE + wasm.AND  # 1 when rounding down takes one more
    if node.op == "div":
        w.put(wasm.get(left), right, wasm.DIV, uneven, wasm.SUB)
    else:
        w.put(wasm.get(rest), uneven, right, wasm.MUL, wasm.ADD)


@operation("neg")
def _neg(w: Writer, node: ir.Op) -> None:
    w.const(0)
    w.value(node.args[0])
    w.put(wasm.SUB)


@operation("abs")
def _abs(w: Writer, node: ir.Op) -> None:
    x = wasm.get(w.new_local(node.args[0]))
    w.put(x, wasm.const(0), x, wasm.SUB, x, wasm.const(0), wasm.GE, wasm.SELECT)


@operation("min", "max")
def _extreme(w: Writer, node: ir.Op) -> None:
    first, *others = node.args
    w.value(first)
    for each in others:
        best = w.body.keep()
        other = w.new_local(each)
        w.put(wasm.get(best), wasm.get(other), wasm.get(best), wasm.get(other))
        w.put(wasm.LE if node.op == "min" else wasm.GE, wasm.SELECT)


@operation("clamp")
def _clamp(w: Writer, node: ir.Op) -> None:
    x, low, high = [wasm.get(local) for _, local in w.in_locals(node.args)]
    w.put(low, x, high, x, high, wasm.LE, wasm.SELECT, x, low, wasm.LT, wasm.SELECT)


# ---------------------------------------------------------------- truth


@operation("and", "or")
def _both(w: Writer, node: ir.Op) -> None:
    first, *others = node.args
    if all(_cheap(each) for each in others):
        _truth(w, first)
        for each in others:
            _truth(w, each)
            w.put(wasm.AND if node.op == "and" else wasm.OR)
        return
    with w.body.block(I32) as label:
        with w.body.block() as out:
            for each in node.args:
                (w.jump_unless if node.op == "and" else w.jump_if)(each, out)
            w.const(int(node.op == "and"))
            w.body.br(label)
        w.const(int(node.op == "or"))


_COMPARED = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "not", "set_has", "set_eq", "set_ne", "set_le"))


def _cheap(node: ir.Expr, deep: int = 2) -> bool:
    """Whether a condition is as quickly asked as jumped over."""
    if isinstance(node, (ir.Const, ir.Local)):
        return True
    if isinstance(node, ir.Op) and deep and node.place < 0 and node.op in _COMPARED | {"add", "sub"}:
        return all(_cheap(each, deep - 1) for each in node.args)
    return False


def is_truth(node: ir.Expr) -> bool:
    """Whether a value is 0 or 1 for certain."""
    if isinstance(node, ir.Const):
        return node.value in (0, 1)
    if isinstance(node, ir.Op):
        return node.op in _COMPARED or node.op in ("and", "or", "list_has") or node.op.endswith(_ENDINGS)
    return isinstance(node, ir.Comp) and node.word in ("any", "all")


_ENDINGS = ("_eq", "_ne", "_lt", "_le", "_gt", "_ge")


def _truth(w: Writer, node: ir.Expr) -> None:
    w.value(node)
    if not is_truth(node):
        w.put(wasm.const(0), wasm.NE)


_plain("not", wasm.EQZ)
_plain("reveal")
for _name, _code in (("eq", wasm.EQ), ("ne", wasm.NE), ("lt", wasm.LT), ("le", wasm.LE), ("gt", wasm.GT),
                     ("ge", wasm.GE)):  # fmt: skip
    _plain(_name, _code)


# ---------------------------------------------------------------- optional


@operation("some", "some_int")
def _some(w: Writer, node: ir.Op) -> None:
    w.value(node.args[0])
    if node.place >= 0:
        x = w.body.keep()
        w.put(wasm.get(x), wasm.const(ir.NONE if node.op == "some" else ir.NO_INT), wasm.EQ)
        w.fault_if("absent", node.place)
        w.put(wasm.get(x))


@operation("in_range")
def _in_range(w: Writer, node: ir.Op) -> None:
    x, low, high = [wasm.get(local) for _, local in w.in_locals(node.args)]
    if node.place >= 0:
        w.put(x, low, wasm.LT, x, high, wasm.GT, wasm.OR)
        w.fault_if("out_of_range", node.place, x, low, high)
    w.put(x)


# ---------------------------------------------------------------- domains and boards


def _number(node: ir.Expr) -> int:
    assert isinstance(node, ir.Const)
    return node.value


@operation("domain")
def _domain(w: Writer, node: ir.Op) -> None:
    known = w.maker.program.domains[_number(node.args[0])]
    if not known.present:
        w.const(w.maker.room.listed(range(len(known.names))))
        return
    rows = w.maker.room.words([w.maker.room.listed(each) for each in known.present])
    form(w, known)
    w.put(wasm.const(2), wasm.SHL, wasm.load(rows))


@operation("domain_set")
def _domain_set(w: Writer, node: ir.Op) -> None:
    known = w.maker.program.domains[_number(node.args[0])]
    size = len(known.names)
    if not known.present:
        all_ = (1 << size) - 1
        w.put(wasm.const64(all_) if size <= 64 else wasm.const(w.maker.mask(all_, size)))
        return
    form(w, known)
    masks = w.maker.masks([sum([1 << x for x in each]) for each in known.present], size)
    if size <= 64:
        w.put(wasm.const(3), wasm.SHL, wasm.load64(masks))
    else:
        w.put(wasm.const(4 * ((size + 31) // 32)), wasm.MUL, wasm.const(masks), wasm.ADD)


def form(w: Writer, known: ir.Domain) -> None:
    """The number of the form of the game."""
    at = w.maker.at["STATE"]
    if not known.axes:
        w.put(wasm.const(0), wasm.load(at + 4 * ir.CELL_PLAYERS))
        return
    w.const(0)
    for each in known.axes:
        w.put(wasm.const(each.many), wasm.MUL, wasm.const(0), wasm.load(at + 4 * each.cell), wasm.ADD)
        w.put(wasm.const(each.low), wasm.SUB)


@operation("neighbors")
def _neighbors(w: Writer, node: ir.Op) -> None:
    w.value(node.args[1])
    w.put(wasm.const(2), wasm.SHL, wasm.load(w.maker.rows(_number(node.args[0]))))


@operation("border", "part", "parts")
def _board(w: Writer, node: ir.Op) -> None:
    table, group, *member = node.args
    shape = w.shape(group)
    if node.op == "border" and not in_one_word(shape) and w.maker.sparse(_number(table), shape.cells):
        w.call("border_rows", w.maker.rows(_number(table)), group, shape.cells)
        return
    w.const(w.maker.row_masks(_number(table), shape.size))
    w.values(group, *member)
    if in_one_word(shape):
        w.call(f"{node.op}64")
        return
    w.call(f"{node.op}_big", shape.cells)


# ---------------------------------------------------------------- zones


@operation("zone_list", "map_fill")
def _routine(w: Writer, node: ir.Op) -> None:
    """An operation that a routine of its name does."""
    w.call(node.op, *node.args)


def _zone_cell(w: Writer, zone: ir.Expr, first: int) -> None:
    """A cell that belongs to a zone."""
    base, offset = w.state_address(first, zone)
    w.put(base, wasm.load(offset))


@operation("zone_size")
def _zone_size(w: Writer, node: ir.Op) -> None:
    _zone_cell(w, node.args[0], w.maker.program.layout.zone_size)


@operation("zone_top", "zone_bottom")
def _zone_end(w: Writer, node: ir.Op) -> None:
    layout = w.maker.program.layout
    zone, base = node.args
    _zone_cell(w, zone, layout.zone_last if node.op == "zone_top" else layout.zone_first)
    if not _number(base):
        return
    piece = w.body.keep()
    w.put(wasm.get(piece), wasm.const(_number(base)), wasm.SUB, wasm.const(-1))
    w.put(wasm.get(piece), wasm.const(0), wasm.GE, wasm.SELECT)


@operation("piece_zone")
def _piece_zone(w: Writer, node: ir.Op) -> None:
    _zone_cell(w, node.args[0], w.maker.program.layout.piece_zone)


# ---------------------------------------------------------------- positions


@operation("position_times", "position_ago")
def _noted(w: Writer, node: ir.Op) -> None:
    w.call(node.op, *node.args, w.function.place)
