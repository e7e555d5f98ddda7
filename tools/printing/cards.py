"""Cards at their real size: fronts, and backs that meet them when both sides of the paper are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..documents.colours import ink_on, mixed
from ..documents.drawing import Box, Disc, Image, Mark, Shape, line
from .components import Component, Side
from .fitting import FAINT, INK, Paragraph, Set, fitted, label, set_text
from .fonts import Fonts
from .fronts import BETWEEN, PLACE, place
from .layout import places
from .model import Piece, Sheet
from .paper import PrintSettings
from .signs import Signs
from .subject import BARE, Reverse, Subject

EDGE, CUT_LINE = "#c9c3b4", 0.1
"""Where a card ends: the colour and the width of the line."""
BODY, SMALLEST = 3.4, 2.0
"""The sizes of texts on a card: what is liked, and the least that is read."""
MANY_FACTS = 4
"""A card with more attributes than this shows them in lines."""
SMALL, LEAST_UNIT = 40.0, 0.78
"""What is as large as this, in millimetres, is no smaller on a card than this share of what it is on a large one."""
RULE_SHARE = 0.82
"""How large rules are set beside the text of a card."""


@dataclass(frozen=True, slots=True)
class Face:
    """One front of a card with everything on it, from (0, 0)."""

    card: Component
    marks: tuple[Mark, ...]


def card_sheets(subject: Subject, settings: PrintSettings, fonts: Fonts, cards: Sequence[Component]) -> list[Sheet]:
    """The sheets of all cards, those of one size together, each with the backs behind it unless none are wanted."""
    sheets: list[Sheet] = []
    for size in dict.fromkeys(settings.size_of(card.size) for card in cards):
        here = [card for card in cards if settings.size_of(card.size) == size]
        sheets += _of_size(subject, settings, fonts, here, size)
    return sheets


def _of_size(
    subject: Subject, settings: PrintSettings, fonts: Fonts, cards: Sequence[Component], size: tuple[float, float]
) -> Iterator[Sheet]:
    lain = places(settings, size)
    faces = [face for card in cards for face in fronts(subject, fonts, card, size) for _ in range(card.count)]
    reverses = {card: behind(subject, fonts, card, size) for card in dict.fromkeys(cards) if not settings.sleeves}
    beyond = settings.bleed
    for first in range(0, len(faces), lain.many):
        here = faces[first : first + lain.many]
        front = Sheet(*lain.sheet, "cards", subject.say("kit_cards"))
        back = Sheet(*lain.sheet, "cards", subject.say("kit_backs"))
        front.add(lain.marks())
        for number, face in enumerate(here):
            x, y = lain.at(number)
            front.add(_bled(face.marks, size, face.card.colour or subject.paint(face.card.kind), beyond), x, y)
            front.pieces.append(Piece("card", face.card.name, x, y, *size))
            if settings.sleeves:
                continue
            x, y = lain.turned(number, settings.backs)
            sort, marks = reverses[face.card]
            colour = subject.back(face.card.kind).colour or subject.paint(face.card.kind)
            back.add(_bled(marks, size, colour, beyond), x, y)
            back.pieces.append(Piece(sort, face.card.kind if sort == "back" else face.card.name, x, y, *size))
        yield front
        if settings.backs != "none":
            yield back


def _bled(marks: Sequence[Mark], size: tuple[float, float], colour: str, beyond: float) -> Iterator[Mark]:
    """A side of a card whose rim goes beyond where it is cut, in its colour; as it is where nothing shall go beyond."""
    if beyond:
        yield Box(-beyond, -beyond, size[0] + 2 * beyond, size[1] + 2 * beyond, colour)
        rim = (EDGE, CUT_LINE)
        yield from (each for each in marks if not (isinstance(each, Box) and (each.stroke, each.thick) == rim))
    else:
        yield from marks


def behind(subject: Subject, fonts: Fonts, card: Component, size: tuple[float, float]) -> tuple[str, tuple[Mark, ...]]:
    """What is behind a card: the other side of what is turned over, else the back of its kind."""
    if card.other is not None:
        turned = replace(card, front=card.other, text=card.other.text, rules=())
        return "other", next(iter(fronts(subject, fonts, turned, size))).marks
    return "back", tuple(back_of(subject.stacked(card.kind), size, fonts, card.kind))


# ---------------------------------------------------------------- fronts


def fronts(subject: Subject, fonts: Fonts, card: Component, size: tuple[float, float]) -> Iterator[Face]:
    """The front of a card; where its texts do not fit on one, those that go on with it."""
    rest: tuple[Paragraph, ...] | None = None
    while rest is None or rest:
        maker = _Front(subject, fonts, card, size)
        rest = maker.draw(rest)
        yield Face(card, tuple(maker.marks))


class _Front:
    """Draws one front."""

    def __init__(self, subject: Subject, fonts: Fonts, card: Component, size: tuple[float, float]) -> None:
        side = card.front
        if side is not None:
            card = replace(card, title=side.title, text=side.text)
        self._subject, self._fonts, self._card, self._side = subject, fonts, card, side or Side(card.title)
        self._corners = dict(self._side.corners)
        self._wide, self._high = size
        self._inset = min(3.0, self._wide * 0.05)
        self._pad = self._inset + min(2.5, self._wide * 0.04)
        self._room = self._wide - 2 * self._pad
        unit = min(self._wide / 63.0, self._high / 70.0)
        self._unit = min(1.0, max(unit, LEAST_UNIT) if min(size) >= SMALL else unit)
        self._colour = self._side.colour or card.colour or subject.paint(card.kind)
        self.marks: list[Mark] = []

    def draw(self, rest: tuple[Paragraph, ...] | None) -> tuple[Paragraph, ...]:
        """Draw the front, or what goes on of its texts; what has no room still."""
        wide, high, inset = self._wide, self._high, self._inset
        self.marks += [
            Box(0, 0, wide, high, "#ffffff", EDGE, CUT_LINE),
            Box(inset, inset, wide - 2 * inset, high - 2 * inset, BARE, self._colour, 0.5, 2.5 * self._unit),
        ]
        top = self._title(going_on=rest is not None)
        bottom = self._foot()
        if rest is not None:
            return self._body(rest, top, bottom)
        bottom = self._feet(bottom)
        bottom = self._places(bottom)
        top = self._image(top, bottom)
        paragraphs = self._paragraphs()
        if self._card.front and not self._side.title and not self._side.art and not self._card.image:
            return self._alone(paragraphs, top, bottom)
        if not self._card.image:
            draw = self._art if self._side.art else self._emblem
            top = draw(top, bottom, paragraphs)
        top = self._facts(top)
        return self._body(paragraphs, top, bottom)

    def _title(self, *, going_on: bool) -> float:
        """The title on a band; where what follows begins."""
        unit, inset, pad = self._unit, self._inset, self._pad
        text = self._card.title
        if going_on:
            text = self._subject.say("kit_continued", title=text)
        if not text:
            return self._ears()
        high = 11.0 * unit
        self.marks.append(_band(inset, inset, self._wide - 2 * inset, high, 2.5 * unit, self._colour))
        ink = ink_on(self._colour)
        left, right = pad, pad
        ear, shield = 10.0 * unit, 8.0 * unit
        for corner, x in (("top_left", pad), ("top_right", self._wide - pad - ear)):
            if corner in self._corners:
                y = inset + (high - shield) / 2
                self.marks.append(Box(x, y, ear, shield, "#ffffff", "", 0.2, shield / 2))
                told = self._corners[corner]
                done = label(self._fonts, told, x + 0.6, y, ear - 1.2, shield, 5.4 * unit, 1.6, bold=True, colour=INK)
                self.marks += done.lines
                left, right = (left + ear + 1, right) if corner == "top_left" else (left, right + ear + 1)
        if self._card.sign and self._card.sign != self._card.title and not self._card.front:
            sign = label(self._fonts, self._card.sign, pad, inset, 8 * unit, high, 6 * unit, 2.0, bold=True, colour=ink)
            self.marks += sign.lines
            left += 9 * unit
        room = self._wide - left - right
        done = label(self._fonts, text, left, inset, room, high, 4.6 * unit, 1.6, bold=True, colour=ink)
        self.marks += done.lines
        return inset + high + 1.5 * unit

    def _alone(self, paragraphs: tuple[Paragraph, ...], top: float, bottom: float) -> tuple[Paragraph, ...]:
        """The texts of a card that shows nothing else, large and in its middle; what has no room."""
        told = [replace(each, centred=True, colour=_deep(self._colour)) for each in paragraphs]
        done = fitted(self._fonts, told, self._room, bottom - top, 26 * self._unit, min(SMALLEST, BODY * self._unit))
        y = top + (bottom - top - done.height) / 2
        self.marks += [replace(each, x=each.x + self._pad, y=each.y + y) for each in done.lines]
        return done.rest

    def _ears(self) -> float:
        """The corners of a card without a title, large; what stands in the left upper one alone stands once more in the
        opposite one."""
        unit, pad, size = self._unit, self._pad, 12.0 * self._unit
        corners = {each: told for each, told in self._corners.items() if each.startswith("top")}
        if set(self._corners) == {"top_left"}:
            corners["bottom_right"] = self._corners["top_left"]
        for corner, told in corners.items():
            x = pad if corner.endswith("left") else self._wide - pad - size * 1.4
            y = pad if corner.startswith("top") else self._high - pad - size - 2.5 * unit
            ink = _deep(self._colour)
            done = label(self._fonts, told, x, y, size * 1.4, size, size * 0.8, 2.0, bold=True, colour=ink)
            self.marks += done.lines
        return pad + (size if corners else 0.0)

    def _feet(self, bottom: float) -> float:
        """What stands in the lower corners; where that begins."""
        size, room = 6.0 * self._unit, self._room / 2 - 1
        given = [corner for corner in ("bottom_left", "bottom_right") if corner in self._corners]
        for corner in given:
            told, ink = self._corners[corner], _deep(self._colour)
            done = label(
                self._fonts, told, 0, bottom - size, room, size, size * 0.85, 1.8, bold=True, colour=ink, centred=False
            )
            for each in done.lines:
                wide = self._fonts.width(each.text, each.size, bold=True)
                x = self._pad if corner == "bottom_left" else self._wide - self._pad - wide
                self.marks.append(replace(each, x=x))
        return bottom - size - 0.5 if given else bottom

    def _places(self, bottom: float) -> float:
        """Rows of places for pieces; where they begin."""
        for row in reversed([each for each in self._side.places if each]):
            bottom -= PLACE + BETWEEN
            x = (self._wide - len(row) * (PLACE + BETWEEN) + BETWEEN) / 2
            for colour, sign in row:
                self.marks += place(self._fonts, x, bottom, colour, sign)
                x += PLACE + BETWEEN
        return bottom

    def _art(self, top: float, bottom: float, paragraphs: Sequence[Paragraph]) -> float:
        """What is to be seen large, in the room that the texts leave; where what follows begins."""
        high = bottom - top
        if paragraphs:
            text = set_text(self._fonts, paragraphs, self._room, BODY * self._unit).height
            high = max(min(high - text - 1.0, high * 0.6), high * 0.22)
        most = min(30.0 * self._unit, high * 0.8)
        done = label(
            self._fonts, self._side.art, self._pad, top, self._room, high, most, 4.0, colour=_deep(self._colour)
        )
        self.marks += done.lines
        return top + high

    def _foot(self) -> float:
        """What the card is one of, and where its rules stand; where that begins."""
        size = 2.1 * max(self._unit, 0.75)
        y = self._high - self._inset - size * 1.5
        kind = _kind(self._subject, self._card.kind)
        cites = " ".join(name for name, _ in self._card.rules)
        whole = f"{kind} · {cites}" if cites else kind
        done = label(self._fonts, whole, self._pad, y, self._room, size * 1.3, size, 1.0, colour=FAINT)
        self.marks += done.lines
        return y

    def _image(self, top: float, bottom: float) -> float:
        if not self._card.image:
            return top
        texts = self._card.text or self._card.facts
        high = (bottom - top) * (0.5 if texts else 1.0) - 1.0
        self.marks.append(Image(self._pad, top, self._room, high, self._card.image))
        return top + high + 1.0

    def _paragraphs(self) -> tuple[Paragraph, ...]:
        """The text of the card and the rules behind it."""
        text = self._card.text if not _same(self._card.text, self._card.title) else ""
        found = [Paragraph(text)] if text else []
        share = RULE_SHARE if found else 0.95
        colour = FAINT if found else INK
        told = [each for _, text in self._card.rules if (each := text) and not _same(each, self._card.text)]
        return (*found, *(Paragraph(each, share, colour=colour, above=0.5) for each in told))

    def _emblem(self, top: float, bottom: float, paragraphs: Sequence[Paragraph]) -> float:
        """What a card shows that says little else, large: its sign, or what its attributes are; where what follows
        begins."""
        card, ink = self._card, _deep(self._colour)
        whole = bottom - top
        numbers = [value for _, value in card.facts if value.lstrip("-").isdigit()]
        if len(card.facts) == 1 and (numbers or not paragraphs):
            high = whole * (0.34 if paragraphs else 0.8)
            return self._large(card.facts, top + (0 if paragraphs else whole * 0.08), high)
        if paragraphs or len(card.facts) > MANY_FACTS:
            return top
        if card.sign:
            high = whole * (0.45 if card.facts else 0.8)
            done = label(self._fonts, card.sign, self._pad, top, self._room, high, 26 * self._unit, 5, colour=ink)
            self.marks += done.lines
            return top + high
        return self._large(card.facts, top, whole * 0.92)

    def _large(self, facts: Sequence[tuple[str, str]], top: float, high: float) -> float:
        """Attributes one below the other, their values large; where what follows begins."""
        unit, room, ink = self._unit, self._room, _deep(self._colour)
        each = high / max(len(facts), 1)
        for word, value in facts:
            large = 30 * unit if len(value) < 4 and len(facts) == 1 else 8 * unit
            done = label(self._fonts, value, self._pad, top, room, each * 0.78, large, 2.4, bold=True, colour=ink)
            end = top + each * 0.39 + done.height / 2
            under = label(self._fonts, word, self._pad, end, room, each * 0.22, 3.4 * unit, colour=FAINT)
            self.marks += [*done.lines, *under.lines]
            top += each
        self._card = replace(self._card, facts=())
        return top

    def _facts(self, top: float) -> float:
        """The attributes, a line each; where what follows begins."""
        unit = self._unit
        for word, value in self._card.facts:
            size = min(3.2, 22.0 / max(len(self._card.facts), 6)) * unit
            left = set_text(self._fonts, [Paragraph(word, colour=FAINT)], self._room * 0.46, size)
            right = set_text(self._fonts, [Paragraph(value, bold=True)], self._room * 0.5, size)
            edge = self._pad + self._room
            self.marks += [replace(each, x=each.x + self._pad, y=each.y + top) for each in left.lines]
            self.marks += [
                replace(each, x=edge - self._fonts.width(each.text, each.size, bold=True), y=each.y + top)
                for each in right.lines
            ]
            top += max(left.height, right.height) + 0.5 * unit
            self.marks.append(line(self._pad, top - 0.2 * unit, edge, top - 0.2 * unit, EDGE, 0.12))
        return top + (1.0 * unit if self._card.facts else 0.0)

    def _body(self, paragraphs: Sequence[Paragraph], top: float, bottom: float) -> tuple[Paragraph, ...]:
        """The texts in the room that is left; what has none. Rules that do not fit are named in the foot alone."""
        if not paragraphs:
            return ()
        room = bottom - top - 0.5
        done = self._set(paragraphs, room)
        own = [each for each in paragraphs if each.share != RULE_SHARE]
        if done.rest and own and len(own) < len(paragraphs):
            done = self._set(own, room)
        self.marks += [replace(each, x=each.x + self._pad, y=each.y + top) for each in done.lines]
        return done.rest

    def _set(self, paragraphs: Sequence[Paragraph], room: float) -> Set:
        least = min(SMALLEST, BODY * self._unit)
        return fitted(self._fonts, paragraphs, self._room, room, BODY * self._unit, least)


def _same(one: str, other: str) -> bool:
    """Whether two texts say the same word for word."""
    return one.strip(" .。").casefold() == other.strip(" .。").casefold()


def _deep(colour: str) -> str:
    """A colour that is read well on the ground of a card."""
    return mixed(colour, "#1c1a16", 0.35)


def _band(x: float, y: float, width: float, height: float, bend: float, colour: str) -> Shape:
    """A band that is round at its upper corners."""
    points = [(x, y + height), (x, y + bend)]
    points += [(x + bend * (1 - c), y + bend * (1 - s)) for c, s in _QUARTER]
    points += [(x + width - bend * (1 - c), y + bend * (1 - s)) for c, s in reversed(_QUARTER)]
    points += [(x + width, y + bend), (x + width, y + height)]
    return Shape(tuple(points), colour)


_QUARTER = ((0.966, 0.259), (0.866, 0.5), (0.707, 0.707), (0.5, 0.866), (0.259, 0.966), (0.0, 1.0))
"""Points of a quarter of a circle."""


# ---------------------------------------------------------------- backs


def back_of(subject: Subject, size: tuple[float, float], fonts: Fonts, kind: str) -> Iterator[Mark]:
    """The back of all cards or tiles of a kind, of a size."""
    (wide, high), said = size, subject.back(kind)
    colour = said.colour or subject.paint(kind)
    inset = min(3.0, wide * 0.05)
    light = mixed(colour, "#ffffff", 0.22)
    bend = min(1.5, wide * 0.03)
    yield Box(inset, inset, wide - 2 * inset, high - 2 * inset, colour, colour, 0.2, bend * 1.6)
    rim = inset + bend
    yield from _lattice(rim, rim, wide - 2 * rim, high - 2 * rim, light)
    yield Box(rim, rim, wide - 2 * rim, high - 2 * rim, "", light, 0.4, bend)
    if said.icon:
        yield from _marked(subject, fonts, size, said)
        return
    across, down = wide * 0.7, min(high * 0.3, 24.0)
    x, y, pad = (wide - across) / 2, (high - down) / 2, wide * 0.03
    yield Box(x, y, across, down, colour, light, 0.5, bend)
    for text, top, share, bold in ((subject.title, pad, 0.08, True), (_kind(subject, kind), down / 2, 0.057, False)):
        room = across - 2 * pad, down / 2 - pad
        yield from label(fonts, text, x + pad, y + top, *room, wide * share, 0.8, bold=bold, colour="#ffffff").lines


def _marked(subject: Subject, fonts: Fonts, size: tuple[float, float], said: Reverse) -> Iterator[Mark]:
    """What the look says stands on a back: something in the middle, and a title below."""
    assert said.icon is not None
    wide, high = size
    ink = ink_on(said.colour)
    radius = min(wide, high) * 0.29
    middle = high * 0.44 if said.title else high / 2
    yield Disc(wide / 2, middle, radius, said.colour, mixed(said.colour, ink, 0.5), 0.4)
    sign, box = Signs(subject, fonts, ()).bare(*said.icon), radius * 1.5
    corner = wide / 2 - box / 2, middle - box / 2
    yield from label(fonts, sign, *corner, box, box, most=radius * 1.3, least=1.0, bold=True, colour=ink).lines
    if said.title:
        x, y, across = wide * 0.15, middle + radius + 0.6, wide * 0.7
        down = min(high - y - min(3.0, wide * 0.05) - 1.2, 9.0)
        yield Box(x, y, across, down, said.colour, "", 0.2, 1.0)
        yield from label(fonts, said.title, x, y, across, down, min(down, 5.0), 0.8, bold=True, colour=ink).lines


def _kind(subject: Subject, kind: str) -> str:
    return subject.maker.names.heading(kind)


def _lattice(x: float, y: float, wide: float, high: float, colour: str) -> Iterator[Mark]:
    """Lines that cross in lozenges, as many as go evenly."""
    across, down = max(1, round(wide / 7)), max(1, round(high / 7))
    dx, dy = wide / across, high / down
    for row in range(down):
        for column in range(across):
            mx, my = x + (column + 0.5) * dx, y + (row + 0.5) * dy
            points = ((mx, my - dy / 2), (mx + dx / 2, my), (mx, my + dy / 2), (mx - dx / 2, my))
            yield Shape(points, "", colour, 0.2)
