"""The faces of tiles, drawn one beside the other, each with its name and how many there are of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from yupana.interpreter.view.look import FacePicture, Look

from ..documents.drawing import Drawing, Mark, Shape, Text
from ..documents.model import Picture
from ..playing.appearance import painted
from .board import PALETTE
from .held import INK, width_of
from .maker import Maker

ACROSS, TILE, ROOM = 6, 74.0, 34.0
"""So many tiles stand in a row, how large one is, and the room for its name below it and between two of them."""


def faces(maker: Maker, kind: str, shown: Sequence[tuple[str, str]]) -> Picture | None:
    """The faces of the tiles of a kind; `shown` are their names, each with how many there are. None where they have
    none."""
    look = Look(maker.compiled)
    marks: list[Mark] = []
    number = 0
    for name, many in shown:
        face = look.face(kind, name)
        if face is None:
            return None
        x, y = number % ACROSS * (TILE + ROOM), number // ACROSS * (TILE + ROOM)
        marks += _face(maker, face, x + TILE / 2, y + TILE / 2)
        for row, text in enumerate((maker.names.heading(name, kind), many)):
            size = min(9.5, 9.5 * (TILE + ROOM - 6) / max(width_of(text, 10.8), 1.0))
            marks.append(Text(x + TILE / 2, y + TILE + 11 + 11 * row, text, size, INK, row == 0, "middle"))
        number += 1
    if not marks:
        return None
    wide, high = min(number, ACROSS) * (TILE + ROOM), ((number - 1) // ACROSS + 1) * (TILE + ROOM)
    title = maker.names.several(kind)
    return Picture.of(Drawing.within(-ROOM / 2, -2, wide - ROOM / 2, high, marks), title, f"faces-{kind}")


def _face(maker: Maker, face: FacePicture, x: float, y: float) -> Iterator[Mark]:
    """A face around a middle."""
    grid = face.grid
    unit = TILE / 2 / max(height for _, height in grid.corners) / face.size
    words = list(dict.fromkeys(face.cells.values()))
    colours = {str(name): painted(str(colour)) for name, colour in maker.ruleset.look.colours.items()}
    for at, word in face.cells.items():
        column, row = grid.middle(at)
        left = x + column / grid.face_step * grid.step[0] * unit
        top = y + row / grid.face_step * grid.step[1] * unit
        points = tuple((left + dx * unit * 1.01, top + dy * unit * 1.01) for dx, dy in grid.corners)
        own = colours.get(str(word), "")
        yield Shape(points, own if own.startswith("#") else PALETTE[words.index(word) % len(PALETTE)])
