"""The typed tree of what is more than a block of statements: what an action offers and does, adjustments, resets."""

from __future__ import annotations

from typing import ClassVar

from yupana.schemas.records import dataclass

from .declared import ActionInfo, AdjustmentInfo, FieldInfo
from .nodes import Expr, Node, Text, Variable
from .statements import Block


@dataclass(frozen=True, slots=True, eq=False)
class Reset(Node):
    """A field goes back to its start, for every holder (`it`): to a value, or, of a map, to `fill` at every key."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    field: FieldInfo
    it: Variable | None
    value: Expr | None
    fill: int = 0


# ---------------------------------------------------------------- adjustments


@dataclass(frozen=True, slots=True, eq=False)
class InForce(Node):
    """Whether an adjustment applies: it is active for the `key`, and `when` holds. What an entry carries applies for
    each of its `copies` (`it`) for which that is so."""

    parts: ClassVar[tuple[str, ...]] = ("copies", "key", "when")

    adjustment: AdjustmentInfo
    key: Expr | None
    when: Expr | None
    it: Variable | None = None
    copies: Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Adjusted(Node):
    """What an adjustment makes of the value of a function (`before`)."""

    parts: ClassVar[tuple[str, ...]] = ("force", "value")

    force: InForce
    before: Variable
    value: Expr


# ---------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True, eq=False)
class Parameter(Node):
    """A parameter of an action: each of the `items`, or one `value`; its own tests are made as soon as it is bound."""

    parts: ClassVar[tuple[str, ...]] = ("items", "value", "tests")

    variable: Variable
    items: Expr | None
    value: Expr | None
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Test(Node):
    """A part of the condition of an action."""

    parts: ClassVar[tuple[str, ...]] = ("test",)

    test: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Cost(Node):
    """So much of a field of the player who acts, called `word`."""

    parts: ClassVar[tuple[str, ...]] = ("amount",)

    word: str
    resource: FieldInfo
    amount: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Limit(Node):
    """An action is offered `most` times (None: once) in a scope, to a player or for the value of a parameter (`of`)."""

    parts: ClassVar[tuple[str, ...]] = ("most",)

    counter: FieldInfo
    per: str
    of: Variable | None
    most: Expr | None


Guard = Test | Cost | Limit


@dataclass(frozen=True, slots=True, eq=False)
class Announcement(Node):
    """What all are told of an option that was chosen."""

    parts: ClassVar[tuple[str, ...]] = ("text",)

    params: tuple[Variable, ...]
    text: Text


@dataclass(frozen=True, slots=True, eq=False)
class Level(Node):
    """What is tested when so many parameters are bound, and the parameter that is bound next (None: all are)."""

    parts: ClassVar[tuple[str, ...]] = ("guards", "parameter")

    guards: tuple[Guard, ...]
    parameter: Parameter | None


@dataclass(frozen=True, slots=True, eq=False)
class Options(Node):
    """What an action offers."""

    parts: ClassVar[tuple[str, ...]] = ("levels",)

    action: ActionInfo
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Carrying(Node):
    """What an action does: it pays, is counted, and its effects run. Where fields belong to the scope `action`
    (`kept`), the effects are a function of their own (with the parameters `inside`): in it the fields begin anew, and
    `going_on` says that an option is being carried out."""

    parts: ClassVar[tuple[str, ...]] = ("costs", "effects", "kept")

    action: ActionInfo
    params: tuple[Variable, ...]
    costs: tuple[Cost, ...]
    counted: Limit | None
    effects: Block
    kept: tuple[Reset, ...] = ()
    inside: tuple[Variable, ...] = ()
    going_on: FieldInfo | None = None
