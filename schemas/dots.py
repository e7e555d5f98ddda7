"""The dot in `mod.name`, a name of a mod's own (see `namespaces`): inside the program a sign of its own stands for it,
which nobody can write, so that the name is one word."""

from __future__ import annotations

DOT = "\ua78f"
"""What stands for the dot inside the program."""


def dotted(text: str) -> str:
    """A text as people read it, of the same length."""
    return text.replace(DOT, ".")


def dotted_json(text: str) -> str:
    """A JSON document as people read it, whether it writes such a sign itself or as an escape."""
    return dotted(text).replace(f"\\u{ord(DOT):04x}", ".")
