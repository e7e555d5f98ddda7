"""Components as people know them: which of them a decision uses.

A decision uses what is named in the option that was taken, and what it moved to another zone. Entries that come from
one `count` are one component.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yupana.interpreter.game import Game

Meant = bool | list[tuple[int, bool, frozenset[int]]]
"""Which options of an alternative are meant: all, none, or those in which one of the parameters at some places (one
that takes many values or not) is one of some members."""

SORTS = ("kind", "space", "link")
"""The domains that hold components."""


class Components:
    """The components of a game, each called by its kind and name, such as `Card ace`. Plain data, so that it can be
    given to other processes."""

    def __init__(self, game: Game) -> None:
        program = game.program
        self.spaces: set[str] = set()
        self.links: set[str] = set()
        domains: dict[int, list[str]] = {}
        layout = program.layout
        self._pieces = [""] * layout.pieces
        self._zones = slice(layout.piece_zone, layout.piece_zone + layout.pieces)
        for number, domain in enumerate(program.domains):
            if domain.sort not in SORTS:
                continue
            entries = _declared(game, domain.name, domain.sort, domain.names)
            names = domains[number] = [f"{domain.name} {_entry(name, entries)}" for name in domain.names]
            if domain.sort != "kind":
                (self.spaces if domain.sort == "space" else self.links).update(names)
            if domain.piece_base >= 0:
                self._pieces[domain.piece_base : domain.piece_base + len(names)] = names
        self.names = list(dict.fromkeys(name for names in domains.values() for name in names))
        """Every component there is, once."""
        self._parameters = [
            [domains.get(kind.domain) if kind.kind == "member" else None for _, kind in each.params]
            for each in program.alternatives
        ]
        self._many = [[kind.many for _, kind in each.params] for each in program.alternatives]

    def named(self, option: tuple[Any, ...]) -> set[str]:
        """What an option names."""
        found: set[str] = set()
        number = option[0]
        for names, many, value in zip(self._parameters[number], self._many[number], option[1:], strict=True):
            if names is not None:
                found.update([names[each] for each in (value if many else (value,)) if each >= 0])
        return found

    def naming(self, name: str) -> Iterator[Meant]:
        """For each alternative of a game, which of its options name a component."""
        for parameters, manies in zip(self._parameters, self._many, strict=True):
            places = [
                (at, many, frozenset(number for number, each in enumerate(names) if each == name))
                for at, (names, many) in enumerate(zip(parameters, manies, strict=True), start=1) if names is not None
            ]  # fmt: skip
            yield [each for each in places if each[2]] or False

    def moved(self, before: Sequence[int], after: Sequence[int]) -> set[str]:
        """What is in another zone after a decision than before it, from the cells of both positions."""
        was, now = before[self._zones], after[self._zones]
        if was == now:
            return set()
        pieces = self._pieces
        return {pieces[i] for i, zone in enumerate(now) if zone != was[i] and pieces[i]}


def _declared(game: Game, kind_name: str, sort: str, names: Sequence[str]) -> set[str]:
    """The entries of a kind as the ruleset lists them; of one that is not at hand, as their names tell."""
    if game.ruleset is not None:
        kind = game.ruleset.kinds.get(kind_name)
        return {str(name) for name in kind.entries} if kind is not None else set()
    if sort != "kind":
        return set()
    stems = {name.removesuffix("_1") for name in names if name.endswith("_1")}
    return stems - set(names)


def _entry(name: str, entries: set[str]) -> str:
    """The entry of a kind that a component comes from: itself, or the one that says how many there are."""
    counted = name.rpartition("_")[0]
    return name if name in entries or counted not in entries else counted
