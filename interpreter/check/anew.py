"""One element of a checked ruleset, checked anew with other code, in a world in which all else is as it was.

What is declared of the element (its parameters, its name) is what it was; only its code is read again. What its users
would say to a function that gives something else now, or to an action that waits, is not asked. The code that is read
anew is kept with copies, in a world of one's own (`World.extended`): other threads may read what is there.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from yupana.schemas.actions import ActionDecl, ActionSlot
from yupana.schemas.ruleset import FunctionDecl, ProcedureDecl
from yupana.schemas.source import Report

from ..language.parse import parse_effects, parse_expression
from ..language.types import Type
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
    adjustments(world, name)
    return Functions(world, codes).function(name)


def result(world: World, name: str, decl: FunctionDecl, report: Report | None = None) -> Type | None:
    """What a function gives that does not declare it; None where it is faulty, which is told to a report."""
    asked = world.extended()  # with a signature of its own: who answers in another thread reads that of the rules
    asked.report = report or asked.report
    own = replace(world.signatures[name], result=None)
    asked.signatures = {**world.signatures, name: own}
    Functions(asked, Codes(functions={name: function_code(asked, decl)})).function(name)
    return own.result


def procedure(world: World, name: str, decl: ProcedureDecl) -> Procedure | None:
    """A procedure, with its adjustments."""
    effects = parse_effects(decl.effects, world.report)
    adjustments(world, name)
    return Functions(world, Codes(procedures={name: effects})).procedure(name)


def predicate(world: World, domain: int, info: PredicateInfo) -> Predicate | None:
    """A predicate of the entries of a kind."""
    parsed = {id(each): parse_expression(each, world.report) for each in info.bodies if each is not None}
    nodes = [None if each is None else parsed[id(each)] for each in info.bodies]
    return Functions(world, Codes(predicates={(domain, info.name): nodes})).predicate(info)


def action(world: World, info: ActionInfo, decl: ActionDecl, common: ActionSlot | None) -> Action | None:
    """An action with the code that was read anew, or None where it is faulty."""
    other = world.extended()
    other.actions, other.report = [], world.report
    read = parse_action(other, info.name, decl, common)
    made = replace(info, **{name: getattr(read, name) for name in _READ})
    options, said = Header(world, made).options(), announcement(world, made)
    done = carrying(world, made)
    faulty = bool(world.report.errors) or not sound(options)
    return None if faulty else Action(made.span, made, options, said, done)


_READ = ("decl", "effects", "items", "tests", "values", "when", "costs", "times", "announce")


def adjustments(world: World, name: str) -> None:
    """Read the code of the adjustments of an element anew."""
    report = world.report
    for info in [each for each in world.adjustments.values() if each.decl.of == name]:
        decl, made = info.decl, copy(info)
        made.when = None if decl.when is None else parse_expression(decl.when, report)
        made.value = None if decl.value is None else parse_expression(decl.value, report)
        effects = {"instead": decl.instead, "before": decl.before, "after": decl.after}
        read = {word: parse_effects(code, report) for word, code in effects.items() if code is not None}
        made.codes = {word: each for word, each in read.items() if each is not None}
        world.adjustments = {**world.adjustments, info.name: made}
