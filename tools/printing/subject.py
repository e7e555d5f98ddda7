"""What a kit is made of: a ruleset in one language with its values, colours, signs, shapes and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from yupana.interpreter.game import SPECTATOR, Game, RuleFault, State
from yupana.interpreter.view.look import Look
from yupana.interpreter.view.printed import Face
from yupana.schemas.errors import UsageError
from yupana.schemas.icons import Icon
from yupana.schemas.ruleset import FieldDecl, Ruleset
from yupana.schemas.source import Code
from yupana.schemas.walk import parts

from ..book.maker import Maker, plain
from ..book.names import headed
from ..documents.colours import long_colour
from ..playing.appearance import colours_of, copied, icons_of, painted, shapes_of, suggested_shapes
from ..targets.games import option_values, player_count
from .numbers import BOUNDLESS, is_track

PALETTE = ("#7a5c3a", "#3f6f8f", "#5f7f3f", "#7a4f8a", "#a06a2a", "#8a4048", "#3f7f78", "#5a5f6a")
"""Colours of kinds that have none: dark enough to be the back of a card."""
BARE = "#fbf8f0"


@dataclass(frozen=True, slots=True)
class Reverse:
    """The back of cards: its colour, what is to be seen on it by name and kind, and its title."""

    colour: str
    icon: tuple[str, str] | None
    title: str


@dataclass
class Subject:
    """A ruleset without errors to be printed; `players` is for how many, None for as many as may play;
    `below` is the ruleset that is there on paper already."""

    maker: Maker
    game: Game
    players: int | None = None
    below: Subject | None = None

    @property
    def ruleset(self) -> Ruleset:
        """Its declarations."""
        return self.maker.ruleset

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.maker.texts.title or str(self.ruleset.ruleset.title)

    @property
    def lang(self) -> str:
        """The language of its words."""
        return self.maker.texts.lang or "en"

    def say(self, phrase: str, **values: str | int) -> str:
        """One of the phrases of a kit or a book."""
        return self.maker.say(phrase, **values)

    @cached_property
    def counts(self) -> range:
        """The numbers of players that the kit is for."""
        if self.players is None:
            return range(self.game.min_players, self.game.max_players + 1)
        number = player_count(self.game, self.players)
        return range(number, number + 1)

    @cached_property
    def seats(self) -> list[str]:
        """The names of all players."""
        names = self.game.program.domains[self.game.program.player_domain].names
        return [str(each) for each in names[: self.counts[-1]]]

    @cached_property
    def look(self) -> Look:
        """The ruleset's look, in the language of the kit."""
        return Look(self.maker.spoken())

    @cached_property
    def colours(self) -> dict[str, str]:
        """Colours by name, as `#rrggbb`."""
        found = colours_of(self.ruleset, self.game)
        return {name: long for name, colour in found.items() if (long := long_colour(colour))}

    @cached_property
    def signs(self) -> dict[str, str]:
        """Signs by name."""
        return copied(self.ruleset.signs, self.ruleset, self.game)

    @cached_property
    def shapes(self) -> dict[str, str]:
        """Shapes by name and by kind. What shows only its sign on a screen (`none`) is cut out of paper as usual."""
        said = {name: shape for name, shape in shapes_of(self.ruleset, self.game).items() if shape != "none"}
        return {**suggested_shapes(self.ruleset, self.game), **said}

    @cached_property
    def icons(self) -> dict[str, Icon]:
        """Icons by name and by kind; none where no library of icons is installed."""
        said = icons_of(self.look, self.ruleset, self.game)["of"]
        return {name: self.look.icons[icon] for name, icon in said.items()}

    @cached_property
    def faces(self) -> dict[str, dict[str, Face]]:
        """What the look says is printed on things, by kind and entry."""
        printed = self.look.printed
        return {kind: faces for kind, faces in printed.every().items() if kind in printed.said}

    def back(self, kind: str) -> Reverse:
        """What the look says of the backs of a kind; nothing is empty."""
        face = next(iter(self.faces.get(kind, {}).values()), None)
        if face is None or not (face.back.colour or face.back.icon):
            return Reverse("", None, "")
        said = face.back
        colour = self.colour(said.colour) or self.paint(kind)
        domains = self.game.program.domains
        of = next((str(each.name) for each in domains if said.icon in (*each.names, *each.group_names)), said.icon)
        known = said.icon in self.icons or said.icon in self.signs
        return Reverse(colour, (said.icon, of) if known else None, " ".join(said.title.split()))

    def colour(self, said: str) -> str:
        """The colour that a word of a look means: that of a thing by its name, or one of its own; empty for none."""
        return self.colours.get(said) or long_colour(painted(said))

    def shape(self, name: str, kind: str) -> str:
        """The shape of a thing."""
        return self.shapes.get(name) or self.shapes.get(kind) or "tile"

    def paint(self, kind: str) -> str:
        """The colour of a kind: its own, or one that few others have."""
        kinds = [str(each) for each in self.ruleset.kinds]
        return self.colours.get(kind) or PALETTE[kinds.index(kind) % len(PALETTE) if kind in kinds else 0]

    def stacked(self, kind: str) -> Subject:
        """Whose backs the cards of a kind have: those that lie in a stack together look alike from behind."""
        known = self.below is not None and any(str(each) == kind for each in self.below.ruleset.kinds)
        return self.below if known and self.below is not None else self

    def called(self, name: str, kind: str = "") -> str:
        """What players read for a name: what a name in brackets says, else the name."""
        return headed(self.maker.names.note(name, kind) or self.maker.names.of(name, kind))

    @cached_property
    def beginnings(self) -> dict[int, State]:
        """How the game begins, by the number of players, where one can be begun so."""
        found: dict[int, State] = {}
        for players in self.counts:
            with suppress(RuleFault, UsageError, ValueError):
                found[players] = self.game.start(players=players, seed=1)
        return found

    @cached_property
    def starts(self) -> list[State]:
        """All ways in which the game can begin: with each number of players, and with each value of an option."""
        found, players = list(self.beginnings.values()), self.counts[-1]
        for option in self.game.program.game_options:
            for value in option_values(self.game, option):
                with suppress(RuleFault, UsageError, ValueError):
                    found.append(self.game.start(players=players, seed=1, options={option.name: value}))
        return found

    @property
    def beginning(self) -> State | None:
        """How the game begins with most players; None when none can be begun so."""
        return self.beginnings.get(self.counts[-1])

    @cached_property
    def start(self) -> Mapping[str, Any]:
        """The fields at the beginning, as all see them: `Kind.field` by entity. Empty when no game can be begun so."""
        begun = self.beginning
        return {} if begun is None else begun.observation(SPECTATOR)["fields"]

    @cached_property
    def codes(self) -> frozenset[str]:
        """All code of the game, but for that of its examples."""
        inside = (each for path, each in parts(self.ruleset) if path[:1] != ("examples",))
        return frozenset(each.text for each in inside if isinstance(each, Code))

    @cached_property
    def shown(self) -> frozenset[str]:
        """The words in the lines of the look: fields among them matter to players."""
        look = self.ruleset.look
        lines = [*look.table, *look.player, *(each for board in look.boards.values() for each in board.cell)]
        lines += [each for sheet in look.sheets.values() for each in sheet.cell]
        of_parts = (each for part in look.parts.values() for each in (*part.cell, part.track, part.stock))
        lines += [each for each in of_parts if each is not None]
        return frozenset(_words(each.text for each in lines))

    @property
    def tells(self) -> bool:
        """Whether the look has lines or mats for what belongs to nobody."""
        look = self.ruleset.look
        return bool(look.table) or any(mat.each is None for mat in look.mats.values())

    @cached_property
    def shown_on_boards(self) -> frozenset[str]:
        """The words in the lines of spaces, and in the functions that they ask."""
        return self.asked_by(code for each in self.ruleset.look.boards.values() for code in each.cell)

    def asked_by(self, lines: Iterable[Code]) -> frozenset[str]:
        """The words in some lines, and in the functions that they ask."""
        functions = {str(name): decl for name, decl in self.ruleset.functions.items()}
        found, fresh = set[str](), _words(code.text for code in lines)
        while fresh:
            found |= fresh
            bodies = (functions[each].body for each in sorted(fresh) if each in functions)
            fresh = _words(each.text for each in bodies if each is not None) - found
        return frozenset(found)

    @cached_property
    def pieced(self) -> frozenset[str]:
        """The fields for which the look has pieces: they get no other markers and no track."""
        return frozenset(str(each) for piece in self.ruleset.look.pieces.values() for each in piece.stands_for)

    @cached_property
    def fields_of_pieces(self) -> dict[str, str]:
        """The fields of players and of the game that pieces stand for, each with the name of a piece."""
        pieces = self.ruleset.look.pieces.items()
        return {str(each).removeprefix("Player."): str(name) for name, piece in pieces for each in piece.stands_for}

    def _is_kept(self, name: str, kind: str, declared: FieldDecl) -> bool:
        """Whether something is laid for a field at all: it lasts, and no piece of the look stands for it."""
        return declared.per is None and not self.maker.is_hidden(name) and not {name, f"{kind}.{name}"} & self.pieced

    def is_laid(self, name: str, kind: str, declared: FieldDecl) -> bool:
        """Whether what a field of spaces holds is laid on the board: what is shown there, of all where nothing is."""
        if not self._is_kept(name, kind, declared):
            return False
        return name in self.shown_on_boards or not self.shown_on_boards

    def type_of(self, name: str, kind: str, declared: FieldDecl) -> str:
        """The type of a field: that of a number with its bounds, worked out; of one that goes far, but in play no
        further than the look says (`room`), with that bound, below nothing too if its own is there."""
        type_, most = declared.type.text.strip(), plain(self.ruleset.look.room).get(name)
        if not type_.startswith("int"):
            return type_
        domains = self.game.program.domains
        own = (each for each in self.game.program.fields if each.name == name)
        found = next((each for each in own if kind == ("" if each.domain < 0 else domains[each.domain].name)), None)
        bounded = "" if found is None else f"int {found.low}..{found.high}"
        least = -most if most and found is not None and -BOUNDLESS < found.low < 0 else 0
        return bounded if is_track(bounded) else f"int {least}..{most}" if most else type_

    def matters(self, name: str, kind: str, declared: FieldDecl, lines: object) -> bool:
        """Whether players keep a field on the table: what lasts, and is shown where the look has `lines` at all; else
        what something is said of. Of what does not last a number of the game's that is shown and goes not far."""
        if declared.per is not None:
            shown = bool(lines) and not kind and name in self.shown and not self.maker.is_hidden(name)
            return shown and is_track(self.type_of(name, kind, declared))
        if not self._is_kept(name, kind, declared):
            return False
        return name in self.shown if lines else declared.text is not None


def _words(texts: Iterable[str]) -> set[str]:
    return set("".join(each if each.isalnum() or each == "_" else " " for each in " ".join(texts)).split())
