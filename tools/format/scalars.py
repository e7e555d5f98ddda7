"""How a scalar is written in YAML: plain where that means the same, else in quotes, or in lines of its own."""

from __future__ import annotations

import re

from yupana.schemas.quoting import in_quotes
from yupana.schemas.source import NOWHERE
from yupana.schemas.tree import Scalar

_START = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`]|[-?:](?=[^\s,\[\]{}])")
_QUESTION = re.compile(r"(?<!\w)\?|\?(?=\S)")
"""A question mark anywhere but at the end of a word; that of `City?` is read as a part of it."""
_WORDS = frozenset(["y", "n", "yes", "no", "on", "off"])
"""What other readers of YAML take for truth values."""


def quote(text: str, style: str, *, flow: bool) -> str:
    """A text on one line: plain if that is the same text, else in quotes.

    Args:
        text: what the scalar says.
        style: how the author wrote it; what stood in quotes because it would mean something else keeps them.
        flow: whether it stands inside `{ }` or `[ ]`.
    """
    if style == "plain" and "\n" not in text and is_plain(text, flow=flow, strict=False):
        return text
    if style != "plain" and is_plain(text, flow=flow, strict=True):
        return text
    return in_quotes(text)


def is_plain(text: str, *, flow: bool, strict: bool) -> bool:
    """Whether a text can stand without quotes and mean itself.

    With `strict`, not if it is anything but a text then, nor where readers of YAML disagree.
    """
    if not text or text != text.strip() or "\n" in text or not _START.match(text):
        return False
    if ": " in text or text.endswith(":") or " #" in text or text.startswith(("---", "...")) or text == "<<":
        return False
    if flow and any(each in text for each in ",[]{}"):
        return False
    if not strict:
        return True
    if flow and (":" in text or _QUESTION.search(text)):
        return False
    return is_text(text) and text.lower() not in _WORDS


def is_text(text: str) -> bool:
    """Whether what is written without quotes is a text, and not a number, a truth value or nothing."""
    return Scalar(text, "plain", NOWHERE).kind == "text"


def folded(text: str, width: int) -> list[str] | None:
    """A text of one line as the lines of a folded scalar; None if its blanks would not survive that.

    Args:
        text: without line ends.
        width: how long a line may be; only a longer word is longer.
    """
    words = text.split(" ")
    if "\n" in text or not all(words):
        return None
    lines = [words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def drawing(text: str) -> list[str]:
    """A drawing without the blanks at the ends of its rows, and without empty ones."""
    return [row.rstrip() for row in text.split("\n") if row.strip()]


def literal(text: str) -> tuple[str, list[str]] | None:
    """A text of several lines as the header and the lines of a literal scalar; None if it cannot be one."""
    body = text.removesuffix("\n")
    if not body or body.startswith("\n") or body.endswith("\n") or body != body.rstrip():
        return None
    rows = body.split("\n")
    if rows[0].startswith(" ") or any(row != row.rstrip() for row in rows):
        return None
    return ("|" if text.endswith("\n") else "|-"), rows
