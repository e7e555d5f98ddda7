"""What a decision is made of in a module: its options, and the values in its prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...program.calls import asked_by
from . import binary as wasm
from .emit_listing import write_listing
from .emit_statements import tell_value
from .frames import frame_place
from .writer import Writer
from .writing import Body, type_of

if TYPE_CHECKING:
    from .making import Maker


def write_options(maker: Maker, number: int) -> Body:
    """The options of a decision: a function without parameters."""
    decision = maker.program.decisions[number]
    w = _reading(maker, decision.function)
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
    w = _reading(maker, decision.function)
    w.const(0)
    w.call("event_begin")
    for each in decision.prompt_args:
        w.value(each)
        tell_value(w, w.shape(each), w.body.kept(w.type(each)))
    w.call("event_end")
    return w.body


def _reading(maker: Maker, number: int) -> Writer:
    """A writer of code that reads the frame of who asks, and changes nothing of it."""
    body = Body()
    function = maker.program.functions[number]
    w = Writer(maker, body, function, number)
    w.writes = frozenset()
    base, first = frame_place(maker, body, number)
    for slot, offset in function.frame:
        shape = function.locals[slot]
        w.from_state(shape, base, first + 4 * offset)
        w.slots[slot] = body.kept(type_of(shape))
    return w
