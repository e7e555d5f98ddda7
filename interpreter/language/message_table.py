"""The table of the checker's codes, and what its messages are made with."""

from __future__ import annotations

from yupana.schemas.source import Diagnostic, Span

MESSAGE_CODES: dict[str, tuple[str, str, str, str]] = {}


def documented(code: str, title: str, meaning: str, example: str, mend: str) -> str:
    """Put a code into the table; gives the code."""
    MESSAGE_CODES[code] = (title, meaning, example, mend)
    return code


def error(code: str, message: str, span: Span, hint: str = "") -> Diagnostic:
    """An error with its place."""
    return Diagnostic(code, "error", message, span, hint)
