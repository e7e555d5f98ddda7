"""Which locals are set where they are read, and whether a function gives its result on every path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from . import ir
from .blocks import ways_in
from .liveness import follow


class Unset(Exception):  # noqa: N818 - a statement about a program
    """A local is read where it may not have been set; the text says which."""


class _Known(NamedTuple):
    """What is set after some statements; `goes_on` False: nothing follows, for they return, break, or fault."""

    slots: frozenset[int]
    goes_on: bool


def check_plain(function: ir.Function) -> None:
    """Raise Unset if a function that does not wait reads what was not set, or ends without the result it promises."""
    after = _run(function.body, frozenset(function.params), in_loop=False)
    if after.goes_on and function.result is not None and not function.generator:
        raise Unset("it can end without its result")


def check_block(block: ir.Block, known: Collection[int]) -> None:
    """Raise Unset if a block, with these locals set at its start, reads another one first."""
    after = _run(block.body, frozenset(known), in_loop=False)
    if after.goes_on:
        _read(block.end, after.slots)


def check_code(nodes: Iterable[ir.Node], known: Collection[int]) -> None:
    """The same for the expressions and the option statements of a decision."""
    slots = frozenset(known)
    for node in nodes:
        if isinstance(node, ir.Stmt):
            slots = _run((node,), slots, in_loop=False).slots
        else:
            _read(node, slots)


def arriving(program: ir.Program, function: ir.Function) -> dict[int, int]:
    """By block: the local in which every call that returns there has left its result, where it is reached in no other
    way."""
    calls, others = ways_in(program, function)
    return {number: min(slots) for number, slots in calls.items() if len(slots) == 1 and number not in others}


def _run(body: Sequence[ir.Stmt], slots: frozenset[int], in_loop: bool) -> _Known:
    for each in body:
        after = _statement(each, slots, in_loop)
        if not after.goes_on:
            return after
        slots = after.slots
    return _Known(slots, True)


def _statement(node: ir.Stmt, slots: frozenset[int], in_loop: bool) -> _Known:
    match node:
        case ir.If():
            _read(node.test, slots)
            then, other = _run(node.then, slots, in_loop), _run(node.other, slots, in_loop)
            if then.goes_on and other.goes_on:
                return _Known(then.slots & other.slots, True)
            return then if then.goes_on else other
        case ir.Guard():
            _read(node.test, slots)
            _run(node.body, slots, in_loop)
            return _Known(slots, True)
        case ir.For():
            _read(node.items, slots)
            _run(node.body, slots | {node.slot}, in_loop=True)
            return _Known(slots, True)
        case ir.While():
            _read(node.bound, slots)
            _read(node.test, slots)
            _run(node.body, slots, in_loop=True)
            return _Known(slots, True)
        case ir.Break() | ir.Continue():
            if not in_loop:
                raise Unset("a loop is left where there is none")
            return _Known(slots, False)
    slots = _read(node, slots)
    return _Known(slots, not node.ends)


def _read(node: Any, slots: frozenset[int]) -> frozenset[int]:
    """Follow a node in order of evaluation; what is set after it, in it, that is, for an expression."""
    unset: set[int] = set()
    after = follow(node, slots, unset)
    if unset:
        raise Unset(f"local {min(unset)} is read, which is not set")
    return after
