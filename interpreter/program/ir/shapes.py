"""Constants of the form, the first cells of a state, and how values are stored."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Literal, TypeAlias

from yupana.schemas.records import dataclass

FORMAT = 9
"""Version of this form; a file of another version is refused."""

NO_INT = -(2**31)
INT_MAX = 2**31 - 1
INT_MIN = -INT_MAX
NONE = -1

Cells: TypeAlias = MutableSequence[int]
"""A state, or position: the flat array that `Layout` lays out. Each cell holds an int of 32 bits. `cells[:]` is a copy
of the same sort that shares nothing with it."""

# ---------------------------------------------------------------- the first cells of every state

CELL_BLOCK = 0  # block to run next; -1 when the game is over
CELL_FRAME = 1  # first cell of the present frame
CELL_DECISION = 2  # the pending decision, or -1
CELL_DECIDER = 3  # who decides, or -1
CELL_RESULT = 4  # where a waiting function leaves its scalar result
CELL_RNG_HIGH = 5  # PCG32 state, upper 32 bits (as a signed cell)
CELL_RNG_LOW = 6
CELL_PLAYERS = 7  # number of players
CELL_ME = 8
CELL_ACTIVE = 9
CELL_ENDING = 10  # how far out what is ending reaches; 0: nothing is
CELL_PLY = 11  # decisions answered so far
CELL_ENDS = 12  # how often something was ended since the flow last went on
CELL_HELD = 13  # while decisions are held back: one more than were answered before the first of them; else 0
HEADER_CELLS = 16

GENERATOR = slice(CELL_RNG_HIGH, CELL_RNG_LOW + 1)
"""Where the state of the random generator lies."""


def signed(word: int) -> int:
    """A cell that holds 32 bits."""
    return word - 2**32 if word & 2**31 else word


def halves(value: int) -> tuple[int, int]:
    """The upper and the lower half of 64 bits, as two cells."""
    return signed(value >> 32 & 2**32 - 1), signed(value & 2**32 - 1)


def members_in(cells: Sequence[int], size: int, base: int = 0) -> list[int]:
    """The members of a set of a domain of so many, in order; `base`: its first cell."""
    return [i for i in range(size) if cells[base + i // 32] >> i % 32 & 1]


def set_cells(members: Iterable[int], count: int) -> list[int]:
    """A set as so many cells."""
    whole = sum([1 << each for each in {*members}])
    return [signed(whole >> 32 * i & 2**32 - 1) for i in range(count)]


# a note, behind the last cell: the number of its position, then the upper and the lower half of its digest
NOTE_CELLS = 3

# a frame: cell 0 is the block to return to, cell 1 the caller's frame, then the function's stored locals
FRAME_RETURN = 0
FRAME_CALLER = 1
FRAME_HEAD = 2


@dataclass(frozen=True, slots=True)
class Shape:
    """How a value is built.

    scalar: one cell; `domain` is the number of its domain, -1 for a number, -2 for a bool. list: at most `size`
    elements of the shape `of` (None: it is always empty). set: of the `size` members of `domain`. map: a scalar of the
    shape `of` for each of the `size` members of `domain` (-1: of cells that lie one after the other)."""

    kind: Literal["scalar", "list", "set", "map"]
    size: int = 1
    domain: int = -1
    of: Shape | None = None

    @property
    def cells(self) -> int:
        """How many cells a stored value takes."""
        if self.kind == "scalar":
            return 1
        if self.kind == "list":
            return 1 + self.size
        if self.kind == "set":
            return (self.size + 31) // 32
        return self.size

    @property
    def storable(self) -> bool:
        """Whether a value can lie in cells: there are no lists of lists there."""
        return self.of is None or self.of.kind == "scalar"


SCALAR = Shape("scalar")
