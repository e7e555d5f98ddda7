"""Components as people know them: which of them a decision uses.

A decision uses what is named in the option that was taken, and what it moved to another zone. Entries that come from
one `count` are one component.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
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
        self._domains = domains
        self._members = program.domains
        self._fields = [each for each in program.fields if not each.internal]
        self._placed = {
            each.first + at for each in program.families if each.holder >= 0 for at in range(each.count)
        }  # fmt: skip
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

    @cached_property
    def placeable(self) -> list[str]:
        """Those that a game can do without: pieces that may lie in zones, and not the members of a kind of which rules
        only ask what they are."""
        return list(dict.fromkeys(each for each in self._pieces if each))

    def touched(self, before: Sequence[int], after: Sequence[int]) -> set[str]:
        """Those of which two positions of a game, the first and the last, speak: that lie in a zone of a space, a
        player or the like, or in another one than at first; that a field holds, or whose own fields have changed."""
        found, pieces = self.moved(before, after), self._pieces
        for cells in (before, after):
            found |= {pieces[i] for i, zone in enumerate(cells[self._zones]) if zone in self._placed and pieces[i]}
            for each in self._fields:
                found |= self._held(each, cells)
        for field in self._fields:
            width = field.shape.cells
            names = self._domains.get(field.domain, ())
            if field.domain < 0 and field.shape.kind == "map":
                names, width = self._domains.get(field.shape.domain, ()), 1
            for number, name in enumerate(names):
                own = slice(field.base + number * width, field.base + (number + 1) * width)
                if before[own] != after[own]:
                    found.add(name)
        return found | self._absent(after)

    def _absent(self, cells: Sequence[int]) -> set[str]:
        """Those that are not in a game of so many players at all."""
        found: set[str] = set()
        for number, names in self._domains.items():
            found |= set(names).difference(names[each] for each in self._members[number].here(cells))
        return found

    def _held(self, field: Any, cells: Sequence[int]) -> set[str]:
        """The components that a field holds."""
        inner = field.shape if field.shape.of is None else field.shape.of
        names = self._domains.get(inner.domain)
        found: set[str] = set()
        if names is not None:
            holders = 1 if field.domain < 0 else len(self._members[field.domain].names)
            width = field.shape.cells
            for base in range(field.base, field.base + holders * width, width):
                part = cells[base : base + width]
                if field.shape.kind == "set":
                    found.update(name for at, name in enumerate(names) if part[at // 32] >> at % 32 & 1)
                else:
                    first, many = (1, part[0]) if field.shape.kind == "list" else (0, width)
                    found.update(names[each] for each in part[first : first + many] if 0 <= each < len(names))
        return found

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
