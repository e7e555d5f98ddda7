"""The steps of set-up and flow become functions that wait, each called by the step around it."""

from __future__ import annotations

from collections.abc import Sequence

from ..language.types import interval, member
from ..program import ir
from ..typed import flow
from ..typed.chains import Verb
from ..typed.nodes import Expr
from ..typed.statements import Block
from .choices import decision, menu_branches
from .core import ME, lower, stored
from .endings import ENDING, RUNNING, at_the_end, level, mine, over, unless_ending
from .events import coming, ended, event_of, store, worked_off
from .expressions import items
from .finish import finish
from .frame import Frame
from .lowering import lower_block
from .outcomes import has_lost
from .positions import note
from .resets import reset
from .simultaneous import together
from .waits import AskStmt, CallStmt

NUMBER = interval(0, 1_000_000)
_MOST_PLAYERS = 100
"""So many turns are reckoned with where the order is a list without a bound."""


def step(frame: Frame, node: flow.Step) -> list[ir.Stmt]:
    """One step, as statements of the function it stands in."""
    if isinstance(node, flow.Do):
        return _effects(frame, node.effects)
    assert isinstance(node, flow.ScopeStep)
    own = Frame(frame.tables, f"step_{node.name}", f"step {node.name}", settles=True, waits=True)
    number = frame.tables.new_function()
    match node:
        case flow.Turns():
            statements = _turns(own, node)
        case flow.Rounds():
            statements = _rounds(own, node)
        case flow.Phase() | flow.Simultaneous():
            statements = _phase(own, node)
        case _:
            raise TypeError(type(node).__name__)
    finish(own, number, [*own.at(node.span), *statements], True, own.place(node.span))
    return [CallStmt(number, ())]


# ---------------------------------------------------------------- kinds of steps


def _phase(frame: Frame, node: flow.Phase | flow.Simultaneous) -> list[ir.Stmt]:
    """A step that is gone through once."""
    return [
        *_enter(frame, node, ir.Const(1)),
        *_inside(frame, node),
        *_leave(frame, node),
        ir.If(mine(node.scope), tuple(over())),
        ir.Store(frame.tables.cell[node.scope], None, ir.Const(0), ir.SCALAR),
    ]


def _rounds(frame: Frame, node: flow.Rounds) -> list[ir.Stmt]:
    """A step that is repeated."""
    counter = frame.slot(NUMBER, node.span)
    times, before = _times(frame, node)
    turn: list[ir.Stmt] = [
        ir.SetLocal(counter, ir.Op("add", (ir.Local(counter), ir.Const(1)))),
        *_enter(frame, node, ir.Local(counter)),
        *_inside(frame, node),
        *_leave(frame, node),
        *_after_one(frame, node, node.until, ()),
    ]
    test: ir.Expr = ir.Const(1) if times is None else ir.Op("lt", (ir.Local(counter), times))
    loop = ir.While(test, tuple(turn), ir.Const(ir.INT_MAX), frame.place(node.span))
    reset_number = ir.Store(frame.tables.cell[node.scope], None, ir.Const(0), ir.SCALAR)
    return [*before, ir.SetLocal(counter, ir.Const(0)), loop, reset_number]


def _turns(frame: Frame, node: flow.Turns) -> list[ir.Stmt]:
    """Each player of the order in turn, so many times round."""
    span = node.span
    order: ir.Expr = ir.Op("domain", (ir.Const(0),))
    if node.order is not None:
        order = items(frame, node.order)
    counter, lap = frame.slot(NUMBER, span), frame.slot(NUMBER, span)
    done, player = frame.slot(interval(0, 1), span), frame.slot(member(0), span)
    before_me, before_active = frame.slot(member(0), span), frame.slot(member(0), span)
    frame.bounds[player] = frame.tables.domains[0].size if node.order is None else _MOST_PLAYERS
    if node.order is not None:
        frame.bound(player, order, node.order.type)
    times, before = _times(frame, node)
    turn: list[ir.Stmt] = [
        ir.SetLocal(counter, ir.Op("add", (ir.Local(counter), ir.Const(1)))),
        *_enter(frame, node, ir.Local(counter), ir.Local(player)),
        *_inside(frame, node, ir.Local(player)),
        *_leave(frame, node, ir.Local(player)),
        *_after_one(frame, node, node.until, (ir.SetLocal(done, ir.Const(1)),)),
    ]
    turn = _unless_skipped(frame, player, turn)
    if node.skip is not None:
        skip = lower(frame, node.skip)
        turn = [*frame.at(node.skip.span), ir.If(ir.Op("not", (skip,)), tuple(turn))]
    act: list[ir.Stmt] = [
        ir.Store(ir.CELL_ME, None, ir.Local(player), ir.SCALAR),
        ir.Store(ir.CELL_ACTIVE, None, ir.Local(player), ir.SCALAR),
    ]
    turn = _unless_lost(frame, ir.Local(player), [*act, *turn])
    each_player = ir.For(player, order, tuple(_again(frame, node, player, turn, done)))
    test: ir.Expr = ir.Op("eq", (ir.Local(done), ir.Const(0)))
    if times is not None or node.until is None:
        test = ir.Op("and", (test, ir.Op("lt", (ir.Local(lap), times if times is not None else ir.Const(1)))))
    next_lap = ir.SetLocal(lap, ir.Op("add", (ir.Local(lap), ir.Const(1))))
    loop = ir.While(test, (next_lap, each_player), ir.Const(ir.INT_MAX), frame.place(span))
    active = ir.Load(ir.CELL_ACTIVE, None, ir.SCALAR)
    return [
        *before,
        ir.SetLocal(before_me, ME),
        ir.SetLocal(before_active, active),
        ir.SetLocal(counter, ir.Const(0)),
        ir.SetLocal(lap, ir.Const(0)),
        ir.SetLocal(done, ir.Const(0)),
        loop,
        ir.Store(frame.tables.cell[node.scope], None, ir.Const(0), ir.SCALAR),
        ir.Store(ir.CELL_ME, None, ir.Local(before_me), ir.SCALAR),
        ir.Store(ir.CELL_ACTIVE, None, ir.Local(before_active), ir.SCALAR),
    ]


def _counted(frame: Frame, word: str, player: int) -> ir.Load | None:
    """How many turns more (`again`) or less (`skip`) wait for a player; None where no rule gives any."""
    info = frame.tables.declared.extra_turns.get(word)
    return None if info is None else stored(frame.tables, info, ir.Local(player))


def _one_less(cell: ir.Load) -> ir.Stmt:
    return ir.Store(cell.base, cell.index, ir.Op("sub", (cell, ir.Const(1))), cell.shape)


def _unless_skipped(frame: Frame, player: int, turn: list[ir.Stmt]) -> list[ir.Stmt]:
    """A turn, in place of which one that is to be left out is counted down."""
    left_out = _counted(frame, "skip", player)
    if left_out is None:
        return turn
    return [ir.If(ir.Op("gt", (left_out, ir.Const(0))), (_one_less(left_out),), tuple(turn))]


def _again(frame: Frame, node: flow.Turns, player: int, turn: list[ir.Stmt], done: int) -> list[ir.Stmt]:
    """A turn, and those that the player has behind it; `done` says that the step has ended."""
    more = _counted(frame, "again", player)
    if more is None:
        return turn
    going = frame.slot(interval(0, 1), node.span)
    another = ir.If(ir.Op("gt", (more, ir.Const(0))), (_one_less(more), ir.SetLocal(going, ir.Const(1))))
    once = (ir.SetLocal(going, ir.Const(0)), *turn, another)
    loop = ir.While(ir.Op("ne", (ir.Local(going), ir.Const(0))), once, ir.Const(ir.INT_MAX), frame.place(node.span))
    ended = ir.If(ir.Op("ne", (ir.Local(done), ir.Const(0))), (ir.Break(),))
    return [ir.SetLocal(going, ir.Const(1)), loop, ended]


# ---------------------------------------------------------------- what they share


def _enter(frame: Frame, node: flow.ScopeStep, number: ir.Expr, player: ir.Expr | None = None) -> list[ir.Stmt]:
    """A scope begins: its number, its fields; and what ends when it begins is over."""
    tables, chain = frame.tables, frame.tables.declared.chain
    made = [ir.Store(tables.cell[node.scope], None, number, ir.SCALAR), *_resets(frame, node)]
    if chain is not None and player is not None and node.scope in chain.turns:
        made.append(store(tables, chain.turns[node.scope], player))
    return [*made, *_over(frame, node, "begins", player)]


def _leave(frame: Frame, node: flow.ScopeStep, player: ir.Expr | None = None) -> list[ir.Stmt]:
    """A scope ends: its fields, and what ends with it."""
    return [*_over(frame, node, "ends", player), *_resets(frame, node)]


def _over(frame: Frame, node: flow.ScopeStep, verb: Verb, player: ir.Expr | None) -> list[ir.Stmt]:
    """What ends when a step begins or ends is over."""
    event = event_of(frame.tables, verb, node.scope)
    return [] if event is None else ended(frame.tables, event, [] if player is None else [player])


def _told(frame: Frame, node: flow.ScopeStep, verb: Verb, player: ir.Expr | None) -> list[ir.Stmt]:
    """A step has begun, or is about to end: the triggers that wait for it."""
    event = coming(frame, verb, node.scope, node.span)
    if event is None:
        return []
    values = [] if player is None else [player]
    return [*event.before(frame.tables), *event.happened(frame.tables, values)]


def _resets(frame: Frame, node: flow.ScopeStep) -> list[ir.Stmt]:
    """The fields that belong to a scope go back to their start."""
    return [each for one in node.inside.resets for each in reset(frame, one)]


def _inside(frame: Frame, node: flow.ScopeStep, player: ir.Expr | None = None) -> list[ir.Stmt]:
    """What happens in a step, or in the turn of a player; its `end` effects run whatever is ending."""
    inside = node.inside
    place = frame.place(node.span) if inside.notes else -1
    statements = [one for each in inside.notes for one in note(frame, each, place)]
    begins, ends = _told(frame, node, "begins", player), _told(frame, node, "ends", player)
    statements += [*begins, *lower_block(frame, inside.start)]
    statements += worked_off(frame.tables) if begins or inside.start else []
    end = [*_effects(frame, inside.end), *ends, *(worked_off(frame.tables) if ends else ())]
    if isinstance(node, flow.Simultaneous):
        statements += unless_ending(together(frame, node))
        return statements + at_the_end(end, frame.slot(NUMBER, node.span))
    parts = [_menu(frame, inside.menu, player)] if inside.menu is not None else []
    for part in (*parts, _effects(frame, inside.effects), *(step(frame, each) for each in inside.steps)):
        statements += unless_ending(_unless_lost(frame, player, part))
    return statements + at_the_end(end, frame.slot(NUMBER, node.span))


def _effects(frame: Frame, block: Block) -> list[ir.Stmt]:
    """Effects of the flow, and the triggers that follow."""
    return [*lower_block(frame, block), *worked_off(frame.tables)] if block else []


def _unless_lost(frame: Frame, player: ir.Expr | None, statements: list[ir.Stmt]) -> list[ir.Stmt]:
    """The statements of a player's turn, unless the player has lost."""
    if player is None or not statements or not frame.tables.declared.loses:
        return statements
    return [ir.If(ir.Op("not", (has_lost(frame.tables, player),)), tuple(statements))]


def _after_one(frame: Frame, node: flow.ScopeStep, until: Expr | None, leaving: Sequence[ir.Stmt]) -> list[ir.Stmt]:
    """One repetition or turn has ended: the loop is left when the whole step or something around it is ending, and
    when `until` holds. `leaving` stands before the loop is left."""
    whole = frame.slot(interval(0, 1), node.span)
    this_step = ir.Op("eq", (ENDING, ir.Const(level(node.scope, whole=True))))
    last: ir.Expr = ir.Op("or", (ir.Op("ne", (ir.Local(whole), ir.Const(0))), ir.Op("not", (RUNNING,))))
    stop: list[ir.Stmt] = []
    if until is not None:
        last, stop = ir.Op("or", (last, lower(frame, until))), frame.at(until.span)
    return [
        ir.SetLocal(whole, ir.Choice(this_step, ir.Const(1), ir.Const(0))),
        ir.If(mine(node.scope), tuple(over())),
        *stop,
        ir.If(last, (*leaving, ir.Break())),
    ]


def _times(frame: Frame, node: flow.Rounds | flow.Turns) -> tuple[ir.Expr | None, list[ir.Stmt]]:
    """How often a step is repeated, worked out once before it begins."""
    if node.times is None:
        return None, []
    slot = frame.slot(NUMBER, node.span)
    return ir.Local(slot), [ir.SetLocal(slot, lower(frame, node.times))]


def _menu(frame: Frame, node: flow.Menu, player: ir.Expr | None) -> list[ir.Stmt]:
    """The options of a turn: one, or one after the other until the player passes."""
    options, branches = menu_branches(frame, node.actions, node.span)
    if node.passing is not None:
        place = frame.place(node.span)
        passing = frame.tables.new_alternative(ir.Alternative(node.passing.name, (), -1, (), place))
        emit: ir.Stmt = ir.Emit(passing, ())
        if node.passing.test is not None:
            test = lower(frame, node.passing.test)
            emit = ir.Guard(test, (emit,), frame.place(node.passing.test_span))
            options += frame.at(node.passing.test_span, asks=True)
        options.append(emit)
        branches.append((passing, (), (ir.Break(),) if node.until_pass else ()))
    ask = AskStmt(decision(frame, node.name, ME, None, options, node.span), tuple(branches))
    if node.stuck is not None:
        return [ir.If(lower(frame, node.stuck.possible), (ask,), tuple(_effects(frame, node.stuck.effects)))]
    if not node.until_pass:
        return [ask]
    going_on: ir.Expr = RUNNING
    if player is not None and frame.tables.declared.loses:
        going_on = ir.Op("and", (RUNNING, ir.Op("not", (has_lost(frame.tables, player),))))
    return [ir.While(going_on, (ask,), ir.Const(ir.INT_MAX), frame.place(node.span))]
