"""Texts in code: what of them is read by people, and what by the game.

A text holds words, which mean nothing to the game, and values in braces, which are code. Names are changed in the code
only, and two pieces of code that differ only in words play alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'", re.DOTALL)
_BRACE = re.compile(r"\{\{|\}\}|\{")


def in_code(change: Callable[[str], str], text: str, *, is_text: bool = False) -> str:
    """The code with everything changed but the words of its texts. With `is_text` it is a text without quotes."""
    if is_text:
        return "".join(change(piece) if is_code else piece for piece, is_code in _pieces(text))
    done, at = "", 0
    for found in _TEXT.finditer(text):
        done += change(text[at : found.start()]) + in_code(change, found.group(), is_text=True)
        at = found.end()
    return done + change(text[at:])


def without_words(text: str, *, is_text: bool = False) -> str:
    """The code with nothing of its texts left but the values in them."""
    if is_text:
        return " ".join(piece for piece, is_code in _pieces(text) if is_code)
    return _TEXT.sub(lambda found: f'"{without_words(found.group(), is_text=True)}"', text)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The words of a text and the values in it, in turn, each with whether it is code."""
    at = start = 0
    while (found := _BRACE.search(text, at)) is not None:
        at = found.end()
        if found.group() == "{":
            end = _closing(text, at)
            yield text[start:at], False
            yield text[at:end], True
            at = start = end
    yield text[start:], False


def _closing(text: str, at: int) -> int:
    """Where the brace closes that was opened before this place."""
    depth = 1
    while at < len(text):
        quoted = _QUOTED.match(text, at)
        if quoted is not None:
            at = quoted.end()
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
        at += 1
    return at
