"""Triggers as the passes of the checker keep them: the events that they wait for, and the chain that they come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from yupana.schemas.records import dataclass
from yupana.schemas.ruleset import TriggerDecl
from yupana.schemas.source import Span

from ..language import nodes
from ..language.types import Type
from .declared import ActionInfo, Carrier, FieldInfo, Signature, StepInfo, SwitchInfo, ZoneInfo

MOST_WAITING = 250
"""Triggers that can wait in line where no entry of several copies has any; where one has, as many as can come."""

MOST_IN_A_ROW = 1_000
"""Triggers that can come one after the other, until nothing is in line."""

Happening = ActionInfo | FieldInfo | Signature | StepInfo | ZoneInfo
"""What can happen: an action or procedure is carried out, a field changes, a piece enters or leaves a zone, a step of
the flow begins or ends."""

Verb = Literal["happens", "changes", "enters", "leaves", "begins", "ends"]


@dataclass(slots=True, eq=False)
class EventInfo:
    """A sort of event that a trigger or the end of an adjustment waits for, with the values that one carries: the
    parameters of what was carried out, the holder of what changed, and its value before and after, the piece and the
    holder of the zone, whose turn it is. `watching` are the numbers of the kinds whose entries have a trigger for it
    that does not always count; `ends`: whether adjustments end then. The first who waits for it says so at `span`."""

    number: int
    verb: Verb
    of: Happening
    values: dict[str, Type]
    span: Span
    ends: bool = False
    watching: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class TriggerInfo:
    """A declared trigger. `params` are the names that its code has for what has happened; `follows` are the events
    that its effects may bring about, `comes` whether anything in the game sets it off, `count` how often it has come in
    the present chain, where `most` bounds it."""

    name: str
    number: int
    decl: TriggerDecl
    span: Span
    events: list[nodes.Event | None]
    test: nodes.Expr | None = None
    effects: tuple[nodes.Stmt, ...] | None = None
    params: dict[str, Type] = field(default_factory=dict)
    on: list[EventInfo] = field(default_factory=list)
    follows: tuple[EventInfo, ...] = ()
    waits: bool = False
    comes: bool = False
    count: FieldInfo | None = None
    carrier: Carrier | None = None  # the entry that it stands in; it counts where `counting` holds
    counting: nodes.Expr | None = None
    whose: nodes.Expr | None = None  # the player by whom it is put in order with others
    switch: SwitchInfo | None = None  # where it comes only while it is active

    @property
    def element(self) -> str:
        """What its code belongs to, in places."""
        return f"trigger {self.name}"


def shortest_circle(start: TriggerInfo, leads: Mapping[TriggerInfo, Sequence[TriggerInfo]]) -> list[TriggerInfo]:
    """The shortest way from a trigger back to itself by what each leads to; empty if there is none."""
    ways = {start: [start]}
    rest = [start]
    for each in rest:
        for following in leads[each]:
            if following is start:
                return [*ways[each], start]
            if following not in ways:
                ways[following] = [*ways[each], following]
                rest.append(following)
    return []


@dataclass(slots=True, eq=False)
class ChainInfo:
    """Where a chain of triggers is kept in the state: the `line` of those that are still to come, how many
    triggers have come since it was last empty, and whether anything is put in line at all; `most` can wait. `turns`
    hold whose turn it is in a step, where that matters. In a line that has an order each takes `width` places."""

    line: FieldInfo
    count: FieldInfo
    open: FieldInfo
    most: int = MOST_WAITING
    batch: FieldInfo | None = None  # how many of the front came at once, where the line has an order
    width: int = 0
    events: dict[tuple[Verb, Happening], EventInfo] = field(default_factory=dict)
    turns: dict[StepInfo, FieldInfo] = field(default_factory=dict)

    @property
    def fields(self) -> tuple[FieldInfo, ...]:
        """The fields that are no part of a position."""
        batch = () if self.batch is None else (self.batch,)
        return self.line, self.count, self.open, *batch, *self.turns.values()
