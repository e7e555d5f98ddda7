"""What lies before players and on the mats of the table in a position: mats with what is on them, and what players
hold, drawn before and after an example; what has changed stands out."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from yupana.interpreter.game import SPECTATOR, LookFault, State
from yupana.interpreter.view.lines import Line
from yupana.interpreter.view.look import MatPicture, PartPicture, SheetPicture

from ..documents.colours import ink_on, long_colour, mixed
from ..documents.drawing import Box, Disc, Drawing, Mark, Text
from ..documents.model import Picture
from .drawing import PAPER, STRESS
from .held import INK, Held, laid, size_of_rows, width_of
from .maker import Maker, plain
from .positions import Positions

UNIT = 13.0
"""How wide a column of a mat is, and how high a row."""
HEAD, BAND, PAD, BETWEEN = 11.0, 17.0, 4.0, 4.0
"""The room for what a part is called and for whose a mat is, within a part, and between what lies below one another."""
ACROSS = 24
"""What lies on no mat is so many columns wide together."""
PIECE, LEAST = 20.0, 4.5
"""How wide a piece is at most, and how small letters are at least."""
WIDEST = 1.9
"""So many times as wide as high a place is at most."""
MANY = 8
"""Of more pieces than this, of which no mat has places, how many they are is said."""
_WORD = re.compile(r"[^\W\d]\w*")
EDGE, GROUND = "#9b917a", "#efe6d0"

Key: TypeAlias = tuple[int, str, str]
"""Whose a part is (a seat, or the table), the mat that it is on (none: what a player holds), and its name."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a mat or what lies beside it, at a place in columns and rows."""

    name: str
    sort: str
    at: tuple[int, int]
    size: tuple[int, int]
    zone: str = ""
    picture: PartPicture | None = None


class Mats:
    """Draws the mats of one ruleset and what players hold; what is secret as its owner sees it."""

    def __init__(self, maker: Maker, positions: Positions) -> None:
        self._maker, self._positions, self._look = maker, positions, positions.look

    # ------------------------------------------------------------ what there is

    def seen(self, state: State) -> dict[Key, str]:
        """What every part shows."""
        found: dict[Key, str] = {}
        for seat in (SPECTATOR, *range(len(state.names))):
            for mat, parts in self._parts(seat).items():
                for part in parts:
                    if seat != SPECTATOR or part.sort != "of":  # sheets of the table are drawn as boards are
                        found[seat, mat, part.name] = self._text(state, seat, part)
        return found

    def is_kept(self, key: Key) -> bool:
        """Whether it is on a mat and no zone, in which other pieces lie in each game."""
        part = next((each for each in self._parts(key[0]).get(key[1], ()) if each.name == key[2]), None)
        return bool(key[1]) and part is not None and part.sort != "zone"

    def _parts(self, seat: int) -> dict[str, list[_Part]]:
        """The parts of a player's mats, or those of the table, by the names of the mats; at last what a player
        holds."""
        found: dict[str, list[_Part]] = {}
        for mat in self._mats(seat != SPECTATOR):
            parts = [
                _Part(each.name, each.sort, each.at, each.size, str(each.look.zone or ""), each) for each in mat.parts
            ]
            found[mat.name] = parts
        if seat != SPECTATOR and self._held:
            found[""] = self._held
        return found

    def _mats(self, owned: bool) -> list[MatPicture]:
        return [each for each in self._look.mats if each.owned == owned and not self._maker.is_hidden(each.name)]

    @cached_property
    def _held(self) -> list[_Part]:
        """Sheets and zones of players that are on no mat."""
        on_mats = {part.name for mat in self._look.mats for part in mat.parts}
        looks = [part.look for mat in self._look.mats for part in mat.parts]
        zones = {str(each.zone) for each in looks if each.zone is not None}
        zones |= {word for each in looks if each.stock is not None for word in _WORD.findall(each.stock.text)}
        found, y = list[_Part](), 0
        for sheet in self._look.sheets:
            if sheet.owned and sheet.name not in on_mats:
                columns, rows = max(map(len, sheet.rows)), len(sheet.rows)
                found.append(_Part(sheet.name, "of", (0, y), (min(columns * 4, ACROSS), rows * 3 + 1)))
                y += found[-1].size[1]
        sheets = {each.name for each in found}
        whole = {zone for _, _, zone in self._look.zones["player"]}
        words = {word for code in self._maker.ruleset.look.player for word in _WORD.findall(code.text)}
        told = words - whole  # the look tells of them in its own way
        for name, zone in plain(self._maker.ruleset.zones).items():
            theirs = zone.each is not None and str(zone.each) == "Player"
            if theirs and name not in zones | sheets | told and not self._maker.is_hidden(name):
                found.append(_Part(name, "zone", (0, y), (ACROSS, 4), name))
                y += 4
        return found

    def _text(self, state: State, seat: int, part: _Part) -> str:
        if part.sort == "of":
            sheet = self._sheet(part.name)
            names = [each for row in sheet.rows for each in row if each]
            return "\n".join(f"{self._entry(state, sheet, each, seat)}" for each in names)
        if part.sort == "zone":
            lain = self._lain(state, seat, part.zone)
            return " ".join(sorted(lain)) if isinstance(lain, list) else ""
        if seat == SPECTATOR:
            return " ".join(self._amount(state, part.name, each) for each in range(len(state.names)))
        return self._amount(state, part.name, seat)

    def _sheet(self, name: str) -> SheetPicture:
        return next(each for each in self._look.sheets if each.name == name)

    def _entry(self, state: State, sheet: SheetPicture, name: str, seat: int) -> list[Line]:
        with suppress(LookFault):
            return self._look.entry(state, sheet, name, seat, max(seat, 0)) or []
        return []

    def _tint(self, state: State, sheet: SheetPicture, name: str, seat: int) -> str:
        with suppress(LookFault):
            return self._positions.paint(self._look.tinted(state, sheet, name, seat, max(seat, 0)))
        return ""

    def _amount(self, state: State, part: str, seat: int) -> str:
        with suppress(LookFault):
            return str(self._look.amount(state, part, seat, seat) or "")
        return ""

    def _lain(self, state: State, seat: int, zone: str) -> list[str] | int:
        """The pieces in a zone as whoever has it sees them; where they are face down, how many."""
        lain: Any = state.observation(seat)["zones"].get(zone, [])
        found = lain.get(state.names[seat], []) if isinstance(lain, dict) and seat != SPECTATOR else lain
        return found if isinstance(found, int) else [str(each) for each in found] if isinstance(found, list) else []

    # ------------------------------------------------------------ pictures

    def picture(
        self,
        state: State,
        seat: int,
        label: str,
        caption: str = "",
        stressed: Collection[Key] = (),
        only: Collection[Key] | None = None,
        since: State | None = None,
    ) -> Picture | None:
        """All mats of a player, or of the table, with what the player holds; `stressed` are the parts that stand out,
        places of sheets by themselves where they were otherwise in the position that was there before (`since`). With
        `only` these parts are drawn: of a player's mat all, if one of them is on it."""
        marks, y, wide = list[Mark](), 0.0, 0.0
        for mat, every in self._parts(seat).items():
            wanted = [each for each in every if only is None or (seat, mat, each.name) in only]
            if not wanted:
                continue
            parts = every if mat and seat != SPECTATOR else _shelved(wanted) if only is not None else wanted
            if not mat:
                parts = [each for each in parts if only is not None or self._text(state, seat, each)]
            if not parts:
                continue
            across, down = (max(each.at[n] + each.size[n] for each in parts) * UNIT for n in (0, 1))
            if mat or not marks:  # what a player holds lies below their mats
                marks += self._band(state, seat, mat, y, across)
                y += BAND
            for part in parts:
                out = (seat, mat, part.name) in stressed
                at = part.at[0] * UNIT, y + part.at[1] * UNIT
                marks += self._part(state, seat, part, at, since if out else None, stressed=out)
            y, wide = y + down + BETWEEN, max(wide, across)
        if not marks:
            return None
        title = caption or self._title(state, seat)
        return Picture.of(Drawing.within(-2, -2, wide + 2, y, marks), title, label, caption)

    def _title(self, state: State, seat: int, mat: str = "") -> str:
        names, say = self._maker.names, self._maker.say
        if seat == SPECTATOR:
            return names.heading(mat) if mat else say("kit_table")
        player = names.heading(state.names[seat], "Player")
        return f"{player}{say('colon')}{names.of(mat)}" if mat else player

    def _band(self, state: State, seat: int, mat: str, y: float, wide: float) -> Iterator[Mark]:
        """Whose a mat is."""
        colour = self._colour_of(state, seat) or GROUND
        title = self._title(state, seat, mat)
        size = _fit(title, 9.5, wide - 8)
        yield Box(0, y, wide, BAND - 3, colour, "", 0.0, 3.0)
        yield Text(5, y + (BAND - 3) / 2 + size * 0.36, title, size, ink_on(colour), bold=True)

    def _colour_of(self, state: State, seat: int) -> str:
        return "" if seat == SPECTATOR else long_colour(self._positions.colours.get(state.names[seat], ""))

    def _part(
        self, state: State, seat: int, part: _Part, at: tuple[float, float], since: State | None, *, stressed: bool
    ) -> Iterator[Mark]:
        (x, y), stressed = at, stressed and part.sort != "of"
        wide, high = part.size[0] * UNIT, part.size[1] * UNIT
        edge, thick = (STRESS, 2.2) if stressed else (EDGE, 0.6)
        yield Box(x + 1, y + 1, wide - 2, high - 2, GROUND, edge, thick, 3.0)
        head = 0.0
        if part.picture is None or part.sort != "of" or part.picture.look.titled:
            title, head = self._maker.names.heading(part.name), HEAD
            yield Text(x + PAD, y + 9.5, title, _fit(title, 7.5, wide - 2 * PAD), "#5c5646")
        room = x + PAD, y + head + 1.5, wide - 2 * PAD, high - head - 4.0
        match part.sort:
            case "of":
                yield from self._places(state, seat, part, room, since)
            case "zone":
                yield from self._cards(state, seat, part, room)
            case "track":
                yield from self._track(state, seat, part, room)
            case _:
                yield from self._stock(state, seat, part, room)

    # ------------------------------------------------------------ what is on a part

    def _places(self, state: State, seat: int, part: _Part, room: _Room, since: State | None) -> Iterator[Mark]:
        """The places of a sheet with what lies there."""
        sheet, (x, y, wide, high) = self._sheet(part.name), room
        columns, rows = max(map(len, sheet.rows)), len(sheet.rows)
        across, down = wide / columns, high / rows
        round_ = part.picture is not None and part.picture.look.spaces == "circles"
        for number, row in enumerate(sheet.rows):
            left = x + (columns - len(row)) * across / 2
            for at, name in enumerate(row):
                if not name:
                    continue
                lines = self._entry(state, sheet, name, seat)
                fill = self._tint(state, sheet, name, seat)
                middle = left + (at + 0.5) * across, y + (number + 0.5) * down
                fresh = since is not None and self._entry(since, sheet, name, seat) != lines
                edge, thick = (STRESS, 2.0) if fresh else (EDGE, 0.6)
                share, box = (0.7, (min(across, down),) * 2) if round_ else (0.88, (across, down))
                if round_:
                    yield Disc(*middle, min(across, down) / 2 - 1, fill or PAPER, edge, thick)
                else:
                    corner = middle[0] - across / 2 + 0.8, middle[1] - down / 2 + 0.8
                    yield Box(*corner, across - 1.6, down - 1.6, fill or PAPER, edge, thick, 2.0)
                held = _folded(self._positions.rows(lines, name, ""), box[0] * share, box[1] * share)
                yield from laid(held, *middle, box[0] * share, box[1] * share)

    def _cards(self, state: State, seat: int, part: _Part, room: _Room) -> Iterator[Mark]:
        """The pieces of a zone beside one another, with the places for those that are not there."""
        lain, kind = self._lain(state, seat, part.zone), str(plain(self._maker.ruleset.zones)[part.zone].of)
        if isinstance(lain, int):
            yield from self._words(f"× {lain}" if lain else "–", room, 10.0)
            return
        counted = {each: lain.count(each) for each in dict.fromkeys(lain)} if len(lain) > MANY else {}
        shown = list(counted.items()) or [(each, 1) for each in lain]
        places = self._amount(state, part.name, seat) if part.picture is not None else ""
        slots = max(len(shown), int(places) if places.strip().isdigit() and not counted else 0)
        if not slots:
            yield from self._words("–", room, 10.0)
            return
        for number, (left, top, across, down) in enumerate(_slots(slots, None, room, 1.5)):
            if number >= len(shown):
                yield Box(left, top, across, down, "", EDGE, 0.6, 2.0, (2.5, 2.0))
                continue
            name, many = shown[number]
            held = self._positions.piece(name, kind)
            fill = mixed(held.colour, "#ffffff", 0.3) if held.colour else PAPER
            yield Box(left, top, across, down, fill, "#6b6352", 0.8, 2.0)
            told = self._maker.names.note(name, kind) or self._maker.names.heading(name, kind)
            told = f"{many} × {told}" if many > 1 else told
            inside = left + 1.5, top + 1, across - 3, down - 2
            if held.icon is not None:
                bare = replace(held, shape="none")
                yield from laid([[bare]], left + across / 2, top + down * 0.34, across * 0.8, down * 0.5)
                inside = left + 1.5, top + down * 0.62, across - 3, down * 0.34
            if held.icon is None and held.sign and len(held.sign) <= 3 and many == 1:
                bare = Held(held.sign, held.colour, "none", icon=held.icon)
                yield from laid([[bare]], left + across / 2, top + down / 2, across * 0.8, down * 0.8)
            else:
                yield from self._words(told, inside, 8.0, ink_on(fill))

    def _track(self, state: State, seat: int, part: _Part, room: _Room) -> Iterator[Mark]:
        """The numbers of a track with the markers on it."""
        assert part.picture is not None
        look, first = part.picture.look, part.picture.look.first
        seats = [seat] if seat != SPECTATOR else range(len(state.names))
        amounts = [(each, self._amount(state, part.name, each).partition("|")) for each in seats]
        lasts = [int(last) for _, (_, _, last) in amounts if last.strip().lstrip("-").isdigit()]
        if not lasts:
            return
        steps = max(lasts) - first + 1
        lain: dict[int, list[Held]] = {}
        for each, (now, _, _) in amounts:
            if now.strip().lstrip("-").isdigit():
                held = self._marker(state, each, str(look.piece or ""))
                here = lain.setdefault((int(now) - first) % steps, [])
                here += [held] if held not in here else []
        for number, (left, top, across, down) in enumerate(_slots(steps, look.across, room, 0.6)):
            yield Box(left, top, across, down, PAPER, EDGE, 0.4, 1.5)
            if number in lain:
                yield from laid([lain[number]], left + across / 2, top + down / 2, across * 0.9, down * 0.9)
            else:
                yield from self._words(str(first + number), (left + 1, top, across - 2, down), 7.0, "#8a8475")

    def _marker(self, state: State, seat: int, piece: str) -> Held:
        """What lies on a track or in a stock: the piece that the look names, else one of the player."""
        positions = self._positions
        own = long_colour(positions.colours.get(piece, "")) or self._colour_of(state, seat)
        icon = positions.icons.get(piece)
        sign = positions.signs.get(piece, "") or ("" if piece else state.names[seat][:1].upper())
        return Held(
            sign, own or "#8a8475", "disc" if positions.shapes.get(piece, "disc") != "tile" else "box", icon=icon
        )

    def _stock(self, state: State, seat: int, part: _Part, room: _Room) -> Iterator[Mark]:
        """The pieces of a stock in their places, or how many they are."""
        assert part.picture is not None
        look = part.picture.look
        now, _, most = self._amount(state, part.name, seat if seat != SPECTATOR else 0).partition("|")
        now, most = now.strip(), most.strip()
        number = int(now) if now.isdigit() else None
        if number is None or look.piece is None:
            yield from self._words(now or "–", room, 13.0)
            return
        held = self._marker(state, seat if seat != SPECTATOR else 0, str(look.piece))
        places = int(most) if most.isdigit() else 0
        if max(number, places) > 2 * MANY or (not places and number > MANY) or not max(number, places):
            x, y, wide, high = room
            many = [replace(held, many=number)] if number > 1 else [held] if number else [Held("–")]
            yield from laid([many], x + wide / 2, y + high / 2, wide * 0.9, min(high, PIECE * 1.2))
            return
        for at, (left, top, across, down) in enumerate(_slots(max(number, places), look.across, room, 1.0)):
            side = min(across, down, PIECE)
            if at < number:
                yield from laid([[held]], left + across / 2, top + down / 2, side, side)
            else:
                yield Disc(left + across / 2, top + down / 2, side * 0.45, "", EDGE, 0.7)

    def _words(self, text: str, room: _Room, most: float, colour: str = INK) -> Iterator[Mark]:
        """A text in the middle of a room, on as many lines as let it be largest."""
        x, y, wide, high = room
        rows = max(_ways(text), key=lambda rows: min(most, *_sizes(rows, wide, high)))
        size = max(min(most, *_sizes(rows, wide, high)), LEAST)
        top = y + (high - len(rows) * size * 1.15) / 2
        for number, row in enumerate(rows):
            yield Text(x + wide / 2, top + (number + 0.85) * size * 1.15, row, size, colour, anchor="middle")


_Room: TypeAlias = tuple[float, float, float, float]


def _slots(many: int, across: int | None, room: _Room, gap: float) -> Iterator[_Room]:
    """So many places in a room, beside and below one another: so that each is as large and as square as can be."""
    x, y, wide, high = room
    columns = min(across or many, many)
    if across is None:
        columns = max(range(1, many + 1), key=lambda each: min(wide / each, 1.6 * high / math.ceil(many / each)))
    down = high / math.ceil(many / columns)
    step = min(wide / columns, down * WIDEST)
    for at in range(many):
        yield x + at % columns * step, y + at // columns * down, step - gap, down - gap


def _folded(rows: list[list[Held]], wide: float, high: float) -> list[list[Held]]:
    """Rows, broken into so many that what lies there is drawn as large as can be."""

    def in_parts(many: int) -> list[list[Held]]:
        steps = [(row, max(1, math.ceil(len(row) / many))) for row in rows]
        return [row[first : first + step] for row, step in steps for first in range(0, len(row), step)]

    def size(many: int) -> float:
        across, down = size_of_rows(in_parts(many))
        return min(wide / max(across, 1.0), high / max(down, 1.0), 1.0)

    return in_parts(max(range(1, 5), key=size)) if rows else rows


def _shelved(parts: Sequence[_Part]) -> list[_Part]:
    """Parts beside and below one another, wherever they are on their mat."""
    found, x, y, low = list[_Part](), 0, 0, 0
    for each in parts:
        if x and x + each.size[0] > ACROSS:
            x, y = 0, low
        found.append(replace(each, at=(x, y)))
        x, low = x + each.size[0], max(low, y + each.size[1])
    return found


def _fit(text: str, size: float, wide: float) -> float:
    return max(min(size, size * wide / max(width_of(text, size), 1.0)), LEAST)


def _ways(text: str) -> Iterator[list[str]]:
    """A text on one, two or three lines, each about as long as the others."""
    words = text.split()
    for many in range(1, min(len(words), 3) + 1):
        rows: list[str] = [""]
        for word in words:
            longer = f"{rows[-1]} {word}".strip()
            if rows[-1] and len(longer) > len(text) / many + 1 and len(rows) < many:
                rows.append(word)
            else:
                rows[-1] = longer
        yield rows
    if not words:
        yield [""]


def _sizes(rows: Sequence[str], wide: float, high: float) -> tuple[float, float]:
    return wide / max(max(width_of(each, 1.0) for each in rows), 0.1), high / len(rows) / 1.15
