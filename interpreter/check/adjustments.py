"""Adjustments: what a card or marker changes in a function or procedure, for a time or always.

An adjustable function becomes a wrapper: the base value, then every adjustment in force, in order of declaration. A
procedure becomes
a wrapper too: what stands `before`, then the first `instead` in force or the procedure itself, then what stands
`after`.
The base knows nothing of them, so a component or an overlay adds an adjustment without an edit elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type, interval
from ..lower.builtins import switch
from ..lower.core import ME, lower
from ..lower.waits import CallStmt
from ..program import ir
from ..typed.declared import AdjustmentInfo
from ..typed.nodes import sound
from .body import Body
from .effects import Effects
from .expressions import Expressions
from .keys import key_of
from .scope_use import note
from .world import World


def of_target(world: World, name: str) -> list[AdjustmentInfo]:
    """The adjustments of a function or procedure, in order of declaration."""
    return [each for each in world.adjustments.values() if each.decl.of == name]


def key_type(world: World, info: AdjustmentInfo, params: dict[str, Type]) -> None:
    """Find what an adjustment with `at` is keyed by."""
    if info.decl.applies_to == "me":
        info.key = 0
    if info.at is None:
        return
    body = Body(world, "key", f"adjustment {info.name}", pure=True)
    for name, type_ in params.items():
        body.parameter(name, type_, info.span)
    typed = Expressions(world, body).expr(info.at)
    if typed is None:
        return
    if typed.type.kind != "member":
        world.error(messages.wrong_type(messages.Wanted.ENTITY, world.show(typed.type), info.at.span))
        return
    info.key = typed.type.domain


def in_force(e: Expressions, info: AdjustmentInfo) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Whether the adjustment applies here (None: always), and how often it is active (None: once)."""
    tests: list[ir.Expr] = []
    count: ir.Expr | None = None
    if info.cell is not None:
        cell = switch(info, _key(e, info))
        tests.append(ir.Op("gt", (cell, ir.Const(0))))
        count = cell if info.decl.stacks else None
    if info.when is not None:
        test = e.condition(info.when)
        if test is not None:
            tests.append(test)
    result: ir.Expr | None = None
    for test in tests:
        result = test if result is None else ir.Op("and", (result, test))
    return result, count


def _key(e: Expressions, info: AdjustmentInfo) -> ir.Expr | None:
    if info.at is not None:
        return e.key(info.at, info.key) if info.key >= 0 else None
    return ME if info.decl.applies_to == "me" else None


def adjusted_value(e: Expressions, name: str, base: ir.Expr, result: Type, span: Span) -> tuple[list[ir.Stmt], ir.Expr]:
    """The statements that apply all adjustments of a function to its base value, and the final value."""
    world = e.world
    slot = e.body.slot(result, span)
    statements: list[ir.Stmt] = [ir.SetLocal(slot, base)]
    for info in of_target(world, name):
        if info.value is None:
            continue
        with e.body.scope():
            test, count = in_force(e, info)
            e.body.know("value", result, ir.Local(slot))
            if result.optional:
                e.body.learn(set())
            value = e.value(info.value, result)
        if value is None:
            continue
        change: ir.Stmt = ir.SetLocal(slot, value)
        if count is not None:
            turns = e.body.slot(interval(0, 0), span)
            change = ir.For(turns, ir.Op("range", (ir.Const(1), count)), (change,))
        statements.append(change if test is None else ir.If(test, (change,)))
    return statements, ir.Local(slot)


@dataclass(frozen=True, slots=True)
class Part:
    """A function made of one piece of an adjustment's code: where it applies, and its number."""

    info: AdjustmentInfo
    function: int
    waits: bool


def wrapped_procedure(
    e: Expressions,
    name: str,
    params: Sequence[ir.Expr],
    base: Part,
    parts: dict[str, list[Part]],
    gives: Type | None,
    span: Span,
) -> list[ir.Stmt]:
    """The body of a procedure with adjustments."""
    statements: list[ir.Stmt] = []
    slot = e.body.slot(gives, span) if gives is not None else -1

    def call(part: Part, into: int) -> ir.Stmt:
        args = tuple(params)
        return CallStmt(part.function, args, into) if part.waits else ir.Do(part.function, args, into)

    for part in parts.get("before", []):
        test, _ = in_force(e, part.info)
        statements.append(call(part, -1) if test is None else ir.If(test, (call(part, -1),)))
    middle: tuple[ir.Stmt, ...] = (call(base, slot),)
    for part in reversed(parts.get("instead", [])):
        test, _ = in_force(e, part.info)
        middle = (call(part, slot),) if test is None else (ir.If(test, (call(part, slot),), middle),)
    statements.extend(middle)
    for part in parts.get("after", []):
        test, _ = in_force(e, part.info)
        statements.append(call(part, -1) if test is None else ir.If(test, (call(part, -1),)))
    return statements if gives is None else [*statements, ir.Return(ir.Local(slot))]


def activate(f: Effects, node: nodes.Activate) -> list[ir.Stmt]:
    """`activate x`, `activate x at k`, `deactivate …`."""
    world = f.world
    info = world.adjustments.get(node.name)
    if info is None:
        world.error(messages.unknown_element("adjustment", node.name, node.name_span, world.adjustments))
        return []
    if info.cell is None:
        world.error(messages.always_in_force(node.name, info.span, node.span))
        return []
    at = key_of(f.body, info, node.at, node.span)
    if at is not None and not sound(at):
        return []
    key = None if at is None else lower(f.body.frame, at)
    cell = switch(info, key)
    note(f.body, info.cell, node.name, node.name_span)
    value: ir.Expr = ir.Const(int(node.on))
    if info.decl.stacks and node.on:
        value = ir.Op("add", (cell, ir.Const(1)), f.body.place(node.span))
    return [ir.Store(cell.base, cell.index, value, cell.shape)]
