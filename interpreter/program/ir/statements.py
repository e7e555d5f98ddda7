"""Statements of the program, those of option generators included."""

from __future__ import annotations

from typing import Literal

from yupana.schemas.records import dataclass

from .expressions import Expr
from .node import AlternativeNumber, FunctionNumber, Node, PlaceNumber, PositionNumber, Slot, SlotOrNone
from .shapes import INT_MAX, INT_MIN, Shape

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """A statement."""


@dataclass(frozen=True, slots=True)
class SetLocal(Stmt):
    """Puts a value into a slot."""

    order = "value =slot"

    slot: Slot
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """Writes a value of `shape` from cell `base + index` on. With a place, a scalar outside low..high (`none` counts
    as -1, NO_INT as itself) and a list longer than its bound fault there."""

    order = "index:n value"

    base: int
    index: Expr | None
    value: Expr
    shape: Shape
    low: int = INT_MIN
    high: int = INT_MAX
    place: PlaceNumber = -1


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """`then` if `test`, else `other`."""

    order = "test:n then:do other:do"

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """For each element of the list-shaped `items`, evaluated once before."""

    order = "items:[slot] =slot body:do"

    slot: Slot
    items: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """While `test`; after `bound` turns (evaluated once) with `test` still true it faults at `place`."""

    order = "bound:n test:n body:do"

    test: Expr
    body: tuple[Stmt, ...]
    bound: Expr
    place: PlaceNumber


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue(Stmt):
    """Goes to the next turn of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """Ends the function, with its value."""

    order = "value"
    ends = True

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """Calls a function that does not wait for its effects; a result is kept in `slot` (-1: thrown away)."""

    order = "args =slot"
    calls = True

    function: FunctionNumber
    args: tuple[Expr, ...]
    slot: SlotOrNone = -1


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """Moves a piece (by piece number) to the top or bottom of a zone; zone -1 takes it out of play. In an unordered
    zone it goes to its place in piece order. A piece already there is taken out and put in again."""

    order = "piece:n zone:n"
    touches = "zones"

    piece: Expr
    zone: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class MoveAll(Stmt):
    """Moves all pieces, first one first, each as `Move` does."""

    order = "source:n zone:n"
    touches = "source zone"
    cost = "zone"

    source: Expr
    zone: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """`count` times: the top piece of `source` to the top of `zone`; an empty source is first refilled (all of its
    refill zone moved in and shuffled) when it has one; if it is still empty the drawing ends."""

    order = "count:n source:n zone:n"
    touches = "zones chance"  # an empty source is refilled and shuffled

    count: Expr
    source: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Note(Stmt):
    """Notes how a position is now, behind all that was noted before; one note too many faults at `place`."""

    order = ""
    touches = "position"

    position: PositionNumber
    place: PlaceNumber


@dataclass(frozen=True, slots=True)
class Forget(Stmt):
    """Takes all notes of a position away."""

    order = ""
    touches = "notes"

    position: PositionNumber


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """Every order equally likely (Fisher-Yates from the end, bounded draws of the state's generator). Ordered zones
    only."""

    order = "zone:n"
    touches = "zone chance"
    cost = "zone"

    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """A die of `sides` (1..sides) into `slot`, or with `count` a list. `purpose` is a text for the log with its
    `values`, or -1."""

    order = "count:n values:<purpose> =slot"
    touches = "chance"
    does = "tells"

    slot: Slot
    count: Expr | None
    sides: int
    purpose: int
    place: PlaceNumber
    values: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """One element of a list, each equally likely, into `slot`; faults at `place` when the list is empty."""

    order = "items:[slot] =slot"
    touches = "chance"
    does = "tells"

    slot: Slot
    items: Expr
    place: PlaceNumber


@dataclass(frozen=True, slots=True)
class Log(Stmt):
    """Tells the host: text number `text` with its values (see `Text`)."""

    order = "args:<text>"
    does = "tells"

    text: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    """Tells the host what `me` had chosen at a decision that was held back: alternative number and values. `lapsed`:
    that it is not carried out, because it could not be chosen any more."""

    order = "args:<alternative>"
    does = "tells"

    alternative: AlternativeNumber
    args: tuple[Expr, ...]
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Fault(Stmt):
    """A rule fault at `place` with text number `text`."""

    order = "args:<text>"
    ends = True

    place: PlaceNumber
    text: int
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class At(Stmt):
    """Here a game can be stopped and looked at: stop number `stop` is told to whoever listens, with the values that are
    to be seen there (`lower/stops.py`). It does nothing else, and stands only in programs to be stepped through."""

    order = "args"

    stop: int
    args: tuple[Expr, ...] = ()


# statements of option generators only


@dataclass(frozen=True, slots=True)
class Emit(Stmt):
    """One option: alternative number and the values of its parameters (a list parameter is a list value). With
    `alike` the option is left out when one with the same alternative and the same `alike` key (a list) was emitted
    before."""

    order = "args:<alternative> alike:[a]"
    does = "emits"

    alternative: AlternativeNumber
    args: tuple[Expr, ...]
    alike: Expr | None = None


@dataclass(frozen=True, slots=True)
class EmitFrom(Stmt):
    """All options of a generator function."""

    order = "args"
    calls = True
    does = "emits"

    function: FunctionNumber
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Guard(Stmt):
    """`body` if `test`. `place` is the condition in the author's words, for `why not`.

    A `cost` tests with `ge` what the player has and what it costs, a `limit` with `lt` how often it was done and how
    often it may be; `subject` is then the text that names the resource or the scope."""

    order = "test:n body:do"

    test: Expr
    body: tuple[Stmt, ...]
    place: PlaceNumber
    sort: Literal["condition", "cost", "limit"] = "condition"
    subject: int = -1
