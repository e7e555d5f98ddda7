"""Tiles: what their faces show, as tables that say which part of a tile touches which of its sides.

A face is drawn with signs; the cells of one sign that hang together are a part. Each side of a tile has so many
*slots*, the cells of the face along it; slots are counted clockwise from the first side on, of a tile that is not
turned. Where two tiles lie side by side the slots of one meet those of the other in reverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from yupana.schemas.grids import Coordinate, Grid

if TYPE_CHECKING:
    from .declared import FieldInfo, ZoneInfo


@dataclass(slots=True)
class Face:
    """A face: what stands in each cell (the sign, None: nothing) and of which part it is, from 0."""

    signs: dict[Coordinate, str | None]
    parts: dict[Coordinate, int]
    part_signs: list[str]


def read_face(grid: type[Grid], text: str, blank: str) -> Face | None:
    """A face as it is drawn: its lines, or with `/` between them; None where it has not the form of one."""
    lines = [line for each in text.replace("/", "\n").splitlines() if (line := "".join(each.split()))]
    cells = grid.face(len(lines))
    if not cells or [len(line) for line in lines] != [len(row) for row in cells]:
        return None
    signs: dict[Coordinate, str | None] = {}
    for line, row in zip(lines, cells, strict=True):
        signs.update({at: None if sign == blank else sign for at, sign in zip(row, line, strict=True)})
    parts: dict[Coordinate, int] = {}
    found: list[str] = []
    ways = [(grid.face_step * x, grid.face_step * y) for x, y in (grid.compass[side] for side in grid.sides())]
    for first, sign in signs.items():
        if sign is None or first in parts:
            continue
        waiting = [first]
        parts[first] = len(found)
        while waiting:
            x, y = waiting.pop()
            for dx, dy in ways:
                near = x + dx, y + dy
                if signs.get(near) == sign and near not in parts:
                    parts[near] = len(found)
                    waiting.append(near)
        found.append(sign)
    return Face(signs, parts, found)


@dataclass(eq=False)
class TilesInfo:
    """A kind of tiles: the kinds of tiles, parts and spaces, by their numbers. `faces` says of each tile which part
    stands in each cell of its face, by the number of the part; of parts, `signs` says with which they are drawn, and
    `values` what they must have in common with others that they meet. The zone and the field are known when all are
    declared."""

    tile: int
    part: int
    spaces: int
    grid: Grid
    size: int
    faces: list[dict[Coordinate, int]] = field(default_factory=list)
    tile_of: list[int] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    values: Sequence[object] = ()
    zone: ZoneInfo | None = None
    turn: FieldInfo | None = None

    @cached_property
    def outlets(self) -> tuple[tuple[Coordinate, ...], ...]:
        """The cells of a face along each side, clockwise."""
        return type(self.grid).outlets(self.size)

    @cached_property
    def sides(self) -> int:
        """How many sides a tile has: how often it is turned until it lies as it lay."""
        return len(self.outlets)

    @cached_property
    def slots(self) -> int:
        """How many slots a side has."""
        return len(self.outlets[0])

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """The number of the direction across each side."""
        names = list(self.grid.directions())
        return tuple([names.index(name) for name in type(self.grid).sides()])

    @cached_property
    def around(self) -> list[tuple[int, ...]]:
        """The part at each slot of each tile, -1: none."""
        return [tuple([face.get(at, -1) for side in self.outlets for at in side]) for face in self.faces]

    def at(self, tile: int, turn: int) -> tuple[int, ...]:
        """The part at each slot of a tile that is turned so often; now the first slot is where it lies."""
        row, by = self.around[tile], (turn % self.sides) * self.slots
        return row[len(row) - by :] + row[: len(row) - by]

    def touched(self, part: int, turn: int) -> tuple[int, ...]:
        """The slots that a part touches, of its tile turned so often."""
        return tuple([slot for slot, each in enumerate(self.at(self.tile_of[part], turn)) if each == part])

    @cached_property
    def turned(self) -> list[int]:
        """The part at each slot, for each tile and turn, one after the other."""
        return [each for tile in range(len(self.faces)) for turn in range(self.sides) for each in self.at(tile, turn)]

    def sides_of(self, part: int, turn: int) -> tuple[int, ...]:
        """The sides that it touches."""
        return tuple(sorted({slot // self.slots for slot in self.touched(part, turn)}))

    @cached_property
    def meeting(self) -> tuple[int, ...]:
        """The slot of the tile beside that each slot meets."""
        half = self.sides // 2
        return tuple(
            [
                ((side + half) % self.sides) * self.slots + self.slots - 1 - slot
                for side in range(self.sides)
                for slot in range(self.slots)
            ]
        )

    @cached_property
    def edges(self) -> tuple[list[int], list[int]]:
        """For each tile, turn and side a number that says what stands along it, clockwise; and one that says what must
        stand along the side that it meets."""
        known: dict[tuple[object, ...], int] = {}
        own: list[int] = []
        wanted: list[int] = []
        for tile in range(len(self.faces)):
            for turn in range(self.sides):
                row = [None if each < 0 else self.values[each] for each in self.at(tile, turn)]
                for side in range(self.sides):
                    along = tuple(row[side * self.slots : (side + 1) * self.slots])
                    own.append(known.setdefault(along, len(known)))
                    wanted.append(known.setdefault(along[::-1], len(known)))
        return own, wanted

    def rotations(self, tile: int) -> int:
        """In how many ways a tile can be turned that look different."""
        look = {at: None if part < 0 else self.signs[part] for at, part in self.faces[tile].items()}
        turned = dict(look)
        for number in range(1, self.sides):
            turned = {self.grid.turned(at): value for at, value in turned.items()}
            if turned == look:
                return number
        return self.sides

    @cached_property
    def cells(self) -> list[Coordinate]:
        """The cells of a face, line by line."""
        return [at for row in type(self.grid).face(self.size) for at in row]

    @cached_property
    def drawn(self) -> list[int]:
        """The part in each cell, line by line, for each tile and turn, one after the other."""
        found: list[int] = []
        for face in self.faces:
            for _ in range(self.sides):
                found += [face.get(at, -1) for at in self.cells]
                face = {self.grid.turned(at): part for at, part in face.items()}
        return found

    @cached_property
    def middles(self) -> list[int]:
        """For each part and turn of its tile the number of the cell where a sign for all of it stands best: with most
        of the part around it, near the middle of it."""
        found: list[int] = []
        for part, tile in enumerate(self.tile_of):
            own = [at for at, each in self.faces[tile].items() if each == part]
            x, y = sum(at[0] for at in own), sum(at[1] for at in own)

            def rank(at: Coordinate, own: list[Coordinate] = own, x: int = x, y: int = y) -> tuple[int, int]:
                near = [sum(abs(a - b) for a, b in zip(at, each, strict=True)) for each in own]
                return sum(each > 2 * self.grid.face_step for each in near), (at[0] * len(own) - x) ** 2 + (
                    at[1] * len(own) - y
                ) ** 2

            best = min(own, key=rank)
            for _ in range(self.sides):
                found.append(self.cells.index(best))
                best = self.grid.turned(best)
        return found

    def beside(self, part: int) -> list[int]:
        """The parts of the same tile that a part lies beside, in order."""
        face = self.faces[self.tile_of[part]]
        grid = type(self.grid)
        step = grid.face_step
        found: set[int] = set()
        for (x, y), each in face.items():
            if each == part:
                found |= {
                    face.get((x + step * dx, y + step * dy), -1)
                    for dx, dy in [grid.compass[side] for side in grid.sides()]
                }
        return sorted(found - {part, -1})
