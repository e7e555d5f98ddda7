"""What a reference in a text may be worth, and the fault of one that is worth nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from yupana.schemas.source import Span


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
