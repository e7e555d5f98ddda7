"""A picture in parts that fit a screen or a page: charts by the boxes that arrows leave, blocks by what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .chart import Arrow, Box, Chart
from .turns import Block

WIDEST, HIGHEST = 1600.0, 1200.0
"""So large may a picture be."""

Measure = Callable[[Chart], tuple[float, float]]


def fits(size: tuple[float, float]) -> bool:
    """Whether something of this width and height is no larger than a picture may be."""
    return size[0] <= WIDEST and size[1] <= HIGHEST


def chart_parts(chart: Chart, measure: Measure) -> list[Chart]:
    """The chart, or parts of it that fit, of which each arrow is in one. A box whose own arrows are in another part
    says in which."""
    known = {each.group for each in chart.boxes}
    chart = replace(chart, groups=[each for each in chart.groups if each in known])  # one colour in all parts
    if fits(measure(chart)):
        return [chart]
    runs = list(_runs(chart, measure))
    home: dict[str, int] = {}
    for number, arrows in enumerate(runs, 1):
        for each in arrows:
            home.setdefault(each.source, number)
    return [
        replace(_part(chart, arrows, number, home), title=f"{chart.title} ({number} of {len(runs)})")
        for number, arrows in enumerate(runs, 1)
    ]


def _runs(chart: Chart, measure: Measure) -> Iterator[list[Arrow]]:
    """The arrows, box by box in the order of the boxes, as many together as fit."""
    order = {each.key: number for number, each in enumerate(chart.boxes)}
    arrows = sorted(chart.arrows, key=lambda each: order[each.source])
    run: list[Arrow] = []
    step = 1
    while arrows:
        source = arrows[0].source
        more = [each for each in arrows if each.source == source]
        while run and not fits(measure(_part(chart, run + more, 0, {}))):
            yield run
            run = []
        step = len(more)
        while step > 1 and not run and not fits(measure(_part(chart, more[:step], 0, {}))):
            step = (step + 1) // 2
        run += more[:step]
        arrows = more[step:] + arrows[len(more) :]
    if run:
        yield run


def _part(chart: Chart, arrows: Sequence[Arrow], number: int, home: dict[str, int]) -> Chart:
    shown = {key for each in arrows for key in (each.source, each.target)}
    boxes = [_told(each, number, home) for each in chart.boxes if each.key in shown]
    return Chart(chart.title, boxes, list(arrows), chart.groups, chart.across)


def _told(box: Box, number: int, home: dict[str, int]) -> Box:
    """A box; where it goes on in another part, that is said. While parts are made all are as large as that."""
    where = home.get(box.key, number)
    return box if number and where == number else replace(box, lines=(*box.lines, f"see part {where}"))


def block_parts(blocks: Sequence[Block], height: Callable[[Block], float], most: float) -> list[list[Block]]:
    """The blocks in parts that are no higher than `most`; one that is too high itself goes on in the next part."""
    pieces = [piece for each in blocks for piece in _pieces(each, height, most)]
    return _filled(pieces, height, most)


def _filled(blocks: Sequence[Block], height: Callable[[Block], float], most: float) -> list[list[Block]]:
    parts: list[list[Block]] = []
    left = 0.0
    for each in blocks:
        high = height(each) + _BETWEEN
        if not parts or high > left:
            parts.append([])
            left = most
        parts[-1].append(each)
        left -= high
    return parts


_BETWEEN = 16.0
"""From one block to the next."""


def _pieces(block: Block, height: Callable[[Block], float], most: float) -> list[Block]:
    """A block, or its beginning and what goes on of it."""
    if height(block) <= most or not block.inner:
        return [block]
    own = height(replace(block, inner=[])) + _BETWEEN
    inner = [piece for each in block.inner for piece in _pieces(each, height, most - own)]
    parts = _filled(inner, height, most - own)
    return [
        replace(block, inner=part) if not number
        else replace(block, heading=f"{block.heading} (goes on)", lines=[], inner=part)
        for number, part in enumerate(parts)
    ]  # fmt: skip
