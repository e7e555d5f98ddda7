"""Charts as SVG that stands alone: rounded boxes, arrows, a key of the groups. Every text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import hypot

from .chart import Box, Chart
from .layers import Point, Size, lay_out

FONT = "Noto Sans, Segoe UI, Helvetica, Arial, sans-serif"
INK, FAINT, LINE = "#26241f", "#6b6659", "#7d7666"
FILLS = (
    "#e7eef7", "#f7eddc", "#e6f2e4", "#f5e3e6", "#ece6f5", "#e2f1f0", "#f3f0e2", "#ececec", "#fbe6d4", "#dfe7dd",
    "#e9e2d8", "#dce9ee",
)  # fmt: skip
SIZE = 12.0
ROW = 15.0
CORNER = 11.0
"""How far from a corner an arrow begins to turn."""
_NARROW = frozenset("iljtfr.,:;'|!()[] ")


def width_of(text: str, size: float = SIZE) -> float:
    """About how wide a text is on the page."""
    total = 0.0
    for each in text:
        if ord(each) > 0x2E7F:
            total += 1.0
        elif each in _NARROW:
            total += 0.36
        else:
            total += 0.7 if each.isupper() or each in "mw_" else 0.57
    return total * size


def n(value: float) -> str:
    """A number with one decimal, without a needless one."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def text_at(x: float, y: float, text: str, *, size: float = SIZE, colour: str = INK, more: str = "") -> str:
    """A line of text; `more` are further attributes."""
    place = f'x="{n(x)}" y="{n(y)}" font-size="{n(size)}" fill="{colour}"'
    return f"<text {place}{' ' + more if more else ''}>{escape(text)}</text>"


def page(parts: Sequence[str], width: float, height: float, title: str) -> str:
    """The whole document around parts."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" '
        f'height="{n(height)}" font-family="{FONT}"><title>{escape(title)}</title>'
        f'<rect width="{n(width)}" height="{n(height)}" fill="#ffffff"/>'
    )
    return head + "\n" + "\n".join(parts) + "\n</svg>\n"


def size_of(box: Box) -> Size:
    """How large a box is with its lines."""
    wide = max([width_of(box.lines[0]) * 1.06, *(width_of(each, 10.5) for each in box.lines[1:])])
    return wide + 20, ROW * len(box.lines) + 10


def draw(chart: Chart) -> str:
    """The SVG of a chart."""
    sizes = {each.key: size_of(each) for each in chart.boxes}
    labels: dict[int, Size] = {
        number: (max(width_of(each, 10) for each in arrow.label) + 8, 12.5 * len(arrow.label) + 4)
        for number, arrow in enumerate(chart.arrows)
        if arrow.label
    }
    placed = lay_out(chart, sizes, labels)
    groups = {each.group for each in chart.boxes}
    used = [group for group in chart.groups if group in groups]
    fills = {group: FILLS[number % len(FILLS)] for number, group in enumerate(used)}
    top = 34.0
    parts = [
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0,0.5 L8,4 L0,7.5 z" fill="{LINE}"/></marker></defs>',
        text_at(18, 24, chart.title, size=15, more='font-weight="600"'),
        f'<g transform="translate(0,{n(top)})">',
    ]
    for number, arrow in enumerate(chart.arrows):
        if number in placed.paths:
            dashes = ' stroke-dasharray="5 4"' if arrow.dashed else ""
            path = _path(placed.paths[number], loop=arrow.source == arrow.target)
            parts.append(
                f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.2"{dashes} marker-end="url(#tip)"/>'
            )
    for each in chart.boxes:
        parts += _box(each, placed.boxes[each.key], sizes[each.key], fills.get(each.group, "#ffffff"))
    for number, size in labels.items():
        parts += _label(chart.arrows[number].label, placed.labels.get(number), size)
    parts.append("</g>")
    key, height = _key(chart, fills, placed.height + top + 6, max(placed.width, 420.0))
    width = max(placed.width, width_of(chart.title, 15) + 36, 200.0)
    return page([*parts, *key], width + 12, placed.height + top + height + 12, chart.title)


def _path(points: Sequence[Point], *, loop: bool) -> str:
    """The way of an arrow, its corners rounded."""
    if loop:
        (x1, y1), (x2, _), (x3, y3) = points
        return f"M{n(x1)},{n(y1)} C{n(x2)},{n(y1 - 8)} {n(x2)},{n(y3 + 8)} {n(x3)},{n(y3)}"
    words = [f"M{_at(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        words.append(f"L{_at(_towards(corner, before))} Q{_at(corner)} {_at(_towards(corner, after))}")
    return " ".join([*words, f"L{_at(points[-1])}"])


def _towards(corner: Point, other: Point) -> Point:
    """Where the rounding of a corner begins."""
    (x, y), (to_x, to_y) = corner, other
    length = hypot(to_x - x, to_y - y)
    share = min(0.5, CORNER / length) if length else 0.0
    return x + (to_x - x) * share, y + (to_y - y) * share


def _at(point: Point) -> str:
    return f"{n(point[0])},{n(point[1])}"


def _box(box: Box, at: Point, size: Size, fill: str) -> list[str]:
    (x, y), (wide, high) = at, size
    place = f'x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}"'
    corner = n(high / 2 if box.round else 5)
    parts = [f'<rect {place} rx="{corner}" fill="{fill}" stroke="{LINE}"/>']
    top = y - high / 2 + 17
    parts.append(text_at(x, top, box.lines[0], more='text-anchor="middle" font-weight="600"'))
    for number, each in enumerate(box.lines[1:], 1):
        parts.append(text_at(x, top + ROW * number, each, size=10.5, colour=FAINT, more='text-anchor="middle"'))
    return parts


def _label(lines: Sequence[str], at: Point | None, size: Size) -> list[str]:
    if at is None:
        return []
    (x, y), (wide, high) = at, size
    place = f'x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{n(high)}"'
    parts = [f'<rect {place} rx="3" fill="#ffffff" fill-opacity="0.92"/>']
    for number, each in enumerate(lines):
        parts.append(
            text_at(x, y - high / 2 + 12 + 12.5 * number, each, size=10, colour=FAINT, more='text-anchor="middle"')
        )
    return parts


def _key(chart: Chart, fills: dict[str, str], top: float, width: float) -> tuple[list[str], float]:
    """The key of the groups that occur, and its height."""
    used = {each.group for each in chart.boxes}
    words = [group for group in chart.groups if group in used]
    if len(words) < 2:
        return [], 0.0
    parts: list[str] = []
    x, y = 18.0, top + 12
    for word in words:
        wide = width_of(word, 11) + 34
        if x > 18 and x + wide > width:
            x, y = 18.0, y + 18
        swatch = (
            f'<rect x="{n(x)}" y="{n(y - 10)}" width="13" height="13" rx="3" fill="{fills[word]}" stroke="{LINE}"/>'
        )
        parts += [swatch, text_at(x + 19, y, word, size=11)]
        x += wide
    return parts, y - top + 12
