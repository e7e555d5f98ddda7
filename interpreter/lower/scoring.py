"""Scores, ties, winners and the report at the end: functions that take a player, who is `me` on a copy of the state."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import NOWHERE, Span

from ..language.types import Type, list_of, member
from ..program import ir
from ..typed import nodes as typed
from ..typed.rules import Line, Value
from . import outcomes
from .expressions import items, optional
from .frame import Frame
from .lowering import lower
from .tables import Tables
from .teams import EVERYONE, leader, sides, team_of, with_team
from .texts import text


def _of_player(frame: Frame) -> tuple[int, ir.Stmt]:
    """The parameter of a function that takes a player, and what makes this player `me`."""
    slot = frame.slot(member(0), NOWHERE)
    frame.params.append(slot)
    return slot, ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR)


def points(tables: Tables, node: Value, name: str, *, of_team: bool = False) -> int:
    """The function (player) -> int that gives a number as it is for the player. `of_team`: for the player's team, which
    has what its players have; a number that is asked of the team itself, by its parameter, is the same for all."""
    frame = Frame(tables, f"{name}_value", node.element, node.result)
    own, store = _of_player(frame)
    first: list[ir.Stmt] = []
    if node.params:
        first = [ir.SetLocal(frame.give(node.params[0]), team_of(tables, ir.Local(own)))]
        store = ir.Store(ir.CELL_ME, None, leader(tables, ir.Local(own)), ir.SCALAR)
    lowered = lower(frame, node.value)
    inner = frame.function([*first, store, *frame.at(node.span), ir.Return(lowered)], frame.place(node.span))
    outer = Frame(tables, name, name, node.result)
    slot, _ = _of_player(outer)
    number: ir.Expr = ir.Call(inner, (ir.Local(slot),), copy=True)
    if of_team and not node.params:
        partners = with_team(outer, ir.Local(slot))
        number = ir.Comp("sum", (partners,), ir.Call(inner, (ir.Local(partners.slot),), copy=True))
    return outer.function([ir.Return(number)], -1)


def features(tables: Tables, nodes: Sequence[Value]) -> ir.Features:
    """Of every feature the function (player) -> int, and one (player) that lists all of them."""
    items = [(each.name, points(tables, each, f"feature_{each.name}")) for each in nodes]
    if not items:
        return ir.Features()
    frame = Frame(tables, "features", "features", list_of(Type("int"), len(items)))
    slot, _ = _of_player(frame)
    numbers = ir.Op("list", tuple([ir.Call(function, (ir.Local(slot),)) for _, function in items]))
    return ir.Features(frame.function([ir.Return(numbers)], -1), tuple(items))


def total(tables: Tables, functions: Sequence[int], span: Span) -> int:
    """The function (player) -> int that adds up all items."""
    frame = Frame(tables, "score", "scoring", Type("int"))
    slot, _ = _of_player(frame)
    place = frame.place(span) if functions else -1
    score: ir.Expr = ir.Const(0)
    for each in functions:
        score = ir.Op("add", (score, ir.Call(each, (ir.Local(slot),))), place)
    number = tables.reserved("score")
    frame.function([ir.Return(score)], place, number)
    return number


def winners(tables: Tables, listed: typed.Expr | None, ties: Sequence[int]) -> int:
    """The function that lists who wins: those `listed`, or the highest score, then the tie breaks. Of those who play
    together it is not a list but whether they have won."""
    frame = Frame(tables, "winners", "winners", list_of(member(0)))
    number = tables.reserved("winners")
    if tables.declared.ruleset.players.together:
        won = ir.Const(1) if listed is None else lower(frame, listed)
        frame.function(outcomes.together(frame, won), -1, number)
        return number
    named = None if listed is None else _named(frame, listed)

    def by_scores(among: ir.Expr | None = None) -> ir.Expr:
        """The winners among those in a list (None: all)."""
        if named is not None and among is None:
            return named
        slot = frame.slot(member(0), NOWHERE)
        if named is not None and among is not None:
            there = ir.Op("list_has", (among, ir.Local(slot)))
            return ir.Comp("list", (ir.Clause(slot, named, there),), ir.Local(slot))
        keys = [ir.Call(each, (ir.Local(slot),)) for each in (tables.reserved("score"), *ties)]
        everyone = ir.Clause(slot, EVERYONE if among is None else among, None)
        return ir.Comp("leaders", (everyone,), ir.Local(slot), by=ir.Op("list", tuple(keys)))

    if tables.declared.outcomes is None:
        frame.function([ir.Return(by_scores())], -1, number)
    else:
        frame.function(outcomes.winners(frame, by_scores), -1, number)
    return number


def _named(frame: Frame, listed: typed.Expr) -> ir.Expr:
    """Those whom the ruleset lists: players, each once, and with their teams; or all players of teams."""
    tables, found = frame.tables, items(frame, listed)
    if tables.declared.team is None:
        return ir.Op("list_distinct", (found,))
    element = member(listed.type.domain) if listed.type.element is None else listed.type.element
    each, one = frame.slot(member(0), NOWHERE), frame.slot(element, NOWHERE)
    team = ir.Local(one) if element != member(0) else team_of(tables, ir.Local(one))
    same = ir.Op("eq", (team, team_of(tables, ir.Local(each))))
    won = ir.Comp("any", (ir.Clause(one, found, None),), same)
    return ir.Comp("list", (ir.Clause(each, EVERYONE, won),), ir.Local(each))


def place(tables: Tables, ties: Sequence[int], *, dense: bool) -> int:
    """The function (player) -> int that says at which place a player is: who wins first, then who has not lost by score
    and tie breaks, then who has lost, the last to lose before the others. `dense`: no place is left out after a
    shared one."""
    frame = Frame(tables, "place", "scoring", Type("int"))
    number = tables.reserved("place")
    player = frame.slot(member(0), NOWHERE)
    frame.params.append(player)
    if tables.declared.ruleset.players.together:
        frame.function([ir.Return(ir.Const(1))], -1, number)
        return number
    won, left, first = [frame.slot(list_of(member(0)), NOWHERE) for _ in range(3)]
    at, turn, each = frame.slot(Type("int"), NOWHERE), frame.slot(member(0), NOWHERE), frame.slot(member(0), NOWHERE)
    has_won, has_lost = ir.Op("list_has", (ir.Local(won), ir.Local(each))), outcomes.has_lost(tables, ir.Local(each))
    keys: list[ir.Expr] = [has_won]
    if tables.declared.loses:
        keys.append(ir.Choice(has_won, ir.Const(0), outcomes.standing(tables, ir.Local(each))))
    told = ir.Op("or", (has_won, has_lost))  # no points stand against that
    counted: list[ir.Expr] = [ir.Call(function, (ir.Local(each),)) for function in (tables.reserved("score"), *ties)]
    keys += [ir.Choice(told, ir.Const(0), number_of) for number_of in counted]
    among = ir.Clause(each, ir.Local(left), None)
    more = ir.Const(1) if dense else sides(frame, ir.Local(first))
    others = ir.Op("not", (ir.Op("list_has", (ir.Local(first), ir.Local(each))),))
    frame.function(
        [
            ir.SetLocal(won, ir.Call(tables.reserved("winners"), ())),
            ir.If(ir.Op("eq", (ir.Op("list_size", (ir.Local(won),)), ir.Const(0))), (ir.Return(ir.Const(1)),)),
            ir.SetLocal(left, ir.Comp("list", (ir.Clause(each, EVERYONE, None),), ir.Local(each))),
            ir.SetLocal(at, ir.Const(1)),
            ir.For(turn, EVERYONE, (
                ir.SetLocal(first, ir.Comp("leaders", (among,), ir.Local(each), by=ir.Op("list", tuple(keys)))),
                ir.If(ir.Op("list_has", (ir.Local(first), ir.Local(player))), (ir.Return(ir.Local(at)),)),
                ir.SetLocal(at, ir.Op("add", (ir.Local(at), more))),
                ir.SetLocal(left, ir.Comp("list", (ir.Clause(each, ir.Local(left), others),), ir.Local(each))),
            )),
            ir.Return(ir.Local(at)),
        ],
        -1, number,
    )  # fmt: skip
    return number


def report(tables: Tables, node: Line) -> int:
    """The function (player) that logs a line if its condition holds."""
    frame = Frame(tables, "report", "report")
    _, store = _of_player(frame)
    condition = optional(frame, node.test)
    said: ir.Stmt = ir.Log(*text(frame, node.text))
    if condition is not None:
        said = ir.If(condition, (said,))
    return frame.function([store, *frame.at(node.span), said], frame.place(node.span))
