"""`after(effects; value)` and `as_player(p, value)`: a value on a copy of the state, which is thrown away."""

from __future__ import annotations

from collections.abc import Sequence

from ..language import nodes
from ..language.types import Type, member
from ..program import ir
from .body import Body, Typed
from .core import ME
from .effects import Effects
from .expressions import Expressions


def after(e: Expressions, node: nodes.After, expected: Type | None) -> Typed | None:
    """The value as it would be after the effects."""
    body = Body(e.world, f"{e.body.name}_after", e.body.element, parent=e.body)
    effects = Effects(e.world, body)
    statements = effects.block(node.effects)
    value = effects.expressions.expr(node.value, expected)
    if statements is None or value is None:
        return None
    return _call(e, body, [*statements, ir.Return(value.expr)], value.type)


def as_player(e: Expressions, args: Sequence[nodes.Expr], expected: Type | None) -> Typed | None:
    """The value with `me` = the player."""
    player = e.value(args[0], member(0))
    body = Body(e.world, f"{e.body.name}_as", e.body.element, parent=e.body)
    body.know("me", member(0), ME)  # whatever `me` is outside
    value = Expressions(e.world, body).expr(args[1], expected)
    if player is None or value is None:
        return None
    slot = body.slot(member(0), args[0].span)
    body.frame.params.append(slot)
    body.frame.captures.append(player)
    store = ir.Store(ir.CELL_ME, None, ir.Local(slot), ir.SCALAR)
    return _call(e, body, [store, ir.Return(value.expr)], value.type)


def _call(e: Expressions, body: Body, statements: list[ir.Stmt], type_: Type) -> Typed:
    world = e.world
    number = body.frame.number = world.new_function(body.name)
    world.functions[number] = ir.Function(
        name=f"{body.name}_{number}",
        params=tuple(body.frame.params),
        locals=tuple(body.frame.slots),
        result=world.loose_shape(type_),
        place=-1,
        body=tuple(statements),
    )
    return Typed(ir.Call(number, tuple(body.frame.captures), copy=True), type_)
