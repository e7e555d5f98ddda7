"""A game in the words of another language: what happened in it as the program of that language tells it.

What is said of an event is known by its number among the texts of a program, and its values stand there in their order;
a translation has other texts, and the values stand in another order. So what happened is found out anew: every decision
is carried out once more, in the position in which it was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from .chances import Draws
from .past import Past
from .played import Played, Start

_SPOKEN = frozenset(("log", "roll", "reveal"))
"""The events in which a text of the program may stand."""
_SPARE = 64
"""So many decisions that were taken back are kept."""


class Retelling:
    """What happened in one game, as another game of the same rules tells it; each decision is carried out once."""

    def __init__(self, game: Played) -> None:
        self.game = game
        self._links: dict[int, tuple[Any, Any]] = {}  # a decision by its identity, and the same told anew
        self._begun: tuple[Sequence[Any], Sequence[Any]] = ((), ())
        self._lock = Lock()

    def begun(self, start: Start, events: tuple[Any, ...]) -> tuple[Any, ...]:
        """What happened before the first decision."""
        if not any(each[0] in _SPOKEN for each in events):
            return events
        with self._lock:
            if self._begun[0] is not events:
                machine, made = self.game.machine, list[Any]()
                options = [start.options[name] for name, _ in self.game.program.layout.options]
                machine.begin(machine.new_state(start.players, start.seed, options), sink=made.append)
                self._begun = events, tuple(made)
            return tuple(self._begun[1])

    def past(self, past: Past | None) -> Past | None:
        """What happened since, the last decision first."""
        new: list[Any] = []
        with self._lock:
            link: Any = past
            while link is not None and id(link) not in self._links:
                new.append(link)
                link = link[0]
            told = None if link is None else self._links[id(link)][1]
            for link in reversed(new):
                told = self._links[id(link)][1] if id(link) in self._links else self._told(link, told)
                self._links[id(link)] = link, told
            if past is not None and len(self._links) > _SPARE + 2 * len(self._chain(past)):
                self._links = {id(each): self._links[id(each)] for each in self._chain(past)}
        return told

    def _told(self, link: Any, before: Any) -> Any:
        _, option, cells, events, rolls, draws = link
        if any(each[0] in _SPOKEN for each in events):
            made: list[Any] = []
            script = None if rolls is None else list(rolls)
            self.game.machine.step(cells[:], option, made.append, script, Draws.of(draws))
            events = tuple(made)
        return before, option, cells, events, rolls, draws

    @staticmethod
    def _chain(past: Any) -> list[Any]:
        found = []
        while past is not None:
            found.append(past)
            past = past[0]
        return found
