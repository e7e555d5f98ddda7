"""Observations and actions of one game as arrays of one size, for any position, and a digest of what they mean.

A model that was trained with an encoding fits that encoding only: `digest` is to be kept with the model, and
`must_be` says before it is used again whether the ruleset, its players, its options and the encoding are still those.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from yupana.interpreter.game import Number
from yupana.schemas.errors import UsageError

from .actions import Actions, Form

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, Look

View = Literal["scaled", "numbers"]
VIEWS: tuple[View, ...] = ("scaled", "numbers")

FORMAT = 1
"""Goes up when the same layout would be encoded in another way."""

MOST_MEMBERS = 64
"""What is seen of a number with more members is one number between 0 and 1 when it is scaled, and not one for each."""

WIDE = 2**20
"""Numbers of a wider range are scaled by their logarithm."""


class Encoding:
    """Arrays for a game with so many players and these options. As `numbers` an observation holds what `Seen.layout`
    says, as ints; `scaled` it holds 0 or 1 for every member a number can be, and other numbers between 0 and 1 (between
    -1 and 1 where they have no bounds)."""

    def __init__(
        self, game: Game, players: int, options: Mapping[str, Any] | None = None, actions: Form = "auto",
        view: View = "scaled",
    ) -> None:  # fmt: skip
        if view not in VIEWS:
            raise UsageError(f"An observation is given as {' or as '.join(VIEWS)}, not as `{view}`.")
        self.seen = game.seen(players, options)
        self.actions = Actions(game, self.seen, actions)
        self.view = view
        chosen = self.actions.names
        self.layout: tuple[Number, ...] = (
            *self.seen.layout,
            *[Number(f"step {i + 1}", "member", 0, len(chosen), chosen) for i in range(self.actions.steps)],
        )
        """What each number of an observation is: what a seat sees, then what it has chosen so far of a decision."""
        self._spread()
        settings = sorted(game.start(players, 1, dict(options or {})).options.items())
        said = (
            FORMAT, game.program.name, game.program.hash, players, settings, view,
            [list(each) for each in self.layout], self.actions.names,
        )  # fmt: skip
        self.digest = hashlib.sha256(json.dumps(said).encode()).hexdigest()
        """Of the ruleset and of what every number and every action means: the same on every machine."""

    def must_be(self, digest: str) -> None:
        """Raises UsageError when a digest that was kept is not that of this encoding."""
        if digest != self.digest:
            raise UsageError("This was trained with another ruleset, players, options or encoding, and does not fit.")

    @property
    def dtype(self) -> type[np.float32] | type[np.int32]:
        """What an observation is made of."""
        return np.float32 if self.view == "scaled" else np.int32

    # ------------------------------------------------------------ observations

    def _spread(self) -> None:
        """Where each number goes, and what it is divided by."""
        names: list[str] = []
        at, low, span = [], [], []
        hot, wide = [], []
        for number, each in enumerate(self.layout):
            at.append(len(names))
            low.append(each.low)
            span.append(max(each.high - each.low, 1))
            own = number >= len(self.seen.layout)  # a step of the seat's own choice
            if each.sort == "member" and (own or 0 < len(each.members) <= MOST_MEMBERS):
                hot.append(number)
                names += [f"{each.name} = {member}" for member in each.members]
            else:
                names.append(each.name)
                if each.high - each.low > WIDE:
                    wide.append(number)
        self._at, self._low, self._range = np.array(at), np.array(low, np.int64), np.array(span, np.int64)
        self._hot, self._wide = np.array(hot, np.intp), np.array(wide, np.intp)
        cold = np.ones(len(at), bool)
        cold[self._hot] = cold[self._wide] = False
        self._cold = np.flatnonzero(cold)
        self.names = tuple(names if self.view == "scaled" else [each.name for each in self.layout])
        """What each place of an observation is."""
        if self.view == "numbers":
            self.low = self._low.astype(np.int32)
            self.high = (self._low + self._range).clip(max=2**31 - 1).astype(np.int32)
        else:
            self.low, self.high = np.zeros(len(names), np.float32), np.ones(len(names), np.float32)
            self.low[self._at[self._wide]] = -1

    def observation(self, look: Look, so_far: Sequence[int] = ()) -> NDArray[Any]:
        """What a seat sees, and the steps that it has chosen so far of a decision of its own."""
        steps = self.actions.steps
        shown = [step + 1 for step in so_far[-steps:]] if steps else []
        numbers = [*look.numbers, *shown, *[0] * (steps - len(shown))]
        if self.view == "numbers":
            return np.array(numbers, np.int32)
        values = np.array(numbers, np.int64)
        out = np.zeros(len(self.names), np.float32)
        out[self._at[self._cold]] = (values[self._cold] - self._low[self._cold]) / self._range[self._cold]
        if len(self._wide):
            far = values[self._wide]
            out[self._at[self._wide]] = np.sign(far) * np.log1p(np.abs(far)) / math.log1p(2**31)
        there = self._hot[values[self._hot] > 0]
        out[self._at[there] + values[there] - 1] = 1
        return out

    def mask(self, legal: Sequence[int] | frozenset[int]) -> NDArray[np.int8]:
        """1 for every legal action, 0 for the others."""
        out = np.zeros(len(self.actions), np.int8)
        out[list(legal)] = 1
        return out
