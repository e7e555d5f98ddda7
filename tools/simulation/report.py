"""The statistics of many games, for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text
from yupana.interpreter.game import Game

from ..documents.playing import FaultSummary, Figures, SeatSummary, Simulate, StatsRun
from ..documents.shape import shaped
from ..shell.console import console
from ..shell.sentences import in_words
from ..targets.games import command_line
from .playouts import DEFAULT_LIMIT, Plan, Playout
from .tally import Tally


def summary(game: Game, plan: Plan, tally: Tally, games_per_second: float, decisions_per_second: float) -> Simulate:
    """The document of `simulate --json`; only the two rates depend on the clock."""
    program = game.program
    found = figures(plan, tally, bool(program.scoring.items), plan.invariants if program.invariants else None)
    for team, seats in game.teams(plan.players).items():
        for seat in seats:
            found["seats"][seat]["team"] = team
    return shaped(
        Simulate, None, engine=plan.engine, games_per_second=round(games_per_second, 1),
        decisions_per_second=round(decisions_per_second, 1), **found,
    )  # fmt: skip


def figures(plan: Plan, tally: Tally, scored: bool, invariants: int | None) -> Figures:
    """What games came to. Results, scores and length are of those that finished. `scored`: the rules have points;
    `invariants`: before how many decisions they were asked, None when the ruleset has none."""
    finished = tally.finished
    return {
        "games": tally.games,
        "finished": finished,
        "decisions": tally.decisions,
        "results": {
            "won": tally.results("won"),
            "shared": tally.results("shared"),
            "drawn": tally.results("drawn"),
            "lost": tally.results("lost"),
        },
        "seats": [_seat(bot, seat, tally, scored) for seat, bot in enumerate(plan.bots)],
        "length": {
            "mean": _mean(sum([length * games for length, games in tally.lengths.items()]), finished),
            "median": tally.median(),
            "min": min(tally.lengths, default=None),
            "max": max(tally.lengths, default=None),
        },
        "actions": dict(sorted(tally.actions.items(), key=lambda item: (-item[1], item[0]))),
        "invariants_every": invariants,
        "faults": [_fault(plan, each) for each in tally.faults],
    }


def _mean(total: int, number: int) -> float | None:
    return round(total / number, 3) if number else None


def _seat(bot: str, seat: int, tally: Tally, scored: bool) -> SeatSummary:
    scores, finished = tally.scores[seat], tally.finished
    return {
        "bot": bot,
        "wins": tally.won(seat, "won"),
        "shared_wins": tally.won(seat, "shared"),
        "draws": tally.won(seat, "drawn"),
        "win_share": round(float(tally.share(seat) / finished), 6) if finished else None,
        "mean_score": _mean(scores.sum, finished) if scored else None,
        "min": scores.least if scored else None,
        "max": scores.most if scored else None,
    }


def _fault(plan: Plan, playout: Playout) -> FaultSummary:
    often = "" if plan.invariants == 1 else f" --check-invariants {plan.invariants or 'end'}"
    often += "" if plan.limit == DEFAULT_LIMIT else f" --limit {plan.limit}"
    command = command_line("simulate", plan.target, plan.players, playout.seed, plan.options)
    return {
        "game": playout.index,
        "seed": playout.seed,
        "decision": playout.decisions,
        "message": playout.fault,
        "place": playout.place,
        "command": f"{command} --games 1 --bots {','.join(plan.bots)}{often}",
    }


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def paced(document: Simulate) -> str:
    """How quickly the games were played."""
    return f" ({document['games_per_second']:,} games and {document['decisions_per_second']:,} decisions a second)"


def wins_together(document: Simulate | StatsRun) -> bool:
    """Whether all seats win together or lose together: each has won every game that was won, and no other."""
    results = document["results"]
    if len(document["seats"]) == 1 or results["shared"] or results["drawn"] or not results["won"] + results["lost"]:
        return False
    return all(row["wins"] == results["won"] for row in document["seats"])


def show(document: Simulate | StatsRun, seats: Sequence[str], pace: str = "") -> None:
    """Print the statistics, a table of the seats, and what went wrong."""
    out = console()
    played, finished, results = document["games"], document["finished"], document["results"]
    out.print(
        f"{played} game{'' if played == 1 else 's'}, {finished} finished, {document['decisions']:,} decisions{pace}"
    )
    together = wins_together(document)
    alone = len(seats) == 1 and not results["shared"] + results["drawn"]
    teams = [row["team"] for row in document["seats"] if "team" in row]
    if finished and (together or (alone and results["lost"])):
        as_one = " together" if len(seats) > 1 else ""
        out.print(f"won{as_one} {results['won']}, lost{as_one} {results['lost']}")
    elif finished and len(seats) > 1:
        side = "team" if teams else "player"
        out.print(f"won by one {side} {results['won']}, shared {results['shared']}, drawn {results['drawn']}")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("seat", "team", "bot") if teams else ("seat", "bot"):
        table.add_column(heading)
    scored = not finished or any(row["mean_score"] is not None for row in document["seats"])
    headings = ("wins", *(() if together or alone else ("shared", "drawn")), "win share")
    headings += ("mean score", "min", "max") if scored else ()
    for heading in headings:
        table.add_column(heading, justify="right")
    rows = list(zip(seats, document["seats"], strict=True))
    bots = {row["bot"]: None for row in document["seats"]}
    alike = [{key: told for key, told in row.items() if key != "bot"} for _, row in rows]
    in_common = together and all(each == alike[0] for each in alike)  # it is said once
    for seat, row in rows[:1] if in_common else rows:
        share = None if row["win_share"] is None else f"{row['win_share']:.1%}".replace("%", " %")
        apart = () if together or alone else (row["shared_wins"], row["draws"])
        cells = (row["wins"], *apart, share, row["mean_score"], row["min"], row["max"])
        team = [row["team"]] if "team" in row else []
        who = (", ".join(map(in_words, seats)), ", ".join(bots)) if in_common else (in_words(seat), *team, row["bot"])
        table.add_row(*who, *("-" if each is None else str(each) for each in cells[: len(headings)]))
    out.print(table)
    length = document["length"]
    if finished:
        out.print(
            f"decisions in a game: mean {length['mean']}, median {length['median']}, {length['min']}-{length['max']}"
        )
    actions = document["actions"]
    if actions:
        out.print("chosen: " + ", ".join(f"{in_words(name).lower()} {times:,}" for name, times in actions.items()))
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
