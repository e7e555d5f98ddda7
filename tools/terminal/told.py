"""What has happened in a game as lines of its log, each with who may read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from yupana.interpreter.game import Event, State

    from .paint import Painter


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log, and the event that says who may read it (None: all may)."""

    line: Text
    event: Event | None = None

    def is_for(self, viewer: int | None) -> bool:
        """Whether a seat (SPECTATOR: somebody at none; None: who sees everything) reads this line."""
        return self.event is None or self.event.is_for(viewer)


def news(state: State, since: int, paint: Painter, decided: str) -> list[Entry]:
    """The decisions and what followed from them, but for the first `since` (the set-up counts as one). `decided` is
    said of a choice that the reader may not know."""
    entries: list[Entry] = []
    for passage in state.story(since):
        for option in passage.option:
            if passage.unfinished and not option.text:
                continue
            line = Text.assemble(paint(passage.player), ": ", paint(option.text or decided))
            entries.append(Entry(line, option))
        entries += [Entry(Text("  ") + paint(event.text), event) for event in passage.events]
    return entries
