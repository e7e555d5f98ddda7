"""What happened besides decisions, as lines for people: logs, dice, shuffles and draws, each with who may read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..backends.protocol import Event as Raw
from ..backends.protocol import OptionTuple
from ..program import ir
from .machine import Machine
from .observation import losers, sees
from .telling import SPECTATOR, Dealt, Event, Rolled, told

WORDS = {
    "rolls": "{who} rolls {dice}: {values}",
    "rolled": "rolled {dice}: {values}",
    "rolled_for": "rolled {dice} ({why}): {values}",
    "shuffled": "{zone} is shuffled",
    "drawn": "{what}: drawn from {source} to {zone}",
    "gone": "{what}: drawn out of play",
    "shown": "{what}: shown to {who} ({zone})",
    "of": "{zone} of {holder}",
    "has_lost": "{who} has lost",
    "team_lost": "team {who} has lost",
    "all_lost": "all have lost",
    "reveals": "{who}: {what}",
    "lapses": "{who}: {what} cannot be done any more",
}
"""What the machine says of its own accord; `Machine.event_words` may say the same in another language."""


def render(machine: Machine, before: ir.Cells, cells: ir.Cells, raw: Sequence[Raw]) -> list[Event]:
    """The lines of raw events, between two positions; that after them says who sees what was drawn."""
    out: list[Event] = []
    for each in raw:
        if each[0] == "log" and machine.program.texts[each[1]].shows:
            out.extend(_shown(machine, before, cells, machine.program.texts[each[1]].types[0].domain, *each[2]))
        elif each[0] == "log":
            out.append(Event(machine.printer.text(each[1], each[2])))
        elif each[0] == "roll":
            _, player, purpose, sides, values, *said = each
            rolled = Rolled(sides, tuple(values), player if purpose < 0 else -1)
            out.append(Event(_roll(machine, player, purpose, sides, values, *said), chance=rolled))
        elif each[0] == "shuffle":
            out.append(Event(_phrase(machine, "shuffled", zone=zone_name(machine, each[1]))))
        elif each[0] == "reveal":
            out.extend(_revealed(machine, before, cells, *each[1:]))
        else:
            out.extend(_draw(machine, cells, *each[1:]))
    return out


def out_now(machine: Machine, before: ir.Cells | None, after: ir.Cells) -> list[Event]:
    """Who has lost between two positions (None: nobody had)."""
    scoring = machine.program.scoring
    gone = () if before is None else losers(machine.program, before)
    new = [seat for seat in losers(machine.program, after) if seat not in gone]
    if scoring.together and len(new) > 1:
        return [Event(_phrase(machine, "all_lost"))]
    if scoring.teams:
        teams = dict.fromkeys([scoring.teams[seat] for seat in new])
        named = [machine.printer.member(scoring.team_domain, team) for team in teams]
        return [Event(_phrase(machine, "team_lost", who=team)) for team in named]
    return [Event(_phrase(machine, "has_lost", who=machine.printer.player(seat))) for seat in new]


def _revealed(
    machine: Machine, before: ir.Cells, cells: ir.Cells, player: int, option: OptionTuple, lapsed: bool
) -> Iterator[Event]:
    who, word = machine.printer.player(player), "lapses" if lapsed else "reveals"
    for each in told(machine, option, player, before, cells, secret=False):
        if each.text:
            yield replace(each, text=_phrase(machine, word, who=who, what=each.text))


def _shown(
    machine: Machine, before: ir.Cells, cells: ir.Cells, domain: int, pieces: Sequence[int], players: Sequence[int],
    zones: Sequence[int],
) -> Iterator[Event]:  # fmt: skip
    """Who was shown pieces is told which, and so are those who see them anyway; the others how many and where."""
    who = ", ".join([machine.printer.player(seat) for seat in dict.fromkeys(players)])
    everybody = frozenset((SPECTATOR, *range(cells[ir.CELL_PLAYERS])))
    shown = everybody if len(set(players)) == len(everybody) - 1 else frozenset(players)
    for zone in sorted({each for each in zones if each >= 0} if who else ()):  # so their order says nothing of pieces
        there = [piece for piece, lies in zip(pieces, zones, strict=True) if lies == zone]
        seeing = [seat for seat in everybody if all(sees_zone(machine, at, seat, zone) for at in (before, cells))]
        seats, where = shown.union(seeing), zone_name(machine, zone)
        names = ", ".join([machine.printer.member(domain, piece) for piece in there])
        count = f"{len(there)} {machine.program.domains[domain].name}"
        if seats < everybody:
            less = _phrase(machine, "shown", what=count, who=who, zone=where)
            yield Event(less, everybody - seats, whole=False)
        whole = _phrase(machine, "shown", what=names, who=who, zone=where)
        yield Event(whole, seats if seats < everybody else None, look=True)


def _roll(machine: Machine, player: int, purpose: int, sides: int, values: Sequence[int], *said: Any) -> str:
    count = "" if len(values) == 1 else str(len(values))
    # who rolls is said only where the author does not say what for: a battle is rolled by one player for both
    key = "rolled_for" if purpose >= 0 else "rolls" if player >= 0 else "rolled"
    return _phrase(
        machine,
        key,
        who=machine.printer.player(player) if player >= 0 else "",
        dice=f"{count}d{sides}",
        why=machine.printer.text(purpose, said) if purpose >= 0 else "",
        values=", ".join(map(str, values)),
    )


def _phrase(machine: Machine, key: str, **values: str) -> str:
    return machine.event_words.get(key, WORDS[key]).format(**values)


def _draw(machine: Machine, cells: ir.Cells, source: int, zone: int, pieces: Sequence[int]) -> list[Event]:
    program = machine.program
    family, _ = family_of(program, source)
    domain = program.domains[family.domain]
    members = [piece - domain.piece_base for piece in pieces]
    names = ", ".join([machine.printer.member(family.domain, each) for each in members])
    if domain.alike and domain.groups:  # which of them it is could be followed where nobody sees it
        members = [domain.groups.index(domain.groups[each]) for each in members]
    unknown = Dealt(family.domain, len(pieces), _holder(program, zone))
    known = replace(unknown, members=tuple(members))
    everybody = range(cells[ir.CELL_PLAYERS])
    seats = frozenset([seat for seat in everybody if sees_zone(machine, cells, seat, zone)])

    def drawn(what: str) -> str:
        if zone < 0:
            return _phrase(machine, "gone", what=what)
        return _phrase(machine, "drawn", what=what, source=zone_name(machine, source), zone=zone_name(machine, zone))

    if len(seats) == len(everybody):
        return [Event(drawn(names), chance=known)]
    count, others = drawn(f"{len(pieces)} {domain.name}"), frozenset((SPECTATOR, *everybody)) - seats
    return [Event(count, others, whole=False, chance=unknown), Event(drawn(names), seats, chance=known)]


def _holder(program: ir.Program, zone: int) -> int:
    """The seat of the player who has a zone, or -1."""
    family, holder = family_of(program, zone) if zone >= 0 else (None, -1)
    return holder if family is not None and family.holder == program.player_domain else -1


def sees_zone(machine: Machine, cells: ir.Cells, seat: int, zone: int) -> bool:
    """Whether a seat sees what lies in a zone (below 0: out of play, which all see)."""
    if zone < 0:
        return True
    family, holder = family_of(machine.program, zone)
    return sees(machine, cells, family.visibility, seat, holder)


def family_of(program: ir.Program, zone: int) -> tuple[ir.ZoneFamily, int]:
    """A zone's family and its holder (-1 for a single zone)."""
    for family in program.families:
        if family.first <= zone < family.first + family.count:
            return family, zone - family.first if family.holder >= 0 else -1
    raise IndexError(zone)


def zone_name(machine: Machine, zone: int) -> str:
    """A zone as people name it: `deck`, `hand of red`."""
    family, holder = family_of(machine.program, zone)
    if holder < 0:
        return family.name
    return _phrase(machine, "of", zone=family.name, holder=machine.program.domains[family.holder].names[holder])
