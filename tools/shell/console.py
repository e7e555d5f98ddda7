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


def console(*, stderr: bool = False) -> Console:
    """A Rich console that marks nothing up by itself; it colours on a terminal only and respects NO_COLOR."""
    return PlainConsole(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)
