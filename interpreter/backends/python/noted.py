"""Which functions a runner comes to.

A function is called a thousand times in a step, and it is enough to hear of the first: what tells of it then takes
itself out of the way until everything is cleared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["Noted"]


class Noted:
    """The numbers of the functions that were come to since it was last cleared."""

    def __init__(self) -> None:
        self._numbers: set[int] = set()
        self._away: list[Callable[[], None]] = []

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def clear(self) -> None:
        """Begin anew."""
        self._numbers.clear()
        for again in self._away:
            again()
        self._away.clear()

    def each_time(self, function: Callable[..., Any], number: int) -> Callable[..., Any]:
        """The function, which is noted whenever it is called."""
        add = self._numbers.add

        def noting(*arguments: Any) -> Any:
            add(number)
            return function(*arguments)

        return noting

    def once(self, names: dict[str, Any], name: str, number: int) -> Callable[..., Any]:
        """A function that code finds by its name: noted when it is called first. What stands under the name meanwhile
        may change; it is noted as well from the next clearing on."""
        add, away = self._numbers.add, self._away
        plain = names[name]

        def noting(*arguments: Any) -> Any:
            add(number)
            if names[name] is noting:
                names[name] = plain
                away.append(again)
            return plain(*arguments)

        def again() -> None:
            nonlocal plain
            plain, names[name] = names[name], noting

        names[name] = noting
        return noting
