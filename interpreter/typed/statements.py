"""The typed tree of effects: statements whose names, types and declarations are resolved.

A call of a procedure is a statement of its own, also where its result is used: `return do p()` is a `Perform` into a
variable without a name, and a `Return` of that variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from yupana.schemas.records import dataclass

from ..language import nodes as syntax
from ..language.types import Type
from . import nodes
from .declared import ActionInfo, AdjustmentInfo, Signature, StepInfo
from .nodes import Expr, Node, Text, Variable, Zone, children, descend


@dataclass(frozen=True, slots=True, eq=False)
class Stmt(Node):
    """Code that does something."""


Block = tuple[Stmt, ...]

MAX_PICKED = 200
"""So many elements are chosen at most, one after the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Faulty(Stmt):
    """A statement in which something was found faulty (the statements inside it are left out with it)."""

    faulty: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, eq=False)
class Effect(Stmt):
    """A statement that is no more than its operands: it declares no variable and holds no statements. `written` is the
    syntax tree of it; an operand that is left out there is None."""

    parts: ClassVar[tuple[str, ...]] = ("operands",)

    written: syntax.Stmt
    operands: tuple[Any, ...]


def sound(node: Node) -> bool:
    """Whether nothing in a statement was found faulty, apart from the statements in its bodies."""
    inside = [each for each in children(node) if not isinstance(each, Stmt)]
    return not node.faulty and all(
        sound(each) if isinstance(each, IfBranch | Branch) else nodes.sound(each) for each in inside
    )


def asks(block: Sequence[Stmt]) -> bool:
    """Whether a decision, or a call of a procedure in which one is taken, stands anywhere inside."""
    return any(
        isinstance(each, Decision) or (isinstance(each, Perform) and each.procedure.asks)
        for statement in block
        for each in descend(statement)
    )


# ---------------------------------------------------------------- values


@dataclass(frozen=True, slots=True, eq=False)
class Let(Stmt):
    """`let x = value`."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    variable: Variable
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """`target = value`, also of what `+=` and `-=` give; the target is a variable, a field, or an entry of a map or
    list. `tested`: whether it fits (a number in its range, a list in its room) shows when it is written."""

    parts: ClassVar[tuple[str, ...]] = ("target", "value")

    target: Expr
    value: Expr
    tested: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class AddTo(Stmt):
    """`add value to target`, `remove value from target`."""

    parts: ClassVar[tuple[str, ...]] = ("target", "value")

    target: Expr
    value: Expr
    remove: bool
    tested: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Perform(Stmt):
    """`do p(args)`; the result goes into a new variable."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    procedure: Signature
    args: tuple[Expr, ...]
    into: Variable | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Stmt):
    """`return`, with or without a value."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr | None = None


# ---------------------------------------------------------------- control


@dataclass(frozen=True, slots=True, eq=False)
class IfBranch(Node):
    """`if test:`, `elif test:`."""

    parts: ClassVar[tuple[str, ...]] = ("test", "body")

    test: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    """The first branch whose test holds, or the body of `else`."""

    parts: ClassVar[tuple[str, ...]] = ("branches", "other")

    branches: tuple[IfBranch, ...]
    other: Block


@dataclass(frozen=True, slots=True, eq=False)
class For(Stmt):
    """`for x in items while going until until if test:`."""

    parts: ClassVar[tuple[str, ...]] = ("items", "going", "until", "test", "body")

    variable: Variable
    items: Expr
    test: Expr | None
    body: Block
    going: Expr | None = None
    until: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Stmt):
    """`repeat at most limit while test:`."""

    parts: ClassVar[tuple[str, ...]] = ("test", "limit", "body")

    test: Expr
    limit: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Stmt):
    """`loop while test:`, `loop:`; it waits. A loop without a test is left without a value only when something is
    ended in it; then `given` is what the procedure gives."""

    parts: ClassVar[tuple[str, ...]] = ("test", "body")

    test: Expr | None
    body: Block
    given: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Leave(Stmt):
    """`break`, or `continue` (`again`)."""

    again: bool


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True, eq=False)
class Roll(Stmt):
    """`roll count dN as x "purpose"`; without a count the variable holds one number."""

    parts: ClassVar[tuple[str, ...]] = ("purpose", "count")

    variable: Variable
    count: Expr | None
    sides: int
    purpose: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class Binder(Node):
    """`x in items if test`, of a choice."""

    parts: ClassVar[tuple[str, ...]] = ("items", "test")

    variable: Variable
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Pick(Stmt):
    """`pick x in items if test`: one of the `candidates` goes into the variable."""

    parts: ClassVar[tuple[str, ...]] = ("candidates",)

    variable: Variable
    candidates: Binder


@dataclass(frozen=True, slots=True, eq=False)
class MoveEach(Stmt):
    """`move piece to zone for x in items if test`: of each of the `candidates` a piece, all of them at once."""

    parts: ClassVar[tuple[str, ...]] = ("candidates", "piece", "zone")

    candidates: Binder
    piece: Expr
    zone: Zone | None
    bottom: bool


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True, slots=True, eq=False)
class Decision(Stmt):
    """Something that a player decides (None: who acts)."""

    decider: Expr | None
    prompt: Text | None
    secret: bool


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Decision):
    """`choose x in xs, y in ys`; what is chosen goes into the variables `kept`. `optional`: it may be passed."""

    parts: ClassVar[tuple[str, ...]] = ("decider", "binders", "prompt")

    label: str
    binders: tuple[Binder, ...]
    kept: tuple[Variable, ...]
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class ChooseSeveral(Decision):
    """`choose 2 x in xs`, `choose up to 3 x in xs`: one after the other in the order of the candidates; they go into
    the list `picked`. `listed` is the type of the list of candidates."""

    parts: ClassVar[tuple[str, ...]] = ("decider", "candidates", "count", "prompt")

    label: str
    candidates: Binder
    listed: Type
    count: Expr
    picked: Variable
    up_to: bool
    optional: bool


@dataclass(frozen=True, slots=True, eq=False)
class Branch(Node):
    """`option label: x in xs if test:`."""

    parts: ClassVar[tuple[str, ...]] = ("test", "binders", "body")

    label: str
    test: Expr | None
    binders: tuple[Binder, ...]
    kept: tuple[Variable, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class ChooseBranch(Decision):
    """`choose:` with branches."""

    parts: ClassVar[tuple[str, ...]] = ("decider", "branches", "prompt")

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Offer(Decision):
    """`offer menu to p`; `mode` is `one`, `or_pass` or `until_pass`."""

    parts: ClassVar[tuple[str, ...]] = ("decider", "prompt")

    menu: str
    actions: tuple[ActionInfo, ...]
    mode: str


# ---------------------------------------------------------------- the rest


@dataclass(frozen=True, slots=True, eq=False)
class Activate(Stmt):
    """`activate x at key`, `deactivate x` (one activation), `deactivate all x` (whole: every one). `whose` turn
    does not count if it is going on (None: anybody's), where the adjustment lasts until the end of the next one."""

    parts: ClassVar[tuple[str, ...]] = ("key", "whose")

    adjustment: AdjustmentInfo
    key: Expr | None
    on: bool
    whole: bool
    whose: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class End(Stmt):
    """`end turn`, `end step turn` (`whole`), `end game` (no step)."""

    step: StepInfo | None
    whole: bool
