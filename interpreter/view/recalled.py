"""What was worked out from a position, recalled in every other in which all is the same that was read for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Any, Generic, TypeVar

Found = TypeVar("Found")

WAYS = 3
"""So many sets of cells are remembered that are read for one thing: which are depends on what some of them hold."""
VALUES = 32
"""So many contents of such a set are remembered."""
MOST = 60_000
"""When so much is remembered, all is forgotten."""
TRIED = 400
"""After so many vain looks for things of a sort that were known otherwise, more must have been found."""


class Recalled(Generic[Found]):
    """What things came to, by their keys, of which the first part is the sort of a thing. What is kept must follow from
    its key and from the cells that were read. Several threads may ask at once."""

    def __init__(self) -> None:
        self._ways: dict[Hashable, tuple[_Way[Found], ...]] = {}
        self._kept = 0
        self._found: Counter[Hashable] = Counter()
        self._missed: Counter[Hashable] = Counter()

    def is_worth(self, sort: Hashable) -> bool:
        """Whether it is worth while to keep things of a sort."""
        return self._missed[sort] < max(TRIED, self._found[sort])

    def find(self, key: tuple[Hashable, ...], cells: Sequence[int]) -> tuple[Found] | None:
        """What a thing comes to in a position, by itself in a tuple; None where that is not known."""
        ways = self._ways.get(key, ())
        for way in ways:
            found = way.values.get(way.read(cells))
            if found is not None:
                self._found[key[0]] += 1
                return found
        self._missed[key[0]] += bool(ways)
        return None

    def keep(self, key: tuple[Hashable, ...], cells: Sequence[int], read: Iterable[int], found: Found) -> None:
        """Remember what a thing comes to in a position, and the cells that were read for it."""
        if self._kept >= MOST:
            self._ways, self._kept = {}, 0
        self._kept += 1
        those, ways = tuple(sorted(read)), self._ways.get(key, ())
        way = next((each for each in ways if each.cells == those), None)
        if way is None:
            way = _Way(those)
            self._ways[key] = (way, *ways[: WAYS - 1])
        if len(way.values) >= VALUES:
            way.values.clear()
        way.values[way.read(cells)] = (found,)


class _Way(Generic[Found]):
    """The cells that are read for a thing, and what it comes to by what they hold."""

    __slots__ = ("cells", "read", "values")

    def __init__(self, cells: tuple[int, ...]) -> None:
        self.cells = cells
        self.read: Callable[[Sequence[int]], Any] = itemgetter(*cells) if cells else _nothing
        self.values: dict[Any, tuple[Found]] = {}


def _nothing(cells: Sequence[int]) -> None:
    return None
