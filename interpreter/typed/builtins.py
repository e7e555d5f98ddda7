"""What a row of the table of built-in functions says: the signature, the meaning, an example.

A signature is text that is read once and is what calls are checked against:

    neighbors(s: Space, [Link]): list[Space]

A parameter has a name and a type; a word alone is a name written in the code (of a kind, a zone, an adjustment). What
stands in brackets may be left out, `…` repeats the last parameter. Capital letters `T` and `K` stand for any one type
and any one kind; `Space`, `Link`, `Piece` and their like for a kind of that sort.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

SIGNATURE = re.compile(r"^(\w+)\((.*)\): (.+)$")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a built-in. `form` is the text of its type; a word alone has no `name`."""

    name: str
    form: str
    optional: bool = False


@dataclass(frozen=True)
class Builtin:
    """A built-in function. `example` is an expression and, after `→`, its value; `early` works it out of numbers when a
    ruleset is loaded (None: that cannot be)."""

    signature: str
    meaning: str
    example: str
    early: Callable[..., int] | None = None

    @cached_property
    def _read(self) -> tuple[str, tuple[Parameter, ...], str, bool]:
        match = SIGNATURE.match(self.signature)
        assert match is not None, self.signature
        name, inside, result = match.groups()
        texts = [text for text in re.split(r", (?![^\[]*\w\])", inside) if text]
        repeats = bool(texts) and texts[-1] == "…"
        parameters = []
        for text in texts[: -1 if repeats else None]:
            left_out = text.startswith("[")
            name_, _, form = (text[1:-1] if left_out else text).rpartition(": ")
            parameters.append(Parameter(name_, form, left_out))
        return name, tuple(parameters), result, repeats

    @property
    def name(self) -> str:
        """What is written before the brackets."""
        return self._read[0]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters in order."""
        return self._read[1]

    @property
    def result(self) -> str:
        """The text of the type of the result."""
        return self._read[2]

    @property
    def repeats(self) -> bool:
        """Whether more arguments like the last one may follow."""
        return self._read[3]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many arguments there may be (with `repeats`: or more)."""
        least = sum(not each.optional for each in self.parameters)
        return tuple(range(least, len(self.parameters) + 1))
