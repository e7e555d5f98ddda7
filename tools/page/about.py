"""What never changes while a table stands: a ruleset as plain data for a page, in one language.

Nothing here depends on a position, so nothing of it can be secret: boards without pieces, names, texts, rules, and the
rulebook as chapters of blocks, as `yupana rulebook` makes them, with drawings as trees. No part of it is markup: a page
makes elements of what it knows and texts of all else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from xml.etree import ElementTree

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import Game
from yupana.interpreter.program.describing import described, domain_data
from yupana.interpreter.program.turning import turning_up
from yupana.interpreter.view.look import BoardPicture, Look, MatPicture, PartPicture
from yupana.interpreter.view.scores import Scores
from yupana.schemas.grids import Grid
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts

from ..book.make import make, make_maker
from ..book.maker import Maker
from ..book.meanings import Meanings
from ..book.names import Names, headed
from ..documents.model import to_json
from ..drawing.areas import Point
from ..drawing.maps import Map, map_of
from ..languages.catalogue import phrases, section
from ..languages.words import Words
from ..playing.appearance import colours_of, copied, icons_of, painted, shapes_of, zones_of
from .lines import Lines, is_text
from .printed import Printed

TILE = (44, 44)
"""The size of a square tile of which nothing is said, in millimetres."""

SHARED = (
    "wins", "team_wins", "share", "place_column", "nobody_wins", "draw", "win_together", "lose_together", "loses",
    "option_counts", "nothing", "variants", "options", "yes", "no",
)  # fmt: skip
"""The phrases of other tables that a page says too."""


_OF_SAVES = ("hash", "program", "elements", "chance")
"""What a program says of itself for saved games: nothing of it is drawn."""


_OF_MODULES = ("versions", "settings", "decisions", "fields", "backs", "faces")
"""What only who plays the game itself, as the module in an exported file does, must know of it."""

_DRAWN = {
    "domains": ("name", "sort", "names", "alike", "groups", "group_names", "piece_base"),
    "alternatives": ("name", "params", "final"),
    "families": ("name", "holder", "domain", "title"),
}
"""What a page that plays at a server must know of each of these."""


@dataclass
class Told:
    """A game in one language with what a page is told about it: `about` once, `view.view_of` of every position."""

    compiled: SoundRuleset
    game: Game
    texts: Texts
    language: str = "en"

    @cached_property
    def words(self) -> Words:
        """What Yupana itself says."""
        return Words(self.language)

    @cached_property
    def look(self) -> Look:
        """The ruleset's look."""
        return Look(self.compiled, self.game.passes)

    def is_listed(self, field: str) -> bool:
        """Whether a page lists a field, by its name in an observation, as the look says nothing of what has it."""
        return field.rpartition(".")[0] in self._listed

    @cached_property
    def _listed(self) -> set[str]:
        """The kinds of what the look says nothing of; "" for the game."""
        look, declared, program = self.look, self.compiled.ruleset.look, self.game.program
        found = {each.kind for each in look.boards if not each.templates}
        if not (declared.table or any(not each.owned for each in look.mats)):
            found.add("")
        if not (declared.player or any(each.owned for each in look.mats)):
            found.add(program.domains[program.player_domain].name)
        return found

    @cached_property
    def lines(self) -> Lines:
        """What turns lines of the look into data."""
        return Lines(self.look, self.words)

    @cached_property
    def scores(self) -> Scores:
        """The scores while the game is played."""
        return Scores(self.game)

    @cached_property
    def maker(self) -> Maker:
        """What the ruleset's texts are made with."""
        return make_maker(self.compiled, self.texts, Report())

    @cached_property
    def about(self) -> dict[str, Any]:
        """The ruleset as plain data for a page, in the language."""
        return _About(self).data()

    @cached_property
    def sent(self) -> dict[str, Any]:
        """What of it is sent to a page that plays at a server."""
        parts = {key: each for key, each in self.about.items() if key not in _OF_MODULES}
        drawn = {key: [{name: each[name] for name in names} for each in parts[key]] for key, names in _DRAWN.items()}
        return {**parts, **drawn, "words": _unsaid(self.about)}

    @cached_property
    def meanings(self) -> dict[str, Any]:
        """What is told of a thing or a rule when somebody asks about it: `elements` by their names and `rules` by their
        numbers."""
        return _About(self).meanings()

    @cached_property
    def shape(self) -> str:
        """The same for two rulesets (or languages) that a page is told the same about, but for their texts: whoever
        draws one can show a view of the other."""
        return _About(self).shape

    @cached_property
    def book(self) -> dict[str, Any]:
        """The rulebook; its maker is its own, for making a book leaves traces in it."""
        return rulebook_of(make_maker(self.compiled, self.texts, Report()))


class _About:
    def __init__(self, told: Told) -> None:
        self._told, self._ruleset = told, told.compiled.ruleset
        self._names = Names(told.compiled.ruleset, told.texts)

    @cached_property
    def _meanings(self) -> Meanings:
        told = self._told
        return Meanings(self._ruleset, told.game, told.texts, told.words, self._word)

    def data(self) -> dict[str, Any]:
        return {
            **self._drawn,
            "hash": self._told.game.program.hash,
            "versions": dict(self._told.game.program.versions),
            "shape": self.shape,
            "rules": [str(each) for each in self._ruleset.rulebook.rules],
            "words": self._words(),
        }

    def meanings(self) -> dict[str, Any]:
        return {"elements": {name: self._element(name) for name in self._elements()}, "rules": self._rules()}

    @property
    def shape(self) -> str:
        return hashlib.sha256(json.dumps(self._drawn).encode()).hexdigest()

    @cached_property
    def _drawn(self) -> dict[str, Any]:
        """All but the texts, which takes no time to make."""
        told, program = self._told, self._told.game.program
        names = {key: each for key, each in described(program).items() if key not in _OF_SAVES}
        final = turning_up(program)
        return {
            **names,
            "title": str(told.texts.title or told.game.title),
            "together": program.scoring.together,
            "designer": str(self._ruleset.ruleset.designer or ""),
            "language": told.language,
            "languages": ["en", *program.languages],
            "domains": [domain_data(each) for each in told.look.domains],
            "alternatives": [{**each, "final": number in final} for number, each in enumerate(names["alternatives"])],
            "fields": [{**each, "title": self._title(each["name"])} for each in names["fields"]],
            "families": [{**each, "title": self._title(each["name"])} for each in names["families"]],
            "look": self._look(),
            "phrases": phrases_of(told.words),
            "speech": told.game.machine.printer.speech.data([each.names for each in told.game.program.domains]),
        }

    def _title(self, name: str, kind: str = "") -> str:
        return self._names.heading(name, kind)

    # ------------------------------------------------------------ look

    def _look(self) -> dict[str, Any]:
        look, declared = self._told.look, self._ruleset.look
        numbers = {each.name: number for number, each in enumerate(look.domains)}
        return {
            "boards": [self._board(each, numbers[each.kind]) for each in look.boards],
            "sheets": [
                {
                    "name": each.name,
                    "title": self._title(each.name),
                    "kind": numbers[each.kind],
                    "rows": each.rows,
                    "owned": each.owned,
                    **({"laid": True} if each.name in declared.parts else {}),
                }
                for each in look.sheets
            ],
            "mats": [self._mat(each) for each in look.mats],
            "table": bool(declared.table),
            "player": bool(declared.player),
            "colours": self._colours,
            "glyphs": copied(self._ruleset.signs, self._ruleset, self._told.game),
            "shapes": shapes_of(self._ruleset, self._told.game),
            "zones": zones_of(look, self._told.game),
            "pictures": {name: each.url for name, each in look.pictures.items()},
            "icons": icons_of(look, self._ruleset, self._told.game),
            "faces": self._faces(),
            "lain": {str(name): str(layout) for name, layout in declared.zones.items()},
        }

    def _mat(self, mat: MatPicture) -> dict[str, Any]:
        return {
            "name": mat.name,
            "title": self._title(mat.name),
            "owned": mat.owned,
            "size": list(mat.size),
            "ground": self._painted(mat.look.ground),
            "parts": [self._part(each) for each in mat.parts],
        }

    def _part(self, part: PartPicture) -> dict[str, Any]:
        look = part.look
        said = {
            "spaces": look.spaces,
            "first": look.first if part.sort == "track" else None,
            "zone": None if look.zone is None else str(look.zone),
            "across": look.across,
            "piece": None if look.piece is None else self._piece(str(look.piece)),
        }
        title = self._title(part.name) if look.titled else ""
        placed = {"name": part.name, "title": title, "sort": part.sort, "at": list(part.at), "size": list(part.size)}
        return {**placed, **{key: each for key, each in said.items() if each is not None}}

    def _piece(self, name: str) -> dict[str, Any]:
        """A piece that no zone holds, by what it is called and how it looks."""
        pieces = {str(each): piece for each, piece in self._ruleset.look.pieces.items()}
        if name not in pieces:
            return {"name": name}
        piece = pieces[name]
        shape = piece.shape or ("disc" if piece.covers is None else "tile")
        return {"name": name, "shape": str(shape), **({"owned": True} if piece.each else {})}

    def _board(self, board: BoardPicture, kind: int) -> dict[str, Any]:
        around = map_of(board)
        return {
            "name": board.name,
            "title": self._title(board.name),
            "kind": kind,
            "grid": None if board.grid is None else _grid(board.grid),
            "spaces": list(_spaces(board, around)),
            "links": [
                {"start": each.start, "end": each.end, "kind": each.kind, "number": each.number, "line": each.line}
                for each in board.links
            ],
            "templates": board.templates,
            "boxes": board.boxes,
            "face": board.face,
            **({} if board.grid else {"lines": board.lines, "width": board.width or 0}),
            **({"host": board.host} if board.host else {}),
            **self._style(board, around),
        }

    def _style(self, board: BoardPicture, around: Map | None) -> dict[str, Any]:
        """How a board is drawn, as far as its look says, with colours as CSS."""
        look = board.look
        if look is None or board.host:
            return {}
        sides = {side: given for side in ("top", "bottom", "left", "right") if (given := getattr(look.sides, side))}
        regions = [
            {
                "of": [str(space) for space in each.of],
                "colour": self._painted(each.colour),
                "title": "" if each.title is None else each.title.text,
            }
            for each in look.regions.values()
        ]
        said = {
            "seats": {str(player): list(sides) for player, sides in look.seats.items()},
            "shown": look.spaces,
            "checks": [self._painted(each) for each in look.checks],
            "size": list(look.size) if len(look.size) == 2 else None if around is None else [around.unit, around.unit],
            "ground": self._painted(look.ground),
            "backdrop": []
            if around is None
            else [{"colour": self._painted(colour), "area": steps((0, 0), area)} for colour, area in around.backdrop],
            "sides": {side: self._painted(each) for side, each in sides.items()},
            "labels": look.labels,
            "regions": regions,
            "marks": [{"colour": self._painted(each.colour), "form": each.form} for each in board.marks],
        }
        return {key: each for key, each in said.items() if each}

    def _painted(self, colour: str | None) -> str:
        """A colour of a look as CSS, which may be that of something; empty for none."""
        return "" if colour is None else self._colours.get(str(colour)) or painted(str(colour))

    @cached_property
    def _colours(self) -> dict[str, str]:
        return colours_of(self._ruleset, self._told.game)

    def _faces(self) -> dict[str, dict[str, Any]]:
        """What is printed on things, by kind: the size and the back, and by entry the front."""
        told, ruleset = self._told, self._ruleset
        printed = Printed(told.look.printed, told.words, colours_of(ruleset, told.game))
        texts = {
            str(kind): {
                str(name): told.maker.filled(told.texts.text(f"kinds.{kind}.entries.{name}", str(entry.text)))
                for name, entry in decl.entries.items() if entry.text is not None
            }
            for kind, decl in ruleset.kinds.items()
        }  # fmt: skip
        faces = printed.faces(texts, self._title)
        for name, kind in ruleset.kinds.items():
            if kind.parts is not None:
                made = faces.setdefault(str(name), {"size": list(TILE), "said": True, "back": {}, "of": {}})
                for entry in map(str, kind.entries):
                    if (rows := self._told.look.rows(str(name), entry)) is not None:
                        made["of"].setdefault(entry, {})["parts"] = rows
        return faces

    # ------------------------------------------------------------ words

    def _elements(self) -> Iterable[str]:
        """Everything that something is said of; the texts of attributes speak for themselves."""
        said = self._meanings
        members = [name for name, kinds in said.members.items() if not all(is_text(each) for each in kinds)]
        return dict.fromkeys([*members, *said.elements, *said.glossary])

    def _element(self, name: str) -> dict[str, Any]:
        said, maker = self._meanings, self._told.maker
        kinds, known = [each for each in said.members.get(name, ()) if not is_text(each)], self._ruleset.rulebook.rules
        title = headed(self._word(name, kinds[0] if kinds else ""))
        lines = dict.fromkeys(maker.filled(each) for each in said.told(name))
        rules = said.cited(name)
        if kinds and name not in said.elements and not lines and not rules:
            kind = self._declared.get(kinds[0], kinds[0])  # a space of a grid, a link: as all of its kind
            lines = dict.fromkeys(maker.filled(each) for each in said.told(kind))
            rules = said.cited(kind)
        return {
            "title": title,
            "kinds": [each for each in said.kinds(name) if not is_text(each)],
            "lines": [each for each in lines if each.strip("()").casefold() != title.casefold()],
            "rules": [each for each in rules if each in known],
        }

    @cached_property
    def _declared(self) -> dict[str, str]:
        """What declares a kind that is not declared by itself: the board of spaces."""
        return {str(board.kind): str(name) for name, board in self._ruleset.boards.items()}

    @cached_property
    def _links(self) -> dict[str, tuple[str, str]]:
        """The spaces that each link joins."""
        domains = self._told.look.domains
        found: dict[str, tuple[str, str]] = {}
        for board in self._told.look.boards:
            for link in board.links:
                domain = next(each for each in domains if each.name == link.kind)
                found[domain.names[link.number]] = (link.start, link.end)
        return found

    def _word(self, name: str, kind: str = "") -> str:
        """A name as it is shown: a name in brackets says more than the name that the rules use; a link goes by what it
        joins, a truth by the page's word for it."""
        if name in ("true", "false"):
            return self._told.words.say("yes" if name == "true" else "no")
        if name in self._links:
            start, end = self._links[name]
            return f"{self._names.of(start)} – {self._names.of(end)}"
        return self._names.note(name, kind) or self._names.of(name, kind)

    def _rules(self) -> dict[str, Any]:
        maker, book = self._told.maker, self._ruleset.rulebook
        titles = {str(key): str(self._told.texts.section(key, str(title))) for key, title in book.sections.items()}
        return {
            str(name): {
                "title": titles.get(str(rule.section), str(rule.section)),
                "section": str(rule.section),
                "text": maker.rule_text(str(name)),
                "status": rule.status,
            }
            for name, rule in book.rules.items()
        }

    def _words(self) -> dict[str, str]:
        """Every name that a page may show, as people read it."""
        program = self._told.game.program
        found: dict[str, str] = {}
        for domain in self._told.look.domains:
            if is_text(domain.name):
                continue
            for name in (*domain.group_names, *domain.names):
                found.setdefault(name, self._word(name, domain.name))
            found.setdefault(domain.name, self._names.of(domain.name))
        for each in program.alternatives:
            for name in (each.name, *(param for param, _ in each.params)):
                found.setdefault(name, self._names.of(name))
        others = [
            *(each.name for each in program.fields),
            *(each.name for each in program.families),
            *(each.name for each in program.decisions),
            *(each.name for each in program.game_options),
            *(name for name, _ in program.scoring.items),
            *(each.name for each in self._told.look.boards),
            *(each.name for each in self._told.look.sheets),
            *(each.name for each in self._told.look.mats),
            *(part.name for each in self._told.look.mats for part in each.parts),
            *map(str, self._ruleset.look.pieces),
        ]
        for name in others:
            found.setdefault(name, self._names.of(name))
        return found


def _unsaid(about: Mapping[str, Any]) -> dict[str, str]:
    """The words that a page does not find by itself: in sentences, or else in the names (see `word` in `names.js`)."""
    said: dict[str, str] = {}
    for domain, words in zip(about["domains"], about["speech"]["words"], strict=False):
        for name, word in zip(domain["names"], words, strict=False):  # no words: the names stand for themselves
            said.setdefault(name, word)
    kinds = {each["name"] for each in about["domains"]}
    return {
        name: word for name, word in about["words"].items()
        if name in kinds or word != said.get(name, name.replace("_", " "))
    }  # fmt: skip


def phrases_of(words: Words) -> dict[str, str]:
    """What the page itself says, in a language."""
    return {**section(words.lang, "page"), **{key: phrases(words.lang)[key] for key in SHARED}}


def _spaces(board: BoardPicture, around: Map | None) -> Iterator[Mapping[str, Any]]:
    """Where each space stands, in units in which neighbours of a grid stand one apart; in the same units a cell of a
    grid has its outline, and an edge its two ends; on a map it stands where there is most room in its area."""
    outline = None if board.host else _outline(board.grid)
    for name, x, y in board.spaces:
        shape: dict[str, Any] = {} if outline is None else {"outline": outline}
        if around is not None:
            (x, y), size = around.rooms[name]
            shape["area"] = steps((x, y), around.areas[name])
            shape["room"] = [round(each, 1) for each in size]
        if board.ends.get(name):
            shape["ends"] = [[round(at, 6) for at in end] for end in board.ends[name]]
        yield {"name": name, "x": round(x, 6), "y": round(y, 6), **shape}


def steps(start: Point, outline: Iterable[Point]) -> list[int]:
    """An outline as the steps to its points, the first from `start`: across, down, and so on, in tenths. They are short
    and much alike, so that a map is sent fast."""
    found, here = list[int](), [round(each * 10) for each in start]
    for point in outline:
        there = [round(each * 10) for each in point]
        found += [to - at for at, to in zip(here, there, strict=True)]
        here = there
    return found


def _grid(grid: Grid) -> dict[str, Any]:
    """How cells lie: how high a row is, where a column is 1 wide, and whether columns cross rows at right angles."""
    across, down = grid.step
    return {"high": round(down / across, 6), "crossed": grid.crossed}


def _outline(grid: Grid | None) -> list[list[float]] | None:
    if grid is None:
        return None
    across, down = grid.step
    return [[round(x / across, 6), round(y / down, 6)] for x, y in grid.corners]


_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What a name may have in it and a drawing may not."""


def rulebook_of(maker: Maker) -> dict[str, Any]:
    """The book of a maker that makes nothing else, in its language: `contents` is the word for the list of chapters; a
    chapter has a `title`, `blocks` and `chapters`; a block says what it is (`block`, see `documents.model`). The `svg`
    of a picture is a tree: [tag, attributes, children], of which texts are children too."""
    made: dict[str, Any] = to_json(make(maker, played=False))
    return {"contents": made["contents"], "chapters": _drawn(made["chapters"])}


def _drawn(told: Any) -> Any:
    """The same with trees for drawings."""
    if isinstance(told, list):
        return [_drawn(each) for each in told]
    if isinstance(told, dict):
        return {key: _tree(each) if key == "svg" else _drawn(each) for key, each in told.items()}
    return told


def _tree(svg: str) -> list[Any]:
    """A drawing of ours as a tree."""
    return _node(ElementTree.fromstring(_NO_XML.sub("\ufffd", svg)))


def _node(element: ElementTree.Element) -> list[Any]:
    children: list[Any] = [element.text] if element.text else []
    for each in element:
        children += [_node(each), *([each.tail] if each.tail else [])]
    return [element.tag.rpartition("}")[2], dict(element.attrib), children]
