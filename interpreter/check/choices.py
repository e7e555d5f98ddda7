"""Decisions in the middle of effects: `choose …`, `choose:` with branches, `offer`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import UNKNOWN, Type, interval, list_of, member
from ..lower.core import ME, add
from ..lower.waits import AskStmt, CallStmt
from ..program import ir
from .actions import ActionInfo
from .body import PathKey, facts_of
from .effects import Effects

MAX_PICKED = 200


def alike_key(f: Effects, params: Sequence[tuple[ir.Expr, Type]], span: Span) -> ir.Expr | None:
    """What makes two options the same when pieces are alike: group, zone and fields of each such piece, and all
    other values."""
    world = f.world
    if not any(type_.kind == "member" and world.domains[type_.domain].alike for _, type_ in params):
        return None
    parts: list[ir.Expr] = []
    for expr, type_ in params:
        domain = world.domains[type_.domain] if type_.kind == "member" else None
        if domain is None or not domain.alike or type_.optional:
            if type_.scalar:
                parts.append(expr)
            continue
        if domain.groups:
            if domain.group_table < 0:
                domain.group_table = world.table(tuple(domain.groups))
            parts.append(ir.Table(domain.group_table, expr))
        if domain.piece_base >= 0:
            parts.append(ir.Op("piece_zone", (add(expr, ir.Const(domain.piece_base)),)))
        for info in domain.fields.values():
            if info.shape.kind == "scalar":
                parts.append(ir.Load(info.base, expr, info.shape))
            else:
                world.error(messages.fields_of_alike(domain.name, info.span))
    return ir.Op("list", tuple(parts))


def nested(
    f: Effects, binders: Sequence[nodes.Binder], last: Callable[[list[tuple[str, ir.Expr, Type]]], list[ir.Stmt]]
) -> tuple[list[ir.Stmt], list[tuple[str, Type]], set[PathKey]] | None:
    """Loops over all binders, each tested as soon as it is bound; `last` gives what stands innermost."""
    bound: list[tuple[str, ir.Expr, Type]] = []

    def level(position: int) -> list[ir.Stmt] | None:
        if position == len(binders):
            return last(bound)
        binder = binders[position]
        items = f.expressions.items(binder.items)
        if items is None:
            return None
        with f.body.scope(binder.name_span):
            variable = f.body.bind(binder.name, items[1], binder.name_span)
            bound.append((binder.name, variable.expr, items[1]))
            test = None
            if binder.test is not None:
                test = f.expressions.condition(binder.test)
                f.body.learn(facts_of(binder.test)[0])
                if test is None:
                    return None
            inner = level(position + 1)
        if inner is None:
            return None
        if test is not None and binder.test is not None:
            inner = [ir.Guard(test, tuple(inner), f.body.place(binder.test.span))]
        return [ir.For(variable.slot, items[0], tuple(inner))]

    statements = level(0)
    if statements is None:
        return None
    facts: set[PathKey] = set()
    for binder in binders:
        if binder.test is not None:
            facts |= facts_of(binder.test)[0]
    return statements, [(name, type_) for name, _, type_ in bound], facts


def alternative(f: Effects, name: str, params: Sequence[tuple[str, Type]], span: Span) -> int:
    """A new kind of option."""
    typed = tuple((param, f.world.value_type(type_)) for param, type_ in params)
    return f.world.new_alternative(ir.Alternative(name, typed, -1, (), f.body.place(span)))


def emitter(
    f: Effects, name: str, span: Span, binders: Sequence[nodes.Binder], made: list[int]
) -> Callable[[list[tuple[str, ir.Expr, Type]]], list[ir.Stmt]]:
    """Emits the bound values as an option of a new alternative, whose number is put into `made`."""

    def emit(bound: list[tuple[str, ir.Expr, Type]]) -> list[ir.Stmt]:
        made.append(alternative(f, name, [(param, type_) for param, _, type_ in bound], span))
        f.world.option_spans[made[-1]] = tuple(each.items.span for each in binders)
        key = alike_key(f, [(expr, type_) for _, expr, type_ in bound], span)
        return [ir.Emit(made[-1], tuple(expr for _, expr, _ in bound), key)]

    return emit


def decision(
    f: Effects,
    name: str,
    decider: ir.Expr,
    prompt: nodes.Template | None,
    options: Sequence[ir.Stmt],
    secret: bool,
    optional: bool,
    span: Span,
) -> int:
    """A new decision; its answers are filled in when the function is cut into blocks."""
    text = f.expressions.template(prompt) if prompt is not None else None
    number = f.world.new_decision()
    number_of, args = text if text is not None else (-1, ())
    place = f.body.place(span)
    f.world.decisions[number] = ir.Decision(
        name, -1, decider, number_of, args, tuple(options), (), secret, optional, place
    )
    return number


def decider_of(f: Effects, node: nodes.Expr | None) -> ir.Expr | None:
    """Who decides."""
    return ME if node is None else f.expressions.value(node, member(0))


def choose(f: Effects, node: nodes.Choose) -> list[ir.Stmt]:
    """`choose x in s …`."""
    decider = decider_of(f, node.decider)
    label = node.label or "choose"
    if node.count is not None:
        return _choose_many(f, node, decider, label)
    made: list[int] = []
    loops = nested(f, node.binders, emitter(f, label, node.span, node.binders, made))
    if loops is None or decider is None:
        for binder in node.binders:
            f.body.bind(binder.name, UNKNOWN, binder.name_span, True)
        return []
    statements, params, facts = loops
    branches: list[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]] = []
    slots: list[int] = []
    for (name, type_), binder in zip(params, node.binders, strict=True):
        kept = type_.or_none() if node.optional else type_
        if node.optional and (not type_.scalar or type_.kind == "bool"):
            f.world.error(messages.cannot_be_passed(f.world.show(type_), binder.span))
            return []
        slots.append(f.body.bind(name, kept, binder.name_span, name in f.body.assigned).slot)
    branches.append((made[0], tuple(slots), ()))
    otherwise: tuple[ir.Stmt, ...] = ()
    if node.optional:
        passing = alternative(f, "pass", [], node.span)
        statements = [*statements, ir.Emit(passing, ())]
        otherwise = tuple(
            ir.SetLocal(slot, ir.Const(f.world.none_of(type_))) for slot, (_, type_) in zip(slots, params, strict=True)
        )
        branches.append((passing, (), otherwise))
    else:
        f.body.learn(facts)
    number = decision(f, label, decider, node.prompt, statements, node.secret, node.optional, node.span)
    return [AskStmt(number, tuple(branches), node.optional, otherwise)]


def _choose_many(f: Effects, node: nodes.Choose, decider: ir.Expr | None, label: str) -> list[ir.Stmt]:
    """`choose 2 x in s`, `choose up to 3 x in s`: one after the other, in the order of the candidates, so that every
    selection is
    reached in one way."""
    assert node.count is not None
    if len(node.binders) != 1:
        f.world.error(messages.several_names(len(node.binders), node.span))
        return []
    binder = node.binders[0]
    items = f.filtered(binder.name, binder.name_span, binder.items, binder.test)
    count = f.expressions.integer(node.count)
    if items is None or count is None or decider is None:
        f.body.bind(binder.name, UNKNOWN, binder.name_span, True)
        return []
    expr, element, bound = items
    if not element.scalar:
        f.expressions.error_type(messages.Wanted.SINGLES, element, binder.span)
        return []
    most = min(x for x in (bound, max(0, count.type.high), MAX_PICKED) if x is not None)
    span = node.span
    type_ = list_of(element, most)
    candidates = f.body.slot(list_of(element, bound), span)
    wanted, start, one = (f.body.slot(interval(0, MAX_PICKED), span) for _ in range(3))
    picked = f.body.bind(binder.name, type_, binder.name_span, binder.name in f.body.assigned).slot
    option = f.body.slot(interval(0, MAX_PICKED), span)
    listed, chosen = ir.Local(candidates), ir.Local(picked)
    size = ir.Op("list_size", (listed,))
    left = ir.Op("sub", (ir.Local(wanted), ir.Op("list_size", (chosen,))))
    value = ir.Op("list_get", (listed, ir.Local(option)))
    emit_name = alternative(f, label, [(binder.name, element)], span)
    f.world.option_spans[emit_name] = (binder.items.span,)
    key = alike_key(f, [(value, element)], span)
    last = ir.Op("sub", (size, ir.Const(1) if node.up_to else left))
    options: list[ir.Stmt] = [
        ir.For(option, ir.Op("range", (ir.Local(start), last)), (ir.Emit(emit_name, (value,), key),))
    ]
    branches: list[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]] = []
    taken = (
        ir.SetLocal(picked, ir.Op("list_add", (chosen, ir.Local(one)))),
        ir.SetLocal(
            start, ir.Op("add", (ir.Op("some_int", (ir.Op("list_index", (listed, ir.Local(one))),), -1), ir.Const(1)))
        ),
    )
    branches.append((emit_name, (one,), taken))
    more: ir.Expr = ir.Op("gt", (left, ir.Const(0)))
    if node.up_to or node.optional:
        done = alternative(f, "done", [], span)
        if node.optional and not node.up_to:
            none_yet = ir.Op("eq", (ir.Op("list_size", (chosen,)), ir.Const(0)))
            options.append(ir.If(none_yet, (ir.Emit(done, ()),)))
        else:
            options.append(ir.Emit(done, ()))
        branches.append((done, (), (ir.Break(),)))
        more = ir.Op("and", (more, ir.Op("lt", (ir.Local(start), size))))
    number = decision(f, label, decider, node.prompt, options, node.secret, False, span)
    ask = AskStmt(number, tuple(branches))
    return [
        ir.SetLocal(candidates, expr),
        ir.SetLocal(wanted, count.expr),
        ir.SetLocal(picked, ir.ConstList(())),
        ir.SetLocal(start, ir.Const(0)),
        ir.While(more, (ask,), ir.Const(ir.INT_MAX), f.body.place(span)),
    ]


def choose_branch(f: Effects, node: nodes.ChooseBranch) -> list[ir.Stmt]:
    """`choose:` with branches."""
    decider = decider_of(f, node.decider)
    options: list[ir.Stmt] = []
    branches: list[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]] = []
    labels: dict[str, Span] = {}
    for branch in node.branches:
        if branch.label in labels:
            first = labels[branch.label]
            f.world.error(messages.duplicate_name(branch.label, "option", branch.label_span, first))
        labels.setdefault(branch.label, branch.label_span)
        with f.body.scope():
            test = f.expressions.condition(branch.test) if branch.test is not None else None
            if branch.test is not None:
                f.body.learn(facts_of(branch.test)[0])
            made: list[int] = []
            loops = nested(f, branch.binders, emitter(f, branch.label, branch.span, branch.binders, made))
            if loops is None or (branch.test is not None and test is None):
                continue
            statements, params, facts = loops
            if test is not None and branch.test is not None:
                statements = [ir.Guard(test, tuple(statements), f.body.place(branch.test.span))]
            options.extend(statements)
            slots = []
            for (name, type_), binder in zip(params, branch.binders, strict=True):
                slots.append(f.body.bind(name, type_, binder.name_span, name in f.body.assigned).slot)
            f.body.learn(facts)
            body = tuple(f.block(branch.body))
        branches.append((made[0], tuple(slots), body))
    if decider is None:
        return []
    name = node.branches[0].label if len(node.branches) == 1 else "choose"
    number = decision(f, name, decider, node.prompt, options, node.secret, False, node.span)
    return [AskStmt(number, tuple(branches))]


# ---------------------------------------------------------------- menus


def menu_branches(
    f: Effects, actions: Sequence[ActionInfo], span: Span
) -> tuple[list[ir.Stmt], list[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]]]:
    """The options of a menu's actions, and what follows each: the action is carried out."""
    options: list[ir.Stmt] = []
    branches: list[tuple[int, tuple[int, ...], tuple[ir.Stmt, ...]]] = []
    pool: list[int] = []
    for action in actions:
        options.append(ir.EmitFrom(action.generator, ()))
        slots: list[int] = []
        used = 0
        for type_ in action.params.values():
            if type_.scalar:
                if used == len(pool):
                    pool.append(f.body.slot(interval(0, 0), span))
                slots.append(pool[used])
                used += 1
            else:
                slots.append(f.body.slot(type_, span))
        args = tuple(ir.Local(slot) for slot in slots)
        call: ir.Stmt = CallStmt(action.function, args) if action.waits else ir.Do(action.function, args)
        branches.append((action.alternative, tuple(slots), (call,)))
    return options, branches


def offer(f: Effects, node: nodes.Offer) -> list[ir.Stmt]:
    """`offer menu to p …`."""
    actions = f.world.menus.get(node.menu)
    if actions is None:
        if not f.world.partial:  # its actions may be what is missing
            f.world.error(messages.unknown_element("menu", node.menu, node.menu_span, f.world.menus))
        return []
    decider = decider_of(f, node.decider)
    if decider is None:
        return []
    options, branches = menu_branches(f, actions, node.span)
    otherwise: tuple[ir.Stmt, ...] = ()
    until = node.mode == "until_pass"
    if node.mode != "one":
        passing = alternative(f, "pass", [], node.span)
        options.append(ir.Emit(passing, ()))
        otherwise = (ir.Break(),) if until else ()
        branches.append((passing, (), otherwise))
    number = decision(f, node.menu, ME, node.prompt, options, node.secret, node.mode != "one", node.span)
    ask: ir.Stmt = AskStmt(number, tuple(branches), node.mode != "one", otherwise)
    statements: list[ir.Stmt] = [ask]
    if until:
        said, before = f.said(node.span)
        statements = [*before, ir.While(said, (ask,), ir.Const(ir.INT_MAX), f.body.place(node.span))]
    if node.decider is None:
        return statements
    acting = f.body.slot(member(0), node.span)
    return [
        ir.SetLocal(acting, ME),
        ir.Store(ir.CELL_ME, None, decider, ir.SCALAR),
        *statements,
        ir.Store(ir.CELL_ME, None, ir.Local(acting), ir.SCALAR),
    ]
