"""What a position needs of the game that it belongs to, and what the game began with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..program import ir
from .machine import Machine
from .recall import Secrets
from .why_not import Reasons

if TYPE_CHECKING:
    from .chances import Draws
    from .state import State


class Played(Protocol):
    """What a state needs of the game it belongs to, which is `interpreter.game.Game`."""

    name: str

    @property
    def elsewhere(self) -> str:
        """How a command must name its ruleset; "" when the name in a saved game is enough."""

    @property
    def program(self) -> ir.Program:
        """The lowered rules."""

    @property
    def together(self) -> bool:
        """Whether all win together or lose together."""

    def sides(self, players: int) -> tuple[int, ...]:
        """Who wins and loses together, by seat the first seat of the same side."""

    def teams(self, players: int) -> dict[str, tuple[int, ...]]:
        """The teams, by name, with their seats; none where nobody plays in a team."""

    @property
    def rules(self) -> str:
        """A digest of what decides play."""

    @property
    def elements(self) -> Sequence[tuple[str, str]]:
        """What the ruleset declares, each with a digest."""

    @property
    def machine(self) -> Machine:
        """What runs them."""

    @property
    def secrets(self) -> Secrets:
        """What they hide from some seat."""

    @property
    def reasons(self) -> Reasons | None:
        """What says why options are missing in the words of the rules."""

    def start(
        self, players: int | None = None, seed: int = 1, options: Mapping[str, Any] | None = None, *,
        draws: Sequence[int] | Draws | None = None,
    ) -> State:  # fmt: skip
        """A new game."""

    def resume(self, saved: str | Mapping[str, Any]) -> State:
        """A saved game."""


class Start(NamedTuple):
    """What a game began with; `options` holds the cell values of the ruleset's options."""

    players: int
    seed: int
    options: dict[str, int]
