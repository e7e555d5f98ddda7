"""Pieces to cut out: tiles, discs, cubes and figures, sort by sort, in rows under a word for what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ..book.maker import plain
from ..documents.colours import ink_on, mixed
from ..documents.drawing import Box, Disc, Image, Mark, Text
from .cards import back_of, behind, fronts
from .components import Component
from .dice import EDGE
from .fitting import FAINT, RISE, Paragraph, fitted, label
from .fonts import Fonts
from .fronts import FaceTile, tile_of
from .layout import CUT
from .model import Piece, Sheet
from .paper import PrintSettings
from .signs import initials
from .subject import BARE, Subject

DISC, CUBE, FIGURE = 16.0, 15.0, 18.0
TILES = (20.0, 25.0, 32.0, 40.0)
"""How wide tiles may be: as small as what stands on them allows."""
GAP, BESIDE = 2.0, 6.0
"""The room between pieces, and between groups of them beside one another."""
HEAD = 6.0
"""The room for a word above the pieces of a sort."""
MANY_FACTS = 3
"""A tile with more attributes than this has no room for a large sign."""
SHORT = 3
"""A value of more letters than this does not stand beside its word."""
LIKED_FACTS, LEAST_FACTS = 2.4, 2.0
"""The size that words beside numbers have in a line each, and the least that they have two by two."""
LEAST = 2.0
"""Smaller letters are not read on a tile."""


def token_sheets(subject: Subject, settings: PrintSettings, fonts: Fonts, made: Sequence[Component]) -> list[Sheet]:
    """The sheets of all pieces; behind each its backs, or an empty side, unless none are wanted."""
    packer = _Packer(subject, settings, fonts)
    for kind, group in groupby(made, key=lambda each: (each.kind, each.owner, each.sort)):
        packer.group(kind[0], list(group))
    if settings.backs == "none":
        return packer.sheets
    return [side for sheet in packer.sheets for side in (sheet, packer.reverse(sheet))]


def carded(subject: Subject, fonts: Fonts, token: Component) -> Component:
    """A piece; a tile that says more than fits on one is a card."""
    if token.sort != "tile" or token.drawing is not None:
        return token
    tile = _Tile(subject, fonts, token, TILES[-1]) if token.front is None else tile_of(subject, fonts, token)
    return replace(token, sort="card", size=None) if tile.is_cut else token


_Lain = tuple[Component, tuple[Mark, ...]]


class _Packer:
    """Lays groups of pieces on sheets, row by row."""

    def __init__(self, subject: Subject, settings: PrintSettings, fonts: Fonts) -> None:
        self._subject, self._wish, self._fonts = subject, settings, fonts
        self._lain: dict[int, list[Component]] = {}
        names = {each: subject.called(each, "Player") for each in subject.seats}
        self._letters = {each: subject.signs.get(each) or letter for each, letter in initials(names).items()}
        self.sheets: list[Sheet] = []
        self._x, self._left, self._y, self._high = 0.0, 0.0, 0.0, 0.0

    def group(self, kind: str, made: list[Component]) -> None:
        """Lay all pieces of a kind, under a word for it."""
        sizes = [
            self._wish.size_of(each.size) if each.is_card else size_on_sheet(self._subject, self._fonts, each)
            for each in made
        ]
        wide, high = max(each[0] for each in sizes), max(each[1] for each in sizes)
        pieces = [(each, marks) for each in made for marks in self._sides(each, (wide, high))]
        many = [(token, marks) for token, marks in pieces for _ in range(token.count)]
        across = max(1, int((self._wish.room[0] + GAP) / (wide + GAP)))
        if self._beside(kind, made, (wide, high), many):
            return
        for first in range(0, len(many), across):
            head = HEAD if first == 0 else 0.0
            if not self.sheets or self._y + head + high > self._wish.margin + self._wish.room[1] + 0.01:
                sheet = Sheet(*self._wish.paper, "tokens", self._subject.say("kit_tokens"))
                self.sheets.append(sheet)
                self._lain[id(sheet)] = []
                self._y, head = self._wish.margin, HEAD
            self._x = self._wish.margin
            if head:
                self._head(kind, made)
            self._row((wide, high), many[first : first + across])
            self._y += high + GAP
        self._high = HEAD + high if len(many) <= across else 0.0
        self._x = max(self._x, self._wish.margin + self._fonts.width(self._told(kind, made), 3.2) + GAP)

    def _beside(
        self,
        kind: str,
        made: list[Component],
        size: tuple[float, float],
        many: list[tuple[Component, tuple[Mark, ...]]],
    ) -> bool:
        """Lay a group of few pieces beside the one before it, where it has room there."""
        wide = len(many) * (size[0] + GAP) - GAP
        wide = max(wide, min(self._fonts.width(self._told(kind, made), 3.2) + 1.0, size[0] * 2.5))
        room = self._wish.margin + self._wish.room[0] - self._x
        if not self.sheets or wide > room + 0.01 or HEAD + size[1] > self._high + 0.01:
            return False
        self._y -= self._high + GAP
        below = self._y + self._high + GAP
        self._head(kind, made, wide)
        self._row(size, many)
        self._x = max(self._x, self._left + wide + BESIDE)
        self._y = below
        return True

    def _sides(self, token: Component, size: tuple[float, float]) -> Iterator[tuple[Mark, ...]]:
        """The front of a piece; of a card whose texts go on on another both."""
        if token.is_card:
            yield from (face.marks for face in fronts(self._subject, self._fonts, token, size))
        else:
            yield tuple(self._piece(token, size))

    def _piece(self, token: Component, size: tuple[float, float]) -> Iterator[Mark]:
        yield from drawn(self._subject, self._fonts, token, size)
        yield from self._owned(token, size[0])

    def _owned(self, token: Component, wide: float) -> Iterator[Mark]:
        """The letter of a player in a corner of their piece, where colours do not tell whose it is."""
        if not self._wish.grey or token.owner not in self._letters or token.sort == "die":
            return
        letter, round_ = self._letters[token.owner], token.sort in ("disc", "figure")
        if letter == token.sign:
            return
        x, y = (wide / 2 - 2.2, 0.5) if round_ else (wide - 5.2, 0.8)
        yield Disc(x + 2.2, y + 2.2, 2.2, "#ffffff", "#000000", 0.2)
        yield from label(self._fonts, letter, x + 0.4, y + 0.4, 3.6, 3.6, 3.2, 1.5, bold=True, colour="#000000").lines

    def _told(self, kind: str, made: list[Component]) -> str:
        """The word for a group of pieces, and how many they are."""
        names = self._subject.maker.names
        title = sort_of(self._subject, made[0]) or names.heading(kind)
        owner = made[0].owner
        if owner:
            title = self._subject.say("kind_title", kind=names.heading(owner, "Player"), number=title)
        many = sum(each.count for each in made)
        return f"{title} · {many}"

    def _head(self, kind: str, made: list[Component], room: float | None = None) -> None:
        told = Paragraph(self._told(kind, made), colour=FAINT)
        done = fitted(self._fonts, [told], room or self._wish.room[0], HEAD - 0.5, 3.2, 1.5)
        self.sheets[-1].add(done.lines, self._x, self._y + 0.5)
        self._y += HEAD

    def _row(self, size: tuple[float, float], row: Sequence[_Lain]) -> None:
        sheet = self.sheets[-1]
        self._left = self._x
        for at, (token, marks) in enumerate(row):
            x = self._left + at * (size[0] + GAP)
            sheet.add(marks, x, self._y)
            self._lain[id(sheet)].append(token)
            self._x = x + size[0] + BESIDE
            sheet.pieces.append(Piece("card" if token.is_card else "token", token.name, x, self._y, *size, token.sort))

    def _behind(self, token: Component, size: tuple[float, float]) -> tuple[str, Iterable[Mark]] | None:
        if not token.is_card:
            return other_side(self._subject, self._fonts, token, size)
        return None if self._wish.sleeves else behind(self._subject, self._fonts, token, size)

    def reverse(self, front: Sheet) -> Sheet:
        """The other side of a sheet: the backs of what lies face down in the game."""
        back = Sheet(front.width, front.height, front.part, self._subject.say("kit_behind"))
        over_side = (self._wish.backs == "long") == (front.width <= front.height)
        for token, piece in zip(self._lain[id(front)], front.pieces, strict=True):
            there = self._behind(token, (piece.width, piece.height))
            if there is not None:
                x = front.width - piece.x - piece.width if over_side else piece.x
                y = piece.y if over_side else front.height - piece.y - piece.height
                back.add(there[1], x, y)
                name = token.kind if there[0] == "back" else token.name
                back.pieces.append(Piece(there[0], name, x, y, piece.width, piece.height))
        return back


def other_side(
    subject: Subject, fonts: Fonts, token: Component, size: tuple[float, float]
) -> tuple[str, Iterable[Mark]] | None:
    """What is on the other side of a piece: what the look says (`other`), or the `back` of what lies face down in the
    game; None where nothing is."""
    if token.other is not None and token.sort == "tile":
        return "other", FaceTile(subject, fonts, token, token.other, size).marks
    hidden = {str(zone.of) for zone in subject.ruleset.zones.values() if _hides(zone.visible)}
    if token.kind in hidden:
        return "back", back_of(subject.stacked(token.kind), size, fonts, token.kind)
    return None


def sort_of(subject: Subject, token: Component) -> str:
    """What pieces are called that are of no kind of their own; nothing for others."""
    if token.sort == "die":
        return subject.say("kit_dice")
    if token.kind in ("", "Player"):
        return subject.say("kit_markers")
    return subject.say("kit_cubes") if token.sort == "cube" and token.kind in plain(subject.ruleset.enums) else ""


def _hides(visible: object) -> bool:
    return visible is not None and getattr(visible, "text", "all").strip() != "all"


def size_of(subject: Subject, fonts: Fonts, token: Component) -> tuple[float, float]:
    """How wide and high a piece is, in millimetres; of a die, when it has been folded."""
    if token.sort == "die":
        return EDGE, EDGE
    if token.drawing is not None:
        return token.drawing.width, token.drawing.height
    if token.sort != "tile":
        size = {"cube": CUBE, "figure": FIGURE}.get(token.sort, DISC)
    elif token.front is not None:
        return tile_of(subject, fonts, token).size
    else:
        size = next((each for each in TILES if not _Tile(subject, fonts, token, each).is_cut), TILES[-1])
    return size, size


def size_on_sheet(subject: Subject, fonts: Fonts, token: Component) -> tuple[float, float]:
    """How wide and high what is cut out is."""
    return (token.drawing.width, token.drawing.height) if token.drawing else size_of(subject, fonts, token)


def drawn(subject: Subject, fonts: Fonts, token: Component, room: tuple[float, float]) -> Iterator[Mark]:
    """A piece of a size, from (0, 0)."""
    size = room[0]
    if token.drawing is not None:
        yield from token.drawing.marks
        return
    if token.sort == "tile" and token.front is not None:
        yield from FaceTile(subject, fonts, token, token.front, room).marks
        return
    if token.sort == "tile":
        yield from _Tile(subject, fonts, token, size).marks
        return
    colour = token.colour or mixed(subject.paint(token.kind), "#ffffff", 0.35)
    half, ink = size / 2, ink_on(colour)
    rim = mixed(colour, "#000000", 0.35)
    if token.sort == "cube":
        yield Box(0, 0, size, size, colour, CUT, 0.15, 1.5)
        yield Box(1.2, 1.2, size - 2.4, size - 2.4, "", rim, 0.3, 1.0)
    else:
        yield Disc(half, half, half, colour, CUT, 0.15)
        yield Disc(half, half, half - 1.3, "", rim, 0.5 if token.sort == "figure" else 0.25)
    inner = size * 0.66
    edge = (size - inner) / 2
    if token.image:
        yield Image(edge, edge, inner, inner, token.image)
        return
    told = token.title != token.sign and (token.sort == "figure" or not token.title.startswith(token.sign))
    if token.sign:
        high = inner * (0.66 if told else 1.0)
        yield from label(fonts, token.sign, edge, edge, inner, high, size * 0.5, 1.5, bold=True, colour=ink).lines
        if told:
            yield from label(fonts, token.title, edge, edge + high, inner, inner - high, 2.4, 0.8, colour=ink).lines
    else:  # a single word has the whole width of the middle
        wide, high = (size * 0.86, inner * 0.6) if " " not in token.title else (inner, inner)
        x, y = (size - wide) / 2, (size - high) / 2
        yield from label(fonts, token.title, x, y, wide, high, 3.4, 0.8, bold=True, colour=ink).lines


def _is_short(value: str) -> bool:
    """Whether a value stands well beside its word."""
    return len(value) <= SHORT


class _Tile:
    """A square tile of a size: its title in a band, a sign or numbers, and what else it says."""

    def __init__(self, subject: Subject, fonts: Fonts, token: Component, size: float) -> None:
        self._fonts, self._size, self.is_cut = fonts, size, False
        colour = token.colour or subject.paint(token.kind)
        light = mixed(colour, "#ffffff", 0.82) if not token.image else BARE
        pad, high = size * 0.07, size * 0.3
        self.marks: list[Mark] = [
            Box(0, 0, size, size, light, CUT, 0.15, 1.0),
            Box(0.8, 0.8, size - 1.6, size - 1.6, "", colour, 0.4, 0.8),
            Box(0.8, 0.8, size - 1.6, high - 0.8, colour),
        ]
        room = size - 2 * pad
        crowded = len(token.facts) > MANY_FACTS and token.sign not in ("", token.title)
        self._label(
            f"{token.sign} · {token.title}" if crowded else token.title,
            pad,
            0.8,
            room,
            high - 0.8,
            3.6,
            bold=True,
            colour=ink_on(colour),
        )
        top, left = high + 0.6, size - high - 1.6
        if token.image:
            self.marks.append(Image(pad, top, room, left, token.image))
            return
        numbers = [each for each in token.facts if _is_short(each[1])]
        texts = [Paragraph(f"{word}: {value}") for word, value in token.facts if not _is_short(value)]
        texts += [Paragraph(each) for each in token.text.split("\n") if each]
        if token.sign and token.sign != token.title and not crowded:
            share = left * (0.45 if numbers or texts else 1.0)
            self._label(token.sign, pad, top, room, share, share * 0.9, bold=True, colour=mixed(colour, "#000000", 0.4))
            top, left = top + share, left - share
        if numbers:
            top, left = self._facts(numbers, pad, top, room, left, alone=not texts)
        if texts:
            done = fitted(fonts, texts, room, left, 2.8, LEAST)
            self.is_cut = self.is_cut or bool(done.rest)
            self.marks += [replace(each, x=each.x + pad, y=each.y + top) for each in done.lines]

    def _label(
        self, text: str, x: float, y: float, width: float, height: float, most: float, *, bold: bool, colour: str
    ) -> None:
        done = label(self._fonts, text, x, y, width, height, most, LEAST, bold=bold, colour=colour)
        self.is_cut = self.is_cut or bool(done.rest)
        self.marks += done.lines

    def _facts(
        self, facts: Sequence[tuple[str, str]], x: float, top: float, room: float, left: float, *, alone: bool
    ) -> tuple[float, float]:
        """Attributes, a line each; where these have no room, two by two: all of one size; the room that is left."""
        sizes = [size / 10 for size in range(30 if alone else 26, round(LEAST_FACTS * 10) - 1, -1)]
        ways = [(size, [[each] for each in facts]) for size in sizes if size >= LIKED_FACTS or len(facts) <= MANY_FACTS]
        ways += sorted([(size, self._rows(facts, room, size)) for size in sizes], key=lambda each: len(each[1]))
        found = next((each for each in ways if self._fit(each[1], room, left, each[0])), None)
        self.is_cut = self.is_cut or found is None
        size, rows = found or ways[-1]
        for row in rows:
            for at, fact in enumerate(row):
                edge = x + (room if len(row) == 1 or at else self._half(room))
                self._fact(fact, x + at * (room - self._half(room)), edge, top, size)
            top, left = top + size * 1.3, left - size * 1.3
        return top, left

    def _fact(self, fact: tuple[str, str], x: float, edge: float, top: float, size: float) -> None:
        word, value = fact
        y = top + size * RISE
        wide = self._fonts.width(value, size, bold=True)
        self.marks += [Text(x, y, word, size, FAINT), Text(edge - wide, y, value, size, bold=True)]

    @staticmethod
    def _half(room: float) -> float:
        """The room of one of two columns."""
        return room * 0.46

    def _rows(self, facts: Sequence[tuple[str, str]], room: float, size: float) -> list[list[tuple[str, str]]]:
        """Attributes two by two, where both are short."""
        rows: list[list[tuple[str, str]]] = []
        for each in facts:
            beside = rows and len(rows[-1]) == 1
            if beside and all(self._wide(one, size) <= self._half(room) for one in (*rows[-1], each)):
                rows[-1].append(each)
            else:
                rows.append([each])
        return rows

    def _fit(self, rows: Sequence[Sequence[tuple[str, str]]], room: float, left: float, size: float) -> bool:
        low = len(rows) * size * 1.3 <= left + 0.01
        return low and all(self._wide(each, size) <= room for row in rows for each in row)

    def _wide(self, fact: tuple[str, str], size: float) -> float:
        return self._fonts.width(fact[0], size) + self._fonts.width(f" {fact[1]}", size, bold=True)
