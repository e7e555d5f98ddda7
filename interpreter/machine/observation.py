"""What a player may see of a position, derived from the declared visibility, and positions they cannot tell apart.

`observe` is never told what to show: fields and zones say who sees them. `redeal` gives another position that looks
the same to one player, for the proof that secrets do not leak and for bots that must not look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NotRequired, TypeAlias, TypedDict

from yupana.schemas.dots import dotted

from ..program import ir
from . import rng
from .backs import Back, Backs, back_rows, is_shown, matched
from .faults import UsageError
from .machine import Machine
from .options import Decision
from .zones import Zones

NEAR = 4
"""A hidden number that is dealt anew is at most so far from what it was: most rules have no use for distant ones."""

Value: TypeAlias = "int | bool | str | list[Value] | dict[str, Value] | None"
"""A field's value: members by their names, a list or set as a list, a map by the names of its keys."""


Contents: TypeAlias = "list[str] | list[str | None] | int"
"""What lies in a zone, or how much."""


class ObservedDecision(TypedDict):
    """The decision that waits. Others than who decides do not see its options, nor the prompt of a secret one."""

    player: str
    name: str
    prompt: NotRequired[str]
    options: NotRequired[list[str]]


class Always(TypedDict):
    """What every observation holds."""

    viewer: str | None
    players: list[str]
    me: str | None
    active: str | None
    fields: dict[str, Value]
    zones: dict[str, Contents | dict[str, Contents]]
    decision: ObservedDecision | None
    lost: list[str]


class Observation(Always, total=False):
    """A position as one player sees it, as plain JSON data.

    `fields` holds the state's fields by name, those of a kind as `Kind.field`, each a value for every entity that the
    viewer sees it of. `zones` holds the names of a zone's pieces, bottom first, or only their number where the viewer
    may not see them (of those that are seen by themselves the names, and None for each of the others); by holder for a
    zone that has several. `lost` are those who have lost, because a rule says so.
    `backs` says the same of what stands on the backs of pieces in zones that the viewer does not see: field by field,
    for each piece, bottom first; it is there in games whose pieces have some.
    """

    backs: dict[str, list[dict[str, Value]] | dict[str, list[dict[str, Value]]]]


def seat_of(names: Sequence[str], player: str | int, least: int = 0) -> int:
    """The seat of a player who is named or numbered. Raises UsageError."""
    if type(player) is int and least <= player < len(names):
        return player
    if isinstance(player, str) and player in names:
        return names.index(player)
    raise UsageError(f"there is no player {player!r}; the players are {', '.join(names)}")


def sees(machine: Machine, cells: ir.Cells, visibility: ir.Visibility, viewer: int, holder: int) -> bool:
    """Whether a player sees what is declared so, of this holder (-1: of the game). A viewer of -1 sees what all see."""
    if visibility.mode == "all":
        return True
    if visibility.mode == "none":
        return False
    if viewer < 0:
        return all(sees(machine, cells, visibility, seat, holder) for seat in range(cells[ir.CELL_PLAYERS]))
    if visibility.mode == "test":
        return bool(machine.call(cells, visibility.function, viewer, holder))
    owner = holder if visibility.owners < 0 else machine.program.tables[visibility.owners][holder]
    return (owner == viewer) == (visibility.mode == "owner")


def holders(program: ir.Program, domain: int, cells: ir.Cells) -> Sequence[int]:
    """The members of a domain that are in the game (-1: the game itself is the holder)."""
    if domain < 0:
        return (-1,)
    return program.domains[domain].here(cells)


def stored(cells: ir.Cells, base: int, shape: ir.Shape) -> Any:
    """A value out of the state: an int, or a tuple (of elements, members, or values by member)."""
    if shape.kind == "scalar":
        return int(cells[base])
    if shape.kind == "list":
        return tuple([int(each) for each in cells[base + 1 : base + 1 + cells[base]]])
    if shape.kind == "map":
        return tuple([int(each) for each in cells[base : base + shape.size]])
    return tuple(ir.members_in(cells, shape.size, base))


def pieces_in(program: ir.Program, cells: ir.Cells, zone: int) -> list[int]:
    """The piece numbers in a zone, bottom first."""
    out: list[int] = []
    piece = cells[program.layout.zone_first + zone]
    while 0 <= piece < program.layout.pieces and len(out) < program.layout.pieces:
        out.append(piece)
        piece = cells[program.layout.piece_next + piece]
    return out


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


def is_hidden(machine: Machine, cells: ir.Cells, viewer: int, piece: int) -> bool:
    """Whether a piece lies where a player does not see it."""
    zone = cells[machine.program.layout.piece_zone + piece]
    return not sees_zone(machine, cells, viewer, zone) and not is_shown(machine, cells, viewer, piece)


def hidden_pieces(machine: Machine, cells: ir.Cells, viewer: int) -> set[int]:
    """The pieces that lie where a player does not see them; out of play there are no secrets."""
    program = machine.program
    hidden: set[int] = set()
    for family in program.families:
        if family.visibility.mode == "all":
            continue
        for i in range(family.count):
            if not sees(machine, cells, family.visibility, viewer, i if family.holder >= 0 else -1):
                hidden.update(pieces_in(program, cells, family.first + i))
    if program.faces:
        hidden = {piece for piece in hidden if not is_shown(machine, cells, viewer, piece)}
    return hidden


def hidden_values(machine: Machine, cells: ir.Cells, viewer: int) -> set[tuple[int, int]]:
    """The fields (by number) and holders (-1: the game) whose values a player does not see. What stands on the back of
    a piece that lies hidden is none that can be seen by the name of the piece."""
    program = machine.program
    found = {
        (number, holder)
        for number, each in enumerate(program.fields)
        if not each.internal and each.visibility.mode != "all"
        for holder in holders(program, each.domain, cells)
        if not sees(machine, cells, each.visibility, viewer, holder)
    }
    hidden = hidden_pieces(machine, cells, viewer) if program.backs else ()
    for back in program.backs:
        domain = program.domains[program.fields[back.field].domain]
        own = range(domain.piece_base, domain.piece_base + len(domain.names))
        found.update([(back.field, piece - domain.piece_base) for piece in hidden if piece in own])
    return found


def observe(
    machine: Machine, cells: ir.Cells, viewer: int, decision: ObservedDecision | None,
    wanted: Callable[[str], bool] = lambda name: True,
) -> Observation:  # fmt: skip
    """The position as player `viewer` (-1: one who sees what all see) sees it, as plain JSON data. `decision` is added
    as it is; fields are left out that by their names are not `wanted`."""
    program, printer = machine.program, machine.printer
    players = cells[ir.CELL_PLAYERS]
    fields: dict[str, Any] = {}
    unseen = hidden_values(machine, cells, viewer) if program.backs else set()
    for number, each in enumerate(program.fields):
        name = dotted(each.name if each.domain < 0 else f"{program.domains[each.domain].name}.{each.name}")
        if each.internal or not wanted(name):
            continue
        shown: dict[str, Any] = {}
        for holder in holders(program, each.domain, cells):
            if (number, holder) in unseen:
                continue
            if sees(machine, cells, each.visibility, viewer, holder):
                value = _field_value(machine, each, stored(cells, each.of(holder).start, each.shape), cells)
                shown[printer.member(each.domain, holder, True) if holder >= 0 else ""] = value
        if each.domain >= 0:
            fields[name] = shown
        elif shown:
            fields[name] = shown[""]
    zones: dict[str, Any] = {}
    backs: dict[str, Any] = {}
    for family in program.families:
        by_holder: dict[str, Any] = {}
        turned: dict[str, Any] = {}
        for holder in holders(program, family.holder, cells):
            name = printer.member(family.holder, holder, True) if holder >= 0 else ""
            by_holder[name] = _contents(machine, cells, family, viewer, holder)
            if program.backs and not sees(machine, cells, family.visibility, viewer, holder):
                turned[name] = _backs_in(machine, cells, family, holder)
        zones[dotted(family.name)] = by_holder if family.holder >= 0 else by_holder[""]
        if turned and back_rows(program, family.domain):
            backs[dotted(family.name)] = turned if family.holder >= 0 else turned[""]
    found: Observation = {
        "viewer": printer.player(viewer) if viewer >= 0 else None,
        "players": [printer.player(seat) for seat in range(players)],
        "me": printer.player(cells[ir.CELL_ME]) if cells[ir.CELL_ME] >= 0 else None,
        "active": printer.player(cells[ir.CELL_ACTIVE]) if cells[ir.CELL_ACTIVE] >= 0 else None,
        "fields": fields,
        "zones": zones,
        "decision": decision,
        "lost": [printer.player(seat) for seat in losers(program, cells)],
    }
    if program.backs:
        found["backs"] = backs
    return found


def _contents(machine: Machine, cells: ir.Cells, family: ir.ZoneFamily, viewer: int, holder: int) -> Any:
    """What a viewer sees of what lies in a zone."""
    program, zone = machine.program, family.of(holder)
    base = program.domains[family.domain].piece_base
    seen = sees(machine, cells, family.visibility, viewer, holder)
    if not seen and all(face.domain != family.domain for face in program.faces):
        return int(cells[program.layout.zone_size + zone])
    there = pieces_in(program, cells, zone)
    known = [seen or is_shown(machine, cells, viewer, piece) for piece in there]
    if not seen and not any(known):
        return len(there)
    names = [machine.printer.member(family.domain, piece - base) for piece in there]
    named = [name if seen else None for name, seen in zip(names, known, strict=True)]
    return named if family.ordered else sorted(named, key=lambda each: each is None)  # order tells nothing there


def _backs_in(machine: Machine, cells: ir.Cells, family: ir.ZoneFamily, holder: int) -> list[dict[str, Any]]:
    """What stands on the backs in a zone, bottom first."""
    program = machine.program
    base, rows = program.domains[family.domain].piece_base, back_rows(program, family.domain)

    def value(field: ir.StateField, member: int) -> Any:
        return _field_value(machine, field, stored(cells, field.of(member).start, field.shape), cells)

    there = pieces_in(program, cells, family.of(holder))
    return [{dotted(field.name): value(field, piece - base) for field, _ in rows} for piece in there]


def observed_decision(decision: Decision | None, viewer: int) -> ObservedDecision | None:
    """The decision that waits, as a player sees it."""
    if decision is None:
        return None
    mine = decision.seat == viewer
    shown: ObservedDecision = {"player": decision.player, "name": dotted(decision.name)}
    # A prompt may name what only the decider of a secret choice knows.
    if mine or not decision.secret:
        shown["prompt"] = decision.prompt
    if mine:
        shown["options"] = list(decision.texts)
    return shown


def decision_seen(program: ir.Program, cells: ir.Cells, viewer: int) -> int:
    """The number of the decision that waits (-1: none), as a player sees it: a secret one of another player is the
    first of its name. Which one it is of those that a player takes in a row in secret says what was decided before."""
    number = cells[ir.CELL_DECISION]
    if number < 0 or cells[ir.CELL_DECIDER] == viewer or not program.decisions[number].secret:
        return number
    name = program.decisions[number].name
    return next(first for first, each in enumerate(program.decisions) if each.secret and each.name == name)


def losers(program: ir.Program, cells: ir.Cells) -> tuple[int, ...]:
    """Those of whom a rule has said that they lost, by seat."""
    first = program.scoring.outcomes
    return tuple([seat for seat in range(cells[ir.CELL_PLAYERS]) if first >= 0 and cells[first + seat] > 0])


def _field_value(machine: Machine, each: ir.StateField, value: Any, cells: ir.Cells) -> Any:
    """A field's value as JSON: ints and bools as themselves, members by name, maps by their keys."""
    shape, kind = each.shape, each.type
    if shape.kind == "scalar":
        return _scalar(machine, kind, value)
    if shape.kind == "map":
        keys = holders(machine.program, shape.domain, cells)
        return {machine.printer.member(shape.domain, key, True): _scalar(machine, kind, value[key]) for key in keys}
    return [_scalar(machine, kind, one) for one in value]


def _scalar(machine: Machine, kind: ir.ValueType, value: int) -> Any:
    if kind.is_none(value):
        return None
    if kind.kind == "bool":
        return bool(value)
    if kind.kind == "int":
        return value
    return machine.printer.member(kind.domain, value) if value >= 0 else None


def redeal(machine: Machine, cells: ir.Cells, viewer: int, seed: int) -> None:
    """Change, in place, what player `viewer` cannot see: pieces among the zones hidden from them (kind by kind; the
    sizes stay, and so do the backs, which say nothing wrong), the order of hidden zones, the hidden values of a field
    among its holders (where they are all the same, or there is but one, each becomes another that the field may hold),
    and the generator."""
    program = machine.program
    # A generator of its own: how much is hidden must not show in what is drawn afterwards.
    dice = rng.generator(seed)
    hidden: dict[int, list[int]] = {}
    for family in program.families:
        for holder in holders(program, family.holder, cells):
            if not sees(machine, cells, family.visibility, viewer, holder):
                hidden.setdefault(family.domain, []).append(family.of(holder))
    values: list[tuple[ir.StateField, list[int]]] = []
    for each in program.fields:
        if not each.internal and each.visibility.mode != "all":
            there = holders(program, each.domain, cells)
            values.append((each, [h for h in there if not sees(machine, cells, each.visibility, viewer, h)]))
    for domain, zones in hidden.items():
        backs = Backs(machine, cells, domain)
        if backs or any(face.domain == domain for face in program.faces):
            _deal_places(machine, cells, zones, viewer, backs, dice)
        else:
            _deal_zones(machine, cells, zones, dice)
    for each, who in values:
        size = each.shape.cells
        starts = [each.base + max(holder, 0) * size for holder in who]
        kept = [list(cells[start : start + size]) for start in starts]
        dealt = kept[:]
        rng.shuffle(dice, dealt)
        if dealt == kept:
            dealt = [_another(program, each, value, cells, dice) for value in kept]
        for start, value in zip(starts, dealt, strict=True):
            for i, cell in enumerate(value):
                cells[start + i] = cell
    rng.seed(cells, rng.next32(dice) << 32 | rng.next32(dice))


def _another(program: ir.Program, each: ir.StateField, value: list[int], cells: ir.Cells, dice: list[int]) -> list[int]:
    """Another value that a field may hold, near to the one it has; the same if there is no other."""
    shape = each.shape
    other = list(value)
    if shape.kind == "scalar":
        return [_another_scalar(program, each, value[0], cells, dice)]
    if shape.kind == "list":
        if value[0] == 0 and shape.size > 0:  # that a list is empty is hidden too
            other[:2] = [1, max(each.low, 0) if each.type.kind == "int" else 0]
        for i in range(1, other[0] + 1):
            other[i] = _another_scalar(program, each, other[i], cells, dice)
        return other
    keys = holders(program, shape.domain, cells) if shape.domain >= 0 else tuple(range(shape.size))
    for key in keys:
        if shape.kind == "map":
            other[key] = _another_scalar(program, each, other[key], cells, dice)
    if shape.kind == "set" and keys:
        key = keys[rng.below(dice, len(keys))]
        other = ir.set_cells({*ir.members_in(value, shape.size)} ^ {key}, len(value))
    return other


def _another_scalar(program: ir.Program, each: ir.StateField, value: int, cells: ir.Cells, dice: list[int]) -> int:
    kind = each.type
    if kind.kind == "bool":
        choices = [0, 1]
    elif kind.kind == "int":
        near = max(each.low, min(each.high, 0)) if value == ir.NO_INT else value
        choices = list(range(max(each.low, near - NEAR), min(each.high, near + NEAR) + 1))
    else:
        choices = [*holders(program, kind.domain, cells)]
    if kind.optional:
        choices.append(kind.none)
    choices = [each for each in choices if each != value]
    return choices[rng.below(dice, len(choices))] if choices else value


def _deal_zones(machine: Machine, cells: ir.Cells, zones: list[int], dice: list[int]) -> None:
    program = machine.program
    pieces = [piece for zone in zones for piece in pieces_in(program, cells, zone)]
    sizes = [cells[program.layout.zone_size + zone] for zone in zones]
    rng.shuffle(dice, pieces)
    zones_of = Zones(program)
    for piece in pieces:
        zones_of.take_out(cells, piece)
    at = 0
    for zone, size in zip(zones, sizes, strict=True):
        for piece in pieces[at : at + size]:
            zones_of.move_top(cells, piece, zone)
        at += size


def _deal_places(
    machine: Machine, cells: ir.Cells, zones: list[int], viewer: int, backs: Backs, dice: list[int]
) -> None:  # fmt: skip
    """The same where pieces have backs, or are seen by themselves: those stay where they are."""
    program = machine.program
    there = {zone: pieces_in(program, cells, zone) for zone in zones}
    stay = {piece for pieces in there.values() for piece in pieces if is_shown(machine, cells, viewer, piece)}
    places = [(zone, at) for zone, pieces in there.items() for at, piece in enumerate(pieces) if piece not in stay]
    behind: list[Back] = [backs.of(cells, there[zone][at]) for zone, at in places]
    pieces = [there[zone][at] for zone, at in places]
    dealt = matched(len(places), pieces, lambda place, piece: backs.fits(behind[place], piece), dice)
    if dealt is None:  # the rules say what is not so
        return
    zones_of = Zones(program)
    for (zone, at), piece in zip(places, dealt, strict=True):
        there[zone][at] = piece
    for piece in pieces + sorted(stay):
        zones_of.take_out(cells, piece)
    for zone, pieces in there.items():
        for piece in pieces:
            zones_of.move_top(cells, piece, zone)
    for piece, back in zip(dealt, behind, strict=True):
        backs.put(cells, piece, back)
