"""Scores, ties, winners and the report at the end."""

from __future__ import annotations

from yupana.schemas.ruleset import ReportLine
from yupana.schemas.source import Code

from ..language import messages
from ..language.parse import parse_expression, parse_template
from ..language.types import Type, list_of, member
from ..program import ir
from .body import Body
from .expressions import Expressions
from .functions import Functions
from .world import World


def make_scoring(world: World, functions: Functions) -> ir.Scoring:
    """All functions of scoring. Each takes the player and sets `me` on a copy of the state."""
    decl = world.ruleset.scoring
    items: list[tuple[str, int]] = []
    for name, item in decl.items.items():
        made = _for_player(world, f"score_{name}", f"scoring {name}", item.points)
        if made is not None:
            items.append((str(name), made))
    ties = [
        made
        for made in (_for_player(world, "tie_break", "tie break", code) for code in decl.tie_break)
        if made is not None
    ]
    score = _total(world, items)
    winners = _winners(world, functions, ties)
    report = [made for made in (_report(world, line) for line in decl.report) if made is not None]
    return ir.Scoring(score, tuple(items), tuple(ties), winners, tuple(report))


def _for_player(world: World, name: str, element: str, code: Code) -> int | None:
    """A function (player) -> int: the expression with `me` = the player."""
    node = parse_expression(code, world.report)
    if node is None:
        return None
    inner = Body(world, f"{name}_value", element, pure=True, gives=True, result=Type("int"))
    slot = inner.parameter("player", member(0), node.span).slot
    del inner.scopes[0]["player"]
    typed = Expressions(world, inner).integer(node)
    if typed is None:
        return None
    number = world.new_function(f"{name}_value")
    store = ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR)
    inner.finish(number, [store, ir.Return(typed.expr)], False, inner.place(node.span))
    return _copying(world, name, number)


def _copying(world: World, name: str, inner: int) -> int:
    """A function (player) that calls another on a copy of the state."""
    body = Body(world, name, name, pure=True, gives=True, result=Type("int"))
    slot = body.parameter("player", member(0), world.ruleset.span).slot
    number = world.new_function(name)
    body.finish(number, [ir.Return(ir.Call(inner, (ir.Local(slot),), copy=True))], False, -1)
    return number


def _total(world: World, items: list[tuple[str, int]]) -> int:
    body = Body(world, "score", "scoring", pure=True, gives=True, result=Type("int"))
    slot = body.parameter("player", member(0), world.ruleset.span).slot
    total: ir.Expr = ir.Const(0)
    place = body.place(world.ruleset.scoring.span) if items else -1
    for _, function in items:
        total = ir.Op("add", (total, ir.Call(function, (ir.Local(slot),))), place)
    number = world.reserved("score")
    body.finish(number, [ir.Return(total)], False, place)
    return number


def _winners(world: World, functions: Functions, ties: list[int]) -> int:
    """The function that lists who wins: the ruleset's own condition, or the highest score, then the tie breaks."""
    number = world.reserved("winners")
    body = Body(world, "winners", "winners", pure=True, gives=True, result=list_of(member(0)))
    code = world.ruleset.scoring.winners
    value: ir.Expr | None = None
    if code is not None:
        node = parse_expression(code, world.report)
        items = Expressions(world, body).items(node) if node is not None else None
        if items is not None and (items[1].kind != "member" or items[1].domain != 0):
            world.error(messages.wrong_type(messages.Wanted.PLAYERS, world.show(list_of(items[1])), code.span))
        elif items is not None and items[1].optional:
            world.error(messages.players_may_be_none(code.span))
        elif items is not None:
            value = ir.Op("list_distinct", (items[0],))  # whoever is named twice wins once
    else:
        slot = body.slot(member(0), world.ruleset.span)
        keys = [ir.Call(each, (ir.Local(slot),)) for each in (world.reserved("score"), *ties)]
        everyone = ir.Op("domain", (ir.Const(0),))
        value = ir.Comp("leaders", (ir.Clause(slot, everyone, None),), ir.Local(slot), by=ir.Op("list", tuple(keys)))
    body.finish(number, [ir.Return(value if value is not None else ir.ConstList(()))], False, -1)
    return number


def _report(world: World, line: ReportLine) -> int | None:
    """A function (player) that logs a line, with `me` = the player, if its condition holds."""
    template = parse_template(line.say, world.report)
    test_node = parse_expression(line.test, world.report) if line.test is not None else None
    if template is None or (line.test is not None and test_node is None):
        return None
    body = Body(world, "report", "report", pure=True)
    slot = body.parameter("player", member(0), line.say.span).slot
    del body.scopes[0]["player"]
    expressions = Expressions(world, body)
    test = expressions.condition(test_node) if test_node is not None else None
    text = expressions.template(template)
    if text is None or (test_node is not None and test is None):
        return None
    said: ir.Stmt = ir.Log(*text)
    if test is not None:
        said = ir.If(test, (said,))
    number = world.new_function("report")
    store = ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR)
    body.finish(number, [store, said], False, body.place(line.say.span))
    return number
