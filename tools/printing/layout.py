"""Places on sheets for things of one size that are cut out: in columns and rows, with marks for the knife."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..documents.drawing import Mark, line
from .paper import PrintSettings

CUT = "#9a958a"
MARK = 4.0
"""How long a mark for the knife is."""


@dataclass(frozen=True, slots=True)
class Places:
    """Columns and rows of things of a size on sheets of a size; the first lies at (`left`, `top`)."""

    sheet: tuple[float, float]
    size: tuple[float, float]
    columns: int
    rows: int
    gap: float = 0.0

    @property
    def many(self) -> int:
        """So many things lie on a sheet."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """Where the first column begins: what lies on a sheet lies in its middle."""
        return (self.sheet[0] - self.columns * self.size[0] - (self.columns - 1) * self.gap) / 2

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return (self.sheet[1] - self.rows * self.size[1] - (self.rows - 1) * self.gap) / 2

    def at(self, number: int) -> tuple[float, float]:
        """The left upper corner of a thing."""
        row, column = divmod(number, self.columns)
        return self.left + column * (self.size[0] + self.gap), self.top + row * (self.size[1] + self.gap)

    def turned(self, number: int, edge: str) -> tuple[float, float]:
        """Where the back of a thing lies on the other side of the sheet, when it is turned over an edge."""
        x, y = self.at(number)
        upright = self.sheet[0] <= self.sheet[1]
        if (edge == "long") == upright:
            return self.sheet[0] - x - self.size[0], y
        return x, self.sheet[1] - y - self.size[1]

    def marks(self) -> Iterator[Mark]:
        """Marks for the knife around everything."""
        right, bottom = self.sheet[0] - self.left, self.sheet[1] - self.top
        off = 1.0 + self.gap / 2
        reach = min(MARK, self.left - off, self.top - off)
        if reach <= 0.5:
            return
        for x in self._cuts(self.left, self.size[0], self.columns):
            yield line(x, self.top - off - reach, x, self.top - off, CUT, 0.15)
            yield line(x, bottom + off, x, bottom + off + reach, CUT, 0.15)
        for y in self._cuts(self.top, self.size[1], self.rows):
            yield line(self.left - off - reach, y, self.left - off, y, CUT, 0.15)
            yield line(right + off, y, right + off + reach, y, CUT, 0.15)

    def _cuts(self, first: float, size: float, many: int) -> list[float]:
        found: list[float] = []
        for at in range(many):
            start = first + at * (size + self.gap)
            found += [start, start + size] if self.gap or not at else [start + size]
        return found


def places(settings: PrintSettings, size: tuple[float, float]) -> Places:
    """The way in which most things lie on a sheet: upright, or across; around each there is room for what goes beyond
    its edges."""
    paper, gap = settings.paper, 2 * settings.bleed
    margin = settings.margin + settings.bleed
    upright, across = _places(paper, margin, size, gap), _places(paper[::-1], margin, size, gap)
    return across if across.many > upright.many else upright


def _places(sheet: tuple[float, float], margin: float, size: tuple[float, float], gap: float) -> Places:
    columns, rows = (
        max(0, int((whole - 2 * margin + gap + 0.01) / (each + gap))) for whole, each in zip(sheet, size, strict=True)
    )
    return Places(sheet, size, columns, rows, gap)
