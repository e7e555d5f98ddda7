"""The edges and the corners of a grid, which can be spaces of a board of their own: where they lie, what each is
called, and what touches what.

Places are told in sixths of the grid's steps, so that the middles of edges and the corners of squares and of hexes are
whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from pydantic import Field

from .fields import Flag, Name
from .grids import Coordinate, Grid
from .spanned import Spanned

SIXTHS = 6
"""So many parts has a step from a cell to its neighbour."""

Sort: TypeAlias = Literal["cells", "edges", "corners"]


BETWEEN = ("edges", "corners")
"""The keys of a board whose spaces are parts of another."""


class Between(Spanned):
    """The spaces between those of another board: `of` names it, `rim: false` leaves out those at its rim."""

    noun: ClassVar[str] = "the edges or corners of a board"
    short_key: ClassVar[str | None] = "of"

    of: Name = Field(description="The board, of squares or of hexes.")
    rim: Flag = Field(default=True, description="Whether those at the rim of the board are there, too.")


class Part(NamedTuple):
    """An edge or a corner: its name, its place in sixths, the first cell that has it, and on which side of that."""

    name: str
    at: Coordinate
    cell: int
    side: str


@dataclass(frozen=True, slots=True)
class Lattice:
    """The `edges` or the `corners` of a grid, as spaces that can be drawn. Of an edge `ends` says how far its two ends
    lie from its middle, by its side."""

    grid: Grid
    sort: Sort
    ends: dict[str, tuple[Coordinate, Coordinate]] = field(default_factory=dict)

    @classmethod
    def of(cls, grid: Grid, sort: Sort) -> Lattice:
        """That of a grid."""
        ends: dict[str, tuple[Coordinate, Coordinate]] = {}
        for side, way in grid.edges().items() if sort == "edges" else ():
            corners = sorted(grid.vertices().values(), key=lambda corner: _far(grid, _minus(corner, way)))
            ends[side] = _minus(corners[0], way), _minus(corners[1], way)
        return cls(grid, sort, ends)

    @property
    def sides(self) -> dict[str, Coordinate]:
        """Where they lie around a cell, clockwise from the north."""
        return self.grid.edges() if self.sort == "edges" else self.grid.vertices()

    @property
    def directed(self) -> bool:
        """Whether the directions of the grid lead to them."""
        return self.sort == "edges" or self.sides.keys() <= self.grid.directions().keys()

    def parts(self, cells: Sequence[tuple[str, Coordinate]]) -> list[Part]:
        """All that the cells have, each once, in the order of the cells and clockwise around each: called by the first
        cell that has it, and where it lies from that."""
        found: dict[Coordinate, Part] = {}
        for number, (name, at) in enumerate(cells):
            for side, way in self.sides.items():
                place = at[0] * SIXTHS + way[0], at[1] * SIXTHS + way[1]
                found.setdefault(place, Part(f"{name}_{side}", place, number, side))
        return list(found.values())

    def drawn(self, at: Coordinate, rows: str | None = None) -> tuple[float, float]:
        """Where one is drawn, in the units of the grid (see `Grid.drawn`)."""
        x, y = self.grid.drawn(at, rows)
        return x / SIXTHS, y / SIXTHS

    def ends_drawn(self, part: Part, rows: str | None = None) -> list[tuple[float, float]]:
        """Where the two ends of an edge are drawn; nothing of a corner."""
        return [self.drawn((part.at[0] + x, part.at[1] + y), rows) for x, y in self.ends.get(part.side, ())]


def whole(places: Sequence[Coordinate]) -> list[Coordinate]:
    """The places of cells, in sixths."""
    return [(x * SIXTHS, y * SIXTHS) for x, y in places]


def reach(grid: Grid, one: Sort, other: Sort) -> float:
    """How far the middles of two of these sorts lie apart that touch each other, in halves of a cell's height."""
    edge, corner = next(iter(grid.edges().values())), next(iter(grid.vertices().values()))
    if "cells" in (one, other):
        return _far(grid, edge if "edges" in (one, other) else corner)
    return min(_far(grid, _minus(each, edge)) for each in grid.vertices().values())


def touching(grid: Grid, one: Sequence[Coordinate], other: Sequence[Coordinate], far: float) -> list[tuple[int, ...]]:
    """For each of some places which of others lie so far from it, clockwise from the north as the board lies."""
    numbers = {at: number for number, at in enumerate(other)}
    offsets = {
        (x, y)
        for x in range(-2 * SIXTHS, 2 * SIXTHS + 1)
        for y in range(-2 * SIXTHS, 2 * SIXTHS + 1)
        if (x or y) and abs(_far(grid, (x, y)) - far) < 1e-6
    }
    ways = sorted(offsets, key=lambda way: round(_angle(grid, way), 6))
    return [tuple([numbers[place] for dx, dy in ways if (place := (x + dx, y + dy)) in numbers]) for x, y in one]


def _minus(one: Coordinate, other: Coordinate) -> Coordinate:
    return one[0] - other[0], one[1] - other[1]


def _measured(grid: Grid, way: Coordinate) -> tuple[float, float]:
    """A way in sixths as it is drawn, in halves of a cell's height: to the right and down."""
    x, y = grid.drawn(way)
    return x * grid.step[0] / SIXTHS, y * grid.step[1] / SIXTHS


def _far(grid: Grid, way: Coordinate) -> float:
    return math.hypot(*_measured(grid, way))


def _angle(grid: Grid, way: Coordinate) -> float:
    """Clockwise from the north."""
    x, y = _measured(grid, way)
    return math.atan2(x, -y) % math.tau
