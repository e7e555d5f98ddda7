"""`yupana print`: a game on paper, to cut out and lay on a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..printing.job import write_kit
from ..printing.paper import read_settings
from ..shell.options import AsJson, Target


def command(
    name: Target,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write: .pdf or .html.")],
    paper: Annotated[str, typer.Option("--paper", help="a4, letter, a3, a5, legal, or WIDTHxHEIGHT in mm.")] = "a4",
    card: Annotated[
        str | None,
        typer.Option(
            "--card",
            help="standard (63x88), poker, bridge, mini, tarot, square, or WIDTHxHEIGHT in mm.",
            show_default="that of each face",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", min=1, help="For so many players.", show_default="as many as may play")
    ] = None,
    language: Annotated[
        str,
        typer.Option("--lang", "--language", help="A language in which the ruleset has texts.", show_default="its own"),
    ] = "",
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="PARTS",
            help="Some of cards, tokens, boards, summary, rulebook (with commas); test: do the sides meet?",
        ),
    ] = None,
    only_changes: Annotated[
        bool, typer.Option("--only-changes", help="Of an overlay: what is new or changed beside its base.")
    ] = False,
    changed_since: Annotated[
        str | None,
        typer.Option("--changed-since", metavar="REV", help="What is new or changed since a revision of git."),
    ] = None,
    sleeves: Annotated[
        bool, typer.Option("--sleeves", help="Cards without backs that go into sleeves with a card of their size.")
    ] = False,
    bleed: Annotated[float, typer.Option("--bleed", help="How far cards go beyond where they are cut, in mm.")] = 0.0,
    counters: Annotated[
        bool,
        typer.Option("--counters", help="Money and the like with counters of 1, 5 and 10, not tracks."),
    ] = False,
    grey: Annotated[bool, typer.Option("--grey", help="Without colours: in greys, with patterns and letters.")] = False,
    backs: Annotated[
        str, typer.Option("--backs", help="The edge over which paper is turned: long, short; none: no backs.")
    ] = "long",
    margin: Annotated[float, typer.Option("--margin", help="What stays free around each sheet, in mm.")] = 10.0,
    font: Annotated[
        list[Path] | None, typer.Option("--font", metavar="FILE", help="A font to print with, before this machine's.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a game as sheets to print, cut out and lay on a table.

    Cards at their real size with marks to cut along and backs that meet them, tokens by number, boards over as many
    sheets as they need with marks to glue, a board for each player, a summary of a turn and the rulebook: all made
    from the ruleset, its look, texts and pictures. Print it at 100 %, on both sides of the paper.
    """
    settings = read_settings(
        paper, card, margin, backs, only, sleeves=sleeves, bleed=bleed, counters=counters, grey=grey
    )
    write_kit(
        name,
        output,
        settings,
        players,
        language,
        font or [],
        only_changes=only_changes,
        changed_since=changed_since,
        as_json=as_json,
    )
