"""`yupana impact`: what an edit does to a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..book.called import called
from ..compare.document import impact_document
from ..compare.impact import Wish, impact
from ..compare.impact_report import brief, whole
from ..compare.sides import open_sides
from ..documents.report_file import form_of, report_text
from ..documents.text import show
from ..renaming.alike import as_told, compare_sides
from ..shell.console import console
from ..shell.files import folder_is_writable, write_text
from ..shell.options import AsJson, Engine, PlainSettings, Players, ReportFile, RunSeed, Workers
from ..shell.output import print_json
from ..shell.progress import progress
from ..targets.games import engine_of, game_options


def command(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A ruleset; NAME@REVISION as it was.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The other one.", show_default=False)],
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=0, max=100_000, help="How many pairs of games.")] = 100,
    seed: RunSeed = 1,
    bots: Annotated[str, typer.Option("--bots", help="A bot for all seats, or one for each: random,first.")] = "random",
    replays: Annotated[
        int, typer.Option("--replays", min=0, max=10_000, help="How many games to play anew and replay.")
    ] = 10,
    workers: Workers = 1,
    recorded: Annotated[
        Path | None, typer.Option("--recorded", metavar="FOLDER", help="Replay the saved games in this folder.")
    ] = None,
    tries: Annotated[
        int,
        typer.Option("--tries", min=0, max=10_000, help="How many rulesets in between to try, to find the change."),
    ] = 200,
    option: PlainSettings = None,
    output: ReportFile = None,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """What an edit does to a game.

    Compares two rulesets, runs the old examples under the new rules, replays old games up to where they part and finds
    out which change makes the difference by applying some changes and not the others, and plays pairs of games with
    the same seeds and bots to measure length, scores, seats, actions, components and endings, each with an interval of
    confidence.
    """
    form = form_of(output) if output is not None else ""
    if output is not None:
        folder_is_writable(output)
    runs = engine_of(engine, bulk=True)
    wish = Wish(players, games, seed, bots, game_options(option), recorded, replays, workers, tries, runs)
    with open_sides(old, new, programs=True) as (before, after), progress() as told:
        alike = compare_sides(before, after, programs=True)
        found = impact(before, after, wish, told, alike.known)
        found.called = called(after.sound.ruleset, after.sound.parts, found.play.names)
        found.difference = as_told(before, after, alike, found.difference)
        if output is not None:
            text = report_text(form, "impact", lambda: impact_document(found), lambda page: whole(found, page=page))
            write_text(output, text)
    if as_json:
        print_json("impact", impact_document(found))
        return
    show(console(), brief(found))
    if output is not None:
        console().print(f"\nThe whole report: {output}")
