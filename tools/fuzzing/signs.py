"""What a position shows that may be new: the signs by which the search knows that it has come somewhere else.

A sign is a place in the rules that was passed (see `interpreter.reached`), an alternative that was offered, a set of
alternatives offered together, a value of a field of the game or of a player, how much lies in a zone, how few options
a decision has, how a game ended, or what was left at its end. Numbers are told apart exactly while they are small, and
by their size otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from yupana.interpreter.play.coverage import WIDTH, Marked

if TYPE_CHECKING:
    from yupana.interpreter.game import State

Sign: TypeAlias = tuple[Any, ...]
"""("passed", point), ("offered", decision, alternative), ("menu", decision, alternatives), ("few", decision, many),
("value", cell, size), ("end", players, options, action, outcome, winners, tie, lines of the report), ("over", point)
for a point that was passed by a game that ended, or ("left", cell, size) for a value of the game at its end."""

ENDED = frozenset({"end", "over", "left"})
"""The signs that only ends have."""

_MENUS = 60
"""So many sets of alternatives of one decision are told apart."""
_CELLS = 400
"""So many values are watched at most."""
_EXACT = 6


class View(NamedTuple):
    """A position as far as it is looked at: what its game has passed, what is asked, the alternatives that are offered,
    about how many options there are, and the values that are watched."""

    passed: int
    asks: int
    offered: frozenset[int]
    few: int
    values: tuple[int, ...]


NOTHING = View(0, -1, frozenset(), -1, ())


class Signs:
    """Finds the signs of the positions of one marked game."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self._menus: dict[int, set[frozenset[int]]] = {}
        self.cells = _watched_cells(marked)
        fields = marked.game.program.fields
        own = {each.base for each in fields if each.domain < 0}
        self.own = [cell for cell in self.cells if cell in own]  # those of the game, and of no player
        self._values = itemgetter(*self.cells) if len(self.cells) > 1 else None

    def view(self, state: State) -> View:
        """What a position looks like."""
        options = state.option_tuples()
        return View(
            self.marked.passed(state), self.marked.asks(state), frozenset([each[0] for each in options]),
            size(len(options)), () if self._values is None else self._values(state.cells),
        )  # fmt: skip

    def left(self, state: State) -> Iterator[Sign]:
        """What a game that has ended leaves of the values of the game."""
        for cell in self.own:
            yield ("left", cell, size(state.cells[cell]))

    def of(self, view: View, before: View) -> Iterator[Sign]:
        """The signs of a position that the one before it did not have."""
        fresh = view.passed & ~before.passed
        while fresh:
            lowest = fresh & -fresh
            fresh ^= lowest
            yield ("passed", (lowest.bit_length() - 1) // WIDTH)
        asks, offered = view.asks, view.offered
        if (asks, offered) != (before.asks, before.offered):
            for each in sorted(offered):
                yield ("offered", asks, each)
            known = self._menus.setdefault(asks, set())
            if asks >= 0 and (offered in known or len(known) < _MENUS):
                known.add(offered)
                yield ("menu", asks, tuple(sorted(offered)))
        if (asks, view.few) != (before.asks, before.few):
            yield ("few", asks, view.few)
        if view.values != before.values:
            last = before.values or (None,) * len(view.values)
            for cell, value, was in zip(self.cells, view.values, last, strict=True):
                if value != was and (was is None or size(value) != size(was)):
                    yield ("value", cell, size(value))


def size(value: int) -> int:
    """A number as it is told apart from others: itself while it is small, else about how large it is."""
    if -_EXACT <= value <= 2 * _EXACT:
        return value
    return (100 + 2 * value.bit_length() + (value >> (value.bit_length() - 2) & 1)) * (1 if value > 0 else -1)


def end_of(state: State, options: Sequence[tuple[str, str]], last: int) -> Sign:
    """How a game has ended: with how many players, which options, by what, who wins, whether the best are equal, and
    what the report says but for names and numbers."""
    names = state.names
    action = state.game.program.alternatives[last].name if last >= 0 else ""
    points, winners = state.points, state.winner_seats
    equal = points.count(max(points)) > 1
    words = rf"\b({'|'.join(map(re.escape, names))})\b|-?\d+"
    said = tuple(sorted({re.sub(words, "_", line) for line in state.report}))
    return ("end", len(names), tuple(options), action, state.outcome, len(winners), equal, said)


def kind_of(end: Sign) -> Sign:
    """An end without how it comes out: the number of players, the options, what was decided last, the report."""
    return (*end[:4], end[7])


def short_of_tie(state: State) -> int:
    """How many points the best player is ahead of the next one; 0 where somebody plays alone."""
    best = sorted(state.points)[-2:]
    return best[-1] - best[0]


def _watched_cells(marked: Marked) -> list[int]:
    """The cells of the values that are watched: scalars of the game and of the players, and sizes of their zones."""
    program = marked.game.program
    players = len(program.domains[program.player_domain].names)
    cells: list[int] = []
    for field in program.fields:
        if field.internal or field.shape.kind != "scalar" or field.domain not in (-1, program.player_domain):
            continue
        holders = 1 if field.domain < 0 else players
        cells += range(field.base, field.base + holders)
    for family in program.families:
        if family.holder in (-1, program.player_domain):
            first = program.layout.zone_size + family.first
            cells += range(first, first + family.count)
    return cells[:_CELLS]
