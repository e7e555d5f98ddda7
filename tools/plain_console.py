"""Rich's console, behind the boundary of `streams`: what it prints is plain, what it does to the screen is its own."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from yupana.schemas.plain import UNSAFE, plain


class PlainConsole(Console):
    """A console on which no text can move the cursor, clear the screen or change a colour: only styles can."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of something that is printed, their texts made plain."""
        for segment in super().render(renderable, options):
            if segment.control or not UNSAFE.search(segment.text):
                yield segment
            else:
                yield Segment(plain(segment.text), segment.style)
