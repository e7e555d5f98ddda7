"""Chance as data: what an option (or the set-up) can lead to, with exact weights, and chance that is told what happens.

All chance of the language is made of bounded draws: a die of n sides is one below n, `pick` one below the number of
elements, a shuffle of n pieces one below n, one below n - 1, …, one below 2 (`backends/SEMANTICS.md`). So an outcome is
the list of its draws, told from 1 as the faces of a die are, and its weight the product of 1/n over them. The outcomes
of an option are found by carrying it out once for each, and no others: what is drawn may depend on what was drawn
before. Whoever asks needs the whole position: nothing here belongs to what a player may see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ..program import ir
from .faults import UsageError
from .rng import next32

if TYPE_CHECKING:
    from .state import State

MOST = 100_000
"""Outcomes that are listed unless more are asked for."""

START = "start"
"""What stands for the set-up in a saved game, where chance was told what happens in it."""

Result = TypeVar("Result")

_TOLD = re.compile(r"(.*?) chance (\[[0-9, ]*\])\s*", re.DOTALL)


class Possibility(NamedTuple):
    """One of the things that can happen: how likely it is, what was drawn, and the game as it stands then. Weights of
    all outcomes of one event add up to 1."""

    weight: Fraction
    draws: tuple[int, ...]
    state: State

    @property
    def told(self) -> list[str]:
        """What it says to who sees everything: rolls, draws, lines of the log."""
        passage = self.state.story(max(self.state.ply, 0))[-1]
        return [each.text for each in passage.events if each.is_for(None)]


class Draws:
    """Bounded draws that come out as they are told; the first alternatives behind these where it is `open`."""

    def __init__(self, told: Sequence[int], *, is_open: bool = False) -> None:
        self.told = told
        self.is_open = is_open
        self.made: list[tuple[int, int]] = []  # what each came to, from 0, and below what it had to be

    @classmethod
    def of(cls, told: Sequence[int] | Draws | None) -> Draws | None:
        """What is told, as draws; None: chance comes from the generator."""
        return told if told is None or isinstance(told, Draws) else cls(told)

    def __call__(self, bound: int) -> int:
        """The next draw. Raises UsageError where it was not told, or told what it cannot be."""
        number = len(self.made)
        if number < len(self.told):
            value = self.told[number] - 1
        elif self.is_open:
            value = 0
        else:
            raise UsageError(f"chance draws more often than the {number} times that were given")
        if not 0 <= value < bound:
            raise UsageError(f"draw {number + 1} is from 1 to {bound}, not {value + 1}")
        self.made.append((value, bound))
        return value

    def finish(self) -> tuple[int, ...]:
        """All draws, from 1. Raises UsageError if not all that were told were made."""
        if len(self.made) < len(self.told):
            raise UsageError(f"{len(self.told)} draws were given and {len(self.made)} were made")
        return tuple([value + 1 for value, _ in self.made])


class _Found(NamedTuple, Generic[Result]):
    weight: Fraction
    draws: tuple[int, ...]
    result: Result


def _every(carry_out: Callable[[Draws], Result], most: int) -> Iterator[_Found[Result]]:
    """Carry something out once for every way in which its draws can come out, in order of the draws."""
    told: list[int] = []
    for _ in range(most):
        draws = Draws(told, is_open=True)
        result = carry_out(draws)
        whole = 1
        for _, bound in draws.made:
            whole *= bound
        yield _Found(Fraction(1, whole), draws.finish(), result)
        made = draws.made
        while made and made[-1][0] == made[-1][1] - 1:
            made.pop()
        if not made:
            return
        told = [value + 1 for value, _ in made]
        told[-1] += 1
    raise UsageError(f"chance can come out in more than {most:,} ways here; `most` allows more")


def outcomes(carry_out: Callable[[Draws], State], most: int, merge: bool) -> list[Possibility]:
    """What carrying something out can lead to. `merge`: equal positions are one, with the sum of their weights."""
    found = [Possibility(*each) for each in _every(carry_out, most)]
    if not merge:
        return found
    same: dict[bytes, Possibility] = {}
    for each in found:
        key = each.state.key
        known = same.get(key)
        same[key] = each if known is None else known._replace(weight=known.weight + each.weight)
    return list(same.values())


def made(cells: ir.Cells, draws: Draws | None) -> tuple[int, ...] | None:
    """The draws that were told. The generator then goes one step further, so that what comes by chance later is not
    what would have come then."""
    if draws is None:
        return None
    drawn = draws.finish()
    if drawn:
        next32(cells)
    return drawn


def with_draws(text: str, draws: Sequence[int] | None) -> str:
    """An option as a saved game holds it, with what chance was told."""
    return text if draws is None else f"{text} chance {json.dumps(list(draws))}"


def option_and_draws(text: str) -> tuple[str, tuple[int, ...] | None]:
    """An option and what chance is told, as `with_draws` has written them."""
    match = _TOLD.fullmatch(text)
    if match is None:
        return text, None
    try:
        return match[1], tuple(json.loads(match[2]))
    except ValueError:
        return text, None


# ----------------------------------------------------------------
# Chance one draw after the other, for who decides at each of them what comes out: as `chances`, but nothing is listed
# that is not asked for, so that a shuffle of many cards is as many short questions.


class Drawn(NamedTuple):
    """What came of something when its first draws were told. `bound` is how many ways the next one can come out, 0 when
    there is none left; `state` is how the game stands then, if there is none left."""

    bound: int
    state: State


def draw_by_draw(carry_out: Callable[[Draws], State], told: Sequence[int]) -> Drawn:
    """What comes of something when its first draws are told, from 1. `carry_out` does it with the draws it is given, as
    `state.apply(option, draws)` and `game.start(draws=draws)` do, and gives the state after it.

    Raises UsageError for draws that do not fit, and what carrying it out raises.
    """
    draws = Draws(told, is_open=True)
    state = carry_out(draws)
    draws.finish()
    return Drawn(draws.made[len(told)][1] if len(draws.made) > len(told) else 0, state)
