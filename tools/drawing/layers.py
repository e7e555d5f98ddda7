"""Places for the boxes of a chart: in layers along the arrows, with few crossings, each box near what it is joined to.

The same chart always gets the same places. An arrow that would go against the layers keeps its direction and is drawn
backwards; a long one, and one with a label, passes through places of its own. Arrows cross a layer straight and turn
between the layers only, so that none lies on a box that is not its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .chart import Chart

Size = tuple[float, float]
Point = tuple[float, float]

GAP = 18.0
"""Between neighbours of a layer."""
BETWEEN = 30.0
"""Between layers, where arrows turn."""
LOOP = 22.0
"""How far an arrow from a box to itself reaches out."""
SWEEPS = 12
WIDEST, HIGHEST = 1400.0, 1100.0
"""Parts that no arrow joins stand side by side up to this width, or below each other up to this height."""


@dataclass(slots=True)
class Placed:
    """Where everything is: the middles of boxes by key; for every arrow (by number) the corners of its way, from the
    edge of a box to the edge of another (of a loop three points), and the place of its label. `width` and `height` of
    it all; (0, 0) is the top left."""

    boxes: dict[str, Point] = field(default_factory=dict)
    paths: dict[int, list[Point]] = field(default_factory=dict)
    labels: dict[int, Point] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0


def lay_out(chart: Chart, sizes: Mapping[str, Size], labels: Mapping[int, Size]) -> Placed:
    """Place a chart whose boxes, and labels of arrows by number, have these sizes."""
    if chart.across:
        flipped = _packed(
            chart,
            {key: (high, wide) for key, (wide, high) in sizes.items()},
            {key: (high, wide) for key, (wide, high) in labels.items()},
            HIGHEST,
        )
        return Placed(
            {key: (y, x) for key, (x, y) in flipped.boxes.items()},
            {key: [(y, x) for x, y in points] for key, points in flipped.paths.items()},
            {key: (y, x) for key, (x, y) in flipped.labels.items()},
            flipped.height,
            flipped.width,
        )
    return _packed(chart, sizes, labels, WIDEST)


def _packed(chart: Chart, sizes: Mapping[str, Size], labels: Mapping[int, Size], widest: float) -> Placed:
    """The parts of a chart that no arrow joins, each placed by itself, side by side and below each other."""
    group = {each.key: each.key for each in chart.boxes}
    for arrow in chart.arrows:
        if arrow.source in group and arrow.target in group:
            old, new = group[arrow.target], group[arrow.source]
            group = {key: new if each == old else each for key, each in group.items()}
    whole = Placed()
    left = top = below = 0.0
    for head in dict.fromkeys(group.values()):
        keys = {key for key, each in group.items() if each == head}
        numbers = [n for n, each in enumerate(chart.arrows) if each.source in keys and each.target in keys]
        part = Chart("", [each for each in chart.boxes if each.key in keys], [chart.arrows[n] for n in numbers])
        placed = lay_out_down(part, sizes, {i: labels[n] for i, n in enumerate(numbers) if n in labels})
        if left and left + placed.width > widest:
            left, top = 0.0, below + GAP
        whole.boxes.update({key: (x + left, y + top) for key, (x, y) in placed.boxes.items()})
        for i, points in placed.paths.items():
            whole.paths[numbers[i]] = [(x + left, y + top) for x, y in points]
        for i, (x, y) in placed.labels.items():
            whole.labels[numbers[i]] = (x + left, y + top)
        left += placed.width
        below = max(below, top + placed.height)
        whole.width, whole.height = max(whole.width, left), below
    return whole


@dataclass(slots=True)
class _Knot:
    """What has a place in a layer: a box, a point that an arrow passes, or a label."""

    size: Size
    layer: int = 0
    at: float = 0.0
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)


def lay_out_down(chart: Chart, sizes: Mapping[str, Size], labels: Mapping[int, Size]) -> Placed:
    """The same with the arrows going down."""
    keys = [each.key for each in chart.boxes]
    number = {key: n for n, key in enumerate(keys)}
    arrows = [
        (n, number[each.source], number[each.target])
        for n, each in enumerate(chart.arrows)
        if each.source in number and each.target in number
    ]
    plain = [(n, a, b) for n, a, b in arrows if a != b]
    down = _without_circles(len(keys), [(a, b) for _, a, b in plain])
    layer = _layers(len(keys), down)
    step = 2 if labels else 1
    loops = {
        key: max([LOOP, *(labels[n][0] + LOOP for n, a, b in arrows if a == b and n in labels)])
        for key in {keys[a] for _, a, b in arrows if a == b}
    }
    # a loop at the right needs room; to keep the box in the middle there is as much at the left
    knots = [
        _Knot((sizes[key][0] + 2 * loops.get(key, 0.0), sizes[key][1]), layer[n] * step) for n, key in enumerate(keys)
    ]
    chains: dict[int, list[int]] = {}
    for (n, a, b), (top, bottom) in zip(plain, down, strict=True):
        chain = _chain(knots, top, bottom, labels.get(n))
        chains[n] = chain if (top, bottom) == (a, b) else chain[::-1]
    rows = _rows(knots)
    _order(knots, rows)
    _spread(knots, rows)
    tops = _heights(knots, rows)
    placed = Placed(height=tops[-1] if tops else 0.0)

    def middle(n: int) -> Point:
        row = knots[n].layer
        return knots[n].at, (tops[row] + tops[row + 1] - BETWEEN) / 2

    for n, key in enumerate(keys):
        placed.boxes[key] = middle(n)
    for n, chain in chains.items():
        downward = knots[chain[0]].layer < knots[chain[-1]].layer
        going = chain if downward else chain[::-1]
        way = _way(knots, tops, going, [sizes[keys[going[0]]], sizes[keys[going[-1]]]])
        placed.paths[n] = way if downward else way[::-1]
        if n in labels:
            inner = [each for each in chain[1:-1] if knots[each].size[0] > 0]
            placed.labels[n] = middle(inner[0]) if inner else middle(chain[0])
    for n, a, b in arrows:
        if a == b:
            x, y = middle(a)
            wide, high = sizes[keys[a]]
            placed.paths[n] = [(x + wide / 2, y - high / 4), (x + wide / 2 + LOOP, y), (x + wide / 2, y + high / 4)]
            placed.labels[n] = (x + wide / 2 + LOOP + labels.get(n, (0.0, 0.0))[0] / 2, y)
    placed.width = max((each.at + each.size[0] / 2 for each in knots), default=0.0) + GAP
    return placed


def _without_circles(count: int, arrows: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The arrows, turned round where they close a circle."""
    out: list[list[int]] = [[] for _ in range(count)]
    for a, b in arrows:
        out[a].append(b)
    state = [0] * count
    back: set[tuple[int, int]] = set()
    entered = {b for _, b in arrows}
    order = [n for n in range(count) if n not in entered] + [n for n in range(count) if n in entered]
    for start in order:
        if state[start]:
            continue
        stack = [(start, iter(out[start]))]
        state[start] = 1
        while stack:
            node, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[node] = 2
                stack.pop()
            elif state[following] == 1:
                back.add((node, following))
            elif state[following] == 0:
                state[following] = 1
                stack.append((following, iter(out[following])))
    return [(b, a) if (a, b) in back else (a, b) for a, b in arrows]


def _layers(count: int, down: Sequence[tuple[int, int]]) -> list[int]:
    """Every box below all that point to it; what nothing points to stands right above what it points to."""
    above: list[list[int]] = [[] for _ in range(count)]
    below: list[list[int]] = [[] for _ in range(count)]
    for a, b in down:
        above[b].append(a)
        below[a].append(b)
    layer = [0] * count
    waiting = [len(each) for each in above]
    queue = [n for n in range(count) if not waiting[n]]
    for node in queue:
        for each in below[node]:
            layer[each] = max(layer[each], layer[node] + 1)
            waiting[each] -= 1
            if not waiting[each]:
                queue.append(each)
    for node in reversed(queue):
        if not above[node] and below[node]:
            layer[node] = min(layer[each] for each in below[node]) - 1
    return layer


def _chain(knots: list[_Knot], top: int, bottom: int, label: Size | None) -> list[int]:
    """The knots that an arrow passes from layer to layer, both ends included; new ones are added."""
    chain = [top]
    first, last = knots[top].layer, knots[bottom].layer
    for row in range(first + 1, last):
        size = label if label is not None and row == (first + last) // 2 else (0.0, 0.0)
        knots.append(_Knot(size, row))
        chain.append(len(knots) - 1)
    chain.append(bottom)
    for a, b in pairwise(chain):
        knots[a].below.append(b)
        knots[b].above.append(a)
    return chain


def _rows(knots: Sequence[_Knot]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(max((each.layer for each in knots), default=-1) + 1)]
    for n, knot in enumerate(knots):
        rows[knot.layer].append(n)
    return rows


def _order(knots: Sequence[_Knot], rows: list[list[int]]) -> None:
    """Every row in the order of the means of its neighbours, from the top and from the bottom by turns; the order with
    the fewest crossings is kept."""
    place = {n: float(i) for row in rows for i, n in enumerate(row)}
    best, fewest = [list(row) for row in rows], _crossings(knots, rows)
    for sweep in range(SWEEPS):
        downward = sweep % 2 == 0
        for row in rows if downward else reversed(rows):
            means = {}
            for n in row:
                near = knots[n].above if downward else knots[n].below
                means[n] = sum(place[each] for each in near) / len(near) if near else place[n]
            row.sort(key=lambda n: (means[n], place[n]))
            for i, n in enumerate(row):
                place[n] = float(i)
        crossings = _crossings(knots, rows)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
    rows[:] = best


def _crossings(knots: Sequence[_Knot], rows: Sequence[Sequence[int]]) -> int:
    total = 0
    for row in rows[:-1]:
        ends: list[int] = []
        place = {n: i for i, n in enumerate(rows[knots[row[0]].layer + 1])} if row else {}
        for n in row:
            mine = sorted(place[each] for each in knots[n].below if each in place)
            total += sum(sum(1 for end in ends if end > each) for each in mine)
            ends += mine
    return total


def _spread(knots: Sequence[_Knot], rows: Sequence[Sequence[int]]) -> None:
    """Places along the rows: in order, no two meet, each as near as can be to the mean of its neighbours."""
    for row in rows:
        at = 0.0
        for n in row:
            knots[n].at = at + knots[n].size[0] / 2
            at += knots[n].size[0] + GAP
    for sweep in range(SWEEPS * 2):
        downward = sweep % 2 == 0
        for row in rows if downward else list(reversed(rows)):
            wished = []
            for n in row:
                near = (knots[n].above if downward else knots[n].below) or knots[n].above + knots[n].below
                wished.append(sum(knots[each].at for each in near) / len(near) if near else knots[n].at)
            _fit(knots, row, wished)
    least = min((each.at - each.size[0] / 2 for each in knots), default=0.0)
    for knot in knots:
        knot.at -= least - GAP


def _fit(knots: Sequence[_Knot], row: Sequence[int], wished: Sequence[float]) -> None:
    """Places nearest to the wished ones in the mean, with the gaps kept: neighbours that would meet move as one."""
    blocks: list[tuple[float, int, list[float]]] = []  # (sum of wishes for its first, how many, offsets)
    for index, settings in enumerate(wished):
        blocks.append((settings, 1, [0.0]))
        while len(blocks) > 1:
            sum_a, count_a, offsets_a = blocks[-2]
            sum_b, count_b, offsets_b = blocks[-1]
            last, first = row[index - len(offsets_b)], row[index - len(offsets_b) + 1]
            apart = (knots[last].size[0] + knots[first].size[0]) / 2 + GAP
            shift = offsets_a[-1] + apart
            if sum_a / count_a + shift <= sum_b / count_b + 1e-9:
                break
            blocks[-2:] = [
                (
                    sum_a + sum_b - shift * count_b,
                    count_a + count_b,
                    [*offsets_a, *(shift + each for each in offsets_b)],
                )
            ]
    at = 0
    for total, count, offsets in blocks:
        for offset in offsets:
            knots[row[at]].at = total / count + offset
            at += 1


def _heights(knots: Sequence[_Knot], rows: Sequence[Sequence[int]]) -> list[float]:
    """Where every row begins, and where the last ends."""
    tops = [GAP]
    for row in rows:
        tops.append(tops[-1] + max((knots[n].size[1] for n in row), default=0.0) + BETWEEN)
    return tops


def _way(knots: Sequence[_Knot], tops: Sequence[float], chain: Sequence[int], ends: Sequence[Size]) -> list[Point]:
    """The corners of an arrow that goes down through these knots: it leaves the first box, of the first of two sizes,
    at its lower edge, comes to the last at its upper edge, and is straight where it crosses a layer."""
    rows = [(tops[each.layer], tops[each.layer + 1] - BETWEEN) for each in (knots[n] for n in chain)]
    at = [knots[n].at for n in chain]
    for here, near, (wide, high) in ((0, 1, ends[0]), (-1, -2, ends[1])):
        apart = BETWEEN + (rows[near][1] - rows[near][0] + rows[here][1] - rows[here][0]) / 2
        most = wide * 0.42
        at[here] += max(-most, min(most, (at[near] - at[here]) * high / 2 / apart))
    way: list[Point] = []
    for number, (top, bottom) in enumerate(rows):
        if number == 0:
            top = (top + bottom + ends[0][1]) / 2
        elif number == len(rows) - 1:
            bottom = (top + bottom - ends[1][1]) / 2
        way += [(at[number], top)] if bottom - top < 1.0 else [(at[number], top), (at[number], bottom)]
    return way
