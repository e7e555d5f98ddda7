"""A line of a look: words with values between them, as one text and as parts, for those who draw values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from yupana.schemas.wording import numeral

from ..machine.printing import Printer
from ..program import ir

SEAM = "\u200b"
"""Between values of a template that touch: names are known as such by what stands around them."""
UNKNOWN = "?"
"""What stands for a value that the viewer may not know."""


class Value(NamedTuple):
    """A value of a type in a line, and how it reads: none as nothing, a list as its elements with commas between. Of
    one that the viewer may not know, `value` is None. `dice` is whether its numbers are what dice show."""

    kind: ir.ValueType
    value: Any
    text: str
    dice: bool = False


Part: TypeAlias = "str | Value"


class Line(str):
    """The text of a line, which knows its parts."""

    __slots__ = ("parts",)
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, parts: Iterable[Part]) -> Line:
        """The line of these parts; where two names or numbers would become one word, a sign of no width stands
        between."""
        kept = tuple([each for each in parts if each != ""])
        text = ""
        for part in kept:
            said = part if isinstance(part, str) else part.text
            text += SEAM + said if text[-1:].isalnum() and said[:1].isalnum() else said
        line = cls(text)
        line.parts = kept
        return line


def text_of(printer: Printer, kind: ir.ValueType, value: Any, answers: tuple[str, str]) -> str:
    """A value as text; none is nothing, a list its elements with commas between. `answers` are the words for what is
    not so and for what is."""
    if kind.many:
        one = replace(kind, many=False)
        return ", ".join([text_of(printer, one, each, answers) for each in value])
    if kind.is_none(value):
        return ""
    if kind.kind == "bool":
        return answers[bool(value)]
    return numeral(int(value)) if kind.kind == "int" else printer.value(kind, value)
