"""`yupana simulate`: statistics over many games played by bots."""

from __future__ import annotations

import contextlib
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from .common import (
    DEFAULT_LIMIT,
    FAULTS,
    AsJson,
    Players,
    Settings,
    Target,
    UsageError,
    console,
    game_options,
    leave,
    load_game,
    player_count,
    print_json,
    seat_names,
)
from .signals import code_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .documents.playing import Simulate
    from .playouts import Playout


def simulate(
    name: Target,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=2**31 - 1, help="Seed of the whole run.")] = 1,
    bots: Annotated[str, typer.Option("--bots", help="A bot for all seats, or one for each: random,first.")] = "random",
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="Processes to play in.")] = 1,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="Decisions after which a game is given up.")
    ] = DEFAULT_LIMIT,
    check_invariants: Annotated[
        str,
        typer.Option(
            "--check-invariants",
            metavar="WHEN",
            help="When the ruleset's invariants are asked: at every decision, at every Nth one, or at the end only.",
            show_default=True,
        ),
    ] = "every",
    option: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Play many games with bots: wins, scores, length.

    The same seed gives the same games for any number of workers. Exits 1 when a game ran into a rule fault; each
    fault comes with the command that repeats it. Ctrl-C reports the games that are finished.
    """
    from yupana.interpreter.game import RuleFault

    from .bots import read_bots
    from .playouts import Plan, play_all, summary

    game = load_game(name)
    count = player_count(game, players)
    seats = seat_names(game, count)
    plan = Plan(name, count, games, seed, tuple(read_bots(bots, seats, people=False)), game_options(option), limit)
    plan = replace(plan, invariants=_often(check_invariants))
    with contextlib.suppress(RuleFault):  # wrong options are refused at once; a fault comes with its game
        game.start(count, seed, plan.options)
    playouts: list[Playout] = []
    interrupted = 0
    begin = time.perf_counter()
    run = play_all(game, plan, workers)
    try:
        for playout in _with_progress(run, games):
            playouts.append(playout)  # noqa: PERF402 - what is finished must be there when the loop is interrupted
    except KeyboardInterrupt as stop:
        interrupted = code_of(stop)
        run.close()  # type: ignore[attr-defined]
    seconds = time.perf_counter() - begin
    playouts.sort(key=lambda playout: playout.index)
    document = summary(game, plan, playouts, seconds)
    if interrupted:
        document["interrupted"] = True
    if as_json:
        print_json("simulate", document)
    else:
        if interrupted:
            console(stderr=True).print(f"Interrupted: {len(playouts)} of {games} games were played.")
        _show(document, seats)
    if interrupted:
        leave(interrupted)
    if document["faults"]:
        leave(FAULTS)


def _often(when: str) -> int:
    """Before every how many decisions; 0 at the end only. Raises UsageError."""
    known = {"every": 1, "end": 0}
    if when in known:
        return known[when]
    if when.isascii() and when.isdigit() and 0 < len(when) < 10 and int(when):
        return int(when)
    raise UsageError(f"`--check-invariants` takes `every`, `end` or a number from 1, not `{when[:40]}`.")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _with_progress(run: Iterator[Playout], games: int) -> Iterator[Playout]:
    """The same, with a progress bar on standard error when that is a terminal."""
    if not sys.stderr.isatty() or games < 2:
        yield from run
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        for playout in run:
            yield playout
            progress.advance(task)


def _show(document: Simulate, seats: list[str]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    out = console()
    played, finished, results = document["games"], document["finished"], document["results"]
    out.print(
        f"{played} game{'' if played == 1 else 's'}, {finished} finished, {document['decisions']:,} decisions "
        f"({document['games_per_second']:,} games and {document['decisions_per_second']:,} decisions a second)"
    )
    if finished and len(seats) > 1:
        out.print(f"won by one player {results['won']}, shared {results['shared']}, drawn {results['drawn']}")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat")
    table.add_column("bot")
    for heading in ("wins", "shared", "win share", "mean score", "min", "max"):
        table.add_column(heading, justify="right")
    for seat, row in zip(seats, document["seats"], strict=True):
        share = None if row["win_share"] is None else f"{row['win_share']:.1%}".replace("%", " %")
        cells = (row["wins"], row["shared_wins"], share, row["mean_score"], row["min"], row["max"])
        table.add_row(seat, row["bot"], *("-" if each is None else str(each) for each in cells))
    out.print(table)
    length = document["length"]
    if finished:
        out.print(
            f"decisions in a game: mean {length['mean']}, median {length['median']}, {length['min']}-{length['max']}"
        )
    actions = document["actions"]
    if actions:
        out.print("chosen: " + ", ".join(f"{name} {times:,}" for name, times in actions.items()))
    every = document["invariants_every"]
    if every is not None:
        known = {0: "at the end of each game only", 1: "at every decision"}
        often = known.get(every, f"at every {ordinal(every)} decision")
        out.print(f"invariants asked {often}")
    faults = document["faults"]
    for fault in faults[:10]:
        where = f" at {fault['place']}" if fault["place"] else ""
        out.print(Text(f"game {fault['game']} (seed {fault['seed']}): {fault['message']}{where}", "red"))
        out.print(f"  again: {fault['command']}")
    if len(faults) > 10:
        out.print(f"… and {len(faults) - 10} more faults")
