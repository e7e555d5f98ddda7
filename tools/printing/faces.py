"""The faces of tiles on paper: what their signs stand for, in its colours, as large as a space of their board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from yupana.interpreter.typed.tiles import TilesInfo
from yupana.schemas.ruleset import KindDecl

from ..book.board import Spot
from ..book.maker import plain
from ..documents.drawing import Drawing, Mark, Shape
from .components import Component
from .fonts import Fonts
from .layout import CUT
from .paper import PrintSettings
from .pieces import cells_of_board
from .subject import PALETTE, Subject

BARE = "#cfc8b6"
"""What is seen where a face shows nothing."""


def faced(subject: Subject, settings: PrintSettings, fonts: Fonts, made: Iterable[Component]) -> Iterator[Component]:
    """Pieces, of which tiles have their faces."""
    kinds = plain(subject.ruleset.kinds)
    for each in made:
        declared = kinds.get(each.kind)
        tiles = None if declared is None or declared.parts is None else _tiles(subject, each.kind)
        if declared is None or tiles is None:
            yield each
        else:
            yield replace(each, sort="tile", drawing=_face(subject, settings, fonts, declared, tiles, each))


def _tiles(subject: Subject, kind: str) -> TilesInfo | None:
    domains = subject.maker.compiled.checked.world.domains
    return next((each.tiles for each in domains if each.name == kind and each.tiles is not None), None)


def _face(
    subject: Subject, settings: PrintSettings, fonts: Fonts, kind: KindDecl, tiles: TilesInfo, tile: Component
) -> Drawing:
    domains = subject.maker.compiled.checked.world.domains
    spaces, own = domains[tiles.spaces], domains[tiles.tile]
    board = next(each for each in subject.ruleset.boards.values() if each.kind == spaces.name)
    name = next(str(each) for each, decl in subject.ruleset.boards.items() if decl is board)
    cell = cells_of_board(subject, settings, fonts, name, board, [Spot("", 0, 0, "", BARE)])
    outline = next(mark for mark in cell.marks if isinstance(mark, Shape))
    number = next(index for index in range(own.size) if own.entry_of(index) == tile.name)
    marks: list[Mark] = [replace(outline, stroke="")]
    grid, middle = tiles.grid, (cell.width / 2, cell.height / 2)
    unit = cell.height / max(y for _, y in grid.corners) / 2 / tiles.size
    for at, part in tiles.faces[number].items():
        if part < 0:
            continue
        column, row = grid.middle(at)
        x = middle[0] + column / grid.face_step * grid.step[0] * unit
        y = middle[1] + row / grid.face_step * grid.step[1] * unit
        points = tuple([(x + dx * unit * 1.01, y + dy * unit * 1.01) for dx, dy in grid.corners])
        marks.append(Shape(points, _fill(subject, kind, tiles, part)))
    return Drawing(cell.width, cell.height, (*marks, replace(outline, fill="", stroke=CUT, thick=0.15)))


def _fill(subject: Subject, kind: KindDecl, tiles: TilesInfo, part: int) -> str:
    """The colour of a part: that of what it is shown by, else one of its own."""
    assert kind.parts is not None
    world = subject.maker.compiled.checked.world
    attribute = world.domains[tiles.part].attributes[kind.parts.shown_by]
    value = world.tables[attribute.table][part]
    assert isinstance(value, int)
    called = attribute.type.kind == "member" and value >= 0
    word = str(world.domains[attribute.type.domain].names[value]) if called else ""
    return subject.colours.get(word, "") or PALETTE[value % len(PALETTE)]
