"""What an example names though it is not in its game: a space beyond the size of the board that was chosen, a piece or
a player of larger games.

The number of players and the options of an example are known when it is checked, so it is known what is in its game.
Whether something is there may be asked by its name, `k11 in Point`; else a name of what is not there is a fault, since
a field of it can be written and read, and would prove anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.book import ExampleDecl
from yupana.schemas.source import Diagnostic, Span

from ..check.world import World
from ..language import messages
from ..language.types import Type
from ..typed.declared import PLAYERS, DomainInfo
from ..typed.names import Entity


class Form:
    """What was chosen for an example: its number of players and its options."""

    def __init__(self, world: World, decl: ExampleDecl) -> None:
        self.world = world
        low, high = world.ruleset.players.min, world.ruleset.players.max
        numbers = [each for each in world.options.values() if each.type.kind == "int"]
        self.sound = 1 <= low <= high <= world.domains[0].size
        self.sound &= all(each.type.low <= each.default <= each.type.high for each in numbers)
        """Whether the ruleset can be played by as many as it says, with the options as they are where nobody chooses;
        it is told there if it cannot."""
        self.players = low if decl.players is None else min(max(decl.players, low), high)
        self.chosen = {str(name): each.default for name, each in world.options.items()}
        for name, value in decl.options.items():
            info = world.options.get(str(name))
            number = None if info is None else self._number(info.type, value)
            if number is not None:
                self.chosen[str(name)] = number

    def _number(self, kind: Type, value: object) -> int | None:
        """The value of an option as a number; None where it is none of its values, which is told elsewhere."""
        if kind.kind == "member":
            return self.world.domains[kind.domain].index.get(str(value))
        if not isinstance(value, int):
            return None
        return int(value) if kind.kind == "bool" or kind.low <= value <= kind.high else None

    def present(self, domain: DomainInfo) -> frozenset[int] | None:
        """The members of a domain that are in the game; None where all always are, or nobody can play."""
        if not domain.present or not self.sound:
            return None
        if not domain.axes:
            return frozenset(domain.present[self.players])
        number = 0
        for each in domain.axes:
            number = number * each.many + (self.players if each.name == PLAYERS else self.chosen[each.name]) - each.low
        return frozenset(domain.present[number])

    def in_words(self, domain: DomainInfo) -> str:
        """What decides about the members of a domain, in words."""
        return " and ".join([self._in_words(each.name) for each in domain.axes]) or f"{self.players} play"

    def _in_words(self, axis: str) -> str:
        if axis == PLAYERS:
            return f"{self.players} play"
        value, kind = self.chosen[axis], self.world.options[axis].type
        if kind.kind == "member":
            return f"`{axis}` is {self.world.domains[kind.domain].names[value]}"
        return f"`{axis}` is {('false', 'true')[value] if kind.kind == 'bool' else value}"

    def absent(self, world: World) -> Iterator[Diagnostic]:
        """The faults of an example's names and drawings that mean what is not in the game; a name may stand where just
        that is asked."""
        for each in world.names:
            if isinstance(each.meant, Entity) and each.span not in world.asked_there:
                yield from self.fault(each.meant.domain, each.meant.number, each.span)
        for domain, space, span in world.drawn_on:
            yield from self.fault(domain, space, span)

    def fault(self, domain: DomainInfo, number: int, span: Span) -> Iterator[Diagnostic]:
        """The fault where a member of a domain is named that is not in the game."""
        present = self.present(domain)
        if present is not None and number not in present:
            yield messages.not_in_this_game(domain.names[number], self.in_words(domain), span)
