"""Charts as SVG that stands alone: rounded boxes, arrows, a key of the groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from ..documents.drawing import Box, Drawing, Mark, Point, Shape, Text, moved
from . import chart as charts
from .chart import Chart
from .layers import Size, lay_out

INK, FAINT, LINE = "#26241f", "#6b6659", "#7d7666"
FILLS = (
    "#e7eef7", "#f7eddc", "#e6f2e4", "#f5e3e6", "#ece6f5", "#e2f1f0", "#f3f0e2", "#ececec", "#fbe6d4", "#dfe7dd",
    "#e9e2d8", "#dce9ee",
)  # fmt: skip
SIZE = 12.0
SMALL = 11.0
"""How large letters are, and how small at least."""
ROW = 15.0
CORNER = 11.0
"""How far from a corner an arrow begins to turn."""
_NARROW = frozenset("iljtfr.,:;'|!()[] ")


def width_of(text: str, size: float = SIZE, *, bold: bool = False) -> float:
    """About how wide a text is on the page."""
    total = 0.0
    for each in text:
        if ord(each) > 0x2E7F:
            total += 1.0
        elif each in _NARROW:
            total += 0.36
        else:
            total += 0.7 if each.isupper() or each in "mw_" else 0.57
    return total * size * (1.2 if bold else 1)


def page(marks: Sequence[Mark], width: float, height: float, title: str) -> str:
    """The whole document with some marks on white."""
    return Drawing(width, height, (Box(0, 0, width, height, "#ffffff"), *marks)).to_svg(title) + "\n"


def middle_text(x: float, y: float, text: str, size: float, colour: str = INK, *, bold: bool = False) -> Text:
    """A line of text around a place."""
    return Text(x, y, text, size, colour, bold, "middle")


def size_of(box: charts.Box) -> Size:
    """How large a box is with its lines."""
    wide = max([width_of(box.lines[0], bold=True), *(width_of(each, SMALL) for each in box.lines[1:])])
    return wide + 20, ROW * len(box.lines) + 10


TOP = 34.0
"""How high the title is."""


def measure(chart: Chart) -> tuple[float, float]:
    """How wide and high the picture of a chart is."""
    placed = lay_out(chart, *_sizes(chart))
    _, key = _key(chart, dict.fromkeys(chart.groups, ""), 0.0, max(placed.width, 420.0))
    return _width(chart, placed.width), placed.height + TOP + key + 12


def _width(chart: Chart, placed: float) -> float:
    return max(placed, width_of(chart.title, 15, bold=True) + 36, 200.0) + 12


def _sizes(chart: Chart) -> tuple[dict[str, Size], dict[int, Size]]:
    """Of the boxes by their keys, and of the labels of arrows by the numbers of these."""
    sizes = {each.key: size_of(each) for each in chart.boxes}
    labels: dict[int, Size] = {
        number: (max(width_of(each, SMALL) for each in arrow.label) + 8, 12.5 * len(arrow.label) + 4)
        for number, arrow in enumerate(chart.arrows)
        if arrow.label
    }
    return sizes, labels


def draw(chart: Chart) -> str:
    """The SVG of a chart."""
    sizes, labels = _sizes(chart)
    placed = lay_out(chart, sizes, labels)
    fills = {group: FILLS[number % len(FILLS)] for number, group in enumerate(chart.groups)}
    top = TOP
    marks: list[Mark] = []
    for number, arrow in enumerate(chart.arrows):
        if number in placed.paths:
            dashes = (5.0, 4.0) if arrow.dashed else ()
            points, bends = _path(placed.paths[number], loop=arrow.source == arrow.target)
            marks.append(Shape(points, "", LINE, 1.2, closed=False, dashes=dashes, bends=bends, tip=True))
    for each in chart.boxes:
        marks += _box(each, placed.boxes[each.key], sizes[each.key], fills.get(each.group, "#ffffff"))
    for number, size in labels.items():
        if number in placed.labels:
            marks += _label(chart.arrows[number].label, placed.labels[number], size)
    title = Text(18, 24, chart.title, 15, INK, bold=True)
    key, height = _key(chart, fills, placed.height + top + 6, max(placed.width, 420.0))
    drawn = [title, *(moved(each, 0, top) for each in marks), *key]
    return page(drawn, _width(chart, placed.width), placed.height + top + height + 12, chart.title)


def _path(points: Sequence[Point], *, loop: bool) -> tuple[tuple[Point, ...], frozenset[int]]:
    """The way of an arrow, its corners rounded: its points, and those by which it passes in a curve."""
    if loop:
        first, (x, _), last = points
        return (first, (x, first[1] - 8), (x, last[1] + 8), last), frozenset((1, 2))
    found = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        found += [_towards(corner, before), corner, _towards(corner, after)]
    return (*found, points[-1]), frozenset(range(2, len(found), 3))


def _towards(corner: Point, other: Point) -> Point:
    """Where the rounding of a corner begins."""
    (x, y), (to_x, to_y) = corner, other
    length = hypot(to_x - x, to_y - y)
    share = min(0.5, CORNER / length) if length else 0.0
    return x + (to_x - x) * share, y + (to_y - y) * share


def _box(box: charts.Box, at: Point, size: Size, fill: str) -> Iterator[Mark]:
    (x, y), (wide, high) = at, size
    yield Box(x - wide / 2, y - high / 2, wide, high, fill, LINE, 1.0, high / 2 if box.round else 5.0)
    top = y - high / 2 + 17
    yield middle_text(x, top, box.lines[0], SIZE, bold=True)
    for number, each in enumerate(box.lines[1:], 1):
        yield middle_text(x, top + ROW * number, each, SMALL, FAINT)


def _label(lines: Sequence[str], at: Point, size: Size) -> Iterator[Mark]:
    (x, y), (wide, high) = at, size
    yield Box(x - wide / 2, y - high / 2, wide, high, "#ffffff", round=3.0)
    for number, each in enumerate(lines):
        yield middle_text(x, y - high / 2 + 12 + 12.5 * number, each, SMALL, FAINT)


def _key(chart: Chart, fills: dict[str, str], top: float, width: float) -> tuple[list[Mark], float]:
    """The key of the groups that occur, and its height."""
    used = {each.group for each in chart.boxes}
    words = [group for group in chart.groups if group in used]
    if len(words) < 2:
        return [], 0.0
    marks: list[Mark] = []
    x, y = 18.0, top + 12
    for word in words:
        wide = width_of(word, 11) + 34
        if x > 18 and x + wide > width:
            x, y = 18.0, y + 18
        marks += [Box(x, y - 10, 13, 13, fills[word], LINE, 1.0, 3.0), Text(x + 19, y, word, 11, INK)]
        x += wide
    return marks, y - top + 12
