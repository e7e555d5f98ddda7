"""What several documents hold."""

from __future__ import annotations

from typing_extensions import TypedDict


class Place(TypedDict):
    """A stretch of a file: lines and columns from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Related(Place):
    """Another place that a fault has a part in, and what stands there."""

    message: str


class Diagnostic(Place):
    """One fault: what is wrong, where, what to do, and the other places it is about."""

    code: str
    severity: str
    message: str
    hint: str
    related: list[Related]
