"""Every shipped ruleset: the Python machine against the native engine, random play, one thread."""

from __future__ import annotations

from functools import partial

from yupana.tests.bench.engines import NATIVE, PYTHON, Setting, playouts, stepped, there
from yupana.tests.bench.measure import Side, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table
from yupana.tests.found import shipped

GOAL = 40.0


def table(plan: Plan) -> Table:
    """Decisions and games a second of both, and their ratio."""
    out = Table("python", "Every shipped ruleset: the Python machine and the native engine")
    engines = [each for each in (PYTHON, NATIVE) if there(each)]
    short = []
    for name in [each for each in shipped() if "+" not in each and plan.wants(each)]:
        setting = Setting(name)
        sides: dict[str, Side] = {
            each: in_chunks(partial(playouts, each, setting.game(each), setting)) for each in engines
        }
        found = by_turns(sides, plan.rounds, plan.seconds)
        python, native = found[PYTHON], found.get(NATIVE)
        ratio = native.decisions.over(python.decisions) if native else None
        out.rows.append({
            "ruleset": name, "players": setting.players,
            "python, decisions/s": python.decisions, "native, decisions/s": native.decisions if native else None,
            "native, games/s": native.games if native else None, "ratio": ratio,
        })  # fmt: skip
        if ratio and ratio.median < GOAL:
            short.append(name)
    if NATIVE not in engines:
        out.said.append("The native engine is not there, so that only the Python machine was measured.")
    else:
        out.said.append(f"Wanted is a ratio of {GOAL:.0f}. It is missed by: {', '.join(short) or 'none'}.")
    return out


def stepping(plan: Plan) -> Table:
    """Decisions a second of both, stepped from Python."""
    out = Table("stepping", "Every shipped ruleset, stepped from Python: decisions a second")
    engines = [each for each in (PYTHON, NATIVE) if there(each)]
    for name in [each for each in shipped() if "+" not in each and plan.wants(each)]:
        setting = Setting(name)
        sides: dict[str, Side] = {
            each: in_chunks(partial(stepped, setting.game(each), setting)) for each in engines
        }
        found = by_turns(sides, plan.rounds, plan.seconds)
        python, native = found[PYTHON].decisions, found[NATIVE].decisions if NATIVE in found else None
        out.rows.append({
            "ruleset": name, "python": python, "native": native, "ratio": native.over(python) if native else None,
        })  # fmt: skip
    out.said.append("Wanted is that the native engine is no slower.")
    return out
