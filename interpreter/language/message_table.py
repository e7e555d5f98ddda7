"""The table of the checker's codes, and what its messages are made with."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Diagnostic, Span

MESSAGE_CODES: dict[str, tuple[str, str, str, str]] = {}


def documented(code: str, title: str, meaning: str, example: str, fix: str) -> str:
    """Put a code into the table; gives the code. Raises ValueError where it stands for something else already."""
    if code in MESSAGE_CODES:
        raise ValueError(f"{code} is {MESSAGE_CODES[code][0]!r} already")
    MESSAGE_CODES[code] = (title, meaning, example, fix)
    return code


def error(code: str, message: str, span: Span, hint: str = "", related: Sequence[tuple[Span, str]] = ()) -> Diagnostic:
    """An error with its place; related places without a line (of what no file declares) are left out."""
    return Diagnostic(code, "error", message, span, hint, tuple(each for each in related if each[0].line))


def a(noun: str) -> str:
    """The noun with its article: `a City`, `an enum`."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def counted(number: int, noun: str) -> str:
    """`no cells`, `1 cell`, `2 cells`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
