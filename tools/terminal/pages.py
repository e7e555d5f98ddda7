"""What is on the table in pages that fit the screen: blocks of lines, side by side where there is room.

A page takes the blocks in their order, and after one that does not fit any more those that do; what is left goes to
the next page, so that the first page holds what comes first and as much as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.text import Text

GAP = 2
LEAST = 7
"""So many lines at least are left to where a decision is about."""
TABLE = "table"
"""What the panel about the game is asked for by."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the table: the name it is asked for by, and its lines. `named` are the names in it that a decision is
    about, `spaces` those of its spaces or cells that are in question, `marked` the lines that say something of them.
    `partial` is whether there is more of it than these lines."""

    name: str
    lines: tuple[Text, ...]
    named: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    marked: frozenset[int] = frozenset()
    partial: bool = False

    @property
    def width(self) -> int:
        """How wide the longest line is."""
        return max((line.cell_len for line in self.lines), default=0)


@dataclass(slots=True)
class Page:
    """Lines of a screen, and the names of the blocks in them and of the spaces in question that they show."""

    lines: list[Text] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    spaces: list[str] = field(default_factory=list)


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
                page.spaces += [name for each in shelf for name in each.spaces]
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


Part = Callable[[Block, int], Block | None]
"""Of a block what a decision is about, in so many lines; None where that cannot be."""


def arranged(blocks: Sequence[Block], room: int, height: int, part: Part, own: str = "") -> list[Page]:
    """The blocks on pages, of which the first holds what the decision is about: first of all where that lies, in part
    if the whole does not fit; then what else says something of it, and what belongs to whoever decides (`own`). All
    that is shown in part follows as a whole."""
    first = _first(blocks, height, part, own)
    chosen = {each.name for each in first}
    rest = [each for each in blocks if each.name not in chosen]
    pages = paginate([*first, *rest], room, height)
    if pages and not first:
        left = height - len(pages[0].lines)
        missing = next((each for each in blocks if each.name not in pages[0].names), None)
        if missing is not None and left >= LEAST and (shown := part(missing, left)) is not None:
            pages[0].lines += shown.lines
            first = [shown]
    there = {*pages[0].names, *(each.name for each in first)} if pages else set()
    partial = {each.name for each in first if each.partial}
    wholes = [each for each in blocks if each.name in partial]
    later = [each for each in blocks if each.name not in there]
    return [*pages[:1], *paginate(wholes, room, height), *paginate(later, room, height)]


def _first(blocks: Sequence[Block], height: int, part: Part, own: str) -> list[Block]:
    """What the decision is about: the block in which most of it lies, and what names something that the ones before do
    not; each as a whole or in part."""
    about = [each for each in blocks if each.named or each.spaces]
    if not about:
        return []
    main = max(about, key=lambda each: (len(each.spaces), len(each.named)))
    known = set(main.named)
    others: list[Block] = []
    for each in about:
        if each is not main and not known.issuperset(each.named):
            others.append(each)
            known.update(each.named)
    others += [each for each in blocks if each.name == own and each is not main and each not in others]
    kept = min(len(main.lines), max(LEAST, height // 2))
    found: list[Block] = []
    left = height - kept
    for each in others:
        shown: Block | None = each
        if not each.named:  # it does not make the first one smaller that would be shown whole without it
            whole = len(main.lines) <= height - sum(len(one.lines) for one in found)
            shown = each if len(each.lines) <= left - (len(main.lines) - kept if whole else 0) else None
        elif len(each.lines) > left:
            shown = part(each, left)
        if shown is not None and len(shown.lines) <= left:
            found.append(shown)
            left -= len(shown.lines)
    left += kept
    return [main if len(main.lines) <= left else part(main, left) or main, *found]


def shortened(block: Block, height: int, note: Text) -> Block | None:
    """A block with its heading, the lines that say something of what a decision is about, and the others as far as
    there is room, above a note; None where that cannot be."""
    if height < 3:
        return None
    body = range(1, len(block.lines))
    wanted = [
        *(number for number in body if number in block.marked),
        *(each for each in body if each not in block.marked),
    ]
    kept = sorted(wanted[: height - 2])
    lines = (block.lines[0], *(block.lines[number] for number in kept), note)
    return Block(block.name, lines, block.named, block.spaces, partial=True)


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
