"""What a decision is made of in a module: its options, and the values in its prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program import ir
from ...program.calls import asked_by
from ...program.walk import descend
from . import binary as wasm
from .binary import I32
from .emit_listing import write_listing
from .emit_statements import tell_value
from .frames import frame_place
from .writer import Writer
from .writing import Body, type_of

if TYPE_CHECKING:
    from .making import Maker


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
        w.const(maker.watch.before(longer))
        w.call("made_ready")


def write_prompt(maker: Maker, number: int) -> Body:
    """The values in a decision's prompt, written down as those of an event."""
    decision = maker.program.decisions[number]
    w = _reading(maker, decision)
    w.const(0)
    w.call("event_begin")
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
