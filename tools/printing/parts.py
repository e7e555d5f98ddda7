"""The parts of mats on paper, each as large as what lies there: places for things, tracks, stocks and zones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from yupana.interpreter.game import SPECTATOR
from yupana.interpreter.view.lines import Line
from yupana.interpreter.view.look import MatPicture, PartPicture, SheetPicture
from yupana.schemas.wording import numeral

from ..book.maker import plain
from ..documents.colours import ink_on, mixed
from ..documents.drawing import Box, Disc, Drawing, Mark, moved
from .components import Component, of_kind
from .fitting import FAINT, INK, Paragraph, fitted, label
from .fonts import Fonts
from .keeping import words_of
from .numbers import TENS_AND_ONES, is_track, values_of
from .paper import PrintSettings
from .pieces import pieces
from .printed import printed
from .rooms import largest, lying, room_for
from .signs import Signs
from .subject import Subject
from .tokens import DISC, size_of

STEP = 16.5
"""How wide a place of a track is: a counter lies on it."""
AROUND = 1.5
"""The room around a piece in its place."""
LARGEST_BESIDE = 24.0
"""Pieces that are larger do not lie side by side in a stock."""
HEAP = (38.0, 24.0)
"""The room for a stock without places."""
TITLE = 5.5
"""The room for the title of a part."""
CELL = (22.0, 18.0)
"""A place for a thing is so large at least."""
TEXT = 5.0
"""How high a line of text in a place is."""
PAPER, EDGE = "#fdfcf8", "#9b917a"


def steps(fonts: Fonts, values: Sequence[str], many: int, fifth: str) -> Drawing:
    """The places of a track with a number in each, so many in a row; each fifth one has another colour."""
    marks: list[Mark] = []
    for at, value in enumerate(values):
        x, y = at % many * STEP, at // many * STEP
        fill = fifth if int(value) % 5 == 0 else PAPER
        marks.append(Box(x + 0.3, y + 0.3, STEP - 0.6, STEP - 0.6, fill, EDGE, 0.25, 1.2))
        marks += label(fonts, numeral(value), x + 1, y + 1, STEP - 2, STEP - 2, 5.4, bold=True, colour=FAINT).lines
    return Drawing(many * STEP, -(-len(values) // many) * STEP, tuple(marks))


class MatParts:
    """Draws the parts of a mat; of one that a player has as it lies before them (`seat`, a number)."""

    def __init__(self, subject: Subject, settings: PrintSettings, fonts: Fonts, mat: MatPicture, seat: int = 0) -> None:
        self._subject, self._settings, self._fonts, self._mat, self._seat = subject, settings, fonts, mat, seat
        self._signs = Signs(subject, fonts, subject.look.domains)
        self._ground = mixed(subject.colour(str(mat.look.ground or "")) or "#e6d8b8", "#ffffff", 0.55)

    def drawn(self) -> Iterator[tuple[str, Drawing]]:
        """The parts by their titles, in the order in which they are read on the mat."""
        for part in sorted(self._mat.parts, key=lambda each: (each.at[1], each.at[0])):
            inside = self._inside(part)
            if inside is not None:
                title = self._subject.maker.names.heading(part.name)
                yield title, self._framed(title if part.look.titled or part.sort != "of" else "", inside)

    def _framed(self, title: str, inside: Drawing) -> Drawing:
        """What is in a part, on the ground of the mat under its title."""
        head = TITLE if title else 1.5
        wide, high = inside.width + 3.0, inside.height + head + 1.5
        if title:
            wide = max(wide, min(self._fonts.width(title, 3.4, bold=True) + 4, 40.0))
        left = (wide - inside.width) / 2
        marks: list[Mark] = [Box(0, 0, wide, high, self._ground, EDGE, 0.2, 1.5)]
        if title:
            marks += label(self._fonts, title, 1.5, 0.6, wide - 3, head - 0.8, 3.4, 1.6, bold=True, centred=False).lines
        marks += [moved(each, left, head) for each in inside.marks]
        return Drawing(wide, high, tuple(marks))

    def _inside(self, part: PartPicture) -> Drawing | None:
        if part.sort == "of":
            sheet = next((each for each in self._subject.look.sheets if each.name == part.name), None)
            return None if sheet is None else self._places(part, sheet)
        most = self._most(part)
        if part.sort == "track":
            first = part.look.first
            return self._track([str(each) for each in range(first, max(most or first, first) + 1)], part.look.across)
        if part.sort == "zone":
            wide, high = self._size_in_zone(str(part.look.zone))
            return self._holes(max(most or 1, 1), part.look.across, (wide + AROUND, high + AROUND))
        sign = self._sign_of(str(part.look.piece)) if part.look.piece is not None else ""
        size = self._size_of(str(part.look.piece)) if part.look.piece is not None else (DISC, DISC)
        if most is not None:  # what is large lies upon each other
            piled = max(size) > LARGEST_BESIDE
            size = size[0] + AROUND, size[1] + AROUND
            return self._holes(1 if piled else most, part.look.across, size, f"×{most}" if piled else sign)
        if part.look.piece is None:
            return self._number(part)
        marks: list[Mark] = [Box(0, 0, *HEAP, PAPER, EDGE, 0.3, 2.0, (1.6, 1.2))]
        if sign:
            ink = mixed(FAINT, "#ffffff", 0.4)
            marks += label(self._fonts, sign, 2, 2, HEAP[0] - 4, HEAP[1] - 4, 14.0, 3.0, colour=ink).lines
        return Drawing(*HEAP, tuple(marks))

    def _most(self, part: PartPicture) -> int | None:
        """Of how many a part is, in the game that needs most; None where it does not say it."""
        found: list[int] = []
        for state in self._subject.starts:
            seats = range(len(self._subject.seats)) if self._mat.owned else (0,)
            for seat in [each for each in seats if each < len(state.observation(SPECTATOR)["players"])]:
                line = self._subject.look.amount(state, part.name, SPECTATOR, seat)
                told = "" if line is None else str(line) if part.sort == "zone" else str(line).partition("|")[2]
                if told.strip().lstrip("-").isdigit():
                    found.append(int(told))
        return max(found, default=None)

    def _number(self, part: PartPicture) -> Drawing:
        """Where a number is kept: the values of a field that goes not far, else tens and ones for two markers."""
        assert part.look.stock is not None
        ruleset = self._subject.ruleset
        kinds = (("Player", plain(ruleset.players.fields)), ("", plain(ruleset.state)))
        fields = {name: (kind, declared) for kind, fields in kinds for name, declared in fields.items()}
        types = [self._subject.type_of(each, *fields[each]) for each in words_of(part.look.stock) if each in fields]
        own = [each for each in words_of(part.look.stock) if each in self._subject.fields_of_pieces]
        if own:  # what stands for the number lies there
            wide, high = self._size_of(self._subject.fields_of_pieces[own[0]])
            return self._holes(1, None, (wide + AROUND, high + AROUND))
        if self._settings.counters and not (types and is_track(types[0])):
            return Drawing(*HEAP, (Box(0, 0, *HEAP, PAPER, EDGE, 0.3, 2.0, (1.6, 1.2)),))
        if len(types) == 1 and is_track(types[0]):
            return self._track(values_of(types[0]), None)
        return self._track(TENS_AND_ONES, 10)

    # ------------------------------------------------------------ places

    @cached_property
    def _room(self) -> float:
        return self._settings.room[0] - 3.0

    def _track(self, values: list[str], across: int | None) -> Drawing:
        """Places one after the other with a number in each: beside one another as many as there is room for."""
        most = max(1, int(self._room / STEP))
        many = min(len(values), across or len(values))
        if many > most:  # as evenly as the rows of the mat are
            many = next((each for each in range(most, most // 2, -1) if many % each == 0), most)
        return steps(self._fonts, values, many, mixed(self._ground, "#8a8475", 0.25))

    def _holes(self, many: int, across: int | None, size: tuple[float, float], sign: str = "") -> Drawing:
        """So many places for pieces of a size; round ones for counters."""
        wide, high = size
        most = max(1, int((self._room + 0.01) / wide))
        columns = min(across or many, most, many)
        marks: list[Mark] = []
        for at in range(many):
            x, y = at % columns * wide, at // columns * high
            if wide == high and (sign or wide == DISC + AROUND):
                marks.append(Disc(x + wide / 2, y + high / 2, wide / 2 - 0.4, PAPER, EDGE, 0.3))
            else:
                marks.append(Box(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, PAPER, EDGE, 0.3, 1.5, (1.6, 1.2)))
            if sign:
                ink = mixed(FAINT, "#ffffff", 0.55)
                marks += label(self._fonts, sign, x + 3, y + 3, wide - 6, high - 6, 8.0, 2.0, colour=ink).lines
        return Drawing(columns * wide, -(-many // columns) * high, tuple(marks))

    def _places(self, part: PartPicture, sheet: SheetPicture) -> Drawing | None:
        """A place for each member of a kind, with what is printed in it and room for what lies there."""
        state = self._subject.beginning
        if state is None:
            return None
        look, rows = self._subject.look, sheet.rows
        told = {name: self._told(sheet, name) for row in rows for name in row if name}
        words = self._subject.asked_by([*part.look.cell, *((part.look.tint,) if part.look.tint else ())])
        held = room_for(lying(self._subject, self._settings, self._fonts, sheet.kind, words=words))
        piece = max(held[0], DISC), max(held[1], DISC)
        lines = max((len(each) for each in told.values()), default=0)
        round_ = part.look.spaces == "circles"
        wide, high = max(CELL[0], piece[0] + 2 * AROUND), max(CELL[1], piece[1] + lines * TEXT + 2 * AROUND)
        columns, given = max(map(len, sheet.rows)), bool(part.look.rows)
        if columns * wide > self._room and columns * (DISC + AROUND) <= self._room:
            wide = max(self._room / columns, piece[0] + AROUND)
        if round_:
            wide = high = max(DISC + AROUND, *piece)
        if not given:
            columns = min(columns, max(1, int((self._room + 0.01) / wide)))
        marks: list[Mark] = []
        y = 0.0
        for row in rows:
            for first in range(0, len(row), columns):
                here = row[first : first + columns]
                shift = (columns - len(here)) * wide / 2 if len(row) <= columns else 0.0
                for at, name in enumerate(here):
                    if not name:
                        continue
                    tint = look.tinted(state, sheet, name, SPECTATOR, self._seat)
                    fill = self._signs.colour(tint) if self._mat.owned or look.tint_lasts(sheet) else ""
                    fill = fill or self._subject.colours.get(name, "")
                    said = told[name] or self._initials(tint)
                    marks += self._place(said, fill, shift + at * wide, y, wide, high, round_=round_)
                y += high
        return Drawing(columns * wide, y, tuple(marks))

    def _place(
        self, told: list[str], fill: str, x: float, y: float, wide: float, high: float, *, round_: bool
    ) -> Iterator[Mark]:
        light = mixed(fill, "#ffffff", 0.35) if fill else PAPER
        if round_:
            yield Disc(x + wide / 2, y + high / 2, wide / 2 - 0.5, light, EDGE, 0.3)
        else:
            yield Box(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, light, EDGE, 0.3, 1.5)
        texts = [Paragraph(each, colour=ink_on(light) if fill else INK, centred=True) for each in told]
        done = fitted(self._fonts, texts, wide - 2.4, len(told) * TEXT, 3.9, 1.2)
        top = y + 1.0 if not round_ else y + (high - done.height) / 2
        yield from (moved(each, x + 1.2, top) for each in done.lines)

    def _told(self, sheet: SheetPicture, name: str) -> list[str]:
        """What is printed in a place: its lines that never change, else its name."""
        assert self._subject.beginning is not None
        lines = self._subject.look.printed_in(self._subject.beginning, sheet, name, self._seat)
        told = [text for each in lines if (text := self._signs.told(each))]
        silent = not self._subject.ruleset.look.parts[sheet.name].titled  # type: ignore[index]
        return told or ([] if silent else [self._subject.called(name, sheet.kind)])

    def _initials(self, line: Line | None) -> list[str]:
        """The sign of what gives a place its colour, so that it is known without colours too."""
        found = [] if line is None else self._signs.members(line)
        return [self._signs.letters(*each) for each in found[:1]]

    # ------------------------------------------------------------ what lies there

    def _sign_of(self, piece: str) -> str:
        """The sign of a piece, by its name or that of its kind."""
        domains = self._subject.game.program.domains
        kind = next((each.name for each in domains if piece in (*each.names, *each.group_names)), piece)
        return self._signs.bare(piece, kind)

    def _size_of(self, piece: str) -> tuple[float, float]:
        """How large a piece is."""
        found = [each for each in self._pieces if piece in (each.name, each.kind)]
        sizes = [size_of(self._subject, self._fonts, each) for each in found]
        return (
            max((wide for wide, _ in sizes), default=DISC),
            max((high for _, high in sizes), default=DISC),
        )

    @cached_property
    def _pieces(self) -> list[Component]:
        """The pieces that the look names, without those of other players."""
        made = pieces(self._subject, self._settings, self._fonts)
        return list(
            printed(self._subject, self._fonts, (each for each in made if each.owner in ("", self._subject.seats[0])))
        )

    def _size_in_zone(self, zone: str) -> tuple[float, float]:
        """How large what lies in a zone is."""
        ruleset = self._subject.ruleset
        of = str(plain(ruleset.zones)[zone].of) if zone in ruleset.zones else ""
        made = of_kind(self._subject, of, plain(ruleset.kinds)[of]) if of in ruleset.kinds else ()
        found = largest(self._subject, self._settings, self._fonts, list(made))
        return found if zone in ruleset.zones else (DISC, DISC)
