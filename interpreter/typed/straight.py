"""Straight lines on a board whose spaces lie in a grid: where one comes to from a space in each direction.

All is worked out from the coordinates of the spaces and the way of each direction, when it is first asked for. A line
ends where no space is, or one that is not in the game: nothing is stepped over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from yupana.schemas.grids import Coordinate

Present = tuple[int, ...] | None
"""The spaces that are in the game, None: all."""

Rows = tuple[tuple[int, ...], ...]


class Straight:
    """The lines of one board; spaces and directions go by their numbers, -1 is no space. Directions go round: the one
    half way round is the opposite."""

    def __init__(self, places: Sequence[Coordinate], ways: Sequence[Coordinate]) -> None:
        self.places = places
        self.ways = ways
        self.size = len(places)
        self._lines: dict[tuple[int, Present], Rows] = {}

    @property
    def turns(self) -> int:
        """How many directions there are."""
        return len(self.ways)

    @cached_property
    def at(self) -> dict[Coordinate, int]:
        """The space at each place."""
        return {place: index for index, place in enumerate(self.places)}

    @cached_property
    def corner(self) -> Coordinate:
        """The smallest coordinates."""
        return min([x for x, _ in self.places], default=0), min([y for _, y in self.places], default=0)

    @cached_property
    def extent(self) -> Coordinate:
        """From how many values each coordinate is."""
        (x, y), places = self.corner, self.places or [(0, 0)]
        return max([place[0] for place in places]) - x + 1, max([place[1] for place in places]) - y + 1

    @cached_property
    def longest(self) -> int:
        """How many spaces the longest line has."""
        return max([len(line) for way in range(self.turns) for line in self.lines(way, None)], default=0)

    @property
    def axes(self) -> tuple[int, ...]:
        """One direction of each two that are opposite, such that spaces along a line come in the order of their
        numbers."""
        half = self.turns // 2
        back = [any(line[0] > line[-1] for line in self.lines(way, None)) for way in range(half)]
        return tuple([way + half if back[way] else way for way in range(half)])

    # ------------------------------------------------------------ lines

    def lines(self, way: int, present: Present) -> Rows:
        """All lines in a direction, each as long as it can be, in the order of their first spaces."""
        known = self._lines.get((way, present))
        if known is None:
            here = range(self.size) if present is None else present
            known = self._lines[way, present] = tuple(self._made(way, here))
        return known

    def _made(self, way: int, here: Collection[int]) -> Iterator[tuple[int, ...]]:
        dx, dy = self.ways[way]
        there = set(here)

        def beside(space: int, sign: int) -> int:
            x, y = self.places[space]
            found = self.at.get((x + sign * dx, y + sign * dy), -1)
            return found if found in there else -1

        for first in here:
            if beside(first, -1) >= 0:
                continue
            line = [first]
            while (following := beside(line[-1], 1)) >= 0:
                line.append(following)
            yield tuple(line)

    def rays(self, present: Present) -> Rows:
        """The spaces beyond each space in each direction: row `space * turns + direction`."""
        rows: list[tuple[int, ...]] = [()] * (self.size * self.turns)
        for way in range(self.turns):
            for line in self.lines(way, present):
                for number, space in enumerate(line):
                    rows[space * self.turns + way] = line[number + 1 :]
        return tuple(rows)

    def through(self, length: int, present: Present) -> tuple[Rows, Rows]:
        """The straight lines of so many spaces, and for each space the numbers of those in which it lies. One of a
        single space has no direction: there is one."""
        found: list[tuple[int, ...]] = []
        at: list[list[int]] = [[] for _ in range(self.size)]
        for way in self.axes[: 1 if length == 1 else None] if length > 0 else ():
            for line in self.lines(way, present):
                for start in range(len(line) - length + 1):
                    part = line[start : start + length]
                    for space in part:
                        at[space].append(len(found))
                    found.append(part)
        return tuple(found), tuple([tuple(each) for each in at])

    def has_gaps(self, present: Present) -> bool:
        """Whether two spaces lie in one line with something between them that is no space of the game."""
        for way in self.axes:
            dx, dy = self.ways[way]
            seen: set[int] = set()
            for line in self.lines(way, present):
                x, y = self.places[line[0]]
                if x * dy - y * dx in seen:
                    return True
                seen.add(x * dy - y * dx)
        return False
