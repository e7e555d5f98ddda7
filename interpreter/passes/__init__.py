"""Passes from program to program. Each changes what running costs, none what a program means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..program import ir
from .classes import classes
from .inline import inline
from .ranges import drop_tests
from .remember import remember
from .tabulate import tabulate


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass and why it is there."""

    name: str
    run: Callable[[ir.Program], ir.Program]
    why: str


PASSES: tuple[Pass, ...] = (
    Pass("tabulate", tabulate, "what follows from a few members alone is the same at every position"),
    Pass("remember", remember, "the same search is asked for again and again while options are made"),
    Pass("inline", inline, "calling a small function costs more than what it does"),
    Pass("classes", classes, "which members have an attribute is known before the game"),
    Pass("ranges", drop_tests, "the program knows more of its numbers than their types say"),
)


def optimise(program: ir.Program, passes: Sequence[Pass] = PASSES) -> ir.Program:
    """The program after the passes, one after the other."""
    for each in passes:
        program = each.run(program)
    return program
