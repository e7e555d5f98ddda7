"""The faces of tiles that are laid on a board, as large as a space of their board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from yupana.interpreter.view.look import FacePicture

from ..book.board import Spot
from ..book.maker import plain
from ..book.tiles import cells_of
from ..documents.drawing import Drawing, Shape
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
    middle = cell.width / 2, cell.height / 2
    inside = cells_of(face, subject.colours, PALETTE, middle, cell.height)
    marks = (replace(outline, stroke=""), *inside, replace(outline, fill="", stroke=CUT, thick=0.15))
    return Drawing(cell.width, cell.height, marks)
