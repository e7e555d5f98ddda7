"""Games for several learners at once, as PettingZoo has them (AEC: one agent acts, then the environment goes on).

An observation is what the agent's seat sees, with the mask of its legal actions beside it. Decisions that players take
at the same time come one after the other, and nobody learns of those of the others before the rules tell them.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .seats import LONGEST, Environment, Seats

if TYPE_CHECKING:
    from .actions import Form
    from .encoding import View
    from .seats import Rewards


class GameEnv(Environment, AECEnv):  # type: ignore[misc]  # the library has no types
    """A ruleset as an environment without the usual wrappers (see `wrapped`)."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as the library wants it
        "render_modes": ["human", "ansi"], "name": "yupana", "is_parallelizable": False, "render_fps": 1,
    }  # fmt: skip

    def __init__(
        self, ruleset: str, players: int | None = None, options: Mapping[str, Any] | None = None, *,
        seed: int | None = None, actions: Form = "auto", view: View = "scaled", rewards: Rewards = "result",
        max_cycles: int = LONGEST, engine: str = "auto", render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self._made = (ruleset, players, options), {
            "seed": seed, "actions": actions, "view": view, "rewards": rewards, "max_cycles": max_cycles,
            "engine": engine, "render_mode": render_mode,
        }  # fmt: skip
        self._seats = Seats(
            ruleset, players, options, actions=actions, view=view, rewards=rewards, longest=max_cycles, engine=engine
        )
        self._seed: int | None = secrets.randbelow(2**31) if seed is None else seed
        self.metadata = {**self.metadata, "name": ruleset}
        self.render_mode = render_mode
        names = [f"player_{seat}" for seat in range(self._seats.players)]
        self.names = dict(zip(names, self._seats.names, strict=True))
        """What the ruleset calls each agent."""
        self._seat_of = {name: seat for seat, name in enumerate(names)}
        self.possible_agents = names
        self.agents = names[:]
        self.observation_spaces = {name: self._space() for name in names}
        self.action_spaces = {name: spaces.Discrete(len(self.encoding.actions)) for name in names}

    def _space(self) -> spaces.Dict:
        coded = self._seats.encoding
        return spaces.Dict(
            {
                "observation": spaces.Box(coded.low, coded.high, dtype=coded.dtype),
                "action_mask": spaces.Box(0, 1, (len(coded.actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object for an agent every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object for an agent every time."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat sees, and what it may do now."""
        seat = self._seat_of[agent]
        return {"observation": self._seats.observation(seat), "action_mask": self._seats.mask(seat)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: of a seed, or the next one of those that follow from the seed that was said last. `options`
        are the library's, and there are none."""
        self._seats.start(self._seed if seed is None else seed)
        self._seed = None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._stand()

    def step(self, action: Any) -> None:
        """Take an action for the agent that is selected; None for one for whom the game is over. Raises UsageError for
        an action that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._seats.act(int(action))
        self._stand()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _stand(self) -> None:
        """See who acts next, or what everybody has got."""
        if self._seats.over:
            self.rewards = dict(zip(self.possible_agents, self._seats.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._seats.broken_off:
            self.truncations = dict.fromkeys(self.agents, True)
        if self._seats.seat >= 0:
            self.agent_selection = self.possible_agents[self._seats.seat]
        elif not hasattr(self, "agent_selection"):
            self.agent_selection = self.possible_agents[0]

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def wrapped(*arguments: Any, **named: Any) -> Any:
    """A `GameEnv` with the wrappers of the library's own classics: an action that is not legal loses the game, and
    calls in a wrong order are told."""
    env = wrappers.TerminateIllegalWrapper(GameEnv(*arguments, **named), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
