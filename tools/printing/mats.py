"""A board for every player, and one for the table: tracks for numbers, places for zones, sheets of cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from yupana.schemas.ruleset import ZoneDecl

from ..book.maker import plain
from ..book.names import headed
from ..documents.colours import ink_on, mixed
from ..documents.drawing import Box, Drawing, Mark, moved
from .boards import Board, sheet_of, together
from .fitting import INK, label
from .fonts import Fonts
from .keeping import kept_on_mats, sheets_on_mats, zones_on_mats
from .markers import kept
from .numbers import TENS_AND_ONES, is_track, values_of
from .paper import PrintSettings
from .parts import STEP, MatParts, steps
from .subject import Subject

HEAD = 6.0
"""The room for a word above a track or in a place."""
PLACE = (58.0, 30.0)
"""How large a place for pieces is, in millimetres."""
GAP, BETWEEN = 0.5, 2.5
"""The room between places beside one another, and between what lies below one another."""
MOST_PILES = 12
"""Of more entries than this, none has a place for what lies in a zone of it."""
_NUMBER = re.compile(r"int\b.*")
PAPER, EDGE = "#fdfcf8", "#9b917a"


def mats(subject: Subject, settings: PrintSettings, fonts: Fonts) -> Iterator[Board]:
    """The board of each player, then that of the table; none where there would be one place at most."""
    for seat in subject.seats:
        yield from _of_player(subject, _laid(subject, settings, owned=True), fonts, seat)
    settings = _laid(subject, settings, owned=False)
    known = kept_on_mats(subject)
    fields = [
        (str(name), subject.type_of(str(name), "", declared))
        for name, declared in subject.ruleset.state.items()
        if subject.matters(str(name), "", declared, subject.tells) and str(name) not in known
    ]
    fields += [(f"{field.kind}.{field.name}", field.type) for field in kept(subject)]
    zones = [*_zones(subject, None), *_of_entries(subject)]
    drawn = list(_drawn_mats(subject, settings, fonts, None))
    numbers = list(_tracks(subject, settings, fonts, fields, "#8a8475"))
    made = [*drawn, *numbers, *_places(subject, settings, fonts, zones)]
    if drawn or numbers or len(zones) > 1:
        title = subject.say("kit_table")
        yield from _whole(settings, _head(settings, fonts, "table", title, "#6f6a5c"), made)


def _of_player(subject: Subject, settings: PrintSettings, fonts: Fonts, seat: str) -> Iterator[Board]:
    ruleset, known = subject.ruleset, kept_on_mats(subject)
    fields = [
        (str(name), subject.type_of(str(name), "Player", declared))
        for name, declared in ruleset.players.fields.items()
        if subject.matters(str(name), "Player", declared, True) and str(name) not in known
    ]
    zones = _zones(subject, "Player")
    colour = subject.colours.get(seat, "#8a8475")
    drawn, on_mats = list(_drawn_mats(subject, settings, fonts, seat)), sheets_on_mats(subject)
    sheets = [each for each in subject.look.sheets if each.owned and each.name not in on_mats]
    numbers = list(_tracks(subject, settings, fonts, fields, colour))
    made = [
        *drawn,
        *numbers,
        *_places(subject, settings, fonts, zones),
        *(sheet_of(subject, fonts, each).drawing for each in sheets),
    ]
    if drawn or numbers or len(zones) > 1 or sheets:
        player = subject.maker.names.heading(seat, "Player")
        head = _head(settings, fonts, seat, player, colour)
        yield from _whole(settings, replace(head, title=subject.say("kit_board_of", player=player)), made)


def _laid(subject: Subject, settings: PrintSettings, *, owned: bool) -> PrintSettings:
    """The settings for boards that lie as their mats do: on paper across where these are wider than they are high."""
    wide = any(mat.size[0] > mat.size[1] for mat in subject.look.mats if mat.owned == owned)
    upright = settings.paper[0] <= settings.paper[1]
    return replace(settings, paper=settings.paper[::-1]) if wide == upright else settings


def _drawn_mats(subject: Subject, settings: PrintSettings, fonts: Fonts, seat: str | None) -> Iterator[Drawing]:
    """The parts of the mats of the look that a player has, or the table."""
    for mat in subject.look.mats:
        if mat.owned != (seat is not None):
            continue
        number = subject.seats.index(seat) if seat is not None else 0
        yield from (drawn for _, drawn in MatParts(subject, settings, fonts, mat, number).drawn())


def _shelves(parts: Sequence[Drawing], room: float) -> Iterator[Drawing]:
    """Drawings beside one another, in rows that are not wider than this; what is low lies below what is low."""
    row: list[list[Drawing]] = []
    for each in parts:
        high = max((_high(column) for column in row), default=0.0)
        below = (c for c in row if each.width <= c[0].width + 0.01 and _high(c) + GAP + each.height <= high + 0.01)
        column = next(below, None)
        if column is not None:
            column.append(each)
            continue
        if row and sum(c[0].width + GAP for c in row) + each.width > room + 0.01:
            yield _shelf(row)
            row = []
        row.append([each])
    if row:
        yield _shelf(row)


def _high(column: Sequence[Drawing]) -> float:
    return sum(each.height + GAP for each in column) - GAP


def _shelf(row: Sequence[Sequence[Drawing]]) -> Drawing:
    marks, x = list[Mark](), 0.0
    for column in row:
        y = 0.0
        for each in column:
            marks += [moved(mark, x, y) for mark in each.marks]
            y += each.height + GAP
        x += column[0].width + GAP
    return Drawing(x - GAP, max(_high(column) for column in row), tuple(marks))


def _whole(settings: PrintSettings, head: Board, made: Sequence[Drawing]) -> Iterator[Board]:
    """A board, its parts beside and below one another, and what of it has no room on its first sheet: all under its
    title, which says whose it is. They lie as they are read, or the highest first where that saves a sheet."""
    room = settings.room[0], settings.room[1] - head.drawing.height - BETWEEN
    ways = []
    for order in (made, sorted(made, key=lambda each: -each.height)):
        shelves = [Board(head.name, head.title, each) for each in _shelves(order, settings.room[0])]
        ways.append(list(together(room, shelves, BETWEEN)))
    for each in min(ways, key=len):
        top, old = head.drawing.height + BETWEEN, each.drawing
        marks = (*head.drawing.marks, *(moved(mark, 0, top) for mark in old.marks))
        yield replace(head, drawing=Drawing(max(head.drawing.width, old.width), top + old.height, marks))


def _head(settings: PrintSettings, fonts: Fonts, name: str, title: str, colour: str) -> Board:
    """The band above a board that says whose it is."""
    wide = settings.room[0]
    lines = label(fonts, title, 4, 0, wide - 8, 10, 6, bold=True, colour=ink_on(colour)).lines
    return Board(name, title, Drawing(wide, 10, (Box(0, 0, wide, 10, colour, EDGE, 0.2, 2.0), *lines)))


# ---------------------------------------------------------------- tracks


def _tracks(
    subject: Subject, settings: PrintSettings, fonts: Fonts, fields: Sequence[tuple[str, str]], colour: str
) -> Iterator[Drawing]:
    """A track for every number; of one that goes far its tens and its ones."""
    for field, type_ in fields:
        kind, _, own = field.rpartition(".")
        title = subject.maker.names.heading(own, kind)
        if kind:
            title = subject.say("kind_title", kind=headed(subject.maker.names.several(kind)), number=title)
        if is_track(type_):
            yield _track(settings, fonts, title, values_of(type_), colour)
        elif settings.counters and not kind and _NUMBER.fullmatch(type_.rstrip("?")):
            yield _heap(fonts, title)
        elif _NUMBER.fullmatch(type_.rstrip("?")):
            yield _track(settings, fonts, title, TENS_AND_ONES, colour, across=10)


def _heap(fonts: Fonts, title: str) -> Drawing:
    """A place for counters."""
    wide, high = PLACE
    head = label(fonts, title, 2, 1, wide - 4, HEAD - 1, 3.4, bold=True, colour=INK).lines
    return Drawing(wide, high, (Box(0.3, 0.3, wide - 0.6, high - 0.6, PAPER, EDGE, 0.3, 2.0, (1.6, 1.2)), *head))


def _track(
    settings: PrintSettings, fonts: Fonts, title: str, values: Sequence[str], colour: str, across: int | None = None
) -> Drawing:
    """Places one after the other, with a number in each."""
    many = across or max(1, min(len(values), int(settings.room[0] / STEP)))
    told = label(fonts, title, 0, 0, settings.room[0], HEAD - 1, 3.4, centred=False).lines
    track = steps(fonts, values, many, mixed(colour, "#ffffff", 0.8))
    wide = max(track.width, min(fonts.width(title, 3.4), settings.room[0]) + 1.0)
    return Drawing(wide, HEAD + track.height, (*told, *(moved(each, 0, HEAD) for each in track.marks)))


# ---------------------------------------------------------------- places


def _zones(subject: Subject, each: str | None) -> list[tuple[str, ZoneDecl]]:
    """The zones of the table, or those of each player, by what they are called."""
    heading, on_mats = subject.maker.names.heading, zones_on_mats(subject)
    return [
        (heading(str(name)), zone)
        for name, zone in subject.ruleset.zones.items()
        if (None if zone.each is None else str(zone.each)) == each
        and not subject.maker.is_hidden(str(name))
        and str(name) not in on_mats
        and not _is_held(subject, zone)
    ]


def _is_held(subject: Subject, zone: ZoneDecl) -> bool:
    """Whether cards of a zone are held in the hand: their owner alone sees them."""
    seen = getattr(zone.visible, "text", "all").strip()
    return zone.each is not None and seen == "owner" and subject.shape(str(zone.of), str(zone.of)) == "card"


def _of_entries(subject: Subject) -> Iterator[tuple[str, ZoneDecl]]:
    """The zones of entries, such as a pile for each sort of cards; spaces and the cells of sheets hold theirs."""
    drawn = {each.kind for each in subject.look.sheets} | {str(each.kind) for each in subject.ruleset.boards.values()}
    for name, zone in subject.ruleset.zones.items():
        kind = str(zone.each)
        decl = plain(subject.ruleset.kinds).get(kind)
        if decl is None or kind in drawn or subject.maker.is_hidden(str(name)) or len(decl.entries) > MOST_PILES:
            continue
        for entry in map(str, decl.entries):
            word = subject.maker.names.heading(str(name))
            yield subject.say("kind_title", kind=subject.called(entry, kind), number=word), zone


def _places(
    subject: Subject, settings: PrintSettings, fonts: Fonts, zones: Sequence[tuple[str, ZoneDecl]]
) -> Iterator[Drawing]:
    """A place for each of the zones: one for cards is as large as a card."""
    for title, zone in zones:
        wide, high = PLACE
        if subject.shape(str(zone.of), str(zone.of)) == "card":
            faces = subject.faces.get(str(zone.of), {}).values()
            size = settings.size_of(next(((float(each.size[0]), float(each.size[1])) for each in faces), None))
            wide, high = min(size[0], settings.room[0]), size[1] + HEAD
        box = Box(0.3, 0.3, wide - 0.6, high - 0.6, PAPER, EDGE, 0.3, 2.0, (1.6, 1.2))
        told = label(fonts, title, 2, 1, wide - 4, HEAD - 1, 3.4, bold=True, colour=INK).lines
        yield Drawing(wide, high, (box, *told))
