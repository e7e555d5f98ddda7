"""One element of a checked ruleset, checked anew with other code, in a world in which all else is as it was.

What is declared of the element (its parameters, its name) is what it was; only its code is read again. What its users
would say to a function that gives something else now, or to an action that waits, is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from yupana.schemas.actions import ActionDecl, ActionSlot
from yupana.schemas.ruleset import FunctionDecl, ProcedureDecl

from ..language.parse import parse_effects, parse_expression
from ..typed.declared import ActionInfo, PredicateInfo
from ..typed.nodes import sound
from ..typed.rules import Action, Function, Predicate, Procedure
from .actions import Header, announcement, carrying, parse_action
from .checker import function_code
from .functions import Codes, Functions
from .world import World


def function(world: World, name: str, decl: FunctionDecl) -> Function | None:
    """A function, with its adjustments."""
    codes = Codes(functions={name: function_code(world, decl)})
    with adjustments(world, name):
        return Functions(world, codes).function(name)


def procedure(world: World, name: str, decl: ProcedureDecl) -> Procedure | None:
    """A procedure, with its adjustments."""
    effects = parse_effects(decl.effects, world.report)
    with adjustments(world, name):
        return Functions(world, Codes(procedures={name: effects})).procedure(name)


def predicate(world: World, domain: int, info: PredicateInfo) -> Predicate | None:
    """A predicate of the entries of a kind."""
    parsed = {id(each): parse_expression(each, world.report) for each in info.bodies if each is not None}
    nodes = [None if each is None else parsed[id(each)] for each in info.bodies]
    return Functions(world, Codes(predicates={(domain, info.name): nodes})).predicate(info)


@contextmanager
def action(world: World, info: ActionInfo, decl: ActionDecl, common: ActionSlot | None) -> Iterator[Action | None]:
    """An action, or None where it is faulty; while this lasts its declaration holds the code that was read anew."""
    other = world.extended()
    other.actions, other.report = [], world.report
    read = parse_action(other, info.name, decl, common)
    with _as_read(info, read):
        options, said = Header(world, info).options(), announcement(world, info)
        done = carrying(world, info)
        faulty = bool(world.report.errors) or not sound(options)
        yield None if faulty else Action(info.span, info, options, said, done)


@contextmanager
def adjustments(world: World, name: str) -> Iterator[None]:
    """While this lasts, the adjustments of an element have their code read anew."""
    kept = []
    for info in world.adjustments.values():
        if info.decl.of == name:
            kept.append((info, info.when, info.value, info.codes))
            decl, report = info.decl, world.report
            info.when = None if decl.when is None else parse_expression(decl.when, report)
            info.value = None if decl.value is None else parse_expression(decl.value, report)
            effects = {"instead": decl.instead, "before": decl.before, "after": decl.after}
            read = {word: parse_effects(code, report) for word, code in effects.items() if code is not None}
            info.codes = {word: each for word, each in read.items() if each is not None}
    try:
        yield
    finally:
        for info, when, value, codes in kept:
            info.when, info.value, info.codes = when, value, codes


_READ = ("decl", "effects", "items", "tests", "values", "when", "costs", "times", "announce")


@contextmanager
def _as_read(info: ActionInfo, read: ActionInfo) -> Iterator[None]:
    """An action with other code."""
    kept = {name: getattr(info, name) for name in (*_READ, "params")}
    for name in _READ:
        setattr(info, name, getattr(read, name))
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(info, name, value)
