"""What the emitted code of one runner shares: who hears what happens, scripted dice, and the allowance of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...machine.faults import bad_dice, nothing_to_pick, overworked
from ...machine.positions import Positions
from ...machine.rng import below, scripted
from ...machine.zones import Zones
from ...program import ir, limits
from ..protocol import Chance as Told
from ..protocol import Event
from .runtime import span


class Host:
    """`sink` is told events; `script` holds the next dice; `chance` says what draws come to; `work` what is left of the
    allowance. It is a list of one number, which is written to where a call would take too long."""

    __slots__ = ("chance", "script", "sink", "work")

    def __init__(self) -> None:
        self.sink: Callable[[Event], None] | None = None
        self.script: list[int] | None = None
        self.chance: Told | None = None
        self.work = [limits.WORK]

    def spend(self, amount: int, place: int) -> None:
        """Take from the allowance."""
        self.work[0] -= amount
        if self.work[0] < 0:
            overworked(place)

    def walk(self, values: Sequence[Any], weight: int, place: int) -> Sequence[Any]:
        """The values, paid for by what each turn over them weighs."""
        self.work[0] -= len(values) * weight
        if self.work[0] < 0:
            overworked(place)
        return values

    def over(self, values: Sequence[Any], place: int) -> Sequence[Any]:
        """The values, paid for by what one fast pass over them weighs."""
        self.spend(len(values) >> 4, place)
        return values

    def stretch(self, low: int, high: int, weight: int, place: int) -> range:
        """The ints from `low` to `high`, paid for."""
        values = span(low, high, place)
        self.spend(len(values) * weight, place)
        return values


# ----------------------------------------------------------------
# Zones and chance as the emitted code calls them: the statements that move pieces, shuffle, draw, roll and pick.


class Chance(Zones):
    """What one runner does with the pieces of a program, and with dice."""

    def __init__(self, program: ir.Program, host: Host) -> None:
        super().__init__(program)
        self.host = host

    def named(self) -> dict[str, Callable[..., Any]]:
        """By the names under which the emitted code calls them."""
        return {
            "move_top": self.move_top, "move_bottom": self.move_bottom, "move_all": self.move_all,
            "move_all_bottom": self.move_all_bottom, "zone_list": self.pieces, "zone_end": self.end,
            "shuffle": self.shuffle, "draw": self.draw, "roll": self.roll, "roll_many": self.roll_many,
            "pick": self.pick, "on_copy": self.on_copy,
        }  # fmt: skip

    def end(self, cells: ir.Cells, cell: int, base: int) -> int:
        """The piece named in a cell, as an index of its kind, or -1."""
        piece = cells[cell]
        return piece - base if piece >= 0 else -1

    def move_all(self, cells: ir.Cells, source: int, zone: int) -> None:
        """All pieces of a zone to the top of another, the first one first."""
        for piece in self.pieces(cells, source):
            self.move_top(cells, piece, zone)

    def move_all_bottom(self, cells: ir.Cells, source: int, zone: int) -> None:
        """All pieces of a zone to the bottom of another, the first one first."""
        for piece in self.pieces(cells, source):
            self.move_bottom(cells, piece, zone)

    def shuffle(self, cells: ir.Cells, zone: int) -> None:
        """Every order equally likely; an unordered zone has no order to change."""
        if not self.ordered[zone]:
            return
        pieces = self.pieces(cells, zone)
        for i in range(len(pieces) - 1, 0, -1):
            j = self._below(cells, i + 1)
            pieces[i], pieces[j] = pieces[j], pieces[i]
        before = -1
        for piece in pieces:
            cells[self.previous + piece] = before
            if before < 0:
                cells[self.first + zone] = piece
            else:
                cells[self.next + before] = piece
            before = piece
        if pieces:
            cells[self.next + before] = -1
            cells[self.last + zone] = before
        if self.host.sink is not None:
            self.host.sink(("shuffle", zone))

    def draw(self, cells: ir.Cells, count: int, source: int, zone: int, place: int) -> None:
        """Top pieces of `source` to `zone`; an empty source is refilled first, if it can be."""
        drawn = []
        self.host.spend(max(count, 0), place)
        for _ in range(count):
            if cells[self.size + source] == 0:
                other = self.refill[source]
                if other < 0:
                    break
                self.move_all(cells, other, source)
                self.shuffle(cells, source)
                if cells[self.size + source] == 0:
                    break
            piece = cells[self.last + source]
            self.move_top(cells, piece, zone)
            drawn.append(piece)
        if drawn and self.host.sink is not None:
            self.host.sink(("draw", source, zone, tuple(drawn)))

    def _number(self, cells: ir.Cells, sides: int) -> int:
        """A number from 1 to `sides`: one that was set beforehand, or by chance."""
        script = self.host.script
        return self._below(cells, sides) + 1 if script is None else scripted(script, sides)

    def _below(self, cells: ir.Cells, bound: int) -> int:
        """A number below the bound, by the generator or as it is told."""
        told = self.host.chance
        return below(cells, bound) if told is None else told(bound)

    def roll(self, cells: ir.Cells, sides: int, purpose: int, *why: Any) -> int:
        """A die: 1..sides. `why` are the values in the text of its purpose."""
        value = self._number(cells, sides)
        if self.host.sink is not None:
            self.host.sink(("roll", cells[ir.CELL_ME], purpose, sides, (value,), *why))
        return value

    def roll_many(
        self, cells: ir.Cells, count: int, sides: int, purpose: int, place: int, *why: Any
    ) -> tuple[int, ...]:
        """A list of dice."""
        if not 0 <= count <= limits.NUMBERS:
            bad_dice(count, place)
        values = tuple([self._number(cells, sides) for _ in range(count)])
        if self.host.sink is not None:
            self.host.sink(("roll", cells[ir.CELL_ME], purpose, sides, values, *why))
        return values

    def pick(self, cells: ir.Cells, items: Sequence[Any], place: int) -> Any:
        """One element, each equally likely; a number that was set beforehand is the element's, from 1."""
        return items[self._number(cells, len(items)) - 1] if items else nothing_to_pick(place)

    def on_copy(self, place: int, function: Callable[..., Any], cells: ir.Cells, *arguments: Any) -> Any:
        """Call a function on a copy of the state that is thrown away; nobody is told what it does."""
        host = self.host
        sink, script = host.sink, host.script
        host.spend(len(cells) >> 4, place)
        host.sink = None
        host.script = None if script is None else script[:]
        try:
            return function(cells[:], *arguments)
        finally:
            host.sink, host.script = sink, script


# ----------------------------------------------------------------
# Notes of positions as the emitted code calls them; looking through them is paid for by how many there are.


class Past(Positions):
    """What one runner does with the positions of a program."""

    def __init__(self, program: ir.Program, host: Host) -> None:
        super().__init__(program)
        self.host = host

    def named(self) -> dict[str, Callable[..., Any]]:
        """By the names under which the emitted code calls them."""
        return {
            "position_times": self.position_times, "position_ago": self.position_ago, "note": self.note,
            "forget": self.forgotten,
        }  # fmt: skip

    def _pay(self, cells: ir.Cells, place: int) -> None:
        self.host.spend((len(cells) - self.end) >> 4, place)

    def position_times(self, cells: ir.Cells, position: int, place: int) -> int:
        """How often it has been noted."""
        self._pay(cells, place)
        return self.times(cells, position)

    def position_ago(self, cells: ir.Cells, position: int, place: int) -> int:
        """How many notes ago."""
        self._pay(cells, place)
        return self.ago(cells, position)

    def forgotten(self, cells: ir.Cells, position: int, place: int) -> None:
        """No note any more."""
        self._pay(cells, place)
        self.forget(cells, position)
