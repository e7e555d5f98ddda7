"""What is on the table in pages that fit the screen: blocks of lines, side by side where there is room.

A page takes the blocks in their order, and after one that does not fit any more those that do; what is left goes to
the next page, so that the first page holds what comes first and as much as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

GAP = 2
TABLE = "table"
"""What the panel about the game is asked for by."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the table: the name it is asked for by, and its lines."""

    name: str
    lines: tuple[Text, ...]

    @property
    def width(self) -> int:
        """How wide the longest line is."""
        return max((line.cell_len for line in self.lines), default=0)


@dataclass(slots=True)
class Page:
    """Lines of a screen and the names of the blocks in them."""

    lines: list[Text] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def paginate(blocks: Sequence[Block], room: int, height: int) -> list[Page]:
    """The blocks on pages of `height` lines, `room` characters wide."""
    height = max(height, 1)
    left = [shelf for shelf in _shelves(blocks, room) if shelf]
    pages: list[Page] = []
    while left:
        page, later = Page(), []
        for shelf in left:
            high = max(len(each.lines) for each in shelf)
            if len(page.lines) + high <= height:
                page.lines += _beside(shelf)
                page.names += [each.name for each in shelf]
            else:
                later.append(shelf)
        if not page.lines:  # the first is higher than a page
            first, later = left[0], left[1:]
            lines = _beside(first)
            pages += [
                Page(lines[start : start + height], [each.name for each in first])
                for start in range(0, len(lines), height)
            ]
        else:
            pages.append(page)
        left = later
    return pages


def cut(lines: Sequence[Text], height: int) -> list[Page]:
    """A long text on pages."""
    return [Page(list(lines[start : start + height])) for start in range(0, len(lines), max(height, 1))]


def _shelves(blocks: Sequence[Block], room: int) -> list[list[Block]]:
    """Neighbours that fit side by side."""
    shelves: list[list[Block]] = []
    free = 0
    for block in blocks:
        if shelves and block.width + GAP <= free:
            shelves[-1].append(block)
            free -= block.width + GAP
        else:
            shelves.append([block])
            free = room - block.width
    return shelves


def _beside(shelf: Sequence[Block]) -> list[Text]:
    lines = []
    for number in range(max(len(each.lines) for each in shelf)):
        line = Text()
        for block in shelf:
            part = block.lines[number] if number < len(block.lines) else Text()
            line.append_text(part)
            line.append(" " * (block.width - part.cell_len + GAP))
        line.rstrip()
        lines.append(line)
    return lines
