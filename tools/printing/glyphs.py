"""Signs in texts that no font has: icons, and small bodies in the colours of pieces.

Each has a character of its own, so that a text with icons in it is measured, broken into lines and fitted like any
other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from yupana.schemas.icons import Icon

from ..documents.colours import ink_on, mixed
from ..documents.drawing import Box, Mark, Outline, Text

FIRST, LAST = 0xE000, 0xF8FF
"""The characters that stand for glyphs: none of them is in a text."""
HIGH = 0.94
"""How high a glyph is, of the size of its letters."""
ROOM = 0.08
"""What stays free at its sides."""
WIDEST = 1.6
"""An icon is so many times as wide as it is high at most."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """An icon in a colour (none: that of the letters beside it); or, without an icon, a body with letters in it, whose
    width in a size of 1 is `letters_wide`."""

    icon: Icon | None = None
    colour: str = ""
    letters: str = ""
    letters_wide: float = 0.0

    @property
    def width(self) -> float:
        """How wide it is in a size of 1."""
        if self.icon is None:
            return HIGH + 2 * ROOM
        return min(self.icon.width / self.icon.height, WIDEST) * HIGH + 2 * ROOM

    def marks(self, x: float, base: float, size: float, ink: str) -> Iterator[Mark]:
        """The glyph on the base line of its letters."""
        left, top, wide, high = x + ROOM * size, base - 0.81 * size, (self.width - 2 * ROOM) * size, HIGH * size
        if self.icon is not None:
            own = float(self.icon.width), float(self.icon.height)
            yield Outline(left, top, wide, high, self.icon.path, own, self.colour or ink)
            return
        yield Box(left, top, wide, high, self.colour, mixed(self.colour, "#000000", 0.45), 0.05 * size, 0.16 * size)
        if self.letters:
            letters = min(0.66, 0.8 * HIGH / max(self.letters_wide, 0.1)) * size
            at = left + wide / 2 - self.letters_wide * letters / 2
            yield Text(at, top + high / 2 + letters * 0.36, self.letters, letters, ink_on(self.colour), bold=True)
