"""Statements: what they write into the state, what they tell, and the options that they make."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import TypeAlias

from ...program import ir, limits
from ...program.walk import conjuncts, slots_set_in
from . import binary as wasm
from .analysis import together
from .emit_calls import call_function
from .emit_comprehensions import each_element
from .emit_gather import gathers
from .emit_loops import go_over, go_over_passing
from .emit_short import append, stored
from .emit_turns import Classed, class_turns
from .emit_views import is_noted, note_store
from .function_body import Label, element_of, in_one_word, is_pointer
from .invariants import once
from .memory_layout import EVENT, HELD
from .writer import STATEMENTS, Writer, block


def _set_local(w: Writer, node: ir.SetLocal) -> None:
    if node.slot in w.frame and node.slot not in w.slots:
        shape = w.function.locals[node.slot]
        if stored(w, shape, *w.frame_slot(node.slot), node.value, w.function.place):
            return
        w.value(node.value)  # it is copied into the frame
    else:
        w.held(node.value)
    w.set(node.slot)


def _store(w: Writer, node: ir.Store) -> None:
    base, offset = w.state_address(node.base, node.index)
    value = node.value
    if _appends(node):
        assert isinstance(value, ir.Op)
        append(w, node.shape, base, offset, w.new_local(value.args[1]), node.place)
        return
    if changed_in_place(w, node, base, offset) or stored(w, node.shape, base, offset, value, node.place):
        return
    heard = is_noted(w, node)
    fits = node.place < 0 or (isinstance(value, ir.Const) and node.low <= value.value <= node.high)
    if node.shape.kind == "scalar" and fits and not heard:
        w.put(base)
        w.value(value)
        w.put(wasm.store(offset))
        return
    local = w.new_local(value)
    if node.shape.kind == "scalar" and not fits:
        x = wasm.get(local)
        if node.low > ir.NO_INT and node.high < ir.INT_MAX:
            w.put(x, wasm.const(node.low), wasm.SUB, wasm.const(node.high - node.low), wasm.GT_U)
        else:
            w.put(x, wasm.const(node.low), wasm.LT, x, wasm.const(node.high), wasm.GT, wasm.OR)
        w.fault_if("out_of_range", node.place, x, wasm.const(node.low), wasm.const(node.high))
    if heard:
        note_store(w, node, base, offset, wasm.get(local) if node.shape.kind == "scalar" else b"")
    w.into_state(node.shape, base, offset, wasm.get(local), node.place)


def _appends(node: ir.Store) -> bool:
    """Whether a list gets one more element where it lies."""
    value = node.value
    if not (isinstance(value, ir.Op) and value.op == "list_add" and isinstance(value.args[0], ir.Load)):
        return False
    before = value.args[0]
    same = before.base == node.base and before.index == node.index and before.shape == node.shape
    return same and isinstance(node.index, (type(None), ir.Const, ir.Local)) and node.shape.size < limits.LIST


def _if(w: Writer, node: ir.If) -> None:
    end = w.body.block()
    if not node.other:
        w.jump_unless(node.test, end)
        block(w, node.then)
        w.body.end()
        return
    with w.body.block() as other:
        w.jump_unless(node.test, other)
        block(w, node.then)
        w.body.br(end)
    block(w, node.other)
    w.body.end()


def _for(w: Writer, node: ir.For) -> None:
    release = not w.maker.keeps(w.function, node.body)
    passed, asked, body = passing(w, node)
    w.reading = _stays(w, node)

    def turn(local: int, out: Label, next_: Label) -> None:
        w.reading = False
        if node.slot in w.frame and node.slot not in w.slots:
            w.put(wasm.get(local))
            w.set(node.slot)
        else:
            w.put(wasm.get(local), wasm.set_(w.slot_local(node.slot)))
        if classed is not None:
            classed.turn(next_, lambda done: _turn(w, body, out, done, release, asked))
        else:
            _turn(w, body, out, next_, release, asked)

    if node.slot not in w.frame and node.slot not in w.slots:
        w.slot_local(node.slot)
    group = class_turns(w, node)
    classed = Classed(w, node, group) if group else None
    with once(w, node.body, (node.slot,)):
        if passed:
            go_over_passing(w, node, passed, turn)
        else:
            go_over(w, node, turn)
    w.reading = False


def _stays(w: Writer, node: ir.For) -> bool:
    """Whether a loop is one over a list that lies in the frame or the state, and is not changed there by its turns."""
    items = node.items
    if isinstance(items, ir.Local):
        return items.slot in w.frame and items.slot not in w.slots and items.slot not in slots_set_in(node)
    if not isinstance(items, ir.Load):
        return False
    part = w.maker.facts.part_of(items.base)
    return all(part not in w.maker.facts.of(each).writes for each in node.body)


def passing(w: Writer, node: ir.For) -> tuple[list[ir.Expr], list[ir.Expr], tuple[ir.Stmt, ...]]:
    """The tests of which it is told beforehand which members pass them; those that are asked of each of these; what is
    done then."""
    passed: list[ir.Expr] = []
    body = node.body
    changes = together([part for each in body for part in w.maker.facts.of(each).writes])
    binds = slots_set_in(*body)
    while len(body) == 1 and (isinstance(body[0], ir.Guard) or (_plain(body[0]) and not w.matters_behind(node))):
        only = body[0]
        assert isinstance(only, (ir.Guard, ir.If))
        gathered, others = gathers(w, node.items, node.slot, conjuncts(only.test), changes, binds)
        if not gathered:
            break
        passed += gathered
        body = only.body if isinstance(only, ir.Guard) else only.then
        if others:
            return passed, others, body
    return passed, [], body


def _plain(node: ir.Stmt) -> bool:
    """Whether a statement does something if a test holds, and nothing else."""
    return isinstance(node, ir.If) and not node.other


def _turn(
    w: Writer, body: tuple[ir.Stmt, ...], out: Label, next_: Label, release: bool, tests: Sequence[ir.Expr] = ()
) -> None:
    """One turn: `body`, if `tests` hold."""
    made = release and any(w.maker.makes(w.function, each) for each in (*tests, *body))
    with w.released(made), w.body.block() if made else nullcontext(next_) as done:
        w.loops.append((out, done))
        for each in tests:
            w.jump_unless(each, done)
        block(w, body)
        w.loops.pop()


def _while(w: Writer, node: ir.While) -> None:
    bound = w.new_local(node.bound)
    left = w.body.local()
    w.put(wasm.get(bound), wasm.set_(left))
    with w.body.block() as out, w.body.loop() as again:
        w.jump_unless(node.test, out)
        w.put(wasm.get(left), wasm.const(0), wasm.LE)
        w.fault_if("past_bound", node.place, wasm.get(bound))
        w.put(wasm.get(left), wasm.const(1), wasm.SUB, wasm.set_(left))
        w.pay(w.maker.weights.turn.get(id(node), 0), node.place)
        with w.body.block() as next_:
            _turn(w, node.body, out, next_, not w.maker.keeps(w.function, node.body))
        w.body.br(again)


def _break(w: Writer, node: ir.Break) -> None:
    w.body.br(w.loops[-1][0])


def _continue(w: Writer, node: ir.Continue) -> None:
    w.body.br(w.loops[-1][1])


def _return(w: Writer, node: ir.Return) -> None:
    if node.value is not None:
        w.held(node.value)
    assert w.returns is not None
    w.body.br(w.returns)


def _do(w: Writer, node: ir.Do) -> None:
    for each in node.args:
        w.held(each)
    call_function(w, node.function)
    result = w.maker.program.functions[node.function].result
    if result is None:
        return
    if node.slot < 0:
        w.put(wasm.DISCARD)
        return
    if is_pointer(result) and w.moves(ir.Call(node.function, node.args)):
        w.copied(result)
    w.set(node.slot)


# ---------------------------------------------------------------- pieces and chance


def _move(w: Writer, node: ir.Move) -> None:
    w.call("move_bottom" if node.bottom else "move_top", node.piece, node.zone)


def _move_all(w: Writer, node: ir.MoveAll) -> None:
    w.call("move_all_bottom" if node.bottom else "move_all", node.source, node.zone)


def _draw(w: Writer, node: ir.Draw) -> None:
    w.call("draw", node.count, node.source, node.zone, w.function.place)


def _shuffle(w: Writer, node: ir.Shuffle) -> None:
    w.call("shuffle", node.zone)


def _note(w: Writer, node: ir.Note) -> None:
    w.call("note", node.position, node.place)


def _forget(w: Writer, node: ir.Forget) -> None:
    w.call("forget", node.position, w.function.place)


def _roll(w: Writer, node: ir.Roll) -> None:
    count = -1
    if node.count is not None:
        count = w.new_local(node.count)
    why = w.in_locals(node.values)
    if count < 0:
        w.call("number", node.sides)
    else:
        w.call("roll_many", wasm.get(count), wasm.const(node.sides), wasm.const(node.place))
    rolled = w.body.keep()
    with _event(w, "roll"):
        _tell_words(w, _acting(w), wasm.const(node.purpose), wasm.const(node.sides))
        if count < 0:
            _tell_words(w, wasm.const(1), wasm.get(rolled))
        else:
            w.call("event_list", wasm.get(rolled))
        for each in why:
            tell_value(w, *each)
    w.put(wasm.get(rolled))
    w.set(node.slot)


def _pick(w: Writer, node: ir.Pick) -> None:
    if isinstance(node.items, ir.Op) and node.items.op == "zone_list":
        _pick_piece(w, node, *node.items.args)
        return
    items = w.held_local(node.items)
    w.put(wasm.get(items), wasm.load(), wasm.EQZ)
    w.fault_if("nothing_to_pick", node.place)
    wide = in_one_word(element_of(w.shape(node.items)))
    w.call("number", wasm.get(items), wasm.get(items), wasm.load())
    w.put(wasm.const(1), wasm.SUB, wasm.const(3 if wide else 2), wasm.SHL, wasm.ADD)
    w.put(wasm.load64(4) if wide else wasm.load(4))
    w.set(node.slot)


def _pick_piece(w: Writer, node: ir.Pick, zone: ir.Expr, base: ir.Expr) -> None:
    """A piece of a zone: as many steps from the first one as chance says."""
    layout, state = w.maker.program.layout, w.maker.at["STATE"]
    w.value(zone)
    number = wasm.get(w.body.keep(wasm.const(2), wasm.SHL))
    w.put(number, wasm.load(state + 4 * layout.zone_size), wasm.EQZ)
    w.fault_if("nothing_to_pick", node.place)
    w.call("number", number, wasm.load(state + 4 * layout.zone_size))
    left = w.body.keep()
    piece = w.body.keep(number, wasm.load(state + 4 * layout.zone_first))
    with w.body.block() as out, w.body.loop() as again:
        w.body.br_unless(out, wasm.get(left), wasm.const(1), wasm.SUB, wasm.tee(left))
        w.put(wasm.get(piece), wasm.const(2), wasm.SHL, wasm.load(state + 4 * layout.piece_next), wasm.set_(piece))
        w.body.br(again)
    w.put(wasm.get(piece))
    w.value(base)
    w.put(wasm.SUB)
    w.set(node.slot)


# ---------------------------------------------------------------- what is told


class _event:  # noqa: N801 - reads as the statement that it is
    """An event of a kind, if anybody listens."""

    def __init__(self, w: Writer, kind: str) -> None:
        self.w, self.kind = w, kind

    def __enter__(self) -> None:
        w = self.w
        w.body.if_(wasm.const(0), wasm.load(w.maker.at["LISTENING"]))
        w.call("event_begin", EVENT[self.kind])

    def __exit__(self, *args: object) -> None:
        self.w.call("event_end")
        self.w.body.end()


def tell_value(w: Writer, shape: ir.Shape, local: int) -> None:
    """One value of an event, behind a word that says how it is held (see `memory_layout.HELD`)."""
    _tell_words(w, wasm.const(HELD["list"] if shape.kind in ("list", "map") else HELD[shape.kind]))
    value = wasm.get(local)
    if in_one_word(shape):
        _tell_words(w, wasm.const(2), value + wasm.WRAP, value + wasm.const64(32) + wasm.SHR_U64 + wasm.WRAP)
    elif shape.kind in ("set", "map"):
        _tell_words(w, wasm.const(shape.cells), *[value + wasm.load(4 * cell) for cell in range(shape.cells)])
    else:
        w.call("event_word" if shape.kind == "scalar" else "event_list", value)


def _tell_words(w: Writer, *words: bytes) -> None:
    """Words of an event, by their code."""
    for each in words:
        w.call("event_word", each)


def _acting(w: Writer) -> bytes:
    """Code of who acts."""
    return wasm.const(0) + wasm.load(w.maker.at["STATE"] + 4 * ir.CELL_ME)


def _log(w: Writer, node: ir.Log) -> None:
    values = w.in_locals(node.args)
    with _event(w, "log"):
        _tell_words(w, wasm.const(node.text))
        for each in values:
            tell_value(w, *each)


def _reveal(w: Writer, node: ir.Reveal) -> None:
    values = w.in_locals(node.args)
    with _event(w, "reveal"):
        _tell_words(w, _acting(w), wasm.const(int(node.lapsed)), wasm.const(node.alternative))
        for each in values:
            tell_value(w, *each)


def _fault(w: Writer, node: ir.Fault) -> None:
    values = w.in_locals(node.args)
    # its values stand behind the events until now
    start = w.body.keep(wasm.const(0), wasm.load(w.maker.at["EVENTS_END"]))
    w.call("event_begin", 0)
    for each in values:
        tell_value(w, *each)
    w.call("event_end")
    w.fault("told", node.place, wasm.const(node.text), wasm.get(start))


def _at(w: Writer, node: ir.At) -> None:
    """Nobody listens here."""


STATEMENTS.update({
    ir.SetLocal: _set_local, ir.Store: _store, ir.If: _if, ir.For: _for, ir.While: _while, ir.Break: _break,
    ir.Continue: _continue, ir.Return: _return, ir.Do: _do, ir.Move: _move, ir.MoveAll: _move_all, ir.Draw: _draw,
    ir.Shuffle: _shuffle, ir.Note: _note, ir.Forget: _forget, ir.Roll: _roll, ir.Pick: _pick, ir.Log: _log,
    ir.Reveal: _reveal, ir.Fault: _fault, ir.At: _at,
})  # fmt: skip


# ----------------------------------------------------------------
# Changes of a large set that lies in the state, written where it lies: no set is made to be stored in its place.


Changes: TypeAlias = list[tuple[bool, ir.Expr]]
"""One after the other: whether it puts in or takes out, and a member or a comprehension of members."""


def changed_in_place(w: Writer, node: ir.Store, base: bytes, offset: int) -> bool:
    """Write a store of a set that differs from what lies there in a few members, if it is one, and say so."""
    shape = node.shape
    if shape.kind != "set" or in_one_word(shape) or not isinstance(node.index, (type(None), ir.Const, ir.Local)):
        return False
    changes = _changes(node, node.value)
    part = w.maker.facts.part_of(node.base)
    # what is put in must be the same whether or not what comes before it is done already
    if not changes or any(part in w.maker.reads(each) for _, each in changes):
        return False
    for added, each in changes:
        if not isinstance(each, ir.Comp):
            _bit(w, each, added, base, offset, shape.cells)
            continue

        def inner(next_: Label, each: ir.Comp = each) -> None:
            _bit(w, each.element, True, base, offset, shape.cells)

        each_element(w, each, inner)
    return True


def _changes(node: ir.Store, value: ir.Expr) -> Changes | None:
    """What makes a value of the set that lies where the store goes; None if something else does."""
    if isinstance(value, ir.Load):
        same = value.base == node.base and value.index == node.index and value.shape == node.shape
        return [] if same else None
    if not isinstance(value, ir.Op) or value.op not in ("set_add", "set_without", "set_or", "set_sub"):
        return None
    before, what = _changes(node, value.args[0]), value.args[1]
    added = value.op in ("set_add", "set_or")
    if before is None:
        return None
    if value.op in ("set_add", "set_without"):
        return [*before, (added, what)]
    if isinstance(what, ir.Op) and what.op == "set":
        return [*before, *[(added, each) for each in what.args]]
    return [*before, (True, what)] if added and isinstance(what, ir.Comp) and what.word == "set" else None


def _bit(w: Writer, member: ir.Expr, added: bool, base: bytes, offset: int, cells: int) -> None:
    """Put one member in, or take it out; none is in no set."""
    x = wasm.get(w.new_local(member))
    with w.body.if_(x, wasm.const(32 * cells), wasm.LT_U):
        at = wasm.get(w.body.keep(base, x, wasm.const(5), wasm.SHR_U, wasm.const(2), wasm.SHL, wasm.ADD))
        w.put(at, at, wasm.load(offset), wasm.const(1), x, wasm.SHL)
        if added:
            w.put(wasm.OR)
        else:
            w.put(wasm.const(-1), wasm.XOR, wasm.AND)
        w.put(wasm.store(offset))
