"""Players who keep from something: the same bot, which never does one thing, or does it whenever it can.

How much it costs a player to do without an action or a card, or to do nothing else, tells what that is worth in play
(A. Jaffe and others: Evaluating competitive game balance with restricted play, 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ..bots.bot import Bot
from .components import Components, Meant

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State

How = Literal["never", "always"]


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a player is kept to: `never` take an option of an action, or one that names a component, or `always` take
    one when there is one."""

    how: How
    sort: Literal["action", "component"]
    name: str

    def __str__(self) -> str:
        return f"{self.how} {self.sort} {self.name}"


def keeping_from(text: str) -> Restriction:
    """The restriction that is written like this."""
    how, sort, name = text.split(" ", 2)
    assert how in ("never", "always")
    assert sort in ("action", "component")
    return Restriction(how, sort, name)  # type: ignore[arg-type]


class Keeping:
    """A bot that keeps to a restriction as far as it can: it is never left without an option."""

    def __init__(self, bot: Bot, restriction: Restriction, game: Game, components: Components | None) -> None:
        self._bot = bot
        self._wanted = restriction.how == "always"
        if restriction.sort == "action":
            names = [each.name for each in game.program.alternatives]
            self._meant: list[Meant] = [name == restriction.name for name in names]
        else:
            self._meant = list((components or Components(game)).naming(restriction.name))

    def _is_meant(self, option: tuple[Any, ...]) -> bool:
        meant = self._meant[option[0]]
        if isinstance(meant, bool):
            return meant
        return any(
            (not members.isdisjoint(option[at]) if many else option[at] in members) for at, many, members in meant
        )

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The choice of the bot among those that are left."""
        wanted = self._wanted
        left = [index for index, option in enumerate(options) if self._is_meant(option) == wanted]
        if not left or len(left) == len(options):
            return self._bot.choose(state, options)
        return left[self._bot.choose(state, [options[index] for index in left])]
