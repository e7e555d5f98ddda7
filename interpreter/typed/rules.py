"""The typed tree of a whole ruleset: what checking gives and lowering takes.

Every piece of code that becomes a function of the program is here. What is faulty as a whole is left out; what is
faulty in a block of effects stands there as a `Faulty` statement.
"""

from __future__ import annotations

from typing import ClassVar

from yupana.schemas.records import dataclass

from ..language.types import Type
from .bodies import Adjusted, Announcement, Carrying, InForce, Options, Reset
from .chains import EventInfo, TriggerInfo
from .declared import ActionInfo, AdjustmentInfo, FieldInfo, PositionInfo, PredicateInfo, Signature
from .flow import Step
from .nodes import Expr, Node, Text, Variable, Visibility
from .statements import Block


@dataclass(frozen=True, slots=True, eq=False)
class Code(Node):
    """Effects with parameters. `name` is that of the function they become, `element` what they belong to in places;
    `result` is the type of what they give (None: nothing)."""

    parts: ClassVar[tuple[str, ...]] = ("body",)

    name: str
    element: str
    params: tuple[Variable, ...]
    body: Block
    result: Type | None = None
    waits: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Value(Node):
    """An expression with parameters, whose value is of the type `result`."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    name: str
    element: str
    params: tuple[Variable, ...]
    value: Expr
    result: Type


@dataclass(frozen=True, slots=True, eq=False)
class AdjustedFunction(Node):
    """What the adjustments of a function make of its value, one after the other."""

    parts: ClassVar[tuple[str, ...]] = ("changes",)

    params: tuple[Variable, ...]
    result: Type
    changes: tuple[Adjusted, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Function(Node):
    """A declared function."""

    parts: ClassVar[tuple[str, ...]] = ("code", "adjusted")

    signature: Signature
    code: Code
    adjusted: AdjustedFunction | None


@dataclass(frozen=True, slots=True, eq=False)
class Predicate(Node):
    """A condition that every entry of a kind gives for itself: one of the `conditions`, by its position. The first of
    the parameters is the entry."""

    parts: ClassVar[tuple[str, ...]] = ("conditions",)

    predicate: PredicateInfo
    name: str
    element: str
    params: tuple[Variable, ...]
    conditions: tuple[Expr, ...]
    of_entry: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Piece(Node):
    """What an adjustment does `before`, `instead` of or `after` a procedure (None: its condition is faulty)."""

    parts: ClassVar[tuple[str, ...]] = ("force", "code")

    word: str
    force: InForce | None
    code: Code | None


@dataclass(frozen=True, slots=True, eq=False)
class Wrapping(Node):
    """What stands around a procedure: the fields that belong to it begin anew, and adjustments apply."""

    parts: ClassVar[tuple[str, ...]] = ("pieces", "resets")

    element: str
    params: tuple[Variable, ...]
    pieces: tuple[Piece, ...]
    resets: tuple[Reset, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Procedure(Node):
    """A declared procedure."""

    parts: ClassVar[tuple[str, ...]] = ("code", "wrapping")

    signature: Signature
    code: Code | None
    wrapping: Wrapping | None

    @property
    def whole(self) -> bool:
        """Whether no code of it is left out."""
        pieces = () if self.wrapping is None else self.wrapping.pieces
        return self.code is not None and all(each.code is not None for each in pieces)


@dataclass(frozen=True, slots=True, eq=False)
class Action(Node):
    """An action: what it offers, what is told of it, and what it does."""

    parts: ClassVar[tuple[str, ...]] = ("options", "announcement", "carrying")

    action: ActionInfo
    options: Options | None
    announcement: Announcement | None
    carrying: Carrying


@dataclass(frozen=True, slots=True, eq=False)
class Trigger(Node):
    """A trigger: whether it comes (`test`, asked when something happens), for which of the `copies` of the entry that
    carries it (`it`), and what it does (None: faulty); `whose` it is, by which those that wait are put
    in order; the `key` at which it must be active."""

    parts: ClassVar[tuple[str, ...]] = ("copies", "test", "code", "whose", "key")

    trigger: TriggerInfo
    params: tuple[Variable, ...]
    test: Expr | None
    it: Variable | None
    copies: Expr | None
    code: Code | None
    whose: Value | None = None
    key: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Order(Node):
    """The players in the order in which their triggers come; `acts`: it is worked out only where somebody acts.
    `choose`: who has several chooses."""

    parts: ClassVar[tuple[str, ...]] = ("players",)

    players: Expr
    acts: bool
    choose: bool


@dataclass(frozen=True, slots=True, eq=False)
class Worked(Node):
    """A value of which a position is made: it stands in a `field` of the language's own while the position is noted or
    asked for, which is set back to its start (`reset`) then."""

    parts: ClassVar[tuple[str, ...]] = ("value", "reset")

    position: PositionInfo
    field: FieldInfo
    value: Value
    reset: Reset


@dataclass(frozen=True, slots=True, eq=False)
class Subscription(Node):
    """A trigger hears of a sort of event: of those for which `test` holds. `values` are the event's, of which `args`
    are handed on by their positions. `counts`: whether a copy of the entry that carries it counts, of the copy and the
    holder of the zone that a piece enters or leaves (None: every copy does)."""

    parts: ClassVar[tuple[str, ...]] = ("test", "counts")

    trigger: TriggerInfo
    event: EventInfo
    values: tuple[Variable, ...]
    test: Expr | None
    args: tuple[int, ...]
    counts: Value | None


@dataclass(frozen=True, slots=True, eq=False)
class Ending(Node):
    """An event of a sort for which `test` holds ends an adjustment, at the key and for the player that its values at
    these positions are (-1: at all keys, for all). `later`: what was activated while the step went on has one more
    before it."""

    parts: ClassVar[tuple[str, ...]] = ("test",)

    adjustment: AdjustmentInfo
    event: EventInfo
    values: tuple[Variable, ...]
    test: Expr | None
    key: int
    owner: int
    later: bool


@dataclass(frozen=True, slots=True, eq=False)
class Line(Node):
    """A line of the report at the end, which is told if its condition holds."""

    parts: ClassVar[tuple[str, ...]] = ("test", "text")

    test: Expr | None
    text: Text


@dataclass(frozen=True, slots=True, eq=False)
class Scoring(Node):
    """How a game is scored: each value is asked with `me` = the player. `winners`: who wins, where it is said; of those
    who play together whether they have. `places`: how they are counted after equal ones, `competition` or `dense`."""

    parts: ClassVar[tuple[str, ...]] = ("items", "ties", "winners", "report")

    items: tuple[Value, ...]
    ties: tuple[Value, ...]
    winners: Expr | None
    report: tuple[Line, ...]
    places: str


@dataclass(frozen=True, slots=True)
class Backing:
    """A field on the back of pieces, and what it means: a condition about a piece (None: nothing)."""

    field: FieldInfo
    means: Visibility | None


@dataclass(frozen=True, slots=True)
class Face:
    """Who sees the pieces of a kind wherever they lie."""

    domain: int
    seen: Visibility


@dataclass(frozen=True, slots=True)
class Rules:
    """All code of a ruleset. Functions and predicates, and procedures, stand after what they call; `subscriptions`
    stand in order of declaration of their triggers; `seen` says of each field and then of each zone who sees it;
    `backs` are what stands on the backs of pieces."""

    functions: tuple[Function | Predicate, ...]
    procedures: tuple[Procedure, ...]
    actions: tuple[Action, ...]
    setup: tuple[Step, ...]
    flow: tuple[Step, ...]
    starts: tuple[Reset, ...]
    scoring: Scoring
    invariants: tuple[Value, ...]
    features: tuple[Value, ...]
    triggers: tuple[Trigger, ...]
    subscriptions: tuple[Subscription, ...]
    seen: tuple[Visibility, ...]
    worked: tuple[Worked, ...] = ()
    ends: tuple[Ending, ...] = ()
    order: Order | None = None
    backs: tuple[Backing, ...] = ()
    faces: tuple[Face, ...] = ()
