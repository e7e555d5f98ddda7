"""Labels: what a value was read from that not all may see, and who may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Literal, TypeAlias

from yupana.schemas.source import Span

Token: TypeAlias = tuple[object, ...]
"""Stands for one value of a player or piece; two expressions with the same token have the same value."""

ALL: Token = ("all",)
"""The audience of what everybody reads."""


@dataclass(frozen=True, slots=True)
class Label:
    """`what` names the source for people. `mode`: who sees it: none; owner and choice: the player `seer` (None: not
    known which); others: all but the player `seer`; test: who passes a condition; parameter: whatever is given for
    number `parameter` of the function. `origin` is the piece that it tells of: once that lies open, nothing is hidden
    any more."""

    what: str
    mode: Literal["none", "owner", "others", "test", "choice", "parameter"]
    seer: Token | None = None
    origin: Token | None = None
    parameter: int = -1

    def hidden_from(self, audience: Token) -> bool:
        """Whether somebody of the audience (everybody, or one player) may not see it."""
        if audience == ALL or self.mode == "none":
            return True
        # Who passes a condition is known only while the game runs: who decides gets the benefit of the doubt.
        if self.mode == "others":
            return self.seer == audience
        return self.mode != "test" and self.seer != audience

    @property
    def source(self) -> Label:
        """What it was read from, whatever piece it tells of."""
        return self if self.origin is None else replace(self, origin=None)


Labels: TypeAlias = frozenset[Label]
NO_LABELS: Labels = frozenset()
Shown: TypeAlias = frozenset[tuple[Label, Token]]
"""Sources of which pieces were shown, and to whom."""
NO_SHOWN: Shown = frozenset()


@dataclass(frozen=True, slots=True)
class Value:
    """The labels of one value: `data` of what it is made of, `full` also of the conditions that it depends on."""

    data: Labels = NO_LABELS
    full: Labels = NO_LABELS

    def __or__(self, other: Value) -> Value:
        if other.full <= self.full and other.data <= self.data:
            return self
        return other if self is PLAIN else Value(self.data | other.data, self.full | other.full)

    def with_full(self, labels: Labels) -> Value:
        """The value, which also depends on something."""
        return self if labels <= self.full else Value(self.data, self.full | labels)

    @property
    def solid(self) -> Value:
        """All of it taken as data."""
        if self is PLAIN:
            return self
        return Value(self.full | self.data, self.full | self.data)


PLAIN = Value()


def union(values: Iterable[Value]) -> Value:
    """All labels of all values."""
    result = PLAIN
    for each in values:
        result = result | each
    return result


@dataclass(slots=True)
class Env:
    """What is known at one point: labels and tokens of the slots, who `me` is, on what it depends that this point
    is reached (`pc`), what has been `shown` to whom on every way here, and of the slots that hold a piece which was
    found by where it lies on what that place depends (`places`); `named` are slots that go through a whole kind."""

    slots: dict[int, Value]
    tokens: dict[int, Token]
    me: Token
    pc: Labels = NO_LABELS
    shown: Shown = NO_SHOWN
    places: dict[int, Value] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)

    def copy(self) -> Env:
        """An independent copy."""
        return Env(
            dict(self.slots), dict(self.tokens), self.me, self.pc, self.shown, dict(self.places), set(self.named)
        )

    def is_shown(self, label: Label, audience: Token) -> bool:
        """Whether somebody was shown pieces from there."""
        return (label.source, audience) in self.shown or (label.source, ALL) in self.shown

    def bind(self, slot: int, value: Value, token: Token, fresh: bool) -> None:
        """A slot gets a value. With `fresh` the token begins to stand for another value: what it stood for is lost."""
        if fresh:
            self.relabel(lambda label: _without_token(label, token))
            self.shown = frozenset([each for each in self.shown if token not in (each[0].seer, each[1])])
        self.slots[slot] = value
        self.tokens[slot] = token
        self.places.pop(slot, None)
        self.named.discard(slot)

    def relabel(self, change: Relabel) -> None:
        """Change (or, with None, drop) labels everywhere."""
        self.slots = {slot: relabelled(value, change) if value.full else value for slot, value in self.slots.items()}
        if self.pc:
            self.pc = _changed(self.pc, change)


Relabel: TypeAlias = "Callable[[Label], Label | None]"


def relabelled(value: Value, change: Relabel) -> Value:
    """The value with changed labels."""
    data, full = _changed(value.data, change), _changed(value.full, change)
    return value if data is value.data and full is value.full else Value(data, full)


def made_by(value: Value, decider: Token, me: Token) -> Value:
    """The value of what one player chose where another token stands for that player, and none for anybody else."""
    return relabelled(value, lambda label: replace(label, seer=me if label.seer == decider else None, origin=None))


def _changed(labels: Labels, change: Relabel) -> Labels:
    made = [change(each) for each in labels]
    if all(map(is_, made, labels)):
        return labels
    return frozenset([each for each in made if each is not None])


def _without_token(label: Label, token: Token) -> Label:
    seer = None if label.seer == token else label.seer
    origin = None if label.origin == token else label.origin
    return label if seer is label.seer and origin is label.origin else replace(label, seer=seer, origin=origin)


def joined(first: Env | None, second: Env | None, token: Token) -> Env | None:
    """What is known where two ways meet (None: a way that does not lead there). `token` names the meeting."""
    if first is None or second is None:
        return first or second
    slots = dict(first.slots)
    for slot, value in second.slots.items():
        slots[slot] = slots[slot] | value if slot in slots else value
    tokens = {slot: each for slot, each in first.tokens.items() if second.tokens.get(slot) == each}
    me = first.me if first.me == second.me else token
    both = {slot: each for slot, each in first.places.items() if slot in second.places}
    places = {slot: each | second.places[slot] for slot, each in both.items()}
    return Env(slots, tokens, me, first.pc | second.pc, first.shown & second.shown, places, first.named | second.named)


def given(labels: Labels, arguments: Mapping[int, Labels], tokens: Mapping[Token, Token | None]) -> Labels:
    """The labels of a function's value where it is called: those of its arguments in place of its parameters, and
    its players' tokens as the caller knows them."""
    if not labels:
        return NO_LABELS
    result: set[Label] = set()
    for each in labels:
        if each.mode == "parameter":
            result |= arguments.get(each.parameter, NO_LABELS)
        else:
            seer = tokens.get(each.seer) if each.seer is not None and each.seer[0] != "const" else each.seer
            result.add(replace(each, seer=seer, origin=None))
    return frozenset(result)


# ----------------------------------------------------------------
# What a function does with labels, for those that call it.


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

    def outward(self) -> object:
        """The same as callers take it, wherever it stands and whatever this function calls its own players and
        pieces."""
        tells = [(each.what, _outward(each.labels), _known(each.audience), each.option) for each in self.tells]
        shown = [(_outward(frozenset([each])), _known(seer)) for each, seer in self.shown]
        result = _outward(self.result.data), _outward(self.result.full)
        return result, frozenset(tells), frozenset(self.opened), _outward(self.written), frozenset(shown)


def _known(token: Token | None) -> Token | None:
    """A token of which a caller knows whom it stands for: a constant, who acts when it calls, or an argument."""
    of_caller = token is not None and (
        token[0] in ("all", "const", "parameter") or (token[0] == "me" and len(token) == len(("me", "function")))
    )
    return token if of_caller else None


def _outward(labels: Labels) -> Labels:
    return frozenset([replace(each, seer=_known(each.seer), origin=None) for each in labels])
