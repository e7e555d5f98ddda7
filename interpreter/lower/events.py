"""What happens is put in line for the triggers that wait for it; and when the line is worked off.

Only what some trigger waits for is put in line. The line is a list in the state: of every event its number, who acted,
and its values. Nothing is put in line while `open` is 0: in the set-up, in what an example is `given`, and on a copy of
the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..language.types import INT, interval, list_of, member
from ..program import ir
from ..typed.declared import ChainInfo, FieldInfo, Happening, Verb, ZoneInfo
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
    """For each function that puts something in line the one that is called when it comes to the front: its first
    argument is who acted, the others are the same."""
    chain = chain_of(tables)
    numbers = () if chain is None else [each.number for each in chain.events.values()]
    return {tables.reserved(f"happens_{each}"): tables.reserved(f"follows_{each}") for each in numbers}


# ---------------------------------------------------------------- when


def opened(tables: Tables, value: int) -> list[ir.Stmt]:
    """From here on things are put in line, or not any more."""
    chain = chain_of(tables)
    return [] if chain is None else [store(tables, chain.open, ir.Const(value))]


def worked_off(tables: Tables) -> list[ir.Stmt]:
    """The line is worked off, if something is in it."""
    chain = chain_of(tables)
    if chain is None:
        return []
    number = tables.reserved(CHAIN)
    waits = any(each.waits for each in tables.declared.triggers.values())
    call: ir.Stmt = CallStmt(number, ()) if waits else ir.Do(number, ())
    return [ir.If(waiting(tables, chain), (call,))]


# ---------------------------------------------------------------- what


def happened(tables: Tables, verb: Verb, of: Happening, values: Sequence[ir.Expr]) -> list[ir.Stmt]:
    """Something has happened: it is put in line, if a trigger waits for it."""
    chain = tables.declared.chain
    event = None if chain is None else chain.events.get((verb, of))
    if event is None:
        return []
    return [ir.Do(tables.reserved(f"happens_{event.number}"), tuple(values[: len(event.values)]))]


def is_heard(tables: Tables, verb: Verb, *of: Happening) -> bool:
    """Whether a trigger waits for one of these."""
    chain = tables.declared.chain
    return chain is not None and any((verb, each) in chain.events for each in of)


def changing(frame: Frame, info: FieldInfo, holder: ir.Expr | None, write: ir.Stmt) -> list[ir.Stmt]:
    """The field is written, and has changed if its value is another one then. `write` stores to the cell of the field,
    of a holder that is read once."""
    tables = frame.tables
    if not isinstance(write, ir.Store) or not is_heard(tables, "changes", info):
        return [write]
    before: list[ir.Stmt] = []
    index, owner = write.index, holder
    if holder is not None and not isinstance(holder, ir.Const | ir.Local):
        slot = frame.slot(interval(0, 0), info.span)
        before.append(ir.SetLocal(slot, holder))
        owner = index = ir.Local(slot)  # a field with a single value takes one cell
    was, new = frame.slot(info.type, info.span), frame.slot(info.type, info.span)
    now = ir.Load(write.base, index, write.shape)
    carried = [*([] if owner is None else [owner]), ir.Local(was), ir.Local(new)]
    return [
        *before,
        ir.SetLocal(new, write.value),
        ir.SetLocal(was, now),
        ir.Store(write.base, index, ir.Local(new), write.shape, write.low, write.high, write.place),
        ir.If(ir.Op("ne", (ir.Local(was), ir.Local(new))), tuple(happened(tables, "changes", info, carried))),
    ]


# ---------------------------------------------------------------- pieces


def moving(frame: Frame, piece: ir.Expr, domain: int, to: ZoneInfo | None, moves: ir.Move) -> list[ir.Stmt]:
    """A piece is moved by a statement. It has left the zone in which it was and entered the one in which it is then,
    unless that is the same."""
    tables = frame.tables
    families = [each for each in tables.declared.zones.values() if each.domain == domain]
    left = [each for each in families if is_heard(tables, "leaves", each)]
    if not left and not (to is not None and is_heard(tables, "enters", to)):
        return [moves]
    span = families[0].span
    one, was, now = (frame.slot(type_, span) for type_ in (member(domain), INT, INT))
    number = add(ir.Local(one), ir.Const(tables.domains[domain].piece_base))
    told = _told(frame, ir.Local(one), [(each, ir.Local(was)) for each in left], [(to, ir.Local(now))])
    return [
        ir.SetLocal(one, piece),
        ir.SetLocal(was, ir.Op("piece_zone", (number,))),
        ir.SetLocal(now, moves.zone),
        ir.Move(number, moves.zone, moves.bottom),
        ir.If(ir.Op("ne", (ir.Local(was), ir.Local(now))), tuple(told)),
    ]


def moving_several(
    frame: Frame, source: ZoneInfo, to: ZoneInfo | None, listed: ir.Expr, moves: ir.MoveAll | ir.Draw
) -> list[ir.Stmt]:
    """The same of all pieces that a statement moves, in the order in which they lie. Where a zone is moved, `listed`
    are its pieces; where pieces are drawn, those of the zone that gets them, and what it has held does not count.
    That an empty zone is filled from another one does not count either."""
    if not is_heard(frame.tables, "leaves", source) and not (to is not None and is_heard(frame.tables, "enters", to)):
        return [moves]
    was, now = frame.slot(INT, source.span), frame.slot(INT, source.span)
    one = frame.slot(member(source.domain), source.span)
    pieces = frame.slot(list_of(member(source.domain), frame.tables.domains[source.domain].size), source.span)
    told = tuple(_told(frame, ir.Local(one), [(source, ir.Local(was))], [(to, ir.Local(now))]))
    each = ir.For(one, ir.Local(pieces), told)
    if isinstance(moves, ir.Draw):
        new = ir.Op("not", (ir.Op("list_has", (ir.Local(pieces), ir.Local(one))),))
        each = ir.For(one, listed, (ir.If(new, told),))
    return [
        ir.SetLocal(was, moves.source),
        ir.SetLocal(now, moves.zone),
        ir.SetLocal(pieces, listed),
        moves,
        ir.If(ir.Op("ne", (ir.Local(was), ir.Local(now))), (each,)),
    ]


def _told(
    frame: Frame,
    piece: ir.Expr,
    left: Sequence[tuple[ZoneInfo, ir.Expr]],
    entered: Sequence[tuple[ZoneInfo | None, ir.Expr]],
) -> list[ir.Stmt]:
    """A piece has left a zone of one of the families, and entered one."""
    made: list[ir.Stmt] = []
    verbs: list[tuple[Verb, Sequence[tuple[ZoneInfo | None, ir.Expr]]]] = [("leaves", left), ("enters", entered)]
    for verb, ways in verbs:
        for info, zone in ways:
            if info is None or not is_heard(frame.tables, verb, info):
                continue
            holder = [] if info.holder < 0 else [add(zone, ir.Const(-info.first))]
            told = happened(frame.tables, verb, info, [piece, *holder])
            made.append(ir.If(_inside(zone, info), tuple(told)))
    return made


def _inside(zone: ir.Expr, info: ZoneInfo) -> ir.Expr:
    """Whether the number of a zone is one of the family's."""
    if info.count == 1:
        return ir.Op("eq", (zone, ir.Const(info.first)))
    low, high = ir.Const(info.first), ir.Const(info.first + info.count)
    return ir.Op("and", (ir.Op("ge", (zone, low)), ir.Op("lt", (zone, high))))
