"""Drawings: marks with their places, before they are SVG for a screen or lie on paper.

What is drawn has its place from the upper left corner. Colours are `#rrggbb`, or empty where there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]

FONT = "'Noto Sans', 'Segoe UI', 'Noto Sans CJK JP', Helvetica, Arial, sans-serif"


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
    """Points joined by straight lines: `closed` and perhaps filled, or a line, perhaps with the `tip` of an arrow at
    its end. A line passes by the points whose numbers are in `bends` in a curve (of Bézier)."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    thick: float = 0.2
    closed: bool = True
    dashes: tuple[float, ...] = ()
    bends: frozenset[int] = frozenset()
    tip: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on the base line `y`, which begins at `x` or has its middle there; `size` is the height of its
    font. One with a `width` is so wide in whatever font it is shown."""

    x: float
    y: float
    text: str
    size: float
    colour: str = "#26241f"
    bold: bool = False
    anchor: Literal["start", "middle"] = "start"
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a rectangle, whole and in its own proportions, by its name."""

    x: float
    y: float
    width: float
    height: float
    name: str


@dataclass(frozen=True, slots=True)
class Outline:
    """What an outline encloses, as large as it can be in a rectangle, in its middle: `path` is the `d` of a path of
    SVG, and `own` how wide and high it is in its own units."""

    x: float
    y: float
    width: float
    height: float
    path: str
    own: Point
    fill: str = "#26241f"

    @property
    def scale(self) -> float:
        """How large one of its own units is."""
        return min(self.width / self.own[0], self.height / self.own[1])

    @property
    def corner(self) -> Point:
        """Where its own left upper corner is."""
        wide, high = self.own[0] * self.scale, self.own[1] * self.scale
        return self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2


@dataclass(frozen=True, slots=True)
class Window:
    """What is seen of some marks through a rectangle."""

    x: float
    y: float
    width: float
    height: float
    inside: tuple[Mark, ...]


Mark: TypeAlias = Box | Disc | Shape | Text | Image | Outline | Window


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


def _scaled(mark: Mark, by: float) -> Mark:
    match mark:
        case Disc():
            return replace(mark, x=mark.x * by, y=mark.y * by, radius=mark.radius * by, thick=mark.thick * by)
        case Shape():
            points, dashes = tuple((x * by, y * by) for x, y in mark.points), tuple(each * by for each in mark.dashes)
            return replace(mark, points=points, thick=mark.thick * by, dashes=dashes)
        case Text():
            return replace(mark, x=mark.x * by, y=mark.y * by, size=mark.size * by, width=mark.width * by)
        case _:
            placed = replace(mark, x=mark.x * by, y=mark.y * by, width=mark.width * by, height=mark.height * by)
            if isinstance(placed, Box):
                dashes = tuple(each * by for each in placed.dashes)
                return replace(placed, thick=placed.thick * by, round=placed.round * by, dashes=dashes)
            if isinstance(placed, Window):
                return replace(placed, inside=tuple(_scaled(each, by) for each in placed.inside))
            return placed


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks from (0, 0), and how large they are together; the first of them, so many, are only `under` the others."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    under: int = 0

    @classmethod
    def within(cls, left: float, top: float, right: float, bottom: float, marks: Iterable[Mark]) -> Drawing:
        """What of some marks lies between these edges."""
        return cls(right - left, bottom - top, tuple(moved(each, -left, -top) for each in marks))

    def scaled(self, factor: float) -> Drawing:
        """The same drawing larger or smaller."""
        marks = tuple(_scaled(each, factor) for each in self.marks)
        return Drawing(self.width * factor, self.height * factor, marks, self.under)

    def to_svg(self, title: str, name: str = "") -> str:
        """The drawing as an SVG that stands alone; `name` sets what is named in it apart from other drawings on a
        page."""
        writer = SvgWriter(tip=f"tip-{name}")
        wide, high = writer.number(self.width), writer.number(self.height)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide} {high}" width="{wide}" '
            f'height="{high}" font-family="{FONT}"><title>{escape(title)}</title>'
        )
        tips = (
            f'<defs><marker id="tip-{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" '
            'markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{}"/></marker></defs>'
        )
        # all arrows of a drawing have one colour
        colour = next((each.stroke for each in self.marks if isinstance(each, Shape) and each.tip), "")
        return head + (tips.format(colour) if colour else "") + "".join(map(writer.mark, self.marks)) + "</svg>"


class SvgWriter:
    """Writes marks as elements of SVG, their numbers with so many decimals. Whatever a ruleset says is escaped."""

    def __init__(self, decimals: int = 1, tip: str = "") -> None:
        self._decimals, self._tip = decimals, tip
        self._windows = 0

    def number(self, value: float) -> str:
        """A number without needless decimals."""
        text = f"{value:.{self._decimals}f}".rstrip("0").rstrip(".")
        return "0" if text in ("-0", "") else text

    def mark(self, mark: Mark) -> str:
        """A mark."""
        n = self.number
        match mark:
            case Box():
                bent = f' rx="{n(mark.round)}"' if mark.round else ""
                return f"<rect {self.place(mark)}{bent}{self._pen(mark, mark.dashes)}/>"
            case Disc():
                return f'<circle cx="{n(mark.x)}" cy="{n(mark.y)}" r="{n(mark.radius)}"{self._pen(mark)}/>'
            case Shape():
                return self._shape(mark)
            case Text():
                return self.text(mark)
            case Image():
                return self.image(mark)
            case Outline():
                return self._outline(mark)
            case Window():
                self._windows += 1
                inside = "".join([self.mark(each) for each in mark.inside])
                clip = f'<clipPath id="w{self._windows}"><rect {self.place(mark)}/></clipPath>'
                return f'{clip}<g clip-path="url(#w{self._windows})">{inside}</g>'

    def _outline(self, mark: Outline) -> str:
        x, y = map(self.number, mark.corner)
        scaled = f"{mark.scale:.5f}".rstrip("0")
        return f'<path d="{mark.path}" fill="{mark.fill}" transform="translate({x} {y}) scale({scaled})"/>'

    def place(self, mark: Box | Image | Window) -> str:
        """Where a rectangle is, and how large."""
        x, y, wide, high = map(self.number, (mark.x, mark.y, mark.width, mark.height))
        return f'x="{x}" y="{y}" width="{wide}" height="{high}"'

    def text(self, mark: Text) -> str:
        """A line of text."""
        x, y, size = map(self.number, (mark.x, mark.y, mark.size))
        more = (' text-anchor="middle"' if mark.anchor == "middle" else "") + (' font-weight="600"' * mark.bold)
        more += f' textLength="{self.number(mark.width)}" lengthAdjust="spacingAndGlyphs"' if mark.width else ""
        return f'<text x="{x}" y="{y}" font-size="{size}" fill="{mark.colour}"{more}>{escape(mark.text)}</text>'

    def image(self, mark: Image) -> str:
        """A picture."""
        raise ValueError(f"the picture {mark.name} is not at hand")

    def _shape(self, mark: Shape) -> str:
        places = [f"{self.number(x)},{self.number(y)}" for x, y in mark.points]
        pen = self._pen(mark, mark.dashes)
        if mark.closed:
            return f'<polygon points="{" ".join(places)}"{pen}/>'
        steps, bend = [f"M{places[0]}"], list[str]()
        for number, place in enumerate(places[1:], 1):
            bend.append(place)
            if number not in mark.bends:
                steps.append(f"{'LQC'[len(bend) - 1]}{' '.join(bend)}")
                bend = []
        tip = f' marker-end="url(#{self._tip})"' if mark.tip else ""
        return f'<path d="{" ".join(steps)}"{pen}{tip}/>'

    def _pen(self, mark: Box | Disc | Shape, dashes: tuple[float, ...] = ()) -> str:
        text = f' fill="{mark.fill or "none"}"'
        if mark.stroke:
            text += f' stroke="{mark.stroke}"' + (f' stroke-width="{self.number(mark.thick)}"' * (mark.thick != 1.0))
            text += f' stroke-dasharray="{" ".join(map(self.number, dashes))}"' if dashes else ""
        return text
