"""`yupana impact`: what an edit does to a game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    AsJson,
    Players,
    UsageError,
    console,
    folder_is_writable,
    game_options,
    print_json,
    write_text,
)

if TYPE_CHECKING:
    from .compare.impact import Progress

_FORMS = (".html", ".htm", ".md", ".markdown", ".json")


def impact(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A ruleset; NAME@REVISION as it was.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The other one.", show_default=False)],
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=0, max=100_000, help="How many pairs of games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of the whole run.")] = 1,
    bots: Annotated[str, typer.Option("--bots", help="A bot for all seats, or one for each: random,first.")] = "random",
    replays: Annotated[
        int, typer.Option("--replays", min=0, max=10_000, help="How many games to play anew and replay.")
    ] = 10,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Processes to play in.")] = 1,
    recorded: Annotated[
        Path | None, typer.Option("--recorded", metavar="FOLDER", help="Replay the saved games in this folder.")
    ] = None,
    tries: Annotated[
        int,
        typer.Option("--tries", min=0, max=10_000, help="How many rulesets in between to try, to find the change."),
    ] = 200,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the whole report: .html, .md or .json."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What an edit does to a game.

    Compares two rulesets, runs the old examples under the new rules, replays old games up to where they part and finds
    out which change makes the difference by applying some changes and not the others, and plays pairs of games with
    the same seeds and bots to measure length, scores, seats, actions, components and endings, each with an interval of
    confidence.
    """
    from .compare.impact import Wish
    from .compare.impact import impact as find_out
    from .compare.sides import open_sides

    if output is not None:
        if output.suffix.lower() not in _FORMS:
            raise UsageError(f"A report is written as .html, .md or .json; `{output.name}` is none of these.")
        folder_is_writable(output)
    wish = Wish(players, games, seed, bots, game_options(option), recorded, replays, workers, tries)
    with open_sides(old, new, programs=True) as (before, after), _progress() as progress:
        found = find_out(before, after, wish, progress)
        if output is not None:
            write_text(output, _report(found, output.suffix.lower()))
    if as_json:
        from .compare.impact_document import impact_document

        print_json("impact", impact_document(found))
        return
    from .compare.impact_text import show_impact

    show_impact(console(), found)
    if output is not None:
        console().print(f"\nThe whole report: {output}")


def _report(found: object, suffix: str) -> str:
    """The report as a text of the form that the file's name asks for."""
    from .compare.impact import Impact

    assert isinstance(found, Impact)
    if suffix == ".json":
        import json

        from .compare.impact_document import impact_document
        from .documents import stamp

        return json.dumps(stamp("impact", impact_document(found)), indent=2, ensure_ascii=False) + "\n"
    if suffix in (".md", ".markdown"):
        from .compare.impact_markdown import impact_markdown

        return impact_markdown(found)
    from .compare.impact_html import impact_html

    return impact_html(found)


@contextmanager
def _progress() -> Iterator[Progress]:
    """A progress bar on standard error, when that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:

        def told(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        yield told
