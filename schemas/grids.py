"""The geometries of boards whose spaces lie in a grid: one model for each, with all that is to know of it.

A geometry says how its spaces are listed and named, which of them are neighbours, how a shape is turned, how a cell
looks, and where its edges and corners are. Everything else (tables of neighbours and distances, areas, pictures, the
terminal) asks these few questions. A new geometry is a model here, in `GRIDS`, and a key of `BoardDecl`.

Sizes may depend on what is chosen before a game. A board then has several forms: its spaces are those of all of them,
and of each it is told in which it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Mapping_
from typing import Annotated, ClassVar, Literal, NamedTuple, Protocol, TypeAlias

from pydantic import BaseModel, Field

from .element import one_of
from .fields import ONE_OF, ExpressionText, Flag, Number, fault
from .source import Code, Span
from .spanned import Spanned
from .table_names import column_name
from .tree import Mapping
from .walk import held, names

Coordinate: TypeAlias = tuple[int, int]

BLANK = "."
"""The sign of a cell of a face that belongs to no part."""
MOST_LINES = 15
"""A face has no more lines than this."""


class Sizes(Protocol):
    """Works out the code of sizes, in every form of the board; None where it has a fault, which has been told."""

    def number(self, code: Code) -> Sequence[int] | None:
        """A number of columns, rows or cells: at least 1."""

    def bounds(self, code: Code) -> Sequence[tuple[int, int]] | None:
        """The first and the last of a range `a..b`."""

    def where(self, code: Code, at: Mapping_[str, int], forms: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the forms in which a condition about the coordinates of a space holds."""


class Cell(NamedTuple):
    """A space of a grid: its name, its coordinates, what declares it, and in which forms of the board it is."""

    name: str
    at: Coordinate
    span: Span
    forms: tuple[int, ...]


class Grid(Spanned):
    """What all geometries share."""

    noun: ClassVar[str] = "a grid"
    word: ClassVar[str]
    """The key of a board that gives the geometry."""
    axes: ClassVar[tuple[str, str]]
    """The attributes of a space that hold its coordinates."""
    turns: ClassVar[int]
    """How many times a shape is turned until it lies as it lay."""
    corners: ClassVar[tuple[tuple[float, float], ...]]
    """The corners of a cell around its middle, in halves of its height."""
    face_step: ClassVar[int] = 1
    """How far apart the cells of a face are (see `face`)."""
    face_form: ClassVar[str]
    """How a face is drawn, for who has drawn something else."""
    step: ClassVar[tuple[float, float]]
    """How far apart columns and rows are, in the same measure."""
    crossed: ClassVar[bool]
    """Whether columns cross rows at right angles: then their names can stand at the edges, and cells be chequered."""
    meeting: ClassVar[int]
    """How many cells meet at a corner inside the board."""
    filled: ClassVar[float]
    """How much of a cell's width a line of text in it may take."""
    compass: ClassVar[dict[str, Coordinate]]
    """The directions clockwise, and the way from a space to the next in each, on a board whose first row is drawn on
    top. A name with `north` in it has a counterpart with `south`."""
    part_noun: ClassVar[str] = ""
    """What people call the parts of the declaration (see `parts`) that differ between two rulesets."""

    test: ExpressionText | None = Field(
        default=None, alias="if", description="Which cells there are: a condition about the coordinates of `it`."
    )
    bottom: Annotated[Literal["first", "last"], ONE_OF] = Field(
        default="last", description="Which row is at the bottom: the first or the last."
    )

    @classmethod
    def keys(cls) -> dict[str, bool]:  # noqa: D102
        found = super().keys()
        return {**{key: found.pop(key) for key in list(found) if key not in names(Grid).values()}, **found}

    def cells(self, sizes: Sizes) -> Iterator[Cell]:
        """The spaces in the order of their numbers; coordinates that come twice are the author's fault."""
        raise NotImplementedError

    def _kept(self, sizes: Sizes, at: Coordinate, forms: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the forms in which a cell of the figure is on the board."""
        if self.test is None or not forms:
            return forms
        return sizes.where(self.test, dict(zip(self.axes, at, strict=True)), forms)

    def steps(self) -> tuple[Coordinate, ...]:
        """The way from a space to each of its neighbours."""
        raise NotImplementedError

    def edges(self) -> dict[str, Coordinate]:
        """The way from the middle of a cell to that of each of its edges, in sixths of a step, clockwise by where they
        lie."""
        raise NotImplementedError

    def vertices(self) -> dict[str, Coordinate]:
        """The way from the middle of a cell to each of its corners, in the same way."""
        raise NotImplementedError

    @property
    def convex(self) -> bool:
        """Whether a shortest way between two spaces never leaves the board, whatever its form."""
        return self.test is None

    @property
    def upward(self) -> int:
        """Which way is up: what is added to the second coordinate on the way to the row that is drawn above."""
        return -1 if self.bottom == "last" else 1

    def directions(self) -> dict[str, Coordinate]:
        """The directions clockwise as the board is drawn, and the way from a space to the next in each."""
        if self.upward < 0:
            return self.compass
        return {name: self.compass[_upside_down(name)] for name in self.compass}

    def traits(self) -> dict[str, tuple[bool, ...]]:
        """What can be asked of a direction beside its name, for each in order."""
        return {}

    @staticmethod
    def turned(at: Coordinate) -> Coordinate:
        """A cell of a shape, seen from the anchor, when the shape is turned by one step."""
        raise NotImplementedError

    @classmethod
    def sides(cls) -> tuple[str, ...]:
        """The directions across the sides of a cell, clockwise."""
        return tuple(cls.compass)

    @classmethod
    def face(cls, size: int) -> tuple[tuple[Coordinate, ...], ...]:
        """The cells of a tile's face that is drawn with so many lines, line by line; empty where no face has so
        many."""
        raise NotImplementedError

    @classmethod
    def outlets(cls, size: int) -> tuple[tuple[Coordinate, ...], ...]:
        """The cells of such a face that touch each side, clockwise; what touches two sides alike touches none."""
        raise NotImplementedError

    @staticmethod
    def middle(at: Coordinate) -> tuple[float, float]:
        """Where a space is, in columns and rows of which the first is on top; halves of a column are allowed."""
        return float(at[0]), float(at[1])

    def drawn(self, at: Coordinate, rows: str | None = None) -> tuple[float, float]:
        """Where a space is drawn: as the board lies, or with its rows `up` or `down` as a look wants them."""
        x, y = self.middle(at)
        up = self.upward > 0 if rows is None else rows == "up"
        return x, -y if up else y

    def parts(self) -> Iterator[tuple[str, object]]:
        """What the declaration says, part by part: what people call it, and its value."""
        return ((each.name, value) for each, value in held(self) if value != each.info.default)


class HexRow(Spanned):
    """One row of a hex board: its `r`, and the range of its `q`."""

    noun: ClassVar[str] = "a row of a hex board"
    r: Number = Field(description="The axial coordinate r of the row.")
    q: ExpressionText = Field(description="The range of the axial coordinate q, such as `-1..8`.")


class Rhombus(Spanned):
    """A rhombus of hexes: one number where all its sides are equal."""

    noun: ClassVar[str] = "a rhombus"
    short_key: ClassVar[str | None] = "side"
    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("side", "columns")), frozenset(("side", "rows")))

    side: ExpressionText | None = Field(default=None, description="How many cells each side has.")
    columns: ExpressionText | None = Field(default=None, description="How many cells each row has.")
    rows: ExpressionText | None = Field(default=None, description="How many rows.")

    def examine(self, node: Mapping) -> None:  # noqa: D102
        if (self.side is None) != (self.columns is not None and self.rows is not None):
            hint = "for example `rhombus: 11`, or `rhombus: {columns: 9, rows: 11}`"
            raise fault("YUP210", "a rhombus has one `side`, or `columns` and `rows`", node.span, hint)


class HexGrid(Grid):
    """A board of hexes in axial coordinates (q, r), given row by row or as a figure; they are called a1, a2, … b1, by
    row. The middle of a hexagon is (0, 0), the first cell of a rhombus (1, 1)."""

    noun: ClassVar[str] = "a hex board"
    word: ClassVar[str] = "hex"
    axes: ClassVar[tuple[str, str]] = ("q", "r")
    turns: ClassVar[int] = 6
    corners: ClassVar[tuple[tuple[float, float], ...]] = tuple(
        (math.sin(math.pi * k / 3), -math.cos(math.pi * k / 3)) for k in range(6)
    )
    face_form: ClassVar[str] = "draw a hexagon of 3, 5, … 15 lines, the longest in the middle: `mm / rrr / mm`"
    step: ClassVar[tuple[float, float]] = (math.sqrt(3), 1.5)
    crossed: ClassVar[bool] = False
    meeting: ClassVar[int] = 3
    filled: ClassVar[float] = 0.86
    compass: ClassVar[dict[str, Coordinate]] = {
        "northeast": (1, -1), "east": (1, 0), "southeast": (0, 1),
        "southwest": (-1, 1), "west": (-1, 0), "northwest": (0, -1),
    }  # fmt: skip
    part_noun: ClassVar[str] = "row "

    exclusive: ClassVar[tuple[frozenset[str], ...]] = (frozenset(("rows", "hexagon", "rhombus", "triangle")),)

    rows: list[HexRow] = Field(default_factory=list, description="The rows one by one.")
    hexagon: ExpressionText | None = Field(default=None, description="A hexagon whose sides have so many cells.")
    rhombus: Rhombus | None = Field(
        default=None, description="A rhombus whose sides have so many cells, or with `columns` and `rows`."
    )
    triangle: ExpressionText | None = Field(
        default=None, description="A triangle whose sides have so many cells; its first row is one cell."
    )

    def examine(self, node: Mapping) -> None:  # noqa: D102
        one_of(node, "rows", "hexagon", "rhombus", "triangle")

    def cells(self, sizes: Sizes) -> Iterator[Cell]:  # noqa: D102
        letter = 0
        for r, span, ends in self._lines(sizes):
            low, high = min([each for each, _ in ends], default=0), max([each for _, each in ends], default=-1)
            row = []
            for q in range(low, high + 1):
                inside = tuple([form for form, (first, last) in enumerate(ends) if first <= q <= last])
                if forms := self._kept(sizes, (q, r), inside):
                    row.append((q, forms))
            for q, forms in row:
                yield Cell(f"{column_name(letter).lower()}{q - row[0][0] + 1}", (q, r), span, forms)
            letter += bool(row or self.test is None)

    def _lines(self, sizes: Sizes) -> Iterator[tuple[int, Span, Sequence[tuple[int, int]]]]:
        """The rows: r, what declares it, and in each form the first and the last q (none: the last is smaller)."""
        for row in self.rows:
            yield row.r, row.span, sizes.bounds(row.q) or ()
        if self.hexagon is not None:
            sides = sizes.number(self.hexagon) or ()
            for r in range(1 - max(sides, default=0), max(sides, default=0)):
                ends = [(1 - n - min(r, 0), n - 1 - max(r, 0)) if abs(r) < n else (0, -1) for n in sides]
                yield r, self.hexagon.span, ends
        if self.rhombus is not None:
            across, down = self.rhombus.columns or self.rhombus.side, self.rhombus.rows or self.rhombus.side
            assert across is not None
            assert down is not None
            columns = sizes.number(across)
            rows = columns if across is down else sizes.number(down)
            if columns is None or rows is None:
                return
            for r in range(1, max(rows) + 1):
                yield r, down.span, [(1, many if r <= high else 0) for many, high in zip(columns, rows, strict=True)]
        if self.triangle is not None:
            sides = sizes.number(self.triangle) or ()
            for r in range(1, max(sides, default=0) + 1):
                yield r, self.triangle.span, [(2 - r, 1) if r <= side else (0, -1) for side in sides]

    @property
    def convex(self) -> bool:  # noqa: D102
        return not self.rows and super().convex

    def steps(self) -> tuple[Coordinate, ...]:  # noqa: D102
        return (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)

    def edges(self) -> dict[str, Coordinate]:  # noqa: D102
        return {name: (3 * x, 3 * y) for name, (x, y) in self.directions().items()}

    def vertices(self) -> dict[str, Coordinate]:  # noqa: D102
        ways = list(self.directions().values())
        names = ("north", "northeast", "southeast", "south", "southwest", "northwest")
        beside = zip(names, (ways[-1], *ways), ways, strict=False)
        return {name: (2 * (a[0] + b[0]), 2 * (a[1] + b[1])) for name, a, b in beside}

    @staticmethod
    def turned(at: Coordinate) -> Coordinate:  # noqa: D102
        return -at[1], at[0] + at[1]

    @classmethod
    def face(cls, size: int) -> tuple[tuple[Coordinate, ...], ...]:  # noqa: D102
        far = size // 2  # a hexagon of small hexes, whose corners point to the sides of the tile
        if size % 2 == 0 or not 3 <= size <= MOST_LINES:
            return ()
        return tuple(
            [tuple([(q, r) for q in range(-far - min(r, 0), far - max(r, 0) + 1)]) for r in range(-far, far + 1)]
        )

    @classmethod
    def outlets(cls, size: int) -> tuple[tuple[Coordinate, ...], ...]:  # noqa: D102
        far = size // 2
        ways = list(cls.compass.values())
        found = []
        for number, (q, r) in enumerate(ways):
            before, after = ways[(number - 2) % 6], ways[(number + 2) % 6]
            half = range((far - 1) // 2, 0, -1)
            corner = q * far, r * far
            found.append(
                (
                    *[(corner[0] + n * before[0], corner[1] + n * before[1]) for n in half],
                    corner,
                    *[(corner[0] + n * after[0], corner[1] + n * after[1]) for n in reversed(half)],
                )
            )
        return tuple(found)

    @staticmethod
    def middle(at: Coordinate) -> tuple[float, float]:  # noqa: D102
        return at[0] + at[1] / 2, float(at[1])

    def parts(self) -> Iterator[tuple[str, object]]:  # noqa: D102
        for row in self.rows:
            yield str(row.r), row.q
        for each in super().parts():
            if each[0] != "rows":
                yield each


class SquareGrid(Grid):
    """A board of squares (column, row), both from 1; they are called a1, b1, … a2, by column and row."""

    noun: ClassVar[str] = "a square board"
    word: ClassVar[str] = "square"
    axes: ClassVar[tuple[str, str]] = ("column", "row")
    turns: ClassVar[int] = 4
    corners: ClassVar[tuple[tuple[float, float], ...]] = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    face_form: ClassVar[str] = "draw as many lines as there are signs in a line, 3 to 15: `mmm / rrr / mmm`"
    face_step: ClassVar[int] = 2  # so that the middle of every face is (0, 0)
    step: ClassVar[tuple[float, float]] = (2.0, 2.0)
    crossed: ClassVar[bool] = True
    meeting: ClassVar[int] = 4
    filled: ClassVar[float] = 0.9
    compass: ClassVar[dict[str, Coordinate]] = {
        "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
        "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
    }  # fmt: skip

    columns: ExpressionText = Field(description="How many columns.")
    rows: ExpressionText = Field(description="How many rows.")
    diagonal: Flag = Field(default=False, description="Whether squares that touch at a corner are neighbours.")

    def cells(self, sizes: Sizes) -> Iterator[Cell]:  # noqa: D102
        columns, rows = sizes.number(self.columns), sizes.number(self.rows)
        if columns is None or rows is None:
            return
        for row in range(1, max(rows) + 1):
            for column in range(1, max(columns) + 1):
                each = enumerate(zip(columns, rows, strict=True))
                inside = tuple([form for form, (wide, high) in each if column <= wide and row <= high])
                if forms := self._kept(sizes, (column, row), inside):
                    yield Cell(f"{column_name(column - 1).lower()}{row}", (column, row), self.span, forms)

    def steps(self) -> tuple[Coordinate, ...]:  # noqa: D102
        beside = ((1, 0), (0, -1), (-1, 0), (0, 1))
        return (*beside, (1, -1), (-1, -1), (-1, 1), (1, 1)) if self.diagonal else beside

    def edges(self) -> dict[str, Coordinate]:  # noqa: D102
        return {name: (3 * x, 3 * y) for name, (x, y) in self.directions().items() if 0 in (x, y)}

    def vertices(self) -> dict[str, Coordinate]:  # noqa: D102
        return {name: (3 * x, 3 * y) for name, (x, y) in self.directions().items() if 0 not in (x, y)}

    def traits(self) -> dict[str, tuple[bool, ...]]:  # noqa: D102
        return {"diagonal": tuple([0 not in way for way in self.directions().values()])}

    @staticmethod
    def turned(at: Coordinate) -> Coordinate:  # noqa: D102
        return -at[1], at[0]

    @classmethod
    def sides(cls) -> tuple[str, ...]:  # noqa: D102
        return tuple([name for name, way in cls.compass.items() if 0 in way])

    @classmethod
    def face(cls, size: int) -> tuple[tuple[Coordinate, ...], ...]:  # noqa: D102
        places = range(1 - size, size, 2)
        return tuple([tuple([(x, y) for x in places]) for y in places]) if 3 <= size <= MOST_LINES else ()

    @classmethod
    def outlets(cls, size: int) -> tuple[tuple[Coordinate, ...], ...]:  # noqa: D102
        inner, far = range(3 - size, size - 1, 2), size - 1
        side = tuple([(x, -far) for x in inner])
        found = [side]
        for _ in range(3):
            side = tuple([cls.turned(each) for each in side])
            found.append(side)
        return tuple(found)


GRIDS: tuple[type[Grid], ...] = (HexGrid, SquareGrid)
"""All geometries, in the order in which messages name them."""

GRID_WORDS = tuple(each.word for each in GRIDS)


def grid_of(board: BaseModel) -> Grid | None:
    """The grid that a board declares; None for one whose spaces are listed."""
    return next((grid for word in GRID_WORDS if (grid := getattr(board, word)) is not None), None)


def _upside_down(name: str) -> str:
    """The direction in which one leads that is seen in a mirror below the board."""
    if "north" in name:
        return name.replace("north", "south")
    return name.replace("south", "north")
