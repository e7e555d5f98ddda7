"""`yupana balance`: whether a game is balanced, and worth playing."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ..balance.comparing import differences
from ..balance.document import balance_document
from ..balance.judging import Judged
from ..balance.playing import Extent
from ..balance.plots import plots
from ..balance.report import report
from ..balance.run import USUAL_LIMIT, balance, same_players, wish_for
from ..documents.model import Document
from ..documents.report_file import PAGES, form_of, report_text
from ..documents.text import show
from ..plots.charts import live_page
from ..shell.console import console
from ..shell.exits import FAULTS, leave
from ..shell.extras import need
from ..shell.files import folder_is_writable, written_behind
from ..shell.options import AsJson, Cluster, Engine, Limit, PlainSettings, Players, ReportFile, RunSeed, Target, Workers
from ..shell.output import print_json
from ..simulation.crew import crew_of
from ..targets.games import engine_of, game_options, load_game, player_count
from ..targets.rulesets import compile_sound


def command(
    name: Target,
    against: Annotated[
        str | None, typer.Argument(metavar="AGAINST", help="A ruleset to compare it with.", show_default=False)
    ] = None,
    players: Players = None,
    games: Annotated[
        int | None,
        typer.Option("--games", "-g", min=2, max=1_000_000, help="How many games.", show_default="200; quick 50"),
    ] = None,
    seed: RunSeed = 1,
    bots: Annotated[
        str | None,
        typer.Option("--bots", help="A bot for all seats, or one for each.", show_default="mcts:100; quick mcts:30"),
    ] = None,
    tournament: Annotated[
        str | None,
        typer.Option(
            "--tournament", metavar="BOTS", help="Who plays for ratings.", show_default="random, greedy and the bot"
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A first look, in a minute: fewer games of quicker bots.")
    ] = False,
    only: Annotated[
        bool, typer.Option("--only-games", help="Only the main games: no skill, restricted play or tournament.")
    ] = False,
    workers: Workers = 1,
    cluster: Cluster = "",
    limit: Limit = USUAL_LIMIT,
    option: PlainSettings = None,
    output: ReportFile = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show all chapters, not only those in which something stands out.")
    ] = False,
    engine: Engine = "auto",
    as_json: AsJson = False,
) -> None:
    """Whether a game is balanced and worth playing, by bots.

    Plays many games and says what an author should know: whether seats are even, how the lead goes, what is never
    used, what wins, whether thinking pays, what players who keep from something lose, each with how sure it is. With
    AGAINST the same games are played of another ruleset, and what differs is told. The same seed gives the same for
    any number of workers, here or on a cluster, but for what --quick leaves out for want of time. Ctrl-C reports what
    is there. Exits 1 when a rule fails in a game.
    """
    form = form_of(output) if output is not None else ""
    if form in PAGES:
        need("vl_convert", "balance")
    if output is not None:
        folder_is_writable(output)
    crew = crew_of(workers, cluster)
    runs = engine_of(engine, bulk=True)
    game = load_game(name, runs)
    count = player_count(game, players)
    wish = wish_for(game, count, games, seed, bots, tournament, game_options(option), limit, quick=quick)
    other = load_game(against, runs) if against is not None else None
    if other is not None:
        same_players(other, game, count)
        wish = replace(wish, seconds=wish.seconds / 2)
    extent = Extent(skill=not only, restricted=not only, tournament=not only)
    talk = console(stderr=True)
    judged = balance(game, name, wish, crew, extent, talk.print)
    judged.called = _called(name, judged)
    old, rows = None, []
    if other is not None and against is not None and not judged.interrupted:
        old = balance(other, against, replace(judged.wish, quicker=()), crew, Extent(False, False, False), talk.print)
        old.called = _called(against, old)
        if old.title == judged.title:  # variants of one game
            old.title, judged.title = against, name
        rows = differences(old, judged)

    def document(is_page: bool) -> Document:
        if not is_page:
            return report(judged, old, rows)
        return report(judged, old, rows, plots(judged, old))

    def text() -> str:
        return report_text(form, "balance", lambda: balance_document(judged, old, rows), document, live_page)

    with written_behind(output, text):
        if as_json:
            print_json("balance", balance_document(judged, old, rows))
        else:
            show(console(), report(judged, old, rows, whole=False, every=every))
    if output is not None and not as_json:
        console().print(f"\nThe whole report: {output}")
    stopped = judged.interrupted or (old.interrupted if old is not None else 0)
    if stopped:
        talk.print(
            f"Interrupted: {judged.games} of {judged.wish.games} games of the bots were played; the rest is cut short."
        )
        leave(stopped)
    if any(each.playout.place for each in judged.faults):
        leave(FAULTS)


def _called(name: str, judged: Judged) -> dict[str, str]:
    """What people call the things of a ruleset; a program that was compiled before does not know it."""
    from ..book.called import called  # with what it needs it is loaded where there is something to tell

    compiled = compile_sound(name)
    things = [*judged.seats, *(each.name for each in judged.uses), *judged.untouched, *judged.untried]
    return called(compiled.ruleset, compiled.parts, things)
