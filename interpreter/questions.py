"""Questions asked of a position from outside: expressions that are compiled against a ruleset beside its own code.

The game with the questions plays exactly like the one without them; it only knows more functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Code, Report

from .check.assemble import assemble
from .compiled import Compiled
from .playable import Game


def with_questions(compiled: Compiled, codes: Sequence[Code]) -> tuple[Game, list[int]]:
    """A compiled ruleset without errors as a game, and for every expression the number of the function that answers it
    (for `State.ask`), or -1 where it cannot be asked when nobody acts.

    The expressions have single values: numbers, truth values, members.
    """
    base = compiled.program
    if compiled.checked is None or base is None:
        raise ValueError("the ruleset has errors, or was not compiled from its files")
    checked = compiled.checked.extended()
    world = checked.world
    numbers: list[int] = []
    for number, code in enumerate(codes):
        world.report = Report()
        before = world.mark()
        made = checked.functions.expression_function(f"question_{number}", "a question", code, {}, None)
        if made is None or world.report.errors:
            world.back_to(before)
            numbers.append(-1)
        else:
            numbers.append(made[0])
    world.report = Report()
    program = assemble(world, base.name, base.hash, base.init, base.main, base.scoring, base.invariants)
    if program is None:
        return Game(base, compiled.ruleset), [-1] * len(codes)
    return Game(program, compiled.ruleset), numbers
