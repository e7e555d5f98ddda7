"""How a state looks: the ruleset's `look` templates, evaluated for a viewer.

The templates are lowered, when first shown, into a program of their own with the functions they need. Nothing a viewer
may not see is shown: a `?` stands for a value for which something was read that is hidden from the viewer, a field or
what lies in a zone. So a line is the same in all positions that look alike to the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from functools import cached_property
from typing import Any, Literal, TypeAlias

from yupana.schemas.grids import Grid
from yupana.schemas.icons import Icon, read_icons
from yupana.schemas.look import LookBoard, LookMark, LookPart, LookSheet
from yupana.schemas.pictures import Picture, read_picture, too_many
from yupana.schemas.ruleset import BoardDecl, Ruleset
from yupana.schemas.source import Code
from yupana.schemas.tree import Word

from ..backends.registry import USUAL, modules
from ..check import values
from ..check.body import Body
from ..check.core import expression
from ..check.functions import check_value
from ..check.world import DomainInfo, World, named
from ..compiled import CheckedRuleset
from ..language import messages
from ..language.parse import parse_expression, parse_template
from ..language.types import INT, member
from ..machine.faults import LookFault, Trap
from ..machine.machine import Machine
from ..machine.speech import Sentence
from ..machine.state import State
from ..passes import PASSES, Pass
from ..program import ir
from ..program.facts import ProgramFacts
from ..program.reducing import reduced
from ..program.taint import with_taint
from ..typed.names import Named
from ..typed.nodes import Acting, Comprehension, Expr, Local, Zone, sound
from .board_looks import HEIGHT, SPACES, THING, check_board, colours_in, gives
from .faces import NOTHING as NOTHING
from .faces import FacePicture as FacePicture
from .faces import face_lines, face_of, mirrored, spots_line, tiles_on
from .lines import UNKNOWN, Line, Value, text_of
from .mats import MatPicture as MatPicture
from .mats import PartPicture as PartPicture
from .mats import amounts, mat_picture
from .pips import shows_dice
from .printed import Faces
from .recalled import Recalled
from .says import name_parameters, sentences
from .scores import guarded
from .taint import TrackedCells, Unseen
from .templates import Template, Templates, with_lines

Turn: TypeAlias = Callable[[float, float], tuple[float, float]]
"""How places are turned."""

FREE = "none"
"""In the rows of a sheet: a free place."""


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """A line between two spaces: `kind` and `number` say which link it is, `line` how it is drawn."""

    start: str
    end: str
    kind: str
    number: int
    line: Literal["solid", "dotted", "double"] = "dotted"


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board to be drawn. `spaces` are (name, x, y): those of a grid as its geometry lays them out, listed spaces
    (`grid` is None) by the look's `at`. `templates` is whether the look says what a space shows; `kind` is the spaces'
    kind; `boxes` is whether cells have edges (None: as the drawing decides). Of a board whose spaces are parts of
    another, `host` names that one, and `grid` is its geometry; `ends` are those of each edge, by name. Of a board on
    which tiles are laid, `face` is how many lines show their faces (see `faces`), which stand before all others. `look`
    is what the ruleset says of the board, or of its host; `marks` are the sound ones of its marks. A cell has so many
    `lines` at most."""

    name: str
    kind: str
    grid: Grid | None
    spaces: list[tuple[str, float, float]]
    links: list[LinkPicture]
    templates: bool
    width: int | None = None
    boxes: bool | None = None
    host: str = ""
    ends: Mapping[str, Sequence[tuple[float, float]]] = attribute(default_factory=dict)
    face: int = 0
    lines: int = 0
    look: LookBoard | None = None
    marks: Sequence[LookMark] = ()

    def turn(self, player: str, more: int = 0) -> Turn:
        """Where a place comes to lie when the side of a player is turned to who looks; all others see it as it lies.
        `more`: by how many the players are more than the fewest that can be."""
        seats = {} if self.look is None else {str(name): sides for name, sides in self.look.seats.items()}
        sides = seats.get(player) or ["bottom"]
        return TURNS[sides[min(more, len(sides) - 1)]]


TURNS: Mapping[str, Turn] = {
    "bottom": lambda x, y: (x, y), "top": lambda x, y: (-x, -y),
    "left": lambda x, y: (y, -x), "right": lambda x, y: (-y, x),
}  # fmt: skip
"""Where a place comes to lie by the side of the board that is turned to who looks."""


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """Cells in rows: the names of members of `kind`, and nothing where a place is free. `owned` is whether each player
    has a sheet of their own."""

    name: str
    kind: str
    rows: list[list[str]]
    owned: bool


class Look:
    """The look of one ruleset. Faulty templates are left out; `faults` has their diagnostics. Of a ruleset that is
    faulty itself nothing but the faults of its look can be had. What runs the templates goes through the `passes`."""

    def __init__(self, compiled: CheckedRuleset, passes: Sequence[Pass] = PASSES) -> None:
        self._compiled = compiled
        self._passes = passes
        self._world = compiled.checked.world.extended()
        self._ruleset = compiled.ruleset
        self._base = compiled.program
        self._lines = Templates()
        self._unseen = Unseen()
        self._last_marked: tuple[frozenset[int], list[int]] | None = None
        self._recalled: Recalled[Line | None] = Recalled()
        self.faults: list[Any] = []
        self.names: list[Named] = self._world.names
        self.sentences: dict[int, Sentence] = {}
        self.boards: list[BoardPicture] = []
        self.pictures: dict[str, Picture] = {}
        self._marks: dict[str, list[LookMark]] = {}
        self.icons: dict[str, Icon] = {}
        self._check()
        if self._base is None:
            return
        boards = self._ruleset.boards
        shown = {self._whole_of(name) for name in boards if name in self._ruleset.look.boards}
        if not shown and not self.sheets and not self.mats:
            shown = {str(name) for name in boards}
        parts = {name: [each for each in boards if each != name and self._whole_of(each) == name] for name in boards}
        self.boards = [
            self._picture(each) for name in boards if name in shown and not boards[name].between
            for each in (name, *parts[name])
        ]  # fmt: skip

    # ------------------------------------------------------------ preparing

    def _check(self) -> None:
        look, world = self._ruleset.look, self._world
        for name, board in look.boards.items():
            declared = self._ruleset.boards.get(name)
            if declared is None:
                world.error(messages.unknown_element("board", name, name.span, self._ruleset.boards))
                for code in board.cell:  # of their meaning nothing is known
                    parse_template(code, world.report)
            elif declared.kind in world.domain_of:
                self._board_templates(str(name), board)
        for name, declared in self._ruleset.boards.items():
            if name not in look.boards and declared.kind in world.domain_of:
                faces = self._faces(str(name), world.domains[world.domain_of[declared.kind]], None)
                if faces:
                    self._lines.cells[str(name)] = faces
        self.sheets = [
            sheet for name, each in look.sheets.items() if (sheet := self._sheet(name, each, each.each is not None))
        ]
        mats = [mat_picture(world, self._ruleset, name, each) for name, each in look.mats.items()]
        self.mats: list[MatPicture] = [mat for each in mats if each is not None for mat in (self._mat(each),)]
        self._lines.table = self._templates(look.table, None)
        self._lines.player = self._templates(look.player, world.domains[0], "me")
        self._check_names(look.glyphs, look.pieces)
        self._check_names(look.colours, {*world.domain_of, *look.pieces})
        self._check_names(look.pictures, self._ruleset.boards)
        self._check_names(look.shapes, world.domain_of)
        check_pieces(world, self._ruleset)
        if self._base is not None:
            made = self._compiled.tables.option_code
            self.sentences = sentences(world, self._ruleset, self._base, made, self._compiled.parts)
        else:
            name_parameters(world, self._ruleset)
        check_lain(world, self._ruleset)
        self._check_names(look.icons, {*world.domain_of, *look.pieces})
        self.icons, unknown = read_icons(look.icons.values())
        for each in unknown:
            world.error(each)
        self.printed = Faces(world, self._compiled, self._passes)
        self._read_pictures()
        self.faults = world.report.in_order()

    def _check_names(self, named: Iterable[Word], kinds: Collection[str] = ()) -> None:
        """Report colours, signs, shapes and pictures for what is not there, which may be a kind or a board."""
        world = self._world
        for name in named:
            known = name in world.entities or name in kinds
            if not known and not any(name in each.group_names for each in world.domains):
                world.error(messages.unknown_element("entity", name, name.span, [*world.entities, *kinds]))

    def _read_pictures(self) -> None:
        """Read the pictures; report those that cannot be shown."""
        size = pixels = 0
        for name, file in self._ruleset.look.pictures.items():
            found = read_picture(file, self._compiled.parts)
            if isinstance(found, Picture):
                size, pixels = size + len(found.data), pixels + found.pixels
                if (told := too_many(file, size, pixels)) is not None:
                    self._world.error(told)
                    return
                self.pictures[str(name)] = found
            else:
                self._world.error(found)

    def _board_templates(self, name: str, look: LookBoard) -> None:
        world, board = self._world, named(self._ruleset.boards, name)
        kind = world.domains[world.domain_of[board.kind]]
        self._lines.cells[name] = [*self._faces(str(name), kind, look), *self._templates(look.cell, kind)]
        check_board(world, look, kind, tiled=tiles_on(world, kind) is not None)
        self._positional(name, look, kind)
        for link, drawn in look.links.items():
            if link not in board.links:
                world.error(messages.unknown_element("link", link, link.span, board.links, f"`{name}`"))
            elif drawn.label is not None:
                ways = world.domains[world.domain_of[link]]
                self._lines.labels[str(link)] = self._templates([drawn.label], ways)

    def _positional(self, name: str, look: LookBoard, kind: DomainInfo) -> None:
        """What a look draws on a board by the position: grounds, heights, dots, marks, each as the line of a value."""
        lines = self._lines
        for code, into, wanted, holder in (
            (look.tint, lines.tints, THING, kind), (look.raised, lines.heights, HEIGHT, kind),
            (look.dots, lines.dots, SPACES, None),
        ):  # fmt: skip
            made = self._valued(code, kind, wanted, holder)
            if made is not None:
                into[name] = [made]
        marks = [(mark, self._valued(mark.of, kind, SPACES, None)) for mark in look.marks]
        self._marks[name] = [mark for mark, made in marks if made is not None]
        lines.marks[name] = [made for _, made in marks if made is not None]

    def _valued(
        self, code: Code | None, kind: DomainInfo, wanted: str, holder: DomainInfo | None, name: str = "it"
    ) -> Template | None:  # fmt: skip
        """The line that the value of an expression makes by itself; None where it is not what is wanted (reported)."""
        if code is None:
            return None
        if wanted == THING and colours_in(self._world, code):
            return self._template(Code(f"{{ {code.text} }}", code.span), holder, name)
        if not gives(self._world, code, kind, wanted, holder, owned=name == "owner"):
            return None
        return self._template(Code(f"{{ {code.text} }}", code.span), holder, name, self._world.extended())

    def _faces(self, name: str, kind: DomainInfo, look: LookBoard | None) -> list[Template]:
        """The lines that show the tiles which are laid in the spaces of a board, which are of a kind; where their parts
        have their middles is known apart."""
        tiles = tiles_on(self._world, kind)
        if tiles is None:
            return []
        part = None if look is None or not self._is_sound(look.part, tiles.part) else look.part
        apart = self._world.extended()  # nobody has written these lines: no name stands in them
        turned = look is not None and mirrored(tiles.grid, look.rows)
        spots = self._template(spots_line(apart, tiles, turned=turned), kind, "it", apart)
        self._lines.spots[name] = [] if spots is None else [spots]
        made = [self._template(each, kind, "it", apart) for each in face_lines(apart, tiles, part)]
        lines = [each for each in made if each is not None]
        return lines[::-1] if turned else lines

    def _is_sound(self, code: Code | None, holder: int) -> bool:
        """Whether code about `it` of a kind has no faults (reported)."""
        node = None if code is None else parse_expression(code, self._world.report)
        if code is None or node is None:
            return False
        body = Body(self._world, "look", "look", pure=True)
        body.parameter("it", member(holder), code.span)
        return sound(expression(body, node))

    def _mat(self, mat: MatPicture) -> MatPicture:
        """A mat with the templates of its parts, those left out that are about nothing that there is."""
        kept, seat = [], self._world.domains[0]
        for part in mat.parts:
            if part.sort == "of":
                sheet = self._sheet(Word(part.name), part.look, mat.owned)
                if sheet is None:
                    continue
                self.sheets.append(sheet)
            said = amounts(part.look, part.sort)
            if not all(gives(self._world, each, seat, HEIGHT, seat) for each in said):
                continue
            if said:
                text = Code("|".join(f"{{ {each.text} }}" for each in said), said[0].span)
                made = self._template(text, seat, "me", self._world.extended())
                self._lines.amounts[part.name] = [made] if made is not None else []
            kept.append(part)
        return replace(mat, parts=kept)

    def _sheet(self, name: Word, look: LookSheet | LookPart, owned: bool) -> SheetPicture | None:
        """A sheet with its templates; None if it is about nothing that there is."""
        world = self._world
        if isinstance(look, LookSheet) and look.each is not None and str(look.each) != world.domains[0].name:
            world.error(messages.unknown_element("owner", look.each, look.each.span, [world.domains[0].name]))
            return None
        assert look.of is not None
        if look.of not in world.domain_of:
            world.error(messages.unknown_type(look.of, look.of.span, world.domain_of))
            return None
        domain = world.domains[world.domain_of[look.of]]
        for row in look.rows:
            for each in row:
                if each != FREE and each not in domain.index:
                    world.error(messages.unknown_element("member", each, each.span, domain.names, domain.name))
        rows = [["" if each == FREE else str(each) for each in row] for row in look.rows]
        holder = "owner" if owned else "it"
        self._lines.sheets[str(name)] = self._templates(look.cell, domain, holder)
        tint = self._valued(look.tint, domain, THING, domain, holder) if isinstance(look, LookPart) else None
        self._lines.grounds[str(name)] = [tint] if tint is not None else []
        return SheetPicture(str(name), str(domain.name), rows or [[str(each) for each in domain.names]], owned)

    @cached_property
    def _whole(self) -> ir.Program | None:
        """The game with the templates, which are lowered when they are first asked for; None if there are none."""
        if self._base is None or not self._lines.every():
            return None
        return with_lines(self._base, self._compiled.tables.extended(), self._lines)

    @cached_property
    def _machine(self) -> Machine | None:
        """Runs the templates."""
        if self._whole is None:
            return None
        return Machine(reduced(self._whole, [line.function for line in self._lines.every()]), USUAL, self._passes)

    @cached_property
    def _touching(self) -> tuple[Machine, dict[int, int]] | None:
        """Where pieces have backs: runs functions that say of the templates what is read for them, and their numbers.
        What is read of a piece that is found by its place is more than its cells show."""
        if self._whole is None or not self._whole.backs:
            return None
        touches, beside = with_taint(self._whole, [line.function for line in self._lines.every() if line.hidden])
        return Machine(reduced(touches, list(beside.values())), USUAL, self._passes), beside

    @property
    def domains(self) -> Sequence[ir.Domain]:
        """What the numbers of domains in lines mean: those of the game, and behind them what only lines name."""
        program = self._whole or self._base
        return program.domains if program is not None else ()

    def module(self) -> tuple[bytes, dict[str, Any], bytes]:
        """The game as `Game.module` gives it, which works out the templates too: the module, and apart from it what its
        section says; by `look` which functions the templates are. Where they or the scores may touch something hidden,
        a second module says whether they do: by `taint` what `evaluator_parts` says of it, the functions `beside` (see
        `with_taint`) and which of them count (`scores`)."""
        assert self._base is not None
        whole = self._whole or self._base  # it says which functions the templates are
        data, about = modules().parts(whole, self._lines.plain())
        scores = guarded(self._base)
        lines = [line.function for line in self._lines.every() if line.hidden]
        if not lines and not scores:
            return data, about, b""
        touches, beside = with_taint(whole, [*lines, *scores])
        watches = list(beside.values())
        second, told = modules().evaluator_parts(reduced(touches, watches), watches)
        about["taint"] = {"evaluator": told, "beside": beside, "scores": sorted(scores)}
        return data, about, second

    @property
    def zones(self) -> dict[str, list[tuple[str, str, str]]]:
        """The zones that stand as they are, or sorted, in lines about the `table` and about a `player`: how the line
        begins, what stands before the zone, and its name. Of zones that players have, those of the player whom a line
        is about."""
        return {
            key: [
                (line.text.texts[0], before, str(zone.zone.name))
                for line in lines
                for before, value in zip(line.text.texts, line.text.values, strict=False)
                if (zone := _whole_zone(value)) is not None and (zone.holder is None or _is_me(zone.holder))
            ]
            for key, lines in (("table", self._lines.table), ("player", self._lines.player))
        }

    def _templates(self, codes: Sequence[Code], holder: DomainInfo | None, name: str = "it") -> list[Template]:
        lines = []
        for code in codes:
            line = self._template(code, holder, name)
            if line is not None:
                lines.append(line)
        return lines

    def _template(
        self, code: Code, holder: DomainInfo | None, name: str, world: World | None = None
    ) -> Template | None:
        world = self._world if world is None else world
        template = parse_template(code, world.report)
        if template is None:
            return None
        body = Body(world, "look", "look", pure=True)
        acting = body.parameter("it", member(holder.number if holder is not None else 0), code.span)
        body.parameter("viewer", member(0), code.span)
        if name == "owner":
            acting = body.parameter("owner", member(0), code.span)
        said = values.text(body, template)
        me = acting if name in ("me", "owner") else None
        if not sound(said):
            return None
        kinds = {str(each): number for each, number in world.domain_of.items()}
        return Template(said, tuple(body.params), me, shows_dice(said, map(str, self._ruleset.look.dice), kinds))

    # ------------------------------------------------------------ showing; a line that fails raises LookFault

    def cell(self, state: State, board: str, space: str, viewer: int) -> list[Line]:
        """The lines that stand in a space, as the viewer (a seat, or -1: who sees what all see) sees them."""
        lines = self._lines.cells.get(board)
        if not lines:
            return []
        names = self._kind(named(self._ruleset.boards, board)).names
        return self._shown(state, lines, names.index(space), viewer)

    def ground(self, state: State, board: BoardPicture, space: str, viewer: int) -> tuple[Line | None, Line | None]:
        """The thing whose colour a space has and how high it lies, as the viewer sees them; None where nothing is."""
        tints, heights = self._lines.tints.get(board.name), self._lines.heights.get(board.name)
        it = self._kind(board).names.index(space) if tints or heights else 0
        return self._one(state, tints or (), it, viewer), self._one(state, heights or (), it, viewer)

    def spots(self, state: State, board: BoardPicture, space: str, viewer: int) -> Line | None:
        """The parts of the tile in a space, each before so many ends of signs as the face has before its middle; None
        where no tile lies."""
        spots = self._lines.spots.get(board.name)
        return self._one(state, spots, self._kind(board).names.index(space), viewer) if spots else None

    def marked(self, state: State, board: BoardPicture, viewer: int) -> list[Line]:
        """The spaces of each of a board's marks, as the viewer sees them."""
        marks = self._lines.marks.get(board.name, ())
        return [self._one(state, [each], 0, viewer) or Line.of(()) for each in marks]

    def dotted(self, state: State, board: BoardPicture, viewer: int) -> Line | None:
        """The spaces of a board that have dots; None where there are none."""
        return self._one(state, self._lines.dots.get(board.name, ()), 0, viewer)

    def _kind(self, of: BoardPicture | BoardDecl | SheetPicture) -> ir.Domain:
        """The domain of the spaces of a board, or of the cells of a sheet."""
        assert self._base is not None
        return next(each for each in self._base.domains if each.name == of.kind)

    def face(self, kind: str, entry: str) -> FacePicture | None:
        """The face of the tiles of an entry; None for what is no tile."""
        return face_of(self._world, kind, entry)

    def rows(self, kind: str, entry: str) -> list[list[str]] | None:
        """What a square tile of an entry shows, row by row: names, and nothing where it shows nothing that has one;
        None for what is no such tile."""
        face = self.face(kind, entry)
        if face is None or not face.grid.crossed:
            return None
        shown = {at: each if isinstance(each, str) else "" for at, each in face.cells.items()}
        return [[str(shown.get(at, "")) for at in row] for row in type(face.grid).face(face.size)]

    def spaces(self, state: State, board: BoardPicture) -> set[str]:
        """The spaces of a board that are in the game."""
        domain = self._kind(board)
        return {domain.names[each] for each in domain.here(state.cells)}

    def label(self, state: State, link: LinkPicture, viewer: int) -> Line:
        """What stands in the middle of a link's line, as the viewer sees it."""
        shown = self._shown(state, self._lines.labels.get(link.kind, ()), link.number, viewer)
        return Line.of([part for line in shown for part in line.parts])

    def entry(self, state: State, sheet: SheetPicture, name: str, viewer: int, owner: int = 0) -> list[Line] | None:
        """The lines that stand in a cell of a sheet (of a seat, if each player has one), as the viewer sees them; None
        if the cell is not in the game."""
        return self._in_cell(state, self._lines.sheets[sheet.name], sheet, name, viewer, owner)

    @cached_property
    def _known(self) -> ProgramFacts | None:
        return None if self._whole is None else ProgramFacts(self._whole)

    def _lasting(self, lines: Sequence[Template]) -> list[Template]:
        """Those of the lines that ask nothing of the position."""
        facts = self._known
        return [] if facts is None else [each for each in lines if not facts.function(each.function).reads]

    def printed_in(self, state: State, sheet: SheetPicture, name: str, owner: int = 0) -> list[Line]:
        """The lines of a cell of a sheet that never change in a game, as on a board that is printed."""
        lines = self._lasting(self._lines.sheets[sheet.name])
        return self._in_cell(state, lines, sheet, name, -1, owner) or []

    def tint_lasts(self, sheet: SheetPicture) -> bool:
        """Whether the grounds of the cells of a sheet never change."""
        lines = self._lines.grounds.get(sheet.name, [])
        return len(self._lasting(lines)) == len(lines)

    def tinted(self, state: State, sheet: SheetPicture, name: str, viewer: int, owner: int = 0) -> Line | None:
        """The thing whose colour a cell of a sheet has, as the viewer sees it; None where nothing is."""
        lines = self._lines.grounds.get(sheet.name)
        found = self._in_cell(state, lines, sheet, name, viewer, owner) if lines else None
        return found[0] if found else None

    def _in_cell(
        self, state: State, lines: Sequence[Template], sheet: SheetPicture, name: str, viewer: int, owner: int
    ) -> list[Line] | None:
        """Lines about a cell of a sheet; None if the cell is not in the game."""
        domain = self._kind(sheet)
        number = domain.names.index(name)
        if number not in domain.here(state.cells):
            return None
        return self._shown(state, lines, number, viewer, *((owner,) if sheet.owned else ()))

    def amount(self, state: State, part: str, viewer: int, seat: int = 0) -> Line | None:
        """What a part of a mat shows of a player, as the viewer sees it: a number and, behind a bar, of how many; of a
        zone, how many places it has. None where it shows nothing."""
        return self._one(state, self._lines.amounts.get(part, ()), seat, viewer)

    @property
    def shows_the_table(self) -> bool:
        """Whether there are lines about the table, even if all come to nothing."""
        return self._machine is not None and bool(self._lines.table)

    def panel(self, state: State, seat: int | None, viewer: int) -> list[Line]:
        """The lines about a player (a seat), or about the table (None), as the viewer sees them."""
        lines = self._lines.table if seat is None else self._lines.player
        return self._shown(state, lines, seat or 0, viewer)

    def _one(self, state: State, lines: Sequence[Template], it: int, viewer: int) -> Line | None:
        """The first of the lines that does not come to nothing; None where there is none."""
        return next(iter(self._shown(state, lines, it, viewer)), None)

    def _shown(self, state: State, lines: Sequence[Template], it: int, viewer: int, *owner: int) -> list[Line]:
        """The lines whose expressions do not all come to nothing."""
        if self._machine is None:
            return []
        hidden = any(each.hidden for each in lines)
        unseen = self._unseen.of(state.game.machine, state.cells, viewer) if hidden else None
        answers, arguments = state.game.machine.printer.wording.answers, (it, max(viewer, 0), *owner)
        out = []
        for line in lines:
            marked = self._marked(state.cells, unseen) if line.hidden and unseen is not None else state.cells
            key = line.function, *arguments, answers
            if not self._recalled.is_worth(line.function):
                shown, _ = self._said(line, state.cells, marked, arguments, answers)
            elif (known := self._recalled.find(key, marked)) is not None:
                (shown,) = known
            else:
                tracked = TrackedCells(marked) if line.hidden else marked
                shown, read = self._said(line, TrackedCells(state.cells), tracked, arguments, answers)
                self._recalled.keep(key, marked, read, shown)
            if shown is not None:
                out.append(shown)
        return out

    def _said(
        self, line: Template, cells: ir.Cells, marked: ir.Cells, arguments: tuple[int, ...], answers: tuple[str, str]
    ) -> tuple[Line | None, set[int]]:  # fmt: skip
        """A line, None where all its expressions come to nothing; and which of the marked cells were read for it, where
        those are tracked. A line that may touch something hidden is tracked at least in its cells."""
        assert self._machine is not None
        size = self._size
        if line.hidden and self._touching is None and not isinstance(cells, TrackedCells):
            cells = TrackedCells(cells)
        try:
            *apart, (number, values) = self._values(cells, line.function, *arguments)
        except Trap as trap:
            raise self._fault(trap) from None
        text = self._machine.program.texts[number]
        printer, dice = self._machine.printer, line.dice
        shown = [
            Value(kind, each, text_of(printer, kind, each, answers), at in dice)
            for at, (kind, each) in enumerate(zip(text.types, values, strict=True))
        ]
        read: set[int] = set()
        if isinstance(cells, TrackedCells):
            read = set(cells.read).union(*cells.read_for)
        if line.hidden:
            read = {each + size if each >= size else each for each in read}
            if self._touching is None:
                assert isinstance(cells, TrackedCells)
                secret = [any(marked[size + each] for each in of if each < size) for of in cells.read_for]
                read |= {each + size for each in read if each < size}
            else:
                secret = self._touched(marked, line.function, *arguments)
                read |= marked.read if isinstance(marked, TrackedCells) else set()
            _hide(shown, [len(braces) for _, braces in apart], secret)
        if shown and not any(each.text for each in shown):  # words about nothing are left out
            return None, read
        parts = [each for pair in zip(shown, text.parts[1:], strict=True) for each in pair]
        return Line.of([text.parts[0], *parts]), read

    @cached_property
    def _size(self) -> int:
        """How many cells of a position can be hidden."""
        assert self._whole is not None
        return self._whole.layout.size

    def _marked(self, cells: ir.Cells, unseen: frozenset[int]) -> list[int]:
        """A position, and for each of its cells whether it is unseen; behind that, what else there is of it."""
        if (known := self._last_marked) is None or known[0] is not unseen:
            size = self._size
            first = [*cells[:size], *[0] * max(size - len(cells), 0)]
            known = self._last_marked = unseen, [*first, *[int(each in unseen) for each in range(size)], *cells[size:]]
        return known[1]

    def _touched(self, marked: ir.Cells, function: int, *arguments: int) -> list[bool]:
        """Of each pair of braces of a template, and of its line, whether anything unseen is read for it."""
        assert self._touching is not None
        machine, beside = self._touching
        told = machine.events_of(marked[:], beside[function], *arguments)
        return [bool(values[0]) for _, _, values in told]

    def _fault(self, trap: Trap) -> LookFault:
        """A line that fails, with its place."""
        places = self._machine.program.places if self._machine is not None else ()
        return LookFault(trap.message, places[trap.place] if 0 <= trap.place < len(places) else None)

    def _values(self, cells: Sequence[int], function: int, *arguments: int) -> list[tuple[int, tuple[Any, ...]]]:
        """The texts with their values that a template's function logs, the line last."""
        machine = self._machine
        assert machine is not None
        heard: list[Any] = []
        if isinstance(cells, TrackedCells):
            machine.call(cells, function, *arguments, sink=cells.hears(heard))
        else:
            heard = machine.events_of(list(cells), function, *arguments)
        return [(number, tuple(values)) for _, number, values in heard]

    # ------------------------------------------------------------ boards

    def _whole_of(self, name: str) -> str:
        """The board with which one is drawn: the one whose parts are its spaces, else itself."""
        between = named(self._ruleset.boards, name).between
        return str(name if between is None else between.of)

    def _has_boxes(self, name: str, grid: Grid | None, look: LookBoard | None) -> bool | None:
        """Whether cells have edges: as the look says, else on grids where a cell has more than one template."""
        if look is not None and look.boxes is not None:
            return look.boxes
        lines = self._lines.cells.get(name)
        return None if not lines or grid is None else len(lines) > 1

    def _picture(self, name: str) -> BoardPicture:
        decl = named(self._ruleset.boards, name)
        domain = self._world.domains[self._world.domain_of[decl.kind]]
        info = domain.board
        assert info is not None
        looks = self._ruleset.look.boards
        look = named(looks, name) if name in looks else None
        spaces: list[tuple[str, float, float]] = []
        rows = self._rows_of(name)
        for index, space in enumerate(domain.names):
            if info.plane is not None:
                x, y = info.plane.drawn(info.coordinates[index], rows)
            else:
                at = named(look.at, space) if look is not None and space in look.at else []
                x, y = (float(at[0]), float(at[1])) if len(at) == 2 else (0.0, 0.0)
                y = -y if look is not None and look.rows == "up" else y
            spaces.append((str(space), x, y))
        links: list[LinkPicture] = []
        counts: dict[str, int] = {}
        for kind, a, b in info.link_pairs:
            number = counts[kind] = counts.get(kind, -1) + 1
            if named(decl.links, kind).test is not None and (look is None or kind not in look.links):
                continue  # by a formula there are many
            line = named(look.links, kind).line if look is not None and kind in look.links else "dotted"
            if line == "none":
                continue
            links.append(LinkPicture(str(domain.names[a]), str(domain.names[b]), str(kind), number, line))
        tiles = tiles_on(self._world, domain)
        return BoardPicture(
            str(name),
            str(decl.kind),
            info.grid if info.lattice is None else info.lattice.grid,
            spaces,
            links,
            templates=bool(self._lines.cells.get(str(name))),
            width=look.width if look is not None else None,
            boxes=self._has_boxes(str(name), info.grid, look),
            host=self._whole_of(name) if info.lattice is not None else "",
            ends={each.name: info.lattice.ends_drawn(each, rows) for each in info.parts if info.lattice is not None},
            face=0 if tiles is None else tiles.size,
            lines=len(self._lines.cells.get(str(name), ())),
            look=looks.get(self._whole_of(name)),  # type: ignore[call-overload]
            marks=self._marks.get(str(name), ()),
        )

    def _rows_of(self, name: str) -> Literal["up", "down"] | None:
        """Which way the rows of a board go, if its look, or that of the board of which it is a part, says so."""
        look = self._ruleset.look.boards.get(self._whole_of(name))  # type: ignore[call-overload]
        return None if look is None else look.rows


def _whole_zone(code: Expr) -> Zone | None:
    """The zone of which code gives all pieces, perhaps in another order."""
    match code:
        case Zone():
            return code
        case Comprehension(word="sorted" | "list", clauses=[clause], element=Local()) if not clause.test:
            return clause.items if isinstance(clause.items, Zone) and not (clause.going or clause.until) else None
    return None


def _is_me(code: Expr) -> bool:
    return isinstance(code, Acting) and code.word == "me"


def _hide(shown: list[Value], braces: Sequence[int], secret: Sequence[bool]) -> None:
    """Make a `?` of each pair of braces that is secret, where it shows so many values."""
    at = 0
    for many, unknown in zip(braces, secret, strict=False):
        if unknown:  # the first value stands for all, and the others come to nothing
            shown[at] = Value(shown[at].kind, None, UNKNOWN, shown[at].dice)
            shown[at + 1 : at + many] = [Value(each.kind, (), "") for each in shown[at + 1 : at + many]]
        at += many


# The pieces of a look: every name in them is that of something, and every number is one.


def check_pieces(world: World, ruleset: Ruleset) -> None:
    """Report what the pieces of a look name and the ruleset has not."""
    fields = set(_fields(ruleset))
    grids = [board for board in ruleset.boards.values() if board.grid is not None]
    shapes = {str(each) for board in grids for each in (board.kind, *board.shapes)}
    for piece in ruleset.look.pieces.values():
        if piece.count is not None:
            check_value(world, "look", "look", piece.count, {}, INT)
        if piece.each is not None and str(piece.each) != world.domains[0].name:
            world.error(messages.unknown_element("owner", piece.each, piece.each.span, [world.domains[0].name]))
        if piece.covers is not None and str(piece.covers) not in shapes:
            world.error(messages.unknown_element("shape", piece.covers, piece.covers.span, sorted(shapes)))
        for name in piece.holds:
            if name not in world.entities and isinstance(name, Word):
                world.error(messages.unknown_element("entity", name, name.span, world.entities))
        for field in piece.stands_for:
            if str(field) not in fields and isinstance(field, Word):
                world.error(messages.unknown_element("field", field, field.span, sorted(fields)))


def check_lain(world: World, ruleset: Ruleset) -> None:
    """Report the zones, fields and dice of a look that the ruleset has not."""
    fields = set(_fields(ruleset))
    room = (name for name in ruleset.look.room if str(name) not in fields)
    for name in (*ruleset.look.zones, *room):
        if name not in ruleset.zones:
            world.error(messages.unknown_element("zone", name, name.span, ruleset.zones))
    for field in ruleset.look.dice:
        if str(field) not in fields and isinstance(field, Word):
            world.error(messages.unknown_element("field", field, field.span, sorted(fields)))


def _fields(ruleset: Ruleset) -> Iterator[str]:
    """The names of all fields, bare and with their kinds."""
    for kind, _, fields in ruleset.held:
        for name in fields:
            yield str(name)
            if kind:
                yield f"{kind}.{name}"
