"""Effects: from statements of the syntax tree to typed ones. Each class of statements has its function, registered in
`CHECKS`; a statement in which something is faulty (reported) becomes a `Faulty` one, and the rest is still checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from ..language import messages, nodes
from ..language.types import Type, member
from ..language.unfinished import MARK
from ..typed import nodes as typed
from ..typed import statements as code
from ..typed.nodes import Expr
from . import core
from .body import Body
from .calls import arguments
from .core import error_type, expression, is_unknown, look_into, required
from .cursor import note_after_dot
from .entries import is_entry
from .world import Signature

PURE = (nodes.Let, nodes.Assign, nodes.If, nodes.For, nodes.Repeat, nodes.Return, nodes.AddTo, nodes.Word, nodes.Fail)

Made = code.Stmt | tuple[code.Stmt, ...]
Check = Callable[[Body, Any], Made]
_Check = TypeVar("_Check", bound=Check)

CHECKS: dict[type[nodes.Stmt], Check] = {}
"""The function of every class of statements."""


def checks(*kinds: type[nodes.Stmt]) -> Callable[[_Check], _Check]:
    """Registers the function that checks these nodes."""

    def register(function: _Check) -> _Check:
        CHECKS.update(dict.fromkeys(kinds, function))
        return function

    return register


def block(body: Body, statements: Sequence[nodes.Stmt]) -> code.Block:
    """A block without a scope of its own."""
    made: list[code.Stmt] = []
    for number, statement in enumerate(statements):
        body.following = statements[number + 1 :]
        if body.pure and not isinstance(statement, PURE):
            loop = isinstance(statement, nodes.Loop)
            body.world.error((messages.loop_in_function if loop else messages.impure)(statement.span))
            made.append(code.Faulty(statement.span))
            continue
        found = CHECKS[type(statement)](body, statement)
        for each in found if isinstance(found, tuple) else (found,):
            made.append(each if code.sound(each) else code.Faulty(each.span))
    return tuple(made)


def inner(body: Body, statements: Sequence[nodes.Stmt]) -> code.Block:
    """A block with its own scope."""
    with body.scope():
        return block(body, statements)


# ---------------------------------------------------------------- calls of procedures


def result_of(body: Body, call: nodes.Do) -> Type | None:
    """What a procedure gives, or None (reported)."""
    world = body.world
    if call.holder is not None:
        found = _of_holder(body, call)
        if found is not None and found[0].result is None and found[0].name not in world.unclear:
            world.error(messages.gives_nothing(call.name, found[0].span, call.span))
        return None if found is None else found[0].result
    signature = world.signatures.get(call.name)
    if signature is None or world.symbols[call.name].sort != "procedure":
        _unknown_procedure(body, call)
        return None
    if signature.result is None and call.name not in world.unclear:
        world.error(messages.gives_nothing(call.name, signature.span, call.span))
    return signature.result


def _unknown_procedure(body: Body, call: nodes.Do) -> None:
    """Report a `do` of something that is not a procedure."""
    world = body.world
    symbol = world.symbols.get(call.name)
    known = [name for name, each in world.symbols.items() if each.sort == "procedure"]
    if symbol is not None:
        world.error(messages.not_a_procedure(call.name, symbol.shown, symbol.span, call.name_span))
    else:
        world.error(messages.unknown_element("procedure", call.name, call.name_span, known))


def _of_holder(body: Body, call: nodes.Do) -> tuple[Signature, typed.Expr] | None:
    """The procedure of the kind that the holder of a call is of, and the holder; None if something is faulty."""
    assert call.holder is not None
    holder = expression(body, call.holder)
    if holder.type.kind != "member":
        error_type(body, messages.Wanted.ENTITY, holder.type, call.holder.span)
        return None
    if call.name == MARK:
        note_after_dot(body, holder.type, None, None)
    domain = body.world.domains[holder.type.domain]
    holder = required(body, holder, call.holder)
    signature = domain.procedures.get(call.name)
    if is_entry(body.world, holder.type):
        error_type(body, body.world.show(member(domain.of)), holder.type, call.holder.span)
    elif signature is None and not is_unknown(holder):
        known = [*domain.procedures]
        body.world.error(messages.unknown_element("procedure", call.name, call.name_span, known, domain.name))
    return None if signature is None or is_unknown(holder) else (signature, holder)


def do(body: Body, call: nodes.Do, into: typed.Variable | None = None) -> code.Stmt:
    """`do p(args)`, whose result goes into a variable."""
    first: tuple[typed.Expr, ...] = ()
    if call.holder is not None:
        found = _of_holder(body, call)
        if found is None:
            look_into(body, *call.args)
            return code.Faulty(call.span)
        signature, first = found[0], (found[1],)
        wanted = replace(signature, params=dict([*signature.params.items()][1:]))
    else:
        symbol = body.world.symbols.get(call.name)
        if symbol is None or symbol.sort != "procedure":
            _unknown_procedure(body, call)
            return code.Faulty(call.span)
        signature = wanted = body.world.signatures[call.name]
    body.world.means(call.name_span, signature, "call")
    args = arguments(body, wanted, call.args, call.span)
    if signature.waits and not body.can_wait:
        asks = signature.nested is None
        told = messages.waits_inside(call.span) if asks else messages.nests_inside(call.name, call.span)
        body.world.error(told)
        args = None
    if args is None:
        return code.Faulty(call.span)
    body.world.reach.call(body, signature)
    return code.Perform(call.span, signature, (*first, *args), into)


def held(body: Body, call: nodes.Do, result: Type) -> tuple[code.Stmt, typed.Expr]:
    """A call of a procedure, and the value that it gives."""
    variable = typed.Variable("", result, call.span)
    return do(body, call, variable), typed.Local(call.span, result, variable)


# ---------------------------------------------------------------- what can be read from the syntax alone


def assigned_names(statements: Sequence[nodes.Stmt]) -> set[str]:
    """The bare names that are assigned to (or added to) anywhere inside."""
    names: set[str] = set()
    for statement in statements:
        target = statement.target if isinstance(statement, (nodes.Assign, nodes.AddTo)) else None
        while isinstance(target, (nodes.Index,)):
            target = target.value
        if isinstance(target, nodes.Name):
            names.add(target.name)
        for body in bodies(statement):
            names |= assigned_names(body)
    return names


def bodies(statement: nodes.Stmt) -> list[tuple[nodes.Stmt, ...]]:
    """The blocks inside a statement."""
    match statement:
        case nodes.If():
            return [*(body for _, body in statement.branches), statement.other]
        case nodes.For() | nodes.Repeat() | nodes.Loop():
            return [statement.body]
        case nodes.ChooseBranch():
            return [branch.body for branch in statement.branches]
    return []


def leaves(statements: Sequence[nodes.Stmt]) -> bool:
    """Whether the end of the block can never be reached."""
    if not statements:
        return False
    match statements[-1]:
        case nodes.Return() | nodes.Fail():
            return True
        case nodes.Word(word=word):
            return word in ("break", "continue")
        case nodes.If() as each:
            return bool(each.other) and leaves(each.other) and all(leaves(body) for _, body in each.branches)
        case nodes.ChooseBranch() as choice:
            return all(leaves(branch.body) for branch in choice.branches)
        case nodes.Loop(test=None) as loop:
            return not _breaks(loop.body)
    return False


def _breaks(statements: Sequence[nodes.Stmt]) -> bool:
    for statement in statements:
        if isinstance(statement, nodes.Word) and statement.word == "break":
            return True
        if not isinstance(statement, (nodes.For, nodes.Repeat, nodes.Loop)) and any(
            _breaks(b) for b in bodies(statement)
        ):
            return True
    return False


# `after(effects; value)`: a value on a copy of the state, which is thrown away.


@core.checks(nodes.After)
def _after(body: Body, node: nodes.After, expected: Type | None) -> Expr:
    """The value as it would be after the effects."""
    inner = body.inside("after")
    effects = block(inner, node.effects)
    value = expression(inner, node.value, expected)
    return typed.Hypothetical(node.span, value.type, None, effects, value)
