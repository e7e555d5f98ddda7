"""Scores, ties, winners and the report at the end."""

from __future__ import annotations

from ..language import messages
from ..language.parse import parse_expression, parse_template
from ..language.types import Type, list_of, member
from ..program import ir
from .body import Body
from .expressions import Expressions
from .functions import Functions, finish
from .world import World


def make_scoring(world: World, functions: Functions) -> ir.Scoring:
    """All functions of scoring. Each takes the player and sets `me` on a copy of the state."""
    decl = world.ruleset.scoring
    items: list[tuple[str, int]] = []
    for name, item in decl.items.items():
        made = _for_player(world, f"score_{name}", f"scoring {name}", item.points)
        if made is not None:
            items.append((str(name), made))
    ties = [made for made in (_for_player(world, "tie_break", "tie break", code) for code in decl.tie_break) if made is not None]
    winners = -1
    if decl.winners is not None:
        found = functions.expression_function("winners", "winners", decl.winners, {}, None)
        if found is not None:
            element = found[1].element
            if found[1].kind == "set" and found[1].domain == 0:
                winners = _listed(world, found[0])
            elif found[1].kind == "list" and element is not None and element.domain == 0:
                winners = found[0]
            else:
                world.error(messages.wrong_type("a list of players", world.show(found[1]), decl.winners.span))
    report = [made for made in (_report(world, code) for code in decl.report) if made is not None]
    return ir.Scoring(_total(world, items), tuple(items), tuple(ties), winners, tuple(report))


def _for_player(world: World, name: str, element: str, code: object) -> int | None:
    """A function (player) -> int: the expression with `me` = the player."""
    from yupana.schemas.source import Code

    assert isinstance(code, Code)
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
    finish(inner, number, [store, ir.Return(typed.expr)], False, inner.place(node.span))
    return _copying(world, name, number)


def _copying(world: World, name: str, inner: int) -> int:
    """A function (player) that calls another on a copy of the state."""
    body = Body(world, name, name, pure=True, gives=True, result=Type("int"))
    slot = body.parameter("player", member(0), world.ruleset.span).slot
    number = world.new_function(name)
    finish(body, number, [ir.Return(ir.Call(inner, (ir.Local(slot),), copy=True))], False, -1)
    return number


def _total(world: World, items: list[tuple[str, int]]) -> int:
    body = Body(world, "score", "scoring", pure=True, gives=True, result=Type("int"))
    slot = body.parameter("player", member(0), world.ruleset.span).slot
    total: ir.Expr = ir.Const(0)
    place = body.place(world.ruleset.scoring.span) if items else -1
    for _, function in items:
        total = ir.Op("add", (total, ir.Call(function, (ir.Local(slot),))), place)
    number = world.new_function("score")
    finish(body, number, [ir.Return(total)], False, place)
    return number


def _listed(world: World, inner: int) -> int:
    body = Body(world, "winners_list", "winners", pure=True, gives=True, result=list_of(member(0)))
    number = world.new_function("winners_list")
    finish(body, number, [ir.Return(ir.Op("members", (ir.Call(inner, ()),)))], False, -1)
    return number


def _report(world: World, code: object) -> int | None:
    """A function (player) that logs its line, with `me` = the player."""
    from yupana.schemas.source import Code

    assert isinstance(code, Code)
    template = parse_template(code, world.report)
    if template is None:
        return None
    body = Body(world, "report", "report", pure=True)
    slot = body.parameter("player", member(0), code.span).slot
    del body.scopes[0]["player"]
    text = Expressions(world, body).template(template)
    if text is None:
        return None
    number = world.new_function("report")
    store = ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR)
    finish(body, number, [store, ir.Log(*text)], False, body.place(code.span))
    return number
