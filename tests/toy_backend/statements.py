"""Statements: what each does to the position, and what it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from yupana.interpreter.machine import faults
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.printing import Printer
from yupana.interpreter.program import ir, limits

from . import past
from .expressions import Walk, carried_out
from .values import outward, store


class Leave(Exception):  # noqa: N818 - the way out of a loop or a function
    """A statement that leaves what is around it: `node`, and the value of a return."""

    def __init__(self, node: ir.Stmt, value: Any = None) -> None:
        self.node, self.value = node, value


def body(walk: Walk, statements: Sequence[ir.Stmt]) -> Any:
    """Carry out the body of a function; what it returns."""
    try:
        block(walk, statements)
    except Leave as leave:
        return leave.value
    return None


def block(walk: Walk, statements: Sequence[ir.Stmt]) -> None:
    """Carry out statements."""
    for each in statements:
        walk.statements[type(each)](walk, each)


def _store(walk: Walk, node: ir.Store) -> None:
    at = node.base + (0 if node.index is None else walk.value(node.index))
    value = walk.value(node.value)
    if node.shape.kind == "scalar" and node.place >= 0 and not node.low <= value <= node.high:
        faults.out_of_range(value, node.low, node.high, node.place)
    store(walk.cells, at, node.shape, value, node.place)


def turn(walk: Walk, statements: Sequence[ir.Stmt]) -> bool:
    """One turn of a loop; whether it goes on."""
    try:
        block(walk, statements)
    except Leave as leave:
        if isinstance(leave.node, ir.Return):
            raise
        return isinstance(leave.node, ir.Continue)
    return True


def _for(walk: Walk, node: ir.For) -> None:
    for each in walk.items(node):
        walk.set(node.slot, each)
        if not turn(walk, node.body):
            break


def _while(walk: Walk, node: ir.While) -> None:
    bound, weight = walk.value(node.bound), walk.call.weights.turn.get(id(node), 0)
    for _ in range(bound):
        if not walk.value(node.test):
            return
        if weight:
            walk.call.pay(weight, node.place)
        if not turn(walk, node.body):
            return
    if walk.value(node.test):
        faults.past_bound(bound, node.place)


def _leave(walk: Walk, node: ir.Break | ir.Continue) -> None:
    raise Leave(node)


def _return(walk: Walk, node: ir.Return) -> None:
    raise Leave(node, None if node.value is None else walk.value(node.value))


def _do(walk: Walk, node: ir.Do) -> None:
    result = carried_out(walk.call, walk.cells, node.function, walk.values(node.args))
    if node.slot >= 0:
        walk.set(node.slot, result)


def _move(walk: Walk, node: ir.Move) -> None:
    piece, zone = walk.values((node.piece, node.zone))
    walk.zones.move(walk.cells, piece, zone, node.bottom)


def _move_all(walk: Walk, node: ir.MoveAll) -> None:
    source, zone = walk.values((node.source, node.zone))
    for piece in walk.zones.pieces(walk.cells, source):
        walk.zones.move(walk.cells, piece, zone, node.bottom)


def _tell(walk: Walk, *event: Any) -> None:
    if walk.call.sink is not None:
        walk.call.sink(tuple([outward(each) for each in event]))


def _shuffle(walk: Walk, zone: int) -> None:
    if walk.zones.shuffle(walk.cells, zone, walk.call.below):
        _tell(walk, "shuffle", zone)


def _draw(walk: Walk, node: ir.Draw) -> None:
    count, source, zone = walk.values((node.count, node.source, node.zone))
    walk.call.pay(max(count, 0), walk.function.place)
    zones, cells, drawn = walk.zones, walk.cells, []
    for _ in range(count):
        if not zones.pieces(cells, source) and zones.refill[source] >= 0:
            for piece in zones.pieces(cells, zones.refill[source]):
                zones.move(cells, piece, source, bottom=False)
            _shuffle(walk, source)
        if not zones.pieces(cells, source):
            break
        drawn.append(zones.pieces(cells, source)[-1])
        zones.move(cells, drawn[-1], zone, bottom=False)
    if drawn:
        _tell(walk, "draw", source, zone, tuple(drawn))


def _note(walk: Walk, node: ir.Note) -> None:
    past.note(walk.program, walk.zones, walk.cells, node.position, node.place)


def _forget(walk: Walk, node: ir.Forget) -> None:
    walk.call.pay((len(walk.cells) - walk.program.layout.size) >> 4, walk.function.place)
    kept = [each for each in past.notes(walk.program, walk.cells) if each[0] != node.position]
    past.lay(walk.program, walk.cells, kept)


def _roll(walk: Walk, node: ir.Roll) -> None:
    count = 1 if node.count is None else walk.value(node.count)
    why = walk.values(node.values)
    if not 0 <= count <= limits.NUMBERS:
        faults.bad_dice(count, node.place)
    dice = tuple([walk.call.number(walk.cells, node.sides) for _ in range(count)])
    _tell(walk, "roll", walk.cells[ir.CELL_ME], node.purpose, node.sides, dice, *why)
    walk.set(node.slot, dice[0] if node.count is None else dice)


def _pick(walk: Walk, node: ir.Pick) -> None:
    items = walk.value(node.items)
    if not items:
        faults.nothing_to_pick(node.place)
    walk.set(node.slot, items[walk.call.number(walk.cells, len(items)) - 1])


def _log(walk: Walk, node: ir.Log) -> None:
    _tell(walk, "log", node.text, walk.values(node.args))


def _reveal(walk: Walk, node: ir.Reveal) -> None:
    _tell(walk, "reveal", walk.cells[ir.CELL_ME], (node.alternative, *walk.values(node.args)), node.lapsed)


def _fault(walk: Walk, node: ir.Fault) -> None:
    raise Trap(node.place, Printer(walk.program).text(node.text, outward(walk.values(node.args))))


def _if(walk: Walk, node: ir.If) -> None:
    block(walk, node.then if walk.value(node.test) else node.other)


# ---------------------------------------------------------------- options


@dataclass(slots=True)
class Listing(Walk):
    """A walk that makes options."""

    options: list[tuple[Any, ...]] = field(default_factory=list)
    seen: set[Any] = field(default_factory=set)


def _emit(walk: Listing, node: ir.Emit) -> None:
    if node.alike is not None:
        key = (node.alternative, walk.value(node.alike))
        if key in walk.seen:
            return
        walk.seen.add(key)
    walk.options.append((node.alternative, *outward(walk.values(node.args))))
    if len(walk.options) > limits.OPTIONS:
        faults.crowded(limits.OPTIONS, walk.function.place)


def _emit_from(walk: Listing, node: ir.EmitFrom) -> None:
    arguments = walk.values(node.args)
    function = walk.program.functions[node.function]
    walk.call.enter(node.function)
    slots = dict(zip(function.params, arguments, strict=True))
    body(Listing(walk.call, walk.cells, function, slots, {}, walk.options, walk.seen), function.body)


def _guard(walk: Walk, node: ir.Guard) -> None:
    if walk.value(node.test):
        block(walk, node.body)


STATEMENTS: dict[type, Callable[[Any, Any], None]] = {
    ir.SetLocal: lambda walk, node: walk.set(node.slot, walk.value(node.value)),
    ir.Store: _store, ir.If: _if, ir.For: _for, ir.While: _while, ir.Break: _leave, ir.Continue: _leave,
    ir.Return: _return, ir.Do: _do, ir.Move: _move, ir.MoveAll: _move_all, ir.Draw: _draw,
    ir.Shuffle: lambda walk, node: _shuffle(walk, walk.value(node.zone)),
    ir.Note: _note, ir.Forget: _forget,
    ir.Roll: _roll, ir.Pick: _pick, ir.Log: _log, ir.Reveal: _reveal, ir.Fault: _fault,
    ir.At: lambda walk, node: None,
    ir.Emit: _emit, ir.EmitFrom: _emit_from, ir.Guard: _guard,
}  # fmt: skip
