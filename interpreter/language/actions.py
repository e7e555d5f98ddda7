"""What the actions of the grammar share.

An action is a function for one way to reduce, named as in grammar.lark. It takes the builder, the children that carry a
value, and the start and end of what was read; it returns a node or, for a helper rule, a small tuple that the action of
the rule above understands. A child that is a token is Lark's. Faults that need more than the grammar to see (a part
said twice, `null`) are reported by the action, and building goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from yupana.schemas.source import Diagnostic, Span

from . import nodes, syntax_messages


class Builder(Protocol):
    """What the actions need of the parser."""

    text: str
    place: Callable[[int, int], Span]
    faults: list[Diagnostic]

    def fault(self, diagnostic: Diagnostic) -> None:
        """Report a fault; the result of the whole parse is then thrown away."""

    def template(self, start: int, end: int, span: Span, quoted: bool) -> nodes.Template:
        """The template that stands at a stretch of the text (without its quotes)."""


Action = Callable[[Builder, list[Any], int, int], Any]
ACTIONS: dict[str, Action] = {}


def action(function: Action) -> Action:
    """Enters a function under its name in the grammar; a leading underscore does not count."""
    ACTIONS[function.__name__.removeprefix("_")] = function
    return function


def place_of(b: Builder, token: Any) -> Span:
    """The span of a token."""
    return b.place(token.start_pos, token.end_pos)


def template_of(b: Builder, token: Any) -> nodes.Template:
    """The template in a token of kind STRING."""
    return b.template(token.start_pos + 1, token.end_pos - 1, place_of(b, token), True)


# ---------------------------------------------------------------- parts that may come in any order

Part = tuple[str, Any, Span]
Parts = dict[str, tuple[Any, Span]]


def gather(b: Builder, parts: list[Part]) -> Parts:
    """The parts by their words; each may be there once."""
    gathered: Parts = {}
    for word, value, span in parts:
        if word in gathered:
            b.fault(syntax_messages.part_twice(word, span))
        gathered[word] = (value, span)
    return gathered


def part_of(parts: Parts, word: str) -> Any:
    """The value of a part, or None."""
    found = parts.get(word)
    return found[0] if found else None


def _valued(word: str) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return word, c[0], b.place(start, end)

    ACTIONS[f"part_{word}"] = make


for _each in ("by", "to", "over", "if", "within", "while", "until"):
    _valued(_each)


@action
def _part_or_pass(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "or pass", True, b.place(start, end)


@action
def _part_until_pass(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "until pass", True, b.place(start, end)


@action
def _part_as(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "as", c[0].value, b.place(start, end)


@action
def _part_prompt(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return "prompt", template_of(b, c[0]), b.place(start, end)


# ---------------------------------------------------------------- whole texts


@action
def _effects(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return tuple(c)


@action
def _expression(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0]


@action
def _type_text(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return c[0]


@action
def _event(b: Builder, c: list[Any], start: int, end: int) -> Any:
    return nodes.Event(b.place(start, end), c[0])


def _verb(name: str, word: str, *, later: bool = False) -> None:
    def make(b: Builder, c: list[Any], start: int, end: int) -> Any:
        return nodes.Event(b.place(start, end), c[0], word, c[1] if len(c) > 1 else None, later)

    ACTIONS[name] = make


for _each in ("changes", "enters", "leaves", "begins", "ends"):
    _verb(f"event_{_each}", _each)
for _each in ("", "begins", "ends"):
    _verb(f"event_next_{_each}".rstrip("_"), _each, later=True)
