"""What a function does with labels, for those that call it."""

from __future__ import annotations

from dataclasses import dataclass, field

from yupana.schemas.source import Span

from .labels import NO_LABELS, NO_SHOWN, PLAIN, Labels, Shown, Token, Value


@dataclass(frozen=True, slots=True)
class Telling:
    """A value told to an audience: labels of parameters, for the callers to judge. `option`: what the values are made
    of counts, not what they depend on."""

    span: Span
    what: str
    labels: Labels
    audience: Token
    option: bool = False


@dataclass(slots=True)
class Summary:
    """What a function does with labels: its result's, what it tells of its parameters, which parameters lie open
    afterwards, everything it has written, and what it has shown to whom. `tells` is a set in the order in which they
    were found."""

    result: Value = PLAIN
    tells: dict[Telling, None] = field(default_factory=dict)
    opened: set[int] = field(default_factory=set)
    written: Labels = NO_LABELS
    shown: Shown = NO_SHOWN
