"""Tiles with what the look says is printed on them: a title in a band, corners, something to see, text, and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..documents.colours import ink_on, mixed, on_paper
from ..documents.drawing import Box, Image, Mark
from .components import Component, Side
from .fitting import INK, Paragraph, Set, fitted, label
from .fonts import Fonts
from .layout import CUT
from .subject import BARE, Subject

PLACE = 15.6
"""How wide a place for a piece on a tile is, in millimetres: as large as a counter."""
BETWEEN = 0.6
"""The room between places."""
LEAST = 2.0
"""Smaller letters are not read on a tile."""
GROWN = (1.0, 1.15, 1.3, 1.5)
"""A tile on which there is not enough room for all that it says is so much larger."""


def tile_of(subject: Subject, fonts: Fonts, token: Component) -> FaceTile:
    """The front of a tile, as large as its look says or so much larger that all sides have room."""
    assert token.size is not None
    assert token.front is not None
    for share in GROWN:
        size = token.size[0] * share, token.size[1] * share
        sides = [FaceTile(subject, fonts, token, each, size) for each in (token.front, token.other) if each is not None]
        if not any(each.is_cut for each in sides):
            break
    return sides[0]


class FaceTile:
    """One side of a tile of a size, from (0, 0). `is_cut` is whether something has no room."""

    def __init__(self, subject: Subject, fonts: Fonts, token: Component, side: Side, size: tuple[float, float]) -> None:
        self._fonts, self.size, self.is_cut = fonts, size, False
        self._corners = dict(side.corners)
        wide, high = size
        least = min(size)
        self._colour = colour = side.colour or token.colour or subject.paint(token.kind)
        self._pad = pad = least * 0.06 + 0.6
        self._ear = min(least * 0.26, 7.0)
        ground = mixed(colour, "#ffffff", 0.82) if not token.image else BARE
        self.marks: list[Mark] = [
            Box(0, 0, wide, high, ground, CUT, 0.15, 1.0),
            Box(0.7, 0.7, wide - 1.4, high - 1.4, "", colour, 0.5, 0.8),
        ]
        top = self._head(side.title)
        bottom = high - pad
        bottom -= self._feet()
        if token.image:
            self.marks.append(Image(pad, top, wide - 2 * pad, bottom - top, token.image))
            return
        bottom -= self._text(side, top, bottom)
        bottom -= self._places(side.places, top, bottom)
        if side.art:
            room = wide - 2 * pad - (2 * self._ear if not side.title and self._has_ears else 0.0)
            self._label(side.art, (wide - room) / 2, top, room, bottom - top, 14.0, on_paper(colour))

    @property
    def _has_ears(self) -> bool:
        return any(corner in self._corners for corner in ("top_left", "top_right"))

    def _head(self, title: str) -> float:
        """The title on a band with the upper corners at its ends, or these alone; where what follows begins."""
        wide, pad, ear = self.size[0], self._pad, self._ear
        if not title:
            for corner, x in (("top_left", pad), ("top_right", wide - pad - ear)):
                if corner in self._corners:
                    self._label(self._corners[corner], x, pad * 0.6, ear, ear, ear, INK)
            return pad
        high = min(max(min(self.size) * 0.22, 4.4), 8.0)
        ink = ink_on(self._colour)
        self.marks.append(Box(0.7, 0.7, wide - 1.4, high, self._colour))
        left = right = pad
        for corner in ("top_left", "top_right"):
            if corner not in self._corners:
                continue
            x = 1.2 if corner == "top_left" else wide - 1.2 - ear
            self.marks.append(Box(x, 1.2, ear, high - 1.0, "#ffffff", "", 0.2, (high - 1.0) / 2))
            self._label(self._corners[corner], x + 0.3, 1.2, ear - 0.6, high - 1.0, high * 0.7, INK)
            left, right = (ear + 1.8, right) if corner == "top_left" else (left, ear + 1.8)
        self._label(title, left, 0.7, wide - left - right, high, 4.6, ink)
        return 0.7 + high + 0.6

    def _feet(self) -> float:
        """The lower corners; how high they are."""
        ear, pad = self._ear * 0.82, self._pad
        wide, high = self.size
        given = [corner for corner in ("bottom_left", "bottom_right") if corner in self._corners]
        room = (wide - 2 * pad) / 2
        for corner in given:
            done = label(
                self._fonts, self._corners[corner], 0, 0, room, ear, ear * 0.8, LEAST, bold=True, centred=False
            )
            self.is_cut = self.is_cut or bool(done.rest)
            for each in done.lines:
                x = pad if corner == "bottom_left" else wide - pad - self._fonts.width(each.text, each.size, bold=True)
                self.marks.append(replace(each, x=x, y=each.y + high - pad * 0.7 - ear))
        return ear if given else 0.0

    def _text(self, side: Side, top: float, bottom: float) -> float:
        """The text above the feet, or in the middle where nothing else is; how high it is."""
        texts = [Paragraph(each, centred=True) for each in side.text.split("\n") if each and each != side.title]
        if not texts:
            return 0.0
        wide, whole = self.size[0] - 2 * self._pad, bottom - top
        share = whole - self._high(side.places) if side.places else whole * (0.62 if side.art else 1.0)
        done = fitted(self._fonts, texts, wide, max(share, LEAST), 3.6, LEAST)
        self.is_cut = self.is_cut or bool(done.rest)
        alone = not side.art and not side.places
        y = top + (whole - done.height) / 2 if alone else bottom - done.height
        self.marks += [replace(each, x=each.x + self._pad, y=each.y + y) for each in done.lines]
        return done.height + 0.4

    def _high(self, places: Sequence[Sequence[tuple[str, str]]]) -> float:
        return sum([PLACE + BETWEEN for row in places if row])

    def _places(self, places: Sequence[Sequence[tuple[str, str]]], top: float, bottom: float) -> float:
        """Rows of places for pieces; how high they are."""
        high = self._high(places)
        y = bottom - high
        longest = max((len(row) for row in places), default=0)
        self.is_cut = self.is_cut or y < top or longest * (PLACE + BETWEEN) - BETWEEN > self.size[0] - 1.4
        for row in places:
            x = (self.size[0] - len(row) * (PLACE + BETWEEN) + BETWEEN) / 2
            for colour, sign in row:
                self.marks += place(self._fonts, x, y, colour, sign)
                x += PLACE + BETWEEN
            y += PLACE + BETWEEN if row else 0.0
        return high

    def _label(self, text: str, x: float, y: float, width: float, height: float, most: float, ink: str) -> Set:
        done = label(self._fonts, text, x, y, width, height, most, LEAST, bold=True, colour=ink)
        self.is_cut = self.is_cut or bool(done.rest)
        self.marks += done.lines
        return done


def place(fonts: Fonts, x: float, y: float, colour: str, sign: str, size: float = PLACE) -> Iterator[Mark]:
    """A place for a piece in a colour, with the sign of what may lie there."""
    light = mixed(colour, "#ffffff", 0.35) if colour else "#ffffff"
    yield Box(x, y, size, size, light, mixed(colour or "#9b917a", "#000000", 0.3), 0.4, 1.2)
    if sign:
        ink = ink_on(light)
        yield from label(fonts, sign, x + 1, y + 1, size - 2, size - 2, size * 0.5, LEAST, bold=True, colour=ink).lines
