"""What happened besides decisions, as lines for people: logs, dice, shuffles and draws, each with who may read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..backends.protocol import Event as Raw
from ..backends.protocol import OptionTuple
from ..program import ir
from .machine import Machine
from .observation import family_of, losers, sees_zone
from .speech import headed
from .telling import SPECTATOR, Dealt, Event, Rolled, told

WORDS = {
    "rolls": "{who} rolls {values}",
    "rolled": "rolled {count}d{sides}: {values}",
    "rolled_for": "rolled {count}d{sides} ({why}): {values}",
    "shuffled": "{zone} is shuffled",
    "draws": "{who} draws from {source}: {what}",
    "drawn": "drawn from {source}: {what} ({zone})",
    "gone": "drawn out of play: {what}",
    "shown": "{what} shown to {who} ({zone})",
    "of": "{zone} of {holder}",
    "has_lost": "{who} has lost",
    "team_lost": "team {who} has lost",
    "all_lost": "all have lost",
    "reveals": "{who}: {what}",
    "lapses": "{who}: {what} cannot be done any more",
}
"""What the machine says of its own accord; `Machine.event_words` may say the same in another language."""


class EventWords:
    """The words of lines: exact names, or what people read (`aloud`)."""

    def __init__(self, machine: Machine, *, aloud: bool) -> None:
        self.machine, self.program, self.printer, self.aloud = machine, machine.program, machine.printer, aloud

    @cached_property
    def _zones(self) -> dict[str, str]:
        """What people call the zones of each family."""
        return dict(zip([each.name for each in self.program.families], self.printer.speech.zones, strict=True))

    def phrase(self, key: str, **values: str) -> str:
        """One of the machine's own phrases, with values."""
        return self.machine.event_words.get(key, WORDS[key]).format(**values)

    def text(self, number: int, values: Sequence[Any]) -> str:
        """One of the ruleset's texts."""
        return self.printer.said_text(number, values) if self.aloud else self.printer.text(number, values)

    def member(self, domain: int, index: int) -> str:
        """A member of a domain."""
        return self.printer.speech.member(domain, index) if self.aloud else self.printer.member(domain, index)

    def listed(self, each: Iterable[str]) -> str:
        """Several things."""
        return (self.printer.speech.comma if self.aloud else ", ").join(each)

    def player(self, seat: int) -> str:
        """A player."""
        return self.member(self.program.player_domain, seat)

    def counted(self, number: int, domain: int) -> str:
        """So many of a kind."""
        if self.aloud:
            return self.printer.speech.counted(number, domain)
        return f"{number} {self.program.domains[domain].name}"

    def zone(self, zone: int, owner: int = -1) -> str:
        """A zone: `deck`, `hand of red`; whose it is goes without saying where it is the `owner`, a player."""
        family, holder = family_of(self.program, zone)
        name = self._zones[family.name] if self.aloud else family.name
        if holder < 0 or 0 <= owner == _holder(self.program, zone):
            return name
        whose = self.program.domains[family.holder].names[holder]
        return self.phrase("of", zone=name, holder=self.member(family.holder, holder) if self.aloud else whose)


def render(
    machine: Machine, before: ir.Cells, cells: ir.Cells, raw: Sequence[Raw], *, aloud: bool = False
) -> list[Event]:
    """The lines of raw events, between two positions; that after them says who sees what was drawn. `aloud`: with what
    people read."""
    lines = _rendered(EventWords(machine, aloud=False), before, cells, raw)
    if not aloud:
        return lines
    said = _rendered(EventWords(machine, aloud=True), before, cells, raw)
    return [replace(each, said=headed(other.text)) for each, other in zip(lines, said, strict=True)]


def _rendered(words: EventWords, before: ir.Cells, cells: ir.Cells, raw: Sequence[Raw]) -> list[Event]:
    out: list[Event] = []
    texts = words.program.texts
    for each in raw:
        if each[0] == "log" and texts[each[1]].shows:
            out.extend(_shown(words, before, cells, texts[each[1]].types[0].domain, *each[2]))
        elif each[0] == "log":
            out.append(Event(words.text(each[1], each[2])))
        elif each[0] == "roll":
            _, player, purpose, sides, values, *said = each
            rolled = Rolled(sides, tuple(values), player if purpose < 0 else -1)
            out.append(Event(_roll(words, player, purpose, sides, values, *said), chance=rolled))
        elif each[0] == "shuffle":
            out.append(Event(words.phrase("shuffled", zone=words.zone(each[1]))))
        elif each[0] == "reveal":
            out.extend(_revealed(words, before, cells, *each[1:]))
        else:
            out.extend(_draw(words, cells, *each[1:]))
    return out


def out_now(machine: Machine, before: ir.Cells | None, after: ir.Cells) -> list[Event]:
    """Who has lost between two positions (None: nobody had)."""
    exact, aloud = EventWords(machine, aloud=False), EventWords(machine, aloud=True)
    return [
        Event(one, said=headed(other))
        for one, other in zip(_lost(exact, before, after), _lost(aloud, before, after), strict=True)
    ]


def _lost(words: EventWords, before: ir.Cells | None, after: ir.Cells) -> list[str]:
    machine, scoring = words.machine, words.program.scoring
    gone = () if before is None else losers(machine.program, before)
    new = [seat for seat in losers(machine.program, after) if seat not in gone]
    if scoring.together and len(new) > 1:
        return [words.phrase("all_lost")]
    if scoring.teams:
        teams = dict.fromkeys([scoring.teams[seat] for seat in new])
        return [words.phrase("team_lost", who=words.member(scoring.team_domain, team)) for team in teams]
    return [words.phrase("has_lost", who=words.player(seat)) for seat in new]


def _revealed(
    words: EventWords, before: ir.Cells, cells: ir.Cells, player: int, option: OptionTuple, lapsed: bool
) -> Iterator[Event]:
    who, word = words.player(player), "lapses" if lapsed else "reveals"
    for each in told(words.machine, option, player, before, cells, secret=False, aloud=words.aloud):
        if each.text:
            what = each.said if words.aloud else each.text
            yield replace(each, text=words.phrase(word, who=who, what=what), said="")


def _shown(
    words: EventWords, before: ir.Cells, cells: ir.Cells, domain: int, pieces: Sequence[int], players: Sequence[int],
    zones: Sequence[int],
) -> Iterator[Event]:  # fmt: skip
    """Who was shown pieces is told which, and so are those who see them anyway; the others how many and where."""
    machine = words.machine
    who = words.listed([words.player(seat) for seat in dict.fromkeys(players)])
    everybody = frozenset((SPECTATOR, *range(cells[ir.CELL_PLAYERS])))
    shown = everybody if len(set(players)) == len(everybody) - 1 else frozenset(players)
    for zone in sorted({each for each in zones if each >= 0} if who else ()):  # so their order says nothing of pieces
        there = [piece for piece, lies in zip(pieces, zones, strict=True) if lies == zone]
        seeing = [seat for seat in everybody if all(sees_zone(machine, at, seat, zone) for at in (before, cells))]
        seats, where = shown.union(seeing), words.zone(zone)
        names = words.listed([words.member(domain, piece) for piece in there])
        if seats < everybody:
            less = words.phrase("shown", what=words.counted(len(there), domain), who=who, zone=where)
            yield Event(less, everybody - seats, whole=False)
        whole = words.phrase("shown", what=names, who=who, zone=where)
        yield Event(whole, seats if seats < everybody else None, look=True)


def _roll(words: EventWords, player: int, purpose: int, sides: int, values: Sequence[int], *said: Any) -> str:
    count = "" if len(values) == 1 else str(len(values))
    # who rolls is said only where the author does not say what for: a battle is rolled by one player for both
    key = "rolled_for" if purpose >= 0 else "rolls" if player >= 0 else "rolled"
    return words.phrase(
        key,
        who=words.player(player) if player >= 0 else "",
        count=count,
        sides=str(sides),
        why=words.text(purpose, said) if purpose >= 0 else "",
        values=words.listed(map(str, values)),
    )


def _draw(words: EventWords, cells: ir.Cells, source: int, zone: int, pieces: Sequence[int]) -> list[Event]:
    machine, program = words.machine, words.program
    family, _ = family_of(program, source)
    domain = program.domains[family.domain]
    members = [piece - domain.piece_base for piece in pieces]
    names = words.listed([words.member(family.domain, each) for each in members])
    if domain.alike and domain.groups:  # which of them it is could be followed where nobody sees it
        members = [domain.groups.index(domain.groups[each]) for each in members]
    player = _holder(program, zone)
    unknown = Dealt(family.domain, len(pieces), player)
    known = replace(unknown, members=tuple(members))
    everybody = range(cells[ir.CELL_PLAYERS])
    seats = frozenset([seat for seat in everybody if sees_zone(machine, cells, seat, zone)])

    def drawn(what: str) -> str:
        if zone < 0:
            return words.phrase("gone", what=what)
        if words.aloud and player >= 0:
            return words.phrase("draws", what=what, who=words.player(player), source=words.zone(source, player))
        return words.phrase("drawn", what=what, source=words.zone(source), zone=words.zone(zone))

    if len(seats) == len(everybody):
        return [Event(drawn(names), chance=known)]
    count, others = drawn(words.counted(len(pieces), family.domain)), frozenset((SPECTATOR, *everybody)) - seats
    return [Event(count, others, whole=False, chance=unknown), Event(drawn(names), seats, chance=known)]


def _holder(program: ir.Program, zone: int) -> int:
    """The seat of the player who has a zone, or -1."""
    family, holder = family_of(program, zone) if zone >= 0 else (None, -1)
    return holder if family is not None and family.holder == program.player_domain else -1
