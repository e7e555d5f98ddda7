"""Where a game can be stopped: in front of what is carried out, in programs that are made to be stepped through.

A program is made so when its tables have `stops`: then every statement, every condition, cost and step of the flow has
an `ir.At` in front of it, with the values of the variables that are to be seen there. Without them nothing is added,
and a program is as it always is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from yupana.schemas.source import Span

from ..typed import statements as code
from ..typed.nodes import Node, Variable


@dataclass(frozen=True, slots=True)
class Stop:
    """A place where a game can be stopped. `element` is what its code belongs to (`action build`), `name` what its
    function is called in the program. `params` of the `variables`, which come first, are parameters. `waits`: it stands
    in a function that waits, and so on the stack of the state; `asks`: it is come to when options are made. `unseen`:
    names of variables that have no room over a decision, and so are not looked at."""

    span: Span
    element: str
    name: str
    variables: tuple[Variable, ...]
    params: int
    waits: bool
    asks: bool = False
    unseen: tuple[str, ...] = ()


@singledispatch
def declared(node: Node) -> tuple[Variable, ...]:
    """The variables that a statement gives to those that follow it in its block."""
    return ()


@declared.register(code.Let)
@declared.register(code.Roll)
@declared.register(code.Pick)
def _one(node: code.Let | code.Roll | code.Pick) -> tuple[Variable, ...]:
    return (node.variable,)


@declared.register
def _perform(node: code.Perform) -> tuple[Variable, ...]:
    return () if node.into is None else (node.into,)


@declared.register
def _choose(node: code.Choose) -> tuple[Variable, ...]:
    return node.kept


@declared.register
def _choose_several(node: code.ChooseSeveral) -> tuple[Variable, ...]:
    return (node.picked,)
