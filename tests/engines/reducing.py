"""A random program that shows a difference, made as small as it can be while it still shows one.

Statements are left out or give way to what is in them, expressions to a part of themselves or to a constant; what the
validator refuses is not tried. What is left is for people to read, with the first difference in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import ProgramFileError
from yupana.interpreter.program.validate import validate
from yupana.interpreter.program.walk import children, descend

PLAIN: tuple[ir.Expr, ...] = (ir.Const(0), ir.Const(1), ir.ConstList(()), ir.ConstList((1,)))
"""What stands for an expression where nothing is wanted of it."""


def reduced(program: ir.Program, shows: Callable[[ir.Program], bool], seconds: float = 30) -> ir.Program:
    """The smallest program found in this time that shows it too."""
    until = time.monotonic() + seconds
    for simpler in _coarsely(program):
        if _sound(simpler) and shows(simpler):
            program = simpler
            break
    while time.monotonic() < until:
        smaller = next(
            (each for each in _smaller(program) if time.monotonic() > until or (_sound(each) and shows(each))), None
        )
        if smaller is None or time.monotonic() > until:
            break
        program = smaller
    return program


def _sound(program: ir.Program) -> bool:
    try:
        validate(program)
    except (ProgramFileError, AssertionError):
        return False
    return True


def weight(node: Any) -> int:
    """How many nodes there are."""
    if isinstance(node, ir.Program):
        return sum(weight(each) for each in (*node.functions, *node.decisions))
    return sum(1 for _ in descend(node))


def _smaller(program: ir.Program) -> Iterator[ir.Program]:
    for number, function in enumerate(program.functions):
        for changed in _functions(function):
            functions = (*program.functions[:number], changed, *program.functions[number + 1 :])
            yield replace(program, functions=functions)
    for number, decision in enumerate(program.decisions):
        for made in _variants(decision):
            yield replace(program, decisions=(*program.decisions[:number], made, *program.decisions[number + 1 :]))


def _functions(function: ir.Function) -> Iterator[ir.Function]:
    if function.body and not isinstance(function.body[0], ir.Return):
        if function.result is None or function.generator:
            yield replace(function, body=())
        else:
            for each in _stand_ins(function.result):
                yield replace(function, body=(ir.Return(each),))
    yield from _variants(function)


def _coarsely(program: ir.Program) -> Iterator[ir.Program]:
    """The program with one function and all that it calls, and with nothing else that does anything; and with what
    waits alone."""
    for number, function in enumerate(program.functions):
        if not function.waits and not function.generator and function.result is None:
            kept = _called(program, (number,))
            yield replace(
                program, functions=tuple(_emptied(each, at in kept) for at, each in enumerate(program.functions)),
                decisions=tuple(replace(each, options=(), prompt=-1, prompt_args=()) for each in program.decisions),
            )  # fmt: skip
    kept = _called(program, [number for number, each in enumerate(program.functions) if each.waits or each.generator])
    kept |= {program.init}
    yield replace(program, functions=tuple(_emptied(each, at in kept) for at, each in enumerate(program.functions)))


def _called(program: ir.Program, numbers: Iterable[int]) -> set[int]:
    """These functions and all that they call."""
    found, rest = set(numbers), list(numbers)
    while rest:
        function = program.functions[rest.pop()]
        for node in descend(function):
            if node is not function and node.calls and node.function not in found:
                found.add(node.function)
                rest.append(node.function)
    return found


def _emptied(function: ir.Function, kept: bool) -> ir.Function:
    """A function that does nothing, unless it is kept."""
    if kept:
        return function
    if function.waits:
        return replace(function, blocks=tuple(replace(each, body=()) for each in function.blocks))
    return next(_functions(function), function) if function.body else function


def _stand_ins(shape: ir.Shape) -> Iterator[ir.Expr]:
    match shape.kind:
        case "scalar":
            yield ir.Const(0)
        case "set":
            yield ir.ConstSet((), shape.size)
        case "list":
            yield ir.ConstList(())
        case "map":
            yield ir.Op("map_fill", (ir.Const(shape.size), ir.Const(0)))


def _variants(node: Any) -> Iterator[Any]:
    """The node with one thing less in it: coarse changes first."""
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, tuple) and value and is_dataclass(value[0]) and not isinstance(value[0], ir.Shape):
            for at, each in enumerate(value):
                if isinstance(each, (ir.Stmt, ir.Clause, ir.Expr)):
                    yield replace(node, **{field.name: (*value[:at], *value[at + 1 :])})
                if isinstance(each, (ir.If, ir.For, ir.While, ir.Guard)):
                    inside = each.then if isinstance(each, ir.If) else each.body
                    yield replace(node, **{field.name: (*value[:at], *inside, *value[at + 1 :])})
            for at, each in enumerate(value):
                for other in _instead(each):
                    yield replace(node, **{field.name: (*value[:at], other, *value[at + 1 :])})
        elif isinstance(value, ir.Node):
            if field.name in ("going", "until", "test", "within", "alike") and not isinstance(node, (ir.If, ir.While)):
                yield replace(node, **{field.name: None})
            for other in _instead(value):
                yield replace(node, **{field.name: other})


def _instead(node: Any) -> Iterator[Any]:
    if isinstance(node, ir.Expr) and not isinstance(node, (ir.Const, ir.Local)):
        for each in PLAIN:
            if each != node and not isinstance(node, ir.ConstList):
                yield each
        is_set = isinstance(node, (ir.ConstSet, ir.Region)) or (isinstance(node, ir.Comp) and node.word == "set")
        if is_set and node != ir.ConstSet((), node.size):
            yield ir.ConstSet((), node.size)
        for each in children(node):
            if isinstance(each, ir.Expr):
                yield each
            elif isinstance(each, ir.Clause):
                yield each.items
    if isinstance(node, ir.Node) and is_dataclass(node):
        yield from _variants(node)


def shown(program: ir.Program) -> str:
    """The functions and decisions that are left, in words near to the form."""
    rows = []
    for number, function in enumerate(program.functions):
        if weight(function) > 1:
            rows.append(f"function {number} {function.name}{function.params}:")
            rows += [f"    {_plain(each)}" for each in (*function.body, *function.blocks)]
    for number, decision in enumerate(program.decisions):
        rows.append(f"decision {number}: {', '.join([_plain(each) for each in decision.options])}")
    return "\n".join(rows)


def _plain(node: Any) -> str:
    """A node on one line."""
    match node:
        case ir.Const():
            return str(node.value)
        case ir.Local():
            return f"v{node.slot}"
        case ir.ConstList():
            return str(list(node.values))
        case ir.ConstSet():
            return f"{{{', '.join(map(str, node.members))}}} of {node.size}"
        case ir.Op():
            return f"{node.op}({', '.join([_plain(each) for each in node.args])})"
        case ir.Shape():
            return f"{node.kind} {node.size}"
        case tuple():
            return f"[{'; '.join([_plain(each) for each in node])}]"
    if isinstance(node, ir.Node) and is_dataclass(node):
        parts = [f"{field.name}={_plain(getattr(node, field.name))}" for field in fields(node)
                 if getattr(node, field.name) not in (None, (), -1) or field.name == "value"]  # fmt: skip
        return f"{type(node).__name__}({', '.join(parts)})"
    return str(node)
