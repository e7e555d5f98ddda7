"""Positions drawn as text: what stands in a ruleset. How the spaces lie in a drawing is told by `layouts`."""

from __future__ import annotations

import re
from typing import Annotated, TypeAlias

from .fields import BY_SHAPE, NAME_PATTERN, Reader, fault, read_code, read_text
from .source import Code
from .tree import Word, cite

EMPTY = (".", "·")
"""The signs of a space on which nothing is: the one that is written, and the one that the screen shows."""

_PART = f"({NAME_PATTERN})\\.({NAME_PATTERN})"


def read_part(node: object) -> Word:
    """The key of a diagram: a board and what is drawn of it, such as `board.disc`."""
    text = read_text(node)
    if not re.fullmatch(_PART, text):
        hint = "write the board and a field of its spaces, or a zone of each: `board.disc`"
        raise fault("YUP206", f"{cite(text)} does not say what is drawn", text.span, hint)
    return text


def read_diagram(node: object) -> Code:
    """A drawing, with the place of each of its signs."""
    return read_code(node)


DrawnPart: TypeAlias = Annotated[Word, Reader(read_part, {"type": "string", "pattern": f"^{_PART}$"})]
Diagram: TypeAlias = Annotated[Code, Reader(read_diagram, {"type": "string"}, "drawing")]
Position: TypeAlias = Annotated[Diagram | dict[DrawnPart, Diagram], BY_SHAPE]
"""The drawings by what they are of, or one alone, where only one thing can be drawn."""
Drawn: TypeAlias = dict[Word, Code]
"""The drawings by what they are of; one that stands alone has no name."""


def drawings(position: Code | Drawn | None) -> Drawn:
    """The drawings of a position."""
    return {Word("", position.span): position} if isinstance(position, Code) else position or {}
