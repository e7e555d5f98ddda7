"""`yupana strength`: how well the examples of a ruleset protect its rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.render import render

from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Target, Workers
from ..shell.output import colour_wanted, print_json
from ..shell.progress import progress
from ..strength.page import page
from ..strength.report import Demand, document, show
from ..strength.running import strength_of
from ..strength.since import touched_since
from ..strength.suggesting import as_yaml, suggest, told
from ..targets.rulesets import compile_target


def command(
    name: Target,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="RULE|ELEMENT|FILE", help="Break only this; may be repeated."),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="REVISION", help="Break only what the edit since a revision of git touched."),
    ] = None,
    workers: Workers = 1,
    sample: Annotated[
        int | None, typer.Option("--sample", metavar="N", min=1, help="Try so many breaks, drawn at random.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of --sample.")] = 1,
    every: Annotated[bool, typer.Option("--all", help="Show all rules and files, not only the weakest.")] = False,
    suggesting: Annotated[
        int, typer.Option("--suggest", metavar="N", min=0, help="Look for examples for the first N missed breaks.")
    ] = 0,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the rulebook coloured by protection: one page.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Break a ruleset in every small way; tell which breaks no example notices.

    A number one more or less, a comparison turned, an effect left out: one at a time, and the examples that come to
    the place are run. What none of them notices, an edit may do unseen: an example that fails then protects the rule.
    A break that may stay unnoticed is accepted in the ruleset, with the reason:
    `strength: {accept: [{in: actions.build, break: the words of the break, because: It is a safeguard.}]}`.

    With --suggest examples are looked for in play, made short and tried: each holds, and fails with its break. They are
    there to be pasted, and to be told in the words of the rule.

    With --since only elements that differ from the revision are broken (all of a new ruleset), and those of rules whose
    examples were changed or taken away since: quick enough for every commit. Exits 1 when the ruleset wants more
    (`strength: {at_least: 95}`, in percent) than is noticed or accepted of what was tried.
    """
    if html is not None:
        folder_is_writable(html)
    compiled = compile_target(name)
    if not isinstance(compiled, SoundRuleset):
        sys.stderr.write(render(compiled.diagnostics, compiled.files, colour=colour_wanted(sys.stderr)))
        leave(FAULTS)
    touched = None if since is None else touched_since(compiled, name, since)
    with progress() as report:
        found = strength_of(
            compiled, name, only=only or (), among=None if touched is None else touched.concerns,
            workers=workers, sample=sample, seed=seed,
            progress=lambda done, total: report("breaks", done, total),
        )  # fmt: skip
        proposals = suggest(compiled, name, found, suggesting, lambda done, total: report("examples", done, total))
    if html is not None:
        write_text(html, page(compiled, found))
    wanted = compiled.ruleset.strength.at_least
    demand = None if wanted is None else Demand(wanted, found)
    if as_json:
        print_json("strength", document(found, proposals))
    else:
        among = "" if touched is None else touched.told(name, str(since), found)
        if touched is None or found.results or found.idle:
            show(console(), found, every=every, touched=among)
        else:
            console().print(among)
        if proposals:
            console().print(Text(f"{as_yaml(proposals)}\n".lstrip("\n")))
            console().print(told(proposals))
        if demand is not None and found.results:
            console().print(f"{demand.told()}.")
        if html is not None:
            console().print(f"The rulebook, coloured by protection: {html}")
    if demand is not None and not demand.is_met:
        leave(FAULTS)
