"""How long an author waits after an edit: from the changed program of the largest game to the end of its first random
game, natively and on the Python machine. What comes before, from text to program, is the same for both."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Iterator
from typing import Any

from yupana.interpreter.game import Game
from yupana.interpreter.program import ir
from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, there
from yupana.tests.bench.measure import Spread
from yupana.tests.bench.report import Plan, Table

LARGEST = "pizarro"
EDITS = 20
GOAL = 0.5
"""So many seconds more than the Python machine may the native engine take."""


def edited(program: ir.Program) -> Iterator[ir.Program]:
    """The program with one expression changed, each time in another function: a number n is written as (n - 1) + 1, so
    that the rules stay the same and the code does not."""
    functions = list(program.functions)
    for number, function in enumerate(functions):
        found: list[bool] = []
        changed = _changed(function, found)
        if found:
            yield dataclasses.replace(
                program, functions=(*functions[:number], changed, *functions[number + 1 :]), hash=f"edit {number}"
            )


def _changed(part: Any, found: list[bool]) -> Any:
    """The part with the first number in a comparison or a sum changed."""
    if found or isinstance(part, (int, str, type(None))):
        return part
    if isinstance(part, tuple):
        return tuple([_changed(each, found) for each in part])
    if isinstance(part, ir.Op) and part.op in ("add", "sub", "lt", "le", "gt", "ge", "eq", "ne"):
        for i, each in enumerate(part.args):
            if isinstance(each, ir.Const) and 0 < each.value < 1000:
                found.append(True)
                more = ir.Op("add", (ir.Const(each.value - 1), ir.Const(1)))
                return dataclasses.replace(part, args=(*part.args[:i], more, *part.args[i + 1 :]))
    values = {each.name: _changed(getattr(part, each.name), found) for each in dataclasses.fields(part)}
    return dataclasses.replace(part, **values)


def table(plan: Plan) -> Table:
    """Seconds from a changed program to the end of its first game."""
    out = Table("editing", f"Seconds from an edit of {LARGEST} to the end of its first random game")
    if not plan.wants(LARGEST):
        return out
    setting = Setting(LARGEST)
    game = setting.game(PYTHON)
    engines = [each for each in (PYTHON, NATIVE) if there(each)]
    taken: dict[str, list[float]] = {each: [] for each in engines}
    for program in itertools.islice(edited(game.program), 1 if plan.quick else EDITS):
        for engine in engines:
            begin = time.perf_counter()
            playouts(engine, Game(program, game.ruleset, engine=engine), setting, 0, 1)
            taken[engine].append(time.perf_counter() - begin)
    spreads = {engine: Spread(tuple(seconds)) for engine, seconds in taken.items()}
    more = Spread(tuple([a - b for a, b in zip(taken[NATIVE], taken[PYTHON], strict=True)])) if there(NATIVE) else None
    out.rows.append({
        "edits": len(taken[PYTHON]), "python": spreads[PYTHON], "native": spreads.get(NATIVE), "more": more,
        "at most": GOAL,
    })  # fmt: skip
    out.said.append("By the clock, since a module is compiled in several threads.")
    return out
