"""Sheets of paper in millimetres, before they are PDF or a page.

What is drawn has its place from the upper left corner of its sheet. Texts are broken into lines already and have their
sizes, so both writers show the same. Colours are `#rrggbb`, or empty where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its left upper corner, width and height; `round` is the radius of its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0.2
    round: float = 0.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around its middle."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0.2


@dataclass(frozen=True, slots=True)
class Shape:
    """Points joined by straight lines: `closed` and perhaps filled, or a line."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    thick: float = 0.2
    closed: bool = True
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text that begins at `x` on the base line `y`; `size` is the height of its font."""

    x: float
    y: float
    text: str
    size: float
    colour: str = "#26241f"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a rectangle, whole and in its own proportions; `name` is that of `Kit.images`."""

    x: float
    y: float
    width: float
    height: float
    name: str


@dataclass(frozen=True, slots=True)
class Window:
    """What is seen of some marks through a rectangle."""

    x: float
    y: float
    width: float
    height: float
    inside: tuple[Mark, ...]


Mark: TypeAlias = Box | Disc | Shape | Text | Image | Window


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, thick: float = 0.2, *dashes: float) -> Shape:
    """A straight line."""
    return Shape(((x1, y1), (x2, y2)), "", stroke, thick, closed=False, dashes=dashes)


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """The same mark elsewhere."""
    if isinstance(mark, Shape):
        return replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
    if isinstance(mark, Window):
        return replace(mark, x=mark.x + dx, y=mark.y + dy, inside=tuple(moved(each, dx, dy) for each in mark.inside))
    return replace(mark, x=mark.x + dx, y=mark.y + dy)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out, as it lies on a sheet: what it is (`card`, `back`, `token`, `board`, `summary`), its name
    in the ruleset, and its place."""

    sort: str
    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(slots=True)
class Sheet:
    """One side of a sheet of paper. `part` is the part of the kit that it belongs to, `title` what it is called;
    `pieces` are what is cut out of it."""

    width: float
    height: float
    part: str = ""
    title: str = ""
    marks: list[Mark] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def add(self, marks: Iterable[Mark], dx: float = 0.0, dy: float = 0.0) -> None:
        """Draw marks, moved by so much."""
        self.marks += [moved(each, dx, dy) for each in marks] if dx or dy else list(marks)


@dataclass(slots=True)
class Kit:
    """All sheets of a game. `images` are pictures by name: what they are (`image/png`) and their bytes; `gone` is what
    has to be taken out of a game that was printed before."""

    title: str
    lang: str
    sheets: list[Sheet] = field(default_factory=list)
    images: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
