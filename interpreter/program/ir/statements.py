"""Statements of the program, those of option generators included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from .expressions import Expr
from .shapes import INT_MAX, INT_MIN, Shape

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Stmt:
    """A statement. `parts` and `binds` as for expressions."""

    parts: ClassVar[tuple[str, ...]] = ()
    binds: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class SetLocal(Stmt):
    """Puts a value into a slot."""

    parts: ClassVar[tuple[str, ...]] = ("value",)
    binds: ClassVar[tuple[str, ...]] = ("slot",)

    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """Writes a value of `shape` from cell `base + index` on. With a place, a scalar outside low..high (`none` counts
    as -1, NO_INT
    as itself) and a list longer than its bound fault there."""

    parts: ClassVar[tuple[str, ...]] = ("index", "value")

    base: int
    index: Expr | None
    value: Expr
    shape: Shape
    low: int = INT_MIN
    high: int = INT_MAX
    place: int = -1


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """`then` if `test`, else `other`."""

    parts: ClassVar[tuple[str, ...]] = ("test", "then", "other")

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """For each element of the list-shaped `items`, evaluated once before."""

    parts: ClassVar[tuple[str, ...]] = ("items", "body")
    binds: ClassVar[tuple[str, ...]] = ("slot",)

    slot: int
    items: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """While `test`; after `bound` turns (evaluated once) with `test` still true it faults at `place`."""

    parts: ClassVar[tuple[str, ...]] = ("bound", "test", "body")

    test: Expr
    body: tuple[Stmt, ...]
    bound: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue(Stmt):
    """Goes to the next turn of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """Ends the function, with its value."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """Calls a function that does not wait for its effects; a result is kept in `slot` (-1: thrown away)."""

    parts: ClassVar[tuple[str, ...]] = ("args",)
    binds: ClassVar[tuple[str, ...]] = ("slot",)

    function: int
    args: tuple[Expr, ...]
    slot: int = -1


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """Moves a piece (by piece number) to the top or bottom of a zone; zone -1 takes it out of play. In an unordered
    zone it goes
    to its place in piece order. A piece already there is taken out and put in again."""

    parts: ClassVar[tuple[str, ...]] = ("piece", "zone")

    piece: Expr
    zone: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class MoveAll(Stmt):
    """Moves all pieces, first one first, each as `Move` does."""

    parts: ClassVar[tuple[str, ...]] = ("source", "zone")

    source: Expr
    zone: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """`count` times: the top piece of `source` to the top of `zone`; an empty source is first refilled (all of its
    refill zone moved
    in and shuffled) when it has one; if it is still empty the drawing ends."""

    parts: ClassVar[tuple[str, ...]] = ("count", "source", "zone")

    count: Expr
    source: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """Every order equally likely (Fisher-Yates from the end, bounded draws of the state's generator). Ordered zones
    only."""

    parts: ClassVar[tuple[str, ...]] = ("zone",)

    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """A die of `sides` (1..sides) into `slot`, or with `count` a list. `purpose` is a text for the log with its
    `values`, or -1."""

    parts: ClassVar[tuple[str, ...]] = ("count", "values")
    binds: ClassVar[tuple[str, ...]] = ("slot",)

    slot: int
    count: Expr | None
    sides: int
    purpose: int
    place: int
    values: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """One element of a list, each equally likely, into `slot`; faults at `place` when the list is empty."""

    parts: ClassVar[tuple[str, ...]] = ("items",)
    binds: ClassVar[tuple[str, ...]] = ("slot",)

    slot: int
    items: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Log(Stmt):
    """Tells the host: text number `text` with its values (see `Text`)."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    text: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Fault(Stmt):
    """A rule fault at `place` with text number `text`."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    place: int
    text: int
    args: tuple[Expr, ...] = ()


# statements of option generators only


@dataclass(frozen=True, slots=True)
class Emit(Stmt):
    """One option: alternative number and the values of its parameters (a list parameter is a list value). With
    `alike` >= 0 the
    option is left out when one with the same alternative and the same `alike` key (a list) was emitted before."""

    parts: ClassVar[tuple[str, ...]] = ("args", "alike")

    alternative: int
    args: tuple[Expr, ...]
    alike: Expr | None = None


@dataclass(frozen=True, slots=True)
class EmitFrom(Stmt):
    """All options of a generator function."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Guard(Stmt):
    """`body` if `test`. `place` is the condition in the author's words, for `why not`.

    A `cost` tests with `ge` what the player has and what it costs, a `limit` with `lt` how often it was done and how
    often it may be; `subject` is then the text that names the resource or the scope."""

    parts: ClassVar[tuple[str, ...]] = ("test", "body")

    test: Expr
    body: tuple[Stmt, ...]
    place: int
    sort: Literal["condition", "cost", "limit"] = "condition"
    subject: int = -1
