"""A program with only what some of its functions need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from . import ir
from .calls import asked_by


def reduced(program: ir.Program, wanted: Sequence[int]) -> ir.Program:
    """The program with only the functions that the wanted ones call (the others are empty), and nothing that waits."""
    hidden: list[ir.StateField | ir.ZoneFamily] = [*program.fields, *program.families]
    seeing = [each.visibility.function for each in hidden] + [each.function for each in program.faces]
    roots = [each for each in (*wanted, *seeing, *[each.means for each in program.backs]) if each >= 0]
    kept = asked_by(program, [program.functions[each] for each in roots]).union(roots)
    empty = ir.Function("unused", (), (), None, -1)
    main = ir.Function("main", (), (), None, -1, (), (ir.Block((), ir.Finish()),), (), ir.FRAME_HEAD, waits=True)
    functions = [function if number in kept else empty for number, function in enumerate(program.functions)]
    functions[program.main] = main
    alternatives = tuple([replace(each, announce=-1, effects=-1) for each in program.alternatives])
    smaller = replace(
        program, functions=tuple(functions), alternatives=alternatives, decisions=(), scoring=ir.Scoring(-1)
    )
    return replace(smaller, invariants=(), features=ir.Features())
