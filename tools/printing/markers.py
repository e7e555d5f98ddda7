"""Pieces that no kind declares: what fields of spaces and players hold is laid on boards, and has to be printed too.

A ruleset may say `mark: Player?` of a square and have no pieces at all. At a table somebody must lay something there:
markers of the players, of words and entries, of what is so or not, figures for where players stand, and numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil

from ..book.maker import plain
from ..book.names import headed
from .components import Component, Side, of_kind
from .keeping import kept_in_places, kept_on_mats
from .numbers import is_track
from .signs import initials
from .subject import PALETTE, Subject

MOST_SHARED = 60
"""So many markers of a word or entry at most, where nothing says how many there are."""
MOST_OWN = 200
"""So many markers of a player at most."""
FILLED = 8
"""A board on which one of so many spaces holds something at the start has all its pieces there then."""
NUMBERS, EACH_NUMBER = 9, 6
MONEY = {1: 6, 5: 4, 10: 6}
"""The values of counters, and how many of each there are for a player."""
SUPPLY = 5
"""So many counters of a resource for each player."""
_MAP = re.compile(r"map\[\s*(\w+)\s*,\s*(\w+)\??")


def markers(subject: Subject, *, counters: bool = False) -> list[Component]:
    """The markers of a game: those of the players first. With `counters` numbers that go far are kept with such of
    several values."""
    found = _Found(subject, counters=counters)
    found.spaces()
    found.players()
    found.table()
    found.entries()
    return list(found.made())


class _Found:
    """Collects how many of each marker there are to be."""

    def __init__(self, subject: Subject, *, counters: bool) -> None:
        self._subject, self._counters = subject, counters
        self._money = False
        self._rounds: list[int] = []
        self._own: Counter[str] = Counter()
        self._members: dict[tuple[str, str], int] = {}
        self._flags: dict[str, int] = {}
        self._figures: dict[str, str] = {}
        self._single: dict[str, int] = {}
        self._numbers = 0
        self._entries: dict[str, dict[str, Component]] = {}
        self._kinds = {name: list(_names(subject, name)) for name in _members(subject)}

    # ------------------------------------------------------------ what fields hold

    def spaces(self) -> None:
        """Fields of the spaces of boards."""
        subject = self._subject
        for board in subject.ruleset.boards.values():
            kind = str(board.kind)
            many = subject.maker.figures.size_of(kind, subject.counts[-1])
            for name, declared in board.fields.items():
                if subject.is_laid(str(name), kind, declared):
                    self._space(str(name), declared.type.text.strip(), many, subject.start.get(f"{kind}.{name}"))

    def _space(self, name: str, type_: str, many: int, start: object) -> None:
        own = type_.rstrip("?")
        there = Counter(str(each) for each in start.values() if each) if isinstance(start, Mapping) else Counter()
        filled = sum(there.values()) * FILLED >= many
        if own == "Player":
            share = ceil(many / max(len(self._subject.seats), 1))
            for seat in self._subject.seats:
                self._own[seat] += max(there.values()) if filled else min(share, MOST_OWN)
        elif own in self._kinds:
            share = min(ceil(many / max(len(self._kinds[own]), 1)), MOST_SHARED)
            for each in self._kinds[own]:
                self._raise(own, each, there[each] if filled else share)
        elif own == "bool":
            self._flags[name] = max(self._flags.get(name, 0), min(ceil(many / 4), 20))
        elif own.startswith("int"):
            self._numbers = max(self._numbers, min(EACH_NUMBER, many))
        elif "Player" in type_:
            held = _held(start)
            filled = sum(held.values()) * FILLED >= many
            for seat in self._subject.seats:
                self._own[seat] += min(max(held.values()) if filled else min(many, 20), MOST_OWN)

    def players(self) -> None:
        """Fields of players."""
        subject = self._subject
        boards = {str(board.kind) for board in subject.ruleset.boards.values()}
        for name, declared in subject.ruleset.players.fields.items():
            type_ = subject.type_of(str(name), "Player", declared)
            mapped, keeping = _MAP.match(type_), kept_on_mats(subject).get(str(name))
            brief = declared.per is not None and keeping is not None and keeping.how == "number"
            if not brief and not subject.matters(str(name), "Player", declared, True):
                continue
            if keeping is not None and keeping.how == "pieces":
                continue  # what lies there is counted where it is declared
            if keeping is not None and keeping.how == "track":
                for seat in subject.seats:
                    self._own[seat] += 1
                if keeping.steps and not is_track(type_):
                    self._rounds.append(keeping.steps)
            elif type_.rstrip("?") in boards:
                self._figures[str(name)] = ""
            elif mapped is not None and mapped[2] in boards and mapped[1] in self._kinds:
                self._figures |= {f"{name}.{each}": mapped[1] for each in self._kinds[mapped[1]]}
            elif mapped is not None and mapped[2] == "int" and mapped[1] in self._kinds:
                for each in self._kinds[mapped[1]]:
                    self._raise(mapped[1], each, SUPPLY * len(subject.seats))
            elif self._counters and type_.startswith("int") and not is_track(type_):
                self._money = True
            elif type_.startswith("int"):
                for seat in subject.seats:
                    self._own[seat] += on_track(type_)

    def table(self) -> None:
        """Fields of the game: whom they name stands beside a marker, numbers that go not far stand on tracks."""
        subject = self._subject
        for name, declared in subject.ruleset.state.items():
            type_ = subject.type_of(str(name), "", declared)
            keeping = kept_on_mats(subject).get(str(name))
            if not subject.matters(str(name), "", declared, subject.tells):
                continue
            if keeping is not None and keeping.how != "number":
                self._single.update({str(name): 1} if keeping.how == "track" else {})
            elif type_.rstrip("?") == "Player" or type_.startswith("int"):
                self._single[str(name)] = on_track(type_)

    def entries(self) -> None:
        """Fields of what lies in no zone: each entry has its place on a track."""
        for kind in {each.kind for each in kept(self._subject)} | {kind for kind, _ in kept_in_places(self._subject)}:
            for name in self._kinds.get(kind, ()):
                self._single[f"{kind}.{name}"] = 1

    def _raise(self, kind: str, name: str, many: int) -> None:
        self._members[kind, name] = max(self._members.get((kind, name), 0), many)

    # ------------------------------------------------------------ markers

    def made(self) -> Iterator[Component]:
        """The markers that were found."""
        subject, names = self._subject, self._subject.maker.names
        for seat in subject.seats:
            if self._own[seat]:
                yield self._of_player(seat, self._own[seat])
            titles = {
                field: names.heading(member, kind) if member else names.heading(head)
                for field, kind in self._figures.items()
                for head, _, member in (field.partition("."),)
            }
            letters = initials(titles)
            for number, steps in enumerate(self._rounds):
                yield self._of_rounds(seat, number, steps)
            for field, title in titles.items():
                head, _, member = field.partition(".")
                own = subject.signs.get(seat, "") or subject.called(seat, "Player")[:1]
                sign = subject.signs.get(member, "") or (letters[field] if len(titles) > 1 else own)
                colour = subject.colours.get(seat, "")
                whose = subject.called(seat, "Player")
                yield Component("figure", head, field, title, 1, colour, sign, owner=seat, whose=whose)
        for number, ((kind, name), many) in enumerate(self._members.items()):
            if many:
                yield self._of_member(kind, name, many, PALETTE[number % len(PALETTE)])
        for name, many in self._flags.items():
            yield Component("disc", "", name, names.heading(name), many)
        for number, (name, many) in enumerate(self._single.items()):
            kind, _, member = name.rpartition(".")
            colour = PALETTE[(3 + number) % len(PALETTE)] if kind else PALETTE[3]
            yield Component("disc", "", member, subject.called(member, kind), many, colour)
        for value, many in MONEY.items() if self._money else ():
            yield Component("disc", "", f"worth_{value}", str(value), many * len(subject.seats), "#e3c26a", str(value))
        for value in range(1, NUMBERS + 1) if self._numbers else ():
            yield Component("disc", "", f"number_{value}", str(value), self._numbers, "#f2ead6", str(value))

    def _of_rounds(self, seat: str, number: int, steps: int) -> Component:
        """What tells that a player has been round a track once; behind it, that it was twice."""
        subject = self._subject
        colour, whose = subject.colours.get(seat, ""), subject.called(seat, "Player")
        once, twice = (Side("", colour, art=f"+{steps * times}") for times in (1, 2))
        return Component(
            "tile", "Player", f"round_{number}", f"+{steps}", 1, colour, owner=seat, whose=whose, size=(20.0, 20.0),
            front=once, other=twice,
        )  # fmt: skip

    def _of_member(self, kind: str, name: str, many: int, paint: str) -> Component:
        """The marker of a word, or of an entry: a tile where there is more to say than what it is called."""
        subject = self._subject
        decl = plain(subject.ruleset.kinds).get(kind)
        if decl is not None and kind not in self._entries:
            self._entries[kind] = {each.name: each for each in of_kind(subject, kind, decl)}
        entry = self._entries.get(kind, {}).get(name)
        if entry is not None and not entry.sign and (entry.facts or entry.text):
            return replace(entry, sort="tile", count=many)
        colour = subject.colours.get(name, "") or paint
        return Component("disc", kind, name, subject.called(name, kind), many, colour, subject.signs.get(name, ""))

    def _of_player(self, seat: str, many: int) -> Component:
        subject = self._subject
        colour, sign = subject.colours.get(seat, ""), subject.signs.get(seat, "")
        title = headed(subject.maker.names.of(seat, "Player"))
        return Component("disc", "Player", seat, title, many, colour, sign or title[:1], owner=seat, whose=title)


@dataclass(frozen=True, slots=True)
class Kept:
    """A field of a kind whose entries lie in no zone: a track on which each of them has a place."""

    kind: str
    name: str
    type: str


def kept(subject: Subject) -> Iterator[Kept]:
    """The numbers that such entries have and the look shows, as far as a track can be long."""
    kinds, in_places = set(_members(subject)), kept_in_places(subject)
    for kind, decl in subject.ruleset.kinds.items():
        for name, declared in decl.fields.items():
            type_ = subject.type_of(str(name), str(kind), declared)
            apart = str(kind) in kinds and (str(kind), str(name)) not in in_places
            if apart and is_track(type_) and subject.matters(str(name), str(kind), declared, True):
                yield Kept(str(kind), str(name), type_)


def on_track(type_: str) -> int:
    """How many markers show a value: one; of a number that goes far one for its tens and one for its ones."""
    return 2 if type_.startswith("int") and not is_track(type_) else 1


def _held(start: object) -> Counter[str]:
    """How much of each player lies on all spaces, of a field that says how many."""
    held: Counter[str] = Counter()
    for each in start.values() if isinstance(start, Mapping) else ():
        if isinstance(each, Mapping):
            held.update({str(who): many for who, many in each.items() if isinstance(many, int)})
    return held


def _members(subject: Subject) -> list[str]:
    """The enums, and the kinds whose entries lie in no zone."""
    pieces = {each.name for each in subject.game.program.domains if each.piece_base >= 0}
    return [*map(str, subject.ruleset.enums), *(str(each) for each in subject.ruleset.kinds if str(each) not in pieces)]


def _names(subject: Subject, kind: str) -> list[str]:
    enums = plain(subject.ruleset.enums)
    if kind in enums:
        return [str(each) for each in enums[kind]]
    domain = subject.maker.figures.domain(kind)
    return list(dict.fromkeys(str(domain.entry_of(index)) for index in range(domain.size)))
