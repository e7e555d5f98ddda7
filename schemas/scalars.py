"""Texts as YAML values of one line, as commands write them for people to read and paste."""

from __future__ import annotations

import json
import re

__all__ = ["scalar"]

_WORD = r"[\w(),=.+/-][\w(),=.+#/-]*"
_PLAIN = re.compile(rf"(?![\d.+,=()/-]){_WORD}(?: {_WORD})*")
_TAKEN = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""What YAML takes for something else than a text."""


def scalar(text: str) -> str:
    """A text as a value or key in block style: as it is, or in quotes where YAML could take it for something else."""
    plain = _PLAIN.fullmatch(text) and text.lower() not in _TAKEN
    return text if plain else json.dumps(text, ensure_ascii=False)
