"""Small pictures for the report, as SVG inside the page: intervals beside their rows, and how often each value came."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from ..documents.markup import tag
from ..measures.statistics import Compared, Interval

_WIDTH, _HEIGHT = 150.0, 16.0


def reach_of(rows: Sequence[Compared]) -> float:
    """The largest distance from 0 that the intervals of a table reach: their common scale."""
    ends = [abs(end) for row in rows for end in (row.difference.low, row.difference.high) if math.isfinite(end)]
    return max(ends, default=0.0)


def difference_bar(compared: Compared, reach: float) -> Markup:
    """An interval of a difference on a line with 0 in the middle."""
    found = compared.difference
    if not reach or not math.isfinite(found.low):
        return Markup("")
    middle = _WIDTH / 2

    def at(value: float) -> float:
        return middle + max(-1.0, min(1.0, value / reach)) * (middle - 5)

    mark = "seen" if compared.seen else "unseen"
    left, right = (found.value, found.value) if found.exact else (found.low, found.high)
    return tag(
        "svg",
        tag("line", x1=middle, y1=1.0, x2=middle, y2=_HEIGHT - 1, class_="zero"),
        tag("line", x1=at(left), y1=_HEIGHT / 2, x2=at(right), y2=_HEIGHT / 2, class_=f"range {mark}"),
        tag("circle", cx=at(found.value), cy=_HEIGHT / 2, r=3.5, class_=f"dot {mark}"),
        viewBox=f"0 0 {_WIDTH:.0f} {_HEIGHT:.0f}",
        width=_WIDTH,
        height=_HEIGHT,
        class_="bar",
        aria_hidden="true",
    )


def share_bars(old: Interval, new: Interval, fair: float) -> Markup:
    """Two shares with their intervals, and the share that would be fair."""
    height = 26.0

    def at(value: float) -> float:
        return 4 + max(0.0, min(1.0, value)) * (_WIDTH - 8)

    rows = []
    for y, found, side in ((8.0, old, "old"), (18.0, new, "new")):
        if math.isfinite(found.low):
            rows.append(tag("line", x1=at(found.low), y1=y, x2=at(found.high), y2=y, class_=f"range {side}"))
        rows.append(tag("circle", cx=at(found.value), cy=y, r=3.5, class_=f"dot {side}"))
    return tag(
        "svg",
        tag("line", x1=at(fair), y1=1.0, x2=at(fair), y2=height - 1, class_="zero"),
        *rows,
        viewBox=f"0 0 {_WIDTH:.0f} {height:.0f}",
        width=_WIDTH,
        height=height,
        class_="bar",
        aria_hidden="true",
    )


def distribution(title: str, old: Sequence[int], new: Sequence[int]) -> Markup:
    """How often each value came under the old and the new rules, as two lines over the same bins."""
    values = [*old, *new]
    if not values:
        return Markup("")
    low, high = min(values), max(values)
    width = max(1, math.ceil((high - low + 1) / 24))
    bins = (high - low) // width + 1
    counts = [Counter((each - low) // width for each in side) for side in (old, new)]
    top = max(max(each.values(), default=0) for each in counts) or 1
    left, right, upper, lower = 34.0, 350.0, 26.0, 132.0
    step = (right - left) / bins

    def outline(count: Counter[int]) -> str:
        points = [f"M{left:.1f},{lower:.1f}"]
        for number in range(bins):
            y = lower - (lower - upper) * count.get(number, 0) / top
            points.append(f"L{left + number * step:.1f},{y:.1f}L{left + (number + 1) * step:.1f},{y:.1f}")
        return "".join([*points, f"L{right:.1f},{lower:.1f}Z"])

    labels = [
        tag("text", str(low), x=left, y=lower + 14, class_="label"),
        tag("text", str(low + bins * width - 1), x=right, y=lower + 14, class_="label end"),
        tag("text", str(top), x=left - 5, y=upper + 5, class_="label end"),
        tag("text", "0", x=left - 5, y=lower, class_="label end"),
    ]
    for number, side in enumerate(("old", "new")):
        x = left + 8 + 50 * number
        labels.append(tag("rect", x=x, y=upper - 22, width=9.0, height=9.0, class_=f"area {side}"))
        labels.append(tag("text", side, x=x + 13, y=upper - 14, class_="label"))
    return tag(
        "svg",
        tag("title", f"{title}: old and new rules"),
        tag("path", d=outline(counts[0]), class_="area old"),
        tag("path", d=outline(counts[1]), class_="area new"),
        tag("line", x1=left, y1=lower, x2=right, y2=lower, class_="axis"),
        *labels,
        viewBox="0 0 360 150",
        role="img",
        class_="distribution",
    )
