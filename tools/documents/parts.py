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


class Diagnostic(Place):
    """One fault: what is wrong, where, and what to do."""

    code: str
    severity: str
    message: str
    hint: str
