"""How a playout chooses: at random, but each with a taste of its own, so that together they play in many ways.

Uniform play does the same kind of thing in every game. Here one playout never takes some alternatives and another one
always does, one likes certain values wherever they are offered, one takes what has been taken least so far.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from .plan import Taken

Choose = Callable[[Sequence[Taken]], Taken]

_LIKINGS = (0.0, 0.02, 0.2, 1.0, 1.0, 1.0, 4.0, 20.0)
_MANY = 300
"""Of more options only some are weighed."""


def taste(draw: random.Random, taken: Counter[int]) -> Choose:
    """A way to choose. `taken`: how often each alternative was taken so far; it is counted on."""
    kind = draw.random()
    if kind < 0.15:
        return lambda options: options[int(draw.random() * len(options))]
    if kind < 0.25:
        return lambda options: _any_of(draw, options, {each[0]: 1.0 for each in options})
    if kind < 0.40:
        return lambda options: _any_of(draw, options, {each[0]: 1.0 / (1 + taken[each[0]]) for each in options})
    likes: dict[object, float] = {}

    def liking(thing: object) -> float:
        found = likes.get(thing)
        if found is None:
            found = likes[thing] = draw.choice(_LIKINGS)
        return found

    if kind < 0.70:
        return lambda options: _any_of(draw, options, {each[0]: liking(each[0]) for each in options})
    return lambda options: _weighed(draw, options, liking)


def _any_of(draw: random.Random, options: Sequence[Taken], likes: dict[int, float]) -> Taken:
    """An alternative by how it is liked, then any of its options."""
    if len(likes) > 1:
        at = draw.random() * sum(likes.values())
        for alternative, weight in likes.items():  # in the order of the options
            at -= weight
            if at < 0:
                options = [each for each in options if each[0] == alternative]
                break
    return options[int(draw.random() * len(options))]


def _weighed(draw: random.Random, options: Sequence[Taken], liking: Callable[[object], float]) -> Taken:
    """An option by how its alternative and its values are liked."""
    if len(options) == 1:
        return options[0]
    if len(options) > _MANY:
        options = draw.sample(options, _MANY)
    weights = []
    for each in options:
        weight = 0.001 + liking(each[0])
        for number, value in enumerate(each[1:]):
            weight *= 0.05 + liking((each[0], number, value))
        weights.append(weight)
    return draw.choices(options, weights)[0]
