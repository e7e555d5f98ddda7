"""What is different in a file, line by line."""

from __future__ import annotations

import difflib
from collections.abc import Iterator


def difference(shown: str, before: str, after: str) -> Iterator[str]:
    """The lines of a file that change, as `diff -u` shows them; nothing where none does."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, shown, shown):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at the end of the file\n"
