"""What is seen where a game stands: scopes with trees of values, each branch by a number that it has until the game
goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from yupana.interpreter.stepping import Branch, Call, Moment, Stepping, fields, going_on, zones
from yupana.schemas.source import Span


class Frame(NamedTuple):
    """A line of the stack: what is being carried out, and where. `call` is None for the line of an example, or a
    decision."""

    title: str
    span: Span
    call: Call | None


def frames(stepping: Stepping, moment: Moment, title: str) -> list[Frame]:
    """What is being carried out, the innermost first; below it the line of what is played (`title`)."""
    out = [
        Frame(title_of(stepping, call), moment.span if number == 0 else call.stop.span, call)
        for number, call in enumerate(moment.calls)
    ]
    around = moment.around or moment.span
    if not out or moment.around is not None:
        out.append(Frame(title, moment.span if not out else around, None))
    return out


def title_of(stepping: Stepping, call: Call) -> str:
    """What a function is called, with its arguments: `function sides(h=h1)`."""
    stop = call.stop
    given = list(stepping.variables(call))[: stop.params]
    arguments = ", ".join([f"{name}={stepping.tell(value).text}" for name, value in given])
    word = "options of " if stop.asks and stop.element.startswith("action ") else ""
    return f"{word}{stop.element}" + (f"({arguments})" if arguments else "")


def scopes(stepping: Stepping, moment: Moment, call: Call | None) -> list[tuple[str, Callable[[], list[Branch]]]]:
    """The scopes of a line of the stack, by name."""
    return [
        ("Locals", lambda: local_variables(stepping, call)),
        ("Fields", lambda: fields(stepping, moment)),
        ("Zones", lambda: zones(stepping, moment)),
        ("Going on", lambda: going_on(stepping, moment)),
    ]


def local_variables(stepping: Stepping, call: Call | None) -> list[Branch]:
    """The variables of a function, parameters first."""
    if call is None:
        return []
    seen = [stepping.tell(value, name, name) for name, value in stepping.variables(call)]
    return seen + [Branch(name, "a list that is not kept where decisions wait") for name in call.stop.unseen]


BESIDE = 60
"""Beside so many lines before the one where a game stands there are values."""

_NAME = re.compile(r"(?<![\w.\"'])[A-Za-z_]\w*")


def beside(stepping: Stepping, moment: Moment, frame: Frame) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """The lines (from 1) of what is being carried out, up to where it stands, each with the values of its names."""
    span = frame.span
    rows = stepping.compiled.files.get(span.file, "").split("\n") if span.file else []
    lines = {span.line}
    if frame.call is not None:
        element = frame.call.stop.element
        own = [each.span for each in stepping.stops if each.element == element and each.span.file == span.file]
        lines |= {each.line for each in own if span.line - BESIDE <= each.line <= span.line}
    stored = {each.name: each.text for each in fields(stepping, moment)}
    known = {**stored, **{each.name: each.text for each in local_variables(stepping, frame.call)}}
    for line in sorted(lines):
        row = rows[line - 1].partition(" #")[0] if 0 < line <= len(rows) else ""
        values = [(name, known[name]) for name in dict.fromkeys(_NAME.findall(row)) if known.get(name)]
        if values:
            yield line, values


@dataclass(slots=True)
class References:
    """Numbers for what has something inside. They hold until the game goes on."""

    _inside: dict[int, Callable[[], list[Branch]]] = field(default_factory=dict)

    def clear(self) -> None:
        """The game goes on: no number means anything any more."""
        self._inside.clear()

    def number(self, inside: Callable[[], list[Branch]] | None) -> int:
        """The number of a branch, 0 if there is nothing in it."""
        if inside is None:
            return 0
        self._inside[len(self._inside) + 1] = inside
        return len(self._inside)

    def inside(self, number: int) -> list[Branch] | None:
        """What is inside of a branch; None for a number that means nothing."""
        found = self._inside.get(number)
        return None if found is None else found()
