"""The faces of tiles that are laid on a board: what the signs of their parts stand for, in its colours, as large as a
space of their board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from yupana.interpreter.view.look import FacePicture

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
    """Pieces, of which tiles that are laid have their faces."""
    for each in made:
        face = subject.look.face(each.kind, each.name)
        if face is None:
            yield each
        else:
            yield replace(each, sort="tile", drawing=_drawn(subject, settings, fonts, face), front=None, other=None)


def _drawn(subject: Subject, settings: PrintSettings, fonts: Fonts, face: FacePicture) -> Drawing:
    board = plain(subject.ruleset.boards)[face.board]
    cell = cells_of_board(subject, settings, fonts, face.board, board, [Spot("", 0, 0, "", BARE)])
    outline = next(mark for mark in cell.marks if isinstance(mark, Shape))
    grid, middle = face.grid, (cell.width / 2, cell.height / 2)
    unit = cell.height / max(y for _, y in grid.corners) / 2 / face.size
    marks: list[Mark] = [replace(outline, stroke="")]
    words = list(dict.fromkeys(face.cells.values()))
    for at, word in face.cells.items():
        column, row = grid.middle(at)
        x = middle[0] + column / grid.face_step * grid.step[0] * unit
        y = middle[1] + row / grid.face_step * grid.step[1] * unit
        points = tuple([(x + dx * unit * 1.01, y + dy * unit * 1.01) for dx, dy in grid.corners])
        number = word if isinstance(word, int) else words.index(word)
        marks.append(Shape(points, subject.colours.get(str(word), "") or PALETTE[number % len(PALETTE)]))
    return Drawing(cell.width, cell.height, (*marks, replace(outline, fill="", stroke=CUT, thick=0.15)))
