"""How a playout chooses: at random, but each with a taste of its own, so that together they play in many ways.

Uniform play does the same kind of thing in every game. Here one playout never takes some alternatives and another one
always does, one likes certain values wherever they are offered, one takes what has been taken least so far, and one
has a wish: of some options it takes the one after which there is least to choose from, or some value is highest.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from yupana.interpreter.game import RuleFault

from .plan import Taken
from .signs import short_of_tie

if TYPE_CHECKING:
    from yupana.interpreter.game import State

Choose = Callable[["State", Sequence[Taken]], Taken]

_LIKINGS = (0.0, 0.02, 0.2, 1.0, 1.0, 1.0, 4.0, 20.0)
_MANY = 100
"""Of more options only some are weighed."""
_TRIED = (3, 6, 20)
"""So many options are tried for a wish."""
_LEVELLED = (3, 20, 100)
"""So many for level scores."""


class Taste:
    """The tastes of the playouts of one game. `taken`: how often each alternative was taken so far; `cells`: where the
    values lie that can be wished to be high or low."""

    def __init__(self, draw: random.Random, taken: Counter[int], cells: Sequence[int]) -> None:
        self.draw = draw
        self.taken = taken
        self.cells = cells

    def choose(self) -> Choose:
        """A way to choose, for one playout."""
        draw, taken = self.draw, self.taken
        kind = draw.random()
        if kind < 0.15:
            return lambda state, options: options[int(draw.random() * len(options))]
        if kind < 0.25:
            return lambda state, options: self._any(self._some(options, lambda alternative: 1.0))
        if kind < 0.40:
            return lambda state, options: self._any(self._some(options, lambda each: 1.0 / (1 + taken[each])))
        likes: dict[object, float] = {}

        def liking(thing: object) -> float:
            found = likes.get(thing)
            if found is None:
                found = likes[thing] = draw.choice(_LIKINGS)
            return found

        if kind < 0.62:
            return lambda state, options: self._any(self._some(options, liking))
        if kind < 0.84:
            return lambda state, options: self._weighed(options, liking)
        wish, most = self._wish(), draw.choice(_TRIED)
        return lambda state, options: self._best(state, self._some(options, liking), wish, most)

    def level(self) -> Choose:
        """A way to choose by which scores come close to each other, for one playout that goes to the end."""
        most = self.draw.choice(_LEVELLED)
        return lambda state, options: self._best(state, options, lambda after: -short_of_tie(after), most, ends=True)

    def _any(self, options: Sequence[Taken]) -> Taken:
        return options[int(self.draw.random() * len(options))]

    def _some(self, options: Sequence[Taken], liking: Callable[[int], float]) -> Sequence[Taken]:
        """The options of one alternative, drawn by how it is liked."""
        alternatives = dict.fromkeys([each[0] for each in options])  # in the order of the options
        if len(alternatives) > 1:
            likes = {each: liking(each) for each in alternatives}
            at = self.draw.random() * sum(likes.values())
            for alternative, weight in likes.items():
                at -= weight
                if at < 0:
                    return [each for each in options if each[0] == alternative]
        return options

    def _weighed(self, options: Sequence[Taken], liking: Callable[[object], float]) -> Taken:
        """An option by how its alternative and its values are liked."""
        if len(options) == 1:
            return options[0]
        if len(options) > _MANY:
            options = self.draw.sample(options, _MANY)
        weights = []
        for each in options:
            weight = 0.001 + liking(each[0])
            for number, value in enumerate(each[1:]):
                weight *= 0.05 + liking((each[0], number, value))
            weights.append(weight)
        return self.draw.choices(options, weights)[0]

    # ------------------------------------------------------------ wishes

    def _wish(self) -> Callable[[State], int]:
        """What is to be as high as possible."""
        kind = self.draw.random()
        if kind < 0.4 or not self.cells:
            return lambda state: -len(state.option_tuples())
        if kind < 0.5:
            return lambda state: len(state.option_tuples())
        cell, factor = self.draw.choice(self.cells), self.draw.choice((-1, 1))
        return lambda state: state.cells[cell] * factor

    def _best(
        self, state: State, options: Sequence[Taken], wish: Callable[[State], int], most: int, ends: bool = False
    ) -> Taken:
        """Of some options the one after which a wish is met best, of equal ones any; unless it `ends`, of those that
        do not end the game."""
        if len(options) == 1:
            return options[0]
        some = self.draw.sample(options, min(most, len(options)))
        found: list[Taken] = []
        top = 0
        for each in some:
            after = state.clone()
            try:
                after.apply_tuple(each)
                if after.over and not ends:
                    continue
                met = wish(after)
            except RuleFault:
                return each  # it is taken, and reported then
            if not found or met > top:
                found, top = [], met
            if met == top:
                found.append(each)
        return self.draw.choice(found or some)
