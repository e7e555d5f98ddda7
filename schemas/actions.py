"""Models of actions, adjustments and triggers, which stand in sections of their own and in what entries carry."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Protocol

from pydantic import Field

from .element import Element, one_of
from .fields import (
    LINES,
    ONE_OF,
    ConditionText,
    EffectsText,
    EventText,
    ExpressionText,
    Flag,
    Name,
    Number,
    Strings,
    TemplateText,
    fault,
)
from .source import Code
from .spanned import Spanned
from .tree import Mapping, Word


class Condition(Element):
    """One of several conditions that must all hold; the short form is the condition alone."""

    noun: ClassVar[str] = "a condition"
    short_key: ClassVar[str | None] = "is"

    test: ExpressionText = Field(alias="is")


class ParameterDecl(Spanned):
    """`in` (attribute `items`) with an optional `if` (attribute `test`), or `is` (attribute `value`)."""

    noun: ClassVar[str] = "a parameter"
    items: ExpressionText | None = Field(default=None, alias="in")
    test: ConditionText | None = Field(default=None, alias="if")
    value: ExpressionText | None = Field(default=None, alias="is")
    secret: Flag = False

    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("in", "is")),)

    def examine(self, node: Mapping) -> None:  # noqa: D102
        one_of(node, "in", "is")


class LimitDecl(Spanned):
    """How often an action may be taken."""

    noun: ClassVar[str] = "a limit"
    times: ExpressionText | None = None
    per: Name
    of: Name | None = None


class _Acting(Element):
    """What may be said of something that a player may do, in the order of the keys."""

    says: TemplateText | None = None
    menu: Strings | None = None
    requires: dict[Name, Condition] = Field(default_factory=dict)
    parameters: dict[Name, ParameterDecl] = Field(default_factory=dict)
    when: ConditionText | None = None
    cost: dict[Name, ExpressionText] = Field(default_factory=dict)
    limit: LimitDecl | None = None
    secret: Flag = False
    announce: TemplateText | None = None
    effects: EffectsText | None = None


class ActionDecl(_Acting):
    """What a player may do: parameters, condition, cost, effects; and what the others are told of it."""

    noun: ClassVar[str] = "an action"
    menu: Strings = Field(default_factory=lambda: [Word("main")])
    effects: EffectsText


class _Ending(Protocol):
    """What says how long something lasts."""

    duration: Word | None
    until: list[Code]


class Switched:
    """What may be switched on and off: for a scope (`duration`), or `until` something happens."""

    @property
    def lasts(self: _Ending) -> bool:
        """Whether it is switched on and off; else it always counts."""
        return self.duration is not None or bool(self.until)


class AdjustmentDecl(Switched, Element):
    """What a card or marker changes: `of` a function (`value`) or of a procedure (`instead`, `before`, `after`)."""

    noun: ClassVar[str] = "an adjustment"
    of: Name
    at: ExpressionText | None = None
    when: ConditionText | None = None
    value: ExpressionText | None = None
    instead: EffectsText | None = None
    before: EffectsText | None = None
    after: EffectsText | None = None
    duration: Name | None = Field(default=None, alias="for")
    until: Annotated[list[EventText], LINES] = Field(default_factory=list)
    applies_to: Annotated[Literal["me", "all"], ONE_OF] = "all"
    stacks: Flag = False

    def examine(self, node: Mapping) -> None:  # noqa: D102
        if not any(key in node for key in ("value", "instead", "before", "after")):
            hint = "`value` changes a function's result; `instead`, `before` and `after` change a procedure"
            raise fault("YUP210", "this adjustment changes nothing", None, hint)


class TriggerDecl(Switched, Element):
    """What follows whenever something happens; `most`: how often in one chain."""

    noun: ClassVar[str] = "a trigger"

    on: Annotated[list[EventText], LINES]
    at: ExpressionText | None = None
    test: ConditionText | None = Field(default=None, alias="if")
    whose: ExpressionText | None = None
    most: Number | None = None
    duration: Name | None = Field(default=None, alias="for")
    until: Annotated[list[EventText], LINES] = Field(default_factory=list)
    stacks: Flag = False
    do: EffectsText


class ActionSlot(_Acting):
    """What the actions of all entries have in common, and what one entry adds: parameters come after those in common,
    conditions beside them, effects behind them; any other key of the entry stands instead."""

    noun: ClassVar[str] = "an action of an entry"
    may_be_empty: ClassVar[bool] = True
