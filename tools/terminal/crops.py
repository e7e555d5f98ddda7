"""The part of a board that is shown where the whole does not fit: rows of a grid, or a region of listed spaces.

What is drawn and how high it comes out is told by a function; nothing here knows a game or reads a state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from rich.text import Text

from .boards import Place
from .canvas import columns

Draw = Callable[[Sequence[Place]], Sequence[Text]]
"""Some of a board's spaces as lines."""


def rows_about(
    places: Sequence[Place], spots: Mapping[str, tuple[float, float]], wanted: Sequence[str], height: int, draw: Draw
) -> tuple[list[Place], Sequence[Text]]:
    """As many rows below each other as fit, where most of what is wanted lies (`spots` are the places of it all), and
    what is drawn of them: one row at least."""
    levels = sorted({y for *_, y in places})
    at = [spots[name][1] for name in wanted if name in spots]
    count, kept = len(levels), list(places)
    drawn = draw(kept)
    while len(drawn) > height and count > 1:
        count = max(1, min(count - 1, round(count * height / len(drawn)) + 1))
        low, high = _window(levels, at, count)
        kept = [place for place in places if low <= place[2] <= high]
        drawn = draw(kept)
    return kept, drawn


def _window(levels: Sequence[float], at: Sequence[float], count: int) -> tuple[float, float]:
    """The first and the last of so many levels in a row between which most lies; of equal ones those in the middle of
    it all."""
    middle = sum(at) / len(at) if at else (levels[0] + levels[-1]) / 2
    spans = [(levels[first], levels[first + count - 1]) for first in range(len(levels) - count + 1)]

    def worth(span: tuple[float, float]) -> tuple[int, float]:
        return sum(span[0] <= y <= span[1] for y in at), -abs(sum(span) / 2 - middle)

    return max(spans, key=worth)


def region(
    places: Sequence[Place], links: Iterable[tuple[str, str]], wanted: Sequence[str], height: int, draw: Draw
) -> tuple[list[Place], Sequence[Text]]:
    """The spaces that are wanted, with as many others as fit: neighbours first, then what lies near. What is wanted and
    does not fit is left out from the end; one space at least is drawn."""
    spots = {name: (x, y) for name, x, y in places}
    first = [name for name in wanted if name in spots] or [name for name, _, _ in places][:1]
    order = list(dict.fromkeys([*first, *_neighbours(first, links, spots), *_by_distance(first, spots)]))

    def drawn(count: int) -> tuple[list[Place], Sequence[Text]]:
        inside = set(order[:count])
        kept = [place for place in places if place[0] in inside]
        return kept, draw(kept)

    low, high = 1, len(order)
    best = drawn(1)
    while low < high:
        count = (low + high + 1) // 2
        found = drawn(count)
        if len(found[1]) <= height:
            low, best = count, found
        else:
            high = count - 1
    return best


def _neighbours(first: Sequence[str], links: Iterable[tuple[str, str]], there: Collection[str]) -> list[str]:
    """What is linked with what is wanted, those first that are with most of it."""
    wanted = set(first)
    ends = Counter(end for pair in links if wanted & set(pair) for end in pair if end in there)
    return [end for end, _ in ends.most_common()]


def _by_distance(first: Sequence[str], spots: Mapping[str, tuple[float, float]]) -> list[str]:
    chosen = [spots[name] for name in first]

    def far(name: str) -> float:
        x, y = spots[name]
        return min((x - u) ** 2 + (y - v) ** 2 for u, v in chosen)

    return sorted(spots, key=far)


def listed(cells: Mapping[str, Text], wanted: Sequence[str], room: int, height: int) -> tuple[list[str], list[Text]]:
    """Spaces in columns, each with what stands in it in one line: as many as fit, and their lines."""
    names = [name for name in wanted if name in cells]
    for count in range(len(names), 0, -1):
        lines = columns([cells[name] for name in names[:count]], room, dense=True)
        if len(lines) <= height:
            return names[:count], lines
    return [], []
