"""How a turn, a repetition, a step or the game ends before its time.

`end` only marks what is ending; the effects that are running go on to their end, and then the flow leaves what has
been marked, innermost first, with its `end` effects. Two cells hold all that is pending: `CELL_ENDING` how far out the
ending reaches (0: nowhere), and `CELL_ENDS` how often `end` was said. A loop that waits and in which something was said
is not gone round again.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..program import ir
from ..typed.declared import StepInfo

ENDING = ir.Load(ir.CELL_ENDING, None, ir.SCALAR)
SAID = ir.Load(ir.CELL_ENDS, None, ir.SCALAR)
RUNNING = ir.Op("eq", (ENDING, ir.Const(0)))
GAME = 1_000
_DEEPEST = 400


def level(step: StepInfo, *, whole: bool) -> int:
    """What `CELL_ENDING` holds when this step ends, or is the outermost that does."""
    return 2 * (_DEEPEST - step.depth) + whole


def mine(step: StepInfo) -> ir.Expr:
    """Whether what ends is one repetition of this step or all of it, and nothing around it."""
    either = (level(step, whole=False), level(step, whole=True))
    return ir.Op("or", tuple(ir.Op("eq", (ENDING, ir.Const(each))) for each in either))


def say(level: int) -> list[ir.Stmt]:
    """The statements that mark an ending; of several the outermost counts."""
    return [
        ir.Store(ir.CELL_ENDS, None, ir.Op("add", (SAID, ir.Const(1))), ir.SCALAR),
        _reach(ir.Op("max", (ENDING, ir.Const(level)))),
    ]


def over() -> list[ir.Stmt]:
    """What was ending has ended."""
    return [_reach(ir.Const(0)), ir.Store(ir.CELL_ENDS, None, ir.Const(0), ir.SCALAR)]


def unless_ending(statements: Sequence[ir.Stmt]) -> list[ir.Stmt]:
    """The statements, unless something is ending."""
    return [ir.If(RUNNING, tuple(statements))] if statements else []


def at_the_end(statements: Sequence[ir.Stmt], slot: int) -> list[ir.Stmt]:
    """The `end` effects of a step: they run whole, whatever is ending; what they end themselves is added."""
    if not statements:
        return []
    before = ir.SetLocal(slot, ENDING)
    return [before, _reach(ir.Const(0)), *statements, _reach(ir.Op("max", (ENDING, ir.Local(slot))))]


def _reach(value: ir.Expr) -> ir.Stmt:
    return ir.Store(ir.CELL_ENDING, None, value, ir.SCALAR)
