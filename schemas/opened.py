"""Files that an editor has open: their texts are read in the place of what is on the disk.

Only files that are there are read so; where a text comes from changes nothing else about reading it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

Texts = Mapping[str, str | bytes]
"""The texts of open files by their real paths (`real`), or what files hold that are no texts."""

MAX_BYTES = 4 * 1024 * 1024
"""How large a file of a ruleset may be."""

_OPENED: ContextVar[Texts | None] = ContextVar("opened", default=None)


def line_feeds(text: str) -> str:
    """A text whose lines end with a line feed each, whatever system wrote it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def real(path: Path) -> str:
    """The path by which an open file is known, whatever links lead to it."""
    return os.path.realpath(path)


@contextmanager
def opened(texts: Texts) -> Iterator[None]:
    """While this lasts, in this thread, these files say what the editor shows."""
    token = _OPENED.set(texts)
    try:
        yield
    finally:
        _OPENED.reset(token)


def content(path: Path, most: int = -1) -> bytes:
    """What a file holds, at most so many bytes of it. Raises OSError for one that is not open and cannot be read."""
    texts = _OPENED.get()
    text = texts.get(real(path)) if texts else None
    if text is not None:
        return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    with path.open("rb") as file:
        return file.read(most)


def file_text(path: Path) -> str:
    """What a file of text says, whatever of it cannot be read. Raises OSError for one that is not there."""
    return content(path).decode("utf-8-sig", "replace")
