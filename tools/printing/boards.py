"""Boards to play on: grids with cells as large as pieces, listed spaces with room for them, and sheets of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from yupana.interpreter.view.look import SheetPicture
from yupana.schemas.ruleset import BoardDecl

from ..book.board import Holes, Plan, plan
from ..book.drawing import draw
from ..book.maker import plain
from ..documents.colours import mixed
from ..documents.drawing import Box, Drawing, Mark, Window, moved
from .components import Component, of_kind
from .drawings import on_paper
from .fitting import FAINT, INK, Paragraph, fitted, label
from .fonts import Fonts
from .grounds import grounded
from .keeping import sheets_on_mats
from .model import Piece, Sheet
from .paper import PrintSettings, fits
from .posters import poster, sheets_for, shrunk
from .rooms import Lying, fields_of, lying, room_for
from .subject import Subject

CELL, LARGEST_CELL, LEAST_CELL = 20.0, 32.0, 16.5
"""How wide a cell of a grid is, in millimetres: as the board fits on a sheet, up to the largest; else the first."""
UNIT = 0.36
"""How many millimetres a unit of a drawing of listed spaces is."""
ROOM = (60.0, 46.0)
"""The room for pieces in a listed space, in these units."""
SLACK = 6
"""So much more room there is than what lies there needs, in these units."""
CHEQUERS = ("#e6d6b4", "#fbf6e8")
BETWEEN = 8.0
"""The room between boards on one sheet, in millimetres."""
ENTRY = (26.0, 24.0)
"""How large a cell of a sheet is, in millimetres."""


@dataclass(frozen=True, slots=True)
class Board:
    """Something to lay pieces on: its name in the ruleset, what it is called, and its drawing in millimetres; `firm`:
    it is never made smaller to save paper, for its spaces are as large as what lies there."""

    name: str
    title: str
    drawing: Drawing
    firm: bool = False


def board_sheets(subject: Subject, settings: PrintSettings, fonts: Fonts, boards: Sequence[Board]) -> list[Sheet]:
    """The sheets of all boards; small ones lie together."""
    sheets: list[Sheet] = []
    for several in _on_sheets(settings, boards):
        each = several[0]
        drawn = (
            [_laid_together(settings, several)]
            if len(several) > 1
            else poster(
                settings,
                fonts,
                each.drawing,
                each.name,
                each.title,
                lambda number: subject.say("kit_glue", number=number),
                firm=each.firm,
            )
        )
        sheets += (
            drawn if settings.backs == "none" else [side for sheet in drawn for side in (sheet, empty(subject, sheet))]
        )
    return sheets


def _on_sheets(settings: PrintSettings, made: Sequence[Board]) -> list[list[Board]]:
    """Which boards lie on one sheet, one below the other: each on the first on which it has room still."""
    found: list[list[Board]] = []
    for each in made:
        fresh = _has_room(settings, [each])
        old = next((other for other in found if _has_room(settings, [*other, each])), None) if fresh else None
        if old is None:
            found.append([each])
        else:
            old.append(each)
    return found


def _has_room(settings: PrintSettings, made: Sequence[Board]) -> bool:
    size = _size_together(made)
    return fits(size, settings.room) or fits(size, settings.room[::-1])


def _size_together(made: Sequence[Board]) -> tuple[float, float]:
    """How large boards are, one below the other."""
    high = sum(each.drawing.height + BETWEEN for each in made) - BETWEEN
    return max(each.drawing.width for each in made), high


def _laid_together(settings: PrintSettings, made: Sequence[Board]) -> Sheet:
    """A sheet with several boards, upright if they have room so."""
    size = _size_together(made)
    paper = settings.paper if fits(size, settings.room) else settings.paper[::-1]
    sheet = Sheet(*paper, "boards", ", ".join(dict.fromkeys(each.title for each in made)))
    y = (paper[1] - size[1]) / 2
    for each in made:
        x = (paper[0] - each.drawing.width) / 2
        sheet.marks.append(Window(x, y, each.drawing.width, each.drawing.height, _moved(each.drawing, x, y)))
        sheet.pieces.append(Piece("board", each.name, x, y, each.drawing.width, each.drawing.height))
        y += each.drawing.height + BETWEEN
    return sheet


def _moved(drawing: Drawing, dx: float, dy: float) -> tuple[Mark, ...]:
    return tuple(moved(mark, dx, dy) for mark in drawing.marks)


def empty(subject: Subject, front: Sheet) -> Sheet:
    """The other side of a sheet on which nothing is."""
    return Sheet(front.width, front.height, front.part, subject.say("kit_behind"))


def boards(subject: Subject, settings: PrintSettings, fonts: Fonts) -> Iterator[Board]:
    """The boards and sheets that all players share; small sheets lie together."""
    on_mats = sheets_on_mats(subject)
    in_cells = {each.kind for each in subject.look.sheets if not each.owned}
    for name, declared in subject.ruleset.boards.items():
        if declared.between is not None:  # the lines of another board
            continue
        drawn = str(declared.kind) not in in_cells or name in subject.ruleset.look.boards
        if drawn and not subject.maker.is_hidden(str(name)):
            yield from _board(subject, settings, fonts, str(name))
    shared = [each for each in subject.look.sheets if not each.owned and each.name not in on_mats]
    shared = [each for each in shared if not subject.maker.is_hidden(each.name)]
    yield from together(settings.room, [sheet_of(subject, fonts, each) for each in shared])


def sheet_of(subject: Subject, fonts: Fonts, sheet: SheetPicture) -> Board:
    """A sheet of the look under its title."""
    title = subject.maker.names.heading(sheet.name)
    return Board(sheet.name, title, _titled(fonts, title, cells(subject, fonts, sheet)))


def together(room: tuple[float, float], made: Sequence[Board], between: float = BETWEEN) -> Iterator[Board]:
    """Boards one below the other, as many as fit on a sheet on which there is so much room."""
    wide, high = room
    now: Board | None = None
    for each in made:
        new = each.drawing
        if now is not None and fits((new.width, now.drawing.height + between + new.height), (wide, high)):
            old = now.drawing
            below = tuple(moved(mark, 0, old.height + between) for mark in new.marks)
            drawing = Drawing(max(old.width, new.width), old.height + between + new.height, (*old.marks, *below))
            now = Board(now.name, now.title, drawing, now.firm or each.firm)
            continue
        if now is not None:
            yield now
        now = each
    if now is not None:
        yield now


def _board(subject: Subject, settings: PrintSettings, fonts: Fonts, name: str) -> Iterator[Board]:
    title = subject.maker.names.heading(name)
    for part, drawing in _drawn(subject, settings, fonts, name):
        firm = _is_firm(subject, settings, fonts, name, part)
        yield Board(name, title, drawing.scaled(_scale(part, settings, drawing, firm=firm)), firm)


def _drawn(subject: Subject, settings: PrintSettings, fonts: Fonts, name: str) -> Iterator[tuple[Plan, Drawing]]:
    """The parts of a board, each with its drawing in its own units."""
    maker, declared = subject.maker, plain(subject.ruleset.boards)[name]
    whole, kind = plan(maker.compiled, subject.ruleset, name, maker.figures, maker.names), str(declared.kind)
    whole = whole.without({spot.name for spot in whole.spots if maker.is_hidden(spot.name, kind)})
    if not whole.spots:
        return
    whole = grounded(subject, fonts, whole, name)
    _chequer(whole, declared)
    for part in whole.by_links()[0][1].parts():
        rooms = [(0.0, 0.0)]
        if part.grid is None:
            rooms = [_room(subject, settings, fonts, name, upright=upright) for upright in (False, True)]
            holes = _holes(subject, settings, fonts, name)
            part = replace(part, spots=[replace(spot, holes=holes) for spot in part.spots])
        ways = [on_paper(draw(part, room), fonts) for room in dict.fromkeys(rooms)]
        yield part, min(ways, key=lambda each: sheets_for(settings, each, UNIT))


def _is_firm(subject: Subject, settings: PrintSettings, fonts: Fonts, name: str, part: Plan) -> bool:
    """Whether a board is never made smaller: what lies in its spaces would have no room, or could not be handled."""
    if part.grid is None:
        return _laid(subject, settings, fonts, name) is not None
    board = plain(subject.ruleset.boards)[name]
    covered = {str(each.covers) for each in subject.ruleset.look.pieces.values() if each.covers is not None}
    return bool(covered & {str(board.kind), *map(str, board.shapes)})


def grid_scale(subject: Subject, settings: PrintSettings, fonts: Fonts, name: str) -> float:
    """How many millimetres a unit of the drawing of a grid is on paper."""
    for part, drawing in _drawn(subject, settings, fonts, name):
        scale = _scale(part, settings, drawing)
        if _is_firm(subject, settings, fonts, name, part):
            return scale
        return scale * shrunk(settings, drawing.scaled(scale))
    return CELL / 27.0


def _laid(
    subject: Subject, settings: PrintSettings, fonts: Fonts, name: str, *, upright: bool = False
) -> tuple[float, float] | None:
    """How large what lies in the spaces of a board is, where that is more than there is room for anyhow."""
    kind = str(plain(subject.ruleset.boards)[name].kind)
    own = _in_holes(subject, settings, fonts, kind)
    others = [each for each in lying(subject, settings, fonts, kind, cards=False) if each not in own]
    found = room_for(others, upright=upright)
    return found if max(found) > (ROOM[1] - SLACK) * UNIT else None


def _in_holes(subject: Subject, settings: PrintSettings, fonts: Fonts, kind: str) -> list[Lying]:
    """What lies in round places of its own: so many pieces for which a field of a space stands."""
    found = lying(subject, settings, fonts, kind, cards=False)
    return [each for each in found if each.many > 1 and each.what in fields_of(subject, kind)]


def _holes(subject: Subject, settings: PrintSettings, fonts: Fonts, name: str) -> Holes | None:
    """The round places at the foot of the spaces of a board."""
    kind = str(plain(subject.ruleset.boards)[name].kind)
    for each in _in_holes(subject, settings, fonts, kind):
        title = subject.maker.names.heading(each.what, kind)
        return Holes(title, each.many, (max(each.size) + 1.5) / UNIT)
    return None


def _room(
    subject: Subject, settings: PrintSettings, fonts: Fonts, name: str, *, upright: bool
) -> tuple[float, float]:
    """The room in a listed space, in the units of a drawing: for what lies there."""
    wide, high = _laid(subject, settings, fonts, name, upright=upright) or (0.0, 0.0)
    return max(ROOM[0], wide / UNIT + SLACK), max(ROOM[1], high / UNIT + SLACK)


def _chequer(whole: Plan, declared: BoardDecl) -> None:
    """Squares of which diagonals matter alternate in colour, if nothing else colours them."""
    if declared.square is None or not declared.square.diagonal or any(each.fill for each in whole.spots):
        return
    left, bottom = min(each.x for each in whole.spots), max(each.y for each in whole.spots)
    for spot in whole.spots:  # the corner that the first player has at the left is dark
        spot.fill = CHEQUERS[round(spot.x - left + bottom - spot.y) % 2]


def _scale(part: Plan, settings: PrintSettings, drawing: Drawing, *, firm: bool = False) -> float:
    """How many millimetres a unit of a drawing is; of a `firm` one no fewer than it is to be."""
    rooms = (settings.room, settings.room[::-1])
    whole = max(min(wide / drawing.width, high / drawing.height) for wide, high in rooms)
    if part.grid is None:
        return UNIT if whole < UNIT * (1.0 if firm else 0.78) else min(whole, UNIT * 1.15)
    cell = 27.0 * part.grid.step[0]
    fitting = whole * cell
    return (min(fitting, LARGEST_CELL) if fitting >= LEAST_CELL else CELL) / cell


# ---------------------------------------------------------------- sheets of cells


def cells(subject: Subject, fonts: Fonts, sheet: SheetPicture) -> Drawing:
    """The cells of a sheet, with what is printed on each."""
    entries = _entries(subject, sheet.kind)
    wide, high = ENTRY
    marks: list[Mark] = []
    rows = _folded(sheet.rows)
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            if name:
                marks += _cell(subject, fonts, entries.get(name), name, sheet.kind, x * wide, y * high)
    return Drawing(max(map(len, rows)) * wide, len(rows) * high, tuple(marks))


def _folded(rows: list[list[str]]) -> list[list[str]]:
    """One long row as several."""
    if len(rows) != 1 or len(rows[0]) <= 6:
        return rows
    return [rows[0][first : first + 6] for first in range(0, len(rows[0]), 6)]


def _entries(subject: Subject, kind: str) -> dict[str, Component]:
    decl = plain(subject.ruleset.kinds).get(kind)
    if decl is not None:
        return {each.name: each for each in of_kind(subject, kind, decl)}
    board = next((name for name, each in plain(subject.ruleset.boards).items() if str(each.kind) == kind), None)
    if board is None:
        return {}
    maker = subject.maker
    spots = plan(maker.compiled, subject.ruleset, board, maker.figures, maker.names).spots
    return {
        each.name: Component("cell", kind, each.name, each.label, 1, each.fill, text="\n".join(each.lines))
        for each in spots
    }


def _cell(
    subject: Subject, fonts: Fonts, entry: Component | None, name: str, kind: str, x: float, y: float
) -> Iterator[Mark]:
    """A cell with its name and values at its top; below is room for a piece."""
    wide, high = ENTRY
    fill = mixed(entry.colour, "#ffffff", 0.6) if entry is not None and entry.colour else "#fdfcf8"
    yield Box(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, fill, "#9b917a", 0.3, 1.5)
    title = entry.title if entry is not None else subject.called(name, kind)
    yield from label(fonts, title, x + 1.5, y + 1, wide - 3, 4.2, 3.0, 1.0, bold=True, colour=INK).lines
    if entry is not None:
        told = [f"{word} {value}" for word, value in entry.facts] or [entry.text]
        texts = [Paragraph(each, colour=FAINT, centred=True) for each in told]
        done = fitted(fonts, texts, wide - 3, high * 0.4, 2.4, 1.0)
        yield from (moved(each, x + 1.5, y + 5.4) for each in done.lines)


def _titled(fonts: Fonts, title: str, drawing: Drawing) -> Drawing:
    """A drawing under its title."""
    done = label(fonts, title, 0, 0, max(drawing.width, 40), 8, 5, bold=True, centred=False)
    below = tuple(moved(each, 0, 9) for each in drawing.marks)
    return Drawing(max(drawing.width, 40), drawing.height + 9, (*done.lines, *below))
