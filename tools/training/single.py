"""Games for one learner, as Gymnasium has them: the learner sits on one seat, bots or policies on the others.

Importing this module registers `yupana/Game-v0`, so that `gymnasium.make` finds it by this module's name:
`gymnasium.make("yupana.tools.training.single:yupana/Game-v0", ruleset=…)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from yupana.schemas.errors import UsageError

from ..bots.numbers import mix
from ..bots.seats import read_bots, seat_bots
from .seats import LONGEST, Environment, Seats

if TYPE_CHECKING:
    from .actions import Form
    from .encoding import View
    from .seats import Rewards

Policy = Callable[[NDArray[Any], NDArray[np.int8]], int]
"""Chooses an action from an observation and its mask."""

TRIES = 1000
"""So many games that end before the learner decides anything are passed over in a row."""

ILLEGAL = -1.0
"""What an action that is not legal costs; it ends the game."""


class SeatEnv(Environment, gymnasium.Env[NDArray[Any], np.int64]):
    """A ruleset as an environment for one seat.

    `seat` is the learner's, by name or number; None: another one in each game. `opponents` sit on all other seats: a
    bot as `--bots` writes it, or a policy. The mask of legal actions is `info["action_mask"]`, and what `action_masks`
    gives.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012  # as it is wanted

    def __init__(
        self, ruleset: str, players: int | None = None, options: Mapping[str, Any] | None = None, *,
        seat: int | str | None = None, opponents: str | Policy = "random", actions: Form = "auto",
        view: View = "scaled", rewards: Rewards = "result", max_decisions: int = LONGEST, engine: str = "auto",
        render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self._made = (ruleset, players, options), {
            "seat": seat, "opponents": opponents, "actions": actions, "view": view, "rewards": rewards,
            "max_decisions": max_decisions, "engine": engine, "render_mode": render_mode,
        }  # fmt: skip
        self._seats = Seats(
            ruleset, players, options, actions=actions, view=view, rewards=rewards, longest=max_decisions, engine=engine
        )
        self._seat = _seat(seat, self._seats.names)
        self._policy = None if isinstance(opponents, str) else opponents
        self._specs: Sequence[str] = (
            read_bots(opponents, self._seats.names, people=False) if isinstance(opponents, str) else ()
        )
        coded = self._seats.encoding
        self.observation_space = spaces.Box(coded.low, coded.high, dtype=coded.dtype)
        self.action_space = spaces.Discrete(len(coded.actions))
        self.render_mode = render_mode
        self.seat = 0
        """Where the learner sits in this game."""

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib asks for it."""
        return self._seats.mask(self.seat).astype(bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game and come to the learner's first decision. `options` are the library's, and there are none."""
        super().reset(seed=seed)
        for _ in range(TRIES):
            number = int(self.np_random.integers(2**31))
            self._seats.start(number)
            self.seat = mix(number) % self._seats.players if self._seat is None else self._seat
            self._bots = seat_bots(self._specs, number)
            self._others()
            if not self._seats.over:
                return self._observed(), self._info()
        raise UsageError("The games of this ruleset end before the learner has decided anything.")

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Take an action, and come to the learner's next one. Raises UsageError when the game is over."""
        if self._seats.over or self._seats.seat != self.seat:
            raise UsageError("This game is over; `reset` begins the next one.")
        if not self._seats.legal(int(action)):
            return self._observed(), ILLEGAL, True, False, {**self._info(), "illegal": True}
        self._seats.act(int(action))
        self._others()
        over, broken_off = self._seats.over, self._seats.broken_off
        got = self._seats.rewards()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observed(), got, over, broken_off, self._info()

    def _others(self) -> None:
        """Let the others decide until it is the learner's turn."""
        seats = self._seats
        while not seats.over and not seats.broken_off and seats.seat != self.seat:
            if self._policy is not None:
                seats.act(int(self._policy(seats.observation(seats.seat), seats.mask(seats.seat))))
            else:
                seats.decide(self._bots[seats.seat].choose(seats.state, seats.state.option_tuples()))

    def _observed(self) -> NDArray[Any]:
        return self._seats.observation(self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._seats.mask(self.seat)}

def _seat(wanted: int | str | None, names: Sequence[str]) -> int | None:
    """A seat by its number or name. Raises UsageError."""
    if wanted is None or (type(wanted) is int and 0 <= wanted < len(names)):
        return wanted
    if isinstance(wanted, str) and wanted in names:
        return names.index(wanted)
    raise UsageError(f"There is no seat `{wanted}`; there are {', '.join(names)}.")


gymnasium.register("yupana/Game-v0", f"{__name__}:SeatEnv")
