"""What a reference in a text may be worth, the fault of one that is worth nothing, and where a text stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Mapping, Scalar, Word


@dataclass(frozen=True, slots=True)
class Member:
    """An entity or a word of an enum."""

    name: str
    kind: str = ""


Value: TypeAlias = "int | bool | str | Member | list[Any]"


class UnknownError(Exception):
    """A reference that is none; `span` is where it stands."""

    def __init__(self, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.span = span
        self.hint = hint


def code_at(node: object, key: str) -> Code | None:
    """The text under a key as code, with the place of every character."""
    scalar = node.get(key) if isinstance(node, Mapping) else None
    return scalar.code if isinstance(scalar, Scalar) else None


def code_of(text: str) -> Code:
    """A text of a ruleset as code, with the places of its characters where they are known."""
    if isinstance(text, Word):
        return Code(str(text), text.span, ((text.span.line, text.span.column),))
    return Code(text, Span("", 0, 0, 0, 0))
