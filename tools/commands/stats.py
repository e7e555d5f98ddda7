"""`yupana stats`: what the games of files of rows came to, and questions to them in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.measure import Measurement
from rich.table import Table
from yupana.schemas.errors import UsageError
from yupana.schemas.sheets import exchanged

from ..documents.playing import Between, StatsRun
from ..measures.statistics import share as share_of
from ..shell.console import console
from ..shell.extras import need
from ..shell.files import typed_path
from ..shell.options import AsJson
from ..shell.output import echo, print_json
from ..shell.sentences import in_words
from ..simulation.playouts import Plan
from ..simulation.report import figures, show

if TYPE_CHECKING:
    from ..simulation.asking import Asked


def command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Files of rows, or folders of them.", show_default=False)
    ],
    sql: Annotated[
        str, typer.Option("--sql", metavar="QUESTION", help="Ask a question of your own.", show_default=False)
    ] = "",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the answer to a question as CSV.")] = False,
    seconds: Annotated[int, typer.Option("--seconds", min=1, max=86_400, help="How long an answer may take.")] = 60,
    memory: Annotated[
        int, typer.Option("--memory", metavar="MB", min=64, max=2**20, help="How much memory an answer may take.")
    ] = 2048,
    as_json: AsJson = False,
) -> None:
    """Statistics of games that `simulate --rows` has written, and questions to them in SQL.

    A question is a SELECT over the tables `games`, `seats`, `actions`, `components` and, where rows of decisions are
    given, `decisions`. It can read nothing but the files that are named, and is given up when it takes too
    long or too much memory.
    """
    need("duckdb", "stats")
    need("pyarrow", "stats")
    # both are extras
    from ..simulation.asking import Asked, plain

    if as_csv and as_json:
        raise UsageError("An answer is printed either as CSV (`--csv`) or as JSON (`--json`).")
    if as_csv and not sql:
        raise UsageError("`--csv` prints the answer to a question: `--sql QUESTION`.")
    asked = Asked([typed_path(each) for each in files], seconds, memory)
    if sql:
        columns, rows = asked.ask(sql)
        if as_json:
            print_json("stats", {"columns": columns, "rows": [[plain(each) for each in row] for row in rows]})
        elif as_csv:
            _print_csv(columns, rows)
        else:
            _print_table(columns, rows)
        return
    if not asked.runs:
        raise UsageError("Rows of decisions have no statistics: name the rows of their games, or ask with `--sql`.")
    runs = _runs(asked)
    if as_json:
        print_json("stats", {"runs": runs})
        return
    for run in runs:
        _show(run)


_ALIKE = ("ruleset", "hash", "players", "bots", "options", "limit", "invariants")
"""What files have in common whose games are counted together."""


def _runs(asked: Asked) -> list[StatsRun]:
    """Files of the same players, bots and options belong together."""
    groups: dict[str, list[str]] = {}
    for file, told in asked.runs.items():
        key = repr([told[each] for each in _ALIKE])
        groups.setdefault(key, []).append(file)
    return [_run(asked, files) for files in groups.values()]


def _run(asked: Asked, files: Sequence[str]) -> StatsRun:
    told = asked.runs[files[0]]
    every, bots = told["invariants"], tuple(told["bots"])
    plan = Plan(
        told["target"], told["players"], told["games"], told["seed"], bots, told["options"], told["limit"],
        1 if every is None else every,
    )  # fmt: skip
    tally = asked.tally(files, plan.players)
    found = figures(plan, tally, scored=told["points"], invariants=every)
    names = told["seats"]
    finished = found["finished"]
    return {
        "ruleset": told["ruleset"],
        "title": told["title"],
        "players": plan.players,
        "seeds": sorted({asked.runs[file]["seed"] for file in files}),
        "files": list(files),
        **found,
        "seats": [
            {**row, "seat": name, "between": between(row["win_share"], finished)}
            for name, row in zip(names, found["seats"], strict=True)
        ],
        "bots": [
            {"bot": bot, "seats": seats, "between": found_between}
            for bot, seats, share in asked.bots(files)
            if (found_between := between(share, seats)) is not None
        ],
    }


def between(share: float | None, number: int) -> Between | None:
    """Where a share lies that was found in so many trials: the interval of Wilson (1927)."""
    if share is None or not number:
        return None
    found = share_of(share * number, number)
    low, high = max(0.0, found.low), min(1.0, found.high)
    return {"share": round(share, 6), "low": round(low, 6), "high": round(high, 6)}


def _show(run: StatsRun) -> None:
    out = console()
    out.print(f"{run['title']}, {run['players']} players, seed {', '.join(map(str, run['seeds']))}")
    show(run, [row["seat"] for row in run["seats"]])
    if len(run["files"]) > len(run["seeds"]):
        out.print("Several of these files are of one seed: the same games are counted more than once.")
    for row in run["seats"]:
        if row["between"] is not None:
            out.print(f"win share of {in_words(row['seat'])}: {_span_text(row['between'])}")
    if len(run["bots"]) > 1:
        for bot in run["bots"]:
            out.print(f"win share of the bot {bot['bot']}: {_span_text(bot['between'])} of {bot['seats']:,} seats")


def _span_text(found: Between) -> str:
    return f"{100 * found['share']:.1f} % (95 %: {100 * found['low']:.1f}–{100 * found['high']:.1f} %)"


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    numbers = [all(isinstance(row[at], int | float | None) for row in rows) for at in range(len(columns))]
    for name, number in zip(columns, numbers, strict=True):
        table.add_column(name, justify="right" if number else "left")
    for row in rows:
        table.add_row(*map(_shown, row))
    out = console()
    if Measurement.get(out, out.options.update(width=_ANY), table).minimum > out.width:
        table = _upright(columns, rows)
    out.print(table)


_ANY = 1_000_000
"""A width in which every table has room."""


def _upright(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    """One row below the other, with the names of the columns, for what is too wide to stand side by side."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for number, row in enumerate(rows):
        if number:
            table.add_row()
        for name, value in zip(columns, row, strict=True):
            table.add_row(name, _shown(value))
    return table


def _shown(value: object) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _print_csv(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    echo(exchanged([columns, *rows]).removesuffix("\n"))
