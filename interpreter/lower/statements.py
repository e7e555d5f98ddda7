"""How a typed statement becomes statements of the program: each class of node has its function, registered here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from yupana.schemas.source import Span

from ..language import nodes as syntax
from ..language.types import BOOL, INT, INT_MAX, Type, list_of, member
from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from . import core, endings, outcomes, positions
from .backs import after_drawing, after_moving, after_moving_all, lost_by
from .core import add, lower
from .events import moving, moving_each, moving_several, opened
from .expressions import gone_through, items, optional, zone_number
from .frame import Frame
from .lasting import switched
from .presence import there
from .stops import declared
from .texts import text
from .waits import CallStmt, waits

Lowering = Callable[..., list[ir.Stmt]]
_Lowering = TypeVar("_Lowering", bound=Lowering)

LOWERINGS: dict[type[code.Stmt | syntax.Stmt], Lowering] = {}
"""The function of every class of typed statements, and of every effect that is written so; the operands of such a one
are handed to it."""


def lowers(*kinds: type[code.Stmt | syntax.Stmt]) -> Callable[[_Lowering], _Lowering]:
    """Registers the function that lowers these nodes."""

    def register(function: _Lowering) -> _Lowering:
        LOWERINGS.update(dict.fromkeys(kinds, function))
        return function

    return register


def lower_block(frame: Frame, block: Sequence[typed.Node], given: Sequence[typed.Variable] = ()) -> tuple[ir.Stmt, ...]:
    """The statements of a block, one after the other. `given` are the variables that it has from what stands around
    it."""
    made: list[ir.Stmt] = []
    around = len(frame.visible)
    frame.visible += given
    for each in block:
        if isinstance(each, code.Stmt):
            made += [*frame.at(each.span), *there(frame, each), *LOWERINGS[type(each)](frame, each)]
            frame.visible += declared(each)
    del frame.visible[around:]
    return tuple(made)


@lowers(code.Effect)
def _effect(frame: Frame, node: code.Effect) -> list[ir.Stmt]:
    return LOWERINGS[type(node.written)](frame, node.written, *node.operands)


@lowers(code.Faulty)
def _faulty(frame: Frame, node: code.Faulty) -> list[ir.Stmt]:
    frame.whole = False
    return []


# ---------------------------------------------------------------- calls


@lowers(code.Perform)
def _perform(frame: Frame, node: code.Perform) -> list[ir.Stmt]:
    slot = -1 if node.into is None else frame.give(node.into)
    args = tuple([lower(frame, each) for each in node.args])
    return [call(frame.tables.function[node.procedure], args, slot, waits=node.procedure.waits)]


def call(function: int, args: tuple[ir.Expr, ...], slot: int = -1, *, waits: bool) -> ir.Stmt:
    """A call of a function that does something; its result goes to `slot`."""
    return CallStmt(function, args, slot) if waits else ir.Do(function, args, slot)


@lowers(code.Return)
def _return(frame: Frame, node: code.Return) -> list[ir.Stmt]:
    return [ir.Return(optional(frame, node.value))]


# ---------------------------------------------------------------- control


@lowers(code.If)
def _if(frame: Frame, node: code.If) -> list[ir.Stmt]:
    branches = [(lower(frame, each.test), lower_block(frame, each.body)) for each in node.branches]
    stops = [[], *[frame.at(each.test.span) for each in node.branches[1:]]]
    result = lower_block(frame, node.other)
    for (test, body), stop in zip(reversed(branches), reversed(stops), strict=True):
        result = (*stop, ir.If(test, body, result))
    return list(result)


@lowers(code.For)
def _for(frame: Frame, node: code.For) -> list[ir.Stmt]:
    listed, slot, there = gone_through(frame, node.items, node.variable)
    frame.bound(slot, listed, node.items.type)
    before, stops = _stops(frame, node)
    if there is not None:
        stops = [ir.If(ir.Op("not", (there,)), (ir.Break(),)), *stops]
    test = optional(frame, node.test)
    body = lower_block(frame, node.body, (node.variable,))
    if test is not None:
        body = (ir.If(test, body),)
    if not waits(body):
        return [*before, ir.For(slot, listed, (*stops, *body))]
    nothing_ended, started = since(frame, node.span)
    ended = ir.If(ir.Op("not", (nothing_ended,)), (ir.Break(),))
    return [*before, *started, ir.For(slot, listed, (ended, *stops, *body))]


def _stops(frame: Frame, node: code.For) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
    """What stands before a loop that can end before its last value, and at the head of each turn. A local remembers
    that the last value was taken: the body may go on with the next one at any place."""
    before: list[ir.Stmt] = []
    head: list[ir.Stmt] = []
    going, last = optional(frame, node.going), optional(frame, node.until)
    if last is not None:
        done = ir.Local(frame.slot(BOOL, node.span))
        before.append(ir.SetLocal(done.slot, ir.Const(0)))
        head.append(ir.If(done, (ir.Break(),)))
    if going is not None:
        head.append(ir.If(ir.Op("not", (going,)), (ir.Break(),)))
    if last is not None:
        head.append(ir.SetLocal(done.slot, last))
    return before, head


def since(frame: Frame, span: Span) -> tuple[ir.Expr, list[ir.Stmt]]:
    """Whether nothing has been ended since a loop that waits began, and what stands before the loop."""
    slot = frame.slot(INT, span)
    return ir.Op("eq", (endings.SAID, ir.Local(slot))), [ir.SetLocal(slot, endings.SAID)]


@lowers(code.Repeat)
def _repeat(frame: Frame, node: code.Repeat) -> list[ir.Stmt]:
    test, limit = lower(frame, node.test), lower(frame, node.limit)
    body = lower_block(frame, node.body)
    if not waits(body):
        return [ir.While(test, body, limit, frame.place(node.span))]
    nothing_ended, before = since(frame, node.span)
    return [*before, ir.While(ir.Op("and", (nothing_ended, test)), body, limit, frame.place(node.span))]


@lowers(code.Loop)
def _loop(frame: Frame, node: code.Loop) -> list[ir.Stmt]:
    test = optional(frame, node.test)
    body = lower_block(frame, node.body)
    nothing_ended, before = since(frame, node.span)
    test = nothing_ended if test is None else ir.Op("and", (nothing_ended, test))
    loop = [*before, ir.While(test, body, ir.Const(INT_MAX), frame.place(node.span))]
    if node.given is not None:
        loop.append(ir.If(ir.Op("not", (nothing_ended,)), (ir.Return(ir.Const(node.given)),)))
    return loop


@lowers(code.Leave)
def _leave(frame: Frame, node: code.Leave) -> list[ir.Stmt]:
    return [ir.Continue() if node.again else ir.Break()]


@lowers(code.End)
def _end(frame: Frame, node: code.End) -> list[ir.Stmt]:
    if node.step is None:
        return endings.say(endings.GAME)
    going_on = ir.Op("ne", (ir.Load(frame.tables.cell[node.step], None, ir.SCALAR), ir.Const(0)))
    return [ir.If(going_on, tuple(endings.say(endings.level(node.step, whole=node.whole))))]


# ---------------------------------------------------------------- pieces and chance


@lowers(syntax.Move)
def _move(frame: Frame, node: syntax.Move, zone: typed.Zone | None, piece: typed.Expr) -> list[ir.Stmt]:
    to, domain = _zone(frame, zone), piece.type.domain
    before, one, after = after_moving(frame, domain, lower(frame, piece))
    moves = ir.Move(add(one, ir.Const(frame.tables.domains[domain].piece_base)), to, node.bottom)
    if frame.tables.declared.chain is None:
        return [*before, moves, *after]
    return [*before, *moving(frame, one, domain, None if zone is None else zone.zone, moves), *after]


def _zone(frame: Frame, node: typed.Zone | None) -> ir.Expr:
    """The number of the zone in which pieces are put, or of none."""
    return ir.Const(-1) if node is None else zone_number(frame, node)


@lowers(syntax.MoveAll)
def _move_all(frame: Frame, node: syntax.MoveAll, zone: typed.Zone | None, source: typed.Zone) -> list[ir.Stmt]:
    to = _zone(frame, zone)
    moves = ir.MoveAll(zone_number(frame, source), to, node.bottom)
    before, after = after_moving_all(frame, source.zone, moves.source)
    if frame.tables.declared.chain is None:
        return [*before, moves, *after]
    to_zone = None if zone is None else zone.zone
    return [*before, *moving_several(frame, source.zone, to_zone, lower(frame, source), moves), *after]


@lowers(code.MoveEach)
def _move_each(frame: Frame, node: code.MoveEach) -> list[ir.Stmt]:
    binder, kind = node.candidates, node.piece.type.domain
    most = frame.tables.domains[kind].size
    listed = items(frame, binder.items)
    slot = frame.give(binder.variable)
    frame.bound(slot, listed, binder.items.type)
    clause = ir.Clause(slot, listed, optional(frame, binder.test))
    pieces = frame.slot(list_of(member(kind), most), node.span)
    zones = frame.slot(list_of(INT, most), node.span)
    stop = [] if binder.test is None else frame.at(binder.test.span)
    return [
        *stop,
        ir.SetLocal(pieces, ir.Comp("list", (clause,), lower(frame, node.piece))),
        ir.SetLocal(zones, ir.Comp("list", (clause,), _zone(frame, node.zone))),
        *moving_each(frame, kind, pieces, zones, node),
        *lost_by(frame, kind, pieces),
    ]


@lowers(syntax.Draw)
def _draw(frame: Frame, _: syntax.Draw, count: typed.Expr, source: typed.Zone, zone: typed.Zone) -> list[ir.Stmt]:
    draws = ir.Draw(lower(frame, count), zone_number(frame, source), zone_number(frame, zone))
    before, draws, after = after_drawing(frame, source.zone, draws)
    if frame.tables.declared.chain is None:
        return [*before, draws, *after]
    return [*before, *moving_several(frame, source.zone, zone.zone, lower(frame, zone), draws), *after]


@lowers(syntax.Note)
def _note(frame: Frame, node: syntax.Note, of: typed.Position) -> list[ir.Stmt]:
    if node.forget:
        return [ir.Forget(of.position.number)]
    return positions.note(frame, of.position, frame.place(node.span))


@lowers(syntax.Shuffle)
def _shuffle(frame: Frame, _: syntax.Shuffle, zone: typed.Zone) -> list[ir.Stmt]:
    before, after = after_moving_all(frame, zone.zone, zone_number(frame, zone))
    return [*before, ir.Shuffle(zone_number(frame, zone)), *after]


@lowers(syntax.Show)
def _show(frame: Frame, node: syntax.Show, pieces: typed.Expr, players: typed.Expr) -> list[ir.Stmt]:
    kind = piece_kind(pieces.type)
    shown, one = frame.slot(list_of(member(kind), None), node.span), frame.slot(member(kind), node.span)
    number = add(ir.Local(one), ir.Const(frame.tables.domains[kind].piece_base))
    lie = ir.Comp("list", (ir.Clause(one, ir.Local(shown), None),), ir.Op("piece_zone", (number,)))
    member_of, several = ir.ValueType("member", kind, many=True), ir.ValueType("member", 0, many=True)
    types = member_of, several, ir.ValueType("int", many=True)
    number_of_text = frame.tables.text(ir.Text(("", "", "", ""), types, shows=True))
    values = ir.Local(shown), items(frame, players), lie
    frame.tables.tells(values, (pieces.span, players.span, pieces.span))
    return [ir.SetLocal(shown, items(frame, pieces)), ir.Log(number_of_text, values)]


def piece_kind(type_: Type) -> int:
    """The domain of the pieces in a list or set."""
    return type_.domain if type_.element is None else type_.element.domain


@lowers(code.Roll)
def _roll(frame: Frame, node: code.Roll) -> list[ir.Stmt]:
    purpose, values = (-1, ()) if node.purpose is None else text(frame, node.purpose)
    place = frame.place(node.span)
    count = optional(frame, node.count)
    return [ir.Roll(frame.give(node.variable), count, node.sides, purpose, place, values)]


@lowers(code.Pick)
def _pick(frame: Frame, node: code.Pick) -> list[ir.Stmt]:
    listed = candidates(frame, node.candidates)
    return [ir.Pick(frame.give(node.variable), listed, frame.place(node.span))]


def candidates(frame: Frame, node: code.Binder) -> ir.Expr:
    """A list, without the elements that fail the test."""
    listed = items(frame, node.items)
    if node.test is None:
        return listed
    slot = frame.give(node.variable)
    return ir.Comp("list", (ir.Clause(slot, listed, lower(frame, node.test)),), ir.Local(slot))


# ---------------------------------------------------------------- the rest


@lowers(code.Activate)
def _activate(frame: Frame, node: code.Activate) -> list[ir.Stmt]:
    return switched(frame, node, optional(frame, node.key))


@lowers(syntax.Outcome)
def _outcome(frame: Frame, node: syntax.Outcome, player: typed.Expr | None = None) -> list[ir.Stmt]:
    if player is None or player.type.kind not in ("list", "set"):
        team = player is not None and player.type.domain != 0
        return outcomes.declare(frame, node.word, optional(frame, player), team=team)
    element = member(piece_kind(player.type))
    one = frame.slot(element, node.span)
    said = outcomes.declare(frame, node.word, ir.Local(one), team=element.domain != 0)
    return [ir.For(one, items(frame, player), tuple(said))]


@lowers(syntax.ExtraTurn)
def _extra_turn(frame: Frame, node: syntax.ExtraTurn, player: typed.Expr) -> list[ir.Stmt]:
    info = frame.tables.declared.extra_turns[node.word]
    cell = core.stored(frame.tables, info, lower(frame, player))
    more = add(cell, ir.Const(1)), ir.Const(info.type.low), ir.Const(info.type.high)
    return [ir.Store(cell.base, cell.index, ir.Op("in_range", more, frame.place(node.span)), cell.shape)]


@lowers(syntax.Log)
def _log(frame: Frame, _: syntax.Log, said: typed.Text) -> list[ir.Stmt]:
    return [ir.Log(*text(frame, said))]


@lowers(syntax.Fail)
def _fail(frame: Frame, node: syntax.Fail, said: typed.Text) -> list[ir.Stmt]:
    number, values = text(frame, said)
    return [ir.Fault(frame.place(node.span), number, values)]


# Values on a copy of the state: each becomes a function of its own.


@core.lowers(typed.Hypothetical)
def _hypothetical(frame: Frame, node: typed.Hypothetical) -> ir.Expr:
    tables, player = frame.tables, optional(frame, node.player)
    inner = Frame(tables, f"{frame.name}_{'after' if player is None else 'as'}", frame.element, node.type, silent=True)
    before: tuple[ir.Stmt, ...] = lower_block(inner, node.effects)
    if before:
        before = (*opened(tables, 0), *before)
    value = lower(inner, node.value)
    if node.player is not None:
        slot = inner.slot(node.player.type, node.player.span)
        before = (ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR),)
        inner.params.append(slot)
    number = tables.new_function()
    inner.name = f"{inner.name}_{number}"
    inner.function((*before, ir.Return(value)), -1, number)
    handed = [_captured(frame, each) for each in inner.captures]
    return ir.Call(number, (*handed, *([] if player is None else [player])), copy=True)


def _captured(frame: Frame, variable: typed.Variable) -> ir.Expr:
    return frame.read(variable) if variable.value is None else lower(frame, variable.value)
