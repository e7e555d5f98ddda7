"""How the spaces of a grid lie in a drawing, for whoever reads one and whoever makes one.

A drawing has a line for every row of the board as it is seen on the screen, with a sign for every space; coordinates
may stand at the edges.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .grids import Coordinate, Grid
from .lattices import Lattice
from .look import LookBoard

_NAME = re.compile(r"([a-z]+)([0-9]+)((?:_[a-z]+)?)")


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is drawn: its spaces by their numbers from left to right, what may stand at its left and at its right
    end, and by how many halves of a space it is shifted to the right."""

    spaces: tuple[int, ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The spaces of a grid as they are drawn: rows from top to bottom, and what may stand above and below the columns
    (nothing where the columns have no names of their own)."""

    rows: tuple[Row, ...]
    columns: tuple[str, ...]

    @property
    def labels(self) -> frozenset[str]:
        """All coordinates that may stand beside a row."""
        return frozenset(label for row in self.rows for label in (*row.left, *row.right))

    def draw(self, signs: Sequence[str]) -> str:
        """The spaces' signs, by the numbers of the spaces, as a drawing with its coordinates."""
        wide = max(map(len, signs), default=1)
        edge = max([len(row.left[0]) for row in self.rows if row.left], default=0)
        shifted = any(row.shift for row in self.rows)
        step = wide + 1 + (shifted and wide % 2 == 0)  # so that half a step is whole
        lines = []
        for row in self.rows:
            begin = f"{row.left[0] if row.left else '':>{edge}} " + " " * (row.shift * step // 2)
            lines.append((begin + "".join([f"{signs[each]:<{step}}" for each in row.spaces])).rstrip())
        if self.columns and not shifted and max(map(len, self.columns)) <= wide:
            lines.append((" " * (edge + 1) + "".join([f"{each:<{step}}" for each in self.columns])).rstrip())
        return "\n".join(lines)


def layout(
    grid: Grid | Lattice, names: Sequence[str], places: Sequence[Coordinate], present: Iterable[int],
    look: LookBoard | None,
) -> Layout:  # fmt: skip
    """How a grid is drawn, or its edges or corners.

    Args:
        grid: its geometry.
        names: the names of its spaces.
        places: their coordinates.
        present: the numbers of the spaces that are drawn.
        look: how the ruleset draws the board, if it says.
    """
    wanted = None if look is None else look.rows
    middles = {index: grid.drawn(places[index], wanted) for index in present}
    by_row: dict[float, list[int]] = {}
    for index, (_, y) in middles.items():
        by_row.setdefault(y, []).append(index)
    ordered = [sorted(by_row[y], key=lambda index: middles[index][0]) for y in sorted(by_row)]
    start = min([x for x, _ in middles.values()], default=0.0)
    split = [_NAME.fullmatch(name) for name in names]
    halves = [(each[1], each[2]) if each is not None else (name, name) for each, name in zip(split, names, strict=True)]
    labels = [_label(halves, row) for row in ordered]
    if len(set(labels)) < len(labels):  # there is more than one row beside the same cells: their sides tell
        sided = [(each[1] + each[3], each[2] + each[3]) if each is not None else (name, name)
                 for each, name in zip(split, names, strict=True)]  # fmt: skip
        labels = [_label(sided, row) for row in ordered]
    rows = []
    for row, label in zip(ordered, labels, strict=True):
        first, last = str(names[row[0]]), str(names[row[-1]])
        left, right = ((label, first), (label, last)) if label else ((first,), (last,))
        rows.append(Row(tuple(row), left, right, round(2 * (middles[row[0]][0] - start))))
    return Layout(tuple(rows), _columns(ordered, halves))


def _label(halves: Sequence[tuple[str, str]], row: Sequence[int]) -> str:
    """What the names of all spaces of a row have in common, beside the columns."""
    return next((shared for axis in (1, 0) if (shared := _shared([halves[each][axis] for each in row]))), "")


def _shared(parts: Sequence[str]) -> str:
    """What all have in common; nothing where they differ."""
    return parts[0] if len(set(parts)) == 1 else ""


def _columns(rows: Sequence[Sequence[int]], halves: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The names of the columns, where those of the spaces are made of them and of the names of the rows."""
    if len({len(row) for row in rows}) != 1 or len(rows) < 2:
        return ()
    for axis in (0, 1):
        found = tuple([_shared([halves[each][axis] for each in column]) for column in zip(*rows, strict=True)])
        if all(found) and len(set(found)) == len(found):
            return found
    return ()
