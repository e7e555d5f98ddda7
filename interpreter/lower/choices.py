"""Decisions: their options, the values of each, and what follows when it is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span

from ..language.types import Type, interval, member
from ..program import ir
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.declared import ActionInfo
from .core import ME, add, lower, stored
from .events import worked_off
from .expressions import items
from .frame import Frame
from .statements import call, candidates, lower_block, lowers, since
from .texts import text
from .waits import AskStmt

Values = Sequence[tuple[str, ir.Expr, Type]]
"""The values of an option: their names, what they are, their types."""
Branch = tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]
"""An alternative, the slots for its values, and what follows."""


# ---------------------------------------------------------------- options


def alike_key(frame: Frame, values: Values) -> ir.Expr | None:
    """What makes two options the same when pieces are alike: group, zone and fields of each such piece, and all
    other values."""
    tables = frame.tables
    if not any(type_.kind == "member" and tables.domains[type_.domain].alike for _, _, type_ in values):
        return None
    parts: list[ir.Expr] = []
    for _, expr, type_ in values:
        domain = tables.domains[type_.domain] if type_.kind == "member" else None
        if domain is None or not domain.alike or type_.optional:
            if type_.scalar:
                parts.append(expr)
            continue
        if domain.groups:
            parts.append(ir.Table(tables.table(tuple(domain.groups), domain), expr))
        if domain.piece_base >= 0:
            parts.append(ir.Op("piece_zone", (add(expr, ir.Const(domain.piece_base)),)))
        parts += [stored(tables, info, expr) for info in domain.fields.values()]
    return ir.Op("list", tuple(parts))


def alternative(frame: Frame, name: str, params: Sequence[tuple[str, Type]], span: Span) -> int:
    """A new kind of option."""
    kinds = tuple((param, frame.tables.option_type(type_)) for param, type_ in params)
    return frame.tables.new_alternative(ir.Alternative(name, kinds, -1, (), frame.place(span)))


def _options(
    frame: Frame, label: str, span: Span, binders: Sequence[code.Binder]
) -> tuple[int, list[ir.Stmt], list[tuple[str, Type]]]:
    """A new alternative with the loops over all its values, each tested as soon as it is bound."""
    values: list[tuple[str, ir.Expr, Type]] = []
    made: list[int] = []

    def level(position: int) -> list[ir.Stmt]:
        if position == len(binders):
            made.append(alternative(frame, label, [(name, type_) for name, _, type_ in values], span))
            frame.tables.option_spans[made[-1]] = tuple(each.items.span for each in binders)
            frame.tables.option_code[made[-1]] = tuple(binders)
            return [ir.Emit(made[-1], tuple(expr for _, expr, _ in values), alike_key(frame, values))]
        binder = binders[position]
        listed = items(frame, binder.items)
        slot = frame.give(binder.variable)
        frame.visible.append(binder.variable)
        values.append((binder.variable.name, ir.Local(slot), binder.variable.type))
        if binder.test is None:
            return [ir.For(slot, listed, tuple(level(position + 1)))]
        test, stop = lower(frame, binder.test), frame.at(binder.test.span, asks=True)
        inner = tuple(level(position + 1))
        return [ir.For(slot, listed, (*stop, ir.Guard(test, inner, frame.place(binder.test.span))))]

    around = len(frame.visible)
    statements = level(0)
    del frame.visible[around:]
    return made[0], statements, [(name, type_) for name, _, type_ in values]


def decision(
    frame: Frame,
    name: str,
    decider: ir.Expr,
    prompt: typed.Text | None,
    options: Sequence[ir.Stmt],
    span: Span,
    *,
    secret: bool = False,
    optional: bool = False,
) -> int:
    """A new decision; its answers are filled in when the function is cut into blocks."""
    said, args = (-1, ()) if prompt is None else text(frame, prompt)
    number = frame.tables.new_decision()
    frame.tables.decisions[number] = ir.Decision(
        name, -1, decider, said, args, tuple(options), (), secret, optional, frame.place(span)
    )
    return number


def _decider(frame: Frame, node: code.Decision) -> ir.Expr:
    return ME if node.decider is None else lower(frame, node.decider)


# ---------------------------------------------------------------- choose


@lowers(code.Choose)
def _choose(frame: Frame, node: code.Choose) -> list[ir.Stmt]:
    decider = _decider(frame, node)
    chosen, options, _ = _options(frame, node.label, node.span, node.binders)
    slots = tuple([frame.give(each) for each in node.kept])
    branches: list[Branch] = [(chosen, slots, ())]
    otherwise: tuple[ir.Stmt, ...] = ()
    if node.optional:
        passing = alternative(frame, "pass", [], node.span)
        options.append(ir.Emit(passing, ()))
        none = [(slot, each.type.none) for slot, each in zip(slots, node.kept, strict=True)]
        otherwise = tuple([ir.SetLocal(slot, ir.Const(value)) for slot, value in none])
        branches.append((passing, (), otherwise))
    number = decision(
        frame, node.label, decider, node.prompt, options, node.span, secret=node.secret, optional=node.optional
    )
    return [AskStmt(number, tuple(branches), node.optional, otherwise)]


@lowers(code.ChooseSeveral)
def _choose_several(frame: Frame, node: code.ChooseSeveral) -> list[ir.Stmt]:
    """One is chosen after the other, in the order of the candidates, so that every selection is reached in one way.
    Nothing happens meanwhile, so what there is to choose from is listed whenever it is asked for: it needs no room
    while a player decides, and is that of a position that an example has put together too."""
    decider, span, variable = _decider(frame, node), node.span, node.candidates.variable
    everything = frame.slot(node.listed, span)
    wanted, start, one = (frame.slot(interval(0, code.MAX_PICKED), span) for _ in range(3))
    going_on = frame.slot(interval(0, 1), span)
    look = (
        ir.SetLocal(everything, candidates(frame, node.candidates)),
        ir.SetLocal(wanted, lower(frame, node.count)),
    )
    picked = frame.give(node.picked)
    option = frame.slot(interval(0, code.MAX_PICKED), span)
    listed, chosen = ir.Local(everything), ir.Local(picked)
    size = ir.Op("list_size", (listed,))
    left = ir.Op("sub", (ir.Local(wanted), ir.Op("list_size", (chosen,))))
    value = ir.Op("list_get", (listed, ir.Local(option)))
    number = alternative(frame, node.label, [(node.picked.name, variable.type)], span)
    frame.tables.option_spans[number] = (node.candidates.items.span,)
    key = alike_key(frame, [(node.picked.name, value, variable.type)])
    last = ir.Op("sub", (size, ir.Const(1) if node.up_to else left))
    options: list[ir.Stmt] = [
        *look,
        ir.For(option, ir.Op("range", (ir.Local(start), last)), (ir.Emit(number, (value,), key),)),
    ]
    after = ir.Op("some_int", (ir.Op("list_index", (listed, ir.Local(one))),), -1)
    taken = (
        *look,
        ir.SetLocal(picked, ir.Op("list_add", (chosen, ir.Local(one)))),
        ir.SetLocal(start, ir.Op("add", (after, ir.Const(1)))),
    )
    branches: list[Branch] = []
    more: ir.Expr = ir.Op("gt", (left, ir.Const(0)))
    if node.up_to or node.optional:
        done = alternative(frame, "done", [], span)
        if node.optional and not node.up_to:
            none_yet = ir.Op("eq", (ir.Op("list_size", (chosen,)), ir.Const(0)))
            options.append(ir.If(none_yet, (ir.Emit(done, ()),)))
        else:
            options.append(ir.Emit(done, ()))
        branches.append((done, (), (ir.Break(),)))
        more = ir.Op("and", (more, ir.Op("lt", (ir.Local(start), size))))
    again = ir.SetLocal(going_on, more)
    branches.insert(0, (number, (one,), (*taken, again)))
    asked = decision(frame, node.label, decider, node.prompt, options, span, secret=node.secret)
    ask = AskStmt(asked, tuple(branches))
    return [
        *look,
        ir.SetLocal(picked, ir.ConstList(())),
        ir.SetLocal(start, ir.Const(0)),
        again,
        ir.While(ir.Op("ne", (ir.Local(going_on), ir.Const(0))), (ask,), ir.Const(ir.INT_MAX), frame.place(span)),
    ]


@lowers(code.ChooseBranch)
def _choose_branch(frame: Frame, node: code.ChooseBranch) -> list[ir.Stmt]:
    decider = _decider(frame, node)
    options: list[ir.Stmt] = []
    branches: list[Branch] = []
    for branch in node.branches:
        test = None if branch.test is None else lower(frame, branch.test)
        stop = [] if branch.test is None else frame.at(branch.test.span, asks=True)
        number, statements, _ = _options(frame, branch.label, branch.span, branch.binders)
        if test is not None and branch.test is not None:
            statements = [*stop, ir.Guard(test, tuple(statements), frame.place(branch.test.span))]
        options += statements
        slots = tuple([frame.give(each) for each in branch.kept])
        branches.append((number, slots, lower_block(frame, branch.body, branch.kept)))
    name = node.branches[0].label if len(node.branches) == 1 else "choose"
    asked = decision(frame, name, decider, node.prompt, options, node.span, secret=node.secret)
    return [AskStmt(asked, tuple(branches))]


# ---------------------------------------------------------------- menus


def menu_branches(frame: Frame, actions: Sequence[ActionInfo], span: Span) -> tuple[list[ir.Stmt], list[Branch]]:
    """The options of a menu's actions, and what follows each: the action is carried out."""
    options: list[ir.Stmt] = []
    branches: list[Branch] = []
    pool: list[int] = []
    tables = frame.tables
    for action in actions:
        options.append(ir.EmitFrom(tables.generator[action], ()))
        slots: list[int] = []
        used = 0
        for type_ in action.params.values():
            if type_.scalar:
                if used == len(pool):
                    pool.append(frame.slot(interval(0, 0), span))
                slots.append(pool[used])
                used += 1
            else:
                slots.append(frame.slot(type_, span))
        args = tuple(ir.Local(slot) for slot in slots)
        carried_out = call(tables.function[action], args, waits=action.waits)
        after = worked_off(tables) if frame.settles else ()
        branches.append((tables.alternative[action], tuple(slots), (carried_out, *after)))
    return options, branches


@lowers(code.Offer)
def _offer(frame: Frame, node: code.Offer) -> list[ir.Stmt]:
    decider = _decider(frame, node)
    options, branches = menu_branches(frame, node.actions, node.span)
    otherwise: tuple[ir.Stmt, ...] = ()
    optional, until = node.mode != "one", node.mode == "until_pass"
    if optional:
        passing = alternative(frame, "pass", [], node.span)
        options.append(ir.Emit(passing, ()))
        otherwise = (ir.Break(),) if until else ()
        branches.append((passing, (), otherwise))
    asked = decision(frame, node.menu, ME, node.prompt, options, node.span, secret=node.secret, optional=optional)
    statements: list[ir.Stmt] = [AskStmt(asked, tuple(branches), optional, otherwise)]
    if until:
        nothing_ended, before = since(frame, node.span)
        loop = ir.While(nothing_ended, tuple(statements), ir.Const(ir.INT_MAX), frame.place(node.span))
        statements = [*before, loop]
    if node.decider is None:
        return statements
    acting = frame.slot(member(0), node.span)
    return [
        ir.SetLocal(acting, ME),
        ir.Store(ir.CELL_ME, None, decider, ir.SCALAR),
        *statements,
        ir.Store(ir.CELL_ME, None, ir.Local(acting), ir.SCALAR),
    ]
