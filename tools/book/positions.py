"""Boards as they stand in a position of a game: what the look shows in every space, drawn as the board is printed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from yupana.interpreter.game import SPECTATOR, Game, LookFault, State
from yupana.interpreter.view.lines import Line, Value
from yupana.interpreter.view.look import BoardPicture, Look, SheetPicture
from yupana.interpreter.view.scores import Scores
from yupana.schemas.icons import Icon

from ..documents.colours import long_colour
from ..documents.model import Picture
from ..languages.catalogue import section
from ..playing.appearance import colours_of, copied, icons_of, shapes_of
from .board import Plan, Spot, plan
from .drawing import draw
from .exhibits import Artwork
from .held import Held
from .maker import Maker, plain
from .names import headed
from .speech import wording_of

FEW, FEW_LISTED = 100, 8
"""A grid of at most so many cells is drawn whole, and a board or sheet of so many listed spaces."""
MOST_PIECES = 4
"""So many equal pieces are drawn one by one at most."""
_TALLY = re.compile(r"me\.(\w+)")
"""An item of the scoring that is a field of the player as it stands."""
_COLONS = " :："
"""What is left out where nothing follows."""
AROUND = 1.6
"""So far around what lies on a large grid its spaces are drawn too, in spaces."""


class Positions:
    """Draws the boards and sheets of one ruleset in one language."""

    def __init__(self, maker: Maker, artwork: Artwork | None = None) -> None:
        self._maker, self.compiled, self._artwork = maker, maker.spoken(), artwork
        self.look = Look(self.compiled)
        self._game = Game(self.compiled.program, maker.ruleset)

    def speak(self, state: State) -> None:
        """From now on this game tells what happens in the words of this book."""
        maker = self._maker
        machine = state.game.machine
        said = {
            "drawn": maker.say("told_drawn", what="{what}", source="{source}", zone="{zone}"),
            "rolled": maker.say("told_rolled", values="{values}"),
            "rolled_for": maker.say("told_rolled_for", why="{why}", values="{values}"),
        }
        machine.event_words = {**section(maker.words.lang, "log"), **said}
        machine.printer.wording = wording_of(self.compiled, maker.names, maker.words)

    def begin(self, players: int | None = None, seed: int = 1, options: Mapping[str, Any] | None = None) -> State:
        """A new game where the first player decides."""
        return self._game.start(players=players or self._game.min_players, seed=seed, options=options or {})

    # ------------------------------------------------------------ what is seen

    def seen(self, state: State) -> dict[str, dict[str, str]]:
        """What every board and shared sheet shows in each of its spaces, as texts."""
        found: dict[str, dict[str, str]] = {}
        for board in self.boards:
            found[board.name] = {name: _text_of(self._cell(state, board, name)) for name in self._here(state, board)}
        for sheet in self.sheets:
            found[sheet.name] = {name: _text_of(self._entry(state, sheet, name)) for name in _names(sheet)}
        return found

    @cached_property
    def boards(self) -> list[BoardPicture]:
        """The boards that are drawn, without those whose spaces are the lines of another."""
        return [each for each in self.look.boards if not each.host and not self._maker.is_hidden(each.name)]

    @cached_property
    def sheets(self) -> list[SheetPicture]:
        """The sheets that all players share."""
        return [each for each in self.look.sheets if not each.owned]

    def _here(self, state: State, board: BoardPicture) -> list[str]:
        here = self.look.spaces(state, board)
        return [name for name, _, _ in board.spaces if name in here]

    def _cell(self, state: State, board: BoardPicture, space: str) -> list[Line]:
        try:
            return self.look.cell(state, board.name, space, SPECTATOR)[board.face :]
        except LookFault:
            return []

    def _entry(self, state: State, sheet: SheetPicture, name: str) -> list[Line]:
        try:
            return self.look.entry(state, sheet, name, SPECTATOR) or []
        except LookFault:
            return []

    def told_of(self, state: State, seat: int, drawn: Collection[str] = ()) -> dict[str, str]:
        """What the look tells of a player, as the player sees it: the lines of the panel, by their numbers, and what
        parts of mats count, by what they are called; but for zones and parts that are drawn."""
        found: dict[str, str] = {}
        shown = {begin for begin, _, zone in self.look.zones["player"] if zone in drawn}
        try:
            for number, line in enumerate(self.look.panel(state, seat, seat)):
                if not shown or line.parts[0] not in shown:
                    found[str(number)] = self._words(line)
            for name, item in self._tallies.items():
                counted = self._scores.seen(state, SPECTATOR)[state.names[seat]].items[item]
                if counted is not None:
                    found[self._maker.names.heading(name)] = str(counted)
            for part in [part for mat in self.look.mats if mat.owned for part in mat.parts if part.name not in drawn]:
                amount = self.look.amount(state, part.name, seat, seat)
                if amount is not None:
                    found[self._maker.names.heading(part.name)] = str(amount).partition("|")[0].strip()
        except LookFault:
            pass
        return found

    @cached_property
    def _scores(self) -> Scores:
        return Scores(self._game)

    @cached_property
    def _tallies(self) -> dict[str, str]:
        """The fields of players that count as points as they stand, and the items of the scoring that say so."""
        items = plain(self._maker.ruleset.scoring.items)
        fields = {name: _TALLY.fullmatch(item.points.text.strip()) for name, item in items.items()}
        return {field[1]: name for name, field in fields.items() if field is not None}

    def _words(self, line: Line) -> str:
        """A line of the look as people read it."""
        lists = sum(not isinstance(part, str) and part.kind.many for part in line.parts)
        told = [
            part if isinstance(part, str) else self._maker.say("comma").join(self._listed(part, lists < 2))
            for part in line.parts
        ]
        return " ".join("".join(told).split()).rstrip(_COLONS)

    def _listed(self, part: Value, counted: bool) -> list[str]:
        """The names in a value; `counted`: of several alike how many there are. Lists beside one another, of which each
        name goes with one of the other, are told name by name."""
        if part.value is None:
            return ["?"]
        if part.kind.kind != "member" or "." in self.look.domains[part.kind.domain].name:
            return part.text.split(", ") if part.kind.many else [part.text] if part.text.strip() else []
        domain = self.look.domains[part.kind.domain]
        names = [self._maker.names.of(domain.names[each], domain.name) for each in _many(part) if each >= 0]
        if not counted:
            return names
        return [each if names.count(each) == 1 else f"{names.count(each)} × {each}" for each in dict.fromkeys(names)]

    # ------------------------------------------------------------ pictures

    def has_pieces(self, state: State, board: BoardPicture) -> bool:
        """Whether anything but words lies on a board."""
        drawn = self._board(state, board)
        held = [each for spot in drawn.spots for row in spot.held for each in row] if drawn is not None else []
        return any(each.shape != "none" or each.colour for each in held) or any(len(each.sign) == 1 for each in held)

    def picture(
        self,
        state: State,
        name: str,
        label: str,
        caption: str = "",
        stressed: Collection[str] = (),
        about: Collection[str] = (),
    ) -> Picture | None:
        """A board or sheet as it stands; `stressed` are the spaces that stand out. Of a large board only what is
        around `about` is drawn, where that is given, else around what lies there."""
        board = next((each for each in self.boards if each.name == name), None)
        drawn = self._board(state, board) if board is not None else self._sheet(state, name)
        if drawn is None or not drawn.spots:
            return None
        for spot in drawn.spots:
            spot.stressed = spot.name in stressed
        whole, drawn = drawn, _part(drawn, about, {each.name for each in drawn.spots if each.held})
        if not drawn.spots:
            return None
        if board is not None and drawn is whole:
            drawn = self._mapped(drawn, name)
        title = caption or self._maker.names.heading(name)
        return Picture.of(draw(drawn), title, label, caption)

    def _mapped(self, drawn: Plan, name: str) -> Plan:
        """A whole board with the areas of its spaces under them, if it is a map."""
        ground = self._artwork.board(drawn, name).ground if self._artwork is not None else None
        return replace(drawn, ground=ground) if ground is not None and ground.areas else drawn

    def _board(self, state: State, board: BoardPicture) -> Plan | None:
        maker = self._maker
        drawn = plan(maker.compiled, maker.ruleset, board.name, maker.figures, maker.names)
        here = set(self._here(state, board))
        decl = plain(maker.ruleset.boards)[board.name]
        hidden = {each.name for each in drawn.spots if maker.is_hidden(each.name, str(decl.kind))}
        drawn = drawn.without({each.name for each in drawn.spots if each.name not in here} | hidden)
        drawn = drawn.by_links()[0][1]
        if board.ends or not drawn.spots:
            return None
        bars = [bar for each in self.look.boards if each.host == board.name for bar in self._lines_on(state, each)]
        fresh = [self._spot(state, board, spot) for spot in drawn.spots]
        tinted = any(spot.fill != old.fill for spot, old in zip(fresh, drawn.spots, strict=True))
        marks = [] if drawn.grid is not None else drawn.marks  # what lies in a cell hides what is printed there
        return replace(drawn, spots=fresh, bars=bars, marks=marks, colours=[] if tinted else drawn.colours)

    def _lines_on(self, state: State, board: BoardPicture) -> Iterator[Sequence[tuple[float, float]]]:
        """The edges or corners of a board on which something lies."""
        for name, x, y in board.spaces:
            if any(each.strip() for each in self._cell(state, board, name)):
                yield board.ends.get(name) or [(x, y)]

    def _spot(self, state: State, board: BoardPicture, spot: Spot) -> Spot:
        """A space with what lies there, and the colour that its ground has then."""
        rows = self.rows(self._cell(state, board, spot.name), spot.name, spot.label)
        try:
            tint, _ = self.look.ground(state, board, spot.name, SPECTATOR)
        except LookFault:
            tint = None
        fill = self.paint(tint) or spot.fill
        rows = [[_on(each, fill) for each in row] for row in rows]
        return replace(spot, lines=[] if rows else spot.lines, held=rows, fill=fill)

    def paint(self, line: Line | None) -> str:
        """The colour that a line names, or that of the thing it names."""
        if line is None:
            return ""
        text = line.strip()
        return long_colour(text) or long_colour(self.colours.get(text, ""))

    def _sheet(self, state: State, name: str) -> Plan | None:
        sheet = next((each for each in self.sheets if each.name == name), None)
        if sheet is None:
            return None
        rows = [list(row) for row in sheet.rows]
        if len(rows) == 1 and len(rows[0]) > 8:
            rows = [rows[0][first : first + 8] for first in range(0, len(rows[0]), 8)]
        spots = []
        for y, row in enumerate(rows):
            for x, each in enumerate(row):
                if each:
                    label = headed(self._maker.names.of(each, sheet.kind))
                    held = self.rows(self._entry(state, sheet, each), each, label)
                    try:
                        tint = self.look.tinted(state, sheet, each, SPECTATOR)
                    except LookFault:
                        tint = None
                    spots.append(Spot(each, float(x), float(y), label, self.paint(tint), held=held))
        return Plan(None, spots, [])

    # ------------------------------------------------------------ what lies in a space

    @cached_property
    def colours(self) -> dict[str, str]:
        """Colours by name."""
        return colours_of(self._maker.ruleset, self._game)

    @cached_property
    def signs(self) -> dict[str, str]:
        """Signs by name."""
        return copied(self._maker.ruleset.signs, self._maker.ruleset, self._game)

    @cached_property
    def icons(self) -> dict[str, Icon]:
        """Icons by name."""
        found = icons_of(self.look, self._maker.ruleset, self._game)
        return {name: Icon(*found["drawn"][each]) for name, each in found["of"].items()}

    @cached_property
    def shapes(self) -> dict[str, str]:
        """Shapes by name and by kind."""
        return shapes_of(self._maker.ruleset, self._game)

    def rows(self, lines: Iterable[Line], space: str, label: str) -> list[list[Held]]:
        """The lines of a cell as rows; the name of the space itself is its label already."""
        rows = []
        for line in lines:
            row = [held for part in line.parts for held in self._parts(part, space)]
            row = [each for each in row if each.shape != "none" or each.sign.casefold() != label.casefold()]
            if row:
                rows.append(row)
        return rows

    def _parts(self, part: str | Value, space: str) -> Iterator[Held]:
        if isinstance(part, str):
            if part.strip():
                yield Held(part.strip())
            return
        if part.value is None:
            yield Held("?")
        elif part.kind.kind == "member" and "." not in self.look.domains[part.kind.domain].name:
            domain = self.look.domains[part.kind.domain]
            members = [domain.names[each] for each in _many(part) if each >= 0]
            for name in dict.fromkeys(members):
                if name == space and domain.sort == "space":
                    continue
                many = members.count(name)
                piece = self.piece(name, domain.name)
                few = piece.shape != "none" and many > MOST_PIECES
                yield from [replace(piece, many=many)] if few else [piece] * many
        elif part.text.strip():
            yield Held(part.text.strip())

    def piece(self, name: str, kind: str) -> Held:
        """A thing as a piece: in its colour, with its sign; without either it is a word."""
        colour, sign = long_colour(self.colours.get(name, "")), self.signs.get(name, "")
        icon = self.icons.get(name)
        if not colour:
            return Held(sign or self._maker.names.of(name, kind), icon=icon)
        shape = self.shapes.get(name) or self.shapes.get(kind) or "tile"
        if not sign and kind == self._game.program.domains[self._game.program.player_domain].name:
            sign = self._maker.names.heading(name, kind)[:1]
        return Held(sign, colour, "disc" if shape == "disc" else "box", icon=icon)


def _on(held: Held, ground: str) -> Held:
    """A piece on a ground: one that has its colour is seen by its sign alone."""
    if held.colour and held.colour == ground and held.shape == "box" and (held.icon is not None or held.sign):
        return replace(held, shape="none")
    return held


def _many(part: Value) -> Sequence[int]:
    return part.value if part.kind.many else (part.value,)


def _names(sheet: SheetPicture) -> list[str]:
    return [each for row in sheet.rows for each in row if each]


def _text_of(lines: Iterable[Line]) -> str:
    return "\n".join(lines)


def _part(drawn: Plan, about: Collection[str], held: Collection[str]) -> Plan:
    """Of a large board what is around some of its spaces; of a large grid, where none are given, around what lies
    there."""
    wanted = about or (held if drawn.grid is not None else ())
    if not wanted or len(drawn.spots) <= (FEW if drawn.grid is not None else FEW_LISTED):
        return drawn
    if drawn.grid is None:
        numbers = {number for number, each in enumerate(drawn.spots) if each.name in wanted}
        near = {end for edge in drawn.edges if {edge.a, edge.b} & numbers for end in (edge.a, edge.b)} | numbers
        return drawn.without({each.name for number, each in enumerate(drawn.spots) if number not in near})
    kept = [each for each in drawn.spots if each.name in wanted]
    left, right = min(each.x for each in kept) - AROUND, max(each.x for each in kept) + AROUND
    top, bottom = min(each.y for each in kept) - AROUND, max(each.y for each in kept) + AROUND
    inside = {each.name for each in drawn.spots if left <= each.x <= right and top <= each.y <= bottom}
    return drawn.without({each.name for each in drawn.spots} - inside)
