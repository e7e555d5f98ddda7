"""Functions cut into blocks, and the decisions they wait for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .expressions import Expr
from .shapes import Shape
from .statements import Stmt

# ---------------------------------------------------------------- functions that wait


@dataclass(frozen=True, slots=True)
class Terminator:
    """How a block ends. Blocks are numbered from 0 within their function; block 0 is the entry."""

    parts: ClassVar[tuple[str, ...]] = ()
    binds: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Jump(Terminator):
    """Goes on in another block."""

    block: int


@dataclass(frozen=True, slots=True)
class Fork(Terminator):
    """Goes on in one of two blocks."""

    parts: ClassVar[tuple[str, ...]] = ("test",)

    test: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class CallWait(Terminator):
    """Pushes a frame for a function that waits and goes on in `block` when it is done; a scalar result goes to
    `slot` (-1: none)."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    function: int
    args: tuple[Expr, ...]
    slot: int
    block: int


@dataclass(frozen=True, slots=True)
class Ask(Terminator):
    """Waits for decision number `decision`; the answer's alternative says where to go on. If the decision is
    `optional` and has
    no option, or only the one of its last answer (pass), goes on at once in `otherwise`."""

    decision: int
    otherwise: int = -1


@dataclass(frozen=True, slots=True)
class Finish(Terminator):
    """Returns to the caller."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """Statements that run without waiting, and how they end."""

    parts: ClassVar[tuple[str, ...]] = ("body", "end")
    binds: ClassVar[tuple[str, ...]] = ()

    body: tuple[Stmt, ...]
    end: Terminator


@dataclass(frozen=True, slots=True)
class Function:
    """`params` are the slots of the arguments; `locals` the shapes of all slots. A function that waits has `blocks`
    and keeps the slots
    listed in `frame` (slot, offset from the frame's first cell) in its frame of `frame_size` cells; its other slots
    do not
    outlive a block. Otherwise it has `body`. `generator`: the body emits options.
    `memo`: it is pure and has scalar parameters, and its values may be kept while one list of options is made."""

    name: str
    params: tuple[int, ...]
    locals: tuple[Shape, ...]
    result: Shape | None
    place: int
    body: tuple[Stmt, ...] = ()
    blocks: tuple[Block, ...] = ()
    frame: tuple[tuple[int, int], ...] = ()
    frame_size: int = 0
    waits: bool = False
    generator: bool = False
    memo: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an alternative's values go (slots of the asking function, one for each parameter) and where it goes on."""

    alternative: int
    slots: tuple[int, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A point where a player decides. `decider` and `options` (statements that emit) are evaluated in the frame of
    `function`.
    `prompt` is a text number (or -1) with values `prompt_args`. A `secret` choice is not told to the others."""

    name: str
    function: int
    decider: Expr
    prompt: int
    prompt_args: tuple[Expr, ...]
    options: tuple[Stmt, ...]
    answers: tuple[Answer, ...]
    secret: bool
    optional: bool
    place: int
