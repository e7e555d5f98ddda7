"""A program in which everybody sees everything: the same game, for who looks at all of it."""

from __future__ import annotations

from dataclasses import replace

from . import ir


def all_open(program: ir.Program) -> ir.Program:
    """The program with nothing hidden. Whatever a state of one holds, a state of the other does."""
    seen = ir.Visibility()
    return replace(
        program,
        fields=tuple([replace(each, visibility=seen) for each in program.fields]),
        families=tuple([replace(each, visibility=seen) for each in program.families]),
    )
