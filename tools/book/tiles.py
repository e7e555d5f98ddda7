"""The faces of tiles, drawn one beside the other, each with its name and how many there are of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
    every = {str(name): painted(str(colour)) for name, colour in maker.ruleset.look.colours.items()}
    colours = {name: colour for name, colour in every.items() if colour.startswith("#")}
    marks: list[Mark] = []
    number = 0
    for name, many in shown:
        face = look.face(kind, name)
        if face is None:
            return None
        x, y = number % ACROSS * (TILE + ROOM), number // ACROSS * (TILE + ROOM)
        marks += cells_of(face, colours, PALETTE, (x + TILE / 2, y + TILE / 2), TILE)
        for row, text in enumerate((maker.names.heading(name, kind), many)):
            size = min(9.5, 9.5 * (TILE + ROOM - 6) / max(width_of(text, 10.8), 1.0))
            marks.append(Text(x + TILE / 2, y + TILE + 11 + 11 * row, text, size, INK, row == 0, "middle"))
        number += 1
    if not marks:
        return None
    wide, high = min(number, ACROSS) * (TILE + ROOM), ((number - 1) // ACROSS + 1) * (TILE + ROOM)
    title = maker.names.several(kind)
    return Picture.of(Drawing.within(-ROOM / 2, -2, wide - ROOM / 2, high, marks), title, f"faces-{kind}")


def cells_of(
    face: FacePicture, colours: Mapping[str, str], others: Sequence[str], middle: tuple[float, float], high: float
) -> Iterator[Shape]:
    """The parts of a face around a middle, so high that all have room: in the colours of what they stand for, else each
    word in one of the others."""
    grid = face.grid
    unit = high / 2 / max(down for _, down in grid.corners) / face.size
    words = list(dict.fromkeys(face.cells.values()))
    for at, word in face.cells.items():
        column, row = grid.middle(at)
        x = middle[0] + column / grid.face_step * grid.step[0] * unit
        y = middle[1] + row / grid.face_step * grid.step[1] * unit
        points = tuple((x + dx * unit * 1.01, y + dy * unit * 1.01) for dx, dy in grid.corners)
        number = word if isinstance(word, int) else words.index(word)
        yield Shape(points, colours.get(str(word), "") or others[number % len(others)])
