"""What lies in the box, as it looks: of every kind of cards and tiles a front or a few and what is behind them, small,
over its name and how many there are of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol, TypeAlias

from ..documents.drawing import Drawing, Mark, Text, moved
from ..documents.model import Picture
from .board import Plan
from .held import INK, width_of
from .maker import Maker

ACROSS = 640.0
"""How wide the picture is at most, in its units."""
UNIT, HIGH = 3.0, 132.0
"""How many units a millimetre is at most, and how high a card is then."""
BESIDE, BETWEEN, BELOW = 5.0, 26.0, 16.0
"""The room between sides of one kind, between kinds, and below them."""
NAME, NUMBER, LEADING = 10.5, 9.5, 13.0
FAINT = "#5c5646"


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Some sides of the things of a kind, in millimetres: `title` is what these are called, `number` how many there
    are."""

    title: str
    number: str
    sides: tuple[Drawing, ...]


class Artwork(Protocol):
    """What a look says of a ruleset, as whoever prints it draws it."""

    def components(self) -> Iterable[Exhibit]:
        """The kinds of what lies in the box."""

    def board(self, plan: Plan, name: str) -> Plan:
        """The plan of a board, by its name, with what is under and around its spaces."""


Artist: TypeAlias = Callable[[Maker], Artwork]
"""Who draws what the look of a ruleset says."""


Renewal: TypeAlias = Callable[[Maker, Maker], Iterable[Exhibit]]
"""Who draws the components that another version of a ruleset has otherwise: how they were and how they are."""
MOST = 60
"""So many components that have changed are drawn at most: of more, all have."""


def renewed(old: Maker, new: Maker, renewal: Renewal) -> Picture | None:
    """The picture of the components that have changed; None where none has, or nearly all."""
    exhibits = list(islice(renewal(old, new), MOST + 1))
    return exhibited(new, exhibits) if len(exhibits) <= MOST else None


def exhibited(maker: Maker, exhibits: Iterable[Exhibit]) -> Picture | None:
    """The picture of all that is there; None where nothing is."""
    marks, wide, y = list[Mark](), 0.0, 0.0
    for row in _rows([_Stand(each) for each in exhibits]):
        x, high = 0.0, max(each.high for each in row)
        for each in row:
            marks += each.marks(x, y + high)
            x += each.wide + BETWEEN
        wide, y = max(wide, x - BETWEEN), y + high + 2 * LEADING + BELOW
    if not marks:
        return None
    drawing = Drawing.within(-4, -2, max(wide, 220.0) + 4, y - BELOW + 6, marks)
    return Picture.of(drawing, maker.say("exhibits"), "exhibits")


def _rows(stands: Iterable[_Stand]) -> list[list[_Stand]]:
    """As many beside one another as have room."""
    rows: list[list[_Stand]] = []
    for each in stands:
        if not rows or sum(other.wide + BETWEEN for other in rows[-1]) + each.wide > ACROSS:
            rows.append([])
        rows[-1].append(each)
    return rows


class _Stand:
    """One exhibit with its words, as it stands in the picture."""

    def __init__(self, exhibit: Exhibit) -> None:
        tallest = max(each.height for each in exhibit.sides)
        self._sides: Sequence[Drawing] = [each.scaled(min(UNIT, HIGH / tallest)) for each in exhibit.sides]
        self._across = sum(each.width for each in self._sides) + BESIDE * (len(self._sides) - 1)
        self._words = [(exhibit.title, NAME, True), (exhibit.number, NUMBER, False)]
        self.high = max(each.height for each in self._sides)
        self.wide = max(
            self._across, *(width_of(text, size * (1.12 if bold else 1.0)) for text, size, bold in self._words)
        )

    def marks(self, x: float, base: float) -> list[Mark]:
        """The sides on a line, and the words below them."""
        found, left = list[Mark](), x + (self.wide - self._across) / 2
        for side in self._sides:
            found += [moved(each, left, base - side.height) for each in side.marks]
            left += side.width + BESIDE
        for row, (text, size, bold) in enumerate(self._words, 1):
            found.append(
                Text(x + self.wide / 2, base + row * LEADING, text, size, INK if bold else FAINT, bold, "middle")
            )
        return found
