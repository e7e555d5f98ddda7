"""Games as columns of numbers: what a worker makes of them, and how it is handed over and kept until rows are written.

Nothing is made here that can be made later of many games at once: names, results, what follows from the plan.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa

from .playouts import Ended

Failed = tuple[Ended, str, str]
"""How a game ended that did not end by itself, its fault, and the place of that."""

_HEAD = struct.Struct("<III")
"""How many columns, how many games, and how long what is said of those that failed is."""


class Words:
    """Some games, a number of each in every column; the first column has their numbers in the run. `failed` says of
    those that did not end by themselves how they ended."""

    def __init__(self, width: int) -> None:
        self.columns = [array("i") for _ in range(width)]
        self.failed: dict[int, Failed] = {}
        self._in_order = True

    def __len__(self) -> int:
        """How many games."""
        return len(self.columns[0])

    def add(self, row: Iterable[int]) -> None:
        """One game more."""
        self.extend([array("i", [word]) for word in row])

    def extend(self, columns: Iterable[array[int]]) -> None:
        """More games, in their order, that ended by themselves."""
        numbers = self.columns[0]
        before = len(numbers)
        for own, more in zip(self.columns, columns, strict=True):
            own.extend(more)
        if 0 < before < len(numbers) and numbers[before - 1] > numbers[before]:
            self._in_order = False

    def part(self, first: int, end: int) -> Words:
        """Those at places `first` to `end` - 1."""
        part = Words(0)
        part.columns = [each[first:end] for each in self.columns]
        part.failed = (
            {each: self.failed[each] for each in part.columns[0] if each in self.failed} if self.failed else {}
        )
        return part

    def join(self, more: Words) -> None:
        """The games of another behind one's own."""
        self.extend(more.columns)
        self.failed |= more.failed

    def packed(self) -> bytes:
        """All of it, in the order of the games."""
        numbers = self.columns[0]
        columns: Sequence[array[int]] = self.columns
        if not self._in_order:
            order = sorted(range(len(numbers)), key=numbers.__getitem__)
            columns = [array("i", map(each.__getitem__, order)) for each in columns]
        failed = json.dumps([(number, *each) for number, each in self.failed.items()]).encode()
        words: bytes = pa.compress(b"".join(columns), codec="lz4", asbytes=True)
        return _HEAD.pack(len(columns), len(self), len(failed)) + failed + words

    @classmethod
    def unpacked(cls, packed: bytes) -> Words:
        """What was packed."""
        width, games, said = _HEAD.unpack_from(packed)
        made, begin = cls(width), _HEAD.size + said
        words = memoryview(
            pa.decompress(packed[begin:], decompressed_size=4 * width * games, codec="lz4", asbytes=True)
        )
        for i, each in enumerate(made.columns):
            each.frombytes(words[4 * i * games : 4 * (i + 1) * games])
        made.failed = {number: (*each,) for number, *each in json.loads(packed[_HEAD.size : begin])}
        return made


def regrouped(parts: Iterable[Words], size: int) -> Iterator[Words]:
    """The same games in groups of one size, but for the last."""
    group: Words | None = None
    for words in parts:
        at = 0
        while at < len(words):
            end = min(len(words), at + size - (len(group) if group is not None else 0))
            part = words.part(at, end)
            if group is None:
                group = part
            else:
                group.join(part)
            if len(group) == size:
                yield group
                group = None
            at = end
    if group is not None:
        yield group
