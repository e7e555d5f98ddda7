"""Actions: each becomes a generator of options and a function that carries it out."""

from __future__ import annotations

from typing import Literal

from ..language.types import Type
from ..program import ir
from ..typed.bodies import Announcement, Carrying, Cost, Guard, Limit, Options, Parameter, Test
from ..typed.declared import ActionInfo
from ..typed.rules import Action
from .choices import alike_key
from .core import ME, lower, stored
from .events import changing
from .expressions import items
from .frame import Frame
from .resets import keeping, reset
from .statements import call, lower_block
from .tables import Tables
from .texts import text

Sort = Literal["condition", "cost", "limit"]
Values = list[tuple[str, ir.Expr, Type]]

# ---------------------------------------------------------------- options


def options(frame: Frame, node: Options) -> None:
    """The generator: nested loops over the parameters, with every condition as early as it can be tested."""
    action, tables = node.action, frame.tables
    statements = _level(frame, node, 0, [])
    place = frame.place(action.span)
    tables.option_code[tables.alternative[action]] = node
    tables.functions[tables.generator[action]] = ir.Function(
        name=frame.name,
        params=(),
        locals=tuple(frame.slots),
        result=None,
        place=place,
        body=tuple(statements),
        generator=True,
    )


def alternative(frame: Frame, node: Action) -> None:
    """The kind of option that an action offers."""
    tables, place = frame.tables, frame.place(node.span)
    action, decl = node.action, node.action.decl
    said = tables.plain_text(decl.text) if decl.text else -1
    declared = list(decl.parameters.values())
    codes = [each.items or each.value for each in declared]
    number = tables.alternative[action]
    tables.option_spans[number] = tuple(each.span if each else action.span for each in codes)
    tables.alternatives[number] = ir.Alternative(
        action.name,
        tuple((name, tables.option_type(type_)) for name, type_ in action.params.items()),
        said,
        tuple(str(each) for each in decl.source),
        place,
        action.name,
        decl.secret,
        tuple(i for i, each in enumerate(declared) if each.secret),
        -1 if node.announcement is None else announce(tables, action, node.announcement),
        tables.function[action] if _brings_pieces(tables, node) else -1,
    )


def _brings_pieces(tables: Tables, node: Action) -> bool:
    """Whether a piece is chosen, which may lie open only while this is carried out, in one go."""
    params = [tables.option_type(each) for each in node.action.params.values()]
    return not node.action.waits and any(
        each.kind == "member" and tables.domains[each.domain].piece_base >= 0 for each in params
    )


def _level(frame: Frame, node: Options, number: int, values: Values) -> list[ir.Stmt]:
    level = node.levels[number]
    guards = [(_guard(frame, each), frame.at(each.span, asks=True)) for each in level.guards]
    if level.parameter is None:
        key = alike_key(frame, values)
        own = frame.tables.alternative[node.action]
        inner: list[ir.Stmt] = [ir.Emit(own, tuple(expr for _, expr, _ in values), key)]
    else:
        inner = _parameter(frame, node, number, level.parameter, values)
    for (test, place, sort, subject), stop in reversed(guards):
        inner = [*stop, ir.Guard(test, tuple(inner), place, sort, subject)]
    return inner


def _parameter(frame: Frame, node: Options, number: int, parameter: Parameter, values: Values) -> list[ir.Stmt]:
    variable = parameter.variable
    if parameter.value is not None:
        value = lower(frame, parameter.value)
        stop = frame.at(parameter.value.span, asks=True)
        slot = frame.give(variable)
        frame.visible.append(variable)
        inner = _level(frame, node, number + 1, [*values, (variable.name, ir.Local(slot), variable.type)])
        return [*stop, ir.SetLocal(slot, value), *inner]
    assert parameter.items is not None
    listed = items(frame, parameter.items)
    stop = frame.at(parameter.items.span, asks=True)
    slot = frame.give(variable)
    frame.visible.append(variable)
    tests = [(lower(frame, each), frame.place(each.span), frame.at(each.span, asks=True)) for each in parameter.tests]
    inner = _level(frame, node, number + 1, [*values, (variable.name, ir.Local(slot), variable.type)])
    for test, place, before in reversed(tests):
        inner = [*before, ir.Guard(test, tuple(inner), place)]
    return [*stop, ir.For(slot, listed, tuple(inner))]


def _guard(frame: Frame, node: Guard) -> tuple[ir.Expr, int, Sort, int]:
    """A test of an option: its place, what sort it is, and the text of what it is about."""
    if isinstance(node, Test):
        return lower(frame, node.test), frame.place(node.span), "condition", -1
    if isinstance(node, Cost):
        cost = lower(frame, node.amount)
        test = ir.Op("ge", (_held(frame, node), cost))
        return test, frame.place(node.span), "cost", frame.tables.plain_text(node.word)
    scope = frame.tables.plain_text(node.per)
    most = ir.Const(1) if node.most is None else lower(frame, node.most)
    return ir.Op("lt", (_counter(frame, node), most)), frame.place(node.span), "limit", scope


def _held(frame: Frame, node: Cost) -> ir.Load:
    """What the player who acts has of a resource."""
    return stored(frame.tables, node.resource, ME)


def _counter(frame: Frame, node: Limit) -> ir.Load:
    return stored(frame.tables, node.counter, ME if node.of is None else frame.read(node.of))


def announce(tables: Tables, action: ActionInfo, node: Announcement) -> int:
    """The function that tells all what was chosen."""
    frame = Frame(tables, f"announce_{action.name}", f"action {action.name}")
    frame.begin(node.params)
    said = text(frame, node.text)
    number = frame.function([ir.Log(*said)], frame.place(node.text.span))
    tables.announcements.add(number)
    return number


# ---------------------------------------------------------------- carrying it out


def carry_out(frame: Frame, node: Carrying) -> list[ir.Stmt]:
    """The action pays and is counted; then its effects, unless they are a function of their own."""
    statements: list[ir.Stmt] = [each for cost in node.costs for each in _paid(frame, cost)]
    if node.counted is not None:
        cell = _counter(frame, node.counted)
        counted: ir.Stmt = ir.Store(cell.base, cell.index, ir.Op("add", (cell, ir.Const(1))), cell.shape)
        if node.counted.per == "action" and node.going_on is not None:
            # outside of every option nothing is counted per action
            counted = ir.If(ir.Op("ne", (stored(frame.tables, node.going_on, None), ir.Const(0))), (counted,))
        statements.append(counted)
    return statements if node.kept else [*statements, *lower_block(frame, node.effects)]


def _paid(frame: Frame, node: Cost) -> list[ir.Stmt]:
    info, cost = node.resource, lower(frame, node.amount)
    held = _held(frame, node)
    place = frame.place(node.span)
    left = ir.Op("sub", (held, cost), place)
    paid = ir.Store(held.base, held.index, left, held.shape, info.type.low, info.type.high, place)
    return [*frame.at(node.span), *changing(frame, info, ME, paid)]


def in_a_scope(frame: Frame, node: Carrying, effects: int) -> list[ir.Stmt]:
    """The function of the effects is called in a scope of its own: what belongs to `action` begins anew in it, and is
    afterwards what it was before."""
    action: ActionInfo = node.action
    before, after = keeping(frame, [each.field for each in node.kept])
    opening = [each for one in node.kept for each in reset(frame, one)]
    if node.going_on is not None:
        opening.append(ir.Store(frame.tables.cell[node.going_on], None, ir.Const(1), ir.SCALAR))
    args = tuple(ir.Local(slot) for slot in frame.params)
    return [*before, *opening, call(effects, args, waits=action.waits), *after]
