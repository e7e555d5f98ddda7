"""What the paper and the cards are like: sizes by name or as WIDTHxHEIGHT in millimetres, refused in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from yupana.schemas.errors import UsageError

from ..shell.sentences import suggestion

PAPERS: Mapping[str, tuple[float, float]] = {
    "a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "a5": (148.0, 210.0), "legal": (215.9, 355.6),
}  # fmt: skip
CARDS: Mapping[str, tuple[float, float]] = {
    "standard": (63.0, 88.0), "poker": (63.5, 88.9), "bridge": (57.2, 88.9), "mini": (44.0, 68.0),
    "tarot": (70.0, 120.0), "square": (70.0, 70.0),
}  # fmt: skip

TEST = "test"
"""A sheet that shows whether both sides of the paper meet."""
PARTS = ("cards", "tokens", "boards", "summary", "rulebook")
"""The parts of a kit, in the order in which they are printed."""
BACKS = ("long", "short", "none")
"""The edge over which paper is turned to print its other side."""

LEAST_PAPER, MOST_PAPER = 100.0, 2000.0
LEAST_CARD, MOST_CARD = 25.0, 300.0
MOST_MARGIN, MOST_BLEED = 50.0, 10.0
SLEEVE = 1.5
"""So much smaller is what goes into a sleeve for cards of a size."""
_SIZE = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)[x×](\d{1,5}(?:\.\d{1,3})?)(?:mm)?")


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """How a kit is to be: sizes in millimetres, parts, and which edge the backs are turned over (or `none`). Without a
    size for all cards each has that of its face. Cards that go into `sleeves` are a little smaller, and have no backs;
    `bleed` is by how much what is printed goes beyond where a card is cut. Numbers that go far are kept with `counters`
    in place of tracks; `grey` is without colours."""

    paper: tuple[float, float] = PAPERS["a4"]
    card: tuple[float, float] | None = None
    margin: float = 10.0
    backs: str = "long"
    only: tuple[str, ...] = PARTS
    sleeves: bool = False
    bleed: float = 0.0
    counters: bool = False
    grey: bool = False

    @property
    def room(self) -> tuple[float, float]:
        """What may be printed on of an upright sheet."""
        return self.paper[0] - 2 * self.margin, self.paper[1] - 2 * self.margin

    def size_of(self, face: tuple[float, float] | None = None) -> tuple[float, float]:
        """The size of a card whose face has a size, as far as there is room for it on the paper."""
        size = self.card or face or CARDS["standard"]
        if self.sleeves:
            size = size[0] - SLEEVE, size[1] - SLEEVE
        room = self.room[0] - 2 * self.bleed, self.room[1] - 2 * self.bleed
        if fits(size, room) or fits(size, room[::-1]):
            return size
        across = room if size[0] <= size[1] else room[::-1]
        share = min(across[0] / size[0], across[1] / size[1])
        return size[0] * share, size[1] * share


def read_settings(
    paper: str, card: str | None, margin: float, backs: str, only: str | None, *, sleeves: bool = False,
    bleed: float = 0.0, counters: bool = False, grey: bool = False,
) -> PrintSettings:  # fmt: skip
    """What is asked for on the command line. Raises UsageError for what no kit can be."""
    if not 0 <= bleed <= MOST_BLEED:
        raise UsageError(f"`--bleed` is between 0 and {MOST_BLEED:g} mm, not {bleed:g}.")
    if backs not in BACKS:
        raise UsageError(f"`--backs` is long, short or none, not `{backs[:40]}`.{suggestion(backs, BACKS)}")
    if not 0 <= margin <= MOST_MARGIN:
        raise UsageError(f"`--margin` is between 0 and {MOST_MARGIN:g} mm, not {margin:g}.")
    sheet = _size("--paper", paper, PAPERS, LEAST_PAPER, MOST_PAPER)
    size = None if card is None else _size("--card", card, CARDS, LEAST_CARD, MOST_CARD)
    settings = PrintSettings(sheet, size, margin, backs, _parts(only), sleeves, bleed, counters, grey)
    if size is not None and not (fits(size, settings.room) or fits(size, settings.room[::-1])):
        raise UsageError(
            f"A card of {size[0]:g} x {size[1]:g} mm has no room on paper of {sheet[0]:g} x {sheet[1]:g} mm "
            f"with a margin of {margin:g} mm."
        )
    return settings


def fits(size: tuple[float, float], room: tuple[float, float]) -> bool:
    """Whether something of a size has room; a hair too much is nothing."""
    return size[0] <= room[0] + 0.01 and size[1] <= room[1] + 0.01


def _size(
    option: str, text: str, known: Mapping[str, tuple[float, float]], least: float, most: float
) -> tuple[float, float]:
    wanted = text.strip().casefold()
    if wanted in known:
        return known[wanted]
    found = _SIZE.fullmatch(wanted)
    if found is None:
        names = ", ".join(known)
        wide, high = next(iter(known.values()))
        raise UsageError(
            f"`{option}` is {names}, or WIDTHxHEIGHT in mm such as {wide:g}x{high:g}, not `{text[:40]}`."
            f"{suggestion(wanted, known)}"
        )
    size = float(found[1]), float(found[2])
    if not all(least <= each <= most for each in size):
        raise UsageError(f"`{option}` is between {least:g} and {most:g} mm on each side, not `{text[:40]}`.")
    return size


def _parts(only: str | None) -> tuple[str, ...]:
    if only is None:
        return PARTS
    wanted = [each.strip() for each in only.split(",")]
    for each in wanted:
        if each not in (*PARTS, TEST):
            known = (*PARTS, TEST)
            raise UsageError(f"`--only` takes {', '.join(known)}, not `{each[:40]}`.{suggestion(each, known)}")
    return tuple(each for each in (TEST, *PARTS) if each in wanted)
