"""What happens is put in line for the triggers that wait for it; and when the line is worked off.

Whether a trigger comes is asked when it happens: what is put in line is the trigger that will come, in a list in the
state: its number, who acted, and what of the event it has names for. Copies of an entry count that counted just before
or count now, so which did is worked out in front of what may happen. Nothing is put in line while `open` is 0: in the
set-up, in what an example is `given`, and on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yupana.schemas.source import Span

from ..language.types import INT, interval, list_of, member, set_of
from ..program import ir
from ..typed.chains import ChainInfo, EventInfo, Happening, Verb
from ..typed.declared import FieldInfo, ZoneInfo
from ..typed.statements import MoveEach
from .core import add
from .frame import Frame
from .tables import Tables
from .waits import CallStmt

CHAIN = "chain"
"""The function that works off the line."""


def chain_of(tables: Tables) -> ChainInfo | None:
    """Where the chain is kept, in a game in which something sets off a trigger."""
    chain = tables.declared.chain
    return chain if chain is not None and chain.events else None


def cell(tables: Tables, info: FieldInfo) -> ir.Load:
    """What one of the fields of the chain holds."""
    return ir.Load(tables.cell[info], None, tables.shape[info])


def store(tables: Tables, info: FieldInfo, value: ir.Expr, place: int = -1) -> ir.Stmt:
    """Writes one of the fields of the chain."""
    return ir.Store(tables.cell[info], None, value, tables.shape[info], place=place)


def waiting(tables: Tables, chain: ChainInfo) -> ir.Expr:
    """Whether something is in line."""
    return ir.Op("gt", (ir.Op("list_size", (cell(tables, chain.line),)), ir.Const(0)))


def follows_of(tables: Tables) -> dict[int, int]:
    """For each function that puts a trigger in line the one that is called when it comes to the front, with the same
    arguments and for who acted."""
    names = tables.declared.triggers if chain_of(tables) is not None else ()
    return {tables.reserved(f"in_line_{each}"): tables.reserved(f"trigger_{each}") for each in names}


# ---------------------------------------------------------------- when


def opened(tables: Tables, value: int) -> list[ir.Stmt]:
    """From here on things are put in line, or not any more."""
    chain = chain_of(tables)
    return [] if chain is None else [store(tables, chain.open, ir.Const(value))]


def worked_off(tables: Tables) -> list[ir.Stmt]:
    """The line is worked off, if something is in it."""
    chain = chain_of(tables)
    if chain is None or not tables.declared.triggers:
        return []
    number = tables.reserved(CHAIN)
    call: ir.Stmt = CallStmt(number, ()) if line_waits(tables) else ir.Do(number, ())
    return [ir.If(waiting(tables, chain), (call,))]


def line_waits(tables: Tables) -> bool:
    """Whether somebody may be asked while the line is worked off."""
    line = tables.declared.ruleset.players.line
    return (line is not None and line.choose) or any(each.waits for each in tables.declared.triggers.values())


# ---------------------------------------------------------------- what


@dataclass(frozen=True, slots=True)
class Coming:
    """Something that may be about to happen, and that something waits for: `counted` are the slots with the copies that
    counted before, of each kind of which not all copies always do; `place` is a value that tells which of them, the
    holder of the zone of a piece that comes or goes."""

    event: EventInfo
    counted: tuple[int, ...]
    place: tuple[ir.Expr, ...]

    def before(self, tables: Tables) -> list[ir.Stmt]:
        """What stands in front of it."""
        return [
            ir.SetLocal(slot, counting(tables, self.event, kind, self.place))
            for slot, kind in zip(self.counted, self.event.watching, strict=True)
        ]

    def nothing(self, tables: Tables) -> list[ir.Stmt]:
        """The same where it is clear that it does not happen."""
        sizes = [tables.domains[kind].size for kind in self.event.watching]
        return [ir.SetLocal(slot, ir.ConstSet((), size)) for slot, size in zip(self.counted, sizes, strict=True)]

    def happened(self, tables: Tables, values: Sequence[ir.Expr]) -> list[ir.Stmt]:
        """It has happened: who waits for it hears of it. `values`: of all that is known, what comes first is told."""
        told = (*values[: len(self.event.values)], *map(ir.Local, self.counted))
        happens = ir.Do(tables.reserved(f"happens_{self.event.number}"), told)
        return [happens, *(() if self.event.verb in ("begins", "ends") else ended(tables, self.event, values))]


def coming(
    frame: Frame, verb: Verb, of: Happening | None, span: Span, place: Sequence[ir.Expr] = ()
) -> Coming | None:
    """What may be about to happen; None where nothing waits for it. What happens on a copy of the state ends what it
    ends, and no trigger hears of it."""
    event = event_of(frame.tables, verb, of)
    if event is None or (frame.silent and not event.ends):
        return None
    slots = [frame.slot(set_of(kind), span) for kind in event.watching]
    return Coming(event, tuple(slots), tuple(place))


def ended(tables: Tables, event: EventInfo, values: Sequence[ir.Expr]) -> list[ir.Stmt]:
    """The adjustments that an event ends are over."""
    if not event.ends:
        return []
    return [ir.Do(tables.reserved(f"ended_{event.number}"), tuple(values[: len(event.values)]))]


def counting(tables: Tables, event: EventInfo, kind: int, place: Sequence[ir.Expr]) -> ir.Expr:
    """The copies of a kind that count now for an event."""
    return ir.Call(tables.reserved(f"counting_{event.number}_{kind}"), tuple(place))


def event_of(tables: Tables, verb: Verb, of: Happening | None) -> EventInfo | None:
    """The event that a trigger, or the end of an adjustment, waits for; None where nothing does."""
    chain = tables.declared.chain
    return None if chain is None or of is None else chain.events.get((verb, of))


def is_awaited(tables: Tables, verb: Verb, of: Happening | None) -> bool:
    """Whether something waits for this."""
    return event_of(tables, verb, of) is not None


def changing(frame: Frame, info: FieldInfo, holder: ir.Expr | None, write: ir.Stmt) -> list[ir.Stmt]:
    """The field is written, and changes if its value is another one then. `write` stores to the cell of the field, of a
    holder that is read once."""
    change = coming(frame, "changes", info, info.span)
    if not isinstance(write, ir.Store) or change is None:
        return [write]
    first: list[ir.Stmt] = []
    index, owner = write.index, holder
    if holder is not None and not isinstance(holder, ir.Const | ir.Local):
        slot = frame.slot(interval(0, 0), info.span)
        first.append(ir.SetLocal(slot, holder))
        owner = index = ir.Local(slot)  # a field with a single value takes one cell
    was, new = frame.slot(info.type, info.span), frame.slot(info.type, info.span)
    now = ir.Load(write.base, index, write.shape)
    carried = [*([] if owner is None else [owner]), ir.Local(was), ir.Local(new)]
    store = ir.Store(write.base, index, ir.Local(new), write.shape, write.low, write.high, write.place)
    changes = (*change.before(frame.tables), store, *change.happened(frame.tables, carried))
    return [
        *first,
        ir.SetLocal(new, write.value),
        ir.SetLocal(was, now),
        ir.If(ir.Op("ne", (ir.Local(was), ir.Local(new))), changes),
    ]


# ---------------------------------------------------------------- pieces


@dataclass(frozen=True, slots=True)
class _Way:
    """A piece may leave or enter a zone of a family, whose number is `zone`."""

    family: ZoneInfo
    zone: ir.Expr
    coming: Coming

    def before(self, tables: Tables) -> list[ir.Stmt]:
        """What stands in front of the move."""
        noted = self.coming.before(tables)
        return [*self.coming.nothing(tables), ir.If(_inside(self.zone, self.family), tuple(noted))] if noted else []

    def told(self, tables: Tables, piece: ir.Expr) -> ir.Stmt:
        """It has left or entered it."""
        told = self.coming.happened(tables, [piece, *self.coming.place])
        return ir.If(_inside(self.zone, self.family), tuple(told))


def _ways(frame: Frame, verb: Verb, families: Sequence[ZoneInfo | None], zone: ir.Expr) -> list[_Way]:
    """The families of zones where a trigger waits for what comes or goes; the zone has one of them, or none."""
    found = []
    for info in families:
        if info is not None:
            holder = [] if info.holder < 0 else [add(zone, ir.Const(-info.first))]
            if (each := coming(frame, verb, info, info.span, holder)) is not None:
                found.append(_Way(info, zone, each))
    return found


def moving(frame: Frame, piece: ir.Expr, domain: int, to: ZoneInfo | None, moves: ir.Move) -> list[ir.Stmt]:
    """A piece is moved to a zone of the family `to` (None: out of all zones), and leaves the one and enters the other,
    unless that is the same."""
    tables = frame.tables
    families = [each for each in tables.declared.zones.values() if each.domain == domain]
    if not any(is_awaited(tables, "leaves", each) for each in families) and not is_awaited(tables, "enters", to):
        return [moves]
    span = families[0].span
    one, was, now = (frame.slot(type_, span) for type_ in (member(domain), INT, INT))
    number = add(ir.Local(one), ir.Const(tables.domains[domain].piece_base))
    ways = [*_ways(frame, "leaves", families, ir.Local(was)), *_ways(frame, "enters", [to], ir.Local(now))]
    before = [one for each in ways for one in each.before(tables)]
    move = ir.Move(number, moves.zone, moves.bottom)
    goes = (*before, move, *[each.told(tables, ir.Local(one)) for each in ways])
    return [
        ir.SetLocal(one, piece),
        ir.SetLocal(was, ir.Op("piece_zone", (number,))),
        ir.SetLocal(now, moves.zone),
        ir.If(ir.Op("ne", (ir.Local(was), ir.Local(now))), goes, (move,)),
    ]


def moving_several(
    frame: Frame, source: ZoneInfo, to: ZoneInfo | None, listed: ir.Expr, moves: ir.MoveAll | ir.Draw
) -> list[ir.Stmt]:
    """The same of all pieces that a statement moves, which go at once, and of which is told in the order in which they
    lie. Where a zone is moved, `listed` are its pieces; where pieces are drawn, those of the zone that gets them, and
    what it has held does not count. That an empty zone is filled from another one does not count either."""
    tables = frame.tables
    if not is_awaited(tables, "leaves", source) and not is_awaited(tables, "enters", to):
        return [moves]
    was, now = frame.slot(INT, source.span), frame.slot(INT, source.span)
    one = frame.slot(member(source.domain), source.span)
    pieces = frame.slot(list_of(member(source.domain), tables.domains[source.domain].size), source.span)
    ways = [*_ways(frame, "leaves", [source], ir.Local(was)), *_ways(frame, "enters", [to], ir.Local(now))]
    before = [stmt for each in ways for stmt in each.before(tables)]
    told = tuple([each.told(tables, ir.Local(one)) for each in ways])
    each = ir.For(one, ir.Local(pieces), told)
    if isinstance(moves, ir.Draw):
        new = ir.Op("not", (ir.Op("list_has", (ir.Local(pieces), ir.Local(one))),))
        each = ir.For(one, listed, (ir.If(new, told),))
    return [
        ir.SetLocal(was, moves.source),
        ir.SetLocal(now, moves.zone),
        ir.SetLocal(pieces, listed),
        ir.If(ir.Op("ne", (ir.Local(was), ir.Local(now))), (*before, moves, each), (moves,)),
    ]


def moving_each(frame: Frame, domain: int, pieces: int, zones: int, node: MoveEach) -> list[ir.Stmt]:
    """Pieces that lie in many places are moved at once, each to a zone of its own (two lists of one length); then it is
    told of one after the other. One that is named twice goes to the zone that was named first."""
    tables, span = frame.tables, node.span
    size, base = tables.domains[domain].size, tables.domains[domain].piece_base
    one, piece = frame.slot(interval(0, size), span), frame.slot(member(domain), span)
    was, now = frame.slot(INT, span), frame.slot(INT, span)
    lay = frame.slot(list_of(INT, size), span)
    number = add(ir.Local(piece), ir.Const(base))
    first = ir.Op("eq", (ir.Op("list_index", (ir.Local(pieces), ir.Local(piece))), ir.Local(one)))

    def each(*body: ir.Stmt) -> ir.Stmt:
        last = ir.Op("sub", (ir.Op("list_size", (ir.Local(pieces),)), ir.Const(1)))
        taken = ir.SetLocal(piece, ir.Op("list_get", (ir.Local(pieces), ir.Local(one))))
        target = ir.SetLocal(now, ir.Op("list_get", (ir.Local(zones), ir.Local(one))))
        return ir.For(one, ir.Op("range", (ir.Const(0), last)), (taken, target, ir.If(first, body)))

    moves = each(ir.Move(number, ir.Local(now), node.bottom))
    families = [info for info in tables.declared.zones.values() if info.domain == domain]
    ways = _ways(frame, "leaves", families, ir.Local(was))
    ways += _ways(frame, "enters", [None if node.zone is None else node.zone.zone], ir.Local(now))
    if not ways:
        return [moves]
    before: list[ir.Stmt] = []
    told: list[ir.Stmt] = []
    for way in ways:
        inside: list[ir.Stmt] = []
        for slot, kind in zip(way.coming.counted, way.coming.event.watching, strict=True):
            if _has_while(tables, kind):  # it says nothing of the holder
                anybody = [ir.Const(0)] * len(way.coming.place)
                before.append(ir.SetLocal(slot, counting(tables, way.coming.event, kind, anybody)))
            else:
                inside.append(ir.SetLocal(slot, _that_lay(frame, domain, pieces, lay, way.zone, node)))
        told.append(ir.If(_inside(way.zone, way.family), (*inside, *way.coming.happened(
            tables, [ir.Local(piece), *way.coming.place]))))  # fmt: skip
    place = ir.Comp("list", (ir.Clause(piece, ir.Local(pieces), None),), ir.Op("piece_zone", (number,)))
    from_there = ir.SetLocal(was, ir.Op("list_get", (ir.Local(lay), ir.Local(one))))
    elsewhere = ir.If(ir.Op("ne", (ir.Local(was), ir.Local(now))), tuple(told))
    return [ir.SetLocal(lay, place), *before, moves, each(from_there, elsewhere)]


def _has_while(tables: Tables, kind: int) -> bool:
    """Whether a kind says when its entries count; else those do that are in the zone where one comes or goes."""
    declared = tables.declared.ruleset.kinds.get(tables.domains[kind].name)  # type: ignore[call-overload]
    return declared is not None and declared.counting is not None


def _that_lay(frame: Frame, domain: int, pieces: int, lay: int, zone: ir.Expr, node: MoveEach) -> ir.Expr:
    """Of the pieces that have moved those that lay in a zone."""
    size = frame.tables.domains[domain].size
    one = frame.slot(interval(0, size), node.span)
    last = ir.Op("sub", (ir.Op("list_size", (ir.Local(pieces),)), ir.Const(1)))
    there = ir.Op("eq", (ir.Op("list_get", (ir.Local(lay), ir.Local(one))), zone))
    clause = ir.Clause(one, ir.Op("range", (ir.Const(0), last)), there)
    return ir.Comp("set", (clause,), ir.Op("list_get", (ir.Local(pieces), ir.Local(one))), size=size)


def _inside(zone: ir.Expr, info: ZoneInfo) -> ir.Expr:
    """Whether the number of a zone is one of the family's."""
    if info.count == 1:
        return ir.Op("eq", (zone, ir.Const(info.first)))
    low, high = ir.Const(info.first), ir.Const(info.first + info.count)
    return ir.Op("and", (ir.Op("ge", (zone, low)), ir.Op("lt", (zone, high))))
