"""The typed tree of a whole ruleset becomes functions of the program, one after the other in a fixed order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from yupana.schemas.source import NOWHERE

from ..language.types import Type, interval, member
from ..program import ir
from ..typed import flow
from ..typed.bodies import Reset
from ..typed.declared import DomainInfo, FieldInfo, Signature, ZoneInfo
from ..typed.rules import Action, Function, Predicate, Procedure, Rules, Scoring
from . import actions, offers, outcomes, scoring
from .adjustments import Part, adjusted_value, wrapped_procedure
from .backs import backs, faces, losing, true_backs
from .core import stored
from .endings import unless_ending
from .events import coming, is_awaited, opened
from .finish import code_function, finish, value_function
from .flow import step
from .frame import Frame
from .lowering import lower, lower_block
from .positions import positions
from .presence import note_named
from .resets import keeping, reset
from .statements import call
from .tables import Tables
from .teams import teams
from .triggers import triggers
from .visibility import visibility
from .waits import EntryStmt


@dataclass(frozen=True, slots=True)
class Lowered:
    """The rules in the program: the numbers of the functions from which all others are reached."""

    init: int
    main: int
    scoring: ir.Scoring
    invariants: tuple[tuple[str, int], ...]
    features: ir.Features
    seen: tuple[ir.Visibility, ...]
    backs: tuple[ir.Back, ...] = ()
    faces: tuple[ir.Face, ...] = ()


def lower_rules(tables: Tables, rules: Rules) -> Lowered:
    """Put all code of a ruleset into the tables of the program."""
    note_named(tables, rules)
    positions(tables, rules.worked)
    for each in rules.functions:
        if isinstance(each, Function):
            function(tables, each)
        else:
            predicate(tables, each)
    for action in rules.actions:
        offered(tables, action)
    offers.finish(tables)
    for procedure_ in rules.procedures:
        procedure(tables, procedure_)
    for action in rules.actions:
        carried_out(tables, action)
    triggers(tables, rules.triggers, rules.subscriptions, rules.ends, rules.order)
    main = steps(tables, "main", "flow", rules.flow, may_end=True, setup=rules.setup)
    start = init(tables, rules.starts)
    losing(tables, rules.starts)
    score = scored(tables, rules.scoring)
    invariants = [
        (each.name, value_function(tables, each, f"invariant_{each.name}", stops=True)) for each in rules.invariants
    ]
    behind = backs(tables, rules.backs)
    invariants += true_backs(tables, behind)
    features = scoring.features(tables, rules.features)
    seen = [visibility(tables, each) for each in rules.seen]
    return Lowered(start, main, score, tuple(invariants), features, tuple(seen), behind, faces(tables, rules.faces))


# ---------------------------------------------------------------- functions


def function(tables: Tables, node: Function) -> None:
    """A declared function, and what its adjustments make of it."""
    signature, place = node.signature, tables.place(node.span, node.signature.element)
    if node.adjusted is None:
        code_function(tables, node.code, place, tables.function[signature])
        return
    base = code_function(tables, node.code, place, name=f"{signature.name}_base")
    frame = Frame(tables, signature.name, node.code.element, node.adjusted.result)
    frame.begin(node.adjusted.params)
    first = ir.Call(base, tuple(frame.read(each) for each in node.adjusted.params))
    made = adjusted_value(frame, first, node.adjusted.result, signature.span, node.adjusted.changes)
    frame.function(made, place, tables.function[signature])


def predicate(tables: Tables, node: Predicate) -> None:
    """A predicate: one function that goes to the entry's own condition."""
    frame = Frame(tables, node.name, node.element, node.predicate.result)
    frame.begin(node.params)
    conditions = [lower(frame, each) for each in node.conditions]
    branches = [conditions[each] for each in node.of_entry] or [ir.Const(0)]
    chosen = _tree(frame.read(node.params[0]), branches, 0, len(branches))
    stops: list[ir.Stmt] = []
    for number, each in enumerate(node.conditions if tables.stops is not None else ()):
        theirs = [ir.Const(int(one == number)) for one in node.of_entry]
        own = _tree(frame.read(node.params[0]), theirs, 0, len(theirs))
        stops.append(ir.If(own, tuple(frame.at(each.span))))
    frame.function([*stops, ir.Return(chosen)], frame.place(node.span), tables.function[node.predicate])


def _tree(key: ir.Expr, branches: Sequence[ir.Expr], low: int, high: int) -> ir.Expr:
    """A balanced tree of choices by the entity's index."""
    if all(each is branches[low] for each in branches[low:high]):
        return branches[low]
    middle = (low + high) // 2
    test = ir.Op("lt", (key, ir.Const(middle)))
    return ir.Choice(test, _tree(key, branches, low, middle), _tree(key, branches, middle, high))


# ---------------------------------------------------------------- procedures


def procedure(tables: Tables, node: Procedure) -> None:
    """A declared procedure, with its scope and adjustments around it."""
    signature, wrapping, place = node.signature, node.wrapping, tables.place(node.span, node.signature.element)
    number = tables.function[signature]
    if signature.nested is not None:
        number = _nested(tables, node, number, signature.nested)
    if is_awaited(tables, "happens", signature):
        number = _observed(tables, node, number)
    if wrapping is None:
        if node.code is not None:
            code_function(tables, node.code, place, number, settles=signature.settles)
        return
    base = Part(None, tables.new_function(), node.code is not None and node.code.waits)
    if node.code is not None:
        code_function(tables, node.code, place, base.function, settles=signature.settles)
    parts: dict[str, list[Part]] = {}
    for each in wrapping.pieces:
        part = Part(each.force, tables.new_function(), each.code is not None and each.code.waits)
        if each.code is not None:
            where = place if each.word == "instead" else -1
            code_function(tables, each.code, where, part.function, settles=signature.settles)
        if each.force is not None:
            parts.setdefault(each.word, []).append(part)
    gives = signature.result
    frame = Frame(tables, signature.name, wrapping.element, gives)
    frame.begin(wrapping.params)
    slot = -1 if gives is None else frame.slot(gives, signature.span)
    args = tuple(frame.read(each) for each in wrapping.params)
    made = wrapped_procedure(frame, args, base, parts, slot, signature.span)
    opening = [each for one in wrapping.resets for each in reset(frame, one)]
    closing = [each for one in wrapping.resets for each in reset(frame, one)]
    last = [] if gives is None else [ir.Return(ir.Local(slot))]
    finish(frame, number, [*opening, *made, *closing, *last], signature.waits, place)


def _single(args: Sequence[ir.Expr], params: Mapping[str, Type]) -> list[ir.Expr]:
    """The arguments that are single values: those that an event carries."""
    return [each for each, type_ in zip(args, params.values(), strict=True) if type_.scalar]


def _nested(tables: Tables, node: Procedure, number: int, counter: FieldInfo) -> int:
    """A procedure that may be carried out inside itself: one around it, with its `number`, which counts how many are
    going on. What belongs to it begins anew in each, and is afterwards what it was before. The number that it has
    itself."""
    signature, inner = node.signature, tables.new_function()
    frame, args, slot = _around(tables, signature, "nested")
    cell, place = stored(tables, counter, None), frame.place(signature.span)
    text = tables.plain_text(f"{signature.name} is carried out inside itself more than {signature.depth} deep")
    deep = ir.If(ir.Op("ge", (cell, ir.Const(signature.depth))), (ir.Fault(place, text),))
    fields = () if node.wrapping is None else node.wrapping.resets
    kept, put_back = keeping(frame, [each.field for each in fields])
    more, less = [ir.Store(cell.base, None, ir.Op(word, (cell, ir.Const(1))), cell.shape) for word in ("add", "sub")]
    last = [] if signature.result is None else [ir.Return(ir.Local(slot))]
    whole = [deep, more, *kept, call(inner, args, slot, waits=True), *put_back, less, *last]
    finish(frame, number, whole, True, place)
    made = tables.functions[number]
    assert made is not None
    tables.functions[number] = replace(made, depth=signature.depth)
    return inner


def _around(tables: Tables, signature: Signature, what: str) -> tuple[Frame, tuple[ir.Expr, ...], int]:
    """The frame of a function around a procedure, with its arguments and the slot of what it gives (-1: nothing)."""
    gives = signature.result
    frame = Frame(tables, f"{signature.name}_{what}", signature.element, gives)
    frame.params += [frame.slot(each, signature.span) for each in signature.params.values()]
    slot = -1 if gives is None else frame.slot(gives, signature.span)
    return frame, tuple([ir.Local(each) for each in frame.params]), slot


def _observed(tables: Tables, node: Procedure, number: int) -> int:
    """A procedure for which triggers wait: one around it, with its `number`, which tells of it when it has been carried
    out; the number that it has itself."""
    signature, inner = node.signature, tables.new_function()
    frame, args, slot = _around(tables, signature, "told")
    event = coming(frame, "happens", signature, signature.span)
    assert event is not None
    told = event.happened(tables, _single(args, signature.params))
    last = [] if signature.result is None else [ir.Return(ir.Local(slot))]
    statements = [*event.before(tables), call(inner, args, slot, waits=signature.waits), *told, *last]
    finish(frame, number, statements, signature.waits, frame.place(signature.span))
    return inner


# ---------------------------------------------------------------- actions


def offered(tables: Tables, node: Action) -> None:
    """The options of an action (before any procedure, so that every limit has its counter)."""
    info = node.action
    frame = Frame(tables, f"options_{info.name}", f"action {info.name}")
    if node.options is not None:
        actions.options(frame, node.options)
    actions.alternative(frame, node)


def carried_out(tables: Tables, node: Action) -> None:
    """What an action does."""
    info, carrying = node.action, node.carrying
    frame = Frame(tables, f"action_{info.name}", f"action {info.name}", waits=info.waits)
    frame.begin(carrying.params)
    statements = actions.carry_out(frame, carrying)
    if carrying.kept:
        inner = Frame(tables, frame.name, frame.element, waits=info.waits)
        number = tables.new_function()
        inner.begin(carrying.inside)
        effects = lower_block(inner, carrying.effects)
        statements += actions.in_a_scope(frame, carrying, number)
        finish(inner, number, effects, info.waits, frame.place(info.span))
    number = tables.function[info]
    if is_awaited(tables, "happens", info):
        number = tables.new_function()
        outer = Frame(tables, f"action_{info.name}_told", f"action {info.name}")
        outer.params += [outer.slot(each, info.span) for each in info.params.values()]
        args = tuple([ir.Local(each) for each in outer.params])
        event = coming(outer, "happens", info, info.span)
        assert event is not None
        told = event.happened(tables, _single(args, info.params))
        whole = [*event.before(tables), call(number, args, waits=info.waits), *told]
        finish(outer, tables.function[info], whole, info.waits, frame.place(info.span))
    finish(frame, number, statements, info.waits, frame.place(info.span))


# ---------------------------------------------------------------- flow and scoring


def steps(
    tables: Tables,
    name: str,
    element: str,
    nodes: Sequence[flow.Step],
    *,
    may_end: bool,
    setup: Sequence[flow.Step] | None = None,
) -> int:
    """A function that waits and goes through steps; `may_end`: not through those behind one that ends the game. Those
    of the `setup` stand before them, and set off no trigger; behind them the function may be entered."""
    number = tables.new_function()
    frame = Frame(tables, name, element, settles=True, waits=True)
    begin = () if setup is None else (*_gone_through(frame, setup, may_end), EntryStmt(), *opened(tables, 1))
    finish(frame, number, [*begin, *_gone_through(frame, nodes, may_end)], True, -1)
    return number


def _gone_through(frame: Frame, nodes: Sequence[flow.Step], may_end: bool) -> list[ir.Stmt]:
    made = [step(frame, each) for each in nodes]
    return [one for each in made for one in (unless_ending(each) if may_end else each)]


def scored(tables: Tables, node: Scoring) -> ir.Scoring:
    """All functions of scoring."""
    of_team = tables.declared.team is not None
    named = [(each.name, each, f"score_{each.name}") for each in node.items]
    items = tuple([(name, scoring.points(tables, each, function, of_team=of_team)) for name, each, function in named])
    ties = tuple([scoring.points(tables, each, "tie_break", of_team=of_team) for each in node.ties])
    score = scoring.total(tables, [number for _, number in items], node.span)
    winners = scoring.winners(tables, node.winners, ties)
    place = scoring.place(tables, ties, dense=node.places == "dense")
    report = tuple([scoring.report(tables, each) for each in node.report])
    info, together = tables.declared.outcomes, tables.declared.ruleset.players.together
    if info is None and not together and not of_team:
        return ir.Scoring(score, items, ties, winners, report, place=place)
    team = tables.declared.team
    cell = -1 if info is None else tables.cell[info]
    made = ir.Scoring(score, items, ties, winners, report, outcomes.is_draw(tables), cell, together, place)
    if team is None:
        return made
    return replace(made, teams=teams(tables), team_domain=team.type.domain, sharing=outcomes.sharing(tables))


# The function that stores the starting values of a game: fields, empty zones, pieces where they start.


def init(tables: Tables, fields: Sequence[Reset]) -> int:
    """The function: no zone or piece lies in its cells yet."""
    frame = Frame(tables, "init", "start")
    zones, pieces = tables.declared.zone_count, tables.declared.piece_count
    counts = {"zone_first": zones, "zone_last": zones, "piece_zone": pieces, "piece_next": pieces, "piece_prev": pieces}
    statements = [_fill(frame, tables.zone_cells[name], count) for name, count in counts.items() if count]
    for each in fields:
        statements += reset(frame, each)
    for domain in tables.domains:
        if domain.piece_base >= 0:
            statements += _pieces(frame, domain, tables.declared.zones)
    return frame.function(statements, -1)


def _fill(frame: Frame, base: int, count: int) -> ir.Stmt:
    slot = frame.slot(interval(0, count), NOWHERE)
    store = ir.Store(base, ir.Local(slot), ir.Const(ir.NONE), ir.SCALAR)
    return ir.For(slot, ir.Op("range", (ir.Const(0), ir.Const(count - 1))), (store,))


def _pieces(frame: Frame, domain: DomainInfo, families: Mapping[str, ZoneInfo]) -> list[ir.Stmt]:
    """Every piece that is in the game goes to the zone it starts in."""
    owner = domain.attributes.get("owner")
    owners = frame.tables.tables[owner.table] if owner is not None else ()
    zones: list[int] = []
    for index in range(domain.size):
        start = domain.starts[index] if index < len(domain.starts) else None
        info = families.get(start) if start is not None else None
        if info is None:
            zones.append(-1)
        elif info.holder < 0:
            zones.append(info.first)
        else:
            holder = owners[index]
            zones.append(info.first + holder if isinstance(holder, int) and holder >= 0 else -1)
    if all(zone < 0 for zone in zones):
        return []
    slot = frame.slot(member(domain.number), domain.span)
    zone = ir.Table(frame.tables.table(tuple(zones)), ir.Local(slot))
    piece = ir.Op("add", (ir.Local(slot), ir.Const(domain.piece_base))) if domain.piece_base else ir.Local(slot)
    move = ir.If(ir.Op("ge", (zone, ir.Const(0))), (ir.Move(piece, zone),))
    return [ir.For(slot, ir.Op("domain", (ir.Const(domain.number),)), (move,))]
