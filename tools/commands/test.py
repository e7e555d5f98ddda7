"""`yupana test`: the ruleset's examples, and how far its rulebook is covered."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer
from rich.text import Text
from yupana.interpreter.compiled import Compiled, SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.schemas.errors import UsageError
from yupana.schemas.render import documents, render

from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.options import AsJson, Engine, Target
from ..shell.output import colour_wanted, print_json
from ..shell.progress import progress
from ..shell.sentences import suggestion
from ..strength.report import Demand
from ..strength.running import strength_of
from ..targets.games import engine_of
from ..targets.rulesets import compile_target
from ..testing.coverage import cover
from ..testing.reports import document, show


def command(
    name: Target,
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar="EXAMPLE", help="Run this example; may be repeated.")
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Exit 1 as well when a rule is not cited or proved, or too few breaks noticed."),
    ] = False,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, max=256, help="Processes in which --strict breaks the rules.")
    ] = 1,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Run a ruleset's examples; report rule coverage.

    A rule is cited when an element of the ruleset names it as its source, and proved when an example names it that
    passes and claims something that can fail. Exits 1 when an example fails or a source is no rule of the rulebook.

    With --strict, a ruleset that wants it (`strength: {at_least: 95}`) is broken in every small way as well, as
    `yupana strength` does: so many percent of the breaks must be noticed or accepted.
    """
    runs = engine_of(engine)
    compiled = compile_target(name)
    if not isinstance(compiled, SoundRuleset):
        _refuse(name, compiled, as_json)
        return
    if unknown := [each for each in only or () if each not in compiled.ruleset.examples]:
        hint = suggestion(unknown[0], compiled.ruleset.examples)
        raise UsageError(f"`{name}` has no example called `{unknown[0]}`.{hint}")

    results = run_examples(compiled, only=only, engine=runs)
    coverage = cover(compiled.ruleset, {each.name for each in results if each.ok})
    hold = all(each.ok for each in results)
    demand = _demand(name, compiled, workers) if strict and hold and not only else None
    if as_json:
        found = document(results, coverage)
        print_json("test", found if demand is None else {**found, "strength": demand.to_json()})
    else:
        show(name, results, coverage, whole=not only)
        if demand is not None:
            colour = "" if demand.is_met else "yellow"
            console().print(Text(demand.told() if demand.is_met else f"{demand.told()}: {demand.advice()}", colour))
    gaps = strict and not only and bool(coverage.uncited or coverage.unproved)
    weak = demand is not None and not demand.is_met
    if gaps or weak or coverage.unknown or not hold:
        leave(FAULTS)


def _demand(name: str, compiled: SoundRuleset, workers: int) -> Demand | None:
    """How much of what can be broken is noticed, where the ruleset says how much it wants."""
    wanted = compiled.ruleset.strength.at_least
    if wanted is None:
        return None
    with progress() as report:
        told = partial(report, "breaks")
        return Demand(wanted, strength_of(compiled, name, workers=workers, progress=told))


def _refuse(name: str, compiled: Compiled, as_json: bool) -> None:
    """A ruleset that does not compile has no example that could run."""
    if as_json:
        print_json("test", {**document([], None), "diagnostics": documents(compiled.diagnostics, compiled.files)})
    else:
        sys.stdout.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stdout)))
        sys.stdout.write(f"{name}: the examples cannot run before these faults are fixed\n")
    leave(FAULTS)
