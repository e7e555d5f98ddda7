"""What a reference in a text may be worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Member:
    """An entity or a word of an enum."""

    name: str
    kind: str = ""


Value: TypeAlias = "int | bool | str | Member | list[Any]"
