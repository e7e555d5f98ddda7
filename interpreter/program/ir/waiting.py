"""Functions cut into blocks, and the decisions they wait for."""

from __future__ import annotations

from yupana.schemas.records import dataclass

from .expressions import Expr
from .node import (
    AlternativeNumber,
    BlockNumber,
    BlockOrNone,
    DecisionNumber,
    FunctionNumber,
    Node,
    PlaceNumber,
    SlotOrNone,
    numbers_in,
)
from .shapes import Shape
from .statements import Stmt

# ---------------------------------------------------------------- functions that wait


@dataclass(frozen=True, slots=True)
class Terminator(Node):
    """How a block ends. Blocks are numbered from 0 within their function; block 0 is the entry."""

    def ways(self) -> dict[str, int]:
        """The fields with a block where it goes on, by themselves (answers aside), and the blocks."""
        return {name: getattr(self, name) for name, what in numbers_in(self) if what.startswith("block")}


ENTRY = 1
"""The block of `Program.main` in which the flow begins."""


@dataclass(frozen=True, slots=True)
class Jump(Terminator):
    """Goes on in another block."""

    block: BlockNumber


@dataclass(frozen=True, slots=True)
class Fork(Terminator):
    """Goes on in one of two blocks."""

    order = "test:n"

    test: Expr
    yes: BlockNumber
    no: BlockNumber


@dataclass(frozen=True, slots=True)
class CallWait(Terminator):
    """Pushes a frame for a function that waits and goes on in `block` when it is done; a scalar result goes to
    `slot` (-1: none)."""

    order = "args =slot"
    calls = True

    function: FunctionNumber
    args: tuple[Expr, ...]
    slot: SlotOrNone
    block: BlockNumber


@dataclass(frozen=True, slots=True)
class Ask(Terminator):
    """Waits for decision number `decision`; the answer's alternative says where to go on. If the decision is
    `optional` and has no option, or only the one of its last answer (pass), goes on at once in `otherwise`."""

    decision: DecisionNumber
    otherwise: BlockOrNone = -1


@dataclass(frozen=True, slots=True)
class Finish(Terminator):
    """Returns to the caller."""

    order = "value"

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Statements that run without waiting, and how they end."""

    order = "body:do end"
    does = "waits"

    body: tuple[Stmt, ...]
    end: Terminator


@dataclass(frozen=True, slots=True)
class Function(Node):
    """`params` are the slots of the arguments; `locals` the shapes of all slots. A function that waits has `blocks`
    and keeps the slots listed in `frame` (slot, offset from the frame's first cell) in its frame of `frame_size`
    cells; its other slots do not outlive a block. Otherwise it has `body`. `generator`: the body emits options.
    `memo`: it is pure and has scalar parameters, and its values may be kept while one list of options is made.
    `depth`: of a function that waits and may be called while it is going on, how many of it there can be on the stack;
    it begins with a fault when the cell that counts them says that there are so many, and adds itself to that."""

    order = "body:do blocks"

    name: str
    params: tuple[int, ...]
    locals: tuple[Shape, ...]
    result: Shape | None
    place: PlaceNumber
    body: tuple[Stmt, ...] = ()
    blocks: tuple[Block, ...] = ()
    frame: tuple[tuple[int, int], ...] = ()
    frame_size: int = 0
    waits: bool = False
    generator: bool = False
    memo: bool = False
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an alternative's values go (slots of the asking function, one for each parameter) and where it goes on."""

    alternative: AlternativeNumber
    slots: tuple[int, ...]
    block: BlockNumber


@dataclass(frozen=True, slots=True)
class Decision(Node):
    """A point where a player decides. `decider` and `options` (statements that emit) are evaluated in the frame of
    `function`. `prompt` is a text number (or -1) with values `prompt_args`. A `secret` choice is not told to the
    others."""

    order = "decider:n prompt_args:<prompt> options:do"

    name: str
    function: FunctionNumber
    decider: Expr
    prompt: int
    prompt_args: tuple[Expr, ...]
    options: tuple[Stmt, ...]
    answers: tuple[Answer, ...]
    secret: bool
    optional: bool
    place: PlaceNumber
