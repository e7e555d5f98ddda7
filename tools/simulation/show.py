"""The statistics of many games, for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ..documents.playing import Simulate
from ..documents.stats import StatsRun
from ..shell.console import console


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def paced(document: Simulate) -> str:
    """How quickly the games were played."""
    return f" ({document['games_per_second']:,} games and {document['decisions_per_second']:,} decisions a second)"


def _together(document: Simulate | StatsRun) -> bool:
    """Whether all seats win together or lose together: each has won every game that was won, and no other."""
    results = document["results"]
    if results["shared"] or results["drawn"] or not results["won"] + results["lost"]:
        return False
    return all(row["wins"] == results["won"] for row in document["seats"])


def show(document: Simulate | StatsRun, seats: Sequence[str], pace: str = "") -> None:
    """Print the statistics, a table of the seats, and what went wrong."""
    out = console()
    played, finished, results = document["games"], document["finished"], document["results"]
    out.print(
        f"{played} game{'' if played == 1 else 's'}, {finished} finished, {document['decisions']:,} decisions{pace}"
    )
    together = len(seats) > 1 and _together(document)
    if finished and together:
        out.print(f"won together {results['won']}, lost together {results['lost']}")
    elif finished and len(seats) > 1:
        out.print(f"won by one player {results['won']}, shared {results['shared']}, drawn {results['drawn']}")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat")
    table.add_column("bot")
    scored = not finished or any(row["mean_score"] is not None for row in document["seats"])
    headings = ("wins", *(() if together else ("shared", "drawn")), "win share")
    headings += ("mean score", "min", "max") if scored else ()
    for heading in headings:
        table.add_column(heading, justify="right")
    for seat, row in zip(seats, document["seats"], strict=True):
        share = None if row["win_share"] is None else f"{row['win_share']:.1%}".replace("%", " %")
        apart = () if together else (row["shared_wins"], row["draws"])
        cells = (row["wins"], *apart, share, row["mean_score"], row["min"], row["max"])
        table.add_row(seat, row["bot"], *("-" if each is None else str(each) for each in cells[: len(headings)]))
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
    if played - finished > 10:
        out.print(f"… and {played - finished - 10:,} more faults")
