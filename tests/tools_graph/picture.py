"""A drawn chart read back from its SVG: boxes, labels and arrows with their places, and what lies on what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
_NUMBERS = re.compile(r"-?[0-9.]+")


@dataclass(frozen=True)
class Rect:
    """A rectangle with the texts in it."""

    left: float
    top: float
    right: float
    bottom: float
    words: str = ""

    def meets(self, other: Rect, more: float = 0.0) -> bool:
        """Whether two lie on each other, by more than `more`."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > more and down > more

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """Whether a point lies in it, `margin` away from its edges."""
        x, y = point
        return self.left + margin < x < self.right - margin and self.top + margin < y < self.bottom - margin


@dataclass
class Picture:
    """What a page shows. `arrows` are lists of points, close to each other."""

    width: float
    height: float
    boxes: list[Rect] = field(default_factory=list)
    labels: list[Rect] = field(default_factory=list)
    arrows: list[list[Point]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


def read(text: str) -> Picture:
    """Read a chart that `yupana graph` drew; fails when it is not well-formed or a text reaches out of the page."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    picture = Picture(float(root.get("width", "0")), float(root.get("height", "0")))
    rects: list[tuple[bool, Rect]] = []
    places: list[tuple[Point, str]] = []
    for each, down in _placed(root, 0.0):
        if each.tag == f"{SVG}text":
            picture.texts.append(each.text or "")
            places.append(((float(each.get("x", "0")), float(each.get("y", "0")) + down), each.text or ""))
        elif each.tag == f"{SVG}rect" and each.get("rx") is not None and each.get("width") != "13":
            left, top = float(each.get("x", "0")), float(each.get("y", "0")) + down
            rect = Rect(left, top, left + float(each.get("width", "0")), top + float(each.get("height", "0")))
            rects.append((each.get("stroke") is not None, rect))
        elif each.tag == f"{SVG}path" and each.get("marker-end") is not None:
            picture.arrows.append([(x, y + down) for x, y in _points(each.get("d", ""))])
    for solid, rect in rects:
        words = " / ".join(text for place, text in places if rect.holds(place))
        (picture.boxes if solid else picture.labels).append(Rect(rect.left, rect.top, rect.right, rect.bottom, words))
    return picture


def _placed(element: ElementTree.Element, down: float) -> Iterator[tuple[ElementTree.Element, float]]:
    """Everything that is drawn, with how far its group is moved down."""
    moved = element.get("transform")
    if moved is not None:
        down += float(_NUMBERS.findall(moved)[1])
    for each in element:
        if each.tag == f"{SVG}defs":
            continue
        yield each, down
        yield from _placed(each, down)


def _points(path: str) -> list[Point]:
    """Points along a path of lines and curves."""
    points: list[Point] = []
    for letter, numbers in re.findall(r"([MLQC])([^MLQC]*)", path):
        values = [float(each) for each in _NUMBERS.findall(numbers)]
        knots = list(zip(values[::2], values[1::2], strict=True))
        if letter == "M":
            points.append(knots[0])
            continue
        knots = [points[-1], *knots]
        points += [_on_curve(knots, step / 24) for step in range(1, 25)]
    return points


def _on_curve(knots: list[Point], share: float) -> Point:
    while len(knots) > 1:
        knots = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(knots)]
    return knots[0]


def faults_of(picture: Picture) -> list[str]:
    """What a reader would stumble over: boxes and labels on each other, arrows across boxes, anything off the page."""
    found: list[str] = []
    things = picture.boxes + picture.labels
    for number, one in enumerate(things):
        found += [f"{one.words} lies on {other.words}" for other in things[number + 1 :] if one.meets(other, 1.0)]
        if one.left < 0 or one.top < 0 or one.right > picture.width or one.bottom > picture.height:
            found.append(f"{one.words} is off the page")
    for arrow in picture.arrows:
        crossed = {box.words for box in picture.boxes for point in arrow if box.holds(point, 1.5)}
        found += [f"an arrow from {arrow[0]} crosses {words}" for words in sorted(crossed)]
    return found
