"""The typed tree of set-up and flow: one class for each kind of step."""

from __future__ import annotations

from typing import ClassVar

from yupana.schemas.records import dataclass
from yupana.schemas.source import Span

from .bodies import Reset
from .declared import ActionInfo, PositionInfo, StepInfo
from .nodes import Expr, Node
from .statements import Block


@dataclass(frozen=True, slots=True, eq=False)
class Step(Node):
    """A step of any kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Do(Step):
    """Effects, once."""

    parts: ClassVar[tuple[str, ...]] = ("effects",)

    effects: Block


@dataclass(frozen=True, slots=True, eq=False)
class Passing(Node):
    """The option that ends a turn."""

    parts: ClassVar[tuple[str, ...]] = ("test",)

    name: str
    test: Expr | None
    test_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Stuck(Node):
    """What happens to who has nothing to choose from: `possible` says whether they have."""

    parts: ClassVar[tuple[str, ...]] = ("possible", "effects")

    possible: Expr
    effects: Block


@dataclass(frozen=True, slots=True, eq=False)
class Menu(Node):
    """What players choose from in a turn: once, or (`until_pass`) until they pass."""

    parts: ClassVar[tuple[str, ...]] = ("passing", "stuck")

    name: str
    actions: tuple[ActionInfo, ...]
    passing: Passing | None
    until_pass: bool
    stuck: Stuck | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Inside(Node):
    """What happens in a scope each time it is gone through; `resets` are made when it begins and when it ends,
    `notes` are the positions that are noted then."""

    parts: ClassVar[tuple[str, ...]] = ("resets", "start", "menu", "effects", "steps", "end")

    resets: tuple[Reset, ...]
    notes: tuple[PositionInfo, ...]
    start: Block
    menu: Menu | None
    effects: Block
    steps: tuple[Step, ...]
    end: Block


@dataclass(frozen=True, slots=True, eq=False)
class ScopeStep(Step):
    """A step with a name. What stands beside `inside` is worked out while the step itself is not going on."""

    parts: ClassVar[tuple[str, ...]] = ("inside",)

    name: str
    scope: StepInfo
    inside: Inside


@dataclass(frozen=True, slots=True, eq=False)
class Phase(ScopeStep):
    """A step that is gone through once."""


@dataclass(frozen=True, slots=True, eq=False)
class Rounds(ScopeStep):
    """A step that is repeated, `times` often (None: without a limit) or until a condition holds."""

    parts: ClassVar[tuple[str, ...]] = ("times", "inside", "until")

    times: Expr | None
    until: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Turns(ScopeStep):
    """The players of the `order` (None: all) act one after the other, but for those whose turn is skipped; so many
    `times` round (None: once, or until the condition holds)."""

    parts: ClassVar[tuple[str, ...]] = ("order", "times", "inside", "until", "skip")

    order: Expr | None
    times: Expr | None
    until: Expr | None
    skip: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Simultaneous(ScopeStep):
    """The players of `of` (None: all) decide in secret what the menu of `inside` offers or what the `choices` ask, and
    when all have decided, it is told and carried out (for choices: the `effects`), one player after the other. Before
    anything is, the `fixed` values of each are worked out. `in_turn`: it stands in a turn, and `active` stays the
    player of that turn."""

    parts: ClassVar[tuple[str, ...]] = ("of", "choices", "fixed", "inside")

    of: Expr | None
    choices: Block
    fixed: Block
    in_turn: bool
